"""What the page is told when it asks how to win."""

from __future__ import annotations

from threading import Lock
from typing import TYPE_CHECKING, Any

from markovpy.play.advice import Solver, can_help
from markovpy.play.web.view import placed

if TYPE_CHECKING:
    from collections.abc import Callable

    from markovpy.model.events import Event
    from markovpy.play.session import Session


class _NotWantedError(Exception):
    """Something else is asked for, so that the answer is not waited for any more."""


Way = tuple["Event", ...] | str
"""Moves that win, or why there are none."""

NOT_WANTED = "something else was asked for"
_BESIDES_CLICKS = {"action": "press Enter", "space": "press the space bar"}
_BEGINNING = "Looking for a way to win"


class Help:
    """Answers for one browser; one search after the other.

    Attributes:
        progress: How far the search is, for the player.
    """

    def __init__(self) -> None:
        self._solver = Solver()
        self._searching = Lock()
        self.progress = _BEGINNING

    def offers(self, session: Session) -> bool:
        """Return whether there is anything to ask."""
        return can_help(session)

    def hint(self, session: Session, found: Way) -> dict[str, Any]:
        """Return the next move towards a win, as data and in words."""
        if isinstance(found, str):
            return {"text": f"No hint: {found}.", "event": None}
        first = found[0]
        return {"text": f"Hint: {_words(first)} ({_left(found)}).", "event": _sent(first, session)}

    def solution(self, session: Session, found: Way) -> dict[str, Any]:
        """Return all moves to a win, as data, and how many in words."""
        if isinstance(found, str):
            return {"text": f"Sorry, {found}.", "events": []}
        events = [_sent(event, session) for event in found]
        return {"text": f"{_left(found)}. Any key stops.", "events": events}

    def warning(self, session: Session) -> dict[str, Any] | None:
        """Return why a game cannot be won any more, and the cells to blame; None if it may be."""
        if not self.offers(session):
            return None
        found = self._solver.hopeless(session)
        if found is None:
            return None
        reason = found.told
        return {
            "text": f"{reason[:1].upper()}{reason[1:]}.",
            "cells": [placed(session, cell) for cell in found.cells],
        }

    def way(self, session: Session, wanted: Callable[[], bool]) -> Way:
        """Search for moves that win.

        Args:
            session: A game that nobody else has to do with meanwhile.
            wanted: Tells whether the answer is still waited for; else the search ends soon.
        """
        if not self.offers(session):
            return "this game has no help"
        if session.status != "playing":
            return f"the game is {session.status}"

        def going(states: int, line: str) -> None:
            if not wanted():
                raise _NotWantedError
            if line:
                self.progress = f"{line[0].upper()}{line[1:]}"
            elif states:
                self.progress = f"Searching … {states:,} position{'s' * (states != 1)}"

        with self._searching:
            self.progress = _BEGINNING
            try:
                going(0, "")
                return self._solver.way(session, going)
            except _NotWantedError:
                return NOT_WANTED


def _sent(event: Event, session: Session) -> str | list[Any]:
    """Return an event as the page sends it."""
    if event.cell is None:
        return event.trigger
    return ["click", *placed(session, event.cell)]


def _words(event: Event) -> str:
    if event.cell is not None:
        return "click the framed cell"
    if event.key:
        return f"press {event.key.upper()}"
    return _BESIDES_CLICKS.get(event.name, event.name)


def _left(events: tuple[Event, ...]) -> str:
    return f"{len(events)} move{'s' * (len(events) != 1)} to the end"
