"""Flowers: all of it rooted, no tip left, every way to grow with the same odds."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import markovpy
from markovpy.api import Program, Run
from markovpy.resources import programs
from support.graphs import LIKELY, beside, cells, chi_square, flood, where

SEEDS = range(100)


@cache
def program() -> Program:
    """Return the shipped program."""
    return markovpy.load("flower")


def assert_rooted(run: Run) -> None:
    """Check that every stem and petal reaches the earth through stem and petals."""
    plant = where(run, "IP")
    rooted = flood(plant, cells(plant & beside(where(run, "E"))))
    assert (rooted == plant).all()
    assert not where(run, "O").any()


def test_flowers_are_rooted_and_no_tip_is_left() -> None:
    assert program().size == (30, 60, 1)
    for seed in SEEDS:
        run = program().run(seed=seed)
        assert run.stopped == "done"
        assert where(run, "P").any()
        assert_rooted(run)


def test_the_ground_is_two_rows_of_earth_and_one_of_grass() -> None:
    for seed in SEEDS:
        run = program().run(seed=seed)
        stem = where(run, "I")
        assert (where(run, "E") | stem)[-2:].all()
        assert (where(run, "G") | stem)[-3].all()
        assert not where(run, "EG")[:-3].any()
        assert not stem[-1].any()
        assert (stem[-2] == stem[-3]).all()


def test_stems_come_up_until_there_is_no_room() -> None:
    for seed in SEEDS:
        run = program().run(seed=seed)
        sky = where(run, "S")
        ground = where(run, "G")
        for x in range(26):
            assert not (sky[-6:-3, x : x + 5].all() and ground[-3, x : x + 5].all())


def with_stems(width: int, height: int, tips: list[tuple[int, int]]) -> Program:
    """Return the program with tips at (x, y) to start from, each on a stem of two cells."""
    grid = np.full((height, width), "S")
    grid[-3], grid[-2:] = "G", "E"
    for x, y in tips:
        grid[y, x] = "O"
        grid[y + 1 : y + 3, x] = "I"
    start = "\n".join("".join(row) for row in grid)
    text = programs()["flower"].read_text(encoding="utf-8")
    return markovpy.parse(f"{text}\nstart {{\n{start}\n}}\n", size=(width, height))


def growth(plants: Program, seed: int) -> str:
    """Return which of the five growths came first."""
    run = plants.begin(seed=seed)
    before = run.grid.copy()
    run.advance()
    changed = run.grid != before
    if where(run, "P").any():
        return "bloom"
    new_tips = cells(where(run, "O") & changed)
    if len(new_tips) == 2:
        return "fork"
    (old,) = cells((before == run.symbols.index("O")) & changed)
    return {-1: "left", 0: "straight", 1: "right"}[new_tips[0][1] - old[1]]


def test_the_odds_are_the_same_per_growth_not_per_place() -> None:
    near_the_top = [(x, 2) for x in range(3, 30, 4)]
    plants = with_stems(41, 20, [*near_the_top, (36, 12)])
    found = [growth(plants, seed) for seed in range(1500)]
    assert set(found) == {"straight", "left", "right", "fork", "bloom"}
    assert chi_square(found, 5) < LIKELY[4]


def test_a_growth_that_does_not_fit_gives_way_to_the_others() -> None:
    plants = with_stems(9, 9, [(4, 2)])
    found = [growth(plants, seed) for seed in range(400)]
    assert set(found) == {"straight", "bloom"}
    assert chi_square(found, 2) < 10.83


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 9), (3, 3), (5, 5), (5, 6), (4, 40), (21, 21), (80, 20)], ids=str
)
def test_flowers_of_any_size(size: tuple[int, int]) -> None:
    for seed in range(20):
        run = program().run(seed=seed, size=size)
        assert run.stopped == "done"
        assert_rooted(run)
        assert where(run, "P").any() == (size[0] >= 5 and size[1] >= 6)
