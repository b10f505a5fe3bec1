"""Which cells of a board stand against each other."""

from __future__ import annotations

from dataclasses import dataclass

from markovpy.plugins.sudoku.reading import Box, Puzzle, read
from markovpy.plugins.sudoku.shape import Shape


@dataclass(frozen=True)
class Conflict:
    """A digit that stands more than once in a row, column or box.

    Args:
        digit: From 1.
        unit: The unit's number in :attr:`Shape.units`.
        cells: Where the digit stands in it.
        message: All that in words.
    """

    digit: int
    unit: int
    cells: tuple[int, ...]
    message: str


@dataclass(frozen=True)
class Report:
    """What a look at a board finds, without solving it.

    Args:
        conflicts: Rows first, then columns, then boxes.
        empty: How many cells are empty.
    """

    conflicts: tuple[Conflict, ...]
    empty: int

    @property
    def solved(self) -> bool:
        """Return whether all cells are filled and none stands against another."""
        return not self.conflicts and self.empty == 0

    @property
    def cells(self) -> frozenset[int]:
        """Return the cells that stand against another."""
        return frozenset(cell for conflict in self.conflicts for cell in conflict.cells)

    @property
    def message(self) -> str:
        """Return the finding in words."""
        if self.conflicts:
            return "invalid: " + "; ".join(conflict.message for conflict in self.conflicts)
        return "already solved" if self.solved else f"no conflict, {self.empty} cells empty"


def check(puzzle: Puzzle, box: Box | None = None) -> Report:
    """Find the digits that stand twice in a row, column or box, and whether the board is full.

    Args:
        puzzle: Text, lists or an array, see :func:`~markovpy.plugins.sudoku.reading.read`.
        box: ``(height, width)`` of a box; None where the side is a square number.
    """
    return check_cells(*read(puzzle, box))


def check_cells(cells: bytes, shape: Shape) -> Report:
    """Do what :func:`check` does with a board that is read already."""
    conflicts = []
    for unit, members in enumerate(shape.units):
        places: dict[int, list[int]] = {}
        for cell in members:
            if cells[cell]:
                places.setdefault(cells[cell], []).append(cell)
        for digit, found in sorted(places.items()):
            if len(found) > 1:
                message = _words(digit, unit, found, shape)
                conflicts.append(Conflict(digit, unit, tuple(found), message))
    return Report(tuple(conflicts), cells.count(0))


def _words(digit: int, unit: int, cells: list[int], shape: Shape) -> str:
    times = "twice" if len(cells) == 2 else f"{len(cells)} times"
    kind = unit // shape.side
    if kind == 0:
        places = "columns " + join([str(shape.column(cell) + 1) for cell in cells])
    elif kind == 1:
        places = "rows " + join([str(shape.row(cell) + 1) for cell in cells])
    else:
        places = join([shape.cell_name(cell) for cell in cells], "; ")
    return f"{shape.digits[digit - 1]} {times} in {shape.unit_name(unit)} ({places})"


def join(words: list[str], comma: str = ", ") -> str:
    """Return words as a list in a sentence."""
    return comma.join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)
