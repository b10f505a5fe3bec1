"""A search over a game's steps: which moves lead to a won grid, and by the fewest if asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.store import Store

if not cython.compiled:
    from markovpy.engine.matching import lowest
    from markovpy.engine.memory import ints, masks
    from markovpy.engine.store import _FINAL, hash_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.engine.aims import Bound
    from markovpy.engine.layout import Layout, StepTable
    from markovpy.engine.matching import Matching
    from markovpy.engine.verdict import Verdict

NO_WAY = 1 << 20
GOING_ON, WON, EXHAUSTED, FULL = "going on", "won", "exhausted", "full"


class Explorer:
    """A search from one grid, best first.

    A state's rank is the moves to it plus its bound times ``greed``. With a greed of 1 and
    bounds that fall by at most one a move the first win that is no worse than every rank left
    has the fewest moves. States wait in a :class:`~markovpy.engine.store.Store`.

    Args:
        table: The steps.
        bounds: Lower bounds.
        layout: The bits.
        verdicts: Whether a grid is won, and whether it is lost.
        start: The grid's words.
        greed: How much the bound weighs; more than 1 finds a win sooner, and a longer one.
        limit: The most states.
        matching: Bounds the sum of ways where each item needs a target of its own.

    Attributes:
        state: How the search stands.
    """

    def __init__(
        self,
        table: StepTable,
        bounds: Sequence[Bound],
        layout: Layout,
        verdicts: tuple[Verdict, Verdict],
        start: np.ndarray,
        greed: int,
        limit: int,
        matching: Matching | None = None,
    ) -> None:
        self.matching = matching
        self.words = table.words
        self.events = table.events
        self.greed = greed
        self.store = Store(table.words, limit)
        self.wins, self.losses = verdicts
        self.won = -1
        self.state = GOING_ON
        self.arrays: list[np.ndarray] = []
        self._take_steps(table)
        self._take_bounds(bounds, layout)
        self.grid = self._masks(np.zeros(self.words, dtype=np.uint64))
        self.child = self._masks(start.copy())
        self.best = self._ints(np.zeros(self.events + 1, dtype=np.int32))
        self.touched = self._ints(np.zeros(self.events + 1, dtype=np.int32))
        self.arrive(-1, -1, 0)

    def _ints(self, array: np.ndarray):  # noqa: ANN202  (a pointer when compiled)
        self.arrays.append(array)
        return ints(array)

    def _masks(self, array: np.ndarray):  # noqa: ANN202  (a pointer when compiled)
        self.arrays.append(array)
        return masks(array)

    def _take_steps(self, table: StepTable) -> None:
        self.event = self._ints(table.event)
        self.order = self._ints(table.rank)
        self.lost = self._ints(table.lost)
        self.bar_start = self._ints(table.bar_start)
        self.bar_word = self._ints(table.bar_word)
        self.bar_mask = self._masks(table.bar_mask)
        self.put_start = self._ints(table.put_start)
        self.put_word = self._ints(table.put_word)
        self.put_mask = self._masks(table.put_mask)
        self.keep_mask = self._masks(table.keep_mask)
        self.key_start = self._ints(table.key_start)
        self.key_step = self._ints(table.key_step)
        self.key_bits = self._masks(table.key_bits)

    def _take_bounds(self, bounds: Sequence[Bound], layout: Layout) -> None:
        """Lay the bounds out: the weights of a grid's bits, and what those that stay add."""
        self.bounds = len(bounds)
        weights = np.zeros((len(bounds) + 1, 64 * self.words), dtype=np.int32)
        offsets = [0]
        for number, bound in enumerate(bounds):
            offset = bound.offset
            for (cell, value), weight in bound.weights.items():
                if (cell, value) in layout.bits:
                    weights[number, layout.bits[cell, value]] = weight
                elif layout.start[cell] == value:
                    offset -= weight
            offsets.insert(number, offset)
        self.weights = self._ints(weights)
        self.offsets = self._ints(np.array(offsets, dtype=np.int32))
        self.divisors = self._ints(np.array([*(b.divisor for b in bounds), 1], dtype=np.int32))
        set_bits = np.packbits(weights.astype(bool), axis=1, bitorder="little")
        self.weighted = self._masks(set_bits.view(np.uint64).copy())

    def advance(self, states: int) -> str:
        """Look at what can be reached from so many more states; return how the search stands."""
        self.state = self.search(states)
        return self.state

    def search(self, states: int) -> str:
        """Do what :meth:`advance` says."""
        store = self.store
        for _ in range(states):
            number = store.pop()
            if self.won >= 0 and (number < 0 or self.is_settled()):
                return WON
            if number < 0:
                return EXHAUSTED
            if not self.expand(number):
                return FULL
        return WON if self.won >= 0 and self.is_settled() else GOING_ON

    def is_settled(self) -> bool:
        """Return whether the win that was found need not be bettered."""
        return self.greed != 1 or self.store.depth[self.won] <= self.store.lowest

    def solution(self) -> Sequence[int]:
        """Return the steps that lead to the win that was found."""
        return self.store.trail(self.won)

    @property
    def count(self) -> int:
        """How many states were found."""
        return self.store.count

    def expand(self, number: int) -> bool:
        """Find what each event makes of a state; False where there is no more room."""
        self.store.load(number, self.grid)
        count = self.find_steps()
        depth = self.store.depth[number] + 1
        for i in range(count):
            event = self.touched[i]
            step = self.best[event] - 1
            self.best[event] = 0
            if not self.lost[step]:
                self.make(step)
                if not self.arrive(number, step, depth):
                    return False
        return True

    def find_steps(self) -> int:
        """Note for each event the step that acts; return how many events can."""
        count = 0
        for word in range(self.words):
            bits = self.grid[word] & self.key_bits[word]
            while bits:
                bit = lowest(bits)
                bits &= bits - 1
                count = self.try_steps(64 * word + bit, count)
        return self.try_steps(64 * self.words, count)

    def try_steps(self, key: int, count: int) -> int:
        """Try the steps that need a bit; return how many events can act now."""
        for i in range(self.key_start[key], self.key_start[key + 1]):
            step = self.key_step[i]
            event = self.event[step]
            other = self.best[event] - 1
            if other >= 0 and self.order[other] < self.order[step]:
                continue
            if self.fits(step):
                if other < 0:
                    self.touched[count] = event
                    count += 1
                self.best[event] = step + 1
        return count

    def fits(self, step: int) -> bool:
        """Return whether a step can act on the grid, if its key bit is set."""
        for i in range(self.bar_start[step], self.bar_start[step + 1]):
            if self.grid[self.bar_word[i]] & self.bar_mask[i]:
                return False
        return True

    def make(self, step: int) -> None:
        """Put what a step makes of the grid into the other one."""
        for word in range(self.words):
            self.child[word] = self.grid[word]
        for i in range(self.put_start[step], self.put_start[step + 1]):
            word = self.put_word[i]
            self.child[word] = self.child[word] & self.keep_mask[i] | self.put_mask[i]

    def arrive(self, parent: int, step: int, depth: int) -> bool:
        """Note that the other grid was reached; False where there is no more room."""
        store = self.store
        code = hash_of(self.child, 0, self.words)
        number = store.find(self.child, code)
        if number >= 0:
            if depth < store.depth[number]:
                self.shorten(number, parent, step, depth)
            return True
        won = self.wins.holds(self.child)
        if not won and self.losses.holds(self.child):
            return True
        number = store.keep(self.child, code, parent, step, depth)
        if number < 0:
            return False
        if won:
            store.rank[number] = _FINAL
            self.note_win(number)
        else:
            self.enqueue(number, depth)
        return True

    def enqueue(self, number: int, depth: int) -> None:
        """Let the other grid, a state that is kept, wait, unless it is hopeless."""
        bound = self.bound()
        if bound < NO_WAY:
            self.store.push(number, depth + self.greed * bound)

    def shorten(self, number: int, parent: int, step: int, depth: int) -> None:
        """Note a shorter way to a state that is known."""
        store = self.store
        store.parent[number] = parent
        store.via[number] = step
        store.depth[number] = depth
        if store.rank[number] == _FINAL:
            self.note_win(number)
        else:
            if store.rank[number] >= 0:
                store.withdraw(number)
            self.enqueue(number, depth)

    def note_win(self, number: int) -> None:
        """Remember the win of the fewest moves."""
        if self.won < 0 or self.store.depth[number] < self.store.depth[self.won]:
            self.won = number

    def bound(self) -> int:
        """Return the best lower bound for the other grid."""
        best = 0
        for i in range(self.bounds):
            total = -self.offsets[i]
            for word in range(self.words):
                bits = self.child[word] & self.weighted[i * self.words + word]
                while bits:
                    total += self.weights[(i * self.words + word) * 64 + lowest(bits)]
                    bits &= bits - 1
            total = (total + self.divisors[i] - 1) // self.divisors[i]
            best = max(best, total)
        if self.matching is not None:
            best = max(best, self.matching.bound(self.child))
        return best
