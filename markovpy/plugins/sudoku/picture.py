"""Boards as pictures: digits, thick lines around boxes, givens apart from what was filled in."""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from markovpy.plugins.sudoku.files.puzzle import EMPTY
from markovpy.render.glyphs import stamp

if TYPE_CHECKING:
    from markovpy.plugins.sudoku.shape import Shape

PAPER, GIVEN_PAPER, INK, ENTRY, LINE, CONFLICT = range(6)
COLORS = (
    *((255, 255, 255), (226, 229, 235), (24, 26, 32)),
    *((34, 87, 200), (150, 155, 165), (214, 40, 40)),
)
"""The colours of a picture, by the values that its pixels have."""

SCALE = 44
SMALLEST_SCALE = 12
_GLYPH = 0.8


def board_picture(
    givens: str,
    cells: str,
    shape: Shape,
    conflicts: Collection[int] = (),
    scale: int = SCALE,
) -> Image.Image:
    """Return a board as a picture of mode P.

    Args:
        givens: The puzzle, as in :attr:`.Puzzle.cells`; its digits stand on a shade.
        cells: What is drawn: the puzzle, or a solution of it.
        shape: The board's.
        conflicts: Numbers of cells whose digits are drawn in red.
        scale: Pixels a cell, at least :data:`SMALLEST_SCALE`.
    """
    side = shape.side
    columns, rows = _lines(side, shape.box_width, scale), _lines(side, shape.box_height, scale)
    pixels = np.full((rows[-1][1], columns[-1][1]), LINE, np.uint8)
    for begin, end in columns[:: shape.box_width]:
        pixels[:, begin:end] = INK
    for begin, end in rows[:: shape.box_height]:
        pixels[begin:end] = INK
    glyph = round(scale * _GLYPH)
    margin = (scale - glyph) // 2
    for number, digit in enumerate(cells):
        y, x = rows[number // side][1], columns[number % side][1]
        given = givens[number] != EMPTY
        pixels[y : y + scale, x : x + scale] = GIVEN_PAPER if given else PAPER
        if digit != EMPTY:
            y, x = y + margin, x + margin
            color = CONFLICT if number in conflicts else INK if given else ENTRY
            pixels[y : y + glyph, x : x + glyph][stamp(digit, glyph)] = color
    image = Image.fromarray(pixels)
    image.putpalette([level for color in COLORS for level in color])
    return image


def _lines(side: int, box: int, scale: int) -> list[tuple[int, int]]:
    """Return first and last pixel (the latter not included) of the lines around cells."""
    thin, thick = max(1, scale // 40), max(3, scale // 14)
    widths = [thin if place % box else thick for place in range(side + 1)]
    ends = list(accumulate(width + (scale if place else 0) for place, width in enumerate(widths)))
    return [(end - width, end) for end, width in zip(ends, widths)]
