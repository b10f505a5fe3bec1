"""Puzzles that a plugin solves, better than the general search can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from markovpy.engine.conditions import GridIs
from markovpy.errors import MarkovError, PluginError
from markovpy.nodes.advice import Puzzle
from markovpy.nodes.discovery import advisers, plugin_failure

if TYPE_CHECKING:
    from markovpy.engine.grounding import Ground
    from markovpy.nodes.discovery import Found
    from markovpy.play.session import Session
    from markovpy.play.solution import Limits, Solution

Tell = Callable[[str], None]
"""Is given a line for the player before something takes seconds."""


def advised(
    session: Session, steps: Ground, limits: Limits, tell: Tell | None = None
) -> Solution | None:
    """Return how the first plugin that knows a game's sort of puzzle solves it; None for none.

    Plugins are imported, and asked, only where winning means that the grid is a given one.

    Args:
        session: The game, which is left as it is.
        steps: All that its moves can do.
        limits: When to give up.
        tell: Is given a line before something takes seconds.

    Raises:
        PluginError: The code of a plugin failed, or its moves do not win.
    """
    puzzle = _puzzle(session, steps, limits, tell)
    if puzzle is None:
        return None
    for found in advisers():
        solution = _asked(found, puzzle, session, limits)
        if solution is not None:
            return replace(solution, method=f"{found.name} plugin")
    return None


def _puzzle(session: Session, steps: Ground, limits: Limits, tell: Tell | None) -> Puzzle | None:
    """Return a game as plugins are shown it; None where no single grid is its goal."""
    game = session.game
    wins = game.parts.wins
    if len(wins) != 1 or not isinstance(wins[0], GridIs) or game.parts.losses:
        return None
    goal = game.state.start if wins[0].grid is None else wins[0].grid
    return Puzzle(
        steps.shape,
        steps.start,
        tuple(goal.reshape(-1).tolist()),
        steps.events,
        steps.steps,
        limits.limit,
        limits.memory,
        tell or (lambda line: None),
        lambda states: not limits.reached(states),
    )


def _asked(found: Found, puzzle: Puzzle, session: Session, limits: Limits) -> Solution | None:
    """Return what a plugin says, once its moves were tried.

    Raises:
        PluginError: Its code failed, or its moves do not win.
    """
    assert found.plugin is not None
    assert found.plugin.adviser is not None
    try:
        advice = found.plugin.adviser()(puzzle)
        if advice is None:
            return None
        if advice.impossible:
            return limits.ended("impossible", advice.impossible, advice.states)
        if limits.over and not advice.events:
            return limits.given_up(advice.states, advice.bound)
        solved = limits.solved(session, advice.events, advice.states)
    except MarkovError:
        raise
    except Exception as error:
        if error is limits.raised:
            raise
        failed = plugin_failure(found, "the adviser", error)
        raise PluginError([failed], session.compiled.checked.source) from error
    return replace(solved, fewest=solved.move_count == advice.bound, bound=advice.bound)
