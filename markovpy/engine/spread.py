"""What can be where, how soon at best: the estimates that observations are followed by."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import ints, unsigned_shorts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from markovpy.model.rule import Rule


def lowest(mask: int, everything: int) -> int:
    """Return the value that stands for a set on a left side: its lowest, -1 for all values."""
    return -1 if mask == everything else (mask & -mask).bit_length() - 1


def sides(rule: Rule, values: int, backward: bool) -> Iterator[tuple[int, int, int, int, int]]:
    """Yield, per pattern cell, x, y, z, the value needed and the value given; -1 for neither.

    Forward, a rule needs its left side and gives its right; backward the other way round.
    A value given that is needed in the same place is left out.
    """
    everything = (1 << values) - 1
    for cell, mask, right in zip(rule.cells(), rule.lhs, rule.rhs):
        left = lowest(mask, everything)
        need, give = (right, left) if backward else (left, right)
        yield *cell, need, -1 if give == need else give


class Spread:
    """The least number of turns after which a value can be in a cell, if rules never cost.

    Every cell may hold several values at once (a relaxation): a value is there at time 0, or
    one turn after all that some rule needs is there. So a time is never too great, as long as
    no left side has sets (a set is taken for its lowest value).

    Source: MarkovJunior (M. Gumin, 2022), Observation; counted here per window as in W. Dowling
    and J. Gallier's linear-time algorithm for Horn formulae (1984).

    Args:
        variants: The oriented rules.
        shape: The grid's ``(depth, height, width)``.
        values: How many values the grid knows.
        backward: Whether the time is counted back from what is to be in the end.

    Note:
        Costs two bytes a cell and variant, and one step for every pattern cell of every window.
    """

    def __init__(
        self, variants: Sequence[Rule], shape: tuple[int, int, int], values: int, backward: bool
    ) -> None:
        self.depth, self.height, self.width = shape
        self.size = self.depth * self.height * self.width
        self.values = values
        self.variants = len(variants)
        self.reach_x = max(rule.width for rule in variants) - 1
        self.reach_y = max(rule.height for rule in variants) - 1
        self.reach_z = max(rule.depth for rule in variants) - 1
        self.arrays: list = []
        self._lay_out(variants, backward)

    def _ints(self, numbers: list[int]):  # noqa: ANN202  (a pointer when compiled)
        array = np.array(numbers or [0], dtype=np.int32)
        self.arrays.append(array)
        return ints(array)

    def _lay_out(self, variants: Sequence[Rule], backward: bool) -> None:
        hits: list[list[tuple[int, ...]]] = [[] for _ in range(self.values)]
        needed, give_start, give_offset, give_value = [], [0], [], []
        for number, rule in enumerate(variants):
            count = 0
            for x, y, z, need, give in sides(rule, self.values, backward):
                offset = x + (y + z * self.height) * self.width
                if need >= 0:
                    count += 1
                    hits[need].append((number, offset, x, y, z))
                if give >= 0:
                    give_offset.append(offset)
                    give_value.append(give)
            needed.append(count)
            give_start.append(len(give_offset))
        flat = [hit for hits_of_value in hits for hit in hits_of_value]
        slots = [0, *np.cumsum([len(hits_of_value) for hits_of_value in hits])]
        self.needed = np.array(needed, dtype=np.uint16)
        self.slots = self._ints(slots)
        self.hit_variant = self._ints([hit[0] for hit in flat])
        self.hit_offset = self._ints([hit[1] for hit in flat])
        self.hit_x = self._ints([hit[2] for hit in flat])
        self.hit_y = self._ints([hit[3] for hit in flat])
        self.hit_z = self._ints([hit[4] for hit in flat])
        self.give_start = self._ints(give_start)
        self.give_offset = self._ints(give_offset)
        self.give_value = self._ints(give_value)
        self.widths = self._ints([rule.width for rule in variants])
        self.heights = self._ints([rule.height for rule in variants])
        self.depths = self._ints([rule.depth for rule in variants])

    def from_grid(self, cells: NDArray[np.uint8], potentials: NDArray[np.int32]) -> None:
        """Count from a grid.

        Args:
            cells: The values, flat.
            potentials: Is filled: times by value and cell, flat, -1 for never.
        """
        potentials[:] = -1
        potentials[cells.astype(np.int64) * self.size + np.arange(self.size)] = 0
        self.run(potentials)

    def from_future(self, future: NDArray[np.uint64], potentials: NDArray[np.int32]) -> None:
        """Count from the masks of what may be in every cell.

        Args:
            future: The masks, flat.
            potentials: As in :meth:`from_grid`.
        """
        for value in range(self.values):
            allowed = future >> np.uint64(value) & np.uint64(1)
            potentials[value * self.size : (value + 1) * self.size] = allowed.astype(np.int32) - 1
        self.run(potentials)

    def run(self, potentials: NDArray[np.int32]) -> None:
        """Count on from the zeros in ``potentials``."""
        starts = np.flatnonzero(potentials == 0).astype(np.int32)
        queue = np.empty(self.values * self.size, dtype=np.int32)
        queue[: len(starts)] = starts
        missing = np.tile(self.needed, self.size)
        self.potentials = ints(potentials)
        self.queue = ints(queue)
        self.missing = unsigned_shorts(missing)
        self.tail = len(starts)
        self.give_freely()
        self.count()

    def give_freely(self) -> None:
        """Let the rules act that need nothing: everywhere, in the first turn."""
        for variant in range(self.variants):
            if self.needed[variant] == 0:
                for z in range(self.depth - self.depths[variant] + 1):
                    for y in range(self.height - self.heights[variant] + 1):
                        row = (z * self.height + y) * self.width
                        for x in range(self.width - self.widths[variant] + 1):
                            self.give(variant, row + x, 1)

    def give(self, variant: int, anchor: int, time: int) -> None:
        """Let a rule act at a time."""
        for i in range(self.give_start[variant], self.give_start[variant + 1]):
            place = self.give_value[i] * self.size + anchor + self.give_offset[i]
            if self.potentials[place] == -1:
                self.potentials[place] = time
                self.queue[self.tail] = place
                self.tail += 1

    def count(self) -> None:
        """Take what is there in order of time; a rule acts when nothing it needs is missing."""
        head = 0
        while head < self.tail:
            place = self.queue[head]
            head += 1
            time = self.potentials[place] + 1
            value = place // self.size
            cell = place - value * self.size
            y = cell // self.width
            x = cell - y * self.width
            z = y // self.height
            y -= z * self.height
            inside = (
                x >= self.reach_x
                and y >= self.reach_y
                and z >= self.reach_z
                and x + self.reach_x < self.width
                and y + self.reach_y < self.height
                and z + self.reach_z < self.depth
            )
            for hit in range(self.slots[value], self.slots[value + 1]):
                variant = self.hit_variant[hit]
                if not inside:
                    left = x - self.hit_x[hit]
                    top = y - self.hit_y[hit]
                    bottom = z - self.hit_z[hit]
                    if (
                        left < 0
                        or top < 0
                        or bottom < 0
                        or left + self.widths[variant] > self.width
                        or top + self.heights[variant] > self.height
                        or bottom + self.depths[variant] > self.depth
                    ):
                        continue
                anchor = cell - self.hit_offset[hit]
                window = anchor * self.variants + variant
                self.missing[window] -= 1
                if self.missing[window] == 0:
                    self.give(variant, anchor, time)
