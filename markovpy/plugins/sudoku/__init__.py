"""Sudoku of any size: solve, count, check, generate and grade."""

from markovpy.plugins.sudoku.checking import Conflict, Report, check
from markovpy.plugins.sudoku.generator import Generated, fill, generate
from markovpy.plugins.sudoku.grading import LEVELS, Grade, grade
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
from markovpy.plugins.sudoku.steps import Step, next_step, steps

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
