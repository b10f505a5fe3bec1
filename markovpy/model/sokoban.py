"""Sokoban's levels: the symbols of XSB, and what is wrong with one before anybody plays it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markovpy.errors import Diagnostic
from markovpy.model.level import Level, Place

WALL, FLOOR = "#", " "
PLAYERS, BOXES, GOALS = "@+", "$*", ".+*"
_REACH_FAULTS = {
    "$": ("unreachable-box", "box", "boxes"),
    ".": ("unreachable-goal", "goal", "goals"),
}


@dataclass(frozen=True)
class Fault:
    """Why a level cannot be won as it stands.

    Args:
        code: A diagnostic's code.
        message: What is wrong, ``LEVEL`` where the level is named; rows and columns from 1.
        place: The cell that is meant; None for the level as a whole.
        hint: What to do.
    """

    code: str
    message: str
    place: Place | None
    hint: str

    def named(self, level: str) -> str:
        """Return the message with the name of the level in it."""
        return self.message.replace("LEVEL", level)


def places(rows: Sequence[str], symbols: str) -> list[Place]:
    """Return where one of some symbols stands, row by row."""
    return [(y, x) for y, row in enumerate(rows) for x, cell in enumerate(row) if cell in symbols]


def check_level(level: Level, name: str = "the level") -> list[Diagnostic]:
    """Return everything for which a level cannot be won as it stands.

    Args:
        level: The level.
        name: What messages call it.
    """
    return [
        Diagnostic(
            fault.code, fault.named(name), level.span(fault.place), fault.hint, source=level.source
        )
        for fault in faults_of(level.rows)
    ]


@lru_cache(maxsize=4096)
def faults_of(rows: tuple[str, ...]) -> tuple[Fault, ...]:
    """Return everything for which a level cannot be won as it stands.

    Args:
        rows: Its rows, all of one width, in the symbols of XSB: ``#`` wall, blank floor, ``@``
            player, ``$`` box, ``.`` goal, ``+`` and ``*`` player and box on a goal.
    """
    players = places(rows, PLAYERS)
    found = [*_player_faults(players), *_count_faults(rows)]
    reached, gap = _reach(rows, players or places(rows, BOXES))
    if gap is not None:
        message = f"LEVEL is not closed: there is a gap at {_in_words([gap])}"
        found.append(Fault("open-level", message, gap, "close it with walls (#)"))
    elif players:
        found.extend(_unreached(rows, reached))
    return tuple(found)


def _player_faults(players: list[Place]) -> Iterator[Fault]:
    if not players:
        yield Fault("no-player", "LEVEL has no player", None, "put one in: @, or + on a goal")
    elif len(players) > 1:
        message = f"LEVEL has {len(players)} players ({_in_words(players)}, counted from 1)"
        yield Fault("many-players", message, players[1], "leave one of them")


def _count_faults(rows: Sequence[str]) -> Iterator[Fault]:
    boxes, goals = len(places(rows, BOXES)), len(places(rows, GOALS))
    if boxes != goals:
        said = f"{_count(boxes, 'box', 'boxes')}, but {_count(goals, 'goal', 'goals')}"
        hint = "a level needs a goal for each box: $ and . alone, * together, + a goal too"
        yield Fault("boxes-and-goals", f"LEVEL has {said}", None, hint)
    elif not boxes:
        hint = "put in a box ($) and a goal (.)"
        yield Fault("boxes-and-goals", "LEVEL has no box and no goal", None, hint)


def _unreached(rows: Sequence[str], reached: set[Place]) -> Iterator[Fault]:
    for symbol, (code, one, many) in _REACH_FAULTS.items():
        away = [place for place in places(rows, symbol) if place not in reached]
        if away:
            verb = "lies" if len(away) == 1 else "lie"
            message = f"{_count(len(away), one, many)} of LEVEL {verb} out of the player's reach"
            message += f", even if no box were in the way ({_in_words(away)}, counted from 1)"
            yield Fault(code, message, away[0], "open the walls around, or take it away")


def _reach(rows: Sequence[str], begin: Sequence[Place]) -> tuple[set[Place], Place | None]:
    """Return where one can walk without boxes, and the first cell outside that one comes to.

    A cell is outside where only floor lies between it and the edge both along its row and along
    its column, or where one can step over the edge.
    """
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    along_rows = [_outer(row) for row in rows]
    along_columns = [_outer(column) for column in columns]
    reached = set(begin)
    waiting = deque(begin)
    while waiting:
        y, x = waiting.popleft()
        if x in along_rows[y] and y in along_columns[x]:
            return reached, (y, x)
        for place in ((y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)):
            if not (0 <= place[0] < len(rows) and 0 <= place[1] < len(columns)):
                return reached, (y, x)
            if place not in reached and rows[place[0]][place[1]] != WALL:
                reached.add(place)
                waiting.append(place)
    return reached, None


def _outer(cells: str) -> set[int]:
    """Return the places of floor before the first and behind the last other symbol."""
    first = len(cells) - len(cells.lstrip(FLOOR))
    return {*range(first), *range(len(cells.rstrip(FLOOR)), len(cells))}


def _count(number: int, one: str, many: str) -> str:
    return f"{number or 'no'} {one if number < 2 else many}"


def _in_words(places: Sequence[Place]) -> str:
    """Return places in words, such as ``row 2, columns 2 and 5``."""
    rows: dict[int, list[str]] = {}
    for y, x in places:
        rows.setdefault(y, []).append(str(x + 1))
    return "; ".join(
        f"row {y + 1}, column{'s' if len(columns) > 1 else ''} {_listed(columns)}"
        for y, columns in rows.items()
    )


def _listed(words: Sequence[str]) -> str:
    return " and ".join(part for part in (", ".join(words[:-1]), words[-1]) if part)
