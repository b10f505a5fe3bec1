"""Finding moves that win a game, by a search over its own moves."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from markovpy.engine.aims import Estimate
from markovpy.engine.explorer import EXHAUSTED, FEWEST, FULL, GOING_ON, WON
from markovpy.errors import input_error
from markovpy.play.advised import Tell, advised
from markovpy.play.outlook import hopeless_grid, survey
from markovpy.play.plans import Plan, play_plan, step_plan
from markovpy.play.session import Session
from markovpy.play.solution import MEMORY, Limits, Progress, Solution

if TYPE_CHECKING:
    from markovpy.api.program import Program
    from markovpy.engine.explorer import Explorer, Order
    from markovpy.model.events import Event

GREEDY = (1, 4)
"""How much depth and bound weigh where any moves will do."""

DEEP = (0, 1)
"""The same where that led nowhere: what is nearest to a win first, and of that the latest."""

_CHUNK = 20_000
_MOMENT = 0.1
"""So many seconds a search may go on without asking whether it may."""


def solve(
    game: Session | Program,
    level: int = 1,
    *,
    optimal: bool = False,
    limit: int | None = None,
    memory: int = MEMORY,
    seconds: float | None = None,
    seed: int | None = None,
    progress: Progress | None = None,
    tell: Tell | None = None,
) -> Solution:
    """Find moves that win a game.

    Args:
        game: A session, which is solved from where it is, and left there; or a program.
        level: The level of a program, from 1.
        optimal: Whether the fewest moves are asked for, rather than any soon found.
        limit: The most states to find before it is given up; None for as many as memory lets.
        memory: The most megabytes that the states may take.
        seconds: When to give up; None for never.
        seed: The seed of a program's game; None to draw one.
        progress: Is called now and then with the number of states found.
        tell: Is given a line for the player before something takes seconds.

    Returns:
        The moves, or that there are none, or that it was given up.

    Raises:
        ProgramError: The program is no game, or has no ``win``.
        RunError: What a move does is left to chance, or never ends.
        PluginError: The code of a plugin that solves such games failed.
    """
    session = game if isinstance(game, Session) else Session(game, level, seed)
    limits = Limits(limit, memory, seconds, progress)
    if session.status == "won":
        return replace(limits.ended("solved"), fewest=True, method="won at the start")
    if session.status == "lost":
        return limits.ended("impossible", "the game is lost")
    if not session.game.parts.wins:
        message = "the program has no 'win', so there is nothing to look for"
        hint = "add one, for example: win no C off G"
        raise input_error("no-win", message, session.program.source.name, hint)
    outlook = survey(session)
    barrier = None if outlook is None else hopeless_grid(outlook, session)
    if outlook is not None and barrier is None:
        outlook = outlook.narrowed()
        barrier = hopeless_grid(outlook, session)
    if barrier is not None:
        return replace(limits.ended("impossible", barrier.reason, 1), method="without a search")
    plan = None if outlook is None else step_plan(session, outlook)
    known = None if plan is None else advised(session, plan.outlook.ground, limits, tell)
    if plan is not None and known is not None:
        known = _better_bounded(known, plan.bound)
        if known.fewest or known.outcome == "impossible":
            return known
        if limits.interrupted or (optimal and limits.over):
            return replace(limits.given_up(known.states, known.bound), method=known.method)
        if not optimal:
            return known
    return _explore(session, plan or play_plan(session), optimal, limits, known)


def _better_bounded(found: Solution, least: int) -> Solution:
    """Return what was found, with what another lower bound proves of it."""
    bound = max(found.bound, least)
    return replace(found, bound=bound, fewest=bool(found.events) and found.move_count == bound)


@dataclass(frozen=True)
class _Attempt:
    """One search of those that are made in turn, each if the last one had no room left.

    Args:
        estimate: What it goes by.
        order: What weighs how much.
        states: The most states.
    """

    estimate: Estimate
    order: Order
    states: int

    @property
    def guided(self) -> bool:
        """Whether anything is known of how far a state is from a win."""
        return bool(self.estimate.bounds)

    @property
    def method(self) -> str:
        """What such a search is called."""
        if self.order == FEWEST:
            return "A*, lower bound from the rules" if self.guided else "breadth-first search"
        deep = self.order == DEEP
        return "depth-first search" if deep else "greedy best-first search"


def _attempts(plan: Plan, optimal: bool, most: int) -> list[_Attempt]:
    """Return the searches to make: for the fewest moves, then, if not asked for, for any."""
    sure, guess = plan.sure, plan.guess
    if optimal or (most <= plan.quick and not sure.bounds):
        return [_Attempt(sure, FEWEST, most)]
    if most <= plan.quick:
        return [_Attempt(sure, GREEDY, most)]
    left = most - plan.quick
    greedy = left // 2 if guess.bounds else 0
    later = [_Attempt(guess, GREEDY, greedy), _Attempt(guess, DEEP, left - greedy)]
    return [_Attempt(sure, FEWEST, plan.quick), *(attempt for attempt in later if attempt.states)]


def _explore(
    session: Session, plan: Plan, optimal: bool, limits: Limits, known: Solution | None
) -> Solution:
    """Search in compiled code until there is an answer, or a limit is reached.

    Args:
        session: The game.
        plan: What the search works on.
        optimal: Whether the fewest moves are asked for.
        limits: When to give up.
        known: What is known of the game already: its bound counts, and its states.
    """
    most = limits.states(plan.state_size)
    tried = known.states if known else 0
    before = session.game.snapshot()
    try:
        for attempt in _attempts(plan, optimal, most):
            with session.compiled.guarding(session.game.state):
                explorer = plan.explorer(attempt.estimate, attempt.order, attempt.states)
                _advance(explorer, limits, tried)
            tried += explorer.count
            if explorer.standing != FULL:
                break
    finally:
        session.game.restore(before)
    bound = known.bound if known else plan.bound
    found = _result(session, plan, explorer, attempt, limits, tried, bound)
    return replace(found, method=attempt.method + plan.manner)


def _advance(explorer: Explorer, limits: Limits, tried: int) -> None:
    """Let a search go on until there is an answer or a limit."""
    states = 1
    try:
        while explorer.standing == GOING_ON and not limits.reached(tried + explorer.count):
            began = time.monotonic()
            explorer.advance(states)
            quick = time.monotonic() - began < _MOMENT
            states = min(2 * states, _CHUNK) if quick else max(1, states // 2)
    except MemoryError:
        limits.note("this machine has no more memory")


def _result(
    session: Session,
    plan: Plan,
    explorer: Explorer,
    attempt: _Attempt,
    limits: Limits,
    states: int,
    least: int,
) -> Solution:
    """Return what a search that has stopped found; no win takes fewer moves than ``least``."""
    if explorer.standing == WON:
        found = limits.solved(session, plan.events(explorer), states)
        fewest = attempt.order == FEWEST or found.move_count == least
        bound = found.move_count if fewest else least
        return replace(found, fewest=fewest, bound=bound)
    if explorer.standing == EXHAUSTED:
        return limits.ended("impossible", "no moves from here on lead to a win", states)
    return limits.given_up(states, least)


def hint(session: Session, limit: int = 2_000_000, seconds: float | None = None) -> Event | None:
    """Return a move that leads to a win; None where none was found within the limits.

    Args:
        session: The game.
        limit: The most states to find.
        seconds: When to give up; None for never.
    """
    found = solve(session, limit=limit, seconds=seconds)
    return found.events[0] if found.events else None
