"""What a ``convolution`` does: which cells a cell looks at, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil

MIDDLE, SIDES, THREE = 1, 2, 3
"""Which cells of a row of three count: bit 0 for the middle one, bit 1 for those beside it."""
MOORE = {(-1, 0): THREE, (0, 0): SIDES, (1, 0): THREE}
"""The rows of the eight cells around one."""
CERTAIN = -1
"""A coin that is not tossed."""


@dataclass(frozen=True)
class Neighborhood:
    """Which cells a cell looks at.

    Args:
        shape: The grid's ``(depth, height, width)``.
        rows: For each row of neighbours, as ``(dy, dz)``, which of its cells count.
        periodic: Whether the grid's edges meet.
        outside: The value that lies beyond the edge; None for nothing.
    """

    shape: tuple[int, int, int]
    rows: Mapping[tuple[int, int], int]
    periodic: bool
    outside: int | None

    @property
    def size(self) -> int:
        """How many cells it has."""
        return sum(self.rows.values())


@dataclass(frozen=True)
class Change:
    """What one rule does to cells of one value.

    Args:
        old: The value it applies to.
        new: The value it gives, another one.
        counted: The mask of the values it counts; 0 where it always fits.
        sums: The mask of the sums that fit.
        chance: The probability of its coin.
    """

    old: int
    new: int
    counted: int
    sums: int
    chance: float


def coin(chance: float) -> int:
    """Return the bound that a draw stays below with a chance; CERTAIN for no draw."""
    return CERTAIN if chance == 1 else ceil(chance * 2_147_483_647.0)


def intervals(sums: int) -> list[tuple[int, int]]:
    """Return the runs of set bits of a mask."""
    found = []
    low = -1
    for place in range(sums.bit_length() + 1):
        if sums >> place & 1:
            low = place if low < 0 else low
        elif low >= 0:
            found.append((low, place - 1))
            low = -1
    return found
