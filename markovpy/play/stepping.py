"""The search of games whose moves are more than lists of rules: by playing them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from heapq import heappop, heappush
from itertools import product
from typing import TYPE_CHECKING

from markovpy.model.events import KEY, NAMES, Event
from markovpy.play.chance import check_chance, doubtful
from markovpy.play.outlook import loose_outlook
from markovpy.play.session import run_game
from markovpy.play.solution import GREED, Limits, Solution

if TYPE_CHECKING:
    from collections.abc import Hashable

    from markovpy.engine.aims import Bound
    from markovpy.engine.game import Snapshot
    from markovpy.play.session import Session

_KEYS = "abcdefghijklmnopqrstuvwxyz0123456789"
_BYTES_A_STATE = 600
_CHUNK = 64


def play_through(session: Session, limits: Limits, optimal: bool = True) -> Solution:
    """Find moves that win; the session is left as it was.

    Args:
        session: The game.
        limits: When to give up.
        optimal: Whether the fewest are asked for: the search is breadth-first then.

    Raises:
        RunError: A move is left to chance, or never ends.
    """
    outlook = None if optimal else loose_outlook(session)
    before = session.game.snapshot()
    search = _Search(session, limits, before, () if outlook is None else outlook.bounds)
    try:
        found = search.run()
    finally:
        session.game.restore(before)
    if outlook is None:
        bound, method = found.move_count, "breadth-first search by playing"
        return replace(found, fewest=bool(found.events), bound=bound, method=method)
    return replace(found, method="greedy best-first search by playing")


class _Search:
    """A search by playing.

    Args:
        session: The game.
        limits: When to give up.
        start: Where the game is.
        bounds: What says how far a grid is from a win; empty for a search in breadth.
    """

    def __init__(
        self, session: Session, limits: Limits, start: Snapshot, bounds: Sequence[Bound]
    ) -> None:
        self.session = session
        self.limits = limits
        self.start = start
        self.bounds = bounds
        checked = session.compiled.checked.game
        self.chances = doubtful(checked) if checked is not None else {}
        self.trail: list[tuple[int, Event | None]] = [(-1, None)]
        self.waiting = [(0, 0, 0, start)]

    def run(self) -> Solution:
        """Search until there is an answer or a limit."""
        events = list(_events(self.session))
        most = self.limits.states(_BYTES_A_STATE + len(self.start.grid))
        known: set[Hashable] = {_key(self.start)}
        looked_at = 0
        while self.waiting:
            if looked_at % _CHUNK == 0 and self.limits.reached(len(self.trail)):
                return self.limits.given_up(len(self.trail))
            looked_at += 1
            _, number, depth, snapshot = heappop(self.waiting)
            for event in events:
                after = self._after(event, snapshot)
                if after is None or (key := _key(after)) in known:
                    continue
                known.add(key)
                self.trail.append((abs(number), event))
                if after.status == "won":
                    return self._solved()
                if after.status == "playing":
                    self._put(after, depth + 1)
                if len(self.trail) >= most:
                    return self.limits.given_up(len(self.trail))
        reason = "no moves from here on lead to a win"
        return self.limits.ended("impossible", reason, len(self.trail))

    def _put(self, snapshot: Snapshot, depth: int) -> None:
        """Let the last state of the trail wait: of a rank, with bounds the last comes first."""
        number = len(self.trail) - 1
        if not self.bounds:
            heappush(self.waiting, (depth, number, depth, snapshot))
            return
        bound = max(bound.of(snapshot.grid) for bound in self.bounds)
        heappush(self.waiting, (depth + GREED * bound, -number, depth, snapshot))

    def _solved(self) -> Solution:
        """Return the moves that led to the last state."""
        events: list[Event] = []
        number = len(self.trail) - 1
        while (step := self.trail[number])[1] is not None:
            events.append(step[1])
            number = step[0]
        self.session.game.restore(self.start)
        return self.limits.solved(self.session, events[::-1], len(self.trail))

    def _after(self, event: Event, before: Snapshot) -> Snapshot | None:
        """Return where an event leads; None where it is no move.

        Raises:
            RunError: It is left to chance.
        """
        session, game = self.session, self.session.game
        game.restore(before)
        session.compiled.send(game, event)
        run_game(game, session.compiled)
        if not game.effect.acted:
            return None
        after = game.snapshot()
        if self.chances and after.generator != before.generator:
            game.restore(before)
            check_chance(session, event, self.chances)
        return after


def _key(snapshot: Snapshot) -> Hashable:
    return (snapshot.grid, snapshot.status, snapshot.players)


def _events(session: Session) -> Iterator[Event]:
    """Yield everything that a player or the clock can do."""
    taken = session.events
    for name in NAMES:
        if name == "click" and name in taken:
            width, height, depth = session.size
            for x, y, z in product(range(width), range(height), range(depth)):
                yield Event("click", (x, y) if depth == 1 else (x, y, z))
        elif name in taken:
            yield Event(name)
    for key in _KEYS:
        if KEY in taken or f"{KEY} {key}" in taken:
            yield Event(KEY, key=key)
