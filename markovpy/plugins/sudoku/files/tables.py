"""Puzzles in tables of fields: CSV files and sheets of a workbook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isqrt
from typing import TypeAlias

from markovpy.plugins.sudoku.files.faults import fault_of, meant_part
from markovpy.plugins.sudoku.files.puzzle import EMPTY, cell, compact
from markovpy.plugins.sudoku.shape import DIGITS, LARGEST_SIDE

Table: TypeAlias = "Sequence[Sequence[str]]"
_Rows: TypeAlias = "list[list[str]]"
_Part: TypeAlias = "tuple[int, int, list[list[str]]]"
"""First row, first column, and what is there."""

_LEAST_LISTED = 16


@dataclass(frozen=True)
class Found:
    """A puzzle, or a part of a table that should be one.

    Args:
        row: The row in which it begins, from 0.
        column: The column in which it begins, from 0.
        cells: Its cells; empty where something is wrong.
        fault: What is wrong, in words.
    """

    row: int
    column: int
    cells: str = ""
    fault: str = ""


def read_table(table: Table, sides: Sequence[int]) -> Iterator[Found]:
    """Yield the puzzles of a table.

    A field can hold a whole puzzle, a row the cells of one, or a square of fields. Squares may
    stand side by side and below one another, with an empty row or column, or rows of text,
    between them. An empty field is an empty cell. Rows of text, and numbers that count the
    columns or rows from 0 or 1 on, are headings. Of several sides those that are no square
    numbers are not looked for in squares of fields, since so many sizes would fit by chance.

    Args:
        table: The fields, row by row.
        sides: The sides that boards can have.
    """
    start = 0
    listed = [list(_listed(row, number, sides)) for number, row in enumerate(table)]
    sizes = Counter(len(puzzle.cells) for found in listed for puzzle in found)
    common = sizes.most_common(1)[0][0] if sizes else 0
    for number, row in enumerate(table):
        found = listed[number] or list(_broken(row, number, common, sides))
        if found or _is_heading(row):
            yield from _squares(table[start:number], start, sides)
            yield from found
            start = number + 1
    yield from _squares(table[start:], start, sides)


def _listed(row: Sequence[str], number: int, sides: Sequence[int]) -> Iterator[Found]:
    """Yield the puzzle that a field of a row, or the row as a whole, holds."""
    for column, word in enumerate(row):
        field = word.strip()
        if len(field) >= _LEAST_LISTED and (cells := compact(field, sides)):
            yield Found(number, column, cells)
            return
    side = isqrt(len(row))
    if side in sides and side * side == len(row) and len(row) > LARGEST_SIDE:
        cells = "".join(cell(word, side) or "?" for word in row)
        if "?" not in cells and set(cells) != {EMPTY}:
            yield Found(number, 0, cells)


def _broken(row: Sequence[str], number: int, common: int, sides: Sequence[int]) -> Iterator[Found]:
    """Yield what is wrong with the first field of a row that is like a whole puzzle."""
    for column, word in enumerate(row):
        if meant := meant_part(word.strip()):
            yield Found(number, column, fault=fault_of(meant, common, sides).message)
            return


def _is_heading(row: Sequence[str]) -> bool:
    """Return whether a row has words in it that are no cells, and no digits."""
    cells = [cell(word, LARGEST_SIDE) for word in row]
    return "" in cells and not set(cells) - {"", EMPTY}


def _squares(table: Table, offset: int, sides: Sequence[int]) -> Iterator[Found]:
    """Yield the puzzles that are squares of fields."""
    if not any(word.strip() for row in table for word in row):
        return
    widest = max(map(len, table))
    short = next((number for number, row in enumerate(table) if len(row) < widest), None)
    if short is not None:
        fault = f"a row has {len(table[short])} fields, another one {widest}"
        yield Found(offset + short, 0, fault=fault)
        return
    rows = [[word.strip() for word in row] for row in table]
    square = [side for side in sides if isqrt(side) ** 2 == side]
    parts = [(*part, _largest(part[2])) for part in _parts(rows)]
    for side in sides if len(sides) == 1 else square:
        for top, left, part, largest in parts:
            if largest <= side and _steps(part, side) is not None:
                yield from _tiles(part, side, offset + top, left)
                return
    top, left, part = _filled(rows)
    expected = sides[0]
    fault = f"{len(part)} rows of {len(part[0])} fields make no puzzle, expected"
    yield Found(offset + top, left, fault=f"{fault} {expected} rows of {expected}")


def _parts(rows: _Rows) -> Iterator[_Part]:
    """Yield a table without numbers of columns and rows, as it is, and without empty edges."""
    inner = rows[1:]
    numbered = [row[0] for row in inner]
    if len(rows[0]) > 1 and not rows[0][0] and _counts(rows[0][1:]) and _counts(numbered):
        yield 1, 1, [row[1:] for row in inner]
    yield 0, 0, rows
    if inner and _counts(rows[0]):
        yield 1, 0, inner
    yield _filled(rows)


def _filled(rows: _Rows) -> _Part:
    """Return a table without empty rows and columns around."""
    filled = [y for y, row in enumerate(rows) if any(row)]
    columns = [x for x in range(len(rows[0])) if any(row[x] for row in rows)]
    y, x = filled[0], columns[0]
    return y, x, [row[x : columns[-1] + 1] for row in rows[y : filled[-1] + 1]]


def _counts(words: Sequence[str]) -> bool:
    """Return whether words are the numbers from 0 or 1 on, or the letters from A on."""
    places = range(len(words))
    ways = ([str(n) for n in places], [str(n + 1) for n in places], [chr(65 + n) for n in places])
    return bool(words) and [word.upper() for word in words] in ways


def _largest(part: Table) -> int:
    """Return the largest digit of a table."""
    words = {word for row in part for word in row}
    cells = {cell(word, LARGEST_SIDE) for word in words} - {"", EMPTY}
    return max((DIGITS.index(c) + 1 for c in cells), default=0)


def _steps(part: Table, side: int) -> tuple[int, int] | None:
    """Return the steps down and across from one board to the next; None where they do not fit."""
    height, width = len(part), len(part[0])
    for across in (side, side + 1):
        for down in (side, side + 1):
            if (width + across - side) % across or (height + down - side) % down:
                continue
            gaps = [row[x] for row in part for x in range(side, width, across) if across > side]
            gaps += [w for y in range(side, height, down) if down > side for w in part[y]]
            if not any(gaps):
                return down, across
    return None


def _tiles(part: Table, side: int, top: int, left: int) -> Iterator[Found]:
    """Yield the boards that fill a table, row by row."""
    steps = _steps(part, side)
    assert steps is not None, "the side was found to fit"
    for y in range(0, len(part), steps[0]):
        for x in range(0, len(part[0]), steps[1]):
            words = [word for row in part[y : y + side] for word in row[x : x + side]]
            cells = [cell(word, side) for word in words]
            if "" in cells:
                place = cells.index("")
                fault = f"'{words[place]}' is no digit of a {side}x{side} board"
                yield Found(top + y + place // side, left + x + place % side, fault=fault)
            else:
                yield Found(top + y, left + x, "".join(cells))
