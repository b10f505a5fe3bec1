"""Stand-ins where the engine runs uncompiled: for ``import cython``, and for C's functions."""

from __future__ import annotations

import math

compiled = False


def exp(x: float) -> float:
    """Return e to the power of ``x``, infinity where that is too large, as C does."""
    try:
        return math.exp(x)
    except OverflowError:
        return math.inf


def memcpy(target: memoryview, source: memoryview, size: int) -> None:
    """Copy so many bytes from one contiguous view to another."""
    target.cast("B")[:size] = source.cast("B")[:size]
