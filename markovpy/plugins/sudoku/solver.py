"""Solve and count puzzles, one or many in a call."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from operator import index
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from markovpy.plugins.sudoku.checking import check_cells
from markovpy.plugins.sudoku.general import General
from markovpy.plugins.sudoku.nine import Nine
from markovpy.plugins.sudoku.reading import Box, Puzzle, read, read_many
from markovpy.plugins.sudoku.shape import PuzzleError, Shape

if TYPE_CHECKING:
    from numpy.typing import NDArray

COUNTED = 1_000_000
_NINE = Shape()
Outcome = Literal["none", "one", "several"]
_OUTCOMES: tuple[Outcome, ...] = ("none", "one", "several")


class _Engines(threading.local):
    """The compiled solvers of a thread, by shape."""

    def __init__(self) -> None:
        self.nine = Nine()
        self.general: dict[Shape, General] = {}


_engines = _Engines()


def solver(shape: Shape) -> Nine | General:
    """Return this thread's quickest solver of a shape."""
    return _engines.nine if shape == _NINE else general_solver(shape)


def general_solver(shape: Shape) -> General:
    """Return this thread's solver of a shape that can give up, and choose at random."""
    found = _engines.general.get(shape)
    if found is None:
        found = _engines.general[shape] = General(shape)
    return found


@dataclass(frozen=True)
class Solution:
    """What came of solving a puzzle.

    Args:
        outcome: ``none``, ``one`` or ``several``.
        shape: The board.
        givens: The puzzle, a byte a cell.
        cells: A solution, a byte a cell; None where there is none. Of several it is one.
    """

    outcome: Outcome
    shape: Shape
    givens: bytes
    cells: bytes | None

    @property
    def grid(self) -> NDArray[np.uint8] | None:
        """Return the solution as an array of its own, shape ``(side, side)``."""
        if self.cells is None:
            return None
        side = self.shape.side
        return np.frombuffer(self.cells, dtype=np.uint8).reshape(side, side).copy()

    @property
    def text(self) -> str:
        """Return the solution with a character a cell, or an empty string."""
        return "" if self.cells is None else text_of(self.cells, self.shape)

    @property
    def message(self) -> str:
        """Return the outcome in words; of a wrong puzzle what stands twice."""
        if self.outcome == "none":
            report = check_cells(self.givens, self.shape)
            return report.message if report.conflicts else "no solution"
        if 0 not in self.givens:
            return "already solved"
        return "one solution" if self.outcome == "one" else "several solutions"


class Count(int):
    """A number of solutions.

    Attributes:
        at_least: Whether counting stopped at its limit.
    """

    at_least: bool

    def __new__(cls, number: int, at_least: bool = False) -> Count:
        """Return a count."""
        count = super().__new__(cls, number)
        count.at_least = at_least
        return count

    @property
    def message(self) -> str:
        """Return the count in words."""
        number = f"{int(self):,}" if self else "no"
        return f"{'at least ' if self.at_least else ''}{number} solution{'s' * (self > 1)}"


class Solutions(NamedTuple):
    """What came of solving many puzzles.

    Args:
        grids: uint8, shape ``(n, cells)``: a solution of each, zeros where there is none.
        counts: int64, shape ``(n,)``: 0, 1, or 2 for several.
    """

    grids: NDArray[np.uint8]
    counts: NDArray[np.int64]


def solve(puzzle: Puzzle, box: Box | None = None) -> Solution:
    """Solve a puzzle, and tell whether it has none, one or several solutions.

    Args:
        puzzle: Text, lists or an array, see :func:`~markovpy.plugins.sudoku.reading.read`.
        box: ``(height, width)`` of a box; None where the side is a square number.

    Raises:
        PuzzleError: It is no puzzle.
    """
    cells, shape = read(puzzle, box)
    engine = solver(shape)
    number = engine.count(cells, 2)
    return Solution(_OUTCOMES[number], shape, cells, engine.solution() if number else None)


def count(puzzle: Puzzle, limit: int = COUNTED, box: Box | None = None) -> Count:
    """Count the solutions of a puzzle; stop at ``limit`` and say so."""
    _check_limit(limit)
    cells, shape = read(puzzle, box)
    number = solver(shape).count(cells, limit)
    return Count(number, number == limit)


def is_unique(puzzle: Puzzle, box: Box | None = None) -> bool:
    """Return whether a puzzle has exactly one solution."""
    cells, shape = read(puzzle, box)
    return solver(shape).count(cells, 2) == 1


def solve_many(puzzles: Puzzle, box: Box | None = None) -> Solutions:
    """Solve many puzzles of one shape.

    Args:
        puzzles: A list of texts, or an array of shape ``(n, cells)`` or ``(n, side, side)``.
        box: As in :func:`solve`.

    Raises:
        PuzzleError: One of them is no puzzle; the message gives its number, from 1.
    """
    return _solve_all(puzzles, 2, box)


def count_many(puzzles: Puzzle, limit: int = 2, box: Box | None = None) -> NDArray[np.int64]:
    """Count the solutions of many puzzles of one shape, each up to ``limit``.

    Returns:
        int64, shape ``(n,)``; a count that equals ``limit`` means at least so many.
    """
    _check_limit(limit)
    return _solve_all(puzzles, limit, box).counts


def text_of(cells: bytes, shape: Shape, blank: str = ".") -> str:
    """Return cells as text, a character a cell."""
    written = blank + shape.digits
    return "".join([written[value] for value in cells])


def _solve_all(puzzles: Puzzle, limit: int, box: Box | None) -> Solutions:
    cells, shape = read_many(puzzles, box)
    counts = np.zeros(len(cells), dtype=np.int64)
    grids = np.zeros_like(cells)
    solver(shape).count_all(cells, limit, counts, grids)
    return Solutions(grids, counts)


def as_index(number: object) -> int | None:
    """Return a whole number of any type as a plain one, or None."""
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        return None


def _check_limit(limit: int) -> None:
    number = as_index(limit)
    if number is None or not 1 <= number < 2**63:
        raise PuzzleError("bad-wish", f"a limit of {limit!r}", "count up to 1 or more")
