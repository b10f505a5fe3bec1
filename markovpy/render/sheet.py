"""A contact sheet: many small pictures, each with a word under it, in exact colours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from markovpy.model.palette import RGB
from markovpy.render.glyphs import text_stamp
from markovpy.render.look import Grid
from markovpy.render.picture import image_of

PAPER: RGB = (44, 46, 53)
INK: RGB = (222, 222, 214)
FAULT: RGB = (255, 92, 87)
GAP = 10
"""Pixels between pictures, and around all."""
LABEL_SIZE = 13
LABEL_GAP = 4
SHEET_SIDE = 1600
_TILE_SIDES = (48, 360)
_MOST_COLORS = 256


@dataclass(frozen=True)
class Tile:
    """A picture of a sheet.

    Args:
        label: What is written under it.
        pixels: Indices into the colours; None for a picture that could not be made.
        colors: Its colours.
    """

    label: str
    pixels: Grid | None = None
    colors: tuple[RGB, ...] = ()


def tile_side(count: int) -> int:
    """Return how many pixels the longer side of each of so many pictures should have."""
    low, high = _TILE_SIDES
    return max(low, min(high, int(SHEET_SIDE / count**0.5)))


def sheet_size(count: int, width: int, height: int) -> tuple[int, int, int]:
    """Return columns, width and height of a sheet of pictures of one size.

    The columns are those that bring the whole nearest to a square, with few empty places.
    """

    def whole(columns: int) -> tuple[int, int, int]:
        rows = -(-count // columns)
        deep = height + LABEL_GAP + LABEL_SIZE
        return columns, columns * (width + GAP) + GAP, rows * (deep + GAP) + GAP

    candidates = (whole(columns) for columns in range(1, count + 1))
    return min(candidates, key=lambda size: (max(size[1:]), size[0] * -(-count // size[0])))


def sheet(tiles: Sequence[Tile]) -> Image.Image:
    """Return pictures as one: of mode P where 256 colours are enough, else RGB.

    Args:
        tiles: At least one.
    """
    labels = [text_stamp(tile.label, LABEL_SIZE) for tile in tiles]
    sizes = [tile.pixels.shape for tile in tiles if tile.pixels is not None] or [(48, 48)]
    height = max(size[0] for size in sizes)
    widest = max(size[1] for size in sizes)
    width = max(widest, *(label.shape[1] for label in labels))
    columns, whole_width, whole_height = sheet_size(len(tiles), width, height)
    colors = list(dict.fromkeys([PAPER, INK, FAULT, *(c for tile in tiles for c in tile.colors)]))
    number = {color: index for index, color in enumerate(colors)}
    drawn = np.zeros((whole_height, whole_width), np.uint16)
    for place, (tile, label) in enumerate(zip(tiles, labels, strict=True)):
        row, column = divmod(place, columns)
        left = GAP + column * (width + GAP)
        top = GAP + row * (height + LABEL_GAP + LABEL_SIZE + GAP)
        if tile.pixels is None:
            shown = _cross(min(height, widest)) * np.uint16(number[FAULT])
        else:
            shown = np.array([number[color] for color in tile.colors], np.uint16)[tile.pixels]
        _paste(drawn, shown, left + (width - shown.shape[1]) // 2, top + height - shown.shape[0])
        ink = number[FAULT if tile.pixels is None else INK]
        text = label * np.uint16(ink)
        _paste(drawn, text, left + (width - text.shape[1]) // 2, top + height + LABEL_GAP)
    if len(colors) <= _MOST_COLORS:
        return image_of(drawn.astype(np.uint8), colors)
    return Image.fromarray(np.array(colors, np.uint8)[drawn])


def _paste(drawn: NDArray[np.uint16], part: NDArray[np.uint16], left: int, top: int) -> None:
    drawn[top : top + part.shape[0], left : left + part.shape[1]] = part


def _cross(side: int) -> NDArray[np.bool_]:
    """Return a square with a cross in its middle."""
    y, x = np.indices((side, side)) - side // 2
    inked: NDArray[np.bool_] = ((abs(x - y) < 2) | (abs(x + y) < 2)) & (abs(x) < side // 4)
    return inked
