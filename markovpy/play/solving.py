"""Finding moves that win a game, by a search over its own moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from markovpy.engine.explorer import EXHAUSTED, FULL, GOING_ON, WON, Explorer
from markovpy.engine.store import bytes_a_state
from markovpy.errors import input_error
from markovpy.play.advised import Tell, advised
from markovpy.play.outlook import Plan, hopeless, hopeless_grid, plan_of
from markovpy.play.session import Session
from markovpy.play.solution import GREED, MEMORY, Limits, Progress, Solution
from markovpy.play.stepping import play_through

if TYPE_CHECKING:
    from markovpy.api.program import Program
    from markovpy.model.events import Event

QUICK = 100_000
"""So many states are first spent on finding the fewest moves, even if any will do."""

_CHUNK = 20_000


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
    plan = None
    barrier = hopeless(session)
    if barrier is None and (plan := plan_of(session)) is not None:
        barrier = hopeless_grid(plan.outlook, session)
    if barrier is not None:
        return replace(limits.ended("impossible", barrier.reason, 1), method="without a search")
    if plan is None:
        return play_through(session, limits, optimal)
    found = advised(session, plan.outlook.ground, limits, tell)
    if found is not None and (found.fewest or not optimal or found.outcome == "impossible"):
        return found
    return _explore(session, plan, optimal, limits)


def _explore(session: Session, plan: Plan, optimal: bool, limits: Limits) -> Solution:
    """Search in compiled code: for the fewest moves, then, if not asked for, for any."""
    most = limits.states(bytes_a_state(plan.layout.words))
    patient = optimal or not plan.outlook.bounds
    attempts = [(1, most)] if patient else [(1, QUICK), (GREED, most - QUICK)]
    if most <= QUICK and not patient:
        attempts = [(GREED, most)]
    tried = 0
    for greed, room in attempts:
        explorer = Explorer(
            plan.table,
            plan.outlook.bounds,
            plan.layout,
            plan.verdicts,
            plan.layout.encode(plan.layout.start),
            greed,
            room,
            plan.matching,
        )
        state = _advance(explorer, limits, tried)
        tried += explorer.count
        if state != FULL:
            break
    found = _result(session, plan, explorer, limits, tried)
    return replace(found, method=_method(plan, greed))


def _advance(explorer: Explorer, limits: Limits, tried: int) -> str:
    """Let a search go on until there is an answer or a limit; return how it stands."""
    try:
        while not limits.reached(tried + explorer.count):
            state = explorer.advance(_CHUNK)
            if state != GOING_ON:
                return state
    except MemoryError:
        limits.note("this machine has no more memory")
    return GOING_ON


def _result(
    session: Session, plan: Plan, explorer: Explorer, limits: Limits, states: int
) -> Solution:
    """Return what a search that has stopped found."""
    if explorer.state == WON:
        steps = plan.outlook.ground
        events = [steps.events[steps.steps[number].event] for number in explorer.solution()]
        found = limits.solved(session, events, states)
        patient = explorer.greed == 1 or not plan.outlook.bounds
        fewest = patient or found.move_count == plan.outlook.bound
        bound = found.move_count if fewest else plan.outlook.bound
        return replace(found, fewest=fewest, bound=bound)
    if explorer.state == EXHAUSTED:
        return limits.ended("impossible", "no moves from here on lead to a win", states)
    return limits.given_up(states)


def _method(plan: Plan, greed: int) -> str:
    if not plan.outlook.bounds:
        return "breadth-first search"
    return "A*, lower bound from the rules" if greed == 1 else "greedy best-first search"


def hint(session: Session, limit: int = 2_000_000, seconds: float | None = None) -> Event | None:
    """Return a move that leads to a win; None where none was found within the limits.

    Args:
        session: The game.
        limit: The most states to find.
        seconds: When to give up; None for never.
    """
    found = solve(session, limit=limit, seconds=seconds)
    return found.events[0] if found.events else None
