"""The search of games whose moves are more than lists of rules: by playing them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING

from markovpy.model.events import KEY, NAMES, Event
from markovpy.play.chance import check_chance, doubtful
from markovpy.play.session import run_game
from markovpy.play.solution import Limits, Solution

if TYPE_CHECKING:
    from collections.abc import Hashable

    from markovpy.engine.game import Snapshot
    from markovpy.nodes.kind import CheckedNode
    from markovpy.play.session import Session

_KEYS = "abcdefghijklmnopqrstuvwxyz0123456789"
_BYTES_A_STATE = 600
_CHUNK = 256


def play_through(session: Session, limits: Limits) -> Solution:
    """Find the fewest moves that win, breadth first; the session is left as it was.

    Raises:
        RunError: A move is left to chance, or never ends.
    """
    before = session.game.snapshot()
    try:
        found = _search(session, limits, before)
    finally:
        session.game.restore(before)
    return replace(found, method="breadth-first search by playing")


def _search(session: Session, limits: Limits, start: Snapshot) -> Solution:
    game, events = session.game, list(_events(session))
    checked = session.compiled.checked.game
    chances = doubtful(checked) if checked is not None else {}
    most = limits.states(_BYTES_A_STATE + len(start.grid))
    trail: list[tuple[int, Event | None]] = [(-1, None)]
    known: set[Hashable] = {_key(start)}
    layer = [(0, start)]
    while layer:
        reached: list[tuple[int, Snapshot]] = []
        for place, (number, snapshot) in enumerate(layer):
            if place % _CHUNK == 0 and limits.reached(len(trail)):
                return limits.given_up(len(trail))
            for event in events:
                game.restore(snapshot)
                after = _after(session, event, snapshot, chances)
                if after is None or (key := _key(after)) in known:
                    continue
                known.add(key)
                trail.append((number, event))
                if after.status == "won":
                    found = _solved(session, limits, trail, start)
                    return replace(found, fewest=True)
                if after.status == "playing":
                    reached.append((len(trail) - 1, after))
                if len(trail) >= most:
                    return limits.given_up(len(trail))
        layer = reached
    return limits.ended("impossible", "no moves from here on lead to a win", len(trail))


def _solved(
    session: Session, limits: Limits, trail: list[tuple[int, Event | None]], start: Snapshot
) -> Solution:
    """Return the moves that led to the last state."""
    events: list[Event] = []
    number = len(trail) - 1
    while (step := trail[number])[1] is not None:
        events.append(step[1])
        number = step[0]
    session.game.restore(start)
    return limits.solved(session, events[::-1], len(trail))


def _after(
    session: Session, event: Event, before: Snapshot, chances: dict[int, CheckedNode]
) -> Snapshot | None:
    """Return where an event leads; None where it is no move.

    Raises:
        RunError: It is left to chance.
    """
    game = session.game
    session.compiled.send(game, event)
    run_game(game, session.compiled)
    if not game.effect.acted:
        return None
    after = game.snapshot()
    if chances and after.generator != before.generator:
        game.restore(before)
        check_chance(session, event, chances)
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
