"""Conditions on the grid, and the numbers that they compare."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.rules import count_matches

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.state import State
    from markovpy.engine.table import RuleTable


class Condition(Protocol):
    """Something that holds of a state or does not."""

    def holds(self, state: State) -> bool:
        """Return whether it holds."""


class Quantity(Protocol):
    """A number that may depend on the state."""

    def value(self, state: State) -> float:
        """Return the number."""


class Constant:
    """A number known before the run."""

    def __init__(self, number: float) -> None:
        self.number = number

    def value(self, state: State) -> float:
        """Return the number."""
        return self.number


class Count:
    """How often a pattern occurs, in each place and orientation once."""

    def __init__(self, table: RuleTable) -> None:
        self.table = table

    def value(self, state: State) -> float:
        """Return the number of matches."""
        return count_matches(self.table, state, state.size * self.table.count)


class Calculation:
    """Two quantities and what is done with them."""

    def __init__(
        self, operation: Callable[[float, float], float], left: Quantity, right: Quantity
    ) -> None:
        self.operation = operation
        self.left = left
        self.right = right

    def value(self, state: State) -> float:
        """Return the result."""
        return self.operation(self.left.value(state), self.right.value(state))


class Exists:
    """A pattern occurs, or does not.

    Args:
        table: The pattern in its orientations.
        expected: Whether it has to occur.
    """

    def __init__(self, table: RuleTable, expected: bool) -> None:
        self.table = table
        self.expected = expected

    def holds(self, state: State) -> bool:
        """Return whether the pattern occurs as expected."""
        return (count_matches(self.table, state, 1) > 0) == self.expected


COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
}


class Comparison:
    """Two quantities compared."""

    def __init__(
        self, comparison: Callable[[float, float], bool], left: Quantity, right: Quantity
    ) -> None:
        self.comparison = comparison
        self.left = left
        self.right = right

    def holds(self, state: State) -> bool:
        """Return whether the comparison is true."""
        return self.comparison(self.left.value(state), self.right.value(state))


class GridIs:
    """The grid equals a given one.

    Args:
        grid: Values, shape ``(depth, height, width)``; None for the run's own start.
    """

    def __init__(self, grid: NDArray[np.uint8] | None) -> None:
        self.grid = grid

    def holds(self, state: State) -> bool:
        """Return whether every cell has its value."""
        other = state.start if self.grid is None else self.grid
        return bool(np.array_equal(state.grid, other))


class Marked:
    """A cell with one of some values lies on a goal, or off it; or none does.

    Args:
        values: The values, a mask.
        bit: The goal's mark.
        on: Whether cells with the mark are looked for, or those without.
        expected: Whether there has to be such a cell, or none.
    """

    def __init__(self, values: int, bit: int, on: bool, expected: bool) -> None:
        self.values = values
        self.bit = bit
        self.on = on
        self.expected = expected
        self._held = np.array([values >> value & 1 for value in range(64)], dtype=bool)

    def holds(self, state: State) -> bool:
        """Return whether there is such a cell, as expected."""
        lies = (state.marks & self.bit != 0) == self.on
        return bool((self._held[state.grid] & lies).any()) == self.expected


class Not:
    """The opposite of a condition."""

    def __init__(self, operand: Condition) -> None:
        self.operand = operand

    def holds(self, state: State) -> bool:
        """Return whether the operand does not hold."""
        return not self.operand.holds(state)


class Both:
    """Two conditions that must hold together."""

    def __init__(self, left: Condition, right: Condition) -> None:
        self.left = left
        self.right = right

    def holds(self, state: State) -> bool:
        """Return whether both hold."""
        return self.left.holds(state) and self.right.holds(state)


class Either:
    """Two conditions of which one must hold."""

    def __init__(self, left: Condition, right: Condition) -> None:
        self.left = left
        self.right = right

    def holds(self, state: State) -> bool:
        """Return whether one of them holds."""
        return self.left.holds(state) or self.right.holds(state)
