"""Which key does what, for games that take different events."""

from __future__ import annotations

import re

import pytest

import markovpy
from markovpy.model.events import ARROWS, Event
from markovpy.play.terminal.controls import Controls
from markovpy.play.terminal.keylist import key_screen
from markovpy.play.terminal.view import NO_STYLES

STEERED = frozenset(ARROWS)


def test_letters_are_commands_where_the_game_takes_none() -> None:
    controls = Controls(STEERED, levels=3, helps=True)
    assert controls.commands == {
        "ctrl-c": "quit",
        "?": "keys",
        "u": "undo",
        "backspace": "undo",
        "r": "restart",
        "space": "restart",
        "p": "previous",
        "n": "next",
        "h": "hint",
        "f": "finish",
        "v": "save",
        "q": "quit",
    }
    assert [controls.event(key) for key in ("up", "w", "A", "x", "space")] == [
        *(Event(name) for name in ("up", "up", "left")),
        None,
        None,
    ]


@pytest.mark.parametrize("taken", ["key", "key q", "key é"])
def test_letters_of_the_game_move_the_commands_behind_ctrl(taken: str) -> None:
    controls = Controls(STEERED | {taken}, levels=0, helps=True)
    letters = {key for key in controls.commands if key.isalnum() and len(key) == 1}
    assert not letters
    assert set(controls.commands.values()) >= {"undo", "restart", "hint", "save", "quit"}
    keys = set(controls.commands)
    assert not keys & {"ctrl-h", "ctrl-i", "ctrl-j", "ctrl-m", "ctrl-z"}  # they are other keys
    assert ("^Q", "quit") in controls.help()


def test_digits_leave_letters_for_commands() -> None:
    controls = Controls(STEERED | {f"key {digit}" for digit in range(1, 10)}, 0, False)
    assert controls.commands["u"] == "undo"
    assert controls.event("7") == Event("key", key="7")
    assert ("1-9", "press") in controls.help()


def test_the_program_has_the_first_say_on_space() -> None:
    assert Controls(STEERED | {"space"}, 0, False).event("space") == Event("space")
    assert "space" not in Controls(STEERED | {"space"}, 0, False).commands
    assert "space" not in Controls(frozenset({"click"}), 0, False).commands  # it clicks


def test_a_cursor_only_where_arrows_are_free() -> None:
    assert Controls(frozenset({"click"}), 0, False).has_cursor
    assert not Controls(STEERED | {"click"}, 0, False).has_cursor
    assert not Controls(STEERED, 0, False).has_cursor


def test_tab_has_arrows_choose_a_cell_where_they_move() -> None:
    events = STEERED | {"click"}
    moving, choosing = (Controls(events, 0, False, choosing=choosing) for choosing in (False, True))
    assert (moving.commands["tab"], moving.event("up")) == ("choose", Event("up"))
    assert (choosing.has_cursor, choosing.event("up"), choosing.event("w")) == (True, None, None)
    assert ("Tab", "choose") in moving.help()
    assert ("Tab", "move") in choosing.help()
    selecting = Controls(events, 0, False, selects=True)  # the game has a cursor of its own
    assert "tab" not in selecting.commands
    assert "tab" not in Controls(STEERED, 0, False).commands


def test_what_the_game_says_of_its_keys_is_shown() -> None:
    taken = frozenset({"key 0", "key 1", "key 2", "key 3", "key n", "key q"})
    words = {"1": "fill", "2": "fill", "3": "fill", "0": "clear", "n": "notes"}
    shown = Controls(taken, 0, False, words=words).help()
    assert shown[:4] == [("1-3", "fill"), ("0", "clear"), ("n", "notes"), ("q", "press")]


@pytest.mark.parametrize("levels", [0, 1, 2])
@pytest.mark.parametrize("events", [STEERED, frozenset({"click", "key"}), frozenset({"tick"})])
def test_every_command_is_shown(events: frozenset[str], levels: int) -> None:
    controls = Controls(events, levels, True, varies=True)
    shown = " ".join(key for key, _ in controls.help()).lower()
    for key in controls.commands:
        if key not in ("ctrl-c", "backspace"):
            assert key.replace("ctrl-", "^").replace("escape", "esc") in shown


@pytest.mark.parametrize("name", ["sokoban", "peg_solitaire_play", "sudoku_play", "klotski"])
def test_the_screen_of_keys_has_every_key_and_what_the_game_is_about(name: str) -> None:
    program = markovpy.load(name)
    session = markovpy.Session(program, 1, 3)
    controls = Controls(
        session.events,
        len(program.levels),
        helps=True,
        varies=True,
        words=session.key_words,
        selects=bool(session.game.players),
    )
    lines = key_screen(controls, program.about["about"], (80, 24), NO_STYLES)
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert program.about["about"] in " ".join(" ".join(lines).split())
    listed = [part for line in lines for part in re.split(r"\s{2,}", line.strip())]
    keys = {"space" if key == " " else key for part in listed for key in part.split(", ")}
    named = {"ctrl-c": "Ctrl-C", "tab": "Tab", "backspace": "Backspace", "escape": "Esc"}
    for key in controls.commands:
        assert named.get(key, re.sub("^ctrl-(.)", lambda k: f"^{k[1].upper()}", key)) in keys
    assert {"Enter", "?", "Ctrl-Z"} <= keys
    assert ("?", "keys") in controls.help()
