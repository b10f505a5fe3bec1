"""Levels made by moves backwards: sound, and solvable as the solver proves."""

from __future__ import annotations

from functools import cache

import pytest

import markovpy
from markovpy import Program, Session
from markovpy.play import solve


@cache
def generator() -> Program:
    """Return the shipped program."""
    return markovpy.load("sokoban_generate")


@pytest.mark.parametrize("seed", range(25))
def test_every_room_can_be_solved_and_starts_with_no_box_on_a_goal(seed: int) -> None:
    game = Session(generator(), 1, seed)
    text, goals = game.text(), game.goals["G"]
    boxes = game.grid == game.symbols.index("C")
    assert (text.count("P"), int(boxes.sum()), int(goals.sum())) == (1, 3, 3)
    assert not (boxes & goals).any()
    assert set(text) <= set("WBPC\n")
    edge = text.split("\n")
    assert set(edge[0] + edge[-1] + "".join(row[0] + row[-1] for row in edge)) == {"W"}
    found = solve(game)
    assert found.outcome == "solved"
    assert found.push_count >= 3
    game.play(found.moves)
    assert game.status == "won"
    assert game.text().count("H") == 1


@pytest.mark.parametrize("boxes", [1, 2, 4])
def test_the_number_of_boxes_can_be_chosen(boxes: int) -> None:
    game = Session(generator(), 1, 5, names={"boxes": boxes})
    assert game.text().count("C") == boxes == int(game.goals["G"].sum())
    assert solve(game).outcome == "solved"


def test_rooms_differ() -> None:
    assert len({Session(generator(), 1, seed).text() for seed in range(10)}) == 10
