"""Shortest solutions: depth first, deeper each time, guided by pattern databases."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.interrupt import let_signals_in

if not cython.compiled:
    from markovpy.engine.memory import ints, masks, octets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.plugins.sliding.guide import Guide

_NOT_FOUND = 0
_FOUND = 1
_GAVE_UP = 2
_NOWHERE = 4
_ROUND = 6
_OFTEN = (1 << 16) - 1
NOT_FOUND, FOUND, GAVE_UP = _NOT_FOUND, _FOUND, _GAVE_UP


class Deepening:
    """Iterative-deepening A* with one or two sums of pattern databases.

    A path that goes clockwise round four cells for six moves is left out: the six moves
    anticlockwise lead to the same board. A path without such a part always remains, for a
    part so replaced has fewer clockwise turns.

    Source: R. E. Korf, *Depth-first iterative-deepening* (1985); leaving out what other moves do
    as well: L. A. Taylor and R. E. Korf, *Pruning duplicate nodes in depth-first search* (1993).

    Args:
        guide: The databases of the goal.

    Attributes:
        states: Boards looked at so far.
        proved: No solution has fewer moves.
        moves: The cells the gap goes to, last first, once a solution was found.
    """

    def __init__(self, guide: Guide) -> None:
        cells = guide.shape.cells
        self.cells = cells
        self.views = len(guide.views)
        self.arrays: dict = {}
        self.guide = guide
        self.sides = self._ints("sides", np.array(guide.shape.neighbours))
        self.tile = self._ints("tile", np.zeros(cells))
        first, last = guide.ends
        self.group0 = self._ints("group0", first.group)
        self.group1 = self._ints("group1", last.group)
        self.step0 = self._ints("step0", first.steps)
        self.step1 = self._ints("step1", last.steps)
        self.table0 = self._tables("table0", first.tables)
        self.table1 = self._tables("table1", last.tables)
        self.at0 = self._ints("at0", np.zeros(len(first.tables)))
        self.at1 = self._ints("at1", np.zeros(len(last.tables)))
        self.left0 = self._ints("left0", np.zeros(len(first.tables)))
        self.left1 = self._ints("left1", np.zeros(len(last.tables)))

    def _ints(self, name: str, numbers: NDArray[np.int32]):  # noqa: ANN202  (a pointer)
        array = np.ascontiguousarray(numbers, dtype=np.int32)
        self.arrays[name] = array
        return ints(array)

    def _tables(self, name: str, tables: Sequence[NDArray[np.uint8]]):  # noqa: ANN202  (pointers)
        if not cython.compiled:
            return [octets(table) for table in tables]
        self.arrays[name] = np.zeros(len(tables), dtype=np.uint64)
        found = cython.cast(cython.pp_uchar, masks(self.arrays[name]))
        for i in range(len(tables)):
            found[i] = octets(tables[i])
        return found

    def begin(self, tiles: Sequence[int], gap: int) -> None:
        """Set the board to start from.

        Args:
            tiles: Per cell the goal cell of its tile; at ``gap`` the goal cell of the gap.
            gap: The cell without a tile.
        """
        self.states = 0
        self.moves = []
        self.gap = gap
        for cell in range(self.cells):
            self.tile[cell] = tiles[cell]
        first, last = self.guide.ends
        for group, index in enumerate(first.indices(tiles, gap)):
            self.at0[group] = index
            self.left0[group] = self.table0[group][index]
        for group, index in enumerate(last.indices(tiles, gap)):
            self.at1[group] = index
            self.left1[group] = self.table1[group][index]
        self.sum0 = sum([self.left0[group] for group in range(len(first.tables))])
        self.sum1 = sum([self.left1[group] for group in range(len(last.tables))])
        self.proved = max(self.sum0, self.sum1)

    def run(self, limit: int, below: int) -> int:
        """Search until a solution is found, or proved to have at least ``below`` moves.

        Args:
            limit: Boards to look at, at most.
            below: Moves of a solution that is known.

        Returns:
            FOUND, NOT_FOUND, or GAVE_UP at the limit.
        """
        self.limit = limit
        while self.proved < below:
            if self.sum0 == 0:
                return _FOUND
            outcome = self.descend(self.gap, _NOWHERE, 0, self.proved, self.sum0, self.sum1)
            if outcome != _NOT_FOUND:
                return outcome
            self.proved += 2
        return _NOT_FOUND

    def descend(self, gap: int, came: int, turns: int, budget: int, sum0: int, sum1: int) -> int:
        """Try every move but the one back.

        Args:
            gap: The cell without a tile.
            came: The way the gap came.
            turns: Moves the gap has gone clockwise without a break, up to here.
            budget: Moves that may still be made.
            sum0: Moves that the first view asks for.
            sum1: Moves that the last view asks for.
        """
        self.states += 1
        if self.states & _OFTEN == 0:
            let_signals_in()
        if self.states > self.limit:
            return _GAVE_UP
        budget -= 1
        for way in range(4):
            cell = self.sides[4 * gap + way]
            if way == came ^ 2 or cell < 0:
                continue
            run = turns + 1 if way == came + 1 & 3 else 1
            if run == _ROUND:
                continue
            tile = self.tile[cell]
            group0 = self.group0[tile]
            at0 = self.at0[group0]
            later0 = at0 + self.step0[way * self.cells + tile]
            old0 = self.left0[group0]
            new0 = self.table0[group0][later0]
            left0 = sum0 - old0 + new0
            if left0 > budget:
                continue
            group1 = at1 = old1 = left1 = 0
            if self.views == 2:
                group1 = self.group1[tile]
                at1 = self.at1[group1]
                later1 = at1 + self.step1[way * self.cells + tile]
                old1 = self.left1[group1]
                new1 = self.table1[group1][later1]
                left1 = sum1 - old1 + new1
                if left1 > budget:
                    continue
                self.at1[group1] = later1
                self.left1[group1] = new1
            self.at0[group0] = later0
            self.left0[group0] = new0
            self.tile[gap] = tile
            outcome = _FOUND
            if left0 != 0:
                outcome = self.descend(cell, way, run, budget, left0, left1)
            self.tile[cell] = tile
            self.at0[group0] = at0
            self.left0[group0] = old0
            if self.views == 2:
                self.at1[group1] = at1
                self.left1[group1] = old1
            if outcome != _NOT_FOUND:
                if outcome == _FOUND:
                    self.moves.append(cell)
                return outcome
        return _NOT_FOUND
