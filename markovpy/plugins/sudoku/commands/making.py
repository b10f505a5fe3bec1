"""``markovpy sudoku generate``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from secrets import randbelow
from typing import Any

from markovpy.commands.console import Progress, say, tell
from markovpy.commands.saving import print_text
from markovpy.engine.random import MAXIMUM_SEED
from markovpy.errors import Diagnostic, input_error
from markovpy.plugins.sudoku import PuzzleError, Shape, generate
from markovpy.plugins.sudoku.commands.inputs import Job, Task
from markovpy.plugins.sudoku.commands.results import (
    Result,
    check_outputs,
    grid_of,
    lines_text,
    say_data,
    say_written,
    write_results,
)
from markovpy.plugins.sudoku.files.puzzle import Puzzle
from markovpy.plugins.sudoku.solver import text_of
from markovpy.source import Source

MADE, GAVE_UP, IMPOSSIBLE = 0, 3, 4
_EXITS = {"out-of-reach": GAVE_UP, "impossible-wish": IMPOSSIBLE}


@dataclass(frozen=True)
class Wishes:
    """What the puzzles are to be like.

    Args:
        shape: The board's.
        clues: How many givens, least and most; None for any number.
        level: The level of the hardest technique they need; None for any.
        minimal: Whether no given may be left out.
        symmetric: Whether givens lie alike after a half turn, or the name of another symmetry.
    """

    shape: Shape
    clues: tuple[int, int] | None = None
    level: str | None = None
    minimal: bool = False
    symmetric: bool | str = False


def generate_puzzles(
    wishes: Wishes,
    seed: int | None,
    count: int,
    outputs: Sequence[Path],
    as_json: bool,
    quiet: bool,
) -> int:
    """Make puzzles with one solution each, and print or write them; return the exit code.

    Args:
        wishes: What they are to be like.
        seed: The seed of the first one, the next ones have the seeds behind it; None to draw it.
        count: How many.
        outputs: Files to write.
        as_json: Whether to print data.
        quiet: Whether to show no progress and no summary.
    """
    check_outputs(outputs, count, "-")
    first = randbelow(MAXIMUM_SEED + 2 - count) if seed is None else seed
    left = MAXIMUM_SEED + 1 - first
    if count > left:
        message = (
            f"seeds end at {MAXIMUM_SEED:,}: there are {left:,} from {first:,} on, not {count:,}"
        )
        raise input_error("bad-wish", message, "sudoku", f"begin lower, or make --count {left}")
    job = Job([], [], Source("", "sudoku"))
    results: list[Result] = []
    with Progress("making", "puzzles", exact=True, quiet=quiet, saves=False) as progress:
        for number in range(count):
            drawn = first + number
            try:
                results.append(_made(wishes, drawn, number + 1))
            except PuzzleError as error:
                job.problems.append(_failure(error, drawn))
                if _EXITS[job.problems[-1].code] == IMPOSSIBLE:
                    break
            progress.show(number + 1, count)
    written = write_results(outputs, results) if results else []
    if as_json:
        say_data(job, results)
    else:
        _say_puzzles(results, written, quiet)
        for problem in job.problems:
            tell(problem.format(job.source))
    return max((_EXITS[problem.code] for problem in job.problems), default=MADE)


def _failure(error: PuzzleError, seed: int) -> Diagnostic:
    """Return what to say of a seed that gave no puzzle; of one for all, if none can.

    Raises:
        PuzzleError: The wishes make no sense.
    """
    code = error.diagnostics[0].code
    if code not in _EXITS:
        raise error
    place = f"seed {seed}: " if _EXITS[code] == GAVE_UP else ""
    return Diagnostic(code, place + error.message, hint=error.hint)


def _made(wishes: Wishes, seed: int, number: int) -> Result:
    """Make a puzzle."""
    shape = wishes.shape
    made = generate(
        seed,
        shape.side,
        (shape.box_height, shape.box_width),
        clues=wishes.clues,
        minimal=wishes.minimal,
        symmetric=wishes.symmetric,
        level=wishes.level,
    )
    data: dict[str, Any] = {
        "seed": seed,
        "puzzle": made.text,
        "solution": text_of(made.solution, shape),
        "clues": made.clues,
        "level": made.grade.level,
        "technique": made.grade.technique,
    }
    return Result(Task(Puzzle(made.text, number), shape), made.text, data)


def _say_puzzles(results: Sequence[Result], written: Sequence[Path], quiet: bool) -> None:
    """Print puzzles: one as a grid with what is to be said of it, several as lines."""
    if len(results) == 1 and not written:
        say(grid_of(results[0]))
    elif not written:
        print_text(lines_text(results))
    if quiet or not results:
        return
    say_written(written, quiet)
    if len(results) == 1:
        data = results[0].data
        needs = f" ({data['technique']})" if data["technique"] else ""
        say(f"{data['clues']} givens, {data['level']}{needs}, seed {data['seed']}")
    else:
        last = results[-1].data["seed"]
        tell(f"{len(results):,} puzzles, seeds {results[0].data['seed']} to {last}")
