"""Hints, playing to the end, and the warning that a game cannot be won any more."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Literal

from markovpy.play.advice import can_help
from markovpy.play.terminal.text import clean, count_of

if TYPE_CHECKING:
    from markovpy.model.events import Event
    from markovpy.play.advice import Advice, Going
    from markovpy.play.outlook import Hopeless
    from markovpy.play.session import Session

Cell = tuple[int, ...]
Question = Literal["", "hint", "finish"]
_LONGEST_SHOW = 12.0
_LONGEST_MOVE = 0.25


class Coach:
    """Helps with one session.

    Args:
        session: The game.
        advice: What knows about solutions; None where nothing does.

    Attributes:
        asked: What the player asked for and has no answer yet.
        pointed: The cell that a hint says to click; None for none.
        warning: Why the game cannot be won any more.
    """

    def __init__(self, session: Session, advice: Advice | None) -> None:
        self._session = session
        self._advice = advice
        self._ahead: deque[Event] = deque()
        self.asked: Question = ""
        self.pointed: Cell | None = None
        self.warning: Hopeless | None = None
        self.pace = _LONGEST_MOVE

    @property
    def can_help(self) -> bool:
        """Whether there is anything to ask."""
        return self._advice is not None and can_help(self._session)

    @property
    def is_showing(self) -> bool:
        """Whether the game is being played to its end."""
        return bool(self._ahead)

    def begin(self) -> None:
        """Take note that another game began."""
        self.stop()
        self.look()

    def look(self) -> None:
        """See whether the game can still be won."""
        self.pointed = None
        can_tell = self.can_help and self._session.status == "playing"
        self.warning = (
            self._advice.hopeless(self._session) if can_tell and self._advice is not None else None
        )

    def ask(self, question: Question) -> None:
        """Take a question, if the game is still being played."""
        if self._session.status == "playing":
            self.asked = question

    def stop(self) -> None:
        """Forget what was asked, and what was to be played."""
        self.asked = ""
        self._ahead.clear()

    def next(self) -> Event:
        """Return the next move of the game that is being played to its end."""
        return self._ahead.popleft()

    def answer(self, going: Going) -> str:
        """Search for what was asked, and say what came of it.

        Args:
            going: Is told how far the search is.
        """
        question, self.asked = self.asked, ""
        assert self._advice is not None
        found = self._advice.way(self._session, going)
        if isinstance(found, str):
            return clean(f"No {question}: {found}" if question == "hint" else f"Sorry, {found}")
        self._session.note_help()
        left = count_of(len(found), "move")
        if question == "finish":
            self._ahead.extend(found)
            self.pace = min(_LONGEST_MOVE, _LONGEST_SHOW / len(found))
            return f"{left} to the end. Any key stops"
        first = found[0]
        self.pointed = first.cell
        what = str(first)
        if first.cell is not None:
            what = f"click the framed cell, column {first.cell[0] + 1}, row {first.cell[1] + 1}"
        return f"Hint: {what}   ({left} to the end)"
