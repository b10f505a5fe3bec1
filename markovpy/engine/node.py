"""What every node is: something that can act for a turn, and be reset."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython  # noqa: F401

if TYPE_CHECKING:
    from markovpy.engine.state import State


class Node:
    """A part of a running program.

    Attributes:
        number: Its place among the program's nodes, for naming it in messages.
        parent: The block it stands in; None for the root.
        blocks: Whether it takes control while it acts (see :class:`Block`).
        idles: Whether a turn is spent when it had control and finds nothing more to do.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self.parent = None
        self.blocks = False
        self.idles = False

    def step(self, state: State) -> bool:
        """Act for one turn and return True, or return False where nothing can be done."""
        return False

    def reset(self) -> None:
        """Forget counters and matches: the enclosing block starts anew."""


class Block(Node):
    """A node with children that has control from its first act until it ends.

    Args:
        number: See :class:`Node`.
        children: Its nodes in source order.
        once: Whether it stays ended until the enclosing block starts anew. A block that does
            not is looked at again where its parent left off (in ``markov``, in ``choose``,
            and where the reference repeats it).
    """

    def __init__(self, number: int, children: list[Node], once: bool) -> None:
        super().__init__(number)
        self.once = once
        self.done = False
        self.blocks = True
        self.children = children
        self.count = len(children)
        self.index = 0
        for child in children:
            child.parent = self

    def enter(self, state: State, child: Node) -> bool:
        """Give a child its chance: True where it acted."""
        if child.blocks:
            state.current = child
        state.entered = child.number
        return child.step(state)

    def leave(self, state: State) -> bool:
        """End: reset the children and give control back to the enclosing block."""
        self.rewind()
        self.done = self.once
        state.current = self.parent
        return False

    def advance(self, state: State) -> bool:
        """Let the children from the current one on try in turn; False where none acts."""
        while self.index < self.count:
            if self.enter(state, self.children[self.index]):
                return True
            self.index += 1
        return False

    def rewind(self) -> None:
        """Reset the children and start again at the first."""
        for child in self.children:
            child.reset()
        self.index = 0

    def reset(self) -> None:
        """Forget everything: the enclosing block starts anew."""
        self.rewind()
        self.done = False


class Steps(Block):
    """Nodes one after another, once; no turn is spent on ending it."""

    def step(self, state: State) -> bool:
        """Let the current child, or the next one that can, act."""
        if self.advance(state):
            return True
        return self.leave(state)
