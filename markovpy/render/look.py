"""How grids are drawn: colours, cell size, lines, and how the third dimension is shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from markovpy.model.palette import RGB
from markovpy.render.dress import (
    BLACK,
    MOST_COLORS,
    SMALLEST_DRESSED_CELL,
    WHITE,
    Dress,
    Paint,
    mean_colors,
    paint,
)
from markovpy.render.isometric import isometric_size
from markovpy.render.shades import face_colors

Grid = NDArray[np.uint8]
"""Values, ``(height, width)`` or ``(depth, height, width)``, C order, y down, z up."""

View: TypeAlias = Literal["isometric", "layers"]
"""How a 3-D grid is drawn: as blocks seen from above, or layer beside layer."""

LONGEST_SIDE = 720
"""Pixels that the longer side of a picture has at most, unless a scale is given."""
LARGEST_CELL = 48
"""Pixels that a cell has at most, unless a scale is given."""
SMALLEST_GLYPH_CELL = 8
"""Pixels a cell needs for its symbol to be drawn in it."""
SMALLEST_LINED_CELL = 4
"""Pixels a cell needs for lines to be drawn between cells."""

GAP_COLOR: RGB = (72, 72, 80)
"""Between the layers of a 3-D grid, and around a grid that is smaller than its canvas."""
_DARK_LINE: RGB = (58, 58, 66)
_LIGHT_LINE: RGB = (168, 168, 178)


@dataclass(frozen=True)
class Look:
    """How the cells of a program are drawn.

    Args:
        colors: One colour a value.
        symbols: One character a value.
        glyphs: Whether each cell shows its symbol (cells of 8 pixels and more).
        lines: Cells between thick upright lines, thin ones between all cells; 0 draws none.
        scale: Pixels a cell (the upright side of a block); None fits each picture, see
            :meth:`fit`.
        view: How grids of three dimensions are drawn. Blocks have neither glyphs nor lines.
        dress: What flat cells show besides a colour; the grids then hold cell numbers (see
            :mod:`~markovpy.render.dress`), of which the values are the first.
        lines_down: Cells between thick level lines; 0 for as many as between upright ones.
        texts: One or two characters a value, its glyph; none where all are the symbols.
    """

    colors: tuple[RGB, ...]
    symbols: str
    glyphs: bool = False
    lines: int = 0
    scale: int | None = None
    view: View = "isometric"
    dress: Dress | None = None
    lines_down: int = 0
    texts: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if len(self.colors) != len(self.symbols):
            raise ValueError(f"{len(self.colors)} colours for {len(self.symbols)} symbols")
        if min(self.lines, self.lines_down) < 0 or (self.scale is not None and self.scale < 1):
            raise ValueError("lines must be at least 0 and scale at least 1")

    def fit(self, shape: tuple[int, ...], longest: int = LONGEST_SIDE) -> Look:
        """Return the look with a scale: its own, else one for grids of this shape.

        Args:
            shape: ``(height, width)`` or ``(depth, height, width)``.
            longest: Pixels that the longer side of the picture may have; the scale is the
                largest that keeps to it, from 1 to 48, for blocks an even one from 4 on.
        """
        return replace(self, scale=self.scale_for(shape, longest))

    def scale_for(self, shape: tuple[int, ...], longest: int = LONGEST_SIDE) -> int:
        """Return the pixels a cell that :meth:`fit` chooses."""
        if self.scale is not None:
            return self.scale
        if not self.shows_blocks(shape):
            cut = self.dress is not None and self.dress.pieces
            largest = longest if cut else LARGEST_CELL
            return max(1, min(largest, longest // max(arrange(shape).size)))
        crisp = (*range(LARGEST_CELL, 3, -2), 3, 2)
        return next((s for s in crisp if max(isometric_size(shape, s)) <= longest), 1)

    def shows_blocks(self, shape: tuple[int, ...]) -> bool:
        """Return whether grids of this shape are drawn as blocks."""
        return len(shape) == 3 and self.view == "isometric"

    def colors_for(self, shape: tuple[int, ...]) -> tuple[RGB, ...]:
        """Return the colours by pixel value of the pictures of grids of this shape."""
        if self.shows_blocks(shape):
            return face_colors(self.colors)
        painted = self.painted(shape, MOST_COLORS)
        return self.picture_colors if painted is None else painted.colors

    def painted(self, shape: tuple[int, ...], most: int | None) -> Paint | None:
        """Return the cells of pictures of grids of this shape; None where they are colours.

        Args:
            shape: ``(height, width)`` or ``(depth, height, width)``.
            most: How many colours there may be; None for as many as they have.
        """
        scale = self.scale_for(shape)
        if self.dress is None or scale < SMALLEST_DRESSED_CELL or self.shows_blocks(shape):
            return None
        return paint(replace(self, scale=scale), self.dress, most)

    @property
    def cell_colors(self) -> tuple[RGB, ...]:
        """One colour for each number that a flat grid can hold."""
        return self.picture_colors if self.dress is None else mean_colors(self, self.dress)

    def glyph(self, value: int) -> str:
        """Return what is written into a value's cells."""
        return self.texts[value] if self.texts else self.symbols[value]

    def shows_glyphs(self, scale: int) -> bool:
        """Return whether cells of so many pixels show their symbol."""
        return self.glyphs and scale >= SMALLEST_GLYPH_CELL

    def margin_for(self, shape: tuple[int, ...]) -> int:
        """Return the pixel value of what is around a picture of a grid of this shape."""
        return 0 if self.shows_blocks(shape) else self.gap

    @property
    def line_color(self) -> RGB:
        """The colour of lines: one that shows on the first value's colour."""
        return _LIGHT_LINE if luminance(self.colors[0]) < 0.18 else _DARK_LINE

    @property
    def picture_colors(self) -> tuple[RGB, ...]:
        """The colours by pixel value of flat pictures.

        First those of the values, then gap, line, black, white.
        """
        return (*self.colors, GAP_COLOR, self.line_color, BLACK, WHITE)

    @property
    def gap(self) -> int:
        """The pixel value of gaps and margins."""
        return len(self.colors)

    @property
    def line(self) -> int:
        """The pixel value of lines."""
        return len(self.colors) + 1

    def ink(self, value: int) -> int:
        """Return the pixel value, black or white, that contrasts with a value's colour."""
        return len(self.colors) + (2 if self.ink_on(self.colors[value]) == BLACK else 3)

    def ink_on(self, color: RGB) -> RGB:
        """Return the colour, black or white, that contrasts with another one."""
        return BLACK if luminance(color) > 0.179 else WHITE


