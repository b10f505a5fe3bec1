"""Rows that go round, as shipped: a push is a rotation, and shuffled boards keep to its parity."""

from __future__ import annotations

from collections import deque
from functools import cache
from itertools import product
from math import factorial

import numpy as np
import pytest
from numpy.typing import NDArray

import markovpy
from markovpy import Program, Session
from markovpy.play import solve

SIZES = [3, 3, 4, 5]
ARROWS = {"►": (1, 1), "◄": (1, -1), "▼": (0, 1), "▲": (0, -1)}
"""Of each arrow the axis of its line, y before x, and which way it goes."""


@cache
def rows_round() -> Program:
    """Return the shipped program."""
    return markovpy.load("rows_round")


def cells(game: Session) -> NDArray[np.str_]:
    """Return the symbols of the grid."""
    return np.array([list(row) for row in game.text().split("\n")])


def tiles(game: Session) -> NDArray[np.str_]:
    """Return the symbols within the arrows."""
    found = np.argwhere(np.char.isalnum(cells(game)))
    (top, left), (bottom, right) = found.min(axis=0), found.max(axis=0)
    return cells(game)[top : bottom + 1, left : right + 1]


def pushed(board: NDArray[np.str_], axis: int, line: int, way: int) -> NDArray[np.str_]:
    """Return a board with a row (axis 1) or column (axis 0) turned round by one."""
    after = board.copy()
    where = (line, slice(None)) if axis else (slice(None), line)
    after[where] = np.roll(board[where], way)
    return after


@pytest.mark.parametrize("level", range(1, 5))
def test_an_arrow_turns_its_row_or_column_and_the_one_opposite_turns_it_back(level: int) -> None:
    game = Session(rows_round(), level, seed=3)
    size = SIZES[level - 1]
    assert tiles(game).shape == (size, size)
    start = cells(game)
    corner = np.argwhere(np.char.isalnum(start)).min(axis=0)
    clicked = 0
    for y, x in np.argwhere(start != ""):
        before = tiles(game)
        acted = game.send(("click", int(x), int(y))).acted
        assert acted == (start[y, x] in ARROWS)
        if acted:
            axis, way = ARROWS[start[y, x]]
            line = int((y, x)[1 - axis] - corner[1 - axis])
            assert (tiles(game) == pushed(before, axis, line, way)).all()
            clicked += 1
    assert clicked == 4 * size
    assert (cells(game)[start == "_"] == "_").all()
    assert not game.send("left").acted


def is_odd(board: NDArray[np.str_]) -> bool:
    """Return the parity of the permutation that a board is of its symbols in order."""
    line = board.reshape(-1).tolist()
    count = sum(a > b for i, a in enumerate(line) for b in line[i + 1 :])
    return count % 2 == 1


@pytest.mark.parametrize(("level", "odd"), [(2, False), (3, True), (4, False)])
def test_shuffled_boards_have_the_parity_of_their_pushes(level: int, odd: bool) -> None:
    """A push of n tiles is n - 1 exchanges; five pushes of four are an odd number of them."""
    boards = [tiles(Session(rows_round(), level, seed)) for seed in range(1, 21)]
    assert [is_odd(board) for board in boards] == [odd] * 20
    assert len({board.tobytes() for board in boards}) > 15


def turns(size: int) -> list[tuple[int, ...]]:
    """Return which cell each cell's tile comes from, for every push of a square board."""
    places = np.arange(size * size).reshape(size, size).astype(str)
    lines = product(ARROWS.values(), range(size))
    boards = [pushed(places, axis, line, way) for (axis, way), line in lines]
    return [tuple(board.reshape(-1).astype(int).tolist()) for board in boards]


def distances(start: str, size: int) -> dict[str, int]:
    """Return how many pushes each board of some tiles is from a first one."""
    found = {start: 0}
    waiting = deque([start])
    every_turn = turns(size)
    while waiting:
        now = waiting.popleft()
        for turn in every_turn:
            after = "".join([now[place] for place in turn])
            if after not in found:
                found[after] = found[now] + 1
                waiting.append(after)
    return found


def test_stripes_take_as_few_pushes_as_an_exhaustive_search_says() -> None:
    known = distances("111444777", 3)
    assert len(known) == factorial(9) // factorial(3) ** 3
    for seed in (1, 2):
        game = Session(rows_round(), 1, seed)
        found = solve(game, optimal=True)
        assert (found.move_count, found.fewest) == (known["".join(tiles(game).reshape(-1))], True)


@pytest.mark.parametrize("level", range(1, 5))
def test_boards_in_order_are_won(level: int) -> None:
    game = Session(rows_round(), level, seed=2)
    arrows = game.text().count("►")
    game.play(solve(game).moves)
    assert game.status == "won"
    won = tiles(game).reshape(-1).tolist()
    assert won == sorted(won)
    assert game.text().count("★") == 4 * arrows
    assert not set(game.text()) & set(ARROWS)
