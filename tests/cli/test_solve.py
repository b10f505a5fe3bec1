"""``markovpy solve``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from markovpy.commands.console import Interrupts
from support.games import SLIDING, SNAKE, SOKOBAN

LEVELS = """\
#######
# .   #
# @$  #
#     #
#######

#####
#@ .#
#  $#
#####
"""


@pytest.fixture(autouse=True)
def games(folder: Path) -> None:
    """Write the games into the working folder."""
    Path("sokoban.mj").write_text(SOKOBAN, encoding="utf-8")
    Path("snake.mj").write_text(SNAKE, encoding="utf-8")
    Path("levels.xsb").write_text(LEVELS, encoding="utf-8")


def test_the_moves_come_first_and_then_what_is_known_of_them(call: Any) -> None:
    found = call("solve", "sokoban.mj", "--level", 2, "--optimal")
    moves, words = found.out.splitlines()
    assert found.code == 0
    assert "level 2 (Claire): solved in 16 moves, 7 pushes (fewest moves)" in words
    played = call("run", "sokoban.mj", "--level", 2, "--moves", moves, "--json")
    assert (played.data["stopped"], played.data["moves"]) == ("won", 16)
    assert call("solve", "sokoban.mj", "--level", 2, "--optimal", "--quiet").out == f"{moves}\n"


def test_a_sliding_puzzle_is_solved_by_its_plugin(call: Any) -> None:
    Path("sliding.mj").write_text(SLIDING, encoding="utf-8")
    data = call("solve", "sliding.mj", "--seed", 2, "--json").data
    assert (data["outcome"], data["method"], data["fewest"]) == ("solved", "sliding plugin", True)
    assert data["bound"] == data["moves"] == len(data["lurd"]) > 4
    played = call("run", "sliding.mj", "--seed", 2, "--moves", data["lurd"], "--json")
    assert played.data["stopped"] == "won"


def test_data(call: Any) -> None:
    data = call("solve", "sokoban.mj", "--json").data
    assert {key: data[key] for key in ("outcome", "moves", "pushes", "lurd", "states")} == {
        "outcome": "solved",
        "moves": 1,
        "pushes": 1,
        "lurd": "R",
        "states": 2,
    }
    assert data["seconds"] >= 0


def test_all_levels_with_the_exit_code_of_the_worst(call: Any) -> None:
    """The second level of the file has a box in a corner; the first takes one push."""
    words = ["solve", "sokoban.mj", "--levels", "levels.xsb"]
    assert "note: level 1 of 2; --level N for another, --level all for each" in call(*words).err
    assert "level 1 of" not in call(*words, "--level", 1).err
    found = call(*words, "--level", "all")
    assert found.code == 4
    first, second = found.out.splitlines()
    assert first.startswith("level 1: solved in ")
    assert second.startswith("level 2: impossible: ")
    moves = first.rpartition(": ")[2]
    assert call("run", *words[1:], "--moves", moves, "--json").data["stopped"] == "won"
    assert call(*words, "--level", "all", "--quiet").out == f"{moves}\n\n"
    data = [json.loads(line) for line in call(*words, "--level", "all", "--json").out.splitlines()]
    assert [(each["level"], each["outcome"]) for each in data] == [(1, "solved"), (2, "impossible")]
    assert call(*words, "--level", "all", "--moves", "r").code == 2
    assert "nor all" in call(*words, "--level", "most").err


def test_a_level_that_is_solved_at_the_start(call: Any) -> None:
    found = call("solve", "sokoban.mj", "--level", 4)
    assert (found.code, found.out) == (0, "\nlevel 4 (done): solved at the start\n")


def test_impossible_and_given_up_have_codes_of_their_own(call: Any) -> None:
    found = call("solve", "sokoban.mj", "--levels", "levels.xsb", "--level", 2)
    assert found.code == 4
    assert "level 2: impossible: the $ in column 4, row 3 can never" in found.out
    found = call("solve", "sokoban.mj", "--level", 2, "--limit", 5)
    assert (found.code, found.out) == (3, "")
    assert "gave up: the limit of 5 states was reached" in found.err
    data = call("solve", "sokoban.mj", "--level", 2, "--limit", 5, "--json").data
    assert (data["outcome"], data["moves"], data["lurd"]) == ("gave-up", None, None)
    found = call("solve", "sokoban.mj", "--level", 2, "--seconds", 0)
    assert (found.code, "the limit of 0 s" in found.err) == (3, True)


@pytest.mark.parametrize(
    ("row", "code", "said"),
    [
        ("#@ $$ .#", 4, "2 $ would have to end on 1 cell;"),
        ("#@ $ ..#", 0, "R"),
        ("#@     #", 0, "solved at the start"),
    ],
)
def test_boxes_and_goals_that_differ_are_told_at_once(
    call: Any, row: str, code: int, said: str
) -> None:
    rows = ["#" * 8, row, "#      #", "#      #", "#" * 8]
    Path("odd.xsb").write_text("\n".join(rows) + "\n", encoding="utf-8")
    found = call("solve", "sokoban.mj", "--levels", "odd.xsb")
    assert (found.code, "warning[boxes-and-goals]" in found.err) == (code, True)
    assert said in found.out


def test_a_search_goes_on_from_moves(call: Any) -> None:
    found = call("solve", "sokoban.mj", "--level", 2, "--moves", "DDrdrruLruLLDll", "--quiet")
    assert (found.code, found.out) == (0, "U\n")


def test_an_interrupted_search_gives_up(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Interrupts, "requested", True)
    found = call("solve", "sokoban.mj", "--level", 2)
    assert (found.code, "gave up: interrupted" in found.err) == (130, True)


def test_what_is_left_to_chance_is_an_error_with_its_place(call: Any) -> None:
    found = call("solve", "snake.mj", "--seed", 1)
    assert (found.code, "error[no-win]" in found.err) == (1, True)
    Path("snake.mj").write_text(f"{SNAKE}win no F\n", encoding="utf-8")
    found = call("solve", "snake.mj", "--seed", 1)
    assert (found.code, "snake.mj:18:9: error[left-to-chance]" in found.err) == (1, True)


def test_what_takes_no_moves_cannot_be_solved(call: Any) -> None:
    found = call("solve", "fill.mj")
    assert (found.code, "error[no-moves]" in found.err) == (1, True)
    assert call("solve", "sokoban.mj", "--level", 9).code == 1
    assert call("solve", "sokoban.mj", "--set", "x=1").code == 2


def test_pushes_are_told_only_where_something_is_pushed_onto_goals(call: Any) -> None:
    row = "grid 3x1 values=BPQ\nput P at 0,0\nput Q at 2,0\non right: P[BQ] -> BP\nwin no Q\n"
    Path("row.mj").write_text(row, encoding="utf-8")
    found = call("solve", "row.mj")
    assert (found.code, "solved in 2 moves (fewest moves)" in found.out) == (0, True), found.err
    run = call("run", "row.mj", "--moves", "rr")
    assert ", 2 moves, seed " in run.out
    assert "push" not in found.out + run.out
    assert call("solve", "row.mj", "--json").data["pushes"] == 0
