"""A rewrite rule in one orientation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

LEAVE = -1
"""On a right side: the cell stays as it is."""


@dataclass(frozen=True)
class Rule:
    """What a window must hold, and what it gets.

    Both sides are flat, x fastest, then y (down), then z (up).

    Args:
        width: Cells in x.
        height: Cells in y.
        depth: Cells in z.
        lhs: Per cell, the mask of values that match.
        rhs: Per cell, the value it gets, or :data:`LEAVE`.
        probability: The chance that a match is applied, where the node kind tosses coins.
    """

    width: int
    height: int
    depth: int
    lhs: tuple[int, ...]
    rhs: tuple[int, ...]
    probability: float = 1.0

    def cells(self) -> Iterator[tuple[int, int, int]]:
        """Yield ``(x, y, z)`` of each cell in the order of both sides."""
        for z in range(self.depth):
            for y in range(self.height):
                for x in range(self.width):
                    yield x, y, z

    @property
    def changes_nothing(self) -> bool:
        """Whether every cell it writes has that value already wherever it matches."""
        return all(
            new == LEAVE or mask == 1 << new for mask, new in zip(self.lhs, self.rhs, strict=True)
        )

    @property
    def matches_own_result(self) -> bool:
        """Whether its window matches again after it was applied, for every match."""
        return all(
            new == LEAVE or mask >> new & 1 for mask, new in zip(self.lhs, self.rhs, strict=True)
        )
