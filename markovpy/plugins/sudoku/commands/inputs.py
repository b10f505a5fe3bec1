"""Which puzzles a command is about."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import TypeAlias

from markovpy.errors import Diagnostic, input_error, reason_of
from markovpy.plugins.sudoku.commands.options import box_hint
from markovpy.plugins.sudoku.files.puzzle import EMPTY, Puzzle, Reading
from markovpy.plugins.sudoku.files.text import read_puzzles
from markovpy.plugins.sudoku.files.workbook import read_workbook
from markovpy.plugins.sudoku.shape import PuzzleError, Shape
from markovpy.source import Source

Box: TypeAlias = "tuple[int, int] | None"

STDIN = "<stdin>"
TYPED = "<puzzle>"
LARGEST_FILE = 256 * 1024 * 1024
_LEAST_CELLS = 16
_BATCH = 2000
_ZIP = b"PK\x03\x04"


@dataclass(frozen=True)
class Task:
    """A puzzle and its board.

    Args:
        puzzle: As it was read.
        shape: The board's.
    """

    puzzle: Puzzle
    shape: Shape

    @property
    def box(self) -> tuple[int, int]:
        """Height and width of a box."""
        return self.shape.box_height, self.shape.box_width

    @property
    def givens(self) -> int:
        """How many cells are filled."""
        return len(self.puzzle.cells) - self.puzzle.cells.count(EMPTY)

    @property
    def place(self) -> str:
        """Where it stands, in words."""
        return _place(self.puzzle)


@dataclass(frozen=True)
class Job:
    """What a command has to do.

    Args:
        tasks: The puzzles.
        problems: What is no puzzle, though it should be one.
        source: What the problems point into.
    """

    tasks: list[Task]
    problems: list[Diagnostic]
    source: Source

    def batches(self) -> Iterator[list[Task]]:
        """Yield the tasks in order, in parts that have one shape and are not too long."""
        for _, group in groupby(self.tasks, key=lambda task: task.shape):
            while batch := list(islice(group, _BATCH)):
                yield batch


@dataclass(frozen=True)
class Selection:
    """Which puzzles the user named.

    Args:
        target: A file, ``-`` for stdin, or a puzzle.
        box: Height and width of a box.
        sheet: The only sheet of a workbook; empty for all.
        cells: The only cells of a sheet; empty for all.
    """

    target: str
    box: Box = None
    sheet: str = ""
    cells: str = ""


def load(chosen: Selection) -> Job:
    """Return the puzzles that a command names.

    Raises:
        ProgramError: They cannot be read.
    """
    reading = _read(chosen)
    tasks, problems = [], list(reading.problems)
    for puzzle in reading.puzzles:
        try:
            tasks.append(Task(puzzle, Shape.of(puzzle.side, chosen.box)))
        except PuzzleError as error:
            message = f"{_place(puzzle)}: {error.message}"
            problems.append(Diagnostic("bad-box", message, hint=box_hint(puzzle.side)))
    return Job(tasks, problems, reading.source)


def _read(chosen: Selection) -> Reading:
    target = chosen.target
    if target != "-" and not _is_file(target):
        return _typed(target, chosen.box)
    name = STDIN if target == "-" else target
    data = _bytes(target, name)
    if data.startswith(_ZIP):
        return read_workbook(data, name, chosen.box, chosen.sheet, chosen.cells)
    if chosen.sheet or chosen.cells:
        raise input_error("bad-range", "only a workbook (.xlsx) has sheets and cells", name)
    return read_puzzles(_decoded(data, name), name, chosen.box)


def _place(puzzle: Puzzle) -> str:
    """Return where a puzzle stands, in words."""
    return f"{puzzle.sheet}, row {puzzle.line}" if puzzle.sheet else f"line {puzzle.line}"


def _typed(target: str, box: Box) -> Reading:
    """Return the puzzle that is written in place of a file's name."""
    reading = read_puzzles(target, TYPED, box)
    if not reading.puzzles and "-" in target:
        dashed = read_puzzles(target.replace("-", EMPTY), TYPED, box)
        reading = dashed if dashed.puzzles else reading
    like_one = reading.puzzles or (
        len(target) >= _LEAST_CELLS and any(p.code == "bad-puzzle" for p in reading.problems)
    )
    if not like_one:
        message = "there is no such file, and this is no puzzle (81 cells)"
        hint = "name a file with puzzles, or type one: 81 digits, . for an empty cell"
        raise input_error("unreadable-file", message, target or TYPED, hint)
    return reading


def _is_file(target: str) -> bool:
    try:
        return bool(target) and Path(target).exists()
    except (OSError, ValueError):
        return False


def _bytes(target: str, name: str) -> bytes:
    try:
        if target == "-":
            data = sys.stdin.buffer.read(LARGEST_FILE + 1)
        else:
            with Path(target).open("rb") as file:
                data = file.read(LARGEST_FILE + 1)
    except (OSError, ValueError) as error:
        raise input_error("unreadable-file", reason_of(error).lower(), name) from None
    if len(data) > LARGEST_FILE:
        message = f"the file is larger than {LARGEST_FILE:,} bytes"
        raise input_error("unreadable-file", message, name, "split it")
    return data


def _decoded(data: bytes, name: str) -> str:
    """Return the text of a file in UTF-8 or UTF-16, else of one in Latin-1, as old tools wrote."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        encodings = ["utf-16"]
    else:
        encodings = ["utf-8-sig", "latin-1"]
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise input_error("unreadable-file", "this is no text and no workbook", name)
