"""What a plugin can say of a whole game: a puzzle of a sort that it knows how to solve."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from markovpy.engine.grounding import Step
from markovpy.model.events import Event


@dataclass(frozen=True)
class Puzzle:
    """A game that is won when its grid is a given one, and each move of which is one rule.

    Cells are numbered x fastest, then y, then z.

    Args:
        shape: The grid's ``(depth, height, width)``.
        start: The value of each cell now.
        goal: The value of each cell when the game is won.
        events: What ``Step.event`` numbers.
        steps: Each rule at each place where it can ever fit. Of an event's steps whose ``tests``
            (cells, and masks of the values that they may hold) fit, the one of lowest ``rank``
            makes its ``writes`` (cells and values); where none fits the event is no move.
        limit: States to look at, at most (about); None for as many as is sensible.
        memory: Bytes that the search may take (about).
        tell: Call it with a line for the player before something takes seconds.
        goes_on: Call it several times a second with the number of states looked at; where it
            says False, return at once with what is known by then.
    """

    shape: tuple[int, int, int]
    start: tuple[int, ...]
    goal: tuple[int, ...]
    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    limit: int | None
    memory: int
    tell: Callable[[str], None]
    goes_on: Callable[[int], bool]


@dataclass(frozen=True)
class Advice:
    """What a plugin knows of a puzzle.

    Args:
        events: Moves that win; none where it was stopped before any were found.
        bound: No win takes fewer moves.
        states: States that were looked at.
        impossible: Why it is proved that no moves win; empty where some do.
    """

    events: tuple[Event, ...] = ()
    bound: int = 0
    states: int = 0
    impossible: str = ""


Adviser: TypeAlias = Callable[[Puzzle], Advice | None]
"""Solves a puzzle; gives None for one of a sort that it does not know."""
