"""The state of a run: grid, change log, generator, and the block that has control."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.census import Census

if not cython.compiled:
    from markovpy.engine.memory import ints, octets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.node import Node
    from markovpy.engine.random import Random

VERDICTS = ("no-solution", "contradiction")
SHORTEST_LOG = 16_384
"""So many cells are logged before the log is thinned: sooner would cost more than it saves."""


class Verdict(NamedTuple):
    """Why a node ended the program: its number, the outcome, and what to say of it."""

    number: int
    outcome: str
    message: str
    hint: str


class State:
    """Everything that changes while a program runs, except the match lists of its nodes.

    The change log feeds incremental matching: cell indices in the order in which they were
    written. A node that looks at it later needs only the first mention of each cell, since a
    later mention, tested against the same grid, finds nothing more; so the log is thinned from
    time to time and its size is bounded by the grid and the number of nodes that still wait.

    Args:
        shape: ``(depth, height, width)`` in cells.
        rng: The run's generator.

    Attributes:
        grid: The values, uint8, shape ``(depth, height, width)``.
        start: The grid as it was before the first turn.
        turn: How many turns were made.
        actor: The number of the rule node that acted last.
        unlogged: Whether cells were changed that are not in the log.
        restart: The node that asked for a new start; None in general.
        current: The block that has control; None when the program has ended.
        notes: What is worth saying of a node, by its number and a code: turn, text,
            and whether the node was stopped by it.
        rule_nodes: The nodes that keep matches.
        stage: Which of the program's grids this is, from 0: ``map`` and ``wfc`` go on to
            another one.
        watched: Whether someone looks at the grid after each turn, so that it has to show
            what is not decided yet.
        entered: The number of the node that was asked to act last.
        proving: Whether it is asked, after a turn, if anything hangs on what was drawn in it: see
            ``choices`` of the generator.
        verdict: Why a node ended the program (see :meth:`end`); None in general.
        marks: In a game, the goals that lie on each cell, bit by bit, shaped as the grid; None
            where there are no goals.
        clicked: The index of the cell that was clicked; -1 where none was.
    """

    def __init__(self, shape: tuple[int, int, int], rng: Random) -> None:
        self.rng = rng
        self.turn = 0
        self.actor = -1
        self.restart = None
        self.current: Any = None
        self.rule_nodes: list = []
        self.notes: dict = {}
        self.watched = False
        self.entered = -1
        self.proving = False
        self.verdict: Verdict | None = None
        self.marks: Any = None
        self.clicked = -1
        self.change_grid(shape, 0)
        self.unlogged = False
        self.start = self.grid

    def change_grid(self, shape: tuple[int, int, int], stage: int) -> None:
        """Go on with another grid, all cells at value 0; no node waits for changes of the old.

        Args:
            shape: Its ``(depth, height, width)``.
            stage: Its number.
        """
        self.depth, self.height, self.width = shape
        self.size = self.depth * self.height * self.width
        self.stage = stage
        self.unlogged = True
        for node in self.rule_nodes:
            node.cursor = -1
        self.turn_start = 0
        self.grid = np.zeros(shape, dtype=np.uint8)
        self.cells = octets(self.grid)
        self.taken_array = np.zeros(self.size, dtype=np.uint8)
        self.taken = octets(self.taken_array)
        self.log_size = 0
        self.log_limit = max(self.size // 4, SHORTEST_LOG)
        # Enough for one node that waits; a system gives no memory until it is written to.
        self.take_log(np.empty(self.size + self.log_limit, dtype=np.int32))
        self.census = Census(self.size)

    def take_log(self, array: NDArray[np.int32]) -> None:
        """Use an array as the log's memory."""
        self.log_array = array
        self.log_capacity = len(array)
        self.log = ints(array)

    def grow_log(self) -> None:
        """Double the log's memory, keeping what it holds."""
        array = np.empty(2 * self.log_capacity, dtype=np.int32)
        array[: self.log_size] = self.log_array[: self.log_size]
        self.take_log(array)

    def write(self, cell: int, value: int) -> None:
        """Set a cell and log it, whether or not its value changes."""
        self.cells[cell] = value
        self.mention(cell)

    def mention(self, cell: int) -> None:
        """Log a cell."""
        if self.log_size == self.log_capacity:
            self.grow_log()
        self.log[self.log_size] = cell
        self.log_size += 1

    def end(self, outcome: str, node: Node, message: str, hint: str = "") -> None:
        """End the program with this turn, for which the node's ``step`` returns True.

        Args:
            outcome: ``no-solution``, where it is proved that there is none, or
                ``contradiction``, where none was found.
            node: Who ends it.
            message: The fact in the user's words, lower case, no full stop.
            hint: What to do about it.

        Raises:
            ValueError: The outcome is another one.
        """
        if outcome not in VERDICTS:
            raise ValueError(f"a node ends a program with {' or '.join(VERDICTS)}, not {outcome}")
        self.verdict = Verdict(node.number, outcome, message, hint)
        self.current = None

    def note(self, code: str, node: Node, text: str) -> None:
        """Note what is worth saying of a node, once for each code; of a plugin's it is a warning.

        Args:
            code: A short name, as a diagnostic has.
            node: Who says it.
            text: The fact in the user's words, lower case, no full stop.
        """
        self.notes.setdefault((node.number, code), (self.turn, text, False))

    def begin_turn(self) -> None:
        """Mark where this turn's part of the log starts."""
        if self.log_size > self.log_limit:
            self.thin_log()
        self.turn_start = self.log_size

    def thin_log(self) -> None:
        """Keep, between any two places where a node waits, the first mention of each cell."""
        waiting = [node for node in self.rule_nodes if node.cursor >= 0]
        bounds = sorted({node.cursor for node in waiting} | {self.log_size})
        moved = {}
        size = 0
        for start, end in pairwise(bounds):
            moved[start] = size
            size = self.keep_first_mentions(start, end, size)
        moved[self.log_size] = size
        for node in waiting:
            node.cursor = moved[node.cursor]
        self.log_size = size
        self.log_limit = size + max(self.size // 4, SHORTEST_LOG)

    def keep_first_mentions(self, start: int, end: int, target: int) -> int:
        """Move a part of the log down to ``target`` without repeats; return the new end."""
        seen_array = np.zeros(self.size, dtype=np.uint8)
        seen = octets(seen_array)
        for i in range(start, end):
            cell = self.log[i]
            if not seen[cell]:
                seen[cell] = 1
                self.log[target] = cell
                target += 1
        return target

    def take_census(self, values: int) -> Census:
        """Count the cells by value, unless that was done since a cell was last written.

        Whoever writes acts, so the turn ends; within a turn the log says the rest.
        """
        census = self.census
        if census.turn != self.turn or census.log_size != self.log_size:
            census.count(self.cells, values)
            census.turn = self.turn
            census.log_size = self.log_size
        return census

    def clear_log(self) -> None:
        """Forget all logged changes; valid only when no node waits."""
        self.log_size = 0
        self.turn_start = 0
        self.census.turn = -1
