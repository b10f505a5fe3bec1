"""Bare rules of a move: a list of which the first that fits acts once, at its lowest place.

Nothing is drawn. The same tables serve play and search: :meth:`MoveList.apply` works on any
buffer of cells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.node import Node

if not cython.compiled:
    from markovpy.engine.memory import ints
    from markovpy.engine.rules import clicked_window, holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.engine.state import State
    from markovpy.engine.table import RuleTable


class MoveList:
    """A priority list of rules, for one event; immutable.

    Of a rule's orientations the one whose window begins lowest (z, then y, then x) acts; at
    one place the first. A match is a number, as in a :class:`~markovpy.engine.rules.RuleNode`.

    Args:
        table: The oriented rules, rule by rule.
        sizes: How many orientations each rule has.
        alternatives: To which of the written alternatives each rule belongs: a ``for`` gives
            many rules of one.
        shape: The grid's ``(depth, height, width)``.

    Attributes:
        count: How many rules there are.
        last: The number of the last alternative.
    """

    def __init__(
        self,
        table: RuleTable,
        sizes: Sequence[int],
        alternatives: Sequence[int],
        shape: tuple[int, int, int],
    ) -> None:
        self.table = table
        self.count = len(sizes)
        self.alternatives = tuple(alternatives)
        self.last = max(alternatives, default=-1)
        self.depth, self.height, self.width = shape
        ends = [sum(sizes[:i]) for i in range(len(sizes) + 1)]
        self.start_array = np.array(ends, dtype=np.int32)
        owners = [alternatives[i] for i, size in enumerate(sizes) for _ in range(size)]
        self.owner_array = np.array(owners or [0], dtype=np.int32)
        self.starts = ints(self.start_array)
        self.owners = ints(self.owner_array)

    def find(self, cells, clicked: int) -> int:  # noqa: ANN001  (a pointer when compiled)
        """Return the match that acts; -1 where no rule fits.

        Args:
            cells: The grid's values, x fastest, then y, then z.
            clicked: The clicked cell's index; -1 for none.
        """
        for rule in range(self.count):
            best = -1
            limit = self.width * self.height * self.depth
            for variant in range(self.starts[rule], self.starts[rule + 1]):
                anchor = self.lowest(cells, variant, limit, clicked)
                if anchor >= 0:
                    limit = anchor
                    best = variant
            if best >= 0:
                return limit << self.table.shift | best
        return -1

    def lowest(self, cells, variant: int, limit: int, clicked: int) -> int:  # noqa: ANN001
        """Return the lowest anchor below a limit where a variant matches; -1 for none."""
        table = self.table
        if table.anchored:
            anchor = clicked_window(table, variant, clicked, self.width, self.height, self.depth)
            return anchor if 0 <= anchor < limit and holds(table, cells, variant, anchor) else -1
        last_x = self.width - table.widths[variant]
        for z in range(self.depth - table.depths[variant] + 1):
            for y in range(self.height - table.heights[variant] + 1):
                anchor = (z * self.height + y) * self.width
                end = anchor + last_x
                while anchor <= end:
                    if anchor >= limit:
                        return -1
                    if holds(table, cells, variant, anchor):
                        return anchor
                    anchor += 1
        return -1

    def apply(self, cells, clicked: int) -> int:  # noqa: ANN001
        """Make the move in a buffer of cells; return the alternative that fired, or -1."""
        match = self.find(cells, clicked)
        if match < 0:
            return -1
        table = self.table
        variant = match & ((1 << table.shift) - 1)
        anchor = match >> table.shift
        for i in range(table.write_start[variant], table.write_start[variant + 1]):
            cells[anchor + table.write_offset[i]] = table.write_value[i]
        return self.owners[variant]


class Priority(Node):
    """Lets the first rule of a list that fits act, once until its block starts anew.

    Args:
        number: See :class:`Node`.
        moves: The list.

    Attributes:
        fired: The alternative that acted last; kept until it is set to -1.
        spent: Whether it acted since the node was reset.
    """

    def __init__(self, number: int, moves: MoveList) -> None:
        super().__init__(number)
        self.moves = moves
        self.fired = -1
        self.spent = False

    def step(self, state: State) -> bool:
        """Act, unless that was done."""
        if self.spent:
            return False
        match = self.moves.find(state.cells, state.clicked)
        if match < 0:
            return False
        table = self.moves.table
        variant = match & ((1 << table.shift) - 1)
        anchor = match >> table.shift
        for i in range(table.write_start[variant], table.write_start[variant + 1]):
            state.write(anchor + table.write_offset[i], table.write_value[i])
        self.fired = self.moves.owners[variant]
        self.spent = True
        state.actor = self.number
        return True

    def reset(self) -> None:
        """Be ready to act again."""
        self.spent = False
