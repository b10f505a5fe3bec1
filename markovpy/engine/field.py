"""Fields: the walking distances that matches follow."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import ints, octets, signed_octets

if TYPE_CHECKING:
    from markovpy.engine.state import State

_MOST_CHANGED = 64


@dataclass(frozen=True)
class FieldRule:
    """A value and the places that it is drawn to, or driven from.

    Args:
        value: The value that a match writes.
        zero: The mask of the values at distance 0.
        on: The mask of the values that distance is walked over.
        away: Whether greater distances are better.
        recompute: Whether distances are found anew each turn, not once an activation.
        essential: Whether the node ends where nothing is at distance 0.
    """

    value: int
    zero: int
    on: int
    away: bool
    recompute: bool
    essential: bool


class Field:
    """The walking distances of all cells from those that hold certain values.

    Args:
        rule: What is asked.
        shape: The grid's ``(depth, height, width)``.
        values: How many values the grid knows.
    """

    def __init__(self, rule: FieldRule, shape: tuple[int, int, int], values: int) -> None:
        self.value = rule.value
        self.recompute = rule.recompute
        self.essential = rule.essential
        depth, height, width = shape
        self.size = depth * height * width
        self.width = width
        self.layer = width * height
        self.found = False
        starts = [
            0 if rule.zero >> value & 1 else -1 if rule.on >> value & 1 else -2
            for value in range(values)
        ]
        self.arrays = [
            np.array(starts, dtype=np.int32),
            _sides(shape),
            np.empty(self.size + 8, dtype=np.int32),
            np.empty(self.size, dtype=np.int8),
        ]
        self.fresh = False
        steps = np.array([-1, 1, -width, width, -self.layer, self.layer], dtype=np.int32)
        self.arrays.append(steps)
        self.steps = ints(steps)
        self.first = ints(self.arrays[0])
        self.sides = octets(self.arrays[1])
        self.queue = ints(self.arrays[2])
        self.kinds = signed_octets(self.arrays[3])

    def compute(self, state: State, potentials, base: int) -> bool:  # noqa: ANN001
        """Fill in the distances: below 0 where no walk leads; False without a start."""
        if not self.fresh or not self.update(state, potentials, base):
            self.walk(state, potentials, base)
        self.fresh = True
        return self.found

    def forget(self) -> None:
        """Note that the distances in memory are not those that were computed last."""
        self.fresh = False

    def update(self, state: State, potentials, base: int) -> bool:  # noqa: ANN001
        """Bring the distances up to date where they can only have shrunk; else return False.

        They can where cells have come to distance 0 or can be walked over now, and no cell the
        other way round. Only what gets nearer is walked over again.
        """
        cells = state.cells
        queue = self.queue
        first = self.first
        kinds = self.kinds
        tail = 0
        for cell in range(self.size):
            kind = first[cells[cell]]
            if kind != kinds[cell]:
                if kinds[cell] == 0 or kind == -2 or tail == _MOST_CHANGED:
                    return False
                queue[tail] = cell
                tail += 1
        for i in range(tail):
            cell = queue[i]
            kinds[cell] = first[cells[cell]]
            potentials[base + cell] = kinds[cell]
        for i in range(tail):
            cell = queue[i]
            if kinds[cell] == 0:
                self.found = True
            else:
                self.near(potentials, base, cell)
        head = 0
        while head < tail:
            cell = queue[head]
            head += 1
            if potentials[base + cell] < 0:
                continue
            if tail + 6 > self.size:
                return False
            level = potentials[base + cell] + 1
            side = self.sides[cell]
            for direction in range(6):
                if side >> direction & 1:
                    other = cell + self.steps[direction]
                    old = potentials[base + other]
                    if old == -1 or old > level:
                        potentials[base + other] = level
                        queue[tail] = other
                        tail += 1
        return True

    def near(self, potentials, base: int, cell: int) -> None:  # noqa: ANN001
        """Give a cell that can be walked over now its distance by that of its neighbours."""
        side = self.sides[cell]
        for direction in range(6):
            if side >> direction & 1:
                old = potentials[base + cell + self.steps[direction]]
                best = potentials[base + cell]
                if old >= 0 and (best < 0 or old + 1 < best):
                    potentials[base + cell] = old + 1

    def walk(self, state: State, potentials, base: int) -> None:  # noqa: ANN001
        """Find all distances by one breadth-first walk.

        A neighbour is put into the queue by arithmetic, not by a branch, since whether it is
        new is as good as random.
        """
        cells = state.cells
        queue = self.queue
        first = self.first
        tail = 0
        for cell in range(self.size):
            start = first[cells[cell]]
            potentials[base + cell] = start
            self.kinds[cell] = start
            queue[tail] = cell
            tail += start == 0
        self.found = tail > 0
        width = self.width
        layer = self.layer
        head = 0
        level = 0
        while head < tail:
            end = tail
            level += 1
            while head < end:
                cell = queue[head]
                head += 1
                place = base + cell
                side = self.sides[cell]
                if side & 15 == 15:
                    new = potentials[place - 1] == -1
                    queue[tail] = cell - 1
                    tail += new
                    potentials[place - 1] += new * (level + 1)
                    new = potentials[place + 1] == -1
                    queue[tail] = cell + 1
                    tail += new
                    potentials[place + 1] += new * (level + 1)
                    new = potentials[place - width] == -1
                    queue[tail] = cell - width
                    tail += new
                    potentials[place - width] += new * (level + 1)
                    new = potentials[place + width] == -1
                    queue[tail] = cell + width
                    tail += new
                    potentials[place + width] += new * (level + 1)
                else:
                    if side & 1 and potentials[place - 1] == -1:
                        potentials[place - 1] = level
                        queue[tail] = cell - 1
                        tail += 1
                    if side & 2 and potentials[place + 1] == -1:
                        potentials[place + 1] = level
                        queue[tail] = cell + 1
                        tail += 1
                    if side & 4 and potentials[place - width] == -1:
                        potentials[place - width] = level
                        queue[tail] = cell - width
                        tail += 1
                    if side & 8 and potentials[place + width] == -1:
                        potentials[place + width] = level
                        queue[tail] = cell + width
                        tail += 1
                if side > 15:
                    if side & 16 and potentials[place - layer] == -1:
                        potentials[place - layer] = level
                        queue[tail] = cell - layer
                        tail += 1
                    if side & 32 and potentials[place + layer] == -1:
                        potentials[place + layer] = level
                        queue[tail] = cell + layer
                        tail += 1


def _sides(shape: tuple[int, int, int]) -> np.ndarray:
    """Return per cell which neighbours it has: bits for left, right, up, down, below, above."""
    depth, height, width = shape
    z, y, x = np.indices(shape)
    bits = (x > 0) | (x < width - 1) << 1 | (y > 0) << 2 | (y < height - 1) << 3
    bits = bits | (z > 0) << 4 | (z < depth - 1) << 5
    return bits.astype(np.uint8).reshape(-1)
