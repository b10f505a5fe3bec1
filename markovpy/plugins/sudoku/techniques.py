"""The compiled search for what a human would see: singles, subsets, fish, wings, chains, trials."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.interrupt import let_signals_in

if not cython.compiled:
    from markovpy.engine.memory import ints
    from markovpy.plugins.sudoku.nine import lowest, ones

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.plugins.sudoku.shape import Shape

NAMES = (
    "naked single",
    "hidden single",
    "locked candidates",
    "naked pair",
    "hidden pair",
    "naked triple",
    "hidden triple",
    "naked quad",
    "hidden quad",
    "X-wing",
    "swordfish",
    "XY-wing",
    "chain",
    "trial",
)
NONE = -1


class Techniques:
    """Finds what each technique gives on a board of one shape.

    Techniques are numbered as in ``NAMES``. All look at the board as it was when the search
    began, and what they find is applied together, so that the order in which places are looked
    at has no part in the result: a board that is turned, mirrored or relabelled gives the same.

    Source: the techniques as the community of solvers names them (sudopedia); chains are paths
    of implications between two candidates (alternating inference chains), found breadth first.

    Args:
        shape: The board.

    Attributes:
        hardest: The hardest technique that the last grading needed; NONE on a full board.
    """

    def __init__(self, shape: Shape) -> None:
        self.side = side = shape.side
        self.size = size = shape.cells
        self.arrays: dict[str, NDArray[Any]] = {}
        self.unit_cells = self._ints("unit_cells", shape.units)
        self.cell_units = self._ints("cell_units", shape.units_of)
        self.peers = self._ints("peers", shape.peers)
        self.peer_count = len(shape.peers[0])
        crossings = _crossings(shape)
        self.crossing_count = len(crossings)
        self.crossings = self._ints("crossings", crossings or [0])
        self.placed = self._ints("placed", [0] * size)
        self.candidates = self._ints("candidates", [0] * size)
        self.gone = self._ints("gone", [0] * size)
        self.new = self._ints("new", [0] * size)
        self.work = self._ints("work", [0] * size)
        self.places = self._ints("places", [0] * (3 * size))
        self.items = self._ints("items", [0] * side)
        self.queue = self._ints("queue", [0] * (64 * size))
        self.parents = self._ints("parents", [0] * (64 * size))
        self.seen = self._ints("seen", [0] * (64 * size))
        self.serial = 0
        self.detail = self._ints("detail", [0] * 4)
        self.uses = self._ints("uses", [0] * len(NAMES))
        self.hardest = NONE

    def _ints(self, name: str, numbers: Any) -> Any:
        self.arrays[name] = np.array(numbers, dtype=np.int32).reshape(-1)
        return ints(self.arrays[name])

    def load(self, puzzle: bytes, candidates: NDArray[np.int32] | None = None) -> None:
        """Take a board.

        Args:
            puzzle: A byte a cell, 0 for an empty cell; no digit stands twice in a unit.
            candidates: For each cell the mask of digits that are not ruled out; None for all.
        """
        everything = (1 << self.side) - 1
        for cell in range(self.size):
            self.placed[cell] = 0
            self.candidates[cell] = everything
        if candidates is not None:
            self.arrays["candidates"][:] = candidates
        for cell in range(self.size):
            if puzzle[cell]:
                self.place(cell, puzzle[cell] - 1)

    def grade(self, most: int) -> bool:
        """Solve the loaded board with the easiest technique that gives anything, again and again.

        Args:
            most: The hardest technique that may be used.

        Returns:
            Whether the board was solved. ``hardest`` and ``uses`` (rounds by technique) are set.
        """
        self.hardest = NONE
        for technique in range(len(NAMES)):
            self.uses[technique] = 0
        while True:
            technique = self.advance(most)
            if technique == NONE:
                return self.is_full()
            self.uses[technique] += 1
            if technique > self.hardest:
                self.hardest = technique

    def rounds(self) -> list[int]:
        """Return how many rounds of the last grading each technique gave something in."""
        found: list[int] = self.arrays["uses"].tolist()
        return found

    def advance(self, most: int) -> int:
        """Apply all that the easiest technique gives; return it, or NONE if none gives anything."""
        for technique in range(most + 1):
            if self.find(technique, False):
                self.apply()
                return technique
        return NONE

    def is_full(self) -> bool:
        """Return whether every cell has its digit."""
        return bool(self.arrays["placed"].all())

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into a cell and take it from its peers."""
        self.placed[cell] = digit + 1
        self.candidates[cell] = 1 << digit
        for k in range(cell * self.peer_count, (cell + 1) * self.peer_count):
            self.candidates[self.peers[k]] &= ~(1 << digit)

    def apply(self) -> None:
        """Apply what the last search found."""
        for cell in range(self.size):
            self.candidates[cell] &= ~self.gone[cell]
        for cell in range(self.size):
            if self.new[cell]:
                self.place(cell, self.new[cell] - 1)

    def find(self, technique: int, first: bool) -> bool:
        """Look for a technique on the present board.

        Args:
            technique: Its number.
            first: Whether to stop at the first place (of a chain: find the shortest); ``detail``
                then says which it is.

        Returns:
            Whether it gives anything; ``new`` and ``gone`` say what.
        """
        self.first = first
        self.hits = 0
        for cell in range(self.size):
            self.gone[cell] = 0
            self.new[cell] = 0
        if technique == 0:
            self.find_naked_singles()
            return self.hits > 0
        self.count_places()
        if technique == 1:
            self.find_hidden_singles()
        elif technique == 2:
            self.find_locked()
        elif technique < 9:
            self.find_subsets(2 + (technique - 3) // 2, (technique - 3) % 2 == 1)
        elif technique < 11:
            self.find_fish(technique - 7)
        elif technique == 11:
            self.find_wings()
        elif technique == 12:
            self.find_chains()
        else:
            self.find_trials()
        return self.hits > 0

    def found(self) -> bool:
        """Return whether the search can stop."""
        return self.first and self.hits > 0

    def tell(self, a: int, b: int, c: int, d: int) -> None:
        """Note where the search is, for the first find."""
        if not self.found():
            self.detail[0], self.detail[1], self.detail[2], self.detail[3] = a, b, c, d

    def rule_out(self, cell: int, mask: int) -> None:
        """Note candidates that can go."""
        if self.candidates[cell] & mask and not self.placed[cell]:
            self.gone[cell] |= self.candidates[cell] & mask
            self.hits += 1

    def count_places(self) -> None:
        """Find, for each unit and digit, the mask of its places in the unit."""
        for start in range(0, 3 * self.size, self.side):
            for digit in range(self.side):
                self.places[start + digit] = 0
            for position in range(self.side):
                mask = self.candidates[self.unit_cells[start + position]]
                while mask:
                    self.places[start + lowest(mask)] |= 1 << position
                    mask &= mask - 1

    def find_naked_singles(self) -> None:
        """Find cells with one candidate."""
        for cell in range(self.size):
            if not self.placed[cell] and ones(self.candidates[cell]) == 1:
                self.tell(cell, lowest(self.candidates[cell]), 0, 0)
                self.new[cell] = lowest(self.candidates[cell]) + 1
                self.hits += 1
                if self.first:
                    return

    def find_hidden_singles(self) -> None:
        """Find digits with one place in a unit; boxes first, since they are easier to see."""
        for k in range(3 * self.size):
            place = (k + 2 * self.size) % (3 * self.size)
            if ones(self.places[place]) == 1:
                start = place // self.side * self.side
                cell = self.unit_cells[start + lowest(self.places[place])]
                if not self.placed[cell]:
                    self.tell(cell, place - start, place // self.side, 0)
                    self.new[cell] = place - start + 1
                    self.hits += 1
                    if self.first:
                        return

    def find_locked(self) -> None:
        """Find digits whose places in one unit all lie in another one too."""
        for k in range(0, 3 * self.crossing_count, 3):
            one, other, overlap = self.crossings[k], self.crossings[k + 1], self.crossings[k + 2]
            for digit in range(self.side):
                places = self.places[one * self.side + digit]
                if places & ~overlap or ones(places) < 2:
                    continue
                self.tell(one, other, digit, 0)
                for position in range(self.side):
                    cell = self.unit_cells[other * self.side + position]
                    if not self.in_unit(cell, one):
                        self.rule_out(cell, 1 << digit)
                if self.found():
                    return

    def in_unit(self, cell: int, unit: int) -> bool:
        """Return whether a cell is of a unit."""
        return self.cell_units[3 * cell + unit // self.side] == unit

    def find_subsets(self, amount: int, hidden: bool) -> None:
        """Find so many cells of a unit that share so many digits (hidden: the other way round)."""
        self.kind = 1 if hidden else 0
        for unit in range(3 * self.side):
            self.unit = unit
            for k in range(self.side):
                if hidden:
                    self.items[k] = self.places[unit * self.side + k]
                else:
                    self.items[k] = self.candidates[self.unit_cells[unit * self.side + k]]
            self.combine(0, amount, amount, 0, 0)
            if self.found():
                return

    def find_fish(self, amount: int) -> None:
        """Find so many rows that share so many columns for a digit, and columns likewise."""
        for kind in range(2, 4):
            self.kind = kind
            for digit in range(self.side):
                self.unit = digit
                for line in range(self.side):
                    unit = line if kind == 2 else self.side + line
                    self.items[line] = self.places[unit * self.side + digit]
                self.combine(0, amount, amount, 0, 0)
                if self.found():
                    return

    def combine(self, start: int, left: int, amount: int, chosen: int, union: int) -> None:
        """Choose ``left`` more of the items so that all together have ``amount`` bits."""
        for k in range(start, self.side):
            if ones(self.items[k]) < 2 or ones(union | self.items[k]) > amount:
                continue
            if left > 1:
                self.combine(k + 1, left - 1, amount, chosen | 1 << k, union | self.items[k])
            else:
                self.close(chosen | 1 << k, union | self.items[k])
            if self.found():
                return

    def close(self, chosen: int, union: int) -> None:
        """Rule out what a subset or fish leaves no room for."""
        self.tell(self.kind, self.unit, chosen, union)
        for k in range(self.side):
            if self.kind == 0 and not chosen >> k & 1:
                self.rule_out(self.unit_cells[self.unit * self.side + k], union)
            elif self.kind == 1 and union >> k & 1:
                self.rule_out(self.unit_cells[self.unit * self.side + k], ~chosen)
            elif self.kind > 1 and not chosen >> k & 1:
                for across in range(self.side):
                    if union >> across & 1:
                        cell = k * self.side + across
                        if self.kind == 3:
                            cell = across * self.side + k
                        self.rule_out(cell, 1 << self.unit)

    def find_wings(self) -> None:
        """Find a cell xy that sees cells xz and yz: one of these is z."""
        count = self.peer_count
        for pivot in range(self.size):
            mask = self.candidates[pivot]
            if ones(mask) != 2:
                continue
            for i in range(pivot * count, (pivot + 1) * count):
                one = self.peers[i]
                if ones(self.candidates[one]) != 2 or ones(self.candidates[one] & mask) != 1:
                    continue
                for j in range(i + 1, (pivot + 1) * count):
                    other = self.peers[j]
                    if self.candidates[one] ^ self.candidates[other] == mask:
                        self.close_wing(pivot, one, other)
                        if self.found():
                            return

    def close_wing(self, pivot: int, one: int, other: int) -> None:
        """Rule out the common digit of a wing's ends where both are seen."""
        mask = self.candidates[one] & self.candidates[other]
        self.tell(pivot, one, other, lowest(mask))
        for k in range(one * self.peer_count, (one + 1) * self.peer_count):
            if self.peers[k] != other and self.sees(self.peers[k], other):
                self.rule_out(self.peers[k], mask)

    def sees(self, one: int, other: int) -> bool:
        """Return whether two cells share a unit."""
        units = self.cell_units
        return (
            units[3 * one] == units[3 * other]
            or units[3 * one + 1] == units[3 * other + 1]
            or units[3 * one + 2] == units[3 * other + 2]
        )

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


def _crossings(shape: Shape) -> list[tuple[int, int, int]]:
    """Return the pairs of units that share cells, and the places of these in the first one."""
    found = []
    for one, cells in enumerate(shape.units):
        for other, others in enumerate(shape.units):
            overlap = sum(1 << k for k, cell in enumerate(cells) if cell in others)
            if one != other and overlap.bit_count() > 1:
                found.append((one, other, overlap))
    return found
