"""``one``: each turn one match, drawn from all matches of all rules."""

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


class One(RuleNode):
    """Draws ``Next(matches)`` until a drawn match holds, and applies it."""

    def step(self, state: State) -> bool:
        """Apply one match; False where none is left or the turn limit is reached."""
        if not self.due(state):
            return False
        self.scan(state)
        match = self.draw(state)
        if match < 0:
            return False
        self.rewrite(state, match)
        self.counter += 1
        return True


class GuidedOne(One):
    """Applies the match that leads nearest to the aim, or plays a solution.

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
        """Apply one match; False where none leads on, or the aim is reached."""
        guide = self.guide
        lead = guide.lead(state, self)
        if lead == PLAIN:
            return One.step(self, state)
        if lead != STEER:
            return lead == PLAYED
        if guide.observed and guide.reached(state):
            guide.aimed = False
            return False
        place = guide.choose(state, self)
        if place < 0:
            return False
        self.rewrite(state, self.matches[place])
        self.counter += 1
        return True

    def reset(self) -> None:
        """Forget the aim, the counter and all matches."""
        self.guide.reset(self)
        One.reset(self)


def build(node: CheckedNode, builder: Builder) -> One:
    """Return the running node."""
    table = builder.table(node)
    if node.elements:
        return GuidedOne(node.number, table, node.limits, guide(node, table))
    return One(node.number, table, node.limits)


KIND = NodeKind(
    name="one",
    summary="each turn one match, drawn uniformly from all matches of all its rules",
    markovjunior="`<one>`",
    body=Body.RULES,
    parameters=(*RULE_NODE_PARAMETERS, *GUIDED_PARAMETERS),
    build=build,
    elements=ELEMENTS,
    prepare=prepare,
    review=review,
)
