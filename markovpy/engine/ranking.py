"""Matches in the order of their keys."""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import doubles, ints, longs


class Ranking:
    """Orders matches by falling keys; equal keys keep their order."""

    def __init__(self) -> None:
        self.count = 0
        self.take(64)

    def take(self, capacity: int) -> None:
        """Take memory for so many matches."""
        self.capacity = capacity
        self.arrays = [
            np.empty(capacity, dtype=np.float64),
            np.empty(capacity, dtype=np.int64),
            np.empty(capacity, dtype=np.int32),
            np.empty(capacity, dtype=np.int32),
        ]
        self.keys = doubles(self.arrays[0])
        self.matches = longs(self.arrays[1])
        self.order = ints(self.arrays[2])
        self.spare = ints(self.arrays[3])

    def clear(self, most: int) -> None:
        """Forget all matches; at most so many will be added."""
        if most > self.capacity:
            self.take(2 * most)
        self.count = 0

    def add(self, match: int, key: float) -> None:
        """Add a match."""
        self.matches[self.count] = match
        self.keys[self.count] = key
        self.order[self.count] = self.count
        self.count += 1

    def sort(self, target) -> int:  # noqa: ANN001  (a pointer when compiled)
        """Write the matches into a list, the one with the greatest key first; return how many."""
        run = 1
        while run < self.count:
            self.merge(run)
            run *= 2
        for k in range(self.count):
            target[k] = self.matches[self.order[k]]
        return self.count

    def merge(self, run: int) -> None:
        """Merge runs of one length in ``order``, two and two."""
        keys = self.keys
        source = self.order
        target = self.spare
        start = 0
        while start < self.count:
            middle = min(start + run, self.count)
            end = min(start + 2 * run, self.count)
            left = start
            right = middle
            for place in range(start, end):
                if left < middle and (right >= end or keys[source[left]] >= keys[source[right]]):
                    target[place] = source[left]
                    left += 1
                else:
                    target[place] = source[right]
                    right += 1
            start = end
        self.order = target
        self.spare = source
