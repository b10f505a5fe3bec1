"""``all``: each turn every match of the turn's start, in random order, without overlaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.rules import RuleNode
from markovpy.nodes.guidance import ELEMENTS, GUIDED_PARAMETERS, guide, prepare, review
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import RULE_NODE_PARAMETERS

if not cython.compiled:
    from markovpy.engine.inference import PLAIN, PLAYED, STEER

if TYPE_CHECKING:
    from markovpy.engine.inference import Guide
    from markovpy.engine.state import State
    from markovpy.engine.table import RuleTable
    from markovpy.nodes.checked import Builder, CheckedNode


class All(RuleNode):
    """Shuffles the matches (one draw each) and applies those that write no cell twice."""

    def step(self, state: State) -> bool:
        """Apply a maximal set of matches; False where there is none."""
        if not self.due(state):
            return False
        self.scan(state)
        if self.match_count == 0:
            return False
        before = state.rng.choices
        self.shuffle(state)
        if self.apply(state):
            state.rng.choices = before
        self.counter += 1
        return True

    def shuffle(self, state: State) -> None:
        """Put the matches into a random order."""
        matches = self.matches
        rng = state.rng
        for i in range(self.match_count):
            place = rng.below(i + 1)
            match = matches[i]
            matches[i] = matches[place]
            matches[place] = match

    def apply(self, state: State) -> bool:
        """Apply the matches that write no cell written this turn, and take all off the list.

        Returns:
            Whether that was all of them, so that their order made no difference.
        """
        every = True
        table = self.table
        marks = self.marks
        offsets = table.write_offset
        for i in range(self.match_count):
            match = self.matches[i]
            marks[match >> 3] &= ~(1 << (match & 7)) & 255
            variant = match & ((1 << table.shift) - 1)
            anchor = match >> table.shift
            end = table.write_start[variant + 1]
            write = table.write_start[variant]
            while write < end and not state.taken[anchor + offsets[write]]:
                write += 1
            if write == end:
                self.overwrite(state, variant, anchor)
            else:
                every = False
        for i in range(state.turn_start, state.log_size):
            state.taken[state.log[i]] = 0
        self.match_count = 0
        return every

    def overwrite(self, state: State, variant: int, anchor: int) -> None:
        """Apply a match; every cell it writes is logged, changed or not."""
        table = self.table
        for i in range(table.write_start[variant], table.write_start[variant + 1]):
            cell = anchor + table.write_offset[i]
            state.taken[cell] = 1
            state.cells[cell] = table.write_value[i]
            if state.log_size == state.log_capacity:
                state.grow_log()
            state.log[state.log_size] = cell
            state.log_size += 1
        self.fired = variant
        state.actor = self.number


class GuidedAll(All):
    """Applies the matches in the order in which they lead nearer, or plays a solution.

    A match without a heuristic leaves the list but keeps its mark: it is not found again
    before the next scan of the whole grid (as in the reference).

    Args:
        number: See :class:`RuleNode`.
        table: Likewise.
        limits: Likewise.
        guide: What steers it.
    """

    def __init__(
        self, number: int, table: RuleTable, limits: tuple[int, int], guide: Guide
    ) -> None:
        super().__init__(number, table, limits)
        self.guide = guide

    def step(self, state: State) -> bool:
        """Apply what can be applied; False where there is no match."""
        guide = self.guide
        lead = guide.lead(state, self)
        if lead == PLAIN:
            return All.step(self, state)
        if lead != STEER:
            return lead == PLAYED
        if self.match_count == 0:
            return False
        guide.rank(state, self)
        self.apply(state)
        self.counter += 1
        return True

    def reset(self) -> None:
        """Forget the aim, the counter and all matches."""
        self.guide.reset(self)
        All.reset(self)


def build(node: CheckedNode, builder: Builder) -> All:
    """Return the running node."""
    table = builder.table(node)
    if node.elements:
        return GuidedAll(node.number, table, node.limits, guide(node, table))
    return All(node.number, table, node.limits)


KIND = NodeKind(
    name="all",
    summary="each turn every match of the turn's start, in random order, passing over one that "
    "would write a cell already written this turn",
    markovjunior="`<all>`",
    body=Body.RULES,
    parameters=(*RULE_NODE_PARAMETERS, *GUIDED_PARAMETERS),
    build=build,
    elements=ELEMENTS,
    prepare=prepare,
    review=review,
)
