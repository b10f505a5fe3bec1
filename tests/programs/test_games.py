"""The other games as shipped: played from their start to a win, refusing what is illegal."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import markovpy
from markovpy import Program, Session
from markovpy.play import solve

Cell = tuple[int, int]


@cache
def program(name: str) -> Program:
    """Return a shipped program."""
    return markovpy.load(name)


def rows(game: Session) -> list[str]:
    return game.text().split("\n")


def pressed(lit: list[int], size: int) -> list[int]:
    """Return which lamps to press, by elimination over the field of two elements."""
    cells = size * size
    columns = [1 << place for place in range(cells)]
    for place in range(cells):
        y, x = divmod(place, size)
        for b, a in ((y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)):
            if 0 <= b < size and 0 <= a < size:
                columns[place] |= 1 << (b * size + a)
    basis: dict[int, tuple[int, int]] = {}
    for place, column in enumerate(columns):
        value, used = column, 1 << place
        while value and (top := value.bit_length()) in basis:
            value, used = value ^ basis[top][0], used ^ basis[top][1]
        if value:
            basis[value.bit_length()] = (value, used)
    left, chosen = sum(1 << place for place in lit), 0
    while left:
        value, used = basis[left.bit_length()]  # no such entry: it could not be put out
        left, chosen = left ^ value, chosen ^ used
    return [place for place in range(cells) if chosen >> place & 1]


@pytest.mark.parametrize("seed", range(20))
def test_every_start_of_lights_out_can_be_put_out(seed: int) -> None:
    game = Session(program("lights_out"), seed=seed)
    lit = np.flatnonzero(game.grid == game.symbols.index("W")).tolist()
    for place in pressed(lit, 5):
        assert game.status == "playing"
        assert game.send(("click", place % 5, place // 5)).acted
    assert game.status == "won"
    assert set(game.text()) == {"G", "\n"}


def test_a_press_switches_a_lamp_and_those_beside_it() -> None:
    game = Session(program("lights_out"), seed=1)
    before = game.grid.copy()
    game.play("c0,2")
    changed = [(int(y), int(x)) for y, x in np.argwhere(game.grid != before)]
    assert changed == [(1, 0), (2, 0), (2, 1), (3, 0)]
    assert not game.send("left").acted


PEGS = [
    "3,2-5,2 3,4-3,2 2,2-4,2 5,2-3,2 3,1-3,3",
    "3,2-3,0 3,4-3,2 1,3-3,3 3,3-3,1 3,0-3,2 5,3-3,3 3,2-3,4 3,4-3,6",
    "3,2-5,2 2,3-0,3 4,3-4,5 0,4-0,2 3,4-3,2 3,2-1,2 0,2-2,2 1,4-3,4 6,4-4,4 4,5-4,3 5,3-3,3"
    " 3,4-3,2 2,2-4,2 5,2-3,2 3,1-3,3",
    "3,1-3,3 1,2-3,2 2,0-2,2 4,0-2,0 3,2-1,2 0,2-2,2 4,2-4,0 6,2-4,2 2,3-2,1 2,0-2,2 0,3-2,3"
    " 2,3-2,1 4,3-2,3 6,3-4,3 4,3-4,1 4,0-4,2 2,4-2,2 2,1-2,3 0,4-2,4 3,4-1,4 4,5-4,3 6,4-4,4"
    " 2,6-2,4 2,3-2,5 4,6-2,6 2,6-2,4 1,4-3,4 3,4-5,4 4,2-4,4 5,4-3,4 3,4-3,6",
]
"""Jumps that leave one peg, for each level."""


@pytest.mark.parametrize("level", range(1, 5))
def test_pegs_jump_until_one_is_left(level: int) -> None:
    game = Session(program("peg_solitaire_play"), level, seed=1)
    left = game.text().count("●")
    chosen = ""
    for jump in PEGS[level - 1].split():
        source, target = jump.split("-")
        if source != chosen:
            game.play(f"c{source}")
            assert game.text().count("◉") == 1
        assert game.status == "playing"
        game.play(f"c{target}")
        left -= 1
        chosen = target
        if game.status == "playing":
            assert game.text().count("●") + 1 == left
    assert (left, game.status, game.text().count("★")) == (1, "won", 1)


def test_a_peg_is_let_go_and_jumps_over_pegs_only() -> None:
    game = Session(program("peg_solitaire_play"), 4, seed=1)
    start = game.text()
    assert not game.send(("click", 3, 3)).acted  # a hole, and no peg is chosen
    assert not game.send(("click", 0, 0)).acted  # no hole at all
    game.play("c1,3c1,3")
    assert game.text() == start
    game.play("c2,3")
    assert not game.send("right").acted
    assert not game.send(("click", 3, 3)).acted  # beside it, not two steps away
    game.play("c1,3r")
    assert rows(game)[3] == "●○○◉●●●"


def test_pegs_without_a_jump_have_lost() -> None:
    game = Session(program("peg_solitaire_play"), 2, seed=1)
    game.play("c3,2u")
    assert (game.status, game.send("down").acted) == ("playing", False)
    lost = Session(program("peg_solitaire_play"), 1, seed=1)
    lost.play("c3,2uc3,3d")
    assert (lost.status, lost.text().count("×")) == ("lost", 4)


FEWEST = [6, 11, 19, 22]
"""Moves that each level of the ice takes at least, by an independent search."""


@pytest.mark.parametrize("level", range(1, 5))
def test_the_penguin_gets_all_fish_in_the_fewest_slides(level: int) -> None:
    game = Session(program("ice"), level, seed=1)
    found = solve(game, optimal=True)
    assert (found.move_count, found.fewest) == (FEWEST[level - 1], True)
    game.play(found.moves)
    assert game.status == "won"
    assert game.text().count("H") == 1
    assert "F" not in game.text()


def test_the_penguin_slides_to_the_next_rock_and_eats_on_its_way() -> None:
    game = Session(program("ice"), seed=1)
    assert not game.send("left").acted
    assert not game.send("up").acted
    game.play("r")
    assert rows(game)[5] == "W______PW"
    game.play("ul")
    assert rows(game)[4] == "WWP_____W"
    assert game.text().count("F") == 1


def cycle(width: int, height: int) -> dict[Cell, Cell]:
    """Return a round trip over all cells inside a wall: down the first column, back in bends."""
    way = [(y, 1) for y in range(1, height - 1)]
    for k, y in enumerate(range(height - 2, 0, -1)):
        row = range(2, width - 1) if k % 2 == 0 else range(width - 2, 1, -1)
        way += [(y, x) for x in row]
    return dict(zip(way, way[1:] + way[:1], strict=True))


def heading(game: Session) -> tuple[Cell, str]:
    """Return where the snake's head is, and what it looks like."""
    ((y, x),) = np.argwhere(np.isin(game.grid, [game.symbols.index(s) for s in "►▼◄▲"]))
    return (int(y), int(x)), game.symbols[game.grid[y, x]]


