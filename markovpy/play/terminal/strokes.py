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


def draw_lines(pixels: NDArray[np.uint8], every: int, look: Look, scale: int) -> None:
    """Draw lines along the right and lower sides of cells, the last ones left out.

    Cells that are too small for lines get them as shades of every other block.
    """
    line = np.array(look.line_color)
    for axis in (pixels, pixels.transpose(1, 0, 2)):
        for border in range(1, axis.shape[0] // scale):
            is_thick = border % every == 0
            end = border * scale
            if scale < SMALLEST_FRAMED:
                if border // every % 2 and every > 1:
                    _blend(axis[end : end + scale], line, 0.12)
            elif is_thick and every > 1:
                axis[end - max(1, scale // 7) : end] = line
            else:
                _blend(axis[end - 1 : end], line, _THIN if every > 1 else 1)


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


def draw_mark(
    pixels: NDArray[np.uint8],
    cell: tuple[int, int],
    fill: RGB | None,
    frame: RGB | None,
    scale: int,
) -> None:
    """Fill a cell, and draw a frame along its sides.

    Args:
        pixels: Where to draw, ``(y, x, 3)``.
        cell: x and y.
        fill: A colour to fill it with; None to leave it.
        frame: A colour for the frame; None for no frame.
        scale: Pixels a cell.
    """
    x, y = cell[0] * scale, cell[1] * scale
    square = pixels[y : y + scale, x : x + scale]
    if fill is not None:
        square[:] = fill
    if frame is None:
        return
    if scale < SMALLEST_FRAMED:
        _blend(square, np.array(frame), 0.5)
        return
    thickness = max(1, scale // 12)
    square[:thickness] = square[-thickness:] = frame
    square[:, :thickness] = square[:, -thickness:] = frame


def _blend(pixels: NDArray[np.uint8], color: NDArray[np.int_], part: float) -> None:
    pixels[:] = (pixels * (1 - part) + color * part).astype(np.uint8)
