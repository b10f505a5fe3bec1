"""What nodes without match lists share with the rule nodes: a bound on their turns."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython  # noqa: F401
from markovpy.engine.node import Node

if TYPE_CHECKING:
    from markovpy.engine.state import State


class Limited(Node):
    """A node that may act in so many turns before its block starts anew.

    Args:
        number: See :class:`Node`.
        limits: ``(low, high)`` turns; (-1, -1) for no limit. A true range is drawn,
            low + Next(high - low + 1), when the node is first reached.
    """

    def __init__(self, number: int, limits: tuple[int, int]) -> None:
        super().__init__(number)
        self.low, self.high = limits
        self.steps = self.low
        self.drawn = False
        self.counter = 0

    def reset(self) -> None:
        """Forget the turns made."""
        self.counter = 0
        self.drawn = False

    def due(self, state: State) -> bool:
        """Return whether the limit allows another turn."""
        if self.high < 0:
            return True
        if not self.drawn and self.high != self.low:
            self.steps = self.low + state.rng.below(self.high - self.low + 1)
        self.drawn = True
        return self.counter < self.steps
