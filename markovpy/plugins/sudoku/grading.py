"""How hard a puzzle is for a human: the hardest technique it needs, and the level of that."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Literal

from markovpy.errors import did_you_mean
from markovpy.plugins.sudoku.reading import Box, Puzzle, read
from markovpy.plugins.sudoku.shape import PuzzleError, Shape
from markovpy.plugins.sudoku.solver import solver
from markovpy.plugins.sudoku.techniques import NAMES, NONE, Techniques

Level = Literal["easy", "medium", "hard", "expert"]
LEVELS: tuple[Level, ...] = ("easy", "medium", "hard", "expert")
HARDEST = {
    "easy": NAMES.index("hidden single"),
    "medium": NAMES.index("hidden pair"),
    "hard": NAMES.index("XY-wing"),
    "expert": NAMES.index("trial"),
}
"""The number of the hardest technique of each level."""


class _Finders(threading.local):
    """The searches for techniques of a thread, by shape."""

    def __init__(self) -> None:
        self.known: dict[Shape, Techniques] = {}


_finders = _Finders()


@dataclass(frozen=True)
class Grade:
    """How hard a puzzle is.

    Args:
        level: ``easy``, ``medium``, ``hard`` or ``expert``.
        technique: The hardest technique that it needs; empty for a full board.
        rounds: For each technique used, how many rounds gave something; in each round all that
            the easiest technique gives is applied at once.
    """

    level: Level
    technique: str
    rounds: dict[str, int]


def techniques(shape: Shape) -> Techniques:
    """Return this thread's search for techniques on a shape."""
    found = _finders.known.get(shape)
    if found is None:
        found = _finders.known[shape] = Techniques(shape)
    return found


def grade(puzzle: Puzzle, box: Box | None = None) -> Grade:
    """Grade a puzzle; a turned, mirrored or relabelled one gets the same grade.

    Args:
        puzzle: Text, lists or an array, see :func:`~markovpy.plugins.sudoku.reading.read`.
        box: ``(height, width)`` of a box; None where the side is a square number.

    Raises:
        PuzzleError: It does not have exactly one solution.
    """
    cells, shape = read(puzzle, box)
    number = solver(shape).count(cells, 2)
    if number != 1:
        answer = "no solution" if number == 0 else "several solutions"
        raise PuzzleError("bad-puzzle", f"a puzzle with {answer} has no grade")
    return grade_cells(cells, shape)


def grade_cells(cells: bytes, shape: Shape) -> Grade:
    """Grade a puzzle that is read already and has one solution."""
    finder = techniques(shape)
    finder.load(cells)
    solved = finder.grade(len(NAMES) - 1)
    rounds = {name: number for name, number in zip(NAMES, finder.rounds()) if number}
    hardest = finder.hardest if solved else NAMES.index("trial")
    if not solved:
        rounds.setdefault("trial", 1)
    return Grade(_level_of(hardest), "" if hardest == NONE else NAMES[hardest], rounds)


def level_up_to(cells: bytes, shape: Shape, most: Level) -> Level | None:
    """Return the level of a puzzle, or None if it is harder than ``most``.

    What the techniques solve has one solution; so a level that is not ``expert`` proves that.
    """
    finder = techniques(shape)
    finder.load(cells)
    if most == "expert":
        return _level_of(finder.hardest) if finder.grade(HARDEST["hard"]) else "expert"
    return _level_of(finder.hardest) if finder.grade(HARDEST[most]) else None


def as_level(word: str) -> Level:
    """Return a level by its name."""
    for level in LEVELS:
        if word == level:
            return level
    hint = did_you_mean(str(word), LEVELS) or f"levels are {', '.join(LEVELS)}"
    raise PuzzleError("bad-wish", f"there is no level {word!r}", hint)


def _level_of(technique: int) -> Level:
    return next(level for level in LEVELS if technique <= HARDEST[level])
