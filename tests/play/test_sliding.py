"""Sliding puzzles among games: which ones are, and that the way is the shortest."""

from __future__ import annotations

import pytest

import markovpy
from markovpy.play.sliding import sliding_way
from markovpy.plugins.sliding import solve
from support.games import SLIDING, SOKOBAN

BACKWARDS = SLIDING.replace("        _t -> t_\non click", "        t_ -> _t\non click")
RULES = "on right: _12 -> 12_\non left: 1 -> 1\nwin count _ == 2\n"


@pytest.mark.parametrize("text", [SLIDING, BACKWARDS])
@pytest.mark.parametrize("seed", range(3))
def test_the_way_is_as_short_as_the_solvers_of_the_puzzle(text: str, seed: int) -> None:
    session = markovpy.Session(markovpy.parse(text), seed=seed)
    before = session.text()
    tiles = [int(symbol.replace("_", "0")) for symbol in before.replace("\n", "")]
    way = sliding_way(session)
    assert way is not None
    assert len(way) == len(solve(tiles, 3))
    assert (session.text(), session.moves) == (before, "")
    for event in way:
        assert session.send(event).acted
    assert session.status == "won"


@pytest.mark.parametrize(
    "text",
    [
        SOKOBAN,
        SLIDING.replace("win grid is start", "win count _ == 2"),
        SLIDING.replace("on arrows:", "on a:"),
        'grid 3x1 values=_12\nstart "_12"\n' + RULES,
    ],
)
def test_other_games_are_left_to_the_general_search(text: str) -> None:
    assert sliding_way(markovpy.Session(markovpy.parse(text), seed=1)) is None
