"""Where one looks in a game whose board is larger than the window."""

from __future__ import annotations

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from markovpy.compiler.program import CheckedReaction
from markovpy.nodes.checked import every_node

if TYPE_CHECKING:
    from markovpy.play.session import Session

Cell = tuple[int, ...]
_MOST = 4


class Focus:
    """Finds the cell that the player steers, else where something changed last.

    What is steered is what the rules for arrows begin with, such as the ``P`` of ``PCB -> BPC``,
    where there are few of it.

    Args:
        session: The game.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._before: NDArray[np.uint8] | None = None
        self._cell: Cell | None = None
        self._steered: tuple[object, int] | None = None

    @property
    def cell(self) -> Cell | None:
        """The cell, ``(x, y)`` or ``(x, y, z)``; None where nothing has changed yet."""
        grid = self._session.grid
        places = np.argwhere(np.isin(grid, self._values()))
        if not 1 <= len(places) <= _MOST:
            places = self._changed(grid)
        self._before = grid.copy()
        if len(places):
            last = self._cell or (0,) * grid.ndim
            # of several the nearest to the last one
            distances = np.abs(places - np.array(last[::-1])).sum(axis=1)
            self._cell = tuple(int(part) for part in places[distances.argmin()][::-1])
        return self._cell

    def _changed(self, grid: NDArray[np.uint8]) -> NDArray[np.int64]:
        """Return the middle of the cells that changed since this was last asked, if any did."""
        if self._before is None or self._before.shape != grid.shape:
            self._cell = None
            return np.empty((0, grid.ndim), np.int64)
        places = np.argwhere(grid != self._before)
        return places.mean(axis=0, keepdims=True).astype(np.int64) if len(places) else places

    def _values(self) -> list[int]:
        """Return the values that the rules for arrows begin with."""
        compiled = self._session.compiled
        if self._steered is None or self._steered[0] is not compiled:
            self._steered = compiled, _steered(self._session)
        mask = self._steered[1]
        return [value for value in range(mask.bit_length()) if mask >> value & 1]


def _steered(session: Session) -> int:
    """Return the mask of the values that the rules for the right arrow begin with."""
    game = session.compiled.checked.game
    assert game is not None
    parts = [part for part in game.responders if isinstance(part, CheckedReaction)]
    nodes = [node for part in parts if part.trigger == "right" for node in part.nodes]
    rules = [rule for node in every_node(nodes) for rule in node.rules]
    return reduce(or_, (rule.variants[0].lhs[0] for rule in rules if rule.variants), 0)
