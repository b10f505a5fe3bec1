"""Rules laid out for matching: the immutable tables that the loops over a grid read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.random import MAXIMUM_SEED

if not cython.compiled:
    from markovpy.engine.memory import ints, masks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.model.rule import Rule

Cell = tuple[int, int, int]
TELLING_CELLS = 8
"""From how many cells of a pattern the one to test first is chosen."""


class RuleTable:
    """The oriented rules (variants) of one node, for one grid shape.

    ``tests``: per variant, the pattern cells that are no wildcard, as an offset from the
    window's anchor and a mask of the values allowed, those that allow least first.
    ``writes``: per variant, offset and value of the cells it sets, x fastest, then y, then z.
    ``hits``: per value, and within it per variant, the pattern cells that may hold the value:
    from a cell that holds it, these lead to the windows that may match. ``near``: per hit,
    another cell to test first, as an offset from the cell that holds the value.
    ``keys``: per variant, the values it cannot match without, each with a cell it must hold.
    ``lone_value``: per variant, the value of its only cell; -1 if it is not that simple.
    ``first_*``: per variant, the cell of the window that has to lie on the clicked cell.
    ``coins``: per variant, the largest random sample with which it is applied (in ``prl``).

    Args:
        variants: The oriented rules in their order.
        shape: The grid's ``(depth, height, width)``.
        values: How many values the grid knows.
        firsts: Per variant, the cell of its window that has to lie on the clicked cell; empty
            where a window may lie anywhere.
    """

    def __init__(
        self,
        variants: Sequence[Rule],
        shape: tuple[int, int, int],
        values: int,
        firsts: Sequence[Cell] = (),
    ) -> None:
        self.variants = tuple(variants)
        self.count = len(self.variants)
        self.shift = max(0, self.count - 1).bit_length()
        self.values = values
        self.arrays: list = []
        self.anchored = bool(firsts)
        self.firsts = tuple(firsts)
        self._lay_out_sizes(shape)
        self.first_x = self._ints([x for x, _, _ in firsts])
        self.first_y = self._ints([y for _, y, _ in firsts])
        self.first_z = self._ints([z for _, _, z in firsts])
        self._lay_out_tests(shape, (1 << values) - 1)
        self._lay_out_keys(shape)
        self._lay_out_hits(shape, values)

    def _keep(self, numbers: list[int], dtype: type) -> np.ndarray:
        array = np.array(numbers or [0], dtype=dtype)
        self.arrays.append(array)
        return array

    def _ints(self, numbers: list[int]):  # noqa: ANN202  (a pointer when compiled)
        array = self._keep(numbers, np.int32)
        return ints(array)

    def _masks(self, numbers: list[int]):  # noqa: ANN202  (a pointer when compiled)
        array = self._keep(numbers, np.uint64)
        return masks(array)

    def _lay_out_sizes(self, shape: tuple[int, int, int]) -> None:
        self.reach_x = max((rule.width for rule in self.variants), default=1) - 1
        self.reach_y = max((rule.height for rule in self.variants), default=1) - 1
        self.reach_z = max((rule.depth for rule in self.variants), default=1) - 1
        self.widths = self._ints([rule.width for rule in self.variants])
        self.heights = self._ints([rule.height for rule in self.variants])
        self.depths = self._ints([rule.depth for rule in self.variants])
        self.lone_value = self._ints([_lone_value(rule) for rule in self.variants])
        corners = [(rule.width - 1, rule.height - 1, rule.depth - 1) for rule in self.variants]
        self.last_offset = self._ints([_offset(corner, shape) for corner in corners])
        self.coins = self._ints([passing_samples(rule.probability) for rule in self.variants])

    def _lay_out_tests(self, shape: tuple[int, int, int], wildcard: int) -> None:
        test_start, test_offset, test_mask = [0], [], []
        write_start, write_offset, write_value = [0], [], []
        for rule in self.variants:
            offsets = [_offset(cell, shape) for cell in rule.cells()]
            tests = [
                (mask.bit_count(), offset, mask)
                for offset, mask in zip(offsets, rule.lhs)
                if mask != wildcard
            ]
            for _, offset, mask in sorted(tests):
                test_offset.append(offset)
                test_mask.append(mask)
            test_start.append(len(test_offset))
            for offset, value in zip(offsets, rule.rhs):
                if value >= 0:
                    write_offset.append(offset)
                    write_value.append(value)
            write_start.append(len(write_offset))
        self.test_start = self._ints(test_start)
        self.test_offset = self._ints(test_offset)
        self.test_mask = self._masks(test_mask)
        self.write_start = self._ints(write_start)
        self.write_offset = self._ints(write_offset)
        self.write_value = self._ints(write_value)

    def _lay_out_keys(self, shape: tuple[int, int, int]) -> None:
        """For each variant and value that it needs, one pattern cell that must hold it."""
        key_start, keys, needs = [0], [], []
        for rule in self.variants:
            cells = {
                mask.bit_length() - 1: _offset(cell, shape)
                for cell, mask in zip(rule.cells(), rule.lhs)
                if mask.bit_count() == 1
            }
            keys.extend(cells.items())
            key_start.append(len(keys))
            needs.append(sum(1 << value for value in cells))
        self.needs = self._masks(needs)
        self.key_start = self._ints(key_start)
        self.key_value = self._ints([value for value, _ in keys])
        self.key_offset = self._ints([offset for _, offset in keys])

    def _lay_out_hits(self, shape: tuple[int, int, int], values: int) -> None:
        wildcard = (1 << values) - 1
        slots, hits, near = [], [], []
        telling = [_telling_cells(rule, wildcard) for rule in self.variants]
        for value in range(values):
            for number, rule in enumerate(self.variants):
                slots.append(len(hits))
                for cell, mask in zip(rule.cells(), rule.lhs):
                    if mask >> value & 1:
                        other, allowed = telling[number][cell]
                        hits.append((number, _offset(cell, shape), *cell))
                        near.append((_offset(other, shape) - _offset(cell, shape), allowed))
        slots.append(len(hits))
        self.slots = self._ints(slots)
        self.hit_variant = self._ints([hit[0] for hit in hits])
        self.hit_offset = self._ints([hit[1] for hit in hits])
        self.hit_x = self._ints([hit[2] for hit in hits])
        self.hit_y = self._ints([hit[3] for hit in hits])
        self.hit_z = self._ints([hit[4] for hit in hits])
        self.near_offset = self._ints([offset for offset, _ in near])
        self.near_mask = self._masks([mask for _, mask in near])


def _offset(cell: Cell, shape: tuple[int, int, int]) -> int:
    x, y, z = cell
    return x + (y + z * shape[1]) * shape[2]


def _lone_value(rule: Rule) -> int:
    mask = rule.lhs[0]
    return mask.bit_length() - 1 if len(rule.lhs) == 1 and mask.bit_count() == 1 else -1


def _telling_cells(rule: Rule, wildcard: int) -> dict[Cell, tuple[Cell, int]]:
    """Return, per pattern cell, the one to test first for a window around it, and its mask.

    Of (some of) the cells that allow least the one farthest off: what lies next to a written
    cell is often what the rule that wrote it left there.
    """
    tests = [(cell, mask) for cell, mask in zip(rule.cells(), rule.lhs) if mask != wildcard]
    least = min((mask.bit_count() for _, mask in tests), default=0)
    strict = [test for test in tests if test[1].bit_count() == least]
    some = strict[:: max(1, len(strict) // TELLING_CELLS)] + strict[len(strict) - 1 :] + tests[:1]
    telling = {}
    for cell in rule.cells():
        others = [test for test in some if test[0] != cell]
        telling[cell] = max(
            others, key=lambda test: _distance(cell, test[0]), default=(cell, wildcard)
        )
    return telling


def _distance(cell: Cell, other: Cell) -> int:
    return abs(cell[0] - other[0]) + abs(cell[1] - other[1]) + abs(cell[2] - other[2])


def passing_samples(chance: float) -> int:
    """Return the largest ``Random.sample()`` that a coin of a chance passes; -1 for none.

    The reference compares ``NextDouble() <= chance``; this is the same comparison in whole
    numbers.
    """
    sample = int(min(max(chance, 0.0), 1.0) * MAXIMUM_SEED)
    while sample < MAXIMUM_SEED and (sample + 1) * (1.0 / MAXIMUM_SEED) <= chance:
        sample += 1
    while sample >= 0 and sample * (1.0 / MAXIMUM_SEED) > chance:
        sample -= 1
    return sample
