"""``prl``: each turn every match at once, with a coin per match."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.random import MAXIMUM_SEED
from markovpy.engine.rules import RuleNode
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import PROBABILITY, RULE_NODE_PARAMETERS

if not cython.compiled:
    from markovpy.engine.memory import octets

if TYPE_CHECKING:
    from markovpy.engine.random import Random
    from markovpy.engine.state import State
    from markovpy.engine.table import RuleTable
    from markovpy.nodes.checked import Builder, CheckedNode


CERTAIN = MAXIMUM_SEED - 1
"""A coin that no draw exceeds."""


class Prl(RuleNode):
    """Scans the grid anew each turn and draws one number per match, also where p is 1.

    Where two matches write one cell the later one in scan order wins, unless it would leave
    the cell as it was at the turn's start.
    """

    def __init__(self, number: int, table: RuleTable, limits: tuple[int, int]) -> None:
        super().__init__(number, table, limits)
        self.marked = False
        self.next_array = None

    def step(self, state: State) -> bool:
        """Apply all matches whose coin allows it; False where there is none."""
        if not self.due(state):
            return False
        if self.next_array is None:
            self.make_next(state)
        acted = False
        state.take_census(self.table.values)
        for variant in range(self.table.count):
            if self.act(state, variant):
                self.fired = variant
                state.actor = self.number
                acted = True
        for i in range(state.turn_start, state.log_size):
            cell = state.log[i]
            state.cells[cell] = self.next[cell]
        self.match_count = 0
        self.counter += 1
        return acted

    def make_next(self, state: State) -> None:
        """Allocate the values that cells get at the turn's end."""
        self.next_array = np.zeros(state.size, dtype=np.uint8)
        self.next = octets(self.next_array)

    def act(self, state: State, variant: int) -> bool:
        """Find the matches of a variant, and note what those that pass their coin write."""
        table = self.table
        if table.lone_value[variant] >= 0 and not table.anchored:
            return self.toss_cells(state, variant, table.lone_value[variant])
        self.match_count = 0
        self.scan_variant(state, variant)
        acted = False
        for i in range(self.match_count):
            if passes(state.rng, table.coins[variant]):
                self.note(state, variant, self.matches[i] >> table.shift)
                acted = True
        if self.match_count > 0 and 0 <= table.coins[variant] < CERTAIN:
            state.rng.choices += 1
        return acted

    def toss_cells(self, state: State, variant: int, value: int) -> bool:
        """Act for a variant that is one cell of one value: its matches are in the census."""
        census = state.census
        rng = state.rng
        coin = self.table.coins[variant]
        acted = False
        places = census.gather(state.cells, value)
        for i in range(census.starts[value], census.starts[value] + census.counts[value]):
            if passes(rng, coin):
                self.note(state, variant, places[i])
                acted = True
        if census.counts[value] > 0 and 0 <= coin < CERTAIN:
            rng.choices += 1
        return acted

    def note(self, state: State, variant: int, anchor: int) -> None:
        """Note what a match writes."""
        table = self.table
        for i in range(table.write_start[variant], table.write_start[variant + 1]):
            cell = anchor + table.write_offset[i]
            value = table.write_value[i]
            if state.cells[cell] != value:
                self.next[cell] = value
                state.mention(cell)


def passes(rng: Random, coin: int) -> bool:
    """Toss a coin; draws as :meth:`Random.sample`, written out since it is called so often.

    It is not told whether anything hangs on it.
    """
    if rng.head == 55:
        rng.refill()
    rng.head += 1
    return rng.table[rng.head] <= coin


def build(node: CheckedNode, builder: Builder) -> Prl:
    """Return the running node."""
    return Prl(node.number, builder.table(node), node.limits)


KIND = NodeKind(
    name="prl",
    summary="each turn every match at once; where two write one cell the later in scan order "
    "wins; `p=` tosses a coin per match",
    markovjunior="`<prl>`",
    body=Body.RULES,
    parameters=(*RULE_NODE_PARAMETERS, PROBABILITY),
    rule_parameters=(PROBABILITY,),
    build=build,
)
