"""A game's steps as bits: a grid is a row of words, a rule's test an AND."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from markovpy.engine.grounding import Step

WORD = 64


class Layout:
    """Which bit stands for which value of which cell.

    A cell that may change has a bit for each value that it may have, of which one is set.

    Args:
        start: The values of a grid, flat.
        possible: Per cell, the mask of the values that it may ever have.

    Attributes:
        words: How many words a grid has.
        places: Per bit, the cell and the value.
        bits: The bit of a cell and value.
    """

    def __init__(self, start: Sequence[int], possible: Sequence[int]) -> None:
        self.possible = possible
        self.start = start
        self.places = [
            (cell, value)
            for cell, mask in enumerate(possible)
            if mask.bit_count() > 1
            for value in range(mask.bit_length())
            if mask >> value & 1
        ]
        self.bits = {place: bit for bit, place in enumerate(self.places)}
        self.words = max(1, -(-len(self.places) // WORD))

    def encode(self, cells: Sequence[int]) -> np.ndarray:
        """Return a grid, flat, as words."""
        words = [0] * self.words
        for place in enumerate(cells):
            if place in self.bits:
                bit = self.bits[place]
                words[bit // WORD] |= 1 << bit % WORD
        return np.array(words, dtype=np.uint64)

    def decode(self, words: Sequence[int]) -> list[int]:
        """Return the grid, flat, that words stand for."""
        cells = list(self.start)
        for bit, (cell, value) in enumerate(self.places):
            if int(words[bit // WORD]) >> bit % WORD & 1:
                cells[cell] = value
        return cells

    def chosen(self, cell: int, mask: int) -> list[int]:
        """Return the bits of a cell's values that are in a mask."""
        mask &= self.possible[cell]
        return [self.bits[cell, value] for value in range(mask.bit_length()) if mask >> value & 1]

    def moves(self, cell: int) -> bool:
        """Return whether a cell may change."""
        return self.possible[cell].bit_count() > 1

    def barred(self, tests: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the words, and in them the bits, none of which may be set for tests to hold."""
        bits = [bit for cell, mask in tests if self.moves(cell) for bit in self.chosen(cell, ~mask)]
        return in_words(bits)


def in_words(bits: Iterable[int]) -> list[tuple[int, int]]:
    """Return bits as words and masks."""
    found: dict[int, int] = {}
    for bit in bits:
        found[bit // WORD] = found.get(bit // WORD, 0) | 1 << bit % WORD
    return sorted(found.items())


class StepTable:
    """Steps laid out for a search.

    ``bar``: per step, words and the bits in them that must not be set. ``keep`` and ``put``: per
    step and word it writes, the bits that stay and those that are set. ``key``: per bit, the
    steps that cannot act unless it is set, those that none of them needs behind the last bit.

    Args:
        layout: The bits.
        steps: The steps.
        lost: The numbers of those after which the game cannot be won.
        events: How many events there are.
    """

    def __init__(
        self, layout: Layout, steps: Sequence[Step], lost: frozenset[int], events: int
    ) -> None:
        self.count = len(steps)
        self.events = events
        self.words = layout.words
        self.bits = layout.words * WORD
        self.event = _ints([step.event for step in steps])
        self.rank = _ints([step.rank for step in steps])
        self.lost = _ints([number in lost for number in range(len(steps))])
        keys = _keys(layout, steps)
        bars = []
        for step, key in zip(steps, keys):
            tests = [test for test in step.tests if key < 0 or test[0] != layout.places[key][0]]
            bars.append(layout.barred(tests))
        self.bar_start, self.bar_word, self.bar_mask = _rows(bars)
        writes = [_writes(layout, step) for step in steps]
        self.put_start, self.put_word, self.put_mask = _rows([put for _, put in writes])
        self.keep_mask = _masks([mask for keep, _ in writes for _, mask in keep])
        order = sorted(range(len(steps)), key=lambda number: steps[number].rank)
        buckets: list[list[int]] = [[] for _ in range(self.bits + 1)]
        for number in order:
            buckets[keys[number]].append(number)  # -1 is the last one
        self.key_start = _starts(buckets)
        self.key_step = _ints([number for bucket in buckets for number in bucket])
        self.key_bits = np.zeros(self.words, dtype=np.uint64)
        for word, mask in in_words(bit for bit in range(self.bits) if buckets[bit]):
            self.key_bits[word] = mask


def _keys(layout: Layout, steps: Sequence[Step]) -> list[int]:
    """Return, per step, the bit of the rarest value that it needs; -1 where it needs none."""
    counts: dict[int, int] = {}
    for value in layout.start:
        counts[value] = counts.get(value, 0) + 1
    found = []
    for step in steps:
        needed = [
            (counts.get(mask.bit_length() - 1, 0), layout.bits[cell, mask.bit_length() - 1])
            for cell, mask in step.tests
            if mask.bit_count() == 1 and layout.moves(cell)
        ]
        found.append(min(needed)[1] if needed else -1)
    return found


def _writes(layout: Layout, step: Step) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return, for the same words, the bits that a step leaves and those that it sets."""
    written = [(cell, value) for cell, value in step.writes if layout.moves(cell)]
    cleared = dict(in_words(bit for cell, _ in written for bit in layout.chosen(cell, -1)))
    put = dict(in_words(layout.bits[place] for place in written if place in layout.bits))
    every = (1 << WORD) - 1
    return (
        [(word, every & ~mask) for word, mask in cleared.items()],
        [(word, put.get(word, 0)) for word in cleared],
    )


def _starts(rows: Sequence[Sequence[object]]) -> np.ndarray:
    return np.cumsum([0, *map(len, rows)]).astype(np.int32)


def _rows(rows: Sequence[Sequence[tuple[int, int]]]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return where each row begins, its words, and its masks."""
    words = [word for row in rows for word, _ in row]
    return _starts(rows), _ints(words), _masks([mask for row in rows for _, mask in row])


def _ints(numbers: Sequence[int]) -> np.ndarray:
    return np.array([*numbers, 0], dtype=np.int32)


def _masks(numbers: Sequence[int]) -> np.ndarray:
    return np.array([*numbers, 0], dtype=np.uint64)
