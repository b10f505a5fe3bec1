"""Every shipped game is played from start to win on a terminal, by keys and with the mouse."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

import pytest

import markovpy
import markovpy.play
from markovpy.model.events import ARROWS, Event
from markovpy.play.advice import Solver, can_help
from markovpy.play.records import Records
from markovpy.play.terminal.board import ColorBoard
from markovpy.play.terminal.controls import Controls
from markovpy.play.terminal.player import Player
from markovpy.play.terminal.view import Styles, screen_of
from markovpy.play.web.shelf import Shelf
from markovpy.plugins.sudoku import solve

if os.name == "nt":
    pytest.skip("needs a terminal of POSIX", allow_module_level=True)

from support.terminal import GameTerminal

SEED = 3
KEYS = {
    "left": "\x1b[D",
    "up": "\x1b[A",
    "right": "\x1b[C",
    "down": "\x1b[B",
    "space": " ",
    "action": "x",
}
SIZE = (80, 24)
AT_ONCE = 12
GAMES = [name for name in Shelf(markovpy.load("sokoban")).titles if name != "snake_play"]


@lru_cache
def game(name: str, level: int) -> markovpy.Session:
    """Return a game at its start."""
    return markovpy.Session(markovpy.load(name), level, SEED)


CLICKED = [name for name in GAMES if "click" in game(name, 1).events]


@lru_cache
def moves(name: str, level: int) -> tuple[Event, ...]:
    """Return moves that win: those of a search, or of the plugin that knows the game."""
    session = game(name, level)
    if can_help(session):
        found = markovpy.play.solve(session)
        assert found.outcome == "solved", found.reason
        return found.events
    return tuple(_entries(session))


def _entries(session: markovpy.Session) -> Iterator[Event]:
    """Yield the clicks and digits that fill a sudoku."""
    width = session.size[0]
    givens = session.text().replace("\n", "")
    solution = solve(givens, (2, 3) if width == 6 else None).text
    for cell, (given, digit) in enumerate(zip(givens, solution)):
        if given == ".":
            yield Event("click", (cell % width, cell // width))
            yield Event("key", key=digit)


class Keyboard:
    """What a player types for moves; keeps where the cursor is."""

    def __init__(self, session: markovpy.Session) -> None:
        self.controls = Controls(session.events, 0, helps=False, selects=bool(session.game.players))
        width, height, _ = session.size
        self._game = markovpy.Session(session.program, session.level, SEED)
        self._choosing = self._arrows_do_nothing()
        self._cell = (width // 2, height // 2)
        if session.game.players:  # such a game has a cursor of its own
            self._cell = next((mark.x, mark.y) for mark in session.marks if mark.frame)

    def keys(self, event: Event) -> str:
        """Return the keys for a move."""
        typed = self._keys(event)
        by_itself = self._choosing == self._arrows_do_nothing()
        self._game.send(event)
        if by_itself:
            self._choosing = self._arrows_do_nothing()
        return typed

    def _arrows_do_nothing(self) -> bool:
        """Return whether arrows choose cells by themselves, as nothing moves by them."""
        acts = False
        for arrow in ARROWS if self.controls.can_choose else ():
            if self._game.send(arrow).acted:
                self._game.undo()
                acts = True
        return self.controls.can_choose and not acts

    def _keys(self, event: Event) -> str:
        if event.cell is None:
            typed = KEYS.get(event.name, event.key)
            return self._turned(False) + typed if event.name in ARROWS else typed
        (x, y), (to_x, to_y) = self._cell, event.cell[:2]
        self._cell = (to_x, to_y)
        way = KEYS["right" if to_x > x else "left"] * abs(to_x - x)
        way += KEYS["down" if to_y > y else "up"] * abs(to_y - y)
        return self._turned(True) + way + ("" if self.controls.selects else "\r")

    def _turned(self, choosing: bool) -> str:
        """Return what has arrows choose cells, or move, where they can do both."""
        turns = self.controls.can_choose and choosing != self._choosing
        self._choosing = choosing
        return "\t" if turns else ""


def clicks(name: str) -> tuple[Event, ...]:
    """Return the moves that win the first level, arrows replaced by clicks that do the same."""
    session = markovpy.Session(markovpy.load(name), 1, SEED)
    width, height, _ = session.size
    found = []
    for event in moves(name, 1):
        session.send(event)
        after = session.sha256
        if event.name in ARROWS:
            session.undo()
            event = next(
                click
                for click in (Event("click", (x, y)) for y in range(height) for x in range(width))
                if _leads_to(after, session, click)
            )
        found.append(event)
    return tuple(found)


def _leads_to(after: str, session: markovpy.Session, event: Event) -> bool:
    """Make a move; return whether it leads to a grid, and take it back where not."""
    acted = session.send(event).acted
    if session.sha256 == after:
        return True
    if acted:
        session.undo()
    return False


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have records kept in a folder of the test's."""
    monkeypatch.chdir(tmp_path)


