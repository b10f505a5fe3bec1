"""The cell that arrows choose, and whether they choose one at all, or move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.errors import MarkovError
from markovpy.model.events import ARROWS

if TYPE_CHECKING:
    from markovpy.play.session import Session

Cell = tuple[int, ...]
_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}


class Chooser:
    """Knows what arrows are for in a game that takes both them and clicks.

    By itself it lets them choose cells as long as none of them can move anything, such as before a
    piece is chosen. The player may want it otherwise.

    Args:
        session: The game.

    Attributes:
        place: The chosen cell.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._idle = False
        self._wish: bool | None = None
        self.place: Cell = ()

    @property
    def chooses(self) -> bool:
        """Whether arrows choose cells where they could move as well."""
        return self._idle if self._wish is None else self._wish

    def turn(self) -> None:
        """Do otherwise, as the player wishes: until that is how it would be anyway."""
        wish = not self.chooses
        self._wish = None if wish == self._idle else wish

    def begin(self, *, both: bool) -> None:
        """Take note that another game began; see :meth:`look`."""
        self._wish = None
        width, height, depth = self._session.size
        if not self.place or self.place[0] >= width or self.place[1] >= height:
            self.place = (width // 2, height // 2, *([0] if depth > 1 else []))
        self.look(both=both)

    def look(self, *, both: bool) -> None:
        """See whether any arrow can move something now.

        Args:
            both: Whether arrows can both move and choose cells.
        """
        is_played = self._session.status == "playing"
        self._idle = both and is_played and not any(map(self._moves, sorted(ARROWS)))

    def move(self, arrow: str) -> None:
        """Choose the cell beside the chosen one; beyond the edge comes the other side."""
        dx, dy = _STEPS.get(arrow, (0, 0))
        width, height, _ = self._session.size
        x, y = (self.place[0] + dx) % width, (self.place[1] + dy) % height
        self.place = (x, y, *self.place[2:])

    def _moves(self, arrow: str) -> bool:
        """Return whether an arrow is a move now, and leave the game as it is."""
        try:
            acts = self._session.send(arrow).acted
        except MarkovError:  # it acts, and what follows fails
            return True
        if acts:
            self._session.undo()
        return acts
