"""Puzzles written as grids of rows, with or without bars, blanks and frames."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from markovpy.errors import Diagnostic
from markovpy.plugins.sudoku.files.faults import BARS
from markovpy.plugins.sudoku.files.lines import Line, tokens
from markovpy.plugins.sudoku.files.puzzle import EMPTY, Puzzle, Reading, cell, compact
from markovpy.source import Span

_LISTED_SIDE = 4
_NUMBER_DIGITS = 2


def read_grids(chunks: Sequence[Sequence[Line]], reading: Reading, sides: Sequence[int]) -> None:
    """Read the grids that rows make up, and report those that are not whole.

    Args:
        chunks: Rows that stand together; between the chunks are blank lines only. The bands of a
            grid may be chunks of their own.
        reading: Takes the puzzles and problems.
        sides: The sides that boards can have.
    """
    place = 0
    while place < len(chunks):
        count = _bands(chunks, place, sides)
        bands = chunks[place : place + count]
        _read_rows([line for chunk in bands for line in chunk], reading, sides)
        place += count


def _bands(chunks: Sequence[Sequence[Line]], place: int, sides: Sequence[int]) -> int:
    """Return how many chunks, from a place on, are the bands of one grid."""
    height = len(chunks[place])
    side = _width(chunks[place], sides)
    if not side or height >= side or side % height:
        return 1
    count = side // height
    bands = chunks[place : place + count]
    alike = all(len(chunk) == height and _width(chunk, sides) == side for chunk in bands)
    return count if alike and len(bands) == count else 1


def _width(rows: Sequence[Line], sides: Sequence[int]) -> int:
    """Return how many cells most of some rows have."""
    return _split(rows, sides)[1]


def _read_rows(rows: list[Line], reading: Reading, sides: Sequence[int]) -> None:
    """Read the grids that stand one below the other without a gap."""
    if _LISTED_SIDE in sides and all(compact(r.text.strip(), (_LISTED_SIDE,)) for r in rows):
        for row in rows:
            reading.puzzles.append(Puzzle(compact(row.text.strip(), (_LISTED_SIDE,)), row.number))
        return
    split, side = _split(rows, sides)
    if not side or len(rows) % side:
        reading.problems.append(_count_problem(rows, split(rows[0].text), side, sides))
        return
    for first in range(0, len(rows), side):
        cells = _checked(rows[first : first + side], split, side, reading)
        if cells:
            reading.puzzles.append(Puzzle(cells, rows[first].number))


def _checked(
    rows: Sequence[Line], split: Callable[[str], list[str]], side: int, reading: Reading
) -> str:
    """Return the cells of one grid; where it has a fault, report the first and return nothing."""
    cells = []
    for number, row in enumerate(rows, start=1):
        words = split(row.text)
        if len(words) != side:
            message = f"row {number} of this grid has {_cells(len(words))}, expected {side}"
            hint = "write a digit, or . for an empty cell, in each place"
            reading.problems.append(Diagnostic("bad-puzzle", message, row.span, hint))
            return ""
        for word in words:
            found = cell(word, side)
            if not found:
                start = row.start + row.text.index(word)
                message = f"'{word}' is no digit of a {side}x{side} board"
                span = Span(start, start + len(word))
                reading.problems.append(Diagnostic("bad-puzzle", message, span))
                return ""
            cells.append(found)
    return "".join(cells)


def _count_problem(
    rows: Sequence[Line], words: list[str], side: int, sides: Sequence[int]
) -> Diagnostic:
    span = Span(rows[0].span.start, rows[0].span.end)
    if side:
        said = f"{len(rows)} row{'s' * (len(rows) > 1)} of {side} cells, expected {side} rows"
    else:
        expected = f", expected {sides[0]}" if len(sides) == 1 else ""
        said = f"a row of {_cells(len(words))}{expected}: no board has such rows"
    hint = "blank lines may stand between grids, and between the bands of a grid"
    if any(bar in row.text for row in rows for bar in BARS):
        hint = "in a grid with bars or a frame write . or 0 for each empty cell"
    return Diagnostic("bad-puzzle", said, span, hint)


def _split(rows: Sequence[Line], sides: Sequence[int]) -> tuple[Callable[[str], list[str]], int]:
    """Return how rows are cut into cells, and the side of the board; 0 where none fits.

    Cells are words where none of them has more than two characters, else characters without the
    blanks, else characters with the blanks as empty cells: the first that makes all rows alike,
    else the first that makes most of them so.
    """
    ways = [_characters, _with_blanks]
    if all(len(word) <= _NUMBER_DIGITS for row in rows for word in tokens(row.text)):
        ways.insert(0, tokens)
    best: tuple[int, Callable[[str], list[str]], int] = (0, ways[0], 0)
    for way in ways:
        widths = Counter(len(way(row.text)) for row in rows)
        side, count = max(widths.items(), key=lambda item: (item[0] in sides, item[1]))
        if side in sides and count > best[0]:
            best = (count, way, side)
    return best[1], best[2]


def _characters(text: str) -> list[str]:
    return [c for c in text if not c.isspace() and c not in BARS]


def _with_blanks(text: str) -> list[str]:
    return [EMPTY if c == " " else c for c in text if c not in BARS]


def _cells(count: int) -> str:
    return f"{count} cell{'s' * (count != 1)}"
