"""The traffic jam as shipped: cars move along themselves only, and every level can be won."""

from __future__ import annotations

from functools import cache

import pytest

import markovpy
from markovpy import Program, Session
from markovpy.play import solve

SOLUTIONS = [
    "c2,3c3,3c4,1c5,2c4,3c6,3c6,2c5,3",
    "c2,3c3,4c4,2c4,5c3,5c2,5c3,4c2,3c3,3c3,5c5,4c4,4c5,3c5,4c4,3c5,3",
    "c1,5c3,2c2,3c1,4c1,3c1,2c2,3c3,4c4,2c4,5c3,5c2,5c3,4c2,3c3,3c4,6c3,6c2,6c3,5c4,4c3,4c5,3"
    "c5,4c5,5c4,3c5,3",
    "c3,3c2,1c4,3c3,1c4,5c3,4c3,5c2,3c1,4c1,3c1,2c6,5c6,4c5,5c4,4c4,5c3,3c2,4c2,3c2,2c3,3c2,3"
    "c3,4c3,3c4,4c4,3c5,5c4,5c3,5c2,5c3,4c3,5c2,3c4,4c4,5c3,3c5,4c4,3c6,4c5,3",
]
"""Moves that win each level; fewer do not, by an independent breadth-first search: 8 16 26 40."""


@cache
def traffic() -> Program:
    """Return the shipped program."""
    return markovpy.load("traffic")


def cars(game: Session) -> int:
    """Return how many cells cars stand on."""
    return sum(game.text().count(symbol) for symbol in "►▼◄▲■RL")


@pytest.mark.parametrize("level", range(1, 5))
def test_the_red_car_drives_out(level: int) -> None:
    game = Session(traffic(), level, seed=1)
    filled = cars(game)
    game.play(SOLUTIONS[level - 1])
    assert (game.status, game.move_count) == ("won", [8, 16, 26, 40][level - 1])
    assert game.text().split("\n")[3].endswith("LR")
    assert cars(game) == filled
    assert "·" not in game.text()


def test_eight_moves_are_the_fewest_of_the_first_level() -> None:
    found = solve(Session(traffic(), seed=1), optimal=True)
    assert (found.move_count, found.fewest) == (8, True)


def test_a_car_moves_by_its_ends_and_into_free_cells_only() -> None:
    game = Session(traffic(), 2, seed=1)
    before = game.text()
    for x, y in ((2, 1), (1, 1), (6, 1), (5, 3), (5, 2), (0, 0), (1, 2), (7, 3)):
        assert not game.send(("click", x, y)).acted  # a middle, a wall or a car before it, a road
        assert game.text() == before
    game.play("c3,1")
    assert game.text().split("\n")[1] == "W·◄■►◄►W"
    game.play("c2,1")
    assert game.text() == before
    assert not game.send("right").acted
