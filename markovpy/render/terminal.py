"""A small picture of a grid for the terminal."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from markovpy.render.isometric import isometric_pixels
from markovpy.render.look import Grid, Look, arrange

UPPER_HALF = "▀"
"""The one character beyond ASCII that :func:`preview` prints."""

_RESET = "\x1b[0m"
_NO_BACKGROUND = "\x1b[49m"


def preview(grid: Grid, look: Look, columns: int, rows: int, *, plain: bool = False) -> str:
    """Return a grid as lines for the terminal, sampled down where it does not fit.

    Args:
        grid: Values, ``(height, width)`` or ``(depth, height, width)``. A 3-D grid is drawn as
            the look's view says, without colour always as layers side by side.
        look: Its colours, symbols and view are used.
        columns: Characters that a line may have, at least 1.
        rows: Lines there may be, at least 1.
        plain: Print ASCII symbols (``?`` for others) without colour, a character a cell; else
            half blocks in 24-bit colour, a character two cells, colours reset at each line end.
    """
    colors = look.cell_colors
    if look.shows_blocks(grid.shape) and not plain:
        colors = look.colors_for(grid.shape)
        scale = replace(look, scale=None).scale_for(grid.shape, min(columns, rows * 2))
        cells = isometric_pixels(grid, scale)
    else:
        cells = arrange(grid.shape).flatten(grid, look.gap)
    if plain:
        letters = [symbol if symbol.isascii() else "?" for symbol in look.symbols] + [" "]
        letters += " " * (len(colors) - len(letters))
        sampled = _sample(cells, columns, rows)
        return "\n".join("".join(letters[value] for value in row) for row in sampled.tolist())
    sampled = _sample(cells, columns, rows * 2)
    foregrounds = [f"\x1b[38;2;{r};{g};{b}m" for r, g, b in colors]
    backgrounds = [f"\x1b[48;2;{r};{g};{b}m" for r, g, b in colors]
    lines = []
    for y in range(0, len(sampled), 2):
        tops = [foregrounds[value] for value in sampled[y]]
        if y + 1 < len(sampled):
            bottoms = [backgrounds[value] for value in sampled[y + 1]]
        else:
            bottoms = [_NO_BACKGROUND] * len(tops)
        lines.append(_half_blocks(tops, bottoms))
    return "\n".join(lines)


def _sample(cells: Grid, columns: int, rows: int) -> Grid:
    """Return the cells shrunk, in proportion, to at most so many columns and rows."""
    height, width = cells.shape
    if width <= columns and height <= rows:
        return cells
    if width * rows >= height * columns:
        new_width, new_height = columns, max(1, height * columns // width)
    else:
        new_width, new_height = max(1, width * rows // height), rows
    ys = (2 * np.arange(new_height) + 1) * height // (2 * new_height)
    xs = (2 * np.arange(new_width) + 1) * width // (2 * new_width)
    return cells[np.ix_(ys, xs)]


def _half_blocks(tops: list[str], bottoms: list[str]) -> str:
    """Return a line of half blocks, colours set only where they change."""
    parts: list[str] = []
    foreground = background = ""
    for top, bottom in zip(tops, bottoms, strict=True):
        if top != foreground:
            parts.append(top)
        if bottom != background:
            parts.append(bottom)
        foreground, background = top, bottom
        parts.append(UPPER_HALF)
    return "".join(parts) + _RESET
