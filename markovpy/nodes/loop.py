"""``while``: passes over a block as long as a condition holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.engine.node import Block, Node
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import CONDITION, SYMMETRY, WEIGHT

if TYPE_CHECKING:
    from markovpy.engine.conditions import Condition
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode


class While(Block):
    """Makes passes while the condition holds before one and something acted in the last.

    Draws nothing and spends no turn itself.

    Args:
        number: See :class:`Block`.
        children: See :class:`Block`.
        once: See :class:`Block`.
        condition: Looked at before each pass.
    """

    def __init__(self, number: int, children: list[Node], once: bool, condition: Condition) -> None:
        super().__init__(number, children, once)
        self.condition = condition
        self.running = False
        self.acted = False

    def reset(self) -> None:
        """Begin with a first pass."""
        self.rewind()
        self.done = False
        self.running = False

    def step(self, state: State) -> bool:
        """Let the current child, or the next one that can, act."""
        while not self.done:
            if not self.running:
                if not self.condition.holds(state):
                    break
                self.running = True
                self.acted = False
            if self.advance(state):
                self.acted = True
                return True
            self.rewind()
            self.running = False
            if not self.acted:
                break
        return self.leave(state)


def build(node: CheckedNode, builder: Builder) -> While:
    """Return the running node."""
    return While(node.number, builder.children(node.children), node.once, node.condition)


KIND = NodeKind(
    name="while",
    summary="passes over its block as long as the condition holds before a pass and something "
    "acted in the last one",
    body=Body.NODES,
    parameters=(CONDITION, SYMMETRY, WEIGHT),
    build=build,
)
