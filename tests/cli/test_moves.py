"""``markovpy run`` for games: levels, moves, replays."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import markovpy
from markovpy.play import read_replay, replay_of, resume
from support.games import SNAKE, SOKOBAN
from support.shared import shared

CLAIRE = "DDrdrruLruLLDllU"


@pytest.fixture(autouse=True)
def games(folder: Path) -> None:
    """Write the games into the working folder."""
    Path("sokoban.mj").write_text(SOKOBAN, encoding="utf-8")
    Path("snake.mj").write_text(SNAKE, encoding="utf-8")


def test_without_moves_a_run_stops_at_the_input_point(call: Any) -> None:
    data = call("run", "sokoban.mj", "--json").data
    assert (data["stopped"], data["turns"], data["moves"], data["level"]) == ("input", 0, 0, 1)


def test_moves_make_a_film_with_a_frame_for_each(call: Any) -> None:
    found = call("run", "sokoban.mj", "--level", 2, "--moves", CLAIRE, "--seed", 1, "-o", "a.gif")
    assert found.code == 0
    assert "level 2, 16 moves, 7 pushes" in found.out
    assert ", won" in found.out
    with Image.open("a.gif") as film:
        assert getattr(film, "n_frames", 1) == 17


def test_a_film_begins_with_the_first_move_and_shows_what_the_picture_shows(call: Any) -> None:
    for words, count, largest in (
        (["sudoku_play", "--seed", 1, "--moves", "rrk(n)k(1)k(2)d"], 7, 9),
        (["sliding_picture", "--seed", 2, "--moves", "rdlurulddrurdlluurdrd"], 22, 60),
    ):
        found = call("run", *words, "-o", "a.gif", "-o", "a.png", "--frames", "f")
        assert f"a.gif ({count} frames" in found.out
        still = np.asarray(Image.open("a.png").convert("RGB"))
        with Image.open("a.gif") as film:
            film.seek(getattr(film, "n_frames", 1) - 1)
            last = np.asarray(film.convert("RGB"))
        assert np.abs(last.astype(int) - still).max() <= largest  # of 256 colours
        frames = sorted(Path("f").iterdir())
        assert len(frames) == count
        assert (np.asarray(Image.open(frames[-1]).convert("RGB")) == still).all()
        for frame in frames:
            frame.unlink()


def test_a_run_may_stop_before_its_last_move(call: Any) -> None:
    found = call("run", "sokoban.mj", "--level", 2, "--moves", CLAIRE, "--steps", 3, "--json")
    assert (found.code, found.data["stopped"], found.data["turns"]) == (0, "steps", 3)


def test_runs_of_moves_and_blanks(call: Any) -> None:
    data = call("run", "sokoban.mj", "--level", 2, "--moves", "2D r\nd2r u", "--json").data
    assert (data["moves"], data["pushes"], data["stopped"]) == (7, 2, "input")


@pytest.mark.parametrize(
    ("moves", "said"),
    [
        ("L", "move 1 (left)"),
        ("rrX", "move 3: 'X'"),
        ("2", "move 1: a number"),
        ("RL", "move 2 (left): the game is won"),
        ("k(", "move 1: 'k'"),
    ],
)
def test_a_wrong_move_is_named_by_its_index(call: Any, moves: str, said: str) -> None:
    found = call("run", "sokoban.mj", "--moves", moves)
    assert found.code == 1
    assert said in found.err


def test_a_collection_in_place_of_the_levels(call: Any) -> None:
    collection = shared("data", "microban_1_60.xsb")
    assert len(markovpy.load("sokoban.mj", levels=collection).levels) == 60
    for level, code in ((1, 0), (60, 0), (61, 1), (0, 2)):
        found = call("run", "sokoban.mj", "--levels", collection, "--level", level, "--quiet")
        assert found.code == code
        assert code != 1 or "1..60" in found.err


def test_moves_for_a_program_that_takes_none(call: Any) -> None:
    found = call("run", "fill.mj", "--moves", "r")
    assert found.code == 1
    assert "takes no moves" in found.err


def test_moves_are_given_once(call: Any) -> None:
    Path("moves.txt").write_text("R")
    assert call("run", "sokoban.mj", "--moves", "R", "--moves-file", "moves.txt").code == 2
    assert call("run", "sokoban.mj", "--moves-file", "moves.txt", "--json").data["stopped"] == "won"
    assert call("run", "sokoban.mj", "--moves-file", "none.txt").code == 1


def test_moves_come_from_standard_input(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(text: str) -> None:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))

    typed("R\n")
    assert call("run", "sokoban.mj", "--moves-file", "-", "--json").data["stopped"] == "won"
    typed("l\n")
    wrong = call("run", "sokoban.mj", "--moves-file", "-")
    assert (wrong.code, wrong.err.startswith("sokoban.mj")) == (1, False)
    assert "move 1 (left)" in wrong.err
    both = call("run", "-", "--moves-file", "-")
    assert (both.code, "cannot both be on standard input" in both.err) == (2, True)


def test_a_replay_ends_as_it_did_or_says_what_changed(call: Any) -> None:
    program = markovpy.load("snake.mj")
    game = markovpy.Session(program, seed=12)
    game.play(".u..l")
    Path("game.json").write_text(replay_of(game).text(), encoding="utf-8")
    data = call("run", "snake.mj", "--moves-file", "game.json", "--json").data
    assert (data["seed"], data["moves"], data["sha256"]) == (12, 5, game.sha256)
    assert call("run", "snake.mj", "--moves-file", "game.json", "--seed", 1).code == 2

    Path("snake.mj").write_text("# A remark.\n" + SNAKE, encoding="utf-8")
    found = call("run", "snake.mj", "--moves-file", "game.json")
    assert found.code == 0
    assert "the program is not the same" in found.err

    Path("snake.mj").write_text(SNAKE.replace("put ► at 4,3", "put ► at 4,4"), encoding="utf-8")
    found = call("run", "snake.mj", "--moves-file", "game.json", "--json")
    assert found.code == 1


def replay_file(**changes: Any) -> None:
    """Write a replay of the second level of ``sokoban.mj``, with entries as they are not."""
    game = markovpy.Session(markovpy.load("sokoban.mj"), 3, seed=12)
    game.play("rr")
    entries = json.loads(replay_of(game).text()) | changes
    Path("game.json").write_text(json.dumps(entries), encoding="utf-8")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"level": 0}, "the replay's level is 0"),
        ({"level": -3}, "the replay's level is -3"),
        ({"seed": -1}, "the replay's seed is -1"),
        ({"seed": 2**31}, "the replay's seed is 2147483648"),
        ({"moves": "rrr"}, "the file was changed, or another version"),
        ({"moves": "ruu"}, "the file was changed, or another version"),
        ({"level": 99}, "there is no level 99: if it was played with --levels"),
        ({"status": "won"}, "the file was changed, or another version"),
    ],
)
def test_a_replay_that_was_changed(call: Any, changes: dict[str, Any], said: str) -> None:
    replay_file()
    assert call("run", "sokoban.mj", "--moves-file", "game.json").code == 0
    replay_file(**changes)
    found = call("run", "sokoban.mj", "--moves-file", "game.json")
    assert (found.code, said in found.err) == (1, True), found.err


def test_moves_of_another_game_that_cannot_be_made_here(call: Any) -> None:
    replay_file()
    other = call("run", "snake.mj", "--moves-file", "game.json")
    assert other.code == 1
    assert "the program is not the same as when sokoban.mj was played" in other.err
    Path("maze.xsb").write_text("#####\n#@#.#\n# $ #\n#####\n\n" * 3, encoding="utf-8")
    levels = call("run", "sokoban.mj", "--levels", "maze.xsb", "--moves-file", "game.json")
    assert levels.code == 1
    assert "illegal-move" in levels.err
    assert "level 3 is not the same: if it was played with --levels" in levels.err
    with pytest.raises(markovpy.ProgramError, match="the program is not the same"):
        resume(markovpy.load("snake.mj"), read_replay(Path("game.json").read_text(), "game"))


@pytest.mark.parametrize("text", ["{", "{}", '{"form": "markovpy-replay-1"}', '{"form": 3}'])
def test_what_is_no_replay(call: Any, text: str) -> None:
    Path("game.json").write_text(text)
    found = call("run", "snake.mj", "--moves-file", "game.json")
    assert found.code == 1
    assert "replay" in found.err
