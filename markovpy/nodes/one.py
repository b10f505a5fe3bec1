"""``one``: each turn one match, drawn from all matches of all rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.engine.rules import RuleNode
from markovpy.nodes.kind import RULE_NODE_PARAMETERS, Body, NodeKind

if TYPE_CHECKING:
    from markovpy.engine.state import State
    from markovpy.nodes.kind import Builder, CheckedNode


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


def build(node: CheckedNode, builder: Builder) -> One:
    """Return the running node."""
    return One(node.number, builder.table(node), node.limits)


KIND = NodeKind(
    name="one",
    summary="each turn one match, drawn uniformly from all matches of all its rules",
    body=Body.RULES,
    parameters=RULE_NODE_PARAMETERS,
    build=build,
)
