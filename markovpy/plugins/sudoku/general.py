"""The compiled solver of boards of any shape: masks of candidates with a trail."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.interrupt import let_signals_in
from markovpy.engine.random import Random

if not cython.compiled:
    from markovpy.engine.memory import ints, octets
    from markovpy.plugins.sudoku.nine import lowest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.plugins.sudoku.shape import Shape

GAVE_UP = -1
_FIRST_CUTOFF = 1000


class General:
    """Counts and finds the solutions of puzzles of one shape.

    Each cell has a mask of candidates, each unit for each digit the number of its places, and
    their exclusive or, which is the place where one is left. A cell with one candidate clears
    its peers, a digit with one place in a unit clears the cell; what was taken away goes on a
    trail. The cell with the fewest candidates, or the digit with the fewest places in a unit,
    decides what is tried next.

    A search that finds nothing starts over with other choices after a number of positions that
    doubles, so that one bad choice on a large board cannot last for ever and nothing is missed.
    It then divides these numbers by how often the cell, or the digit in the unit, was left
    without a way out.

    Source: F. Boussemart, F. Hemery, C. Lecoutre, L. Sais, *Boosting systematic search by
    weighting constraints* (2004), and C. P. Gomes, B. Selman, H. Kautz on restarts (1998).

    Args:
        shape: The board.

    Attributes:
        nodes: How many positions the last search looked at.
    """

    def __init__(self, shape: Shape) -> None:
        self.side = side = shape.side
        self.size = size = shape.cells
        self.arrays: dict[str, NDArray[Any]] = {}
        self.unit_cells = self._ints("unit_cells", shape.units)
        self.cell_units = self._ints("cell_units", shape.units_of)
        self.peers = self._ints("peers", shape.peers)
        self.peer_count = len(shape.peers[0])
        self.candidates = self._ints("candidates", [0] * size)
        self.sizes = self._octets("sizes", size)
        self.places = self._octets("places", 3 * size)
        self.lone = self._ints("lone", [0] * (3 * size))
        self.trail = self._ints("trail", [0] * (size * side))
        self.queue = self._ints("queue", [0] * (4 * size))
        self.weights = self._ints("weights", [1] * (4 * size))
        self.tried = self._ints("tried", [0] * size)
        self.marks = self._ints("marks", [0] * size)
        self.cells = self._octets("cells", size)
        self.found = self._octets("found", size)
        self.rng = Random(0)
        self.nodes = 0

    def _ints(self, name: str, numbers: Any) -> Any:
        self.arrays[name] = np.array(numbers, dtype=np.int32).reshape(-1)
        return ints(self.arrays[name])

    def _octets(self, name: str, size: int) -> Any:
        self.arrays[name] = np.zeros(size, dtype=np.uint8)
        return octets(self.arrays[name])

    def count(
        self,
        puzzle: bytes,
        limit: int,
        without: int = -1,
        budget: int = 0,
        rng: Random | None = None,
    ) -> int:
        """Count the solutions of one puzzle; the first one is then what ``solution`` returns.

        Args:
            puzzle: A byte a cell, rows from the top, 0 for an empty cell.
            limit: Where to stop, at least 1.
            without: A cell to be solved with another digit than the puzzle has there.
            budget: Give up after so many positions; 0 for never.
            rng: Makes the choices; for each one it draws where the look for the choice starts,
                and which of the candidates or places is taken.

        Returns:
            How many there are, at most ``limit``; or GAVE_UP.
        """
        for cell in range(self.size):
            self.cells[cell] = puzzle[cell]
        self.nodes = 0
        self.random = rng is not None
        self.learned = False
        for k in range(4 * self.size):
            self.weights[k] = 1
        self.rng = Random(0) if rng is None else rng
        cutoff = _FIRST_CUTOFF
        while True:
            if budget and cutoff > budget - self.nodes:
                cutoff = budget - self.nodes
            if not self.load(without):
                return 0
            count = self.search(limit, cutoff, budget)
            if count != GAVE_UP or (budget and self.nodes >= budget):
                return count
            self.random = self.learned = True
            cutoff *= 2

    def solution(self) -> bytes:
        """Return the first solution that the last search found."""
        found: bytes = self.arrays["found"].tobytes()
        return found

    def count_all(self, puzzles, limit: int, counts, found) -> None:  # noqa: ANN001
        """Count the solutions of many puzzles.

        Args:
            puzzles: uint8, shape ``(n, cells)``.
            limit: Where to stop, at least 1.
            counts: int64, shape ``(n,)``; takes the counts.
            found: uint8, shape ``(n, cells)``; takes the first solutions.
        """
        for number in range(puzzles.shape[0]):
            counts[number] = self.count(puzzles[number], limit)
            if counts[number]:
                for cell in range(self.size):
                    found[number, cell] = self.found[cell]
            if number & 255 == 255:
                let_signals_in()

    def load(self, without: int) -> bool:
        """Place the givens and draw what follows; False if that cannot be."""
        everything = (1 << self.side) - 1
        self.trailed = self.queued = self.singles = 0
        for cell in range(self.size):
            self.candidates[cell] = everything
            self.sizes[cell] = self.side
        for start in range(0, 3 * self.size, self.side):
            everywhere = 0
            for k in range(start, start + self.side):
                everywhere ^= self.unit_cells[k]
            for k in range(start, start + self.side):
                self.places[k] = self.side
                self.lone[k] = everywhere
        if self.side == 1:
            self.singles = 1
        for cell in range(self.size):
            digit = self.cells[cell] - 1
            if cell == without:
                if not self.eliminate(cell, digit):
                    return False
            elif digit >= 0 and not self.assign(cell, digit):
                return False
        return self.propagate()

    def search(self, limit: int, cutoff: int, budget: int) -> int:
        """Count the solutions of the loaded board; copy the first one.

        Gives up after ``cutoff`` positions while nothing is found, and at the budget.
        """
        count = 0
        level = 0
        start = self.nodes
        good = True
        while True:
            if good and self.singles == self.size:
                if count == 0:
                    for cell in range(self.size):
                        self.found[cell] = lowest(self.candidates[cell]) + 1
                count += 1
                if count >= limit:
                    return count
                good = False
            if good:
                self.nodes += 1
                if self.nodes & 0xFFF == 0:
                    let_signals_in()
                if (count == 0 and self.nodes - start > cutoff) or (budget and self.nodes > budget):
                    return GAVE_UP
                self.marks[level] = self.trailed
                choice = self.choose()
                self.tried[level] = choice
                level += 1
                good = self.assign(choice >> 5, choice & 31) and self.propagate()
            elif level == 0:
                return count
            else:
                level -= 1
                self.undo(self.marks[level])
                choice = self.tried[level]
                good = self.eliminate(choice >> 5, choice & 31) and self.propagate()

    def assign(self, cell: int, digit: int) -> bool:
        """Take all other candidates from a cell; False if something has no place left."""
        others = self.candidates[cell] & ~(1 << digit)
        if self.candidates[cell] == others:
            return False
        while others:
            if not self.eliminate(cell, lowest(others)):
                return False
            others &= others - 1
        return True

    def eliminate(self, cell: int, digit: int) -> bool:
        """Take a candidate away; False if its cell or a unit has none left."""
        bit = 1 << digit
        if self.candidates[cell] & bit == 0:
            return True
        good = True
        self.candidates[cell] ^= bit
        self.trail[self.trailed] = cell << 5 | digit
        self.trailed += 1
        self.sizes[cell] -= 1
        if self.sizes[cell] == 1:
            self.singles += 1
            self.queue[self.queued] = cell
            self.queued += 1
        elif self.sizes[cell] == 0:
            self.singles -= 1
            self.weights[cell] += 1
            good = False
        for k in range(3):
            place = self.cell_units[3 * cell + k] * self.side + digit
            self.places[place] -= 1
            self.lone[place] ^= cell
            if self.places[place] == 1:
                self.queue[self.queued] = self.size + place
                self.queued += 1
            elif self.places[place] == 0:
                self.weights[self.size + place] += 1
                good = False
        return good

    def propagate(self) -> bool:
        """Draw what follows from single candidates and places; False if that cannot be."""
        good = True
        while good and self.queued:
            self.queued -= 1
            entry = self.queue[self.queued]
            if entry >= self.size:
                entry -= self.size
                cell = self.lone[entry]
                if self.sizes[cell] > 1:
                    good = self.assign(cell, entry % self.side)
            else:
                bit = self.candidates[entry]
                digit = lowest(bit)
                for k in range(entry * self.peer_count, (entry + 1) * self.peer_count):
                    peer = self.peers[k]
                    if self.candidates[peer] & bit and not self.eliminate(peer, digit):
                        good = False
                        break
        return good

    def undo(self, mark: int) -> None:
        """Give back what was taken away since the trail had a length."""
        self.queued = 0
        while self.trailed > mark:
            self.trailed -= 1
            cell = self.trail[self.trailed] >> 5
            digit = self.trail[self.trailed] & 31
            self.candidates[cell] |= 1 << digit
            self.sizes[cell] += 1
            if self.sizes[cell] == 2:
                self.singles -= 1
            elif self.sizes[cell] == 1:
                self.singles += 1
            for k in range(3):
                place = self.cell_units[3 * cell + k] * self.side + digit
                self.places[place] += 1
                self.lone[place] ^= cell

    def choose(self) -> int:
        """Return the candidate to try: its cell times 32, plus its digit."""
        total = 4 * self.size
        offset = self.rng.below(total) if self.random else 0
        best = 255
        weight = 1
        chosen = 0
        for i in range(total):
            k = i + offset
            if k >= total:
                k -= total
            amount = self.sizes[k] if k < self.size else self.places[k - self.size]
            if amount > 1 and amount * weight < best * (self.weights[k] if self.learned else 1):
                best = amount
                chosen = k
                if self.learned:
                    weight = self.weights[k]
                elif amount == 2:
                    break
        skipped = self.rng.below(best) if self.random else 0
        if chosen < self.size:
            mask = self.candidates[chosen]
            for _ in range(skipped):
                mask &= mask - 1
            return chosen << 5 | lowest(mask)
        chosen -= self.size
        first = chosen // self.side * self.side
        digit = chosen - first
        for k in range(first, first + self.side):
            cell = self.unit_cells[k]
            if self.candidates[cell] >> digit & 1:
                if skipped == 0:
                    return cell << 5 | digit
                skipped -= 1
        raise AssertionError("a unit has as many places as are counted")
