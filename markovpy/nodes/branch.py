"""``if`` and ``else``: a block that is run where a condition holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.engine.node import Block, Node
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import CONDITION, SYMMETRY, WEIGHT

if TYPE_CHECKING:
    from markovpy.engine.conditions import Condition
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode


class If(Block):
    """Runs one of two blocks once, as a sequence; draws nothing and spends no turn itself.

    Args:
        number: See :class:`Block`.
        children: The nodes of the first block, then those of the second.
        once: See :class:`Block`.
        condition: Decides, each time the node is reached.
        split: How many of the children belong to the first block.
    """

    def __init__(
        self, number: int, children: list[Node], once: bool, condition: Condition, split: int
    ) -> None:
        super().__init__(number, children, once)
        self.condition = condition
        self.split = split
        self.all = self.count
        self.running = False

    def reset(self) -> None:
        """Decide anew."""
        self.rewind()
        self.done = False
        self.running = False

    def step(self, state: State) -> bool:
        """Let the current child, or the next one that can, act."""
        if not self.done and not self.running:
            self.running = True
            if self.condition.holds(state):
                self.count = self.split
            else:
                self.index = self.split
                self.count = self.all
        if not self.done and self.advance(state):
            return True
        self.running = False
        return self.leave(state)


def build(node: CheckedNode, builder: Builder) -> If:
    """Return the running node."""
    children = builder.children(node.children + node.otherwise)
    return If(node.number, children, node.once, node.condition, len(node.children))


KIND = NodeKind(
    name="if",
    summary="its block is run once if the condition holds when it is reached, else the block of "
    "the `else` behind it",
    body=Body.NODES,
    parameters=(CONDITION, SYMMETRY, WEIGHT),
    alternative="else",
    build=build,
)
