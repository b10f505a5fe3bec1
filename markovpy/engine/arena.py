"""The states of one search: kept once, in one piece of memory, found by hash."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import ints, masks, octets
    from markovpy.engine.pure import memcpy

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Arena:
    """States of equal size, each with four numbers of its search.

    Args:
        size: The cells of a state.

    Attributes:
        count: How many states are kept.
        parent: Per state, the one it was reached from; -1 for none.
        depths: Per state, the turns from the first one.
        back: Per state, an estimate of the search's own.
        front: Likewise.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.clear()

    def clear(self) -> None:
        """Forget all states and give their memory back."""
        self.count = 0
        self.capacity = 256
        self.cell_array = np.empty(256 * self.size, dtype=np.uint8)
        self.number_arrays = [np.empty(256, dtype=np.int32) for _ in range(4)]
        self.code_array = np.empty(256, dtype=np.uint64)
        self.point()
        self.spread_slots(1024)

    def point(self) -> None:
        """Use the present arrays as the memory of the states."""
        self.cells = octets(self.cell_array)
        self.code = masks(self.code_array)
        self.parent = ints(self.number_arrays[0])
        self.depths = ints(self.number_arrays[1])
        self.back = ints(self.number_arrays[2])
        self.front = ints(self.number_arrays[3])

    def grow(self) -> None:
        """Take half as much memory again."""
        capacity = self.capacity + self.capacity // 2
        if not cython.compiled:  # an array that a memoryview looks at cannot be resized
            self.cell_array = np.resize(self.cell_array, capacity * self.size)
            self.number_arrays = [np.resize(array, capacity) for array in self.number_arrays]
            self.code_array = np.resize(self.code_array, capacity)
        else:
            self.cell_array.resize(capacity * self.size, refcheck=False)
            for array in self.number_arrays:
                array.resize(capacity, refcheck=False)
            self.code_array.resize(capacity, refcheck=False)
        self.capacity = capacity
        self.point()

    def spread_slots(self, capacity: int) -> None:
        """Lay the hash table out anew; ``capacity`` is a power of two."""
        self.slot_mask = capacity - 1
        self.slot_array = np.full(capacity, -1, dtype=np.int32)
        self.slots = ints(self.slot_array)
        for number in range(self.count):
            slot = self.code[number] & self.slot_mask
            while self.slots[slot] >= 0:
                slot = (slot + 1) & self.slot_mask
            self.slots[slot] = number

    def keep(self, board: memoryview, code: int, parent: int, depth: int) -> int:
        """Keep a state that is known to be new, with its hash; return its number."""
        if self.count == self.capacity:
            self.grow()
        if 2 * self.count > self.slot_mask:
            self.spread_slots(4 * (self.slot_mask + 1))
        number = self.count
        self.count += 1
        base = number * self.size
        if cython.compiled:
            memcpy(self.cells + base, board, self.size)
        else:
            self.cells[base : base + self.size] = board[:]
        self.code[number] = code
        self.parent[number] = parent
        self.depths[number] = depth
        slot = code & self.slot_mask
        while self.slots[slot] >= 0:
            slot = (slot + 1) & self.slot_mask
        self.slots[slot] = number
        return number

    def load(self, number: int, board: memoryview) -> None:
        """Copy a state onto a board."""
        base = number * self.size
        if cython.compiled:
            memcpy(board, self.cells + base, self.size)
        else:
            board[:] = self.cells[base : base + self.size]

    def find(self, board: memoryview, code: int) -> int:
        """Return the number of a state by its cells and hash, -1 if it is new."""
        slot = code & self.slot_mask
        while self.slots[slot] >= 0:
            number = self.slots[slot]
            if self.code[number] == code and self.same(board, number):
                return number
            slot = (slot + 1) & self.slot_mask
        return -1

    def same(self, board: memoryview, number: int) -> bool:
        """Return whether a kept state is the one on a board."""
        base = number * self.size
        for cell in range(self.size):  # noqa: SIM110  (a generator is slow when compiled)
            if self.cells[base + cell] != board[cell]:
                return False
        return True

    def trail(self, number: int) -> NDArray[np.uint8]:
        """Return the states that led to one, without the first: shape ``(turns, cells)``."""
        numbers = []
        while self.parent[number] >= 0:
            numbers.append(number)
            number = self.parent[number]
        states = self.cell_array.reshape(-1, self.size)[numbers[::-1]]
        return states.reshape(len(numbers), self.size).copy()
