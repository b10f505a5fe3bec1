"""The turn loop."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython  # noqa: F401

if TYPE_CHECKING:
    from collections.abc import Callable

    from markovpy.engine.node import Block
    from markovpy.engine.state import State
    from markovpy.engine.trace import Trace


class Machine:
    """A program in the middle of a run.

    Args:
        state: The state, its grid already at its start.
        root: The outermost block.
        restart: Called when a ``require`` fails, with the state: it puts the grid back to
            its start or raises when there were too many tries.
        trace: Where to record the changes; None for nowhere.
    """

    def __init__(
        self,
        state: State,
        root: Block,
        restart: Callable[[State], None],
        trace: Trace | None = None,
    ) -> None:
        self.state = state
        self.root = root
        self.restart = restart
        self.trace = trace
        state.current = root

    def advance(self, turns: int) -> int:
        """Make at most so many turns; fewer where the program ends or starts over often.

        Returns:
            The number of turns made.
        """
        state = self.state
        made = 0
        restarts = 0
        state.begin_turn()
        while made < turns and restarts < 100 and state.current is not None:
            node = state.current
            acted = node.step(state)
            if state.restart is not None:
                restarts += 1
                self.start_over()
            elif acted or node.idles:
                made += 1
                state.turn += 1
                if self.trace is not None:
                    self.trace.record(state)
                state.begin_turn()
        return made

    def start_over(self) -> None:
        """Run the program again from its start, with the generator as it is."""
        self.root.reset()
        self.state.clear_log()
        self.restart(self.state)
        self.state.restart = None
        self.state.unlogged = True
        self.state.current = self.root
