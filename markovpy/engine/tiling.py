"""Matches as tiles that must not overlap, and per cell how many of them cover it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import ints, octets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


class Tiling:
    """The tiles on one layer of a board, some of them hidden for now.

    Those that were hidden, and those among which one is to be chosen, lie on one stack.

    Args:
        width: The layer's.
        height: Likewise.
        widths: Per rule, the width of its tiles.
        heights: Likewise.
    """

    def __init__(
        self, width: int, height: int, widths: Sequence[int], heights: Sequence[int]
    ) -> None:
        self.width, self.height = width, height
        self.arrays: dict = {}
        self.widths = self._ints("widths", np.array([*widths, 0], dtype=np.int32))
        self.heights = self._ints("heights", np.array([*heights, 0], dtype=np.int32))
        most = width * height * len(widths) + 1
        self.rule = self._ints("rule", np.zeros(most, dtype=np.int32))
        self.left = self._ints("left", np.zeros(most, dtype=np.int32))
        self.top = self._ints("top", np.zeros(most, dtype=np.int32))
        self.amounts = self._ints("amounts", np.zeros(width * height, dtype=np.int32))
        hidden = np.zeros(most, dtype=np.uint8)
        self.arrays["hidden"] = hidden
        self.hidden = octets(hidden)
        self.take_stack(np.zeros(1024, dtype=np.int32))

    def _ints(self, name: str, array: NDArray[np.int32]):  # noqa: ANN202  (a pointer when compiled)
        self.arrays[name] = array
        return ints(array)

    def take_stack(self, array: NDArray[np.int32]) -> None:
        """Use an array as the memory of the stack."""
        self.capacity = len(array)
        self.stack = self._ints("stack", array)

    def clear(self) -> None:
        """Forget all tiles."""
        for cell in range(self.width * self.height):
            self.amounts[cell] = 0
        self.count = 0
        self.stacked = 0

    def add(self, rule: int, left: int, top: int) -> None:
        """Add a tile."""
        self.rule[self.count] = rule
        self.left[self.count] = left
        self.top[self.count] = top
        self.hidden[self.count] = 0
        self.tell(self.count, 1)
        self.count += 1

    def tell(self, tile: int, change: int) -> None:
        """Count a tile's cells in or out."""
        rule = self.rule[tile]
        for y in range(self.top[tile], self.top[tile] + self.heights[rule]):
            for x in range(self.left[tile], self.left[tile] + self.widths[rule]):
                self.amounts[y * self.width + x] += change

    def fullest(self) -> int:
        """Return the first of the cells that most tiles cover, -1 where no tile is left."""
        most = 0
        place = -1
        for cell in range(self.width * self.height):
            if self.amounts[cell] > most:
                most = self.amounts[cell]
                place = cell
        return place

    def push(self, tile: int) -> None:
        """Put a tile on the stack."""
        if self.stacked == self.capacity:
            self.take_stack(np.resize(self.arrays["stack"], 2 * self.capacity))
        self.stack[self.stacked] = tile
        self.stacked += 1

    def gather(self, cell: int) -> None:
        """Put the tiles that cover a cell on the stack."""
        y = cell // self.width
        x = cell - y * self.width
        for tile in range(self.count):
            if not self.hidden[tile] and self.holds(tile, x, y, 1, 1):
                self.push(tile)

    def hide(self, chosen: int) -> None:
        """Hide a tile and all that overlap it, and put them on the stack."""
        rule = self.rule[chosen]
        left = self.left[chosen]
        top = self.top[chosen]
        for tile in range(self.count):
            if not self.hidden[tile] and self.holds(
                tile, left, top, self.widths[rule], self.heights[rule]
            ):
                self.push(tile)
                self.hidden[tile] = 1
                self.tell(tile, -1)

    def show(self, stacked: int) -> None:
        """Show the hidden tiles again that lie on the stack above the first so many."""
        while self.stacked > stacked:
            self.stacked -= 1
            tile = self.stack[self.stacked]
            self.hidden[tile] = 0
            self.tell(tile, 1)

    def holds(self, tile: int, x: int, y: int, width: int, height: int) -> bool:
        """Return whether a tile and a rectangle have a cell in common."""
        rule = self.rule[tile]
        return (
            self.left[tile] < x + width
            and x < self.left[tile] + self.widths[rule]
            and self.top[tile] < y + height
            and y < self.top[tile] + self.heights[rule]
        )
