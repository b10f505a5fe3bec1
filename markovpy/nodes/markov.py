"""``markov``: priority with fallback."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.engine.node import Block, Node
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import AGAIN, SYMMETRY, WEIGHT

if TYPE_CHECKING:
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode


class Markov(Block):
    """Looks at its children from the first on each time it has control.

    The turn in which it had control and ends is spent, as in the reference.
    """

    def __init__(self, number: int, children: list[Node], once: bool) -> None:
        super().__init__(number, children, once)
        self.idles = True

    def step(self, state: State) -> bool:
        """Let the first child that can act do so."""
        self.index = 0
        if not self.done and self.advance(state):
            return True
        return self.leave(state)


def build(node: CheckedNode, builder: Builder) -> Markov:
    """Return the running node."""
    return Markov(node.number, builder.children(node.children), node.once)


KIND = NodeKind(
    name="markov",
    summary="priority with fallback: each turn the first child that can act; a child block "
    "runs to its end",
    markovjunior="`<markov>`, below a `sequence` with `again`",
    body=Body.NODES,
    parameters=(AGAIN, SYMMETRY, WEIGHT),
    reenters=True,
    build=build,
)
