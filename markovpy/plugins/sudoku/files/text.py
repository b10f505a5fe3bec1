"""Puzzles from text: lines, grids, framed grids, ``.sdk``, ``.ss``, ``.sdm`` and CSV."""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from markovpy.errors import Diagnostic
from markovpy.plugins.sudoku.files.faults import fault_of
from markovpy.plugins.sudoku.files.grids import read_grids
from markovpy.plugins.sudoku.files.lines import SEPARATORS, Line, read_lines
from markovpy.plugins.sudoku.files.puzzle import Puzzle, Reading, loose, sides_for
from markovpy.plugins.sudoku.files.tables import read_table
from markovpy.source import Source, Span


def read_puzzles(text: str, name: str, box: tuple[int, int] | None = None) -> Reading:
    """Return the puzzles of a text; what is none, but should be, is reported, and the rest read.

    Lines with a whole puzzle, grids of rows, framed or not, and tables with separators may stand
    in one file. Lines that begin with ``#``, sections other than ``[Puzzle]``, frames and, but
    between puzzles of a line each, other text are passed over. See ``docs/sudoku.md``.

    Args:
        text: With any line ends, with or without byte order mark.
        name: What errors call it.
        box: Height and width of a box where it is known; it says how large the boards are.

    Raises:
        ProgramError: No board has such boxes.
    """
    reading = Reading(Source.decode(text, name))
    sides = sides_for(box)
    lines = list(read_lines(reading.source.text, sides))
    chunks: list[list[Line]] = []
    for kind, group in groupby(lines, key=lambda line: line.kind):
        run = list(group)
        if kind == "row":
            chunks.append(run)
        elif kind != "blank":
            read_grids(chunks, reading, sides)
            chunks = []
        if kind == "puzzle":
            reading.puzzles.extend(Puzzle(line.cells, line.number) for line in run)
        elif kind == "table":
            _read_table(run, reading, sides)
    read_grids(chunks, reading, sides)
    if reading.puzzles or reading.problems or not _read_whole(lines, reading, sides):
        _report_lines(lines, reading, sides)
    reading.puzzles.sort(key=lambda puzzle: puzzle.line)
    reading.problems.sort(key=lambda problem: problem.span.start if problem.span else 0)
    return reading


def _read_table(run: Sequence[Line], reading: Reading, sides: Sequence[int]) -> None:
    """Read the puzzles of lines with separators."""
    texts = [line.text for line in run]
    separator = max(SEPARATORS, key="".join(texts).count)
    try:
        table = list(csv.reader(texts, delimiter=separator))
    except csv.Error as error:
        problem = Diagnostic("bad-puzzle", f"this is no table: {error}", run[0].span)
        reading.problems.append(problem)
        return
    for found in read_table(table, sides):
        line = run[min(found.row, len(run) - 1)]
        if found.cells:
            reading.puzzles.append(Puzzle(found.cells, line.number))
        else:
            hint = "each puzzle is a square of fields, a row of fields, or a field"
            reading.problems.append(Diagnostic("bad-puzzle", found.fault, line.span, hint))


def _report_lines(lines: Sequence[Line], reading: Reading, sides: Sequence[int]) -> None:
    """Report the lines that should be puzzles; among lines with a puzzle each, other text too."""
    listed = [line for line in lines if line.kind == "puzzle"]
    sizes = Counter(len(line.cells) for line in listed)
    for line in lines:
        if line.kind == "broken":
            reading.problems.append(_broken(line, sizes, sides))
        elif line.kind == "text" and len(listed) > 1 and line.number > listed[0].number:
            message = "there is no puzzle in this line"
            hint = "put a # before a remark"
            reading.problems.append(Diagnostic("bad-puzzle", message, line.span, hint))
    if not reading.puzzles and not reading.problems:
        hint = "write a line of 81 digits, . for an empty cell, or a grid of rows"
        reading.problems.append(Diagnostic("no-puzzles", "there is no puzzle in it", hint=hint))


def _broken(line: Line, sizes: Counter[int], sides: Sequence[int]) -> Diagnostic:
    """Return what is wrong with a line that should be a puzzle."""
    start = line.start + line.text.index(line.cells)
    common = sizes.most_common(1)[0][0] if sizes else 0
    fault = fault_of(line.cells, common, sides)
    span = Span(start, start + len(line.cells))
    if fault.place is not None:
        span = Span(start + fault.place, start + fault.place + 1)
    return Diagnostic("bad-puzzle", fault.message, span, fault.hint)


def _read_whole(lines: Sequence[Line], reading: Reading, sides: Sequence[int]) -> bool:
    """Read one puzzle from lines that mean nothing by themselves; return whether they are one.

    One broken line alone is none, whatever stands around it.
    """
    told = [line for line in lines if line.kind not in ("note", "blank")]
    cells = loose("\n".join(line.text for line in told), sides)
    if cells and [line.kind for line in told].count("broken") != 1:
        reading.puzzles.append(Puzzle(cells, told[0].number))
        return True
    return False
