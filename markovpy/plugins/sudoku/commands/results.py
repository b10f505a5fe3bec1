"""What came of puzzles, as text, data and pictures."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from markovpy.commands.console import say, tell
from markovpy.commands.outputs import Plan, check_plan, writing
from markovpy.plugins.sudoku.commands.inputs import Job, Task
from markovpy.plugins.sudoku.files.writing import csv_text, grids_text
from markovpy.render.saving import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable

LINE = "{line}"
"""Stands for a puzzle's line in the name of a file to write."""
NOTHING = "-"


@dataclass(frozen=True)
class Result:
    """What came of a puzzle.

    Args:
        task: The puzzle.
        cells: What is to be shown: a solution, or the puzzle itself; empty for nothing.
        data: What is told about it as JSON, behind its line.
        conflicts: Cells that are drawn in red.
    """

    task: Task
    cells: str
    data: dict[str, Any] = field(default_factory=dict)
    conflicts: frozenset[int] = frozenset()

    @property
    def json(self) -> str:
        """What is told about it, as JSON in a line."""
        puzzle = self.task.puzzle
        place = {"sheet": puzzle.sheet} if puzzle.sheet else {}
        return json.dumps({"line": puzzle.line, **place, **self.data})


def check_outputs(outputs: Sequence[Path], count: int, read: str) -> None:
    """Make sure, before anything is computed, that all files can be written.

    Args:
        outputs: What the user named.
        count: How many puzzles there are.
        read: The file with the puzzles, or ``-``.

    Raises:
        click.UsageError: Several puzzles would be drawn into one file.
        ProgramError: A file cannot be written.
    """
    for path in outputs:
        if path.suffix.lower() == ".png" and count > 1 and LINE not in str(path):
            name = path.with_name(f"{path.stem}_{LINE}.png")
            raise click.UsageError(
                f"{count:,} puzzles do not fit into one picture: write -o '{name}'"
            )
    inputs = [Path(read)] if read != "-" else []
    check_plan(Plan(tuple(outputs)), named=True, inputs=inputs, force=False)


def write_results(outputs: Sequence[Path], results: Sequence[Result]) -> list[Path]:
    """Write files, each of them whole or not at all; return their names.

    Raises:
        ProgramError: One cannot be written.
    """
    written = []
    for path in outputs:
        for name, part in _files(path, results):
            _write(name, part)
            written.append(name)
    return written


def _files(path: Path, results: Sequence[Result]) -> Iterable[tuple[Path, Sequence[Result]]]:
    """Yield the files that a name stands for, and what each holds."""
    if LINE not in str(path):
        yield path, results
        return
    for result in results:
        puzzle = result.task.puzzle
        place = f"{puzzle.sheet}_{puzzle.line}" if puzzle.sheet else f"{puzzle.line}"
        yield Path(str(path).replace(LINE, place)), [result]


def _write(path: Path, results: Sequence[Result]) -> None:
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            if path.suffix.lower() == ".png":
                _draw(temporary, results)
            else:
                text = _TEXTS[path.suffix.lower()](results)
                temporary.write_text(text, encoding="utf-8", newline="\n")


def _draw(path: Path, results: Sequence[Result]) -> None:
    from markovpy.plugins.sudoku.picture import board_picture

    for result in results:
        puzzle = result.task.puzzle.cells
        shown = result.cells or puzzle
        image = board_picture(puzzle, shown, result.task.shape, result.conflicts)
        image.save(path, format="PNG")


def lines_text(results: Sequence[Result]) -> str:
    """Return a line for each puzzle: what is to be shown, or ``-`` for nothing."""
    return "".join(f"{result.cells or NOTHING}\n" for result in results)


def _csv(results: Sequence[Result]) -> str:
    """Return the one board as a square of numbers; several as a table with a puzzle a line."""
    if len(results) == 1:
        return csv_text([(results[0].cells or results[0].task.puzzle.cells, results[0].task.shape)])
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    names = [name for name in (results[0].data if results else ()) if name != "puzzle"]
    writer.writerow(["line", "puzzle", *names])
    for result in results:
        puzzle = result.task.puzzle
        writer.writerow([puzzle.line, puzzle.cells, *(result.data[name] for name in names)])
    return text.getvalue()


def _json_lines(results: Sequence[Result]) -> str:
    return "".join(f"{result.json}\n" for result in results)


_TEXTS: dict[str, Callable[[Sequence[Result]], str]] = {
    ".txt": lines_text,
    ".sdm": lines_text,
    ".csv": _csv,
    ".jsonl": _json_lines,
}


def grid_of(result: Result) -> str:
    """Return what is to be shown of one puzzle as a grid."""
    return grids_text([(result.cells, result.task.shape)]).rstrip("\n")


def say_data(job: Job, results: Sequence[Result]) -> None:
    """Print an object a line for each puzzle, and for what is none but should be, in order."""
    lines = [(result.task.puzzle.line, result.json) for result in results]
    for problem in job.problems:
        found = problem.as_dict(job.source)
        data = json.dumps({"line": found["line"], "error": found["message"]})
        lines.append((found["line"] or 0, data))
    if not any(result.task.puzzle.sheet for result in results):
        lines.sort(key=lambda line: line[0])
    for _, text in lines:
        say(text)


def tell_problems(job: Job) -> None:
    """Print what is no puzzle, though it should be one."""
    for problem in job.problems:
        tell(problem.format(job.source))


def say_written(written: Sequence[Path], quiet: bool) -> None:
    """Name the files that were written."""
    for path in () if quiet else written:
        say(f"{path}: written")
