"""Puzzles as text: a character a cell, and what is taken for a digit or an empty cell."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isqrt
from typing import TYPE_CHECKING

from markovpy.plugins.sudoku.shape import DIGITS, LARGEST_SIDE, PuzzleError

if TYPE_CHECKING:
    from markovpy.errors import Diagnostic
    from markovpy.source import Source

EMPTY = "."
EMPTY_SYMBOLS = "0.X*_"
"""What stands for an empty cell in text, in the order in which they are preferred."""

COMMON_SIDES = (9, 4, 6, 16, 25, 12, 8, 10, 15, 20, 14, 18, 21, 22, 24)
"""The sides of boards that puzzles are looked for with, 9 first."""

_NUMBER = re.compile(r"(\d+)(?:[.,]0*)?")
_NO_VALUE = {"", "nan", "none", "null", "n/a"}
_TABLE = str.maketrans("0*_Xxabcdefghijklmnop", "....." + DIGITS[9:])


@dataclass(frozen=True)
class Puzzle:
    """A puzzle as it was read.

    Args:
        cells: A character a cell, rows from the top: ``.`` for an empty one, ``1`` to ``9`` and
            ``A`` to ``P`` for the digits 1 to 25.
        line: The line of the file, or row of the sheet, in which it begins, from 1.
        sheet: The sheet of a workbook; empty for other files.
    """

    cells: str
    line: int = 1
    sheet: str = ""

    @property
    def side(self) -> int:
        """Cells in a row."""
        return isqrt(len(self.cells))


@dataclass
class Reading:
    """The puzzles of a file, and what in it is no puzzle though it should be one.

    Args:
        source: The file's text, which the problems point into.
        puzzles: In the order of the file.
        problems: In the order of the file.
    """

    source: Source
    puzzles: list[Puzzle] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)


def sides_for(box: tuple[int, int] | None) -> tuple[int, ...]:
    """Return the sides that a board can have, the likeliest first.

    Args:
        box: Height and width of a box if they are stated.

    Raises:
        PuzzleError: No board has such boxes.
    """
    if box is None:
        return COMMON_SIDES
    side = box[0] * box[1]
    if not 1 < side <= LARGEST_SIDE:
        hint = f"a box has from 2 to {LARGEST_SIDE} cells"
        raise PuzzleError("bad-box", f"there are no boxes of {box[0]}x{box[1]} cells", hint)
    return (side,)


def cell(word: str, side: int) -> str:
    """Return the cell that a word stands for, as in :attr:`Puzzle.cells`; empty for none.

    Args:
        word: A digit as a number (``7``, ``12``, ``7.0``) or letter (``A`` for 10), or something
            for an empty cell: nothing, one of :data:`EMPTY_SYMBOLS`, ``NaN``.
        side: Digits go up to it.
    """
    word = word.strip()
    number = _NUMBER.fullmatch(word)
    if number:
        value = int(number[1][:9])
        return EMPTY if value == 0 else DIGITS[value - 1] if value <= side else ""
    if word.lower() in _NO_VALUE or (len(word) == 1 and word.upper() in EMPTY_SYMBOLS):
        return EMPTY
    word = word.upper()
    return word if len(word) == 1 and word in DIGITS[:side] else ""


def compact(text: str, sides: Sequence[int]) -> str:
    """Return the cells of a puzzle that is written without anything between; empty for none."""
    side = isqrt(len(text))
    if side not in sides or side * side != len(text):
        return ""
    cells = text.translate(_TABLE)
    return "" if set(cells) - {EMPTY, *DIGITS[:side]} else cells


def loose(text: str, sides: Sequence[int]) -> str:
    """Return the cells of a puzzle with other characters between; empty for none.

    The digits and one other character together make up the board; where several do, the first of
    ``0 . X * _`` and blank is taken. Letters and digits of no meaning are not passed over.

    Source: the rule of the Sudopedia's page on clipboard formats.
    """
    upper = text.upper()
    for side in sides:
        digits = DIGITS[:side]
        count = sum(map(upper.count, digits))
        for empty in (*EMPTY_SYMBOLS, " "):
            if count + upper.count(empty) != side * side:
                continue
            others = set(upper) - {*digits, empty}
            odd = EMPTY_SYMBOLS if empty == " " else ""
            if not any(other.isalnum() or other in odd for other in others):
                kept = "".join(c for c in upper if c == empty or c in digits)
                return kept.replace(empty, EMPTY)
    return ""
