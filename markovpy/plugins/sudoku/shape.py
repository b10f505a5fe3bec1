"""The shape of a board: its side, its boxes, and its rows, columns and boxes as units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import isqrt
from operator import index
from typing import Any

from markovpy.errors import Diagnostic, ProgramError
from markovpy.source import Source

LARGEST_SIDE = 25
DIGITS = "123456789ABCDEFGHIJKLMNOP"


class PuzzleError(ProgramError):
    """A puzzle cannot be read, or a wish for one cannot be granted.

    Args:
        code: ``bad-puzzle``, ``bad-box``, ``bad-wish``, ``out-of-reach`` or ``impossible-wish``.
        message: The fact in the user's words.
        hint: What could be done.
    """

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__([Diagnostic(code, message, hint=hint)], Source("", "sudoku"))
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class Shape:
    """A board of ``side`` x ``side`` cells in boxes of ``box_height`` x ``box_width``.

    Cells are numbered by rows from the top left, digits from 1 to ``side``; units are numbered
    rows first, then columns, then boxes. :meth:`of` checks its arguments, this class does not.

    Args:
        box_height: Rows of a box.
        box_width: Columns of a box; with ``box_height`` it makes the side.
    """

    box_height: int = 3
    box_width: int = 3

    @staticmethod
    def of(side: int, box: tuple[int, int] | None = None) -> Shape:
        """Return a shape by its side.

        Args:
            side: From 1 to 25.
            box: ``(height, width)`` of a box in cells; None where the side is a square number.

        Raises:
            PuzzleError: Such boxes do not fill such a board, or the box must be stated.
        """
        return _square(side) if box is None else _oblong(side, *box_sides(box))

    @property
    def side(self) -> int:
        """Return how many rows, columns, boxes and digits there are."""
        return self.box_height * self.box_width

    @property
    def cells(self) -> int:
        """Return how many cells there are."""
        return self.side * self.side

    @property
    def digits(self) -> str:
        """Return how the digits are written, 1 first."""
        return DIGITS[: self.side]

    def row(self, cell: int) -> int:
        """Return the row of a cell, from 0."""
        return cell // self.side

    def column(self, cell: int) -> int:
        """Return the column of a cell, from 0."""
        return cell % self.side

    def box(self, cell: int) -> int:
        """Return the box of a cell, from 0, counted by rows of boxes."""
        across = self.side // self.box_width
        return self.row(cell) // self.box_height * across + self.column(cell) // self.box_width

    @cached_property
    def units(self) -> tuple[tuple[int, ...], ...]:
        """Return the cells of each unit."""
        cells = range(self.cells)
        return tuple(
            tuple(cell for cell in cells if number(cell) == unit)
            for number in (self.row, self.column, self.box)
            for unit in range(self.side)
        )

    @cached_property
    def units_of(self) -> tuple[tuple[int, int, int], ...]:
        """Return the numbers of each cell's row, column and box."""
        side = self.side
        return tuple(
            (self.row(cell), side + self.column(cell), 2 * side + self.box(cell))
            for cell in range(self.cells)
        )

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """Return the other cells of each cell's units."""
        return tuple(
            tuple(sorted({other for unit in units for other in self.units[unit]} - {cell}))
            for cell, units in enumerate(self.units_of)
        )

    def unit_name(self, unit: int) -> str:
        """Return a unit in words: ``row 1``, ``column 2``, ``box 3``."""
        return f"{('row', 'column', 'box')[unit // self.side]} {unit % self.side + 1}"

    def cell_name(self, cell: int) -> str:
        """Return a cell in words: ``row 1, column 2``."""
        return f"row {self.row(cell) + 1}, column {self.column(cell) + 1}"

    def __str__(self) -> str:
        side = self.side
        return f"{side}x{side}, boxes {self.box_height} high and {self.box_width} wide"


def box_sides(box: Any) -> tuple[int, int]:
    """Return the height and width of a box as plain numbers."""
    try:
        height, width = box
        return index(height), index(width)
    except (TypeError, ValueError):
        message = f"box={box!r} is not the shape of a box"
        raise PuzzleError("bad-box", message, "give (height, width), such as (2, 3)") from None


@lru_cache(maxsize=64)
def _square(side: int) -> Shape:
    _check_side(side)
    root = isqrt(side)
    if root * root != side:
        raise PuzzleError(
            "bad-box",
            f"boxes of a {side}x{side} board can have several shapes",
            f"state (height, width) of a box, one of {_boxes(side)}",
        )
    return Shape(root, root)


@lru_cache(maxsize=64)
def _oblong(side: int, height: int, width: int) -> Shape:
    _check_side(side)
    if height < 1 or width < 1 or height * width != side:
        raise PuzzleError(
            "bad-box",
            f"boxes {height} high and {width} wide do not make a {side}x{side} board",
            f"(height, width) can be one of {_boxes(side)}",
        )
    return Shape(height, width)


def _check_side(side: int) -> None:
    if not 1 <= side <= LARGEST_SIDE:
        hint = f"sides go from 1 to {LARGEST_SIDE}"
        raise PuzzleError("bad-box", f"there is no board of side {side}", hint)


def _boxes(side: int) -> str:
    shapes = [(height, side // height) for height in range(1, side + 1) if side % height == 0]
    return ", ".join(str(shape) for shape in shapes)
