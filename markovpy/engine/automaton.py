"""The running part of ``convolution``: sums over the neighbours of all cells, eight at a time."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
if cython.compiled:
    from cython.cimports.libc.string import memcpy
else:
    from markovpy.engine.memory import ints, masks, octets
from markovpy.engine.limited import Limited
from markovpy.engine.neighborhood import MOORE, coin, intervals

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from markovpy.engine.neighborhood import Change, Neighborhood
    from markovpy.engine.state import State

ONES = 0x0101010101010101
HIGH = 0x8080808080808080
SEVENS = 0x7F7F7F7F7F7F7F7F
LANES = 8
TERM_SIZE = 6


class Convolution(Limited):
    """Gives every cell a new value by its own and a count of its neighbours, all at once.

    Cells are handled eight at a time, as the bytes of one 64-bit number: counts and values are
    small, so that a sum never runs into the next byte. ``inside`` says per set of counted
    values, and cell, whether the cell holds one of them; it has a border of one cell. From it
    the counts, ``sums``, are added up before any cell changes. Where no coin is tossed, what the
    rules do is laid out as terms: cells of one value whose count lies in one interval.

    Args:
        number: See :class:`Node`.
        limits: See :class:`Limited`.
        neighborhood: What is counted.
        changes: What the rules do, in the order in which they are tried.
    """

    def __init__(
        self,
        number: int,
        limits: tuple[int, int],
        neighborhood: Neighborhood,
        changes: Sequence[Change],
    ) -> None:
        super().__init__(number, limits)
        self.arrays: list = []
        self.depth, self.height, self.width = neighborhood.shape
        self.solid = self.depth > 1
        self.stride = self.width + 2
        self.layer = self.stride * (self.height + 2)
        self.origin = self.stride + 1 + (self.layer if self.solid else 0)
        self.plane = self.layer * (self.depth + 2 if self.solid else 1) + 2 * LANES
        self.periodic = neighborhood.periodic
        self.lay_out_rows(neighborhood)
        counted = list(dict.fromkeys(change.counted for change in changes if change.counted))
        self.lay_out_planes(counted, neighborhood)
        self.lay_out_changes(changes, counted)
        self.lay_out_terms(changes, counted, neighborhood.size)
        mask = np.zeros(LANES, dtype=np.uint8)
        mask[LANES - self.width % LANES :] = 0x80
        self.rest = int(mask.view(np.uint64)[0])

    def small(self, array: NDArray[np.uint8]):  # noqa: ANN201  (a pointer when compiled)
        """Return an array's memory."""
        self.arrays.append(array)
        return octets(array)

    def ints(self, numbers: list[int]):  # noqa: ANN201  (a pointer when compiled)
        """Return memory that holds whole numbers."""
        array = np.array(numbers or [0], dtype=np.int32)
        self.arrays.append(array)
        return ints(array)

    def words(self, numbers: list[int]):  # noqa: ANN201  (a pointer when compiled)
        """Return memory that holds 64-bit numbers."""
        array = np.array(numbers or [0], dtype=np.uint64)
        self.arrays.append(array)
        return masks(array)

    def lay_out_rows(self, neighborhood: Neighborhood) -> None:
        """Note where the rows of neighbours begin, and which cells of them count."""
        rows = neighborhood.rows
        self.row_count = len(rows)
        self.row_offset = self.ints([dy * self.stride + dz * self.layer for dy, dz in rows])
        self.row_cells = self.ints(list(rows.values()))
        self.moore = rows == MOORE

    def lay_out_planes(self, counted: list[int], neighborhood: Neighborhood) -> None:
        """Allocate the planes, and put what lies beyond the edge into their borders."""
        self.channels = len(counted)
        inside = np.zeros((max(1, self.channels), self.plane), dtype=np.uint8)
        self.sums = self.small(np.zeros_like(inside))
        self.inside = self.small(inside)
        self.masks = self.words(counted)
        starts, values = [0], []
        for channel, mask in enumerate(counted):
            values += [ONES * value for value in range(64) if mask >> value & 1]
            starts.append(len(values))
            if neighborhood.outside is not None and mask >> neighborhood.outside & 1:
                inside[channel] = 1
        self.value_start = self.ints(starts)
        self.values = self.words(values)

    def lay_out_changes(self, changes: Sequence[Change], counted: list[int]) -> None:
        """Note, per value, the changes to try."""
        starts, ordered = [0], []
        for value in range(64):
            ordered += [change for change in changes if change.old == value]
            starts.append(len(ordered))
        self.change_start = self.ints(starts)
        self.change_new = self.ints([change.new for change in ordered])
        self.change_channel = self.ints(
            [counted.index(change.counted) if change.counted else -1 for change in ordered]
        )
        self.change_sums = self.ints([change.sums for change in ordered])
        self.change_coin = self.ints([coin(change.chance) for change in ordered])
        self.tossing = any(change.chance != 1 for change in ordered)

    def lay_out_terms(self, changes: Sequence[Change], counted: list[int], size: int) -> None:
        """Note the terms that do the same as changes without coins."""
        everything = (1 << size + 1) - 1
        terms = []
        for change in changes:
            channel = counted.index(change.counted) if change.counted else 0
            inside = intervals(change.sums & everything if change.counted else everything)
            outside = intervals(everything & ~change.sums) if change.counted else []
            inverted = len(outside) == 1 < len(inside)
            for low, high in outside if inverted else inside:
                terms += [ONES * change.old, ONES * (128 - low), ONES * (127 - high)]
                terms += [0 if inverted else HIGH, change.old ^ change.new]
                terms.append(channel * self.plane)
        self.term_count = len(terms) // TERM_SIZE
        self.terms = self.words(terms)

    def step(self, state: State) -> bool:
        """Change every cell whose neighbours ask for it; False where no cell changes."""
        if not self.due(state):
            return False
        for channel in range(self.channels):
            self.mark(state, channel)
            if self.moore:
                self.add_moore(channel)
            else:
                self.add_rows(channel)
        acted = self.change_tossing(state) if self.tossing else self.change_certain(state)
        self.counter += 1
        if acted:
            state.unlogged = True
            state.actor = self.number
        return acted

    def mark(self, state: State, channel: int) -> None:
        """Set ``inside`` for one set of values."""
        top = channel * self.plane + self.origin
        for z in range(self.depth):
            for y in range(self.height):
                row = top + z * self.layer + y * self.stride
                self.mark_row(state, channel, (z * self.height + y) * self.width, row)
        if self.periodic:
            self.wrap(channel)

    def mark_row(self, state: State, channel: int, cell: int, place: int) -> None:
        """Set ``inside`` for one row of cells."""
        cells = state.cells
        inside = self.inside
        width = self.width
        if width < LANES:
            for x in range(width):
                value = cells[cell + x]
                inside[place + x] = self.masks[channel] >> value & 1
            return
        values = self.values
        sevens = SEVENS
        ones = ONES
        first = self.value_start[channel]
        last = self.value_start[channel + 1]
        x = 0
        while x < width:
            if x + 8 > width:
                x = width - 8
            word = load(cells, cell + x)
            misses = (word ^ values[first]) + sevens
            for i in range(first + 1, last):
                misses &= (word ^ values[i]) + sevens
            store(inside, place + x, (misses >> 7 & ones) ^ ones)
            x += 8

    def wrap(self, channel: int) -> None:
        """Fill the border of ``inside`` with what lies at the opposite edge."""
        inside = self.inside
        top = channel * self.plane + self.origin
        for z in range(self.depth):
            base = top + z * self.layer
            for y in range(self.height):
                row = base + y * self.stride
                inside[row - 1] = inside[row + self.width - 1]
                inside[row + self.width] = inside[row]
            last = base + (self.height - 1) * self.stride
            for x in range(-1, self.width + 1):
                inside[base - self.stride + x] = inside[last + x]
                inside[last + self.stride + x] = inside[base + x]
        if self.solid:
            top = channel * self.plane
            last = top + self.depth * self.layer
            for i in range(self.layer):
                inside[top + i] = inside[last + i]
                inside[last + self.layer + i] = inside[top + self.layer + i]

    def add_moore(self, channel: int) -> None:
        """Add up ``sums`` for the eight neighbours in two dimensions."""
        inside = self.inside
        sums = self.sums
        stride = self.stride
        for y in range(self.height):
            row = channel * self.plane + self.origin + y * stride
            for place in range(row, row + self.width, 8):
                store(
                    sums,
                    place,
                    load(inside, place - stride - 1)
                    + load(inside, place - stride)
                    + load(inside, place - stride + 1)
                    + load(inside, place - 1)
                    + load(inside, place + 1)
                    + load(inside, place + stride - 1)
                    + load(inside, place + stride)
                    + load(inside, place + stride + 1),
                )

    def add_rows(self, channel: int) -> None:
        """Add up ``sums`` for any neighbourhood, one row of neighbours after the other."""
        inside = self.inside
        sums = self.sums
        top = channel * self.plane + self.origin
        for z in range(self.depth):
            for y in range(self.height):
                row = top + z * self.layer + y * self.stride
                for place in range(row, row + self.width, 8):
                    store(sums, place, 0)
                for i in range(self.row_count):
                    offset = self.row_offset[i]
                    if self.row_cells[i] & 1:
                        for place in range(row, row + self.width, 8):
                            word = load(inside, place + offset)
                            store(sums, place, load(sums, place) + word)
                    if self.row_cells[i] & 2:
                        for place in range(row, row + self.width, 8):
                            word = load(inside, place + offset - 1)
                            word += load(inside, place + offset + 1)
                            store(sums, place, load(sums, place) + word)

    def change_certain(self, state: State) -> bool:
        """Change the cells, where no rule tosses a coin."""
        changed = 0
        for z in range(self.depth):
            for y in range(self.height):
                place = self.origin + z * self.layer + y * self.stride
                cell = (z * self.height + y) * self.width
                if self.width < LANES:
                    changed |= self.change_cells(state, cell, place)
                else:
                    changed |= self.change_row(state, cell, place)
        return changed != 0

    def change_row(self, state: State, cell: int, place: int) -> int:
        """Change the cells of one row; the high bit of a byte says that its cell waits.

        Returns:
            Whether a cell changed, as a number other than 0.
        """
        cells = state.cells
        sums = self.sums
        width = self.width
        end = self.term_count * TERM_SIZE
        term = self.terms
        several = self.channels > 1
        sevens = SEVENS
        waiting = HIGH
        changed = 0
        x = 0
        while x < width:
            if x + 8 > width:
                x = width - 8
                waiting = self.rest
            word = load(cells, cell + x)
            result = word
            left = waiting
            found = load(sums, place + x)
            i = 0
            while i < end:
                if several:
                    found = load(sums, term[i + 5] + place + x)
                between = (found + term[i + 1]) & ~(found + term[i + 2])
                misses = (word ^ term[i]) + sevens | between ^ term[i + 3]
                chosen = left & ~misses
                left ^= chosen
                result ^= (chosen >> 7) * term[i + 4]
                i += TERM_SIZE
            store(cells, cell + x, result)
            changed |= left ^ waiting
            x += 8
        return changed

    def change_tossing(self, state: State) -> bool:
        """Change the cells one after another, so that the coins are tossed in order."""
        changed = 0
        for z in range(self.depth):
            for y in range(self.height):
                place = self.origin + z * self.layer + y * self.stride
                changed |= self.change_cells(state, (z * self.height + y) * self.width, place)
        return changed != 0

    def change_cells(self, state: State, cell: int, place: int) -> int:
        """Change the cells of one row; the coin of a rule is tossed before its sum is looked at."""
        cells = state.cells
        changed = 0
        for x in range(self.width):
            value = cells[cell + x]
            for i in range(self.change_start[value], self.change_start[value + 1]):
                if self.change_coin[i] >= 0 and state.rng.sample() >= self.change_coin[i]:
                    continue
                channel = self.change_channel[i]
                if channel >= 0:
                    found = self.sums[channel * self.plane + place + x]
                    if not self.change_sums[i] >> found & 1:
                        continue
                cells[cell + x] = self.change_new[i]
                changed = 1
                break
        return changed


def load(plane, place: int) -> int:  # noqa: ANN001
    """Return eight bytes as one number."""
    if cython.compiled:
        word = 0
        memcpy(cython.address(word), plane + place, 8)
        return word
    return int.from_bytes(plane[place : place + LANES], sys.byteorder)


def store(plane, place: int, word: int) -> None:  # noqa: ANN001
    """Write one number as eight bytes."""
    if cython.compiled:
        memcpy(plane + place, cython.address(word), 8)
    else:
        plane[place : place + LANES] = word.to_bytes(LANES, sys.byteorder)
