"""Bounds on what a node may do before its block starts anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython  # noqa: F401
from markovpy.engine.node import Node

if TYPE_CHECKING:
    from markovpy.engine.state import State


def draw_limit(state: State, low: int, high: int) -> int:
    """Return a bound: a true range is drawn, low + Next(high - low + 1)."""
    return low if low == high else low + state.rng.below(high - low + 1)


class Limited(Node):
    """A node that may act in so many turns before its block starts anew.

    Args:
        number: See :class:`Node`.
        limits: ``(low, high)`` turns; (-1, -1) for no limit. The bound is drawn when the node
            is first reached.
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
        """Return whether the bound allows another turn."""
        if self.high < 0:
            return True
        if not self.drawn:
            self.steps = draw_limit(state, self.low, self.high)
            self.drawn = True
        return self.counter < self.steps
