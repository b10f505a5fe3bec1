"""``require``: start over unless a condition holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.engine.node import Node
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.parameter import CONDITION, Parameter

if TYPE_CHECKING:
    from markovpy.engine.conditions import Condition
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode

DEFAULT_TRIES = 100


class Require(Node):
    """Asks for a new start, with the generator as it is, when its condition does not hold.

    Spends no turn.

    Args:
        number: See :class:`Node`.
        condition: What must hold when the node is reached.
        tries: How many runs may fail here before the whole run does.
    """

    def __init__(self, number: int, condition: Condition, tries: int) -> None:
        super().__init__(number)
        self.condition = condition
        self.tries = tries
        self.failures = 0

    def step(self, state: State) -> bool:
        """Let the program go on, or ask for a new start."""
        if self.condition.holds(state):
            return False
        self.failures += 1
        state.restart = self
        return True


def build(node: CheckedNode, builder: Builder) -> Require:
    """Return the running node."""
    tries = node.arguments["tries"]
    return Require(node.number, node.condition, DEFAULT_TRIES if tries is None else tries)


KIND = NodeKind(
    name="require",
    summary="if the condition does not hold, the run starts over, going on with the same "
    "generator; an error after `tries=` runs",
    body=Body.NONE,
    parameters=(
        CONDITION,
        Parameter("tries", "count", "how many runs may fail here", minimum=1, default="100"),
    ),
    build=build,
)
