"""How the givens of a puzzle can lie alike."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from markovpy.errors import did_you_mean
from markovpy.plugins.sudoku.shape import PuzzleError

KINDS: dict[str, Callable[[int, int, int], tuple[int, int]]] = {
    "half-turn": lambda y, x, last: (last - y, last - x),
    "quarter-turn": lambda y, x, last: (x, last - y),
    "left-right": lambda y, x, last: (y, last - x),
    "top-bottom": lambda y, x, last: (last - y, x),
    "diagonal": lambda y, x, last: (x, y),
    "antidiagonal": lambda y, x, last: (last - x, last - y),
}
"""For each symmetry, where it takes row ``y``, column ``x`` of a board with that last row."""


@lru_cache(maxsize=64)
def orbits(side: int, symmetric: bool | str) -> tuple[tuple[int, ...], ...]:
    """Return the sets of cells that are given or empty together.

    Args:
        side: Of the board.
        symmetric: False for each cell by itself, True for a half turn, or one of ``KINDS``.
    """
    if symmetric is False:
        return tuple((cell,) for cell in range(side * side))
    kind = "half-turn" if symmetric is True else symmetric
    if kind not in KINDS:
        hint = did_you_mean(str(kind), KINDS) or f"symmetries are {', '.join(KINDS)}"
        raise PuzzleError("bad-wish", f"there is no symmetry {kind!r}", hint)
    found = []
    for cell in range(side * side):
        orbit = [cell]
        while True:
            y, x = KINDS[kind](*divmod(orbit[-1], side), side - 1)
            if y * side + x == cell:
                break
            orbit.append(y * side + x)
        if cell == min(orbit):
            found.append(tuple(orbit))
    return tuple(found)
