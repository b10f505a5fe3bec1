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
        while self.match_count > 0:
            place = state.rng.below(self.match_count)
            match = self.matches[place]
            self.match_count -= 1
            self.matches[place] = self.matches[self.match_count]
            self.unmark(match)
            if self.still_holds(state, match):
                self.rewrite(state, match)
                self.counter += 1
                return True
        return False


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
