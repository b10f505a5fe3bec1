"""Conditions written out for a grid of bits, as a short program for a machine with a stack."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from markovpy.engine import conditions as written
from markovpy.engine.grounding import anchors_of, window_of
from markovpy.engine.layout import in_words

if TYPE_CHECKING:
    from markovpy.engine.layout import Layout
    from markovpy.engine.state import State
    from markovpy.engine.table import RuleTable

BITS, PATTERNS, NUMBER, NOT, BOTH, EITHER = range(6)
_OPERATIONS = {
    operation: number
    for number, operation in enumerate(
        (
            operator.eq,
            operator.ne,
            operator.le,
            operator.ge,
            operator.lt,
            operator.gt,
            operator.add,
            operator.sub,
            operator.mul,
        ),
        6,
    )
}


class UnsuitableError(Exception):
    """A condition is none that can be laid out as bits."""


class Sentence:
    """Conditions written as operations, one after another: whether any of them holds.

    Args:
        conditions: The conditions.
        layout: The bits.
        state: Has the goals' marks and the grid of the start.

    Attributes:
        code: The operations: what to do; for bits, which words to look at, for patterns, which
            patterns; and a number to push, or to add to a count.

    Raises:
        UnsuitableError: One of them cannot be written so.
    """

    def __init__(
        self, conditions: Sequence[written.Condition], layout: Layout, state: State
    ) -> None:
        self.layout = layout
        self.state = state
        self.code: list[tuple[int, int, int, float]] = []
        self._words: list[tuple[int, int]] = []
        self._pattern_starts = [0]
        self._put(NUMBER)
        for condition in conditions:
            self._condition(condition)
            self._put(EITHER)

    def _put(self, code: int, start: int = 0, end: int = 0, number: float = 0.0) -> None:
        """Add an operation."""
        self.code.append((code, start, end, number))

    def arrays(self) -> list[np.ndarray]:
        """Return the operations, patterns and words as arrays."""
        columns = list(zip(*self.code))
        return [
            *(np.array(column, dtype=np.int32) for column in columns[:3]),
            np.array(columns[3], dtype=np.float64),
            np.array(self._pattern_starts, dtype=np.int32),
            np.array([*(word for word, _ in self._words), 0], dtype=np.int32),
            np.array([*(mask for _, mask in self._words), 0], dtype=np.uint64),
        ]

    def _condition(self, condition: written.Condition) -> None:
        """Write a condition; what it gives is 0 where it does not hold."""
        if isinstance(condition, written.Exists):
            self._count(condition.table)
            self._exists(condition.expected)
        elif isinstance(condition, written.Marked):
            lies = ((self.state.marks & condition.bit) != 0) == condition.on
            cells = np.flatnonzero(lies.reshape(-1)).tolist()
            self._some((cell, condition.values) for cell in cells)
            self._exists(condition.expected)
        elif isinstance(condition, written.GridIs):
            grid = self.state.start if condition.grid is None else condition.grid
            self._some((cell, ~(1 << v)) for cell, v in enumerate(grid.reshape(-1).tolist()))
            self._exists(False)
        elif isinstance(condition, written.Not):
            self._condition(condition.operand)
            self._put(NOT)
        elif isinstance(condition, (written.Both, written.Either)):
            self._condition(condition.left)
            self._condition(condition.right)
            self._put(BOTH if isinstance(condition, written.Both) else EITHER)
        elif isinstance(condition, written.Comparison):
            self._two(condition.left, condition.right, condition.comparison)
        else:
            raise UnsuitableError

    def _quantity(self, quantity: written.Quantity) -> None:
        """Write a number."""
        if isinstance(quantity, written.Constant):
            self._put(NUMBER, number=quantity.number)
        elif isinstance(quantity, written.Count):
            self._count(quantity.table)
        elif isinstance(quantity, written.Calculation):
            self._two(quantity.left, quantity.right, quantity.operation)
        else:
            raise UnsuitableError

    def _two(
        self,
        left: written.Quantity,
        right: written.Quantity,
        operation: Callable[[float, float], float],
    ) -> None:
        if operation not in _OPERATIONS:
            raise UnsuitableError
        self._quantity(left)
        self._quantity(right)
        self._put(_OPERATIONS[operation])

    def _exists(self, expected: bool) -> None:
        """Write whether a count is more than nothing, or is nothing."""
        self._put(NOT)
        if expected:
            self._put(NOT)

    def _some(self, places: Iterable[tuple[int, int]]) -> None:
        """Write how many of some cells have one of their values."""
        bits, fixed = [], 0
        for cell, mask in places:
            if self.layout.moves(cell):
                bits += self.layout.chosen(cell, mask)
            else:
                fixed += bool(self.layout.possible[cell] & mask)
        self._bits(bits, fixed)

    def _bits(self, bits: Sequence[int], fixed: int) -> None:
        start = len(self._words)
        self._words += in_words(bits)
        self._put(BITS, start, len(self._words), fixed)

    def _count(self, table: RuleTable) -> None:
        """Write how often a pattern occurs."""
        if all(len(rule.lhs) == 1 for rule in table.variants) and table.count == 1:
            mask = table.variants[0].lhs[0]
            self._some((cell, mask) for cell in range(len(self.layout.start)))
            return
        if self._pattern_starts[-1] != len(self._words):
            self._pattern_starts.append(len(self._words))
        first = len(self._pattern_starts) - 1
        fixed = 0
        shape = self.state.grid.shape
        possible = np.array(self.layout.possible, dtype=np.uint64).reshape(shape)
        for rule in table.variants:
            for anchor in anchors_of(rule, possible):
                cells = window_of(rule, anchor, shape)
                barred = self.layout.barred(zip(cells, rule.lhs))
                if barred:
                    self._words += barred
                    self._pattern_starts.append(len(self._words))
                else:
                    fixed += 1
        self._put(PATTERNS, first, len(self._pattern_starts) - 1, fixed)
