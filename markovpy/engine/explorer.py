"""A search from one grid: which moves lead to a won one, and by the fewest if asked."""

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

    _PLAYING, _WON, _LOST = range(3)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.engine.aims import Bound, Estimate
    from markovpy.engine.layout import Layout
    from markovpy.engine.verdict import Verdict

NO_WAY = 1 << 20
FAR = 1 << 12
"""A bound that is only a guess counts as no more than this, and rules nothing out."""

GOING_ON, WON, EXHAUSTED, FULL = "going on", "won", "exhausted", "full"
Order = tuple[int, int]
"""How much a state's depth weighs in its rank, and how much its bound."""

FEWEST: Order = (1, 1)


class Explorer:
    """A search from one grid, best first.

    A state's rank is the moves to it times the first weight of the order, plus its bound times
    the second. With :data:`FEWEST` and bounds that fall by at most one a move the first win
    that is no worse than every rank left has the fewest moves; without bounds that is a search
    in breadth. Of a rank the state that came last comes first, so where the depth weighs
    nothing the search goes into the depth. States wait in a
    :class:`~markovpy.engine.store.Store`.

    Those who inherit say what can be reached from a state (:meth:`expand`): the words of each
    are put into ``child``, and :meth:`arrive` called.

    Args:
        layout: The bits of a grid.
        start: The state's words: the grid's, and others behind them.
        estimate: How far a grid is from a win.
        verdicts: Whether a grid is won, and whether it is lost.
        order: What weighs how much.
        limit: The most states.

    Attributes:
        standing: How the search stands.
    """

    def __init__(
        self,
        layout: Layout,
        start: np.ndarray,
        estimate: Estimate,
        verdicts: tuple[Verdict, Verdict],
        order: Order,
        limit: int,
    ) -> None:
        self.words = len(start)
        self.depth_weight, self.bound_weight = order
        self.fewest = order == FEWEST
        self.no_way = NO_WAY
        self.farthest = NO_WAY if estimate.proven else FAR
        self.matching = estimate.matching
        self.store = Store(self.words, limit)
        self.wins, self.losses = verdicts
        self.won = -1
        self.standing = GOING_ON
        self.arrays: list[np.ndarray] = []
        self._take_bounds(estimate.bounds, layout)
        self.grid = self._masks(np.zeros(self.words, dtype=np.uint64))
        self.child = self._masks(start.copy())

    def _ints(self, array: np.ndarray):  # noqa: ANN202  (a pointer when compiled)
        self.arrays.append(array)
        return ints(array)

    def _masks(self, array: np.ndarray):  # noqa: ANN202  (a pointer when compiled)
        self.arrays.append(array)
        return masks(array)

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
        self.standing = self.search(states)
        return self.standing

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
                return WON if self.won >= 0 and self.is_settled() else FULL
        return WON if self.won >= 0 and self.is_settled() else GOING_ON

    def is_settled(self) -> bool:
        """Return whether the win that was found need not be bettered."""
        return not self.fewest or self.store.depth[self.won] <= self.store.lowest

    def solution(self) -> Sequence[int]:
        """Return what leads to the win that was found: the numbers that :meth:`arrive` got."""
        return self.store.trail(self.won)

    @property
    def count(self) -> int:
        """How many states were found."""
        return self.store.count

    def expand(self, number: int) -> bool:
        """Let what can be reached from a state arrive; False where there is no more room."""
        raise NotImplementedError

    def arrive(self, parent: int, via: int, depth: int) -> bool:
        """Note that the other grid was reached; False where there is no more room."""
        store = self.store
        code = hash_of(self.child, 0, self.words)
        number = store.find(self.child, code)
        if number >= 0:
            if depth < store.depth[number]:
                self.shorten(number, parent, via, depth)
            return True
        standing = self.judge()
        if standing == _LOST:
            return True
        number = store.keep(self.child, code, parent, via, depth)
        if number < 0:
            return False
        if standing == _WON:
            store.rank[number] = _FINAL
            self.note_win(number)
        else:
            self.enqueue(number, depth)
        return True

    def judge(self) -> int:
        """Return how the other grid is judged."""
        if self.wins.holds(self.child):
            return _WON
        return _LOST if self.losses.holds(self.child) else _PLAYING

    def enqueue(self, number: int, depth: int) -> None:
        """Let the other grid, a state that is kept, wait, unless it is hopeless.

        It is not won, so that it takes a move at least.
        """
        bound = min(max(1, self.bound()), self.farthest)
        if bound < self.no_way:
            self.store.push(number, self.depth_weight * depth + self.bound_weight * bound)

    def shorten(self, number: int, parent: int, via: int, depth: int) -> None:
        """Note a shorter way to a state that is known, and look again where that may lead."""
        store = self.store
        store.parent[number] = parent
        store.via[number] = via
        store.depth[number] = depth
        if store.rank[number] == _FINAL:
            self.note_win(number)
        elif self.depth_weight:
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
            if total < self.no_way:
                total = (total + self.divisors[i] - 1) // self.divisors[i]
            best = max(best, total)
        if self.matching is not None:
            best = max(best, self.matching.bound(self.child))
        return best
