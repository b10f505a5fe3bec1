"""Lines between cells, edges and frames, drawn into the pixels of a board."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from markovpy.model.palette import RGB
from markovpy.render.look import Look

SMALLEST_FRAMED = 4
"""Pixels a cell needs for lines and frames; smaller ones are shaded."""
_THIN = 0.3
_FAINT = 0.15
_SHADE = 0.12
_SEAM = 0.4


def lines_of(look: Look) -> tuple[int, int] | None:
    """Return the cells between thick lines, upright and level ones; None where none are drawn."""
    return (look.lines, look.lines_down or look.lines) if look.lines else None


def draw_lines(pixels: NDArray[np.uint8], every: tuple[int, int], look: Look, scale: int) -> None:
    """Draw lines along the right and lower sides of cells, the last ones left out.

    Cells that are too small for lines get them as shades of every other block.

    Args:
        pixels: Where to draw, ``(y, x, 3)``.
        every: The cells between thick lines, upright and level ones.
        look: How they are drawn.
        scale: Pixels a cell.
    """
    line = np.array(look.line_color)
    for axis, cells in zip((pixels.transpose(1, 0, 2), pixels), every):
        for border in range(1, axis.shape[0] // scale):
            end = border * scale
            if scale < SMALLEST_FRAMED:
                if border // cells % 2 and cells > 1:
                    _blend(axis[end : end + scale], line, _SHADE)
            elif border % cells == 0 and cells > 1:
                axis[end - max(1, scale // 7) : end] = line
            else:
                _blend(axis[end - 1 : end], line, _THIN if cells > 1 else 1)


def draw_edges(
    pixels: NDArray[np.uint8], numbers: NDArray[np.uint8], values: int, look: Look
) -> None:
    """Draw a faint edge between neighbours that look alike, so that they can be counted.

    The ground, sprites, and pieces of a picture get none.

    Args:
        pixels: Where to draw, ``(y, x, 3)``.
        numbers: What the cells show, ``(height, width)``.
        values: How many values the grid has.
        look: A look with a scale.
    """
    dress, scale = look.dress, look.scale or 1
    for number in np.unique(numbers).tolist():
        if number >= len(look.symbols) or number % values == 0:
            continue
        if dress is not None and dress.costumes[number].pictures:
            continue
        color = np.array(look.ink_on(look.colors[number]))
        alike = numbers == number
        for y, x in np.argwhere(alike[:, :-1] & alike[:, 1:]).tolist():
            _blend(pixels[y * scale : (y + 1) * scale, (x + 1) * scale - 1], color, _FAINT)
        for y, x in np.argwhere(alike[:-1] & alike[1:]).tolist():
            _blend(pixels[(y + 1) * scale - 1, x * scale : (x + 1) * scale], color, _FAINT)


def draw_seams(pixels: NDArray[np.uint8], scale: int) -> None:
    """Draw where the pieces of a picture meet.

    Args:
        pixels: Where to draw, ``(y, x, 3)``.
        scale: Pixels a cell.
    """
    black = np.zeros(3, np.int_)
    for axis in (pixels, pixels.transpose(1, 0, 2)):
        for end in range(scale, axis.shape[0], scale):
            _blend(axis[end - 1 : end], black, _SEAM)


def draw_fill(
    pixels: NDArray[np.uint8], cell: tuple[int, int], color: RGB | None, scale: int
) -> None:
    """Fill a cell, at x and y, with a colour, if there is one."""
    if color is not None:
        _square(pixels, cell, scale)[:] = color


def draw_frame(
    pixels: NDArray[np.uint8],
    cell: tuple[int, int],
    color: RGB | None,
    scale: int,
    part: float = 0.5,
) -> None:
    """Draw a frame along the sides of a cell, at x and y, if there is a colour for it.

    Args:
        pixels: Where to draw, ``(y, x, 3)``.
        cell: x and y.
        color: The colour.
        scale: Pixels a cell.
        part: How much of it a cell takes on that is too small for a frame.
    """
    if color is None:
        return
    square = _square(pixels, cell, scale)
    if scale < SMALLEST_FRAMED:
        _blend(square, np.array(color), part)
        return
    thickness = max(1, scale // 12)
    square[:thickness] = square[-thickness:] = color
    square[:, :thickness] = square[:, -thickness:] = color


def _square(pixels: NDArray[np.uint8], cell: tuple[int, int], scale: int) -> NDArray[np.uint8]:
    x, y = cell[0] * scale, cell[1] * scale
    return pixels[y : y + scale, x : x + scale]


def _blend(pixels: NDArray[np.uint8], color: NDArray[np.int_], part: float) -> None:
    pixels[:] = (pixels * (1 - part) + color * part).astype(np.uint8)
