"""What happened in a run: every changed cell, turn by turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy import arguments
from markovpy.errors import input_error

if not cython.compiled:
    from markovpy.engine.memory import ints, octets

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from markovpy.engine.state import State


class Trace:
    """The start grid and, per turn, the cells that changed and the values they got.

    A turn that goes on to another grid (``map``, ``wfc``) changes all cells of the new one.

    Args:
        state: The run to record, before its first turn.

    Attributes:
        start: The grid before the first turn.
        grids: The stage and the shape of the grid that is new after a turn (from 0), by turn.
    """

    def __init__(self, state: State) -> None:
        self.start = state.grid.copy()
        self.grids: dict[int, tuple[int, tuple[int, int, int]]] = {}
        self.ends: list[int] = []
        self.take_grid(state)
        self.size = 0
        self.take(np.empty(1024, dtype=np.int32), np.empty(1024, dtype=np.uint8))

    def take_grid(self, state: State) -> None:
        """Compare with a state's grid from now on."""
        self.stage = state.stage
        self.last_array = state.grid.reshape(-1).copy()
        self.last = octets(self.last_array)

    def take(self, cells: NDArray[np.int32], values: NDArray[np.uint8]) -> None:
        """Use two arrays as the memory for changed cells and their values."""
        self.cell_array = cells
        self.value_array = values
        self.capacity = len(cells)
        self.cells = ints(cells)
        self.values = octets(values)

    def grow(self) -> None:
        """Double the memory, keeping what it holds."""
        empty = self.capacity
        self.take(
            np.concatenate([self.cell_array, np.empty(empty, dtype=np.int32)]),
            np.concatenate([self.value_array, np.empty(empty, dtype=np.uint8)]),
        )

    def record(self, state: State) -> None:
        """Record the turn that was just made."""
        if state.stage != self.stage:
            self.grids[len(self.ends)] = (state.stage, state.grid.shape)
            self.take_grid(state)
            for cell in range(state.size):
                self.append(cell, state.cells[cell])
            state.unlogged = False
        elif state.unlogged:
            for cell in range(state.size):
                self.note(cell, state.cells[cell])
            state.unlogged = False
        else:
            for i in range(state.turn_start, state.log_size):
                cell = state.log[i]
                self.note(cell, state.cells[cell])
        self.ends.append(self.size)

    def note(self, cell: int, value: int) -> None:
        """Add a cell if it changed."""
        if self.last[cell] != value:
            self.last[cell] = value
            self.append(cell, value)

    def append(self, cell: int, value: int) -> None:
        """Add a cell."""
        if self.size == self.capacity:
            self.grow()
        self.cells[self.size] = cell
        self.values[self.size] = value
        self.size += 1

    def changes(self, turn: int) -> tuple[NDArray[np.int32], NDArray[np.uint8]]:
        """Return the cells that a turn (from 0) changed, as indices, and their new values.

        Raises:
            ProgramError: There was no such turn.
        """
        turn = arguments.whole_number(turn, "turn", 0)
        if turn >= len(self.ends):
            message = (
                f"there is no turn {turn}: turns are counted from 0, {len(self.ends)} were made"
            )
            raise input_error("bad-argument", message, "turn")
        start = self.ends[turn - 1] if turn else 0
        end = self.ends[turn]
        return self.cell_array[start:end].copy(), self.value_array[start:end].copy()

    def frames(self) -> Iterator[NDArray[np.uint8]]:
        """Yield the grid before the first turn and after each one.

        Yields:
            Arrays of shape ``(depth, height, width)``, each a copy.
        """
        grid = self.start.copy()
        yield grid.copy()
        for turn in range(len(self.ends)):
            cells, values = self.changes(turn)
            if turn in self.grids:
                grid = np.zeros(self.grids[turn][1], dtype=np.uint8)
            grid.reshape(-1)[cells] = values
            yield grid.copy()
