"""The compiled search for what a human would see: singles, subsets, fish, wings, chains."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.plugins.sudoku.chains import Chains

if not cython.compiled:
    from markovpy.plugins.sudoku.nine import lowest, ones

if TYPE_CHECKING:
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


class Techniques(Chains):
    """Finds what each technique gives on a board of one shape.

    Techniques are numbered as in ``NAMES``. All look at the board as it was when the search
    began, and what they find is applied together, so that the order in which places are looked
    at has no part in the result: a board that is turned, mirrored or relabelled gives the same.

    Source: the techniques as the community of solvers names them (sudopedia).

    Args:
        shape: The board.

    Attributes:
        hardest: The hardest technique that the last grading needed; NONE on a full board.
    """

    def __init__(self, shape: Shape) -> None:
        super().__init__(shape)
        crossings = _crossings(shape)
        self.crossing_count = len(crossings)
        self.crossings = self._ints("crossings", crossings or [0])
        self.uses = self._ints("uses", [0] * len(NAMES))
        self.hardest = NONE

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


def _crossings(shape: Shape) -> list[tuple[int, int, int]]:
    """Return the pairs of units that share cells, and the places of these in the first one."""
    found = []
    for one, cells in enumerate(shape.units):
        for other, others in enumerate(shape.units):
            overlap = sum(1 << k for k, cell in enumerate(cells) if cell in others)
            if one != other and overlap.bit_count() > 1:
                found.append((one, other, overlap))
    return found
