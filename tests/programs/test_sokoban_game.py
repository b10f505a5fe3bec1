"""Sokoban as shipped: its levels can be won, look right, and get harder."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import pytest

import markovpy
from markovpy import Program, ProgramError, RunError, Session
from markovpy.play import solve
from support.shared import shared

SOLUTIONS = [
    ("ulldRurDD", 3),
    ("luRluurrdDuurrdddlLrruuLulDD", 6),
    ("RuurRllluuRRDullddrddRdrruLuuLLddRdrUrruuLuuLrddrddlllluurRD", 15),
    ("LLLLruurrUruLddllddrrrUUUluLLLdldRRRRurDD", 18),
    ("lUUUrRddrruuLuurDDDulLddLdlluRRRlluuRRRurDuullllDldRRRR", 22),
    ("urRRRurrdLLLDuLullddddrrrrUUlluLulDDurrrRurrdLLLLLulDrrdrDrdLLL", 24),
]
"""For each level moves that win it, and how many of them are pushes."""


@cache
def sokoban() -> Program:
    """Return the shipped program."""
    return markovpy.load("sokoban")


def session(level: int = 1) -> Session:
    return Session(sokoban(), level, seed=1)


@pytest.mark.parametrize("level", range(1, len(SOLUTIONS) + 1))
def test_a_level_is_won_by_its_solution_with_the_last_push_and_not_before(level: int) -> None:
    moves, pushes = SOLUTIONS[level - 1]
    game = session(level)
    assert game.title
    game.play(moves[:-1])
    assert game.status == "playing"
    game.play(moves[-1])
    assert (game.status, game.move_count, game.push_count) == ("won", len(moves), pushes)
    assert "P" not in game.text()
    assert game.text().count("H") == 1


def test_there_are_no_more_levels_and_each_needs_more_pushes_than_the_one_before() -> None:
    assert len(sokoban().levels) == len(SOLUTIONS)
    counts = [pushes for _, pushes in SOLUTIONS]
    assert counts == sorted(set(counts))


@pytest.mark.parametrize("level", [1, 2, 4])
def test_no_solution_is_shorter(level: int) -> None:
    found = solve(session(level), optimal=True)
    assert found.fewest
    assert found.move_count == len(SOLUTIONS[level - 1][0])


def test_eight_things_look_different(tmp_path: Path) -> None:
    (tmp_path / "all.xsb").write_text("######\n# $.##\n#+*  #\n# $  #\n######\n")
    (tmp_path / "one.xsb").write_text("#####\n#@$.#\n#####\n")
    game = Session(markovpy.load("sokoban", levels=tmp_path / "all.xsb"), seed=1)
    looks = {cell(game, y, x) for y, x in ((0, 0), (1, 1), (1, 2), (1, 3), (2, 1), (2, 2))}
    game = Session(markovpy.load("sokoban", levels=tmp_path / "one.xsb"), seed=1)
    looks.add(cell(game, 1, 1))  # the player on the floor
    game.play("R")
    looks.add(cell(game, 1, 2))  # the happy player
    assert len(looks) == 8


def cell(game: Session, y: int, x: int) -> bytes:
    """Return the pixels of a cell."""
    box = (16 * x, 16 * y, 16 * x + 16, 16 * y + 16)
    return game.picture(16).convert("RGB").crop(box).tobytes()


def test_two_boxes_are_not_pushed_none_is_pulled_and_walls_stand(tmp_path: Path) -> None:
    (tmp_path / "two.xsb").write_text("#########\n# .@$$ .#\n#########\n")
    game = Session(markovpy.load("sokoban", levels=tmp_path / "two.xsb"), seed=1)
    before = game.text()
    for event in ("right", "up", "down"):
        assert not game.send(event).acted
        assert game.text() == before
    game.play("l")
    assert game.text().split("\n")[1] == "WBPBCCBBW"
    game.play("r")
    with pytest.raises(RunError, match="move 1"):
        game.play("R")


def test_a_collection_of_the_field_is_played() -> None:
    """Moves of its best solutions lead to a win, and to as many pushes."""
    collection = shared("data", "microban_1_60.xsb")
    program = markovpy.load("sokoban", levels=collection)
    with shared("data", "microban_optimal.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    for row in rows[:25]:
        game = Session(program, int(row["level"]), seed=1)
        game.play(row["move_opt_lurd"])
        assert game.status == "won"
        counts = (int(row["move_opt_moves"]), int(row["move_opt_pushes"]))
        assert (game.move_count, game.push_count) == counts


def test_a_level_that_is_not_there_is_named() -> None:
    with pytest.raises(ProgramError, match="no-such-level"):
        session(7)
