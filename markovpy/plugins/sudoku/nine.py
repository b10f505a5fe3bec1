"""The compiled solver of 9x9 boards: one plane of candidates for each digit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.interrupt import let_signals_in

if not cython.compiled:
    from markovpy.engine.memory import ints, octets

    def lowest(word: int) -> int:
        """Return the place of the lowest bit that is set."""
        return (word & -word).bit_length() - 1

    def ones(word: int) -> int:
        """Return how many bits are set."""
        return word.bit_count()

    _BAND = (1 << 27) - 1
    _COLUMN = 0x40201
    _WORDS = 32
    _OPEN = 27
    _DIRTY = 30


if TYPE_CHECKING:
    from numpy.typing import NDArray

_PERMUTATIONS = ((0, 4, 8), (0, 5, 7), (1, 3, 8), (1, 5, 6), (2, 3, 7), (2, 4, 6))


def _kept_minirows(present: int) -> int:
    """Return which of nine mini-rows (3 rows of 3 boxes) can hold a digit together with others.

    A digit needs one mini-row in each row and each box: one of six ways.
    """
    kept = 0
    for way in _PERMUTATIONS:
        needed = sum(1 << place for place in way)
        if needed & ~present == 0:
            kept |= needed
    return kept


def _spread(minirows: int) -> int:
    """Return the cells of a band that lie in given mini-rows."""
    return sum(7 << 3 * place for place in range(9) if minirows >> place & 1)


def _around(place: int) -> int:
    """Return the cells of a band where a digit may stand beside the one at a place."""
    row, column = divmod(place, 9)
    cells = 1 << place
    for other in range(27):
        y, x = divmod(other, 9)
        if y != row and x // 3 != column // 3:
            cells |= 1 << other
    return cells


class Nine:
    """Counts and finds the solutions of 9x9 puzzles.

    The board is kept as 27 words: for digit ``d`` and band ``b`` (three rows) the 27 cells that
    can hold it. A table over the nine mini-rows of a band leaves those that fit together, which
    is hidden singles and locked candidates of rows and boxes at once; the same table over the
    columns of a stack does it for columns. Cells with one candidate are found by adding the
    planes up. What remains is decided by trying a cell with two candidates, in the band that has
    most of these; else a digit with two places in a row, a cell with three candidates, or a digit
    with the fewest places in a row.

    Source: the layout follows the band solvers of the Enjoy Sudoku forum (Zhou Yundong's, as
    described by its users) and T. Dillon's description of tdoku (2019); written anew.

    Attributes:
        nodes: How many positions the last search looked at.
    """

    def __init__(self) -> None:
        self.arrays: dict[str, NDArray[Any]] = {}
        rows = range(512)
        self.minirows = self._ints(
            "minirows", [sum(1 << i for i in range(3) if row >> 3 * i & 7) for row in rows]
        )
        self.lone = self._ints("lone", [row if row.bit_count() == 1 else 0 for row in rows])
        self.lanes = self._ints("lanes", [_kept_minirows(row) for row in rows])
        self.keep = self._ints("keep", [_spread(_kept_minirows(row)) for row in rows])
        self.amount = self._ints("amount", [row.bit_count() for row in rows])
        self.around = self._ints("around", [_around(place) for place in range(27)])
        self.stack = self._ints("stack", [0] * (_WORDS * 82))
        self.pairs = self._ints("pairs", [0] * 3)
        self.triples = self._ints("triples", [0] * 3)
        self.cells = self._octets("cells")
        self.found = self._octets("found")
        self.nodes = 0

    def _octets(self, name: str) -> Any:
        self.arrays[name] = np.zeros(81, dtype=np.uint8)
        return octets(self.arrays[name])

    def _ints(self, name: str, numbers: list[int]) -> Any:
        self.arrays[name] = np.array(numbers, dtype=np.int32)
        return ints(self.arrays[name])

    def count(self, puzzle: bytes, limit: int, without: int = -1) -> int:
        """Count the solutions of one puzzle; the first one is then what ``solution`` returns.

        Args:
            puzzle: 81 bytes, rows from the top, 0 for an empty cell.
            limit: Where to stop, at least 1.
            without: A cell (0 to 80) to be solved with another digit than the puzzle has there.

        Returns:
            How many there are, at most ``limit``.
        """
        self.nodes = 0
        for cell in range(81):
            self.cells[cell] = puzzle[cell]
        return self.search(limit) if self.load(without) else 0

    def solution(self) -> bytes:
        """Return the first solution that the last search found."""
        found: bytes = self.arrays["found"].tobytes()
        return found

    def count_all(self, puzzles, limit: int, counts, found) -> None:  # noqa: ANN001
        """Count the solutions of many puzzles.

        Args:
            puzzles: uint8, shape ``(n, 81)``.
            limit: Where to stop, at least 1.
            counts: int64, shape ``(n,)``; takes the counts.
            found: uint8, shape ``(n, 81)``; takes the first solutions.
        """
        self.nodes = 0
        for number in range(puzzles.shape[0]):
            for cell in range(81):
                self.cells[cell] = puzzles[number, cell]
            counts[number] = self.search(limit) if self.load(-1) else 0
            if counts[number]:
                for cell in range(81):
                    found[number, cell] = self.found[cell]
            if number & 1023 == 1023:
                let_signals_in()

    def load(self, without: int) -> bool:
        """Place the givens; False where one of them stands beside its like."""
        p = self.stack
        for word in range(27):
            p[word] = _BAND
        for band in range(3):
            p[_OPEN + band] = _BAND
        p[_DIRTY] = 511
        for cell in range(81):
            digit = self.cells[cell]
            if digit and cell != without:
                band = cell // 27
                bit = 1 << (cell - 27 * band)
                if p[3 * (digit - 1) + band] & bit == 0:
                    return False
                self.place(0, digit - 1, band, cell - 27 * band)
                p[_OPEN + band] &= ~bit
                for other in range(9):
                    if other != digit - 1:
                        p[3 * other + band] &= ~bit
        if without >= 0:
            band = without // 27
            p[3 * (self.cells[without] - 1) + band] &= ~(1 << (without - 27 * band))
        return True

    def place(self, base: int, digit: int, band: int, place: int) -> None:
        """Take a digit from the row, column and box of a cell that holds it."""
        first = base + 3 * digit
        column = ~(_COLUMN << place % 9)
        kept = self.stack[first + band] & self.around[place]
        self.stack[first] &= column
        self.stack[first + 1] &= column
        self.stack[first + 2] &= column
        self.stack[first + band] = kept
        self.stack[base + _DIRTY] |= 1 << digit

    def search(self, limit: int) -> int:
        """Count the solutions of the loaded board; copy the first one."""
        count = 0
        level = 0
        while level >= 0:
            self.nodes += 1
            if self.nodes & 0xFFFF == 0:
                let_signals_in()
            base = _WORDS * level
            if not self.propagate(base):
                level -= 1
            elif (
                self.stack[base + _OPEN]
                | self.stack[base + _OPEN + 1]
                | self.stack[base + _OPEN + 2]
            ):
                self.branch(base)
                level += 1
            else:
                if count == 0:
                    self.write(base)
                count += 1
                if count >= limit:
                    break
                level -= 1
        return count

    def write(self, base: int) -> None:
        """Copy a solved board."""
        for digit in range(9):
            for band in range(3):
                word = self.stack[base + 3 * digit + band]
                while word:
                    self.found[27 * band + lowest(word)] = digit + 1
                    word &= word - 1

    def propagate(self, base: int) -> bool:
        """Draw what follows; False if some digit or cell has no place left."""
        p = self.stack
        dirty = p[base + _DIRTY]
        while dirty:
            while dirty:
                digit = lowest(dirty)
                if not self.settle(base + 3 * digit):
                    return False
                dirty = (dirty | self.clear_found(base, digit)) & ~(1 << digit)
            p[base + _DIRTY] = 0
            if not self.fill_single_cells(base):
                return False
            dirty = p[base + _DIRTY]
        return True

    def settle(self, first: int) -> bool:
        """Leave of a digit's places those that fit together; False if none do."""
        keep, lanes, p = self.keep, self.lanes, self.stack
        a, b, c = p[first], p[first + 1], p[first + 2]
        while True:
            a &= keep[self.rows_of(a)]
            b &= keep[self.rows_of(b)]
            c &= keep[self.rows_of(c)]
            if a == 0 or b == 0 or c == 0:
                return False
            x = (a | a >> 9 | a >> 18) & 511
            y = (b | b >> 9 | b >> 18) & 511
            z = (c | c >> 9 | c >> 18) & 511
            left = lanes[x & 7 | (y & 7) << 3 | (z & 7) << 6]
            middle = lanes[x >> 3 & 7 | y & 56 | (z & 56) << 3]
            right = lanes[x >> 6 | y >> 3 & 56 | z & 448]
            above = left & 7 | (middle & 7) << 3 | (right & 7) << 6
            centre = left >> 3 & 7 | middle & 56 | (right & 56) << 3
            below = left >> 6 | middle >> 3 & 56 | right & 448
            if x == above and y == centre and z == below:
                break
            a &= above * _COLUMN
            b &= centre * _COLUMN
            c &= below * _COLUMN
        p[first], p[first + 1], p[first + 2] = a, b, c
        return True

    def rows_of(self, band: int) -> int:
        """Return which of a band's nine mini-rows have a place."""
        minirows = self.minirows
        return minirows[band & 511] | minirows[band >> 9 & 511] << 3 | minirows[band >> 18] << 6

    def clear_found(self, base: int, digit: int) -> int:
        """Take the other digits from cells that are a row's only place; return which lost any."""
        lone, p = self.lone, self.stack
        changed = 0
        for band in range(3):
            plane = p[base + 3 * digit + band]
            new = lone[plane & 511] | lone[plane >> 9 & 511] << 9 | lone[plane >> 18] << 18
            new &= p[base + _OPEN + band]
            if new:
                p[base + _OPEN + band] &= ~new
                for other in range(9):
                    word = base + 3 * other + band
                    if p[word] & new and other != digit:
                        p[word] &= ~new
                        changed |= 1 << other
        return changed

    def fill_single_cells(self, base: int) -> bool:
        """Place what cells with one candidate hold; False if a cell has none.

        Leaves in ``pairs`` and ``triples`` the open cells with two and with three candidates.
        """
        p = self.stack
        for band in range(3):
            once = twice = thrice = often = 0
            for digit in range(9):
                plane = p[base + 3 * digit + band]
                often |= thrice & plane
                thrice |= twice & plane
                twice |= once & plane
                once |= plane
            if once != _BAND:
                return False
            self.pairs[band] = twice & ~thrice
            self.triples[band] = thrice & ~often
            single = once & ~twice & p[base + _OPEN + band]
            if single:
                p[base + _OPEN + band] &= ~single
                for digit in range(9):
                    new = p[base + 3 * digit + band] & single
                    while new:
                        self.place(base, digit, band, lowest(new))
                        new &= new - 1
        return True

    def branch(self, base: int) -> None:
        """Try a candidate one level up; take it away here."""
        cells = self.pairs
        if cells[0] | cells[1] | cells[2] == 0:
            if self.branch_in_row(base):
                return
            cells = self.triples
        richest = 0
        for band in range(1, 3):
            if ones(cells[band]) > ones(cells[richest]):
                richest = band
        place = lowest(cells[richest])
        for digit in range(9):
            if self.stack[base + 3 * digit + richest] >> place & 1:
                self.guess(base, digit, richest, place)
                return

    def branch_in_row(self, base: int) -> bool:
        """Try a digit in the row that has the fewest places for it, if these are few."""
        triples = self.triples[0] | self.triples[1] | self.triples[2]
        best = 3 if triples else 10
        chosen = -1
        for word in range(27):
            plane = self.stack[base + word]
            for row in range(3):
                amount = self.amount[plane >> 9 * row & 511]
                if 1 < amount < best:
                    best = amount
                    chosen = 3 * word + row
        if chosen < 0:
            return False
        word = chosen // 3
        row = chosen - 3 * word
        plane = self.stack[base + word] >> 9 * row & 511
        self.guess(base, word // 3, word % 3, 9 * row + lowest(plane))
        return True

    def guess(self, base: int, digit: int, band: int, place: int) -> None:
        """Copy the board one level up and place the digit there; take it away here."""
        for word in range(_WORDS):
            self.stack[base + _WORDS + word] = self.stack[base + word]
        self.stack[base + 3 * digit + band] &= ~(1 << place)
        self.stack[base + _DIRTY] = 1 << digit
        base += _WORDS
        for other in range(9):
            if other != digit and self.stack[base + 3 * other + band] >> place & 1:
                self.stack[base + 3 * other + band] &= ~(1 << place)
                self.stack[base + _DIRTY] |= 1 << other
        self.stack[base + _OPEN + band] &= ~(1 << place)
        self.place(base, digit, band, place)
