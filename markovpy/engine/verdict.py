"""Conditions on a grid of bits, as a short program for a machine with a stack."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import doubles, ints, masks

    def ones(word: int) -> int:
        """Return how many bits are set."""
        return int(word).bit_count()

    _BITS, _PATTERNS, _NUMBER, _NOT, _BOTH, _EITHER = range(6)
    _EQUAL, _OTHER, _MOST, _LEAST, _LESS, _MORE, _SUM, _DIFFERENCE, _PRODUCT = range(6, 15)

if TYPE_CHECKING:
    from markovpy.engine.judging import Sentence


class Verdict:
    """Whether one of some conditions holds.

    Args:
        sentence: The conditions, written as operations.
    """

    def __init__(self, sentence: Sentence) -> None:
        self.arrays = sentence.arrays()
        self.count = len(sentence.code)
        self.code = ints(self.arrays[0])
        self.start = ints(self.arrays[1])
        self.end = ints(self.arrays[2])
        self.number = doubles(self.arrays[3])
        self.pattern_start = ints(self.arrays[4])
        self.word = ints(self.arrays[5])
        self.mask = masks(self.arrays[6])
        self.stack_array = np.zeros(self.count + 2, dtype=np.float64)
        self.stack = doubles(self.stack_array)

    def holds(self, grid) -> bool:  # noqa: ANN001  (a pointer when compiled)
        """Return whether one of them holds for a grid of words."""
        stack = self.stack
        top = -1
        for i in range(self.count):
            code = self.code[i]
            if code == _BITS:
                top += 1
                stack[top] = self.number[i] + self.bits(grid, self.start[i], self.end[i])
            elif code == _PATTERNS:
                top += 1
                stack[top] = self.number[i] + self.patterns(grid, self.start[i], self.end[i])
            elif code == _NUMBER:
                top += 1
                stack[top] = self.number[i]
            elif code == _NOT:
                stack[top] = stack[top] == 0
            else:
                top -= 1
                stack[top] = joined(code, stack[top], stack[top + 1])
        return stack[0] != 0

    def bits(self, grid, start: int, end: int) -> int:  # noqa: ANN001
        """Return how many bits of some words are set."""
        found = 0
        for i in range(start, end):
            found += ones(grid[self.word[i]] & self.mask[i])
        return found

    def patterns(self, grid, start: int, end: int) -> int:  # noqa: ANN001
        """Return how many of some patterns match."""
        found = 0
        for pattern in range(start, end):
            fits = True
            for i in range(self.pattern_start[pattern], self.pattern_start[pattern + 1]):
                if grid[self.word[i]] & self.mask[i]:
                    fits = False
                    break
            found += fits
        return found


def joined(code: int, left: float, right: float) -> float:
    """Return what comes of two numbers."""
    if code == _BOTH:
        return left != 0 and right != 0
    if code == _EITHER:
        return left != 0 or right != 0
    if code == _EQUAL:
        return left == right
    if code == _OTHER:
        return left != right
    if code == _MOST:
        return left <= right
    if code == _LEAST:
        return left >= right
    if code == _LESS:
        return left < right
    if code == _MORE:
        return left > right
    if code == _SUM:
        return left + right
    if code == _DIFFERENCE:
        return left - right
    return left * right
