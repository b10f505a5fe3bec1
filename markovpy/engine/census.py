"""Which values a grid holds, how often, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import ints

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Census:
    """The cells of a grid by their value, for nodes that look at the whole grid.

    ``places`` has the cells of value 0 in their order, then those of value 1, and so on:
    ``counts[value]`` cells from ``starts[value]`` on, filled in where ``gathered[value]``.
    A census is valid until a cell is written; :class:`State` takes care of that.

    Args:
        size: The grid's size in cells.

    Attributes:
        present: The mask of the values that some cell holds.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.turn = -1
        self.log_size = -1
        self.place_array = None
        if not cython.compiled:
            self.counts = [0] * 64
            self.starts = [0] * 64
            self.gathered = [False] * 64
            self.tally = [0] * 256

    def take_places(self, array: NDArray[np.int32]) -> None:
        """Use an array as the memory for the cells."""
        self.place_array = array
        self.places = ints(array)

    def count(self, cells: memoryview, values: int) -> None:
        """Count the cells by value, in four tables by turns (one alone is slower)."""
        for i in range(4 * values):
            self.tally[i] = 0
        for i in range(self.size):
            self.tally[cells[i] << 2 | i & 3] += 1
        start = 0
        self.present = 0
        for value in range(values):
            count = 0
            for i in range(4 * value, 4 * value + 4):
                count += self.tally[i]
            self.starts[value] = start
            self.counts[value] = count
            self.gathered[value] = False
            start += count
            if count:
                self.present |= bit(value)

    def gather(self, cells: memoryview, value: int):  # noqa: ANN201  (a pointer when compiled)
        """Write down the cells that hold a value, unless that was done; return ``places``."""
        if not self.gathered[value]:
            if self.place_array is None:
                self.take_places(np.empty(self.size, dtype=np.int32))
            self.write_down(cells, value)
            self.gathered[value] = True
        return self.places

    def write_down(self, cells: memoryview, value: int) -> None:
        """Write down every cell, each over the last one if that does not hold the value."""
        places = self.places
        place = self.starts[value]
        end = place + self.counts[value]
        cell = 0
        while place < end:
            places[place] = cell
            place += cells[cell] == value
            cell += 1


def bit(value: int) -> int:
    """Return the mask of one value."""
    one = 1
    return one << value


def values_of(cells: memoryview, size: int) -> int:
    """Return the mask of the values that some cell holds."""
    found = 0
    for cell in range(size):
        found |= bit(cells[cell])
    return found
