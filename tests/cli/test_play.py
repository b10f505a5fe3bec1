"""``markovpy play`` on a terminal: whole games, from the first key to the last."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import markovpy
from markovpy.play import read_replay, resume
from support.games import SLIDING, SNAKE, SOKOBAN

if os.name == "nt":
    pytest.skip("needs a terminal of POSIX", allow_module_level=True)

from support.terminal import GameTerminal

CLAIRE = "DDrdrruLruLLDllU"
ARROWS = {"l": "\x1b[D", "u": "\x1b[A", "r": "\x1b[C", "d": "\x1b[B"}
LIGHTS = """grid 3x3 values=BW
put W at 0,0
put W at 1,0
put W at 0,1
on click:
    prl once:
        B -> W
        W -> B
    prl once:
        *B -> *W
        *W -> *B
win no W
"""


@pytest.fixture(autouse=True)
def games(folder: Path) -> None:
    """Write the games into the working folder."""
    Path("sokoban.mj").write_text(SOKOBAN, encoding="utf-8")
    Path("snake.mj").write_text(SNAKE, encoding="utf-8")
    Path("sliding.mj").write_text(SLIDING + "glyphs\n", encoding="utf-8")
    Path("lights.mj").write_text(LIGHTS, encoding="utf-8")


def test_sokoban_from_the_first_key_to_the_last() -> None:
    with GameTerminal("play", "sokoban.mj", "--seed", "1") as game:
        game.sees("level 1 of 4: smallest")
        game.sees("q quit")
        game.press("d")  # as the right arrow
        game.sees("Won! Enter: next level")
        game.sees("1 move 1 push")
        game.press("\r")
        game.sees("level 2 of 4: Claire")
        game.press("\x1b[Bdd\x1bOA")
        game.sees("3 moves")
        game.press("uuuuu")
        game.sees("There is nothing to undo.")
        game.press("".join(ARROWS[letter.lower()] for letter in CLAIRE))
        game.sees("16 moves 7 pushes")
        game.sees("Won!")
        game.press("v")
        game.sees("Saved sokoban-2.json")
        game.press("n")
        game.sees("level 3 of 4: On a goal")
        game.press("dp")
        game.sees("best: 16 moves, 7 pushes")
        game.press("ddd ")
        game.sees("0 moves")
        game.press("nnn")
        game.sees("This is the last level.")
        game.sees("level 4 of 4: done")
        game.press("r")
        game.sees("Won! That was the last level. Thank you for playing!")
        game.press("q")
        assert game.ends() == 0
        assert game.is_restored
    with GameTerminal("play", "sokoban.mj", "--level", "2") as game:
        game.sees("best: 16 moves, 7 pushes")  # kept
    replay = read_replay(Path("sokoban-2.json").read_text(encoding="utf-8"), "sokoban-2.json")
    again = resume(markovpy.load("sokoban.mj"), replay)
    assert (again.status, again.level, again.moves) == ("won", 2, CLAIRE)


def test_what_stands_on_a_goal_looks_different() -> None:
    """At 80x24 a cell of Claire takes 4 columns and 2 rows: its middle and its corner."""
    with GameTerminal("play", "sokoban.mj", "--level", "2") as game:
        game.sees("q quit")
        left, top = (80 - 28) // 2, _first_row(game)

        def look(x: int, y: int) -> tuple[tuple[str, str], ...]:
            column, row = left + 4 * x, top + 2 * y
            return tuple(game.color(column + dx, row + dy) for dx in (0, 1) for dy in (0, 1))

        floor, goal, box, box_on_goal = look(1, 3), look(2, 4), look(1, 2), look(2, 2)
        wall, player = look(0, 0), look(2, 1)
        game.press(2 * ARROWS["d"] + ARROWS["u"])
        game.sees("3 moves")
        player_on_goal = look(2, 2)
        seven = {floor, goal, box, box_on_goal, wall, player, player_on_goal}
        assert len(seven) == 7
        assert (player[0], box[0], goal[0]) == (player_on_goal[0], box_on_goal[0], floor[0])
        marks = {looks[3][0] for looks in (goal, box_on_goal, player_on_goal)}
        assert len(marks) == 1


def _first_row(game: GameTerminal) -> int:
    """Return the first row that has a ground of its own."""
    rows = range(game.screen.lines)
    return next(row for row in rows if game.color(40, row)[1] not in ("default",))


def test_sliding_with_the_mouse_and_with_arrows() -> None:
    session = markovpy.Session(markovpy.load("sliding.mj"), seed=3)
    with GameTerminal("play", "sliding.mj", "--seed", "3") as game:
        game.sees("0 moves")
        session.send("left")
        x, y = next(
            (x, y) for y in range(3) for x in range(3) if session.send(("click", x, y)).acted
        )
        game.press(ARROWS["l"])
        game.sees("1 move 0:0")
        top, height = _first_row(game), _board_rows(game) // 3
        game.click(40 - 3 * height + x * 2 * height, top + y * height)
        game.sees("2 moves")
        game.click(1, top)  # beside the board
        digits = session.text().replace("_", "").split("\n")
        rows = [row for row in game.text.split("\n")[top : top + 3 * height] if row.strip()]
        assert ["".join(row.split()) for row in rows] == digits


def _board_rows(game: GameTerminal) -> int:
    rows = range(game.screen.lines)
    return sum(game.color(40, row)[1] != "default" for row in rows)


def test_a_game_of_clicks_without_a_mouse() -> None:
    with GameTerminal("play", "lights.mj", NO_COLOR="1") as game:
        game.sees("[.]")
        game.press("\x1b[D\x1b[A")  # from the middle into the corner
        game.sees("[W]")
        game.press("\r")
        game.sees("Won! Enter: again")
        assert b"\x1b[38" not in game.shown


def test_time_waits_for_the_first_key_and_then_passes() -> None:
    with GameTerminal("play", "snake.mj", "--seed", "1") as game:
        game.sees("Press any key to begin")
        game.sees("0 moves")
        game.press("x")
        game.sees("Lost. Enter: again")
        game.press("\r")
        game.sees("Press any key to begin")
        game.press("q")
        assert game.ends() == 0


def test_the_window_changes_its_size() -> None:
    with GameTerminal("play", "sokoban.mj", "--level", "2", size=(20, 6)) as game:
        game.sees("Too small: the game needs 20 x 9. q: quit")
        game.resize(80, 24)
        game.signal(signal.SIGWINCH)
        game.sees("level 2 of 4: Claire")
        game.resize(38, 14)
        game.signal(signal.SIGWINCH)
        game.until(lambda: "quit" in game.text.split("\n")[13])


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 0)]
)
def test_the_terminal_is_given_back(number: signal.Signals, code: int) -> None:
    with GameTerminal("play", "sliding.mj") as game:
        game.sees("quit")
        assert not game.is_restored
        game.signal(number)
        assert game.ends() == code
        assert game.is_restored
        assert "Traceback" not in game.text


def test_ctrl_c_and_a_step_aside() -> None:
    with GameTerminal("play", "sokoban.mj", "--level", "2") as game:
        game.sees("Claire")
        game.press("\x1a")  # Ctrl-Z; without a shell there is nobody to wait for
        game.until(lambda: game.shown.count(b"\x1b[?1049l\x1b[?1049h") == 1)
        game.press("d")
        game.sees("1 move")
        game.press("\x03")
        assert game.ends() == 0
        assert game.is_restored


def test_a_stop_that_cannot_be_noticed() -> None:
    with GameTerminal("play", "sokoban.mj", "--level", "2") as game:
        game.sees("q quit")
        shown = game.shown.count(b"Claire")
        game.signal(signal.SIGSTOP)
        game.reset()
        game.signal(signal.SIGCONT)
        game.until(lambda: game.shown.count(b"Claire") > shown)
        game.press("d")  # is read at once again
        game.sees("1 move")
        game.press("q")
        assert game.ends() == 0
        assert game.is_restored


def test_a_terminal_that_knows_no_commands() -> None:
    with GameTerminal("play", "sokoban.mj", TERM="dumb", COLORTERM="") as game:
        game.sees("quit")
        game.press("d")
        game.sees("Won!")
        game.press("q")
        assert game.ends() == 0
        assert b"\x1b" not in game.shown


def test_a_terminal_without_utf_8() -> None:
    said = {"LANG": "C", "LC_ALL": "", "LC_CTYPE": "", "PYTHONIOENCODING": ""}
    with GameTerminal("play", "traffic", size=(30, 14), **said) as game:
        game.sees("? keys q quit")
        assert game.shown.isascii()
        assert "~" in game.text  # where the title is cut off
        assert "v  ^  E" in game.text


def test_the_last_column_of_a_full_line_stays() -> None:
    with GameTerminal("play", "snake_play", "--seed", "1", size=(20, 18)) as game:
        game.sees("Press any key")
        wall = {game.color(0, row) for row in range(2, 8)}
        assert {game.color(19, row) for row in range(2, 8)} == wall
        assert len(wall) == 1


def test_sudoku_counts_entries_and_is_solved_on_request() -> None:
    with GameTerminal("play", "sudoku_play_own") as game:
        game.sees("1-9 fill 0 clear n notes h hint c check s give up")
        game.press("\x1b[C\x1b[C\x1b[D\x1b[B")
        game.sees("Arrows or a click choose a cell")
        game.sees("0 moves")
        game.press("\x1b[A\x1b[D7")
        game.sees("1 move 0:0")
        game.press("s")
        game.sees("Solved for you: this is the solution. Enter: again, ^U: undo")
        assert "Lost" not in game.text


def test_letters_of_the_game_leave_ctrl_for_commands() -> None:
    text = "grid 2x1 values=BRG\nput R at 0,0\non q: R -> G\nwin any G\non left: R -> R\n"
    Path("letters.mj").write_text(text)
    with GameTerminal("play", "letters.mj") as game:
        game.sees("^Q quit")
        game.press("q")
        game.sees("Won!")
        game.press("\x15")
        game.sees("0 moves")
        game.press("\x11")
        assert game.ends() == 0


def test_without_a_terminal_it_says_what_to_do(call: Any) -> None:
    command = [sys.executable, "-m", "markovpy", "play", "sokoban.mj"]
    found = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=30)
    assert found.returncode == 2
    assert b"run --moves" in found.stderr
    assert b"Traceback" not in found.stderr
    assert call("play", "-").code == 2
    assert call("play", "fill.mj").code == 1
    assert call("play", "sokoban.mj", "--level", 9).code == 1


def test_any_key_stops_a_search_and_q_ends_the_game() -> None:
    with GameTerminal("play", "sliding24", "--seed", "1") as game:
        game.sees("0 moves")
        game.press("f")
        game.sees("any key stops")
        game.press("\x1b[D")  # three bytes, one key: it does nothing else
        game.sees("The search was stopped.")
        game.sees("0 moves")
        game.press("f")
        game.sees("any key stops")
        game.press("q")
        assert game.ends() == 0
        assert game.is_restored
