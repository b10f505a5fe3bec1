"""What can be typed behind ``markovpy sudoku``."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from markovpy.commands import shared
from markovpy.errors import input_error
from markovpy.plugins.sudoku.commands.options import box, box_hint, clues, output

if TYPE_CHECKING:
    from markovpy.plugins.sudoku.commands.making import Wishes

_target = click.argument("target", metavar="FILE|-|PUZZLE")
_box = click.option(
    "--box",
    type=box,
    metavar="WxH",
    help="Size of a box: 3x2 is 3 wide and 2 high, for a 6x6 board (3x3 for 81 cells).",
)
_sheet = click.option("--sheet", default="", metavar="NAME", help="The only sheet of a workbook.")
_range = click.option(
    "--range", "cells", default="", metavar="B2:J10", help="The only cells of a sheet."
)
_json = shared.as_json("Print an object a line, as JSON.")
_quiet = shared.quiet("Show no progress and no summary.")


def _puzzles(command: Callable[..., int]) -> Callable[..., int]:
    """Add the argument and the options that say which puzzles a command is about."""
    return _target(_box(_sheet(_range(command))))


@click.group(context_settings=shared.SETTINGS)
def sudoku() -> None:
    """Solve, check, count, make and grade sudoku puzzles.

    FILE holds one puzzle or thousands: lines of 81 digits (0 . * _ X or a blank for an empty
    cell), grids, framed or not, .sdk, .ss, .sdm, .csv or .xlsx; - is standard input; PUZZLE is
    such a line itself. Boards go from 4x4 to 25x25, with the letters A to P for the digits from
    10 on.

    \b
    Exit codes: 0 each puzzle has one solution, 1 something is no puzzle (the rest is done),
    2 usage, 4 a puzzle has none, 5 a puzzle has several (and none has none), 130 interrupted.
    """  # noqa: D301  (click reads \b: keep these lines)


@sudoku.command()
@_puzzles
@shared.outputs(
    output,
    "Write a .txt (a solution a line), .csv, .png or .jsonl; repeatable; {line} in it is the "
    "puzzle's line.",
)
@_json
@_quiet
def solve(outputs: tuple[Path, ...], as_json: bool, quiet: bool, **chosen: Any) -> int:
    """Solve puzzles: none, one or several solutions.

    One puzzle is shown as a grid. Of many the solutions are printed, a line each, and - for
    those that have none.
    """
    from markovpy.plugins.sudoku.commands.inputs import Selection
    from markovpy.plugins.sudoku.commands.solving import solve_puzzles

    return solve_puzzles(Selection(**chosen), outputs, as_json, quiet)


@sudoku.command()
@_puzzles
@shared.outputs(
    output, "Draw a .png with what conflicts in red; {line} in it is the puzzle's line."
)
@_json
@_quiet
def check(outputs: tuple[Path, ...], as_json: bool, quiet: bool, **chosen: Any) -> int:
    """Say what stands twice, else how many solutions.

    That is: which digit in which row, column or box; where none does, whether the puzzle has no,
    one or several solutions.
    """
    from markovpy.plugins.sudoku.commands.inputs import Selection
    from markovpy.plugins.sudoku.commands.solving import check_puzzles

    return check_puzzles(Selection(**chosen), outputs, as_json, quiet)


@sudoku.command()
@_puzzles
@shared.number(
    "--limit", 2, None, "Stop at so many and say 'at least' (1,000,000).", default=1_000_000
)
@_json
@_quiet
def count(limit: int, as_json: bool, quiet: bool, **chosen: Any) -> int:
    """Count the solutions of puzzles."""
    from markovpy.plugins.sudoku.commands.inputs import Selection
    from markovpy.plugins.sudoku.commands.solving import count_puzzles

    return count_puzzles(Selection(**chosen), limit, as_json, quiet)


@sudoku.command()
@_puzzles
@_json
@_quiet
def grade(as_json: bool, quiet: bool, **chosen: Any) -> int:
    """Tell how hard puzzles are, and what they take.

    Levels are easy (singles), medium (locked candidates, pairs), hard (triples, quads, X-wing,
    swordfish, XY-wing) and expert (chains, trial).
    """
    from markovpy.plugins.sudoku.commands.inputs import Selection
    from markovpy.plugins.sudoku.commands.solving import grade_puzzles

    return grade_puzzles(Selection(**chosen), as_json, quiet)


@sudoku.command()
@click.option(
    "--level",
    type=click.Choice(["easy", "medium", "hard", "expert"]),
    help="The hardest technique that is needed is of this level.",
)
@click.option("--clues", type=clues, metavar="N|N..M", help="How many givens.")
@click.option("--minimal", is_flag=True, help="No given can be left out.")
@click.option(
    "--symmetric",
    is_flag=False,
    flag_value="half-turn",
    default=None,
    metavar="[KIND]",
    help="Givens lie alike after a half turn; or KIND: quarter-turn, left-right, diagonal ...",
)
@shared.seed("Same seed, same puzzle; drawn and shown if not given.")
@shared.number(
    "--count", 1, 1_000_000, "How many; each has the seed behind that of the one before.", default=1
)
@shared.number("--side", 1, 25, "Cells in a row (9); with --box it need not be given.")
@_box
@shared.outputs(
    output, "Write a .txt (a puzzle a line), .csv, .png or .jsonl; {line} in it is 1, 2, 3 ..."
)
@_json
@_quiet
def generate(**given: Any) -> int:
    """Make puzzles with exactly one solution.

    \b
    Exit codes: 0 fine, 1 a wish makes no sense, 2 usage,
    3 a wish was not reached (it says what was), 4 no such puzzle exists, 130 interrupted.
    """  # noqa: D301
    from markovpy.plugins.sudoku.commands.making import generate_puzzles

    return generate_puzzles(_wishes(given), **given)


def _wishes(given: dict[str, Any]) -> Wishes:
    """Take what the puzzles are to be like from the options.

    Raises:
        ProgramError: There is no such board, or its boxes must be stated.
    """
    from markovpy.plugins.sudoku.commands.making import Wishes
    from markovpy.plugins.sudoku.shape import PuzzleError, Shape

    box, side = given.pop("box"), given.pop("side")
    side = side or (box[0] * box[1] if box else 9)
    try:
        shape = Shape.of(side, box)
    except PuzzleError as error:
        raise input_error("bad-box", error.message, "sudoku", box_hint(side)) from None
    symmetric = given.pop("symmetric") or False
    names = ("clues", "level", "minimal")
    return Wishes(shape, symmetric=symmetric, **{name: given.pop(name) for name in names})
