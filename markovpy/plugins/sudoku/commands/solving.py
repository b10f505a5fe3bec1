"""``markovpy sudoku solve``, ``check``, ``count`` and ``grade``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import numpy as np

from markovpy.commands.console import Progress, say, tell
from markovpy.commands.saving import print_text
from markovpy.plugins.sudoku import LEVELS, Count, check, count_many, grade, solve_many
from markovpy.plugins.sudoku.commands.inputs import Job, Selection, Task, load
from markovpy.plugins.sudoku.commands.results import (
    Result,
    check_outputs,
    grid_of,
    lines_text,
    say_data,
    say_written,
    tell_problems,
    write_results,
)
from markovpy.plugins.sudoku.files.puzzle import EMPTY
from markovpy.plugins.sudoku.shape import DIGITS

if TYPE_CHECKING:
    from numpy.typing import NDArray

Work: TypeAlias = "Callable[[list[Task]], list[Result]]"

UNIQUE, WRONG, NONE, SEVERAL = 0, 1, 4, 5
_MANY = 2
_OUTCOMES = ("no solution", "one solution", "several solutions")
_SYMBOLS = np.frombuffer((EMPTY + DIGITS).encode(), np.uint8)


@dataclass(frozen=True)
class _Question:
    """What a command asks of puzzles.

    Args:
        label: What is going on meanwhile.
        work: Finds the answers for puzzles of one shape.
        say: Prints all answers, told whether files were written.
        summary: Says in words what came of many; None for nothing.
    """

    label: str
    work: Work
    say: Callable[[Sequence[Result], bool], None]
    summary: Callable[[Sequence[Result]], str] | None = None

    def answer(
        self, chosen: Selection, as_json: bool, quiet: bool, outputs: Sequence[Path] = ()
    ) -> int:
        """Do the work, print or write what came of it; return the exit code."""
        job = load(chosen)
        check_outputs(outputs, len(job.tasks), chosen.target)
        results = results_of(job, self.label, self.work, quiet)
        written = write_results(outputs, results)
        if as_json:
            say_data(job, results)
            return exit_code(job, results)
        tell_problems(job)
        self.say(results, bool(written))
        say_written(written, quiet)
        if len(results) > 1 and not quiet and self.summary is not None:
            tell(self.summary(results))
        return exit_code(job, results)


def _each(words: Callable[[Result], str]) -> Callable[[Sequence[Result], bool], None]:
    """Return what prints a line for each puzzle."""

    def say_each(results: Sequence[Result], written: bool) -> None:
        for result in results:
            say(placed(result, words(result), len(results)))

    return say_each


def solve_puzzles(chosen: Selection, outputs: Sequence[Path], as_json: bool, quiet: bool) -> int:
    """Solve puzzles, and print or write their solutions; return the exit code."""
    question = _Question("solving", _solved, _say_solutions, _summary)
    return question.answer(chosen, as_json, quiet, outputs)


def _say_solutions(results: Sequence[Result], written: bool) -> None:
    """Print a solution as a grid, many as lines, unless they were written."""
    if len(results) == 1:
        if not written and results[0].cells:
            say(grid_of(results[0]))
        say(_told(results[0]))
    elif not written:
        print_text(lines_text(results))


def _solved(tasks: list[Task]) -> list[Result]:
    """Solve puzzles of one shape."""
    found = solve_many([task.puzzle.cells for task in tasks], box=tasks[0].box)
    results = []
    for task, text, number in zip(tasks, _texts(found.grids), found.counts.tolist()):
        data = {"solutions": number, "solution": text if number else None}
        results.append(Result(task, text if number else "", data))
    return results


def _texts(grids: NDArray[np.uint8]) -> list[str]:
    """Return boards, a row of digits each, as texts."""
    size = grids.shape[1]
    text = _SYMBOLS[grids].tobytes().decode("ascii")
    return [text[start : start + size] for start in range(0, len(text), size)]


def _told(result: Result) -> str:
    """Return in words what came of one puzzle."""
    task, number = result.task, result.data["solutions"]
    if not number:
        report = check(task.puzzle.cells, box=task.box)
        return report.message if report.conflicts else _OUTCOMES[0]
    if EMPTY not in task.puzzle.cells:
        return "already solved"
    several = ", this is one of them" if number >= _MANY else ""
    return f"{_OUTCOMES[number]}{several} ({task.givens} cells were given)"


def _summary(results: Sequence[Result]) -> str:
    """Return in words how many puzzles have no, one or several solutions."""
    kinds = Counter(min(result.data["solutions"], _MANY) for result in results)
    parts = [f"{kinds[kind]:,} with {_OUTCOMES[kind]}" for kind in (1, 2, 0) if kinds[kind]]
    return f"{len(results):,} puzzles: {', '.join(parts)}"


def check_puzzles(chosen: Selection, outputs: Sequence[Path], as_json: bool, quiet: bool) -> int:
    """Say of puzzles what conflicts in them, else how many solutions; return the exit code."""
    question = _Question("checking", _checked, _each(lambda result: result.data["message"]))
    return question.answer(chosen, as_json, quiet, outputs)


def _checked(tasks: list[Task]) -> list[Result]:
    """Check puzzles of one shape."""
    counts = count_many([task.puzzle.cells for task in tasks], box=tasks[0].box).tolist()
    return [_judged(task, number) for task, number in zip(tasks, counts)]


def _judged(task: Task, number: int) -> Result:
    """Say of a puzzle with so many solutions what conflicts in it, if anything can."""
    data = {"solutions": number, "solved": False, "conflicts": []}
    message = f"{_OUTCOMES[number]} ({task.givens} cells are given, none conflicts)"
    if number and EMPTY in task.puzzle.cells:
        return Result(task, "", {**data, "message": message})
    report = check(task.puzzle.cells, box=task.box)
    data["solved"] = report.solved
    data["conflicts"] = [conflict.message for conflict in report.conflicts]
    if report.conflicts or report.solved:
        message = report.message
    return Result(task, "", {**data, "message": message}, report.cells)


def count_puzzles(chosen: Selection, limit: int, as_json: bool, quiet: bool) -> int:
    """Print how many solutions puzzles have, up to a limit; return the exit code."""

    def counted(tasks: list[Task]) -> list[Result]:
        texts = [task.puzzle.cells for task in tasks]
        numbers = count_many(texts, limit, box=tasks[0].box).tolist()
        return [
            Result(task, "", {"solutions": number, "at_least": number == limit})
            for task, number in zip(tasks, numbers)
        ]

    def words(result: Result) -> str:
        return Count(result.data["solutions"], result.data["at_least"]).message

    return _Question("counting", counted, _each(words)).answer(chosen, as_json, quiet)


def grade_puzzles(chosen: Selection, as_json: bool, quiet: bool) -> int:
    """Print how hard puzzles are; return the exit code."""
    question = _Question("grading", _graded, _each(_graded_words), _grades)
    return question.answer(chosen, as_json, quiet)


def _grades(results: Sequence[Result]) -> str:
    """Return in words how many puzzles have which level."""
    levels = Counter(result.data["level"] or "without a grade" for result in results)
    names = [name for name in (*LEVELS, "without a grade") if levels[name]]
    parts = [f"{levels[name]:,} {name}" for name in names]
    return f"{len(results):,} puzzles: {', '.join(parts)}"


def _graded(tasks: list[Task]) -> list[Result]:
    """Grade puzzles of one shape, those that have one solution."""
    counts = count_many([task.puzzle.cells for task in tasks], box=tasks[0].box).tolist()
    results = []
    for task, number in zip(tasks, counts):
        data = {"solutions": number, "level": None, "technique": None, "rounds": {}}
        if number == 1:
            found = grade(task.puzzle.cells, box=task.box)
            data |= {"level": found.level, "technique": found.technique, "rounds": found.rounds}
        results.append(Result(task, "", data))
    return results


def _graded_words(result: Result) -> str:
    """Return the grade of a puzzle in words, with what it takes."""
    data = result.data
    if data["level"] is None:
        return f"no grade: {_OUTCOMES[data['solutions']]}"
    taken = ", ".join(f"{name} {times}" for name, times in data["rounds"].items())
    return f"{data['level']} ({taken})" if taken else f"{data['level']}: already solved"


def placed(result: Result, words: str, of: int) -> str:
    """Return what is said of a puzzle, with its place where there are several."""
    return f"{result.task.place}: {words}" if of > 1 else words


def results_of(job: Job, label: str, work: Work, quiet: bool) -> list[Result]:
    """Do the work on all puzzles, and show how far it is."""
    results: list[Result] = []
    with Progress(label, "puzzles", exact=True, quiet=quiet, saves=False) as progress:
        for batch in job.batches():
            results.extend(work(batch))
            progress.show(len(results), len(job.tasks))
    return results


def exit_code(job: Job, results: Sequence[Result]) -> int:
    """Return 1 where something is no puzzle, else 4 for none, 5 for several, 0 for one solution."""
    counts = [result.data["solutions"] for result in results]
    if job.problems:
        return WRONG
    if 0 in counts:
        return NONE
    return SEVERAL if any(number >= _MANY for number in counts) else UNIQUE
