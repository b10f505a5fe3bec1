"""A board with its candidates, and the notes of a search on it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import ints
    from markovpy.plugins.sudoku.nine import lowest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.plugins.sudoku.shape import Shape


class Candidates:
    """A board of one shape: what is placed, what can stand where, and what a search found.

    A search notes digits to place (``new``) and candidates that can go (``gone``) without
    changing the board; :meth:`apply` does that afterwards.

    Args:
        shape: The board.
    """

    def __init__(self, shape: Shape) -> None:
        self.side = side = shape.side
        self.size = size = shape.cells
        self.arrays: dict[str, NDArray[Any]] = {}
        self.unit_cells = self._ints("unit_cells", shape.units)
        self.cell_units = self._ints("cell_units", shape.units_of)
        self.peers = self._ints("peers", shape.peers)
        self.peer_count = len(shape.peers[0])
        self.placed = self._ints("placed", [0] * size)
        self.candidates = self._ints("candidates", [0] * size)
        self.gone = self._ints("gone", [0] * size)
        self.new = self._ints("new", [0] * size)
        self.places = self._ints("places", [0] * (3 * size))
        self.items = self._ints("items", [0] * side)
        self.detail = self._ints("detail", [0] * 4)

    def _ints(self, name: str, numbers: Any) -> Any:
        self.arrays[name] = np.array(numbers, dtype=np.int32).reshape(-1)
        return ints(self.arrays[name])

    def load(self, puzzle: bytes, candidates: NDArray[np.int32] | None = None) -> None:
        """Take a board.

        Args:
            puzzle: A byte a cell, 0 for an empty cell; no digit stands twice in a unit.
            candidates: For each cell the mask of digits that are not ruled out; None for all.
        """
        everything = (1 << self.side) - 1
        for cell in range(self.size):
            self.placed[cell] = 0
            self.candidates[cell] = everything
        if candidates is not None:
            self.arrays["candidates"][:] = candidates
        for cell in range(self.size):
            if puzzle[cell]:
                self.place(cell, puzzle[cell] - 1)

    def is_full(self) -> bool:
        """Return whether every cell has its digit."""
        return bool(self.arrays["placed"].all())

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into a cell and take it from its peers."""
        self.placed[cell] = digit + 1
        self.candidates[cell] = 1 << digit
        for k in range(cell * self.peer_count, (cell + 1) * self.peer_count):
            self.candidates[self.peers[k]] &= ~(1 << digit)

    def apply(self) -> None:
        """Apply what the last search found."""
        for cell in range(self.size):
            self.candidates[cell] &= ~self.gone[cell]
        for cell in range(self.size):
            if self.new[cell]:
                self.place(cell, self.new[cell] - 1)

    def found(self) -> bool:
        """Return whether the search can stop."""
        return self.first and self.hits > 0

    def tell(self, a: int, b: int, c: int, d: int) -> None:
        """Note where the search is, for the first find."""
        if not self.found():
            self.detail[0], self.detail[1], self.detail[2], self.detail[3] = a, b, c, d

    def rule_out(self, cell: int, mask: int) -> None:
        """Note candidates that can go."""
        if self.candidates[cell] & mask and not self.placed[cell]:
            self.gone[cell] |= self.candidates[cell] & mask
            self.hits += 1

    def count_places(self) -> None:
        """Find, for each unit and digit, the mask of its places in the unit."""
        for start in range(0, 3 * self.size, self.side):
            for digit in range(self.side):
                self.places[start + digit] = 0
            for position in range(self.side):
                mask = self.candidates[self.unit_cells[start + position]]
                while mask:
                    self.places[start + lowest(mask)] |= 1 << position
                    mask &= mask - 1

    def in_unit(self, cell: int, unit: int) -> bool:
        """Return whether a cell is of a unit."""
        return self.cell_units[3 * cell + unit // self.side] == unit

    def sees(self, one: int, other: int) -> bool:
        """Return whether two cells share a unit."""
        units = self.cell_units
        return (
            units[3 * one] == units[3 * other]
            or units[3 * one + 1] == units[3 * other + 1]
            or units[3 * one + 2] == units[3 * other + 2]
        )
