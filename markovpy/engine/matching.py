"""Items to targets, each to its own, at the least cost in all (the Hungarian method, 1955)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import ints, masks

    def lowest(word: int) -> int:
        """Return the place of the lowest bit that is set."""
        return (int(word) & -int(word)).bit_length() - 1

    _ENDLESS = 1 << 30


if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_TARGETS = 64


class Matching:
    """The least sum of ways that brings every item of a grid to a target of its own.

    Args:
        costs: Per target and bit of a grid, the steps from there; shape ``(targets, bits)``.
        items: The bits that are items, as words.
        pace: The most items that a move takes a step.
        no_way: What stands for: it cannot be done. No cost is larger.
    """

    def __init__(
        self, costs: NDArray[np.int32], items: NDArray[np.uint64], pace: int, no_way: int
    ) -> None:
        self.targets, self.bits = costs.shape
        self.words = len(items)
        self.pace = pace
        self.no_way = no_way
        self.arrays = [costs, items, np.zeros(self.words, dtype=np.uint64)]
        self.costs = ints(self.arrays[0])
        self.items = masks(self.arrays[1])
        self.last = masks(self.arrays[2])
        self.known = -1
        self.table = np.zeros((6, self.targets + 2), dtype=np.int32)
        self.item_bits = ints(self.table[0])
        self.item_price = ints(self.table[1])
        self.price = ints(self.table[2])
        self.owner = ints(self.table[3])
        self.slack = ints(self.table[4])
        self.way = ints(self.table[5])
        self.seen_array = np.zeros(self.targets + 2, dtype=np.int32)
        self.seen = ints(self.seen_array)

    def bound(self, grid) -> int:  # noqa: ANN001  (a pointer when compiled)
        """Return the moves that a grid needs at least; what cannot be done takes ``no_way``."""
        same = self.known >= 0
        for word in range(self.words):
            if grid[word] & self.items[word] != self.last[word]:
                same = False
                self.last[word] = grid[word] & self.items[word]
        if not same:
            self.known = self.match()
        return self.known

    def match(self) -> int:
        """Return the bound for the items that were last seen."""
        count = 0
        for word in range(self.words):
            bits = self.last[word]
            while bits:
                count += 1
                if count > self.targets:
                    return self.no_way
                self.item_bits[count] = 64 * word + lowest(bits)
                bits &= bits - 1
        for target in range(self.targets + 1):
            self.owner[target] = 0
            self.price[target] = 0
            self.item_price[target] = 0
        for item in range(1, count + 1):
            self.place(item)
        total = 0
        for target in range(1, self.targets + 1):
            if self.owner[target]:
                cost = self.cost(self.owner[target], target)
                if cost >= self.no_way:
                    return self.no_way
                total += cost
        return (total + self.pace - 1) // self.pace

    def cost(self, item: int, target: int) -> int:
        """Return the steps from an item to a target."""
        return self.costs[(target - 1) * self.bits + self.item_bits[item]]

    def place(self, item: int) -> None:
        """Give one more item a target, moving others where that costs least."""
        self.owner[0] = item
        for target in range(self.targets + 1):
            self.slack[target] = _ENDLESS
            self.seen[target] = 0
        here = 0
        while self.owner[here]:
            here = self.extend(here)
        while here:
            before = self.way[here]
            self.owner[here] = self.owner[before]
            here = before

    def extend(self, here: int) -> int:
        """Go on from a target that is taken; return the next on the cheapest way."""
        self.seen[here] = 1
        item = self.owner[here]
        least = _ENDLESS + 1
        best = 0
        for target in range(1, self.targets + 1):
            if not self.seen[target]:
                spare = self.cost(item, target) - self.item_price[item] - self.price[target]
                if spare < self.slack[target]:
                    self.slack[target] = spare
                    self.way[target] = here
                if self.slack[target] < least:
                    least = self.slack[target]
                    best = target
        for target in range(self.targets + 1):
            if self.seen[target]:
                self.item_price[self.owner[target]] += least
                self.price[target] -= least
            else:
                self.slack[target] -= least
        return best
