"""How far a player has come: the puzzle, and what is not in the grid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from markovpy.plugins.sudoku.checking import check_cells
from markovpy.plugins.sudoku.grading import grade_cells
from markovpy.plugins.sudoku.solver import solver

if TYPE_CHECKING:
    from markovpy.plugins.sudoku.shape import Shape


@dataclass(frozen=True)
class Problem:
    """The puzzle that is played.

    Args:
        shape: The board.
        givens: A byte a cell, 0 for an empty one.
        solution: One of its solutions, a byte a cell.
        several: Whether it has others.
    """

    shape: Shape
    givens: bytes
    solution: bytes
    several: bool

    @cached_property
    def level(self) -> str:
        """Return how hard it is; empty where that has no meaning: it has several solutions."""
        return "" if self.several else grade_cells(self.givens, self.shape).level

    def wrong(self, cells: bytes) -> frozenset[int]:
        """Return the entries that fit no solution together with those before them."""
        if not self.several:
            pairs = enumerate(zip(cells, self.solution, strict=True))
            return frozenset(cell for cell, (digit, right) in pairs if digit not in (0, right))
        pairs = enumerate(zip(cells, self.kept(cells), strict=True))
        return frozenset(cell for cell, (digit, kept) in pairs if digit != kept)

    def finished(self, cells: bytes) -> bytes:
        """Return the solution that agrees with most of what was entered."""
        return self.solution_of(self.kept(cells)) if self.several else self.solution

    def kept(self, cells: bytes) -> bytes:
        """Return the givens with those entries that can stand together, the first ones first."""
        kept = bytearray(self.givens)
        for cell, digit in enumerate(cells):
            if digit and not kept[cell]:
                kept[cell] = digit
                if solver(self.shape).count(bytes(kept), 1) == 0:
                    kept[cell] = 0
        return bytes(kept)

    def solution_of(self, cells: bytes) -> bytes:
        """Return a solution of a board that has one."""
        engine = solver(self.shape)
        engine.count(cells, 1)
        return bytes(engine.solution())


def problem_of(cells: bytes, shape: Shape) -> Problem | str:
    """Return the puzzle that a board is; what is wrong with it where it has no solution."""
    conflicts = check_cells(cells, shape).conflicts
    if conflicts:
        return conflicts[0].message
    engine = solver(shape)
    number = engine.count(cells, 2)
    if number == 0:
        return "its givens exclude each other"
    return Problem(shape, cells, bytes(engine.solution()), number > 1)


@dataclass(frozen=True)
class Progress:
    """What changes while a puzzle is played, besides the grid.

    Args:
        cell: The cell that is selected.
        notes: For each cell the digits noted in it, as a mask: bit 0 for digit 1.
        writes_notes: Whether digits are noted, not entered.
        said: What is to be said.
        framed: The cells that a hint is about.
        wrong: The cells that a check has found wrong.
        left: For each cell the digits that earlier hints have left, as masks; None for all.
        hints: How many hints were given.
        gave_up: Whether the solution was asked for.
    """

    cell: int
    notes: tuple[int, ...]
    writes_notes: bool = False
    said: str = ""
    framed: frozenset[int] = frozenset()
    wrong: frozenset[int] = frozenset()
    left: tuple[int, ...] | None = None
    hints: int = 0
    gave_up: bool = False
