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
    """Orders matches by falling keys; equal keys keep their order.

    Attributes:
        matches: Who sorts puts the matches here first.
        keys: And their keys here.
    """

    def __init__(self) -> None:
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

    def make_room(self, most: int) -> None:
        """See to it that so many matches have room; what was there is forgotten."""
        if most > self.capacity:
            self.take(2 * most)

    def sort(self, count: int, target) -> None:  # noqa: ANN001  (a pointer when compiled)
        """Write so many matches into a list, the one with the greatest key first."""
        for k in range(count):
            self.order[k] = k
        run = 1
        while run < count:
            self.merge(count, run)
            run *= 2
        for k in range(count):
            target[k] = self.matches[self.order[k]]

    def merge(self, count: int, run: int) -> None:
        """Merge runs of one length in ``order``, two and two."""
        keys = self.keys
        source = self.order
        target = self.spare
        start = 0
        while start < count:
            middle = min(start + run, count)
            end = min(start + 2 * run, count)
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
