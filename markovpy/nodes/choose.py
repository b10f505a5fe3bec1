"""``choose``: random choice between its children, with fallback."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.node import Block, Node
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import STEPS, SYMMETRY, WEIGHT

if not cython.compiled:
    from markovpy.engine.limited import draw_limit

if TYPE_CHECKING:
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode


class Choose(Block):
    """Tries its children without replacement, drawn by weight, until one acts.

    Each try draws ``Next(sum of the weights left)``; the weights are laid end to end in source
    order. Spends no turn of its own.

    Args:
        number: See :class:`Block`.
        children: See :class:`Block`.
        once: See :class:`Block`.
        weights: One whole number of at least 1 per child.
        limits: ``(low, high)`` choices until the enclosing block starts anew; (-1, -1) for
            no limit; the bound is drawn before the first.
    """

    def __init__(
        self,
        number: int,
        children: list[Node],
        once: bool,
        weights: list[int],
        limits: tuple[int, int],
    ) -> None:
        super().__init__(number, children, once)
        self.weights = weights
        self.low, self.high = limits
        self.drawn = False
        self.left = 0

    def reset(self) -> None:
        """Forget the choices made."""
        self.rewind()
        self.done = False
        self.drawn = False

    def step(self, state: State) -> bool:
        """Choose a child that acts."""
        if not self.drawn:
            self.drawn = True
            self.left = draw_limit(state, self.low, self.high)
        if self.done or (self.high >= 0 and self.left == 0) or not self.choose(state):
            return self.leave(state)
        self.left -= 1
        return True

    def choose(self, state: State) -> bool:
        """Try the children in a random order; False where none acts."""
        weights = list(self.weights)
        total = sum(weights)
        while total > 0:
            before = state.rng.choices
            place = state.rng.below(total)
            chosen = 0
            while place >= weights[chosen]:
                place -= weights[chosen]
                chosen += 1
            if weights[chosen] == total:
                state.rng.choices = before  # there was no other
            if self.enter(state, self.children[chosen]):
                return True
            total -= weights[chosen]
            weights[chosen] = 0
        return False


def build(node: CheckedNode, builder: Builder) -> Choose:
    """Return the running node."""
    weights = [child.arguments.get("weight") or 1 for child in node.children]
    return Choose(node.number, builder.children(node.children), node.once, weights, node.limits)


KIND = NodeKind(
    name="choose",
    summary="random choice: tries its children without replacement, drawn by `weight=`, until "
    "one acts: a rule node for one turn, a block to its end; done when none can act",
    body=Body.NODES,
    parameters=(STEPS, SYMMETRY, WEIGHT),
    reenters=True,
    draws=True,
    build=build,
)
