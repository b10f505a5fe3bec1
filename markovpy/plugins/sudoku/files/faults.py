"""What is wrong with text that was meant as a whole puzzle and is none."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt

from markovpy.plugins.sudoku.files.puzzle import EMPTY_SYMBOLS, cell
from markovpy.plugins.sudoku.shape import DIGITS, LARGEST_SIDE

BARS = "|│┃║!"
CELLS = set(DIGITS) | set(EMPTY_SYMBOLS)

_NO_LETTERS = set("123456789") | set(EMPTY_SYMBOLS)
_LEAST = LARGEST_SIDE + 1
_MOSTLY = 0.75
_LEAST_DIGITS = 1 / 3
_NEAR = 12


@dataclass(frozen=True)
class Fault:
    """What is wrong with a broken puzzle.

    Args:
        message: In words.
        hint: What to write instead.
        place: The character that is wrong, from 0; None where it is the text as a whole.
    """

    message: str
    hint: str
    place: int | None = None


def meant_part(text: str) -> str:
    """Return the part of a text that looks like a puzzle with something wrong; empty for none.

    Words are told from puzzles of large boards by their want of digits and empty cells.
    """
    words = re.split(r"[,;:\t\s]+", text)
    for part in (max(words, key=len), text):
        cells = [c for c in part.upper() if not c.isspace() and c not in BARS]
        good = sum(c in CELLS for c in cells)
        digits = sum(c in _NO_LETTERS for c in cells)
        if (
            len(cells) >= _LEAST
            and good >= _MOSTLY * len(cells) > 0
            and (digits >= _LEAST_DIGITS * len(cells))
        ):
            return part
    return ""


def fault_of(text: str, common: int, sides: Sequence[int]) -> Fault:
    """Return what is wrong with a puzzle that cannot be read.

    Args:
        text: The puzzle, without blanks around.
        common: How many cells most puzzles beside it have; 0 where there are none.
        sides: The sides that boards can have, the likeliest first.
    """
    cells = [(place, c) for place, c in enumerate(text) if not c.isspace() and c not in BARS]
    expected = common or _expected(len(cells), sides)
    if len(cells) != expected:
        hint = "a digit may have been lost or added in copying"
        if len(sides) == 1 and isqrt(len(cells)) ** 2 == len(cells):
            hint = f"boxes of this size make a {sides[0]}x{sides[0]} board"
        return Fault(f"{len(cells)} cells, expected {expected}", hint)
    side = round(expected**0.5)
    for number, (place, c) in enumerate(cells, start=1):
        if c.upper() not in CELLS or not cell(c, side):
            message = f"'{c}' is no digit of a {side}x{side} board (cell {number})"
            return Fault(message, "write 0 . * _ or X for an empty cell", place)
    message = f"{expected} cells, but with blanks or bars between some of them"
    return Fault(message, "write the cells without anything between them")


def _expected(count: int, sides: Sequence[int]) -> int:
    """Return how many cells a puzzle with so many was meant to have."""
    likely = sides[0] ** 2
    near = min((side * side for side in sides), key=lambda size: abs(size - count))
    return likely if abs(likely - count) <= _NEAR else near
