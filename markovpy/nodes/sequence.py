"""``sequence``: its children one after another, once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.engine.node import Block, Node
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import SYMMETRY, WEIGHT

if TYPE_CHECKING:
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode


class Sequence(Block):
    """Lets each child act until it cannot, then goes on to the next.

    The turn in which it had control and ends is spent, as in the reference.
    """

    def __init__(self, number: int, children: list[Node], once: bool) -> None:
        super().__init__(number, children, once)
        self.idles = True

    def step(self, state: State) -> bool:
        """Let the current child, or the next one that can, act."""
        if not self.done and self.advance(state):
            return True
        return self.leave(state)


def build(node: CheckedNode, builder: Builder) -> Sequence:
    """Return the running node."""
    return Sequence(node.number, builder.children(node.children), node.once)


KIND = NodeKind(
    name="sequence",
    summary="its children one after another, once",
    markovjunior="the outermost `<sequence>`, and one in a `markov`",
    body=Body.NODES,
    parameters=(SYMMETRY, WEIGHT),
    build=build,
)
