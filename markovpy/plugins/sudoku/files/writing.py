"""Boards as text: a line, a grid with frames, CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from markovpy.plugins.sudoku.files.puzzle import EMPTY
from markovpy.plugins.sudoku.shape import DIGITS

if TYPE_CHECKING:
    from markovpy.plugins.sudoku.shape import Shape


def grid_text(cells: str, shape: Shape) -> str:
    """Return a board as a grid, boxes parted by lines; read again it is the same board.

    Args:
        cells: As in :attr:`.Puzzle.cells`.
        shape: The board's.
    """
    side, width = shape.side, shape.box_width
    bars = [" ".join(cells[i : i + width]) for i in range(0, len(cells), width)]
    across = side // width
    rule = "+".join(["-" * (2 * width + 1)] * across)[1:-1]
    lines = []
    for y in range(side):
        if y and y % shape.box_height == 0:
            lines.append(rule)
        lines.append(" | ".join(bars[y * across : (y + 1) * across]))
    return "\n".join(lines)


def grids_text(boards: Iterable[tuple[str, Shape]]) -> str:
    """Return boards as grids, a blank line between them."""
    return "\n\n".join(grid_text(cells, shape) for cells, shape in boards) + "\n"


def csv_text(boards: Iterable[tuple[str, Shape]]) -> str:
    """Return boards as CSV: a row a line, numbers for digits, an empty line between boards."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for number, (cells, shape) in enumerate(boards):
        if number:
            text.write("\n")
        writer.writerows(_rows(cells, shape.side))
    return text.getvalue()


def _rows(cells: str, side: int) -> Iterator[list[str]]:
    for start in range(0, len(cells), side):
        yield ["" if c == EMPTY else str(DIGITS.index(c) + 1) for c in cells[start : start + side]]
