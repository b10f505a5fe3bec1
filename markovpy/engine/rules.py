"""Matching and rewriting: what the rule nodes ``one``, ``all`` and ``prl`` share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.limited import Limited

if not cython.compiled:
    from markovpy.engine.census import values_of
    from markovpy.engine.memory import longs, octets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.state import State
    from markovpy.engine.table import RuleTable

EVERY = 0xFFFFFFFFFFFFFFFF
MANY = 4
"""From so many patterns on it pays to see first which values there are."""

FEW = 4
"""A value is rare for a pattern where at most one cell in FEW times the pattern's size has it."""


class RuleNode(Limited):
    """A node that rewrites where its rules match.

    Matches are kept from turn to turn. A match is one number, the anchor's cell index shifted
    left by ``table.shift`` plus the variant's number; a set bit of that number in ``marks``
    says that it is in the list. A match that no longer holds is dropped when it is drawn.

    The order in which matches enter the list decides what a random draw gives, and is the
    reference's. First scan: variants; anchor cells from the pattern's far corner in steps of
    the pattern's size, z, then y, then x; pattern cells that may hold the value found there.
    Later scans: logged cells in order, variants, pattern cells. (MarkovJunior, RuleNode.)

    Args:
        number: See :class:`Node`.
        table: Its rules.
        limits: See :class:`Limited`.
    """

    def __init__(self, number: int, table: RuleTable, limits: tuple[int, int]) -> None:
        super().__init__(number, limits)
        self.table = table
        self.cursor = -1
        self.fired = -1
        self.match_count = 0
        self.marked = True
        self.marks_array = None
        self.take_matches(np.empty(64, dtype=np.int64))

    def take_matches(self, array: NDArray[np.int64]) -> None:
        """Use an array as the match list's memory."""
        self.match_array = array
        self.match_capacity = len(array)
        self.matches = longs(array)

    def grow_matches(self) -> None:
        """Double the match list's memory, keeping what it holds."""
        array = np.empty(2 * self.match_capacity, dtype=np.int64)
        array[: self.match_count] = self.match_array[: self.match_count]
        self.take_matches(array)

    def make_marks(self, state: State) -> None:
        """Allocate the marks: one bit a cell and variant, rounded up to a power of two."""
        self.marks_array = np.zeros((state.size << self.table.shift) // 8 + 1, dtype=np.uint8)
        self.marks = octets(self.marks_array)

    def reset(self) -> None:
        """Forget the counter and all matches."""
        self.counter = 0
        self.cursor = -1
        self.drawn = False
        self.forget()

    def forget(self) -> None:
        """Empty the match list."""
        if self.marked:
            for i in range(self.match_count):
                match = self.matches[i]
                self.marks[match >> 3] &= ~(1 << (match & 7)) & 255
        self.match_count = 0

    def scan(self, state: State) -> None:
        """Bring the match list up to date."""
        if self.table.anchored:
            self.forget()
            self.scan_grid(state)
        elif self.cursor < 0:
            self.scan_grid(state)
        else:
            self.scan_log(state)
        self.cursor = state.turn_start

    def scan_grid(self, state: State) -> None:
        """Find every match by looking at the whole grid."""
        if self.marked and self.marks_array is None:
            self.make_marks(state)
        state.take_census(self.table.values)
        for variant in range(self.table.count):
            self.scan_variant(state, variant)

    def scan_variant(self, state: State, variant: int) -> None:
        """Find every match of a variant; the state's census must be valid."""
        if self.table.anchored:
            self.scan_clicked(state, variant)
        elif not self.table.needs[variant] & ~state.census.present:
            key = self.rare_key(state, variant)
            if key >= 0:
                self.scan_places(state, variant, key)
            else:
                self.scan_lattice(state, variant)

    def scan_clicked(self, state: State, variant: int) -> None:
        """Find the match of a variant that lies on the clicked cell as it has to."""
        table = self.table
        anchor = clicked_window(
            table, variant, state.clicked, state.width, state.height, state.depth
        )
        if anchor >= 0 and holds(table, state.cells, variant, anchor):
            self.add(anchor << table.shift | variant)

    def rare_key(self, state: State, variant: int) -> int:
        """Return the key of a variant's rarest value; -1 where none is rare.

        From the cells of a rare value the matches are found sooner than by a walk over the
        lattice, but have to be put in order; those of a single cell are in order.
        """
        table = self.table
        counts = state.census.counts
        fewest = state.size // (
            FEW * table.widths[variant] * table.heights[variant] * table.depths[variant]
        )
        if table.lone_value[variant] >= 0:
            fewest = state.size
        key = -1
        for i in range(table.key_start[variant], table.key_start[variant + 1]):
            if counts[table.key_value[i]] <= fewest:
                fewest = counts[table.key_value[i]]
                key = i
        return key

    def scan_places(self, state: State, variant: int, key: int) -> None:
        """Find the matches of a variant from the cells with a value that it needs."""
        table = self.table
        cells = state.cells
        value = table.key_value[key]
        places = state.census.gather(cells, value)
        first = state.census.starts[value]
        offset = table.key_offset[key]
        last = state.size - 1 - table.last_offset[variant]
        start = self.match_count
        for i in range(first, first + state.census.counts[value]):
            anchor = places[i] - offset
            if 0 <= anchor <= last and holds(table, cells, variant, anchor):
                y = anchor // state.width
                x = anchor - y * state.width
                y %= state.height
                if (
                    x + table.widths[variant] <= state.width
                    and y + table.heights[variant] <= state.height
                ):
                    self.add(anchor << table.shift | variant)
                    if offset or table.last_offset[variant]:
                        self.settle(state, variant, start)

    def settle(self, state: State, variant: int, start: int) -> None:
        """Move the last match down to where the walk over the lattice would have found it."""
        place = self.match_count - 1
        match = self.matches[place]
        rank = self.rank(state, variant, match)
        while place > start and self.rank(state, variant, self.matches[place - 1]) > rank:
            self.matches[place] = self.matches[place - 1]
            place -= 1
        self.matches[place] = match

    def rank(self, state: State, variant: int, match: int) -> int:
        """Return a number by which matches of a variant are in the order of a first scan."""
        width = self.table.widths[variant]
        height = self.table.heights[variant]
        depth = self.table.depths[variant]
        anchor = match >> self.table.shift
        y = anchor // state.width
        x = anchor - y * state.width
        z = y // state.height
        y -= z * state.height
        rank = cython.cast(cython.longlong, z // depth) if cython.compiled else z // depth
        rank = (rank * state.height + y // height) * state.width + x // width
        rank = (rank * depth + depth - 1 - z % depth) * height + height - 1 - y % height
        return rank * width + width - 1 - x % width

    def scan_lattice(self, state: State, variant: int) -> None:
        """Find the matches of a variant from every cell of a lattice: each window has one."""
        table = self.table
        width = table.widths[variant]
        height = table.heights[variant]
        depth = table.depths[variant]
        z = depth - 1
        while z < state.depth:
            y = height - 1
            while y < state.height:
                x = width - 1
                while x < state.width:
                    self.scan_point(state, variant, x, y, z)
                    x += width
                y += height
            z += depth

    def scan_point(self, state: State, variant: int, x: int, y: int, z: int) -> None:
        """Find the matches of a variant that contain a cell of the lattice."""
        table = self.table
        cells = state.cells
        cell = (z * state.height + y) * state.width + x
        slot = cells[cell] * table.count + variant
        for hit in range(table.slots[slot], table.slots[slot + 1]):
            if (
                x - table.hit_x[hit] + table.widths[variant] <= state.width
                and y - table.hit_y[hit] + table.heights[variant] <= state.height
                and z - table.hit_z[hit] + table.depths[variant] <= state.depth
                and table.near_mask[hit] >> cells[cell + table.near_offset[hit]] & 1
            ):
                anchor = cell - table.hit_offset[hit]
                if holds(table, cells, variant, anchor):
                    self.add(anchor << table.shift | variant)

    def scan_log(self, state: State) -> None:
        """Find the new matches: those of windows with a cell written since the last look."""
        table = self.table
        cells = state.cells
        width = state.width
        height = state.height
        for i in range(self.cursor, state.log_size):
            cell = state.log[i]
            slot = cells[cell] * table.count
            first = table.slots[slot]
            last = table.slots[slot + table.count]
            if first == last:
                continue
            y = cell // width
            x = cell - y * width
            z = 0
            if state.depth > 1:
                z = y // height
                y -= z * height
            if (
                x >= table.reach_x
                and y >= table.reach_y
                and z >= table.reach_z
                and x + table.reach_x < width
                and y + table.reach_y < height
                and z + table.reach_z < state.depth
            ):
                for hit in range(first, last):
                    if table.near_mask[hit] >> cells[cell + table.near_offset[hit]] & 1:
                        variant = table.hit_variant[hit]
                        anchor = cell - table.hit_offset[hit]
                        match = anchor << table.shift | variant
                        if not self.marks[match >> 3] >> (match & 7) & 1 and holds(
                            table, cells, variant, anchor
                        ):
                            self.add(match)
            else:
                self.scan_border(state, cell, x, y, z)

    def scan_border(self, state: State, cell: int, x: int, y: int, z: int) -> None:
        """Find the new matches around a cell whose windows may stick out of the grid."""
        table = self.table
        slot = state.cells[cell] * table.count
        for hit in range(table.slots[slot], table.slots[slot + table.count]):
            variant = table.hit_variant[hit]
            left = x - table.hit_x[hit]
            top = y - table.hit_y[hit]
            bottom = z - table.hit_z[hit]
            if (
                left >= 0
                and top >= 0
                and bottom >= 0
                and left + table.widths[variant] <= state.width
                and top + table.heights[variant] <= state.height
                and bottom + table.depths[variant] <= state.depth
            ):
                anchor = cell - table.hit_offset[hit]
                if holds(table, state.cells, variant, anchor):
                    self.add_new(anchor << table.shift | variant)

    def add(self, match: int) -> None:
        """Append a match that is known not to be in the list."""
        if self.match_count == self.match_capacity:
            self.grow_matches()
        self.matches[self.match_count] = match
        self.match_count += 1
        if self.marked:
            self.marks[match >> 3] |= 1 << (match & 7)

    def add_new(self, match: int) -> None:
        """Append a match unless it is in the list."""
        if not self.marks[match >> 3] >> (match & 7) & 1:
            self.add(match)

    def draw(self, state: State) -> int:
        """Take matches off the list at random until one holds; -1 where none does."""
        table = self.table
        before = state.rng.choices
        matches = self.matches
        while self.match_count > 0:
            place = state.rng.below(self.match_count)
            match = matches[place]
            self.match_count -= 1
            matches[place] = matches[self.match_count]
            self.marks[match >> 3] &= ~(1 << (match & 7)) & 255
            variant = match & ((1 << table.shift) - 1)
            if holds(table, state.cells, variant, match >> table.shift):
                if state.proving and not self.has_match(state):
                    state.rng.choices = before
                return match
        state.rng.choices = before
        return -1

    def has_match(self, state: State) -> bool:
        """Return whether a match on the list still holds."""
        table = self.table
        for i in range(self.match_count):
            match = self.matches[i]
            variant = match & ((1 << table.shift) - 1)
            if holds(table, state.cells, variant, match >> table.shift):
                return True
        return False

    def rewrite(self, state: State, match: int) -> None:
        """Apply a match; cells whose value changes are logged."""
        table = self.table
        cells = state.cells
        variant = match & ((1 << table.shift) - 1)
        anchor = match >> table.shift
        for i in range(table.write_start[variant], table.write_start[variant + 1]):
            cell = anchor + table.write_offset[i]
            value = table.write_value[i]
            if cells[cell] != value:
                cells[cell] = value
                if state.log_size == state.log_capacity:
                    state.grow_log()
                state.log[state.log_size] = cell
                state.log_size += 1
        self.fired = variant
        state.actor = self.number


def holds(table: RuleTable, cells, variant: int, anchor: int) -> bool:  # noqa: ANN001
    """Return whether the window at ``anchor`` matches a variant's left side."""
    test = table.test_start[variant]
    end = table.test_start[variant + 1]
    while test < end:
        if not table.test_mask[test] >> cells[anchor + table.test_offset[test]] & 1:
            return False
        test += 1
    return True


def clicked_window(
    table: RuleTable, variant: int, clicked: int, width: int, height: int, depth: int
) -> int:
    """Return the anchor of a variant's window that lies on a clicked cell as it has to.

    -1 where none does inside the grid, or no cell was clicked.
    """
    if clicked < 0:
        return -1
    y = clicked // width
    x = clicked - y * width - table.first_x[variant]
    z = y // height
    y = y - z * height - table.first_y[variant]
    z -= table.first_z[variant]
    if (
        x < 0
        or y < 0
        or z < 0
        or x + table.widths[variant] > width
        or y + table.heights[variant] > height
        or z + table.depths[variant] > depth
    ):
        return -1
    return (z * height + y) * width + x


def count_matches(table: RuleTable, state: State, limit: int) -> int:
    """Count windows and variants that match, stopping at a limit.

    Note:
        Costs cells times variants, of many variants those only whose values are all there.
    """
    found = 0
    present = values_of(state.cells, state.size) if table.count >= MANY else EVERY
    for variant in range(table.count):
        if table.needs[variant] & ~present:
            continue
        for z in range(state.depth - table.depths[variant] + 1):
            for y in range(state.height - table.heights[variant] + 1):
                row = (z * state.height + y) * state.width
                for x in range(state.width - table.widths[variant] + 1):
                    if holds(table, state.cells, variant, row + x):
                        found += 1
                        if found == limit:
                            return found
    return found
