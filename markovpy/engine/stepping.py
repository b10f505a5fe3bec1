"""The search over a game's steps, written out for every place: no rule is looked at again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.explorer import Explorer

if not cython.compiled:
    from markovpy.engine.matching import lowest

if TYPE_CHECKING:
    from markovpy.engine.aims import Estimate
    from markovpy.engine.explorer import Order
    from markovpy.engine.layout import Layout, StepTable
    from markovpy.engine.verdict import Verdict


class StepExplorer(Explorer):
    """A search over steps: of an event's steps that fit a grid the one of lowest rank acts.

    Args:
        table: The steps.
        layout: See :class:`Explorer`.
        start: Likewise.
        estimate: Likewise.
        verdicts: Likewise.
        order: Likewise.
        limit: Likewise.
    """

    def __init__(
        self,
        table: StepTable,
        layout: Layout,
        start: np.ndarray,
        estimate: Estimate,
        verdicts: tuple[Verdict, Verdict],
        order: Order,
        limit: int,
    ) -> None:
        super().__init__(layout, start, estimate, verdicts, order, limit)
        self._take_steps(table)
        self.best = self._ints(np.zeros(table.events + 1, dtype=np.int32))
        self.touched = self._ints(np.zeros(table.events + 1, dtype=np.int32))
        self.arrive(-1, -1, 0)

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
