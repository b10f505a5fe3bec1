"""Cellular automata: what is known of them, and a second computation of every turn."""

from itertools import pairwise

import numpy as np
import pytest
from numpy.typing import NDArray

from support.regions import (
    Mask,
    beside,
    components,
    degrees,
    drawn,
    grids,
    is_connected,
    one_of,
    program,
)

GUN_CELLS = 36
GLIDER_CELLS = 5
PERIOD = 30


def next_generation(alive: Mask) -> Mask:
    """Return Conway's Life one generation on; all beyond the edge is dead."""
    around = degrees(alive, diagonal=True)
    return (around == 3) | (alive & (around == 2))


def test_every_turn_of_the_gun_is_a_generation_of_life() -> None:
    turns = [cells == "O" for cells in grids(program("glider_gun").begin(1))]
    assert len(turns) >= 300
    for before, after in pairwise(turns[:301]):
        assert (next_generation(before) == after).all()


def test_the_gun_fires_every_thirty_generations() -> None:
    cells = drawn(program("glider_gun").begin(1))
    without_eater = cells.copy()
    without_eater[30:] = "."
    wide = np.pad(without_eater, ((0, 40), (0, 40)), constant_values=".")
    start = np.vectorize(program("glider_gun").symbols.index)(wide).astype(np.uint8)
    run = program("glider_gun").begin(1, start=start)
    assert (drawn(run) == "O").sum() == GUN_CELLS
    for shots in range(1, 9):
        run.advance(PERIOD)
        assert (drawn(run) == "O").sum() == GUN_CELLS + shots * GLIDER_CELLS


def test_the_eater_takes_every_glider() -> None:
    turns = [cells == "O" for cells in grids(program("glider_gun").begin(1))]
    assert (turns[300] == turns[300 - PERIOD]).all()
    assert not any((turns[300] == turns[300 - n]).all() for n in range(1, PERIOD))
    assert not any(edge.any() for turn in turns for edge in (turn[-1], turn[:, -1]))


@pytest.mark.parametrize("seed", range(5))
def test_colours_are_eaten_by_their_successors_on_a_torus(seed: int) -> None:
    colours = "0123456789abcd"
    run = program("cyclic", 40, 40).begin(seed)
    run.advance(1)
    ages = numbers(drawn(run), colours)
    for _ in range(600):
        following = (ages + 1) % len(colours)
        rolls = [np.roll(ages, step, axis) for step in (1, -1) for axis in (0, 1)]
        ages = np.where(np.any([roll == following for roll in rolls], 0), following, ages)
    run.finish()
    assert (numbers(drawn(run), colours) == ages).all()


def test_most_of_the_plane_comes_to_turn_in_as_many_generations_as_there_are_colours() -> None:
    repeated = []
    for seed in range(6):
        run = program("cyclic").begin(seed)
        run.advance(1 + 600 - 14)
        before = drawn(run)
        run.advance(14)
        repeated.append((drawn(run) == before).mean())
    assert np.median(repeated) > 0.9


def numbers(cells: NDArray[np.str_], symbols: str) -> NDArray[np.int64]:
    """Return the place of each cell's symbol among some symbols."""
    return np.select([cells == symbol for symbol in symbols], list(range(len(symbols))), -1)


@pytest.mark.parametrize("seed", range(10))
def test_the_cavern_is_noise_worn_by_the_four_five_rule(seed: int) -> None:
    run = program("cavern", 60, 40).begin(seed)
    run.advance(1)
    floor = drawn(run) == "F"
    for _ in range(5):
        around = degrees(floor, diagonal=True)
        floor = (around >= 5) | (floor & (around == 4))
        floor[[0, -1]] = floor[:, [0, -1]] = False
        run.advance(1)
        assert ((drawn(run) == "F") == floor).all()
    run.finish()
    cells = drawn(run)
    caves = [cave for cave in components(floor) if cave.sum() >= 12]
    assert len(caves) >= 2
    assert (one_of(cells, "MLD") == np.any(caves, 0)).all()
    assert is_connected(one_of(cells, "MTLD"))
    assert not one_of(cells[beside(one_of(cells, "MTLD"), diagonal=True)], "R").any()
