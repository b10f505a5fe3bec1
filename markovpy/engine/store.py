"""The states of one search over moves: rows of words, found by hash, queued by rank."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import ints, masks

    _NONE, _DONE, _FINAL = -1, -1, -2

if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST_CAPACITY = 1024
NUMBERS_A_STATE = 6
LARGEST_NUMBER = (1 << 31) - 1
_MIX = 0x9E3779B97F4A7C15
_ALL = 0xFFFFFFFFFFFFFFFF


def bytes_a_state(words: int) -> int:
    """Return the memory that a state takes, its share of the hash table included."""
    return 8 * words + 4 * NUMBERS_A_STATE + 4 * 4


class Store:
    """States of equal size, each kept once.

    A state waits in the queue of its rank, or is done with, or final. Of a rank the state that
    came last is taken first.

    Args:
        words: The words of a state.
        limit: The most states.

    Attributes:
        count: How many states are kept.
        parent: Per state, the one it was reached from; -1 for none.
        via: Per state, the step that led to it.
        depth: Per state, the moves from the first one.
        rank: Per state, its rank where it waits; negative where it does not.
        lowest: No state of a lower rank waits.
    """

    def __init__(self, words: int, limit: int) -> None:
        self.words = words
        self.limit = min(limit, LARGEST_NUMBER)
        self.count = 0
        self.lowest = 0
        self.capacity = min(FIRST_CAPACITY, self.limit)
        self.cell_array = np.empty(self.capacity * words, dtype=np.uint64)
        self.number_arrays = [
            np.empty(self.capacity, dtype=np.int32) for _ in range(NUMBERS_A_STATE)
        ]
        self.point()
        self.slot_array = None
        self.spread_slots(4 * FIRST_CAPACITY)
        self.take_heads(np.full(64, -1, dtype=np.int32))

    def point(self) -> None:
        """Use the present arrays as the memory of the states."""
        self.cells = masks(self.cell_array)
        self.parent = ints(self.number_arrays[0])
        self.via = ints(self.number_arrays[1])
        self.depth = ints(self.number_arrays[2])
        self.rank = ints(self.number_arrays[3])
        self.behind = ints(self.number_arrays[4])
        self.ahead = ints(self.number_arrays[5])

    def take_heads(self, array: np.ndarray) -> None:
        """Use an array for the first state of each rank."""
        self.head_array = array
        self.ranks = len(array)
        self.heads = ints(array)

    def grow(self) -> None:
        """Take half as much memory again, as far as the limit lets."""
        capacity = min(self.capacity + self.capacity // 2, self.limit)
        if not cython.compiled:  # an array that a memoryview looks at cannot be resized
            self.cell_array = np.resize(self.cell_array, capacity * self.words)
            self.number_arrays = [np.resize(array, capacity) for array in self.number_arrays]
        else:
            self.cell_array.resize(capacity * self.words, refcheck=False)
            for array in self.number_arrays:
                array.resize(capacity, refcheck=False)
        self.capacity = capacity
        self.point()

    def spread_slots(self, capacity: int) -> None:
        """Lay the hash table out anew; ``capacity`` is a power of two."""
        self.slot_array = None  # its memory is given back first
        self.slot_mask = capacity - 1
        self.slot_array = np.full(capacity, -1, dtype=np.int32)
        self.slots = ints(self.slot_array)
        for number in range(self.count):
            slot = hash_of(self.cells, number * self.words, self.words) & self.slot_mask
            while self.slots[slot] >= 0:
                slot = (slot + 1) & self.slot_mask
            self.slots[slot] = number

    def find(self, grid, code: int) -> int:  # noqa: ANN001  (a pointer when compiled)
        """Return the number of a state by its words and hash, -1 if it is new."""
        slot = code & self.slot_mask
        while self.slots[slot] >= 0:
            number = self.slots[slot]
            if self.same(grid, number):
                return number
            slot = (slot + 1) & self.slot_mask
        return _NONE

    def same(self, grid, number: int) -> bool:  # noqa: ANN001
        """Return whether a kept state is the one with some words."""
        base = number * self.words
        for word in range(self.words):  # noqa: SIM110  (a generator is slow when compiled)
            if self.cells[base + word] != grid[word]:
                return False
        return True

    def keep(self, grid, code: int, parent: int, via: int, depth: int) -> int:  # noqa: ANN001
        """Keep a state that is known to be new; return its number, -1 where there is no room."""
        if self.count == self.limit:
            return _NONE
        if self.count == self.capacity:
            self.grow()
        if 2 * self.count > self.slot_mask:
            self.spread_slots(2 * (self.slot_mask + 1))
        number = self.count
        self.count += 1
        base = number * self.words
        for word in range(self.words):
            self.cells[base + word] = grid[word]
        self.parent[number] = parent
        self.via[number] = via
        self.depth[number] = depth
        self.rank[number] = _DONE
        slot = code & self.slot_mask
        while self.slots[slot] >= 0:
            slot = (slot + 1) & self.slot_mask
        self.slots[slot] = number
        return number

    def load(self, number: int, grid) -> None:  # noqa: ANN001
        """Copy a state's words."""
        base = number * self.words
        for word in range(self.words):
            grid[word] = self.cells[base + word]

    def push(self, number: int, rank: int) -> None:
        """Let a state that does not wait wait, before all others of its rank."""
        if rank >= self.ranks:
            heads = np.full(2 * rank, -1, dtype=np.int32)
            heads[: self.ranks] = self.head_array
            self.take_heads(heads)
        first = self.heads[rank]
        self.rank[number] = rank
        self.ahead[number] = _NONE
        self.behind[number] = first
        if first >= 0:
            self.ahead[first] = number
        self.heads[rank] = number
        if rank < self.lowest:
            self.lowest = rank

    def withdraw(self, number: int) -> None:
        """Let a state that waits not wait any more."""
        behind = self.behind[number]
        ahead = self.ahead[number]
        if behind >= 0:
            self.ahead[behind] = ahead
        if ahead >= 0:
            self.behind[ahead] = behind
        else:
            self.heads[self.rank[number]] = behind
        self.rank[number] = _DONE

    def pop(self) -> int:
        """Take a state of the lowest rank out of the queue; -1 where none waits."""
        while self.lowest < self.ranks and self.heads[self.lowest] < 0:
            self.lowest += 1
        if self.lowest == self.ranks:
            return _NONE
        number = self.heads[self.lowest]
        self.withdraw(number)
        return number

    def trail(self, number: int) -> Sequence[int]:
        """Return the steps that led to a state."""
        steps = []
        while self.parent[number] >= 0:
            steps.append(self.via[number])
            number = self.parent[number]
        return steps[::-1]


def hash_of(cells, base: int, words: int) -> int:  # noqa: ANN001  (a pointer when compiled)
    """Return the hash of so many words."""
    code = 0
    for word in range(base, base + words):
        code = (code ^ cells[word]) * _MIX & _ALL
        code ^= code >> 29
    return code ^ code >> 32
