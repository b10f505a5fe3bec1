"""A search for a solution to be looked at: each step writes or clears one cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from markovpy.plugins.sudoku.shape import Shape


class Placing(NamedTuple):
    """A digit that the search wrote, and the digits to try there instead, as a mask."""

    cell: int
    untried: int


class Search:
    """Fills a board as a person with a pencil would: what must be first, else a guess.

    A step writes the digit of a cell that can hold no other; else a digit that a row, column or
    box can hold in no other cell; else, in the first of the cells that can hold fewest digits,
    the lowest of them. Where a cell can hold no digit, or a unit has no cell for one, the
    last cells are cleared, one a step, back to the last guess, which is then made otherwise.
    Nothing is drawn.

    Args:
        cells: A byte a cell, rows from the top, 0 for an empty cell; without conflicts.
        shape: The board.
    """

    def __init__(self, cells: bytes, shape: Shape) -> None:
        self.shape = shape
        self.cells = bytearray(cells)
        self.taken = [0] * len(shape.units)
        self.trail: list[Placing] = []
        self.stuck = False
        for cell, digit in enumerate(cells):
            if digit:
                self._mark(cell, 1 << digit)

    def step(self) -> tuple[int, int] | None:
        """Make one step.

        Returns:
            The cell and its digit, 0 where it was cleared; None where nothing can be done,
            because the board is full or has no solution.
        """
        if not self.stuck:
            found = self._next()
            if found is not None:
                return self._place(*found)
            if 0 not in self.cells:
                return None
            self.stuck = True
        return self._take_back() if self.trail else None

    def _mark(self, cell: int, bit: int) -> None:
        """Note a digit in the units of a cell, or that it is no more there."""
        for unit in self.shape.units_of[cell]:
            self.taken[unit] ^= bit

    def _place(self, cell: int, mask: int) -> tuple[int, int]:
        """Write the lowest digit of a mask; the others are left to try."""
        bit = mask & -mask
        self.cells[cell] = bit.bit_length() - 1
        self._mark(cell, bit)
        self.trail.append(Placing(cell, mask ^ bit))
        return cell, self.cells[cell]

    def _take_back(self) -> tuple[int, int]:
        """Clear the last cell, or write the next digit where there is one to try."""
        cell, untried = self.trail.pop()
        self._mark(cell, 1 << self.cells[cell])
        self.cells[cell] = 0
        if untried:
            self.stuck = False
            return self._place(cell, untried)
        return cell, 0

    def _next(self) -> tuple[int, int] | None:
        """Return the cell to fill and the digits to try; None where nothing can stand."""
        masks = self._masks()
        if not masks or 0 in masks.values():
            return None
        cell = min(masks, key=lambda cell: masks[cell].bit_count())
        if masks[cell].bit_count() == 1:
            return cell, masks[cell]
        forced = self._only_place(masks)
        if forced is None:
            return cell, masks[cell]
        return forced if forced[1] else None

    def _masks(self) -> dict[int, int]:
        """Return the digits that each empty cell can hold."""
        everything = (2 << self.shape.side) - 2
        masks = {}
        for cell, digit in enumerate(self.cells):
            if not digit:
                row, column, box = self.shape.units_of[cell]
                masks[cell] = everything & ~(self.taken[row] | self.taken[column] | self.taken[box])
        return masks

    def _only_place(self, masks: dict[int, int]) -> tuple[int, int] | None:
        """Return a cell and the digit that its unit can hold only there.

        Returns:
            None where there is no such digit; no digit where a unit has no cell for one.
        """
        everything = (2 << self.shape.side) - 2
        found = None
        for unit, cells in enumerate(self.shape.units):
            once = twice = 0
            for cell in cells:
                mask = masks.get(cell, 0)
                twice |= once & mask
                once |= mask
            if (once | self.taken[unit]) != everything:
                return cells[0], 0
            single = once & ~twice
            if single and found is None:
                bit = single & -single
                found = next(cell for cell in cells if masks.get(cell, 0) & bit), bit
        return found
