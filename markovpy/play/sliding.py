"""Sliding puzzles among games: recognised by what their moves do, solved by their own solver."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from markovpy.model.events import ARROWS, Event
from markovpy.plugins.sliding import is_solvable, solve

if TYPE_CHECKING:
    from markovpy.play.session import Session

_OPPOSITE = {"left": "right", "right": "left", "up": "down", "down": "up"}
Step = tuple[int, int]
Grid = NDArray[np.uint8]


def sliding_way(session: Session) -> tuple[Event, ...] | None:
    """Return moves that win a sliding puzzle, on boards of up to 16 cells as few as possible.

    A game is one if all cells hold different values, the same ones as its start, and if each
    arrow moves one of them, the gap, to a neighbouring cell.

    Returns:
        The moves, which were tried; None where the game is no such puzzle, or is not won so.
    """
    start = session.compiled.checked.start
    if start is None or session.size[2] > 1 or session.status != "playing":
        return None
    grid, goal = session.grid, start.values[0]
    values = np.sort(grid, axis=None)
    if (values[1:] == values[:-1]).any() or (values != np.sort(goal, axis=None)).any():
        return None
    found = _gap_and_steps(session)
    if found is None:
        return None
    gap, arrows = found
    tiles, target = _numbered(grid, gap), _numbered(goal, gap)
    width = grid.shape[1]
    if not is_solvable(tiles, width, target):
        return None
    events = _events(solve(tiles, width, target), tiles, width, arrows)
    return events if events and _wins(session, events) else None


def _gap_and_steps(session: Session) -> tuple[int, dict[Step, str]] | None:
    """Return the gap's value, and the arrow for each of its steps; None for another game."""
    before = session.grid.copy()
    tried: dict[str, Grid] = {}
    for arrow in ARROWS:
        if session.send(arrow).acted:
            tried[arrow] = session.grid.copy()
            session.undo()
    moved = [set(before[before != after].tolist()) for after in tried.values()]
    if not moved or any(len(values) != 2 for values in moved):
        return None
    common = set.intersection(*moved)
    gap = 0 if 0 in common else min(common, default=-1)
    arrows: dict[Step, str] = {}
    for arrow, after in tried.items():
        (y, x), (new_y, new_x) = _place(before, gap), _place(after, gap)
        if abs(new_x - x) + abs(new_y - y) != 1:
            return None
        arrows[new_x - x, new_y - y] = arrow
        arrows[x - new_x, y - new_y] = _OPPOSITE[arrow]
    return gap, arrows


def _place(grid: Grid, value: int) -> Step:
    """Return where a value is, as y and x; ``(-1, -1)`` where it is not."""
    found = np.argwhere(grid == value).tolist()
    return (found[0][0], found[0][1]) if found else (-1, -1)


def _numbered(grid: Grid, gap: int) -> list[int]:
    """Return a board's values row by row as numbers of which the gap's is 0."""
    return [0 if value == gap else value + 1 for value in grid.reshape(-1).tolist()]


def _events(
    order: list[int], tiles: list[int], width: int, arrows: dict[Step, str]
) -> tuple[Event, ...]:
    """Return the arrows that move tiles into the gap in an order; none where one is not known."""
    places = {tile: place for place, tile in enumerate(tiles)}
    events: list[Event] = []
    for tile in order:
        here, there = places[0], places[tile]
        step = there % width - here % width, there // width - here // width
        if step not in arrows:
            return ()
        events.append(Event(arrows[step]))
        places[0], places[tile] = there, here
    return tuple(events)


def _wins(session: Session, events: tuple[Event, ...]) -> bool:
    """Return whether moves win a game; it is left as it is."""
    made = 0
    for event in events:
        if not session.send(event).acted:
            break
        made += 1
    won = session.status == "won"
    for _ in range(made):
        session.undo()
    return won
