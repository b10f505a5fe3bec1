"""Rules laid out for matching: the immutable tables that the loops over a grid read."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.state import address

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.model.rule import Rule


class RuleTable:
    """The oriented rules (variants) of one node, for one grid shape.

    ``tests``: per variant, the pattern cells that are no wildcard, as an offset from the
    window's anchor and a mask of the values allowed, those that allow least first.
    ``writes``: per variant, offset and value of the cells it sets, x fastest, then y, then z.
    ``hits``: per value, and within it per variant, the pattern cells that may hold the value:
    from a cell that holds it, these lead to the windows that may match.

    Args:
        variants: The oriented rules in their order.
        shape: The grid's ``(depth, height, width)``.
        values: How many values the grid knows.
    """

    def __init__(self, variants: Sequence[Rule], shape: tuple[int, int, int], values: int) -> None:
        self.variants = tuple(variants)
        self.count = len(self.variants)
        self.shift = max(0, self.count - 1).bit_length()
        self.arrays: list = []
        self._lay_out_sizes()
        self._lay_out_tests(shape, (1 << values) - 1)
        self._lay_out_hits(shape, values)

    def _keep(self, numbers: list[int], dtype: type) -> np.ndarray:
        array = np.array(numbers or [0], dtype=dtype)
        self.arrays.append(array)
        return array

    def _ints(self, numbers: list[int]):  # noqa: ANN202  (a pointer when compiled)
        array = self._keep(numbers, np.int32)
        if cython.compiled:
            return cython.cast(cython.p_int, cython.cast(cython.size_t, address(array)))
        return memoryview(array)

    def _lay_out_sizes(self) -> None:
        self.reach_x = max((rule.width for rule in self.variants), default=1) - 1
        self.reach_y = max((rule.height for rule in self.variants), default=1) - 1
        self.reach_z = max((rule.depth for rule in self.variants), default=1) - 1
        self.widths = self._ints([rule.width for rule in self.variants])
        self.heights = self._ints([rule.height for rule in self.variants])
        self.depths = self._ints([rule.depth for rule in self.variants])
        chances = self._keep([rule.probability for rule in self.variants], np.float64)
        if cython.compiled:
            self.chances = cython.cast(
                cython.p_double, cython.cast(cython.size_t, address(chances))
            )
        else:
            self.chances = memoryview(chances)

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
        masks = self._keep(test_mask, np.uint64)
        if cython.compiled:
            self.test_mask = cython.cast(
                cython.p_ulonglong, cython.cast(cython.size_t, address(masks))
            )
        else:
            self.test_mask = memoryview(masks)
        self.write_start = self._ints(write_start)
        self.write_offset = self._ints(write_offset)
        self.write_value = self._ints(write_value)

    def _lay_out_hits(self, shape: tuple[int, int, int], values: int) -> None:
        slots, hits = [], []
        for value in range(values):
            for number, rule in enumerate(self.variants):
                slots.append(len(hits))
                hits.extend(
                    (number, _offset(cell, shape), *cell)
                    for cell, mask in zip(rule.cells(), rule.lhs)
                    if mask >> value & 1
                )
        slots.append(len(hits))
        self.slots = self._ints(slots)
        self.hit_variant = self._ints([hit[0] for hit in hits])
        self.hit_offset = self._ints([hit[1] for hit in hits])
        self.hit_x = self._ints([hit[2] for hit in hits])
        self.hit_y = self._ints([hit[3] for hit in hits])
        self.hit_z = self._ints([hit[4] for hit in hits])


def _offset(cell: tuple[int, int, int], shape: tuple[int, int, int]) -> int:
    x, y, z = cell
    return x + (y + z * shape[1]) * shape[2]
