"""``sudoku.solve``: fill in the solution of a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.nodes.plugin import STEPS, WEIGHT, Body, Limited, NodeKind, Parameter
from markovpy.plugins.sudoku.boards import BOX, check_grid, read_shape
from markovpy.plugins.sudoku.checking import check_cells
from markovpy.plugins.sudoku.drawing import board
from markovpy.plugins.sudoku.solver import solve
from markovpy.plugins.sudoku.watching import Search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder
    from markovpy.nodes.plugin import CheckedNode, Mark
    from markovpy.plugins.sudoku.shape import Shape


class Solve(Limited):
    """Writes the whole solution in one turn, or a cell of a search in each.

    Draws nothing. Cannot act on a board that is solved; where there is no solution the program
    ends with the turn in which that is found.

    Args:
        number: See :class:`Limited`.
        limits: See :class:`Limited`.
        shape: The board.
        watch: Whether the search is shown.
    """

    def __init__(self, number: int, limits: tuple[int, int], shape: Shape, watch: bool) -> None:
        super().__init__(number, limits)
        self.shape = shape
        self.watch = watch
        self.search: Search | None = None
        self.givens: bytes | None = None
        self.stage = 0

    def reset(self) -> None:
        """Forget the turns made and the search."""
        super().reset()
        self.search = None

    def step(self, state: State) -> bool:
        """Solve the board, or make a step of the search that is shown."""
        if not self.due(state):
            return False
        cells = state.grid.tobytes()
        if self.search is not None and self.search.cells == cells:
            return self.show(state, self.search)
        if check_cells(cells, self.shape).solved:
            return False
        self.givens, self.stage = cells, state.stage
        solution = self.solution(state, cells)
        if solution is None:
            return True
        if self.watch:
            self.search = Search(cells, self.shape)
            return self.show(state, self.search)
        for cell in range(len(cells)):
            if cells[cell] != solution[cell]:
                state.write(cell, solution[cell])
        self.counter += 1
        return True

    def show(self, state: State, search: Search) -> bool:
        """Make a step of a search; False where it is done."""
        change = search.step()
        if change is None:
            return False
        state.write(*change)
        self.counter += 1
        return True

    def overlay(self, state: State) -> Sequence[Mark]:
        """Return the board with its givens shaded and what was filled in in another ink."""
        if self.givens is None or state.stage != self.stage:
            return ()
        return board(self.givens, state.grid.tobytes(), self.shape)

    def solution(self, state: State, cells: bytes) -> bytes | None:
        """Return a solution; end the program where there is none, say so if there are several."""
        shape = self.shape
        found = solve(state.grid[0], (shape.box_height, shape.box_width))
        if found.cells is None:
            conflicts = check_cells(cells, shape).conflicts
            why = f": {conflicts[0].message}" if conflicts else ""
            state.end("no-solution", self, f"the puzzle has no solution{why}", "change its givens")
        elif found.outcome == "several":
            text = "the puzzle has several solutions; one of them is filled in"
            state.note("several-solutions", self, text)
        return found.cells


def build(node: CheckedNode, builder: Builder) -> Solve:
    """Return the running node."""
    return Solve(node.number, node.limits, node.data, node.arguments["watch"])


KIND = NodeKind(
    name="sudoku.solve",
    summary="fills in the solution of the puzzle in the grid; where there is none the program ends",
    body=Body.NONE,
    parameters=(
        Parameter(
            "watch",
            "flag",
            "one cell a turn: what must be first, else a guess, which is taken back where it fails",
        ),
        BOX,
        STEPS,
        WEIGHT,
    ),
    needs=check_grid,
    prepare=read_shape,
    build=build,
)
