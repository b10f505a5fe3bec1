"""Pattern databases: how far some of a puzzle's tiles are from home, whatever the others do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.interrupt import let_signals_in

if not cython.compiled:
    from markovpy.engine.memory import ints, octets, unsigned_shorts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.plugins.sliding.geometry import Shape

UNKNOWN = 255
"""The entry of an index that no placement has: two tiles in one cell."""
_GAP_BITS = 6
_OFTEN = 1 << 18


class PatternSearch:
    """Counts, for every placement of a group of tiles, their moves to the goal.

    Only moves of the group's own tiles count, so that the numbers of groups without a common
    tile can be added and never exceed the moves of a solution. The other tiles are alike, so
    what matters of the gap is which region of cells without a tile of the group it is in.

    Source: R. E. Korf and A. Felner, *Disjoint pattern database heuristics* (2002).

    Args:
        shape: The board's size; at most 64 cells, and at most 2**26 indices.
        group: The goal cells of the group's tiles.
        gap: The goal cell of the gap.
    """

    def __init__(self, shape: Shape, group: Sequence[int], gap: int) -> None:
        cells, width = shape.cells, shape.width
        self.cells = cells
        self.width = width
        self.size = len(group)
        self.words = (cells + 15) // 16
        self.arrays: dict = {}
        whole = (1 << cells) - 1
        self.everywhere = whole
        self.not_first = whole ^ sum(1 << y * width for y in range(shape.height))
        self.not_last = whole ^ sum(1 << y * width + width - 1 for y in range(shape.height))
        strides = [cells**i for i in range(len(group))]
        entries = cells ** len(group)
        self.moves = octets(self._keep("moves", np.full(entries, UNKNOWN, dtype=np.uint8)))
        self.seen = unsigned_shorts(
            self._keep("seen", np.zeros(entries * self.words, dtype=np.uint16))
        )
        self.sides = ints(self._keep("sides", np.array(shape.neighbours, dtype=np.int32)))
        self.stride = ints(self._keep("stride", np.array(strides, dtype=np.int32)))
        self.place = ints(self._keep("place", np.array(group, dtype=np.int32)))
        self.found = 0
        self.make_room(1024)
        start = sum(cell * stride for cell, stride in zip(group, strides))
        self.enter(start, gap, 0, self.free_cells())

    def _keep(self, name: str, array: NDArray[Any]) -> NDArray[Any]:
        self.arrays[name] = array
        return array

    def make_room(self, capacity: int) -> None:
        """Let so many placements be found in one layer, keeping those that are."""
        array = np.empty(capacity, dtype=np.int32)
        if self.found:
            array[: self.found] = self.arrays["layer"][: self.found]
        self.layer = ints(self._keep("layer", array))
        self.capacity = capacity

    def run(self) -> NDArray[np.uint8]:
        """Search to the end.

        Returns:
            The moves of every placement, or ``UNKNOWN``. The tile of goal cell ``group[i]`` in
            cell ``p`` adds ``p * cells**i`` to the index.
        """
        depth = 0
        while self.found:
            depth += 1
            count = self.found
            self.before = ints(self._keep("before", self.arrays["layer"]))
            self.found = 0
            self.make_room(self.capacity)
            self.expand(count, depth)
        return self.arrays["moves"]

    def free_cells(self) -> int:
        """Return the mask of the cells without a tile of the group."""
        free = self.everywhere
        for i in range(self.size):
            if cython.compiled:
                free ^= cython.cast(cython.ulonglong, 1) << self.place[i]
            else:
                free ^= 1 << self.place[i]
        return free

    def region(self, gap: int, free: int) -> int:
        """Return the mask of the cells that the gap can go to without moving the group."""
        one = self.everywhere & 1
        region = one << gap
        grown = region
        while True:
            grown = region | (region << 1 & self.not_first) | (region >> 1 & self.not_last)
            grown = (grown | region << self.width | region >> self.width) & free
            if grown == region:
                return region
            region = grown

    def enter(self, index: int, gap: int, depth: int, free: int) -> int:
        """Keep a placement to go on from, unless the gap was in this region before."""
        at = index * self.words
        if self.seen[at + (gap >> 4)] >> (gap & 15) & 1:
            return 0
        region = self.region(gap, free)
        for i in range(self.words):
            self.seen[at + i] |= region >> 16 * i & 0xFFFF
        if self.moves[index] == UNKNOWN:
            self.moves[index] = depth
        if self.found == self.capacity:
            self.make_room(2 * self.capacity)
        self.layer[self.found] = index << _GAP_BITS | gap
        self.found += 1
        return 0

    def expand(self, count: int, depth: int) -> int:
        """Move each tile of the group that lies beside the gap's region, in a whole layer."""
        one = self.everywhere & 1
        for number in range(count):
            if number % _OFTEN == 0:
                let_signals_in()
            index = self.before[number] >> _GAP_BITS
            rest = index
            for i in range(self.size):
                self.place[i] = rest % self.cells
                rest //= self.cells
            free = self.free_cells()
            region = self.region(self.before[number] & ((1 << _GAP_BITS) - 1), free)
            for i in range(self.size):
                cell = self.place[i]
                for way in range(4):
                    to = self.sides[4 * cell + way]
                    if to >= 0 and region >> to & 1:
                        later = free ^ (one << cell) ^ (one << to)
                        self.enter(index + (to - cell) * self.stride[i], cell, depth, later)
        return 0
