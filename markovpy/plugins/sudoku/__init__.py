"""Sudoku of any size: solve, count, check, generate and grade."""

from typing import TYPE_CHECKING

from markovpy.lazy import lazily

if TYPE_CHECKING:
    from markovpy.plugins.sudoku.checking import Conflict, Report, check
    from markovpy.plugins.sudoku.generator import Generated, fill, generate
    from markovpy.plugins.sudoku.grading import LEVELS, Grade, grade
    from markovpy.plugins.sudoku.hints import Step, next_step, steps
    from markovpy.plugins.sudoku.shape import PuzzleError, Shape
    from markovpy.plugins.sudoku.solver import (
        Count,
        Solution,
        Solutions,
        count,
        count_many,
        is_unique,
        solve,
        solve_many,
    )

__all__ = [
    "LEVELS",
    "Conflict",
    "Count",
    "Generated",
    "Grade",
    "PuzzleError",
    "Report",
    "Shape",
    "Solution",
    "Solutions",
    "Step",
    "check",
    "count",
    "count_many",
    "fill",
    "generate",
    "grade",
    "is_unique",
    "next_step",
    "solve",
    "solve_many",
    "steps",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        f"{__name__}.checking": ("Conflict", "Report", "check"),
        f"{__name__}.generator": ("Generated", "fill", "generate"),
        f"{__name__}.grading": ("LEVELS", "Grade", "grade"),
        f"{__name__}.hints": ("Step", "next_step", "steps"),
        f"{__name__}.shape": ("PuzzleError", "Shape"),
        f"{__name__}.solver": (
            *("Count", "Solution", "Solutions", "count", "count_many"),
            *("is_unique", "solve", "solve_many"),
        ),
    },
)
