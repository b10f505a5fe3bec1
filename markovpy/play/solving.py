"""Finding moves that win a game, by a search over its own moves."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from markovpy.engine.explorer import EXHAUSTED, GOING_ON, WON, Explorer
from markovpy.engine.store import bytes_a_state
from markovpy.play.advised import Tell, advised
from markovpy.play.outlook import Plan, hopeless, hopeless_grid, plan_of
from markovpy.play.session import Session
from markovpy.play.solution import MEMORY, Limits, Progress, Solution
from markovpy.play.stepping import play_through

if TYPE_CHECKING:
    from markovpy.api.program import Program
    from markovpy.model.events import Event

GREED = 4
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
        progress: Is called now and then with the states found and the moves looked ahead.
        tell: Is given a line for the player before something takes seconds.

    Returns:
        The moves, or that there are none, or that it was given up.

    Raises:
        ProgramError: The program is no game.
        RunError: What a move does is left to chance, or never ends.
        PluginError: The code of a plugin that solves such games failed.
    """
    session = game if isinstance(game, Session) else Session(game, level, seed)
    limits = Limits(limit, memory, seconds, progress)
    if session.status == "won":
        return replace(limits.ended("solved"), fewest=True, method="won at the start")
    if session.status == "lost":
        return limits.ended("impossible", "the game is lost")
    plan = None
    barrier = hopeless(session)
    if barrier is None and (plan := plan_of(session.game)) is not None:
        barrier = hopeless_grid(plan.outlook, session)
    if barrier is not None:
        return replace(limits.ended("impossible", barrier.reason, 1), method="without a search")
    if plan is None:
        return play_through(session, limits)
    found = advised(session, plan.outlook.ground, limits, tell)
    if found is not None and (found.fewest or not optimal or found.outcome == "impossible"):
        return found
    return _explore(session, plan, optimal, limits)


def _explore(session: Session, plan: Plan, optimal: bool, limits: Limits) -> Solution:
    """Search in compiled code."""
    bounds = plan.outlook.bounds
    explorer = Explorer(
        plan.table,
        bounds,
        plan.layout,
        plan.verdicts,
        plan.layout.encode(plan.layout.start),
        1 if optimal else GREED,
        limits.states(bytes_a_state(plan.layout.words)),
    )
    state = GOING_ON
    try:
        while state == GOING_ON and not limits.reached(explorer.count, explorer.depth):
            state = explorer.advance(_CHUNK)
    except MemoryError:
        limits.note("this machine has no more memory")
    method = _method(bool(bounds), optimal)
    if state == WON:
        steps = plan.outlook.ground
        events = [steps.events[steps.steps[number].event] for number in explorer.solution()]
        found = limits.solved(session, events, explorer.count)
        fewest = optimal or not bounds or found.move_count == plan.outlook.bound
        bound = found.move_count if fewest else plan.outlook.bound
        return replace(found, fewest=fewest, bound=bound, method=method)
    if state == EXHAUSTED:
        reason = "no moves from here on lead to a win"
        return replace(limits.ended("impossible", reason, explorer.count), method=method)
    return replace(limits.given_up(explorer.count), method=method)


def _method(bounded: bool, optimal: bool) -> str:
    if not bounded:
        return "breadth-first search"
    return "A*, lower bound from the rules" if optimal else "best-first search, greedy"


def hint(session: Session, limit: int = 2_000_000) -> Event | None:
    """Return a move that leads to a win; None where none was found within so many states."""
    found = solve(session, limit=limit)
    return found.events[0] if found.events else None
