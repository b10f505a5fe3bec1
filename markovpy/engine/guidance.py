"""What steers a node, as it is written: fields, observations, and how solutions are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markovpy.engine.field import FieldRule


@dataclass(frozen=True)
class Observation:
    """What is to become of the cells that hold a value.

    Args:
        value: The value that marks the cells; it must be present.
        start: The value they get before anything happens.
        goal: The mask of the values they may hold in the end.
    """

    value: int
    start: int
    goal: int


@dataclass(frozen=True)
class SearchRule:
    """How solutions are looked for.

    Args:
        limit: How many states a try may keep; -1 for any number. With a limit there are
            twenty tries.
        depth: What a turn made counts against the turns still expected; below 0 the deepest
            state comes first.
        stops: Whether the node ends where nothing is found; else it goes on at random.
    """

    limit: int
    depth: float
    stops: bool


@dataclass(frozen=True)
class Guidance:
    """What steers a node.

    Args:
        shape: The grid's ``(depth, height, width)``.
        values: How many values the grid knows.
        fields: Distances that matches follow.
        observations: What is to be in the end.
        temperature: How far the choice strays from the best match; 0 for not at all.
        search: How a solution is looked for; None for following estimates.
        simultaneous: Whether a turn applies all matches.
        symbols: How the values are written, for notes.
    """

    shape: tuple[int, int, int]
    values: int
    fields: tuple[FieldRule, ...]
    observations: tuple[Observation, ...]
    temperature: float
    search: SearchRule | None
    simultaneous: bool
    symbols: str
