"""What a host can ask about a game's solutions."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from markovpy.errors import MarkovError
from markovpy.play.outlook import Hopeless, hopeless
from markovpy.play.solving import solve

if TYPE_CHECKING:
    from markovpy.model.events import Event
    from markovpy.play.session import Session

Going = Callable[[int, str], None]
"""Is told now and then how many states a search has found; and a line, before what takes long."""

_LONGEST = 20.0
_MEMORY = 1000


def can_help(session: Session) -> bool:
    """Return whether a game has a win to be searched for.

    Time does not wait for answers, and nodes that are played give their own.
    """
    game = session.game
    return bool(game.parts.wins) and session.tick is None and not game.players


class Advice(Protocol):
    """Knows about solutions."""

    def way(self, session: Session, going: Going) -> tuple[Event, ...] | str:
        """Return moves that win from where a game is, at least one, or why there are none."""

    def hopeless(self, session: Session) -> Hopeless | None:
        """Return why a game cannot be won any more, as far as that is known at once."""


class Solver:
    """Knows about solutions what the searches of :mod:`markovpy.play` find.

    Games that are asked about again where the last solution passes are not searched anew.
    """

    def __init__(self) -> None:
        self._ways: dict[tuple[int, int, str], tuple[Event, ...]] = {}

    def way(self, session: Session, going: Going) -> tuple[Event, ...] | str:
        """Return moves that win; see :class:`Advice`."""
        known = self._ways.get(_place(session))
        if known is not None:
            return known
        barrier = hopeless(session)
        if barrier is not None:
            return _cannot_be_won(session, barrier.told)

        def progress(states: int) -> bool:
            going(states, "")
            return True

        def tell(line: str) -> None:
            going(0, line)

        try:
            found = solve(session, memory=_MEMORY, seconds=_LONGEST, progress=progress, tell=tell)
        except MarkovError as error:
            return error.diagnostics[0].message
        if found.outcome == "solved":
            self._keep(session, found.events)
            return found.events
        if found.outcome == "impossible":
            return _cannot_be_won(session, found.reason)
        return f"no way to win was found: {found.reason}"

    def hopeless(self, session: Session) -> Hopeless | None:
        """Return why a game cannot be won any more; see :class:`Advice`."""
        return hopeless(session)

    def _keep(self, session: Session, events: tuple[Event, ...]) -> None:
        """Keep what is left of a way at each place that it passes."""
        self._ways.clear()
        made = 0
        try:
            for place in range(len(events)):
                self._ways[_place(session)] = events[place:]
                session.send(events[place])
                made += 1
        finally:
            for _ in range(made):
                session.undo()


def _cannot_be_won(session: Session, reason: str) -> str:
    """Return that a game cannot be won, or not any more, and why."""
    if session.faults:
        return f"this level is faulty: {'; '.join(session.faults)}"
    return f"this cannot be won{' any more' if session.moves else ''}: {reason}"


def _place(session: Session) -> tuple[int, int, str]:
    return session.level, session.seed, session.sha256
