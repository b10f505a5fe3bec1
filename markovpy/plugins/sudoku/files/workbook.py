"""Puzzles from the sheets of an Excel workbook (``.xlsx``)."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator
from typing import Any

from markovpy.errors import Diagnostic, did_you_mean, input_error
from markovpy.plugins.sudoku.files.puzzle import Puzzle, Reading, sides_for
from markovpy.plugins.sudoku.files.tables import read_table
from markovpy.source import Source

_RANGE = re.compile(r"\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6}):\$?([A-Za-z]{1,3})\$?([1-9]\d{0,6})")
_LARGEST = 2_000_000


def read_workbook(
    data: bytes,
    name: str,
    box: tuple[int, int] | None = None,
    sheet: str = "",
    cells: str = "",
) -> Reading:
    """Return the puzzles of a workbook; what is none, but should be, is reported.

    Args:
        data: The file.
        name: What errors call it.
        box: Height and width of a box where it is known; it says how large the boards are.
        sheet: The only sheet to read; empty for all.
        cells: The only cells to read, such as ``B2:J10``; empty for all.

    Raises:
        ProgramError: It is no workbook, has no such sheet, or openpyxl is not installed.
    """
    sides = sides_for(box)
    reading = Reading(Source("", name))
    area = _area(cells, name)
    for page in _pages(data, name, sheet):
        top, left, bottom, right = area or _used(page)
        table = _table(page.iter_rows(top, bottom, left, right, values_only=True), name)
        for found in read_table(table, sides):
            if found.cells:
                reading.puzzles.append(Puzzle(found.cells, top + found.row, page.title))
            else:
                place = f"{page.title}!{_column(left + found.column)}{top + found.row}"
                hint = "name the cells of the puzzle: --sheet NAME --range B2:J10"
                problem = Diagnostic("bad-puzzle", f"{place}: {found.fault}", hint=hint)
                reading.problems.append(problem)
    if not reading.puzzles and not reading.problems:
        hint = "a puzzle is a square of cells, or a line of 81 digits in one cell"
        reading.problems.append(Diagnostic("no-puzzles", "there is no puzzle in it", hint=hint))
    return reading


def _pages(data: bytes, name: str, sheet: str) -> Iterator[Any]:
    """Yield the sheets of a workbook that are to be read."""
    try:
        import openpyxl
    except ImportError:
        hint = "pip install 'markovpy[xlsx]'"
        message = "workbooks are read with openpyxl, which is not installed"
        raise input_error("no-openpyxl", message, name, hint) from None
    try:
        book = openpyxl.load_workbook(io.BytesIO(data), data_only=True)
    except Exception:  # openpyxl lets through whatever zip, XML and its own readers raise
        hint = "save it as .xlsx, or as .csv"
        raise input_error("unreadable-file", "this is no Excel workbook", name, hint) from None
    pages = [page for page in book.worksheets if not sheet or page.title == sheet]
    if not pages:
        known = [page.title for page in book.worksheets]
        hint = did_you_mean(sheet, known) or f"it has {', '.join(known)}"
        raise input_error("no-such-sheet", f"there is no sheet '{sheet}'", name, hint)
    yield from pages


def _used(page: Any) -> tuple[int, int, int, int]:
    """Return first row and column, last row and column of the cells in use, be it by a colour."""
    return page.min_row, page.min_column, page.max_row, page.max_column


def _table(rows: Iterable[tuple[Any, ...]], name: str) -> list[list[str]]:
    """Return the cells of a sheet as words."""
    table: list[list[str]] = []
    count = 0
    for row in rows:
        table.append([_word(value) for value in row])
        count += len(row)
        if count > _LARGEST:
            raise input_error("too-large", f"a sheet has more than {_LARGEST:,} cells", name)
    return table


def _word(value: Any) -> str:
    """Return a cell's value as a word."""
    if value is None:
        return ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _area(cells: str, name: str) -> tuple[int, int, int, int] | None:
    """Return first row and column and last row and column of a range such as ``B2:J10``."""
    if not cells:
        return None
    found = _RANGE.fullmatch(cells.strip())
    if not found:
        hint = "write the first and the last cell: B2:J10"
        raise input_error("bad-range", f"'{cells}' is no range of cells", name, hint)
    top, bottom = sorted((int(found[2]), int(found[4])))
    left, right = sorted((_number(found[1]), _number(found[3])))
    return top, left, bottom, right


def _number(letters: str) -> int:
    """Return the number of a column, from 1."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - 64
    return number


def _column(number: int) -> str:
    """Return the letters of a column."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(65 + place) + letters
    return letters
