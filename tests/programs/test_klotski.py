"""Klotski as shipped: a click makes every step there is, and no other; every level can be won."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from functools import cache

import pytest

import markovpy
from markovpy import Program, Session
from markovpy.play import solve

Block = tuple[int, int, int, int]
Board = frozenset[Block]

SIZES = {"○": (1, 1), "▲": (1, 2), "◄": (2, 1), "┌": (2, 2)}
FEWEST = [10, 23, 49, 80, 116]
"""Steps that each level takes at least, by an independent breadth-first search.

That the classic opening takes 116 steps of a cell, and 81 moves of a block as far as one likes, is
found in many places; so are its 25,955 positions, as in the SlidingPuzzles example of TLA+.
"""


@cache
def klotski() -> Program:
    """Return the shipped program."""
    return markovpy.load("klotski")


def board(game: Session) -> Board:
    """Return the blocks inside the frame, each as x, y, width and height."""
    rows = [row[1:-1] for row in game.text().split("\n")[1:-1]]
    return frozenset(
        (x, y, *SIZES[symbol])
        for y, row in enumerate(rows)
        for x, symbol in enumerate(row)
        if symbol in SIZES
    )


def mask(block: Block) -> int:
    """Return the cells of a block as bits."""
    x, y, width, height = block
    return sum(1 << (y + b) * 4 + x + a for b in range(height) for a in range(width))


def steps(now: Board) -> Iterator[Board]:
    """Yield what a block's step to a free place makes of a board."""
    filled = sum(mask(block) for block in now)
    for block in now:
        x, y, width, height = block
        for a, b in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if 0 <= a <= 4 - width and 0 <= b <= 5 - height:
                moved = (a, b, width, height)
                if not mask(moved) & (filled - mask(block)):
                    yield now - {block} | {moved}


def reached(start: Board) -> Iterator[tuple[Board, int]]:
    """Yield every board that steps lead to, the nearest first, with how many they are."""
    known = {start}
    waiting = deque([(start, 0)])
    while waiting:
        now, depth = waiting.popleft()
        yield now, depth
        for after in steps(now):
            if after not in known:
                known.add(after)
                waiting.append((after, depth + 1))


@pytest.mark.parametrize("level", range(1, 6))
def test_the_large_block_leaves_by_the_gate(level: int) -> None:
    game = Session(klotski(), level, seed=1)
    found = solve(game, optimal=True)
    assert (found.move_count, found.fewest) == (FEWEST[level - 1], True)
    game.play(found.moves)
    assert (game.status, game.push_count) == ("won", 0)
    inside, gate = game.text().split("\n")[-2:]
    assert (inside[2:4], gate) == ("╔╗", "WW╚╝WW")


@pytest.mark.parametrize(
    "level", [1, 2, *(pytest.param(level, marks=pytest.mark.slow) for level in (3, 4, 5))]
)
def test_no_level_takes_fewer_steps(level: int) -> None:
    boards = reached(board(Session(klotski(), level, seed=1)))
    assert next(depth for now, depth in boards if (1, 3, 2, 2) in now) == FEWEST[level - 1]


@pytest.mark.slow
def test_the_classic_opening_leads_to_25955_positions() -> None:
    assert sum(1 for _ in reached(board(Session(klotski(), 5, seed=1)))) == 25_955


def outcomes(game: Session) -> dict[Board, int]:
    """Return what clicks on all cells make of a board, and how many clicks do so."""
    found: dict[Board, int] = {}
    before = game.text()
    for cell in range(6 * 7):
        if game.send(("click", cell % 6, cell // 6)).acted:
            found[board(game)] = found.get(board(game), 0) + 1
            game.undo()
        assert game.text() == before
    return found


@pytest.mark.parametrize("level", range(1, 6))
def test_clicks_make_every_step_and_no_other(level: int) -> None:
    game = Session(klotski(), level, seed=1)
    draws = random.Random(level)
    for _ in range(25):
        assert set(outcomes(game)) == set(steps(board(game)))
        for _ in range(8):
            while not game.send(("click", draws.randint(1, 4), draws.randint(1, 5))).acted:
                pass


@pytest.mark.parametrize(
    ("click", "after"),
    [
        ("c3,4", ["▼○·▼", "○○·○"]),
        ("c2,5", ["▼·○▼", "○·○○"]),
        ("c2,4", ["▼○○▼", "○··○"]),
        ("c3,5", ["▼··▼", "○○○○"]),
    ],
)
def test_two_small_blocks_that_share_two_gaps_go_where_they_are_asked_to(
    click: str, after: list[str]
) -> None:
    game = Session(klotski(), 5, seed=1)
    game.play("c2,4")
    assert [row[1:5] for row in game.text().split("\n")[4:6]] == ["▼·○▼", "○○·○"]
    game.play(click)
    assert [row[1:5] for row in game.text().split("\n")[4:6]] == after
