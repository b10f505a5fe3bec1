"""What keys do to a game, what is said, and that every screen fits its window."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markovpy
from markovpy.play.advice import Solver
from markovpy.play.records import Best, Records
from markovpy.play.terminal.board import ColorBoard
from markovpy.play.terminal.plain import PlainBoard
from markovpy.play.terminal.player import Player
from markovpy.play.terminal.text import width
from markovpy.play.terminal.view import NO_STYLES, Styles, screen_of
from support.games import SLIDING, SNAKE, SOKOBAN

CORNER = """
grid values=BPCW
goal G from=B to=C
legend "#"=W " "=B "@"=P "$"=C "."=G
level {
    ######
    #  . #
    # $@ #
    #    #
    ######
}
on arrows:
    PCB -> BPC
    PB -> BP
win no C off G
"""
ENDLESS = """
grid 2x1 values=BR
put R at 0,0
on right:
    markov:
        RB -> BR
        BR -> RB
"""
CODES = re.compile("\x1b\\[[0-9;]*m")


class Time:
    """A clock that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return what the test says."""
        return self.now


def player(
    text: str, folder: Path, level: int = 1, seed: int = 1, solver: bool = True
) -> tuple[Player, Time]:
    time = Time()
    session = markovpy.Session(markovpy.parse(text), level, seed)
    records = Records(session.program, folder)
    return Player(session, records, Solver() if solver else None, time), time


def press(game: Player, *keys: str) -> None:
    for key in keys:
        game.press(key)
        if game.coach.asked:
            game.search(lambda states, line: None)


def test_a_faulty_level_is_told_when_it_begins(tmp_path: Path) -> None:
    game, _ = player(CORNER.replace("#    #", "#@   #"), tmp_path)
    said = "This level is faulty: level 1 has 2 players (row 3, column 4; row 4, column 2,"
    assert game.message.startswith(said)
    assert "faulty" not in player(CORNER, tmp_path)[0].message


def test_time_runs_from_the_first_move_to_the_win(tmp_path: Path) -> None:
    game, time = player(SOKOBAN, tmp_path, level=3)
    time.now += 50
    press(game, "up")  # refused
    time.now += 50
    assert game.counts == ["0 moves", "0:00"]
    press(game, "right")
    time.now += 65
    press(game, "down", "right", "right", "up", "left", "left")
    time.now += 9
    assert game.counts == ["7 moves", "2 pushes", "1:05"]
    assert game.best == Best(7, 2, 65.0)
    assert "Won! Enter: next level" in game.message
    press(game, "r")
    assert game.counts == ["0 moves", "0 pushes", "0:00"]


def test_a_hint_is_the_next_move_and_makes_no_record(tmp_path: Path) -> None:
    game, _ = player(SOKOBAN, tmp_path, level=1)
    press(game, "h")
    assert game.message == "Hint: right   (1 move to the end)"
    press(game, "right")
    assert "this game had help: no record" in game.message
    press(game, "r", "right")
    assert "had help" in game.message  # what one was told one still knows
    press(game, "n", "p", "right")
    assert game.best is None
    again, _ = player(SOKOBAN, tmp_path, level=1)
    press(again, "right")
    assert again.best == Best(1, 1, 0.0)


def test_another_seed_is_another_game_without_help(tmp_path: Path) -> None:
    game, _ = player(SLIDING, tmp_path)
    press(game, "h", "r")
    assert game.session.helped
    press(game, "g")
    assert not game.session.helped


def test_a_game_is_played_to_its_end_unless_a_key_stops_it(tmp_path: Path) -> None:
    game, _ = player(SLIDING, tmp_path)
    press(game, "f")
    assert game.period is not None
    game.pulse()
    press(game, "escape")
    assert (game.period, game.session.move_count) == (None, 1)
    press(game, "f")
    while game.period is not None:
        game.pulse()
    assert game.session.status == "won"
    assert "Enter: another game" in game.message
    seed = game.session.seed
    press(game, "enter")
    assert (game.session.status, game.session.seed == seed) == ("playing", False)
    assert ("g", "new game") in game.controls.help()


def test_a_new_game_is_offered_only_where_it_is_another_one(tmp_path: Path) -> None:
    game, _ = player(SOKOBAN, tmp_path)
    press(game, "g")
    assert "new game" not in dict(game.controls.help()).values()
    assert game.session.seed == 1


def test_a_box_in_a_corner_is_told_and_undone(tmp_path: Path) -> None:
    game, _ = player(CORNER, tmp_path)
    assert game.message == ""
    press(game, "down", "left", "up", "right", "up", "left")  # round to push it, then into the wall
    game.session.restart()
    press(game, "left")
    assert "Cannot be won any more" in game.message
    assert [cell for cell, _ in game.frames] == [(1, 2)]
    press(game, "h")
    assert "cannot be won any more" in game.message
    press(game, "u")
    assert (game.message, game.frames) == ("", [])


def test_without_a_solver_there_is_no_hint(tmp_path: Path) -> None:
    game, _ = player(SOKOBAN, tmp_path, solver=False)
    assert "hint" not in dict(game.controls.help()).values()
    press(game, "h")
    assert game.message == ""


def test_time_of_the_game_waits_for_a_key(tmp_path: Path) -> None:
    game, time = player(SNAKE, tmp_path)
    assert (game.period, game.message) == (None, "Press any key to begin")
    press(game, "escape")
    assert game.period == 0.25
    time.now += 0.25
    game.pulse()
    press(game, "escape")
    assert (game.period, game.message) == (None, "Press any key to go on")
    press(game, "x")
    while game.session.status == "playing":
        time.now += 0.25
        game.pulse()
    assert "Lost" in game.message
    press(game, "enter")
    assert (game.waits, game.session.moves) == (True, "")


def test_a_move_that_never_ends_is_told_and_taken_back(tmp_path: Path) -> None:
    game, _ = player(ENDLESS, tmp_path)
    press(game, "right")
    assert "does not come to wait" in game.message
    assert game.session.move_count == 0


def test_what_a_title_may_not_do(tmp_path: Path) -> None:
    game, _ = player(SOKOBAN.replace('"Claire"', '"Cl\x1b[2Jai\x07re"'), tmp_path, level=2)
    screen = screen_of(game, PlainBoard(game.session, "utf-8"), 80, 24, NO_STYLES)
    assert "Cl?[2Jai?re" in "\n".join(screen.lines)
    assert "\x1b" not in "".join(screen.lines)


@lru_cache
def hinted(text: str) -> Player:
    """Return a game with a message."""
    game, _ = player(text, Path("no such folder"))
    press(game, "h")
    return game


@pytest.mark.parametrize("text", [SOKOBAN, SLIDING + "glyphs\nlines\n", SNAKE])
@given(columns=st.integers(1, 130), rows=st.integers(1, 60))
@settings(max_examples=25, deadline=None)
def test_every_screen_fits_its_window(text: str, columns: int, rows: int) -> None:
    game = hinted(text)
    for board, styles in (
        (ColorBoard(game.session, "true"), Styles()),
        (PlainBoard(game.session, "ascii"), NO_STYLES),
    ):
        screen = screen_of(game, board, columns, rows, styles)
        lines = [CODES.sub("", line) for line in screen.lines]
        assert len(lines) <= rows
        assert all(width(line) <= columns for line in lines)
        if screen.canvas is None:
            least = board.least()
            assert columns < least[0] or rows < least[1] + 12
        else:
            assert ("q quit" if columns > 10 else "q") in lines[-1]


def test_what_a_game_is_about_is_said_until_the_first_move(tmp_path: Path) -> None:
    game, _ = player('about "Push the box."\n' + SOKOBAN, tmp_path, level=3)
    assert game.message == "Push the box."
    press(game, "right")
    assert game.message == ""


def test_a_level_without_a_player_is_told_as_faulty_not_as_lost(tmp_path: Path) -> None:
    game, _ = player(CORNER.replace("# $@ #", "#$   #"), tmp_path)
    assert game.message == "This level is faulty: level 1 has no player"
    press(game, "h")
    assert game.message == "No hint: this level is faulty: level 1 has no player"


def test_what_cannot_be_won_from_the_start_needs_no_undo(tmp_path: Path) -> None:
    game, _ = player(CORNER.replace("# $@ #", "#$ @ #"), tmp_path)
    hopeless = "what is framed can never get where it has to be"
    assert game.message == f"This cannot be won: {hopeless}"
    press(game, "left")
    assert game.message == f"Cannot be won any more. u: undo, r: restart ({hopeless})"


def test_arrows_choose_a_cell_until_one_can_move(tmp_path: Path) -> None:
    text = markovpy.load("peg_solitaire_play").source.text
    game, _ = player(text.replace("sprite", "# sprite"), tmp_path)
    assert game.cursor == (3, 3)  # no peg is chosen, so none can jump
    press(game, "down", "enter")
    assert game.cursor == (3, 4)  # the peg at the lower end cannot jump any way
    press(game, "up", "enter")
    assert game.cursor is None
    before = game.session.text()
    press(game, "right")  # nothing to jump over
    assert game.message == "Nothing moves that way. Tab: choose a cell"
    assert game.session.text() == before
    press(game, "tab")
    assert game.cursor == (3, 3)
    press(game, "tab", "down")
    assert game.session.text() != before


def test_a_refused_move_is_told_where_the_game_waits_for_one(tmp_path: Path) -> None:
    game, _ = player(SOKOBAN, tmp_path, level=3)
    press(game, "up")
    assert game.message == "Nothing moves that way"
    press(game, "right")
    assert game.message == ""
    snake, _ = player(SNAKE, tmp_path)
    press(snake, "left", "right")
    assert snake.message == ""


def test_a_first_win_is_a_new_record_and_beats_none(tmp_path: Path) -> None:
    game, time = player(SOKOBAN, tmp_path, level=1)
    press(game, "right")
    assert game.message.count("New record!") == 1
    assert "best" not in screen_text(game)
    press(game, "r")
    assert "best: 1 move, 1 push, 0:00" in screen_text(game)
    press(game, "right")
    time.now += 9
    assert "ecord" not in game.message
    assert "best: 1 move, 1 push, 0:00" in screen_text(game)


def screen_text(game: Player) -> str:
    """Return all that is shown."""
    board = PlainBoard(game.session, "utf-8")
    return "\n".join(screen_of(game, board, 80, 24, NO_STYLES).lines)
