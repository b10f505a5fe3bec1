"""What checking gives, and what it is given besides the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from markovpy.compiler.context import Goal, Reading
    from markovpy.compiler.grids import Cells
    from markovpy.engine.conditions import Condition
    from markovpy.engine.parts import Status
    from markovpy.errors import Diagnostic
    from markovpy.model.alphabet import Alphabet
    from markovpy.model.level import Level
    from markovpy.nodes.checked import CheckedNode
    from markovpy.nodes.kind import Stage
    from markovpy.source import Source, Span


@dataclass(frozen=True)
class Settings:
    """What overrides the program's own header.

    Args:
        size: ``(width, height, depth)`` in cells; None for the program's.
        names: Values for its ``let`` names.
        start: Values or symbols to start from, shape ``(depth, height, width)``.
        level: The number of the level to start from, from 1.
        levels: Levels in place of the program's own; None for those.
    """

    size: tuple[int, int, int] | None = None
    names: Mapping[str, float] = field(default_factory=dict)
    start: NDArray[np.uint8] | str | None = None
    level: int = 1
    levels: tuple[Level, ...] | None = None


@dataclass(frozen=True)
class Put:
    """A symbol to be placed before the first turn.

    Args:
        value: The value to write.
        cells: The cells to write, as indices; None for one drawn by ``Next(cells)``.
    """

    value: int
    cells: tuple[int, ...] | None


@dataclass(frozen=True)
class Appearance:
    """How the program wants its pictures.

    Args:
        colors: RGB by symbol, where it differs from the default palette.
        glyphs: Whether the symbols are drawn in their cells.
        lines: Every how many cells a thick upright line is drawn; 0 for no lines.
        on_goals: RGB by the symbols of a value and of the goal that it lies on.
        sprites: Pictures, ``(height, width, 4)``, by the symbols of a value and of the goal that
            it lies on; without a goal for the value anywhere, without a value for the goal.
        tiles: A picture that is cut into the grid's cells; None for none.
        lines_down: Every how many cells a thick level line is; 0 as for upright ones.
        characters: The legend's character, its first one, by a value and the bits of goals.
    """

    colors: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    glyphs: bool = False
    lines: int = 0
    on_goals: Mapping[tuple[str, str], tuple[int, int, int]] = field(default_factory=dict)
    sprites: Mapping[tuple[str, str], NDArray[np.uint8]] = field(default_factory=dict)
    tiles: NDArray[np.uint8] | None = None
    lines_down: int = 0
    characters: Mapping[tuple[int, int], str] = field(default_factory=dict)


@dataclass(frozen=True)
class CheckedReaction:
    """What one ``on`` block does at one event.

    Args:
        trigger: The event, see :attr:`~markovpy.model.events.Event.trigger`.
        nodes: The nodes of its block, turned to the event.
        span: Where the block's head stands.
    """

    trigger: str
    nodes: tuple[CheckedNode, ...]
    span: Span


@dataclass(frozen=True)
class CheckedGame:
    """What a program that is played consists of, besides what runs before the input point.

    Args:
        responders: What answers events, in source order: what ``on`` blocks do, and nodes that
            take events themselves.
        answer: What runs after each move.
        endings: What runs when the game is won or lost.
        wins: A game in which one of these conditions holds is won.
        losses: A game in which one of these holds, and none of the others, is lost.
        settled: What values become at the input point: the new value, and a goal's bit.
    """

    responders: tuple[CheckedReaction | CheckedNode, ...]
    answer: tuple[CheckedNode, ...]
    endings: Mapping[Status, tuple[CheckedNode, ...]]
    wins: tuple[Condition, ...]
    losses: tuple[Condition, ...]
    settled: Mapping[int, tuple[int, int]]

    @property
    def nodes(self) -> tuple[CheckedNode, ...]:
        """All its nodes."""
        found: list[CheckedNode] = []
        for part in self.responders:
            found += part.nodes if isinstance(part, CheckedReaction) else (part,)
        for ending in self.endings.values():
            found += ending
        return (*found, *self.answer)


@dataclass(frozen=True)
class CheckedLevel:
    """What is known of one of a program's levels before it is played.

    Args:
        title: Its title; empty for none.
        author: Who made it; empty where that is not said.
        shape: Its ``(depth, height, width)``.
        layers: Its rows as they are written, the lowest layer first.
        xsb: The rows in the symbols of XSB; empty where it is no level of Sokoban.
        faults: Why it cannot be won as it stands, as warnings.
    """

    title: str
    author: str
    shape: tuple[int, int, int]
    layers: tuple[tuple[str, ...], ...]
    xsb: tuple[str, ...]
    faults: tuple[Diagnostic, ...]


@dataclass(frozen=True)
class Checked:
    """A program of which everything is known to be right.

    Args:
        source: Its text.
        shape: The grid's ``(depth, height, width)``.
        alphabet: The grid's values.
        start: What to start from, shape as ``shape``; None for all first values.
        goals: Its goals by their symbol.
        legend: What characters of levels stand for, where not for themselves.
        levels: Its levels; empty where it has none.
        tick: How often a second it wants to be told that time passes.
        game: How it is played; None for a program that is not.
        puts: What is placed then, in order.
        nodes: Its nodes; in a game those before the input point.
        appearance: How its pictures look.
        about: ``title``, ``author`` and ``about``, as far as given.
        names: The values of its ``let`` names.
        stages: The grids that it goes through, its own first.
        warnings: What is odd but can run, and notes, the faults of all levels among them.
    """

    source: Source
    shape: tuple[int, int, int]
    alphabet: Alphabet
    start: Cells | None
    goals: Mapping[str, Goal]
    legend: Mapping[str, Reading]
    levels: tuple[CheckedLevel, ...]
    tick: float
    game: CheckedGame | None
    puts: tuple[Put, ...]
    nodes: tuple[CheckedNode, ...]
    appearance: Appearance
    about: Mapping[str, str]
    names: Mapping[str, float]
    stages: tuple[Stage, ...]
    warnings: tuple[Diagnostic, ...]
