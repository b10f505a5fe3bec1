"""How many turns a state of a search is from its goal, at best."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.spread import sides

if not cython.compiled:
    from markovpy.engine.memory import ints, octets, unsigned_shorts
    from markovpy.engine.pure import memcpy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from markovpy.model.rule import Rule

FARTHEST = 1000
"""From this number of turns on the reference takes a value to be out of reach."""


class Reach:
    """The forward estimate of one state after another of the same search.

    The same times as :class:`markovpy.engine.spread.Spread` counts from a grid, summed over
    the cells: of the values that a cell may hold in the end, the one that can be there first.
    What makes it fast: all windows and what they need and give are listed once (a value in a
    cell is one number, an atom); what the state to expand has is counted once for all its
    children, which differ in a few cells; counting ends when nothing is missing any more.

    Args:
        variants: The oriented rules.
        shape: The grid's ``(depth, height, width)``.
        values: How many values the grid knows.

    Attributes:
        doubtful: Whether a state was taken to be out of reach for being too far.
    """

    def __init__(self, variants: Sequence[Rule], shape: tuple[int, int, int], values: int) -> None:
        self.rules = tuple(variants)
        self.depth, self.height, self.width = shape
        self.size = self.depth * self.height * self.width
        self.atoms = values * self.size
        self.values = values
        self.doubtful = False
        self.arrays: dict = {}

    def _array(self, name: str, length: int, dtype: type) -> np.ndarray:
        array = np.zeros(length + 1, dtype=dtype)
        self.arrays[name] = array
        return array

    def _ints(self, name: str, length: int):  # noqa: ANN202  (a pointer when compiled)
        array = self._array(name, length, np.int32)
        return ints(array)

    def _counts(self, name: str, length: int):  # noqa: ANN202  (a pointer when compiled)
        array = self._array(name, length, np.uint16)
        return unsigned_shorts(array)

    def _bytes(self, name: str, length: int):  # noqa: ANN202  (a pointer when compiled)
        array = self._array(name, length, np.uint8)
        return octets(array)

    def aim(self, future: NDArray[np.uint64], possible: NDArray[np.uint8]) -> None:
        """Set the goal and list the windows.

        Args:
            future: Per cell, the mask of the values it may hold in the end.
            possible: Per value and cell, whether the value can ever be there.
        """
        self.doubtful = False
        self.wanted = self._bytes("wanted", self.atoms)
        for value in range(self.values):
            allowed = future >> np.uint64(value) & np.uint64(1)
            self.arrays["wanted"][value * self.size : (value + 1) * self.size] = allowed
        parts = [self._windows(rule, possible) for rule in self.rules]
        needs = np.concatenate([part[0] for part in parts])
        gives = np.concatenate([part[1] for part in parts])
        owners = np.concatenate([part[2] for part in parts])  # of needs: window within its part
        givers = np.concatenate([part[3] for part in parts])
        bases = np.cumsum([0, *(part[4] for part in parts)])
        owners += np.repeat(bases[:-1], [len(part[0]) for part in parts])
        givers += np.repeat(bases[:-1], [len(part[1]) for part in parts])
        self.windows = int(bases[-1])
        by_atom = np.argsort(needs, kind="stable")
        self.user_start = self._ints("user_start", self.atoms + 1)
        self.arrays["user_start"][1 : self.atoms + 1] = np.cumsum(
            np.bincount(needs, minlength=self.atoms)
        )
        self.user = self._ints("user", len(needs))
        self.arrays["user"][: len(needs)] = owners[by_atom]
        by_window = np.argsort(givers, kind="stable")
        self.give_start = self._ints("give_start", self.windows + 1)
        self.arrays["give_start"][1 : self.windows + 1] = np.cumsum(
            np.bincount(givers, minlength=self.windows)
        )
        self.gift = self._ints("gift", len(gives))
        self.arrays["gift"][: len(gives)] = gives[by_window]
        self.needed = self._counts("needed", self.windows)
        self.arrays["needed"][: self.windows] = np.bincount(owners, minlength=self.windows)
        self._take_work()

    def _windows(
        self, rule: Rule, possible: NDArray[np.uint8]
    ) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], int]:
        """Return the windows of a rule that can matter.

        Returns:
            Atoms needed, atoms given, the window of each, and the number of windows.
        """
        spans = (
            np.arange(max(0, self.depth - rule.depth + 1)),
            np.arange(max(0, self.height - rule.height + 1)),
            np.arange(max(0, self.width - rule.width + 1)),
        )
        z, y, x = np.meshgrid(*spans, indexing="ij")
        anchors = (x + (y + z * self.height) * self.width).reshape(-1)
        needs, gives = [], []
        for dx, dy, dz, need, give in sides(rule, self.values, backward=False):
            offset = dx + (dy + dz * self.height) * self.width
            if need >= 0:
                needs.append(need * self.size + offset)
            if give >= 0:
                gives.append(give * self.size + offset)
        if not gives:
            anchors = anchors[:0]
        for atom in needs:
            anchors = anchors[possible[anchors + atom] != 0]
        numbers = np.arange(len(anchors))
        return (
            (anchors[:, None] + np.array(needs, dtype=np.int64)).reshape(-1),
            (anchors[:, None] + np.array(gives, dtype=np.int64)).reshape(-1),
            np.repeat(numbers, len(needs)),
            np.repeat(numbers, len(gives)),
            len(anchors),
        )

    def _take_work(self) -> None:
        """Take memory for the counts of the state to expand and of its children."""
        self.base_missing = self._counts("base_missing", self.windows)
        self.missing = self._counts("missing", self.windows)
        self.base_present = self._bytes("base_present", self.atoms)
        self.present = self._bytes("present", self.atoms)
        self.base_settled = self._bytes("base_settled", self.size)
        self.settled = self._bytes("settled", self.size)
        self.ready = self._ints("ready", 2 * self.windows)
        self.queue = self._ints("queue", self.atoms)

    def load(self, board) -> None:  # noqa: ANN001  (a pointer when compiled)
        """Count what a state has, the state whose children are asked for next."""
        memcpy(self.base_missing, self.needed, 2 * self.windows)
        self.base_ready = 0
        for window in range(self.windows):
            if self.needed[window] == 0:
                self.ready[self.base_ready] = window
                self.base_ready += 1
        for atom in range(self.atoms):
            self.base_present[atom] = 0
        self.base_open = 0
        for cell in range(self.size):
            atom = board[cell] * self.size + cell
            self.base_present[atom] = 1
            self.base_settled[cell] = self.wanted[atom]
            self.base_open += 1 - self.wanted[atom]
            for i in range(self.user_start[atom], self.user_start[atom + 1]):
                window = self.user[i]
                self.base_missing[window] -= 1
                if self.base_missing[window] == 0:
                    self.ready[self.base_ready] = window
                    self.base_ready += 1

    def estimate(self, old, new, cells, changes: int) -> int:  # noqa: ANN001
        """Return the estimate of a child of the loaded state, -1 for out of reach.

        Args:
            old: The values of its changed cells before.
            new: Their values now.
            cells: The changed cells.
            changes: How many there are.
        """
        missing = self.missing
        present = self.present
        settled = self.settled
        ready = self.ready
        memcpy(missing, self.base_missing, 2 * self.windows)
        memcpy(present, self.base_present, self.atoms)
        memcpy(settled, self.base_settled, self.size)
        waiting = self.base_ready
        for i in range(changes):
            atom = old[i] * self.size + cells[i]
            present[atom] = 0
            for k in range(self.user_start[atom], self.user_start[atom + 1]):
                missing[self.user[k]] += 1
        remaining = self.base_open
        for i in range(changes):
            atom = new[i] * self.size + cells[i]
            present[atom] = 1
            remaining += settled[cells[i]] - self.wanted[atom]
            settled[cells[i]] = self.wanted[atom]
            for k in range(self.user_start[atom], self.user_start[atom + 1]):
                window = self.user[k]
                missing[window] -= 1
                if missing[window] == 0:
                    ready[waiting] = window
                    waiting += 1
        if remaining == 0:
            return 0
        return self.count(waiting, remaining)

    def count(self, waiting: int, remaining: int) -> int:
        """Take what becomes present in order of time until no cell remains unsettled."""
        missing = self.missing
        queue = self.queue
        total = 0
        time = 1
        head = 0
        self.tail = 0
        for i in range(waiting):
            if missing[self.ready[i]] == 0:
                settled = self.give(self.ready[i])
                total += settled
                remaining -= settled
        while remaining > 0:
            time += 1
            end = self.tail
            if head == end:
                return -1
            if time == FARTHEST:
                self.doubtful = True
                return -1
            while head < end:
                atom = queue[head]
                head += 1
                for k in range(self.user_start[atom], self.user_start[atom + 1]):
                    window = self.user[k]
                    missing[window] -= 1
                    if missing[window] == 0:
                        settled = self.give(window)
                        total += time * settled
                        remaining -= settled
        return total

    def give(self, window: int) -> int:
        """Let a window's rule act; return how many cells are settled by it."""
        found = 0
        for i in range(self.give_start[window], self.give_start[window + 1]):
            atom = self.gift[i]
            if not self.present[atom]:
                self.present[atom] = 1
                self.queue[self.tail] = atom
                self.tail += 1
                if self.wanted[atom]:
                    cell = atom % self.size
                    if not self.settled[cell]:
                        self.settled[cell] = 1
                        found += 1
        return found
