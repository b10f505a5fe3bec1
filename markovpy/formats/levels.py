"""Levels of box-pushing games, and what is wrong with one before anybody plays it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from markovpy.errors import Diagnostic, input_error
from markovpy.source import Source, Span

WALL, FLOOR = "#", " "
PLAYERS, BOXES, GOALS = "@+", "$*", ".+*"
_REACH_FAULTS = {
    "$": ("unreachable-box", "box", "boxes"),
    ".": ("unreachable-goal", "goal", "goals"),
}

Place: TypeAlias = tuple[int, int]
"""Row and column of a cell, from 0."""


@dataclass(frozen=True)
class Level:
    """A level in the symbols of XSB.

    Args:
        title: What it is called; empty if it has no name.
        author: Who made it; empty if that is not said.
        comment: What else is said of it, lines separated by a line feed.
        solution: The first solution stored with it, in LURD without run lengths; may be empty.
        rows: Its rows from top to bottom, all of one width: ``#`` wall, blank floor, ``@`` player,
            ``$`` box, ``.`` goal, ``+`` and ``*`` player and box on a goal.
        line: The line of the file in which its first row stands, from 1; 0 if it has none.
    """

    title: str
    author: str
    comment: str
    solution: str
    rows: tuple[str, ...]
    line: int

    @property
    def text(self) -> str:
        """Its rows as one text; what :func:`check_level` finds points into it."""
        return "\n".join(self.rows)

    @property
    def width(self) -> int:
        """Cells in a row."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    def places(self, symbols: str) -> list[Place]:
        """Return where one of some symbols stands, row by row."""
        return [
            (y, x)
            for y, row in enumerate(self.rows)
            for x, cell in enumerate(row)
            if cell in symbols
        ]

    def source(self, name: str, number: int) -> Source:
        """Return the text that what :func:`check_level` finds points into, named.

        Args:
            name: The file's name.
            number: The level's number in it, from 1.
        """
        where = f" (line {self.line})" if self.line else ""
        return Source(self.text, f"{name}, level {number}{where}")


def pick_level(levels: Sequence[Level], number: int, name: str) -> Level:
    """Return a level of a collection by its number, from 1.

    Raises:
        ProgramError: There is no such level.
    """
    if not 1 <= number <= len(levels):
        hint = f"name one of 1..{len(levels)}"
        raise input_error("no-such-level", f"there is no level {number}", name, hint)
    return levels[number - 1]


def check_level(level: Level) -> list[Diagnostic]:
    """Return everything for which a level cannot be won as it stands.

    Rows and columns in messages are counted from 1; spans point into :attr:`Level.text`.
    """
    players = level.places(PLAYERS)
    found = [*_player_problems(level, players), *_count_problems(level)]
    begin = players or level.places(BOXES)
    reached, gap = _reach(level, begin)
    if gap is not None:
        message = f"the level is not closed: there is a gap at {_in_words([gap])}"
        found.append(problem("open-level", message, level, gap, "close it with walls (#)"))
    elif players:
        found.extend(_unreached(level, reached))
    return found


def _player_problems(level: Level, players: list[Place]) -> Iterable[Diagnostic]:
    if not players:
        hint = "put one in: @, or + on a goal"
        yield Diagnostic("no-player", "the level has no player", hint=hint)
    elif len(players) > 1:
        message = f"the level has {len(players)} players ({_in_words(players)}, counted from 1)"
        yield problem("many-players", message, level, players[1], "leave one of them")


def _count_problems(level: Level) -> Iterable[Diagnostic]:
    boxes, goals = level.places(BOXES), level.places(GOALS)
    if len(boxes) != len(goals):
        said = f"{_count(len(boxes), 'box', 'boxes')}, but {_count(len(goals), 'goal', 'goals')}"
        hint = "a level needs a goal for each box: $ and . alone, * together, + a goal too"
        yield Diagnostic("boxes-and-goals", f"the level has {said}", hint=hint)
    elif not boxes:
        hint = "put in a box ($) and a goal (.)"
        yield Diagnostic("boxes-and-goals", "the level has no box and no goal", hint=hint)


def _unreached(level: Level, reached: set[Place]) -> Iterable[Diagnostic]:
    for symbol, (code, one, many) in _REACH_FAULTS.items():
        away = [place for place in level.places(symbol) if place not in reached]
        if away:
            verb = "lies" if len(away) == 1 else "lie"
            message = f"{_count(len(away), one, many)} {verb} out of the player's reach, even if"
            message += f" no box were in the way ({_in_words(away)}, counted from 1)"
            yield problem(code, message, level, away[0], "open the walls around, or take it away")


def _reach(level: Level, begin: Sequence[Place]) -> tuple[set[Place], Place | None]:
    """Return where one can walk without boxes, and the first cell outside that one comes to.

    A cell is outside where only floor lies between it and the edge both along its row and along
    its column, or where one can step over the edge.
    """
    columns = ["".join(row[x] for row in level.rows) for x in range(level.width)]
    along_rows = [_outer(row) for row in level.rows]
    along_columns = [_outer(column) for column in columns]
    reached = set(begin)
    waiting = deque(begin)
    while waiting:
        y, x = waiting.popleft()
        if x in along_rows[y] and y in along_columns[x]:
            return reached, (y, x)
        for place in ((y, x + 1), (y + 1, x), (y, x - 1), (y - 1, x)):
            if not (0 <= place[0] < level.height and 0 <= place[1] < level.width):
                return reached, (y, x)
            if place not in reached and level.rows[place[0]][place[1]] != WALL:
                reached.add(place)
                waiting.append(place)
    return reached, None


def _outer(cells: str) -> set[int]:
    """Return the places of floor before the first and behind the last other symbol."""
    first = len(cells) - len(cells.lstrip(FLOOR))
    return {*range(first), *range(len(cells.rstrip(FLOOR)), len(cells))}


def problem(code: str, message: str, level: Level, place: Place, hint: str) -> Diagnostic:
    """Return what is wrong with a cell of a level."""
    start = place[0] * (level.width + 1) + place[1]
    return Diagnostic(code, message, Span(start, start + 1), hint)


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
