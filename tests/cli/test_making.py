"""``markovpy make-levels``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import markovpy
from markovpy import Session
from markovpy.formats.xsb import read_levels
from markovpy.model.sokoban import check_level
from markovpy.play import solve

PROGRAM = """
grid 6x3 values=BPCWT
goal G from=B to=C
legend "#"=W " "=B "@"=P "$"=C "."=G T=G
put W at border
put P at 1,1
put C at 2,1
once symmetry=none:
    CB -> CT
    CBB -> CBT
on arrows:
    PCB -> BPC
    PB -> BP
win no C off G
"""


def test_levels_are_written_that_are_sound_and_can_be_won_as_said(call: Any) -> None:
    command = (
        "make-levels",
        "sokoban_generate",
        "--count",
        "3",
        "--pushes",
        "7..9",
        "-o",
        "my.xsb",
    )
    made = call(*command)
    assert (made.code, made.out) == (0, "my.xsb: 3 levels\n")
    levels = read_levels(Path("my.xsb").read_text(encoding="utf-8"), "my.xsb")
    assert len({level.rows for level in levels}) == 3
    program = markovpy.load("sokoban", levels="my.xsb")
    for number, level in enumerate(levels, start=1):
        assert check_level(level) == []
        game = Session(program, number, seed=1)
        fewest = solve(game, optimal=True).move_count
        game.play(level.solution)
        assert (game.status, game.move_count) == ("won", fewest)
        assert 7 <= game.push_count <= 9
    again = call(*command)
    assert again.code == 1
    assert "cannot-write" in again.err
    assert call(*command, "--force").code == 0
    assert read_levels(Path("my.xsb").read_text(encoding="utf-8"), "my.xsb") == levels


def test_a_level_that_came_before_is_left_out_and_too_few_are_told(call: Any) -> None:
    Path("own.mj").write_text(PROGRAM, encoding="utf-8")
    made = call("make-levels", "own.mj", "--pushes", "1..9", "--tries", "30")
    assert made.code == 3
    assert "only 2 of 10 levels" in made.err
    rows = {level.rows[1] for level in read_levels(made.out, "made")}
    assert rows == {"#@$. #", "#@$ .#"}
    only = call("make-levels", "own.mj", "--pushes", "2..9", "--count", "1")
    assert only.code == 0
    assert "#@$ .#" in only.out


def test_what_is_wrong_is_said(call: Any) -> None:
    Path("own.mj").write_text(PROGRAM.replace(' "$"=C', ""), encoding="utf-8")
    wrong = call("make-levels", "own.mj")
    assert wrong.code == 1
    assert "bad-legend" in wrong.err
    assert "stands for 'C'" in wrong.err
    assert "no-moves" in call("make-levels", "maze_dfs").err
    assert call("make-levels", "own.mj", "--pushes", "9..1").code == 2
    assert call("make-levels", "own.mj", "--set", "boxes=2").code == 2


def test_a_start_that_draws_nothing_is_tried_once_and_said_so(call: Any) -> None:
    text = PROGRAM.replace("once symmetry=none:", "prl once symmetry=none:")
    Path("own.mj").write_text(text.replace("    CBB -> CBT\n", ""), encoding="utf-8")
    made = call("make-levels", "own.mj", "--count", "2", "--tries", "1000000", "--pushes", "1..9")
    assert made.code == 3
    assert made.out.count("Seed") == 1
    assert "only 1 of 2 levels" in made.err
    assert "each seed gives the same" in made.err


def test_whether_levels_can_be_written_is_seen_before_they_are_made(call: Any) -> None:
    Path("file").write_text("", encoding="utf-8")
    for name, said in [("file/my.xsb", "not a"), ("file", "--force")]:
        found = call("make-levels", "sokoban_generate", "--count", "10000", "-o", name)
        assert found.code == 1
        assert "cannot-write" in found.err
        assert said in found.err
    Path("own.mj").write_text(PROGRAM, encoding="utf-8")
    made = call(
        "make-levels", "own.mj", "--count", "1", "--pushes", "1..9", "-o", "new/folder/my.xsb"
    )
    assert made.code == 0
    assert Path("new/folder/my.xsb").is_file()
