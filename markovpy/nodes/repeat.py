"""``repeat``: passes over its children, without or with a bound."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.node import Block, Node
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import SYMMETRY, WEIGHT, Parameter
from markovpy.nodes.sequence import Sequence

if not cython.compiled:
    from markovpy.engine.limited import draw_limit

if TYPE_CHECKING:
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode


class Repeat(Block):
    """Makes a number of passes over its children, fewer if nothing acts in one.

    Spends no turn of its own. The passes are counted until the enclosing block starts anew; one
    in which nothing acts ends the node for now and does not count.

    Args:
        number: See :class:`Block`.
        children: See :class:`Block`.
        once: See :class:`Block`.
        limits: ``(low, high)`` passes; the bound is drawn when the first pass begins.
    """

    def __init__(
        self, number: int, children: list[Node], once: bool, limits: tuple[int, int]
    ) -> None:
        super().__init__(number, children, once)
        self.low, self.high = limits
        self.reset()

    def reset(self) -> None:
        """Forget the passes made."""
        self.rewind()
        self.done = False
        self.drawn = False
        self.acted = False
        self.left = 0

    def step(self, state: State) -> bool:
        """Let the current child, or the next one that can, act."""
        if not self.drawn:
            self.drawn = True
            self.left = draw_limit(state, self.low, self.high)
        while self.left > 0 and not self.done:
            if self.advance(state):
                self.acted = True
                return True
            if not self.acted:
                break
            self.left -= 1
            self.acted = False
            self.rewind()
        return self.leave(state)


def build(node: CheckedNode, builder: Builder) -> Block:
    """Return the running node.

    Without a bound that is the reference's nested sequence, which its parent looks at again
    after each pass; a parent that looks at other children first is given one that does not.
    """
    limits = node.arguments["passes"]
    if limits is not None:
        return Repeat(node.number, builder.children(node.children), node.once, limits)
    passes = Sequence(node.number, builder.children(node.children), once=False)
    if node.once:
        return passes
    return Sequence(node.number, [passes], once=False)


KIND = NodeKind(
    name="repeat",
    summary="its children as a sequence, again and again until a pass in which nothing acts, "
    "or N passes at most",
    markovjunior="a `<sequence>` in a `<sequence>`",
    body=Body.NODES,
    parameters=(
        Parameter(
            "passes", "range", "how many passes at most", positional=True, default="no bound"
        ),
        SYMMETRY,
        WEIGHT,
    ),
    build=build,
)