def play(name: str, level: int, events: Iterable[Event], typed: Iterable[str]) -> None:
    """Type or click all moves of a game, and see that the screen says it is won."""
    with GameTerminal("play", name, "--level", str(level), "--seed", str(SEED)) as terminal:
        terminal.sees("0 moves 0:00")
        before = game(name, level)
        session = markovpy.Session(before.program, level, SEED)
        pairs = zip(events, typed, strict=True)
        for _, group in groupby(enumerate(pairs), key=lambda pair: pair[0] // AT_ONCE):
            keys = ""
            for _, (event, text) in group:
                keys += text
                assert session.send(event).acted or event.name == "click"
            assert session.status == "won" or "Won!" not in terminal.text
            terminal.press(keys)
            terminal.sees(f"{session.move_count} move")
        terminal.sees("Won!")
        terminal.press("\x11" if "key n" in session.events else "q")
        assert terminal.ends() == 0
        assert terminal.is_restored


def _levels() -> list[tuple[str, int]]:
    """Return the levels besides the first ones."""
    return [
        (name, level) for name in GAMES for level in range(2, len(markovpy.load(name).levels) + 1)
    ]


@pytest.mark.parametrize("name", GAMES)
def test_by_keys(name: str) -> None:
    keyboard = Keyboard(game(name, 1))
    play(name, 1, moves(name, 1), [keyboard.keys(event) for event in moves(name, 1)])


@pytest.mark.parametrize("name", CLICKED)
def test_with_the_mouse(name: str) -> None:
    session = game(name, 1)
    player = Player(session, Records(session.program, Path()), Solver())
    screen = screen_of(player, ColorBoard(session, "true"), *SIZE, Styles())
    assert screen.canvas is not None
    across, down = screen.canvas.cell

    def typed(event: Event) -> str:
        """Return what is sent for a click into a cell's middle, or for the key of a move."""
        if event.cell is None:
            return event.key
        column = int(screen.left + (event.cell[0] + 0.5) * across) + 1
        row = int(screen.top + (event.cell[1] + 0.5) * down) + 1
        return f"\x1b[<0;{column};{row}M\x1b[<0;{column};{row}m"

    play(name, 1, clicks(name), [typed(event) for event in clicks(name)])


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), _levels())
def test_other_levels_by_keys(name: str, level: int) -> None:
    keyboard = Keyboard(game(name, level))
    play(name, level, moves(name, level), [keyboard.keys(e) for e in moves(name, level)])


@pytest.mark.parametrize("name", [*GAMES, "snake_play"])
def test_a_window_of_20_columns_and_11_rows_is_enough(name: str, tmp_path: Path) -> None:
    session = game(name, 1)
    player = Player(session, Records(session.program, tmp_path), None)
    screen = screen_of(player, ColorBoard(session, "true"), 20, 11, Styles())
    assert screen.canvas is not None
