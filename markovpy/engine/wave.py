"""Wave function collapse: which patterns each cell may still become, and what that excludes."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import doubles, ints, longs, octets, shorts

    def log(number: float) -> float:
        """Return the natural logarithm as C gives it: not a number below 0."""
        if number > 0:
            return math.log(number)
        return -math.inf if number == 0 else math.nan


if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.random import Random

UNDECIDED, DECIDED, CONTRADICTION = 0, 1, 2
MOST_PATTERNS = 32_767
"""Supporters are counted in 16 bits."""
STEPS = ((1, 0, 0), (0, 1, 0), (-1, 0, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
"""The directions: right, down, left, up (on the screen), above, below; as (x, y, z)."""
OPPOSITE = (2, 3, 0, 1, 5, 4)


class Wave:
    """The patterns that each cell may still become.

    ``support[(cell * directions + d) * patterns + t]`` counts the patterns of the neighbour
    against direction d that allow pattern t here: where none is left, t is excluded.
    Excluded patterns wait on a stack, last in, first out, until their neighbours are told.
    (MarkovJunior, WFCNode and Wave. Order and arithmetic of entropies are the reference's.)

    Args:
        shape: The grid's ``(depth, height, width)``.
        allowed: Per direction, ``allowed[d][a, b]``: whether pattern b may stand next to a in
            that direction; four directions, or all six.
        weights: How often each pattern is wanted.
        window: The side of a pattern in cells: at a border that does not wrap around, cells
            from which a pattern would stick out have none.
        periodic: Whether the grid wraps around.
        shannon: Whether the next cell is one of least entropy, not of fewest patterns.
        strict: Whether patterns that nothing beside them allows are excluded from the start.
            The reference leaves them, and so may put them beside anything.

    Attributes:
        observed: How many cells were decided by a draw in the last try.
    """

    def __init__(
        self,
        shape: tuple[int, int, int],
        allowed: list[NDArray[np.bool_]],
        weights: list[float],
        window: int,
        periodic: bool,
        shannon: bool,
        strict: bool,
    ) -> None:
        self.depth, self.height, self.width = shape
        self.cells = self.depth * self.height * self.width
        self.patterns = len(weights)
        self.shannon = shannon
        self.last_x = self.width if periodic else self.width - window + 1
        self.last_y = self.height if periodic else self.height - window + 1
        self.arrays: list = []
        flat = self.depth == 1 and not (periodic and len(allowed) > 4 and allowed[4].any())
        self.lay_out_neighbours(shape, 4 if flat else len(allowed), periodic)
        self.lay_out_partners(allowed)
        orphans = bool((self.supporters == 0).any())
        self.banning = strict and orphans
        # Then a cell without patterns leaves none anywhere, so the rest need not be followed.
        self.spreads = strict or not orphans
        self.lay_out_weights(weights)
        self.support_array = np.empty((self.cells, self.directions * self.patterns), dtype=np.int16)
        self.alive_array = np.empty((self.cells, self.patterns), dtype=np.uint8)
        self.left_array = np.empty(self.cells, dtype=np.int32)
        self.sums_array = np.empty((4, self.cells if shannon else 1), dtype=np.float64)
        self.kept: tuple = ()
        self.stack_array = np.empty(self.cells * (self.patterns + 1), dtype=np.int64)
        self.seen_array = np.empty((2, self.cells + 1), dtype=np.int32)
        self.size = 0
        self.observed = 0
        self.failed = False
        self.support = shorts(self.support_array)
        self.alive = octets(self.alive_array)
        self.left = ints(self.left_array)
        self.sums = doubles(self.sums_array)
        self.stack = longs(self.stack_array)
        self.seen = ints(self.seen_array)
        self.begin()

    def ints(self, numbers: NDArray[np.int64]):  # noqa: ANN201  (a pointer when compiled)
        """Keep whole numbers where the loops can reach them."""
        array = np.ascontiguousarray(numbers, dtype=np.int32).reshape(-1)
        self.arrays.append(array)
        return ints(array)

    def doubles(self, numbers: list[float]):  # noqa: ANN201  (a pointer when compiled)
        """Keep numbers where the loops can reach them."""
        array = np.array(numbers, dtype=np.float64)
        self.arrays.append(array)
        return doubles(array)

    def lay_out_neighbours(
        self, shape: tuple[int, int, int], directions: int, periodic: bool
    ) -> None:
        """Note each cell's neighbour in each direction, -1 for none."""
        self.used = used = list(range(directions))
        self.directions = len(used)
        z, y, x = np.indices(shape)
        columns = []
        for d in used:
            dx, dy, dz = STEPS[d]
            to_x, to_y, to_z = x + dx, y + dy, z + dz
            inside = (to_x >= 0) & (to_x < self.last_x) & (to_y >= 0) & (to_y < self.last_y)
            inside &= (to_z >= 0) & (to_z < self.depth)
            wrapped = (
                to_x % self.width
                + (to_y % self.height + to_z % self.depth * self.height) * self.width
            )
            columns.append(np.where(inside | periodic, wrapped, -1).reshape(-1))
        self.neighbour = self.ints(np.stack(columns, axis=1))

    def lay_out_partners(self, allowed: list[NDArray[np.bool_]]) -> None:
        """Note which patterns each pattern allows beside it, and how many support it."""
        lists = [np.flatnonzero(row) for d in self.used for row in allowed[d]]
        lengths = [len(partners) for partners in lists]
        self.partner_start = self.ints(np.cumsum([0, *lengths]))
        self.partner = self.ints(np.concatenate([*lists, np.zeros(1, dtype=np.int64)]))
        counts = [allowed[OPPOSITE[d]].sum(axis=1) for d in self.used]
        self.supporters = np.concatenate(counts).astype(np.int16)

    def lay_out_weights(self, weights: list[float]) -> None:
        """Note the weights and what entropies are made of."""
        self.weights = self.doubles(weights)
        total = total_logs = 0.0
        products = [weight * math.log(weight) for weight in weights]
        for weight, product in zip(weights, products):
            total += weight
            total_logs += product
        self.products = self.doubles(products)
        self.full_sum = total
        self.full_logs = total_logs
        self.full_entropy = math.log(total) - total_logs / total

    def begin(self) -> None:
        """Allow every pattern everywhere."""
        self.support_array[:] = self.supporters
        self.alive_array[:] = 1
        self.left_array[:] = self.patterns
        if self.shannon:
            term = self.full_logs / self.full_sum - math.log(self.full_sum)
            full = (self.full_entropy, self.full_sum, self.full_logs, term)
            self.sums_array[:] = np.array(full)[:, np.newaxis]
        self.size = 0
        self.observed = 0
        self.failed = False

    def keep(self) -> None:
        """Remember how things stand, for :meth:`restore`."""
        arrays = (self.support_array, self.alive_array, self.left_array, self.sums_array)
        self.kept = tuple([array.copy() for array in arrays])

    def restore(self) -> None:
        """Return to how things stood at :meth:`keep`."""
        arrays = (self.support_array, self.alive_array, self.left_array, self.sums_array)
        for array, kept in zip(arrays, self.kept):
            np.copyto(array, kept)
        self.size = 0
        self.observed = 0
        self.failed = False

    def rewind(self) -> None:
        """Return to how things stood at :meth:`keep`, to repeat what the last try decided."""
        observed = self.observed
        self.restore()
        self.observed = observed

    def allow(self, values: NDArray[np.uint8], choices: dict[int, NDArray[np.bool_]]) -> bool:
        """Exclude at each cell what the value there does not choose.

        Args:
            values: The old grid.
            choices: Per value, the patterns it allows; all where it is not mentioned.

        Returns:
            Whether something is left.
        """
        table: NDArray[np.uint8] = np.ones((256, self.patterns), dtype=np.uint8)
        for value, chosen in choices.items():
            table[value, :] = chosen
        allowed = octets(table)
        cells = octets(values)
        for cell in range(self.cells):
            first = cells[cell] * self.patterns
            for t in range(self.patterns):
                if not allowed[first + t]:
                    self.ban(cell, t)
        if self.banning:
            self.ban_orphans()
        return self.propagate()

    def ban_orphans(self) -> None:
        """Exclude the patterns that nothing beside them allows, where there is a cell beside."""
        for cell in range(self.cells):
            for d in range(self.directions):
                against = (d + 2) % 4 if d < 4 else 9 - d
                if self.neighbour[cell * self.directions + against] >= 0:
                    first = (cell * self.directions + d) * self.patterns
                    for t in range(self.patterns):
                        if self.support[first + t] == 0 and self.alive[cell * self.patterns + t]:
                            self.ban(cell, t)

    def attempt(self, rng: Random, most: int) -> int:
        """Decide cells by draws, at most so many, until all are or nothing is left for one.

        Returns:
            ``UNDECIDED``, ``DECIDED`` or ``CONTRADICTION``.
        """
        for _ in range(most):
            cell = self.next_cell(rng)
            if cell < 0:
                return DECIDED
            pattern = self.draw(cell, rng)
            self.seen[self.observed] = cell
            self.seen[self.cells + 1 + self.observed] = pattern
            self.observed += 1
            self.decide(cell, pattern)
            if not self.propagate():
                return CONTRADICTION
        return UNDECIDED

    def repeat(self, turn: int) -> None:
        """Decide what the ``turn``-th draw of the last try decided, from 0."""
        self.decide(self.seen[turn], self.seen[self.cells + 1 + turn])
        self.propagate()

    def next_cell(self, rng: Random) -> int:
        """Return the undecided cell with least entropy, chance breaking ties; -1 for none."""
        least = 1e4
        found = -1
        for z in range(self.depth):
            for y in range(self.last_y):
                row = (z * self.height + y) * self.width
                for cell in range(row, row + self.last_x):
                    if self.left[cell] > 1:
                        entropy = self.sums[cell] if self.shannon else self.left[cell]
                        if entropy <= least:
                            noise = 1e-6 * rng.fraction()
                            if entropy + noise < least:
                                least = entropy + noise
                                found = cell
        return found

    def draw(self, cell: int, rng: Random) -> int:
        """Draw one of a cell's patterns by weight."""
        first = cell * self.patterns
        total = 0.0
        for t in range(self.patterns):
            if self.alive[first + t]:
                total += self.weights[t]
        threshold = rng.fraction() * total
        partial = 0.0
        for t in range(self.patterns):
            if self.alive[first + t]:
                partial += self.weights[t]
            if partial >= threshold:
                return t
        return 0

    def decide(self, cell: int, pattern: int) -> None:
        """Exclude all patterns of a cell but one."""
        first = cell * self.patterns
        for t in range(self.patterns):
            if self.alive[first + t] != (t == pattern):
                self.ban(cell, t)

    def ban(self, cell: int, t: int) -> None:
        """Exclude a pattern at a cell."""
        self.alive[cell * self.patterns + t] = 0
        self.stack[self.size] = cell << 16 | t
        self.size += 1
        self.left[cell] -= 1
        if self.left[cell] <= 0 and self.spreads:
            self.failed = True
        if self.shannon:
            # Per cell: entropy, sum of weights, sum of weights times logs, and what the last
            # two add to the entropy.
            size = self.cells
            entropy = self.sums[cell] + self.sums[3 * size + cell]
            total = self.sums[size + cell] - self.weights[t]
            logs = self.sums[2 * size + cell] - self.products[t]
            term = ratio(logs, total) - log(total)
            self.sums[cell] = entropy - term
            self.sums[size + cell] = total
            self.sums[2 * size + cell] = logs
            self.sums[3 * size + cell] = term

    def propagate(self) -> bool:
        """Exclude what has lost its support, until nothing more has; False: nothing is left."""
        patterns = self.patterns
        directions = self.directions
        while self.size > 0 and not self.failed:
            self.size -= 1
            cell = self.stack[self.size] >> 16
            t = self.stack[self.size] & 65535
            for d in range(directions):
                other = self.neighbour[cell * directions + d]
                if other < 0:
                    continue
                first = (other * directions + d) * patterns
                for i in range(
                    self.partner_start[d * patterns + t], self.partner_start[d * patterns + t + 1]
                ):
                    partner = self.partner[i]
                    self.support[first + partner] -= 1
                    if (
                        self.support[first + partner] == 0
                        and self.alive[other * patterns + partner]
                    ):
                        self.ban(other, partner)
        return not self.failed and self.left[0] > 0


def ratio(above: float, below: float) -> float:
    """Divide as C does: not a number where both are 0."""
    if cython.compiled:
        return above / below
    if below != 0:
        return above / below
    return math.nan if above == 0 or above != above else math.copysign(math.inf, above)
