"""The sliding puzzles as shipped: shuffled fairly, played by arrows and clicks, won in order."""

from __future__ import annotations

import io
from functools import cache
from importlib.resources import files
from itertools import pairwise

import numpy as np
import pytest
from PIL import Image

import markovpy
from markovpy import Program, Session
from markovpy.play import solve as find_moves
from markovpy.plugins.sliding import is_solvable, solve

ARROWS = {"right": (0, 1), "down": (1, 0), "left": (0, -1), "up": (-1, 0)}
GAMES = [
    ("sliding8", 1, 3),
    ("sliding15", 1, 4),
    ("sliding24", 1, 5),
    ("sliding_picture", 1, 3),
    ("sliding_picture", 2, 4),
    ("sliding_picture", 3, 5),
]
Case = tuple[str, int, int]


@cache
def program(name: str) -> Program:
    """Return a shipped program."""
    return markovpy.load(name)


def session(case: Case, seed: int) -> Session:
    name, level, _ = case
    return Session(program(name), level, seed)


def board(game: Session) -> list[int]:
    """Return the tiles row by row; their values count from 1, and 0 is the gap."""
    return [int(value) for value in game.grid.ravel()]


def solved(width: int) -> list[int]:
    return [*range(1, width * width), 0]


@pytest.mark.parametrize("case", GAMES)
def test_every_shuffle_can_be_solved_and_leaves_the_gap_anywhere(case: Case) -> None:
    width = case[2]
    parities = set()
    for seed in range(30):
        tiles = board(session(case, seed))
        assert sorted(tiles) == sorted(solved(width))
        assert tiles != solved(width)
        assert is_solvable(tiles, width)
        parities.add(sum(divmod(tiles.index(0), width)) % 2)
    assert parities == {0, 1}


@pytest.mark.parametrize("case", GAMES)
def test_arrows_move_the_gap_and_a_click_the_clicked_tile(case: Case) -> None:
    game = session(case, 5)
    ((y, x),) = np.argwhere(game.grid == 0)
    inside = np.indices(game.grid.shape).reshape(2, -1).T.tolist()
    for event, (dy, dx) in ARROWS.items():
        acted = game.send(event).acted
        assert acted == ([y + dy, x + dx] in inside)
        if acted:
            assert np.argwhere(game.grid == 0).tolist() == [[y + dy, x + dx]]
            game.undo()
    before = board(game)
    for row, column in inside:
        acted = game.send(("click", column, row)).acted
        assert acted == (abs(row - y) + abs(column - x) == 1)
        if acted:
            assert game.grid[row, column] == 0
            game.undo()
        assert board(game) == before


@pytest.mark.parametrize("case", [GAMES[0], GAMES[3]])
def test_the_shortest_solution_wins_by_clicks_and_by_arrows(case: Case) -> None:
    game = session(case, 2)
    moves = solve(board(game), 3)
    places = [board(game).index(0)]
    for tile in moves:
        assert game.status == "playing"
        place = board(game).index(tile)
        assert game.send(("click", place % 3, place // 3)).acted
        places.append(place)
    assert (game.status, game.move_count) == ("won", len(moves))
    again = session(case, 2)
    steps = {(dy * 3 + dx): event for event, (dy, dx) in ARROWS.items()}
    for before, after in pairwise(places):
        assert again.send(steps[after - before]).acted
    assert again.status == "won"


@pytest.mark.parametrize("case", [GAMES[1], GAMES[4]])
def test_a_board_of_fifteen_is_won_and_in_order(case: Case) -> None:
    game = session(case, 2)
    game.play(find_moves(game).moves)
    assert game.status == "won"
    assert board(game)[:-1] == solved(4)[:-1]


@pytest.mark.parametrize("name", ["sliding8", "sliding15"])
def test_the_gap_is_filled_when_it_is_won(name: str) -> None:
    game = Session(program(name), seed=3)
    assert "!" not in game.text()
    game.play(find_moves(game).moves)
    assert game.text().endswith("!")


def test_pieces_that_look_alike_are_told_apart_by_what_they_are() -> None:
    """With two pieces exchanged a board of one colour looks solved, and is not."""
    text = (
        'grid 2x2 values=_123\nstart "12/3_"\nonce symmetry=none: 12 -> 21\n'
        "on arrows:\n    for t in 123: _t -> t_\nwin grid is start\n"
    )
    green = io.BytesIO()
    Image.new("RGB", (20, 20), (0, 99, 0)).save(green, "PNG")
    game = Session(markovpy.parse(text), seed=1)
    game.use_picture(green.getvalue())
    pixels = np.asarray(game.picture(20).convert("RGB"))
    assert (pixels[:20] == (0, 99, 0)).all() and (pixels[:, :20] == (0, 99, 0)).all()
    assert (board(game), game.status) == ([2, 1, 3, 0], "playing")
    assert find_moves(game).outcome == "impossible"


def test_the_picture_is_whole_when_it_is_won_and_in_pieces_before() -> None:
    game = session(GAMES[3], 2)
    (gap,) = np.argwhere(game.grid == 0)
    pieces = np.asarray(game.picture(80).convert("RGB"))
    for tile in solve(board(game), 3):
        place = board(game).index(tile)
        game.send(("click", place % 3, place // 3))
    whole = np.asarray(game.picture(80).convert("RGB"))
    file = files("markovpy.programs") / "games" / "lighthouse.png"
    with file.open("rb") as data:
        original = np.asarray(Image.open(data).convert("RGB"))
    assert (whole == original).all()
    y, x = 80 * gap
    assert (pieces[y : y + 80, x : x + 80] == (255, 241, 232)).all()
