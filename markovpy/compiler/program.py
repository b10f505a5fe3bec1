"""What checking gives, and what it is given besides the program."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from markovpy.errors import Diagnostic
    from markovpy.model.alphabet import Alphabet
    from markovpy.nodes.kind import CheckedNode, Stage
    from markovpy.source import Source


@dataclass(frozen=True)
class Settings:
    """What overrides the program's own header.

    Args:
        size: ``(width, height, depth)`` in cells; None for the program's.
        names: Values for its ``let`` names.
        start: Values or symbols to start from, shape ``(depth, height, width)``.
    """

    size: tuple[int, int, int] | None = None
    names: Mapping[str, float] = field(default_factory=dict)
    start: NDArray[np.uint8] | str | None = None


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
        lines: Every how many cells a thick line is drawn; 0 for no lines.
    """

    colors: Mapping[str, tuple[int, int, int]] = field(default_factory=dict)
    glyphs: bool = False
    lines: int = 0


@dataclass(frozen=True)
class Checked:
    """A program of which everything is known to be right.

    Args:
        source: Its text.
        shape: The grid's ``(depth, height, width)``.
        alphabet: The grid's values.
        start: The values to start from, shape as ``shape``; None for all first values.
        puts: What is placed then, in order.
        nodes: Its nodes.
        appearance: How its pictures look.
        about: ``title``, ``author`` and ``about``, as far as given.
        names: The values of its ``let`` names.
        stages: The grids that it goes through, its own first.
        warnings: What is odd but can run.
    """

    source: Source
    shape: tuple[int, int, int]
    alphabet: Alphabet
    start: NDArray[np.uint8] | None
    puts: tuple[Put, ...]
    nodes: tuple[CheckedNode, ...]
    appearance: Appearance
    about: Mapping[str, str]
    names: Mapping[str, float]
    stages: tuple[Stage, ...]
    warnings: tuple[Diagnostic, ...]
