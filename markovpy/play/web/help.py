"""What the page is told when it asks how to win."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markovpy.play.advice import Solver, can_help
from markovpy.play.web.view import placed

if TYPE_CHECKING:
    from collections.abc import Callable

    from markovpy.model.events import Event
    from markovpy.play.session import Session


class _NotWantedError(Exception):
    """Something else is asked for, so that the answer is not waited for any more."""


_BESIDES_CLICKS = {"action": "press Enter", "space": "press the space bar"}


class Help:
    """Answers for one browser.

    Args:
        unwanted: Tells whether something else is asked for meanwhile, which ends a search.
    """

    def __init__(self, unwanted: Callable[[], bool]) -> None:
        self._solver = Solver()
        self._unwanted = unwanted

    def offers(self, session: Session) -> bool:
        """Return whether there is anything to ask."""
        return can_help(session)

    def hint(self, session: Session) -> dict[str, Any]:
        """Return the next move towards a win, as data and in words."""
        found = self._way(session)
        if isinstance(found, str):
            return {"text": f"No hint: {found}.", "event": None}
        first = found[0]
        return {"text": f"Hint: {_words(first)} ({_left(found)}).", "event": _sent(first, session)}

    def solution(self, session: Session) -> dict[str, Any]:
        """Return all moves to a win, as data, and how many in words."""
        found = self._way(session)
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

    def _way(self, session: Session) -> tuple[Event, ...] | str:
        """Return moves that win, or why there are none."""
        if not self.offers(session):
            return "this game has no help"
        if session.status != "playing":
            return f"the game is {session.status}"
        try:
            found = self._solver.way(session, self._going)
        except _NotWantedError:
            return "something else was asked for"
        if not isinstance(found, str):
            session.note_help()
        return found

    def _going(self, states: int, line: str) -> None:
        if self._unwanted():
            raise _NotWantedError


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
