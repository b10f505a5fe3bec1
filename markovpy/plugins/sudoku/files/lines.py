"""What each line of a text with puzzles is: a puzzle, a row of a grid or table, something else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt

from markovpy.plugins.sudoku.files.faults import BARS, CELLS, meant_part
from markovpy.plugins.sudoku.files.puzzle import cell, compact, loose
from markovpy.plugins.sudoku.shape import LARGEST_SIDE
from markovpy.source import Span

SEPARATORS = ",;\t"

_SECTION = re.compile(r"\s*\[\s*(\w+)\s*\]\s*")
_FRAME = re.compile(r"(?=.*[-=─━═]{3})[-=─━═+*:.'`|│┃║!\s┌┬┐├┼┤└┴┘╔╦╗╠╬╣╚╩╝┏┳┓┣╋┫┗┻┛]+")
_GAPS = re.compile(rf"[\s{BARS}]+")
_MIXED = re.compile(r"[,;:\s\"]+")
_LEAST = 4
_LEAST_LISTED = 36
_LEAST_BROKEN = LARGEST_SIDE + 1
_LONGEST_NUMBER = 2


@dataclass(frozen=True)
class Line:
    """A line of the file.

    Args:
        number: From 1.
        start: Its offset in the text.
        text: As it stands in the file.
        kind: ``puzzle``, ``broken`` (it should be one), ``table``, ``row``, ``blank``, ``note``
            (which says that it is no puzzle) or ``text``.
        cells: The cells of a puzzle; of a broken one, the part of the line that is meant.
    """

    number: int
    start: int
    text: str
    kind: str
    cells: str = ""

    @property
    def span(self) -> Span:
        """Where it stands, without blanks around."""
        text = self.text.rstrip()
        return Span(self.start + len(text) - len(text.lstrip()), self.start + len(text))


def read_lines(text: str, sides: Sequence[int]) -> Iterator[Line]:
    """Yield the lines of a text but for frames and for sections that hold no puzzle.

    Args:
        text: Lines that end in a line feed.
        sides: The sides that boards can have.
    """
    start = 0
    skipped = False
    before = None
    for number, line in enumerate(text.split("\n"), start=1):
        section = _SECTION.fullmatch(line)
        if section:
            skipped = section[1].lower() != "puzzle"
        if section or skipped:
            kind, cells = "note", ""
        else:
            kind, cells = _kind(line, sides)
        if kind == "blank" and before and before.kind == "row" and _fits_blank(line, before.text):
            kind = "row"
        if kind != "frame":
            before = Line(number, start, line, kind, cells)
            yield before
        start += len(line) + 1


def _fits_blank(line: str, above: str) -> bool:
    """Return whether a line of blanks is a row without digits, in a grid with blanks for cells."""
    return len(line) >= _LEAST and len(line) == len(above) and " " in above


def tokens(text: str) -> list[str]:
    """Return the words of a row, without bars."""
    return [word for word in _GAPS.split(text) if word]


def _kind(line: str, sides: Sequence[int]) -> tuple[str, str]:
    """Return what a line is, and the cells of a puzzle."""
    text = line.strip()
    if not text or text.startswith("#"):
        return ("note" if text else "blank"), ""
    cells = _listed(line, text, sides)
    if cells:
        return "puzzle", cells
    if max(map(text.count, SEPARATORS)) >= _LEAST - 1 or "\t" in line.strip("\n "):
        return "table", ""
    if _FRAME.fullmatch(text):
        return "frame", ""
    if _is_row(line, text, sides):
        return "row", ""
    if len(text) >= _LEAST_LISTED:
        cells = _numbers(text, sides) or loose(line, sides) or loose(text, sides)
        if cells:
            return "puzzle", cells
    meant = meant_part(text)
    return ("broken", meant) if meant else ("text", "")


def _listed(line: str, text: str, sides: Sequence[int]) -> str:
    """Return the puzzle that is a whole line, or a field of one; empty for none."""
    alone = len(sides) == 1
    if len(text) >= _LEAST_LISTED or alone:
        cells = compact(text, sides)
        if cells:
            return cells
    if isqrt(len(line)) ** 2 == len(line) >= _LEAST_LISTED and (cells := loose(line, sides)):
        return cells
    for separator in (*SEPARATORS, ":", " "):
        if separator in text:
            least = _LEAST_LISTED if separator == " " else _LEAST * _LEAST
            for word in text.split(separator):
                field = word.strip(' \t"')
                if len(field) >= least and (cells := compact(field, sides)):
                    return cells
    for word in _MIXED.split(text):
        if len(word) >= _LEAST_LISTED and (cells := compact(word, sides)):
            return cells
    return ""


def _numbers(text: str, sides: Sequence[int]) -> str:
    """Return the puzzle that is written as numbers between blanks; empty for none."""
    words = tokens(text)
    side = isqrt(len(words))
    if side not in sides or side * side != len(words):
        return ""
    cells = [cell(word, side) for word in words]
    return "" if "" in cells else "".join(cells)


def _is_row(line: str, text: str, sides: Sequence[int]) -> bool:
    """Return whether a line can be a row of a grid: digits, empty cells, bars and blanks."""
    words = tokens(text)
    joined = "".join(words).upper()
    if not set(joined) <= CELLS or (joined.isalpha() and "X" not in joined):
        return False
    counts = {len(joined), len(line), sum(c not in BARS for c in text)}
    if all(len(word) <= _LONGEST_NUMBER for word in words):
        counts.add(len(words))
    fits = not counts.isdisjoint(sides)
    return fits or (len(joined) >= _LEAST and len(text) < _LEAST_BROKEN)
