"""Chains of implications between candidates, and trials."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.interrupt import let_signals_in
from markovpy.plugins.sudoku.candidates import Candidates

if not cython.compiled:
    from markovpy.plugins.sudoku.nine import lowest, ones

if TYPE_CHECKING:
    from markovpy.plugins.sudoku.shape import Shape


class Chains(Candidates):
    """Finds candidates that rule themselves out.

    Source: chains are paths of implications between two candidates (alternating inference
    chains, as the community of solvers names them), found breadth first, the shortest first.

    Args:
        shape: The board.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        self.work = self._ints("work", [0] * shape.cells)
        self.queue = self._ints("queue", [0] * (64 * shape.cells))
        self.parents = self._ints("parents", [0] * (64 * shape.cells))
        self.seen = self._ints("seen", [0] * (64 * shape.cells))
        self.serial = 0

    def find_chains(self) -> None:
        """Find candidates that rule themselves out by a chain of implications."""
        shortest = self.size * 64
        for cell in range(self.size):
            if self.placed[cell]:
                continue
            let_signals_in()
            mask = self.candidates[cell]
            while mask:
                digit = lowest(mask)
                mask &= mask - 1
                length = self.chain(cell, digit, shortest)
                if length and self.first:
                    shortest = length
                    self.detail[0], self.detail[1], self.detail[2] = cell, digit, length
                    self.hits = 1
                elif length:
                    self.rule_out(cell, 1 << digit)
        if self.found():
            self.chain(self.detail[0], self.detail[1], self.size * 64)
            self.gone[self.detail[0]] = 1 << self.detail[1]

    def chain(self, cell: int, digit: int, longest: int) -> int:
        """Return how many steps lead from a candidate to its opposite; 0 if none, or too many.

        ``parents`` then leads back. A statement is numbered 64 times its cell plus twice its
        digit, plus 1 if it says that the cell is the digit.
        """
        start = 64 * cell + 2 * digit + 1
        self.serial += 1
        self.queued = 0
        self.reach(start, start)
        head = 0
        length = 0
        end = 1
        while head < self.queued:
            if head == end:
                length += 1
                end = self.queued
                if length + 1 >= longest:
                    return 0
            statement = self.queue[head]
            head += 1
            if statement & 1:
                self.follow_true(statement)
            else:
                self.follow_false(statement)
            if self.seen[start ^ 1] == self.serial:
                return length + 1
        return 0

    def reach(self, statement: int, parent: int) -> None:
        """Put a statement that follows from another into the queue, once."""
        if self.seen[statement] != self.serial:
            self.seen[statement] = self.serial
            self.parents[statement] = parent
            self.queue[self.queued] = statement
            self.queued += 1

    def follow_true(self, statement: int) -> None:
        """Reach all that cannot be if a cell is a digit."""
        cell = statement >> 6
        digit = statement >> 1 & 31
        mask = self.candidates[cell] & ~(1 << digit)
        while mask:
            self.reach(64 * cell + 2 * lowest(mask), statement)
            mask &= mask - 1
        for k in range(cell * self.peer_count, (cell + 1) * self.peer_count):
            if self.candidates[self.peers[k]] >> digit & 1:
                self.reach(64 * self.peers[k] + 2 * digit, statement)

    def follow_false(self, statement: int) -> None:
        """Reach all that must be if a cell is not a digit."""
        cell = statement >> 6
        digit = statement >> 1 & 31
        mask = self.candidates[cell] & ~(1 << digit)
        if ones(mask) == 1:
            self.reach(64 * cell + 2 * lowest(mask) + 1, statement)
        for k in range(3):
            start = self.cell_units[3 * cell + k] * self.side
            places = self.places[start + digit]
            if ones(places) == 2:
                other = self.unit_cells[start + lowest(places)]
                if other == cell:
                    other = self.unit_cells[start + lowest(places & places - 1)]
                self.reach(64 * other + 2 * digit + 1, statement)

    def find_trials(self) -> None:
        """Find candidates after which singles alone lead to a contradiction."""
        for cell in range(self.size):
            if self.placed[cell]:
                continue
            let_signals_in()
            mask = self.candidates[cell]
            while mask:
                digit = lowest(mask)
                mask &= mask - 1
                if self.contradicts(cell, digit):
                    self.tell(cell, digit, 0, 0)
                    self.rule_out(cell, 1 << digit)
                    if self.first:
                        return

    def contradicts(self, cell: int, digit: int) -> bool:
        """Try a candidate, and all singles that follow."""
        for other in range(self.size):
            self.work[other] = self.candidates[other]
        self.work[cell] = 1 << digit
        self.queue[0] = cell
        self.queued = 1
        while self.queued:
            while self.queued:
                self.queued -= 1
                cell = self.queue[self.queued]
                for k in range(cell * self.peer_count, (cell + 1) * self.peer_count):
                    other = self.peers[k]
                    if self.work[other] & self.work[cell]:
                        self.work[other] &= ~self.work[cell]
                        if self.work[other] == 0:
                            return True
                        if ones(self.work[other]) == 1:
                            self.queue[self.queued] = other
                            self.queued += 1
            for start in range(0, 3 * self.size, self.side):
                if not self.try_hidden_singles(start):
                    return True
        return False

    def try_hidden_singles(self, start: int) -> bool:
        """Place the hidden singles of a unit in a trial; False if a digit has no place."""
        once = twice = 0
        for k in range(start, start + self.side):
            mask = self.work[self.unit_cells[k]]
            twice |= once & mask
            once |= mask
        if once != (1 << self.side) - 1:
            return False
        once &= ~twice
        for k in range(start, start + self.side):
            cell = self.unit_cells[k]
            mask = self.work[cell] & once
            if mask and mask != self.work[cell]:
                if ones(mask) > 1:
                    return False
                self.work[cell] = mask
                self.queue[self.queued] = cell
                self.queued += 1
        return True