STEPS = {
    (0, 1): ("right", "►"),
    (1, 0): ("down", "▼"),
    (0, -1): ("left", "◄"),
    (-1, 0): ("up", "▲"),
}


def follow(game: Session, way: dict[Cell, Cell], most: int) -> None:
    """Steer the snake round and round until the game has ended."""
    for _ in range(most):
        if game.status != "playing":
            return
        (y, x), look = heading(game)
        b, a = way[y, x]
        event, wanted = STEPS[b - y, a - x]
        assert game.send("tick" if look == wanted else event).acted


def back(way: dict[Cell, Cell]) -> dict[Cell, Cell]:
    return {after: before for before, after in way.items()}


@pytest.mark.parametrize("seed", range(3))
def test_a_careful_snake_eats_until_it_has_enough_or_fills_the_board(seed: int) -> None:
    for apples, length in ((5, 8), (100, 24)):
        game = Session(program("snake_play"), 1, seed, (8, 6), {"apples": apples})
        way = cycle(8, 6)
        cell, _ = heading(game)
        if way[cell] == (cell[0], cell[1] - 1):
            way = back(way)  # it cannot turn back
        follow(game, way, 24 * 25)
        assert game.status == "won"
        assert sum(game.text().count(s) for s in "►▼◄▲Y") == length


def test_the_snake_keeps_its_length_between_apples_and_cannot_turn_back() -> None:
    game = Session(program("snake_play"), seed=3)
    assert not game.send("left").acted
    (y, x), _ = heading(game)
    game.play("u.")
    assert heading(game) == ((y - 2, x), "▲")
    assert sum(game.text().count(s) for s in "rdluRDLU") == 2
    assert not game.send("down").acted


def test_the_snake_dies_at_the_wall_and_at_its_own_body() -> None:
    game = Session(program("snake_play"), seed=3)
    for _ in range(30):
        game.send("tick")
    assert game.status == "lost"
    assert "X" in game.text()
    assert not game.send("up").acted


BITTEN = """
start {
    WWWWWWW
    W____FW
    W_r►__W
    W_ulL_W
    WWWWWWW
}
"""


def test_the_snake_dies_of_its_own_body() -> None:
    lines = program("snake_play").source.text.replace("grid 20x15", "grid").split("\n")
    kept = [line for line in lines if not line.startswith(("sprite", "put", "once"))]
    game = Session(markovpy.parse("\n".join(kept) + BITTEN), seed=1)
    game.play("r")
    assert rows(game)[2:4] == ["W_rr►_W", "W_uL__W"]
    assert game.undo()
    game.play("d")
    assert (game.status, rows(game)[2]) == ("lost", "W_rX__W")