def luminance(color: RGB) -> float:
    """Return the relative luminance of a colour, 0 (black) to 1 (white).

    Source: WCAG 2.1. Above 0.179 black contrasts more than white does.
    """
    linear = [
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (channel / 255 for channel in color)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@dataclass(frozen=True)
class Arrangement:
    """Where the layers of a grid lie on the plane, in cells.

    Layer 0 (z = 0) comes first, the others follow to the right, in rows that keep the whole
    near a square, one cell of gap between neighbours. A 2-D grid is one layer.
    """

    depth: int
    height: int
    width: int
    columns: int

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole."""
        rows = -(-self.depth // self.columns)
        return self.columns * (self.width + 1) - 1, rows * (self.height + 1) - 1

    def corners(self) -> Iterator[tuple[int, int]]:
        """Yield x and y of the top left cell of each layer."""
        for z in range(self.depth):
            row, column = divmod(z, self.columns)
            yield column * (self.width + 1), row * (self.height + 1)

    def flatten(self, grid: Grid, gap: int) -> Grid:
        """Return the grid's layers as one 2-D array, its gaps filled with a value.

        Args:
            grid: Its shape must be the one arranged.
            gap: The value of cells that belong to no layer.
        """
        if grid.ndim == 2:
            return grid
        width, height = self.size
        cells = np.full((height, width), gap, np.uint8)
        for layer, (x, y) in zip(grid, self.corners(), strict=True):
            cells[y : y + self.height, x : x + self.width] = layer
        return cells


def arrange(shape: tuple[int, ...]) -> Arrangement:
    """Return where the layers of a grid lie: nearest to a square, least space wasted.

    Args:
        shape: ``(height, width)`` or ``(depth, height, width)``.
    """
    height, width = shape[-2:]
    depth = shape[0] if len(shape) == 3 else 1

    def badness(arrangement: Arrangement) -> tuple[int, int]:
        return max(arrangement.size), -(-depth // arrangement.columns)

    return min(
        (Arrangement(depth, height, width, columns) for columns in range(1, depth + 1)),
        key=badness,
    )
