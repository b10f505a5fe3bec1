"""How many boards of a size are how many moves from a goal: the whole puzzle, breadth first."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.interrupt import let_signals_in
from markovpy.errors import input_error
from markovpy.plugins.sliding.boards import read_puzzle, usual_goal

if not cython.compiled:
    from markovpy.engine.memory import ints, octets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.plugins.sliding.geometry import Shape

_MOST_COUNTED = 12
_OFTEN = 1 << 18


def distances(width: int, height: int, goal: Iterable[int] | None = None) -> list[int]:
    """Return how many boards are 0, 1, 2 … single-tile moves from a goal.

    Args:
        width: Columns.
        height: Rows; up to 12 cells (3x4 takes minutes and half a gigabyte).
        goal: The tiles row by row, 0 the gap; None for 1, 2, 3 … and the gap last.

    Raises:
        ProgramError: The size or the goal is no good.
    """
    cells = width * height
    if width < 1 or height < 1 or cells > _MOST_COUNTED:
        message = f"{width}x{height} is no board of 1 to {_MOST_COUNTED} cells"
        raise input_error("bad-size", message, "size")
    board = usual_goal(cells) if goal is None else tuple(goal)
    puzzle = read_puzzle(board, width, usual_goal(cells))
    gap = board.index(0)
    # Numbered so that the gap is 0 and the goal in order but for it.
    order = [*range(1, gap + 1), 0, *range(gap + 1, cells)]
    return Census(puzzle.shape, order).run()


class Census:
    """Counts breadth first the boards that can be reached from one.

    A board is known by its rank among the permutations in lexicographic order.

    Args:
        shape: The board's size, at most 12 cells.
        board: The board to start from, 0 the gap.
    """

    def __init__(self, shape: Shape, board: Sequence[int]) -> None:
        cells = shape.cells
        self.cells = cells
        self.arrays: dict = {}
        self.sides = ints(self._keep("sides", np.array(shape.neighbours, dtype=np.int32)))
        self.tile = ints(self._keep("tile", np.array(board, dtype=np.int32)))
        factorials = [math.factorial(cells - 1 - i) for i in range(cells)]
        self.weight = ints(self._keep("weight", np.array(factorials, dtype=np.int32)))
        bits = np.array([mask.bit_count() for mask in range(1 << cells)], dtype=np.int32)
        self.bits = ints(self._keep("bits", bits))
        size = math.factorial(cells) // 8 + 1
        self.seen = octets(self._keep("seen", np.zeros(size, dtype=np.uint8)))
        self.found = 0
        self.make_room(1024)

    def _keep(self, name: str, array: NDArray[Any]) -> NDArray[Any]:
        self.arrays[name] = array
        return array

    def make_room(self, capacity: int) -> None:
        """Let so many boards be found in one layer, keeping those that are."""
        array = np.empty(capacity, dtype=np.int32)
        if self.found:
            array[: self.found] = self.arrays["layer"][: self.found]
        self.layer = ints(self._keep("layer", array))
        self.capacity = capacity

    def run(self) -> list[int]:
        """Count the boards of each distance."""
        self.enter()
        counts = []
        while self.found:
            count = self.found
            counts.append(count)
            self.before = ints(self._keep("before", self.arrays["layer"]))
            self.found = 0
            self.make_room(self.capacity)
            self.expand(count)
        return counts

    def expand(self, count: int) -> int:
        """Make every move of every board of a layer."""
        for number in range(count):
            if number % _OFTEN == 0:
                let_signals_in()
            gap = self.load(self.before[number])
            for way in range(4):
                cell = self.sides[4 * gap + way]
                if cell >= 0:
                    self.tile[gap] = self.tile[cell]
                    self.tile[cell] = 0
                    self.enter()
                    self.tile[cell] = self.tile[gap]
                    self.tile[gap] = 0
        return 0

    def load(self, rank: int) -> int:
        """Set the board to that of a rank; return the cell of its gap."""
        gap = 0
        left = (1 << self.cells) - 1
        for cell in range(self.cells):
            place = rank // self.weight[cell]
            rank %= self.weight[cell]
            tile = 0
            while place > 0 or not left >> tile & 1:
                place -= left >> tile & 1
                tile += 1
            left ^= 1 << tile
            self.tile[cell] = tile
            if tile == 0:
                gap = cell
        return gap

    def enter(self) -> int:
        """Keep the board, unless it was kept before."""
        left = (1 << self.cells) - 1
        rank = 0
        for cell in range(self.cells):
            bit = 1 << self.tile[cell]
            rank += self.bits[left & (bit - 1)] * self.weight[cell]
            left ^= bit
        if self.seen[rank >> 3] >> (rank & 7) & 1:
            return 0
        self.seen[rank >> 3] |= 1 << (rank & 7)
        if self.found == self.capacity:
            self.make_room(2 * self.capacity)
        self.layer[self.found] = rank
        self.found += 1
        return 0
