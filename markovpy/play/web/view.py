"""A session as data that a page can draw: cells, the sheet of their pictures, marks."""

from __future__ import annotations

import io
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from PIL import Image

from markovpy.api.looks import takes_picture
from markovpy.render.dress import MOST_COLORS, middle
from markovpy.render.look import arrange
from markovpy.render.picture import picture

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from markovpy.engine.interactive import Mark
    from markovpy.model.palette import RGB
    from markovpy.play.session import Session
    from markovpy.render.look import Look

SMALLEST_CELL, LARGEST_CELL = 4, 512
LARGEST_SHEET = 32_000_000
"""Pixels of a sheet; cells get smaller where there would be more."""
WHOLE_SIDE = 360


def board(session: Session) -> dict[str, Any]:
    """Return what there is to draw.

    ``cells`` are numbers of cells on the sheet, row by row; the layers of a 3-D grid lie side by
    side. ``values`` are what is there whatever it looks like: a page can tell from them what
    moved where.
    """
    look = session.look()
    arrangement = arrange(session.grid.shape)
    cells = arrangement.flatten(session.shown, look.gap)
    values = arrangement.flatten(session.grid, len(session.symbols))
    count = _count(look)
    return {
        "width": cells.shape[1],
        "height": cells.shape[0],
        "cells": cells.reshape(-1).tolist(),
        "values": values.reshape(-1).tolist(),
        "kinds": len(look.colors),
        "lines": [look.lines, look.lines_down or look.lines] if look.lines else None,
        "line": _css(look.line_color),
        "sheet": {"cells": count, "columns": _columns(count)},
        "marks": list(_marks(session.marks, look, cells)),
    }


def sheet(session: Session, scale: int) -> Image.Image:
    """Return a picture of each cell number, row by row.

    Args:
        session: The game.
        scale: Pixels a cell; taken as near as there is room.
    """
    look = session.look()
    count = _count(look)
    room = math.isqrt(LARGEST_SHEET // count)
    scale = max(SMALLEST_CELL, min(scale, LARGEST_CELL, room))
    columns = _columns(count)
    places = np.arange(columns * -(-count // columns)).reshape(-1, columns)
    kind = np.uint8 if count <= MOST_COLORS else np.uint16
    numbers: NDArray[Any] = np.minimum(places, count - 1).astype(kind)
    return picture(numbers, replace(look, lines=0, scale=scale))


def whole(session: Session) -> Image.Image | None:
    """Return the picture that is cut into the cells, as it is when the puzzle is done."""
    dress = session.look().dress
    if dress is None or dress.picture is None or dress.homes is None:
        return None
    rows, columns = dress.homes.shape
    image = Image.fromarray(dress.picture)
    box = middle(image.size, (columns, rows))
    factor = WHOLE_SIDE / max(rows, columns)
    size = (round(columns * factor), round(rows * factor))
    cut = image.resize(size, Image.Resampling.LANCZOS, box)
    drawn = Image.new("RGB", size)
    drawn.paste(cut, (0, 0), cut)
    return drawn


def png(image: Image.Image) -> bytes:
    """Return a picture as a PNG file, made fast rather than small."""
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=1)
    return file.getvalue()


def clicked(session: Session, column: int, row: int) -> tuple[int, ...] | None:
    """Return the cell of the grid at a cell of the drawn plane; None where there is none."""
    arrangement = arrange(session.grid.shape)
    for z, (left, top) in enumerate(arrangement.corners()):
        x, y = column - left, row - top
        if 0 <= x < arrangement.width and 0 <= y < arrangement.height:
            return (x, y) if arrangement.depth == 1 else (x, y, z)
    return None


def placed(session: Session, cell: tuple[int, ...]) -> tuple[int, int]:
    """Return column and row of the drawn plane at which a cell of the grid is."""
    corners = list(arrange(session.grid.shape).corners())
    left, top = corners[cell[2] if len(cell) > 2 else 0]
    return left + cell[0], top + cell[1]


def has_picture(session: Session) -> bool:
    """Return whether a picture is cut into the cells."""
    dress = session.look().dress
    return dress is not None and dress.pieces > 0


def takes_pictures(session: Session) -> bool:
    """Return whether pictures of one's own can be cut into the cells."""
    return has_picture(session) or takes_picture(session.compiled.checked)


def _count(look: Look) -> int:
    """Return how many numbers a cell can have."""
    extra = 1 if look.dress is None else 4 + look.dress.pieces
    return len(look.colors) + extra


def _columns(count: int) -> int:
    return math.isqrt(count - 1) + 1


def _marks(marks: Iterable[Mark], look: Look, cells: NDArray[np.uint8]) -> Iterable[dict[str, Any]]:
    """Yield marks as data; each text has a colour that shows."""
    if not marks:
        return
    colors = look.cell_colors
    for mark in marks:
        if not (0 <= mark.x < cells.shape[1] and 0 <= mark.y < cells.shape[0]):
            continue
        ground = mark.fill or colors[int(cells[mark.y, mark.x])]
        yield {
            "x": mark.x,
            "y": mark.y,
            "text": mark.text,
            "place": mark.place,
            "color": _css(mark.color or look.ink_on(ground)),
            "frame": None if mark.frame is None else _css(mark.frame),
            "fill": None if mark.fill is None else _css(mark.fill),
        }


def _css(color: RGB) -> str:
    return "#{:02x}{:02x}{:02x}".format(*color)
