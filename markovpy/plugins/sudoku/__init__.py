"""Sudoku of any size: solve, count, check, generate and grade."""

from markovpy.plugins.sudoku.checking import Conflict, Report, check
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
    "Conflict",
    "Count",
    "PuzzleError",
    "Report",
    "Shape",
    "Solution",
    "Solutions",
    "check",
    "count",
    "count_many",
    "is_unique",
    "solve",
    "solve_many",
]
