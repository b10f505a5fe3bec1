"""What a node that takes a player's events itself is, and what it may want drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, runtime_checkable

if TYPE_CHECKING:
    from markovpy.engine.parts import Status
    from markovpy.engine.state import State
    from markovpy.model.events import Event

RGB = tuple[int, int, int]


@dataclass(frozen=True)
class Mark:
    """Something to be drawn over a cell; it is no part of the grid.

    Args:
        x: The cell's column.
        y: Its row.
        text: A character or two to write; empty for none.
        place: Where the text goes: None for the middle of the cell, large; else one of the
            nine places of the cell, 0 to 8 row by row, small.
        color: The text's colour; None for one that shows on the cell.
        frame: A colour for a frame around the cell; None for no frame.
        fill: A colour for the cell itself; None to leave it.
    """

    x: int
    y: int
    text: str = ""
    place: int | None = None
    color: RGB | None = None
    frame: RGB | None = None
    fill: RGB | None = None


class Interactive(Protocol):
    """A running node that takes events where the program waits for them.

    A node kind says with :attr:`~markovpy.nodes.kind.NodeKind.takes` that the nodes it builds
    are of this form. Such a node stands among the ``on`` blocks, and its ``step`` is not called.
    What it keeps between two events has to be in its snapshots, since undo goes back to them.

    Attributes:
        number: See :class:`~markovpy.engine.node.Node`.
    """

    number: int

    def event(self, state: State, event: Event) -> bool:
        """Answer an event.

        Returns:
            Whether the event was a move; False where nothing is changed, the node included.
        """

    def snapshot(self) -> object:
        """Return all that the node keeps between events, as a value that never changes."""

    def restore(self, snapshot: object) -> None:
        """Go back to a snapshot."""

    def marks(self, state: State) -> Sequence[Mark]:
        """Return what is to be drawn over the grid."""

    def message(self, state: State) -> str:
        """Return a line to show with the grid; empty for none."""


@runtime_checkable
class Opening(Protocol):
    """An :class:`Interactive` node that prepares the game before its first move."""

    def begin(self, state: State) -> bool:
        """Begin a game, whatever was before.

        Called when the game is about to wait for its first event; it may write, draw, and end
        the program as a node's ``step`` may.

        Returns:
            Whether a turn was made.
        """


@runtime_checkable
class Judging(Protocol):
    """An :class:`Interactive` node that knows when the game is won or lost."""

    def status(self, state: State) -> Status:
        """Return how the game stands; asked before the first move and after each."""


@runtime_checkable
class Keyed(Protocol):
    """An :class:`Interactive` node that takes some keys only, of a kind that takes ``key``.

    Attributes:
        keys: Their small letters and digits.
    """

    keys: str


@runtime_checkable
class Worded(Protocol):
    """An :class:`Interactive` node that says what its keys do.

    Attributes:
        words: For a key what it does, in a word or two; hosts show them.
    """

    words: Mapping[str, str]


@runtime_checkable
class Counting(Protocol):
    """An :class:`Interactive` node of which not every move is a step of the player's."""

    def counts(self, state: State) -> bool:
        """Return whether the event that it has just answered is one: choosing a cell is not."""


@runtime_checkable
class Helping(Protocol):
    """An :class:`Interactive` node that helps the player."""

    def helped(self, state: State) -> bool:
        """Return whether it did so in this game, which then makes no record."""


@runtime_checkable
class Overlaid(Protocol):
    """A node, not played, that wants something drawn over the grid in pictures of a run."""

    def overlay(self, state: State) -> Sequence[Mark]:
        """Return what that is now; nothing where the grid is another one."""
