"""Caves: rooms, and water that seeps through rock."""

import numpy as np
import pytest

from support.regions import (
    beside,
    components,
    distances,
    drawn,
    is_connected,
    one_of,
    program,
)

SEEDS = range(100)


@pytest.mark.parametrize("seed", SEEDS)
def test_cave_rooms_hang_together_by_as_few_doors_as_can_be(seed: int) -> None:
    cells = drawn(program("cave_rooms", 40, 30).run(seed))
    rooms = components(one_of(cells, "FMWC"))
    assert one_of(cells, "XSFMWCD").all()
    assert 10 <= len(rooms) <= 26
    assert all(len(set(cells[room])) == 1 for room in rooms)
    assert is_connected(one_of(cells, "FMWCD"))
    assert (cells == "D").sum() == len(rooms) - 1


def test_water_seeps_exactly_as_far_as_a_flood_goes_and_the_floor_says_so() -> None:
    through = 0
    for seed in SEEDS:
        run = program("percolation", 40, 40).begin(seed)
        run.advance(1)
        pores = drawn(run) == "P"
        run.finish()
        cells = drawn(run)
        source = np.zeros(pores.shape, np.bool_)
        source[0] = True
        wet = distances(source, pores | source) >= 0
        assert (one_of(cells, "12345678") == wet).all()
        assert ((cells == "P") == (pores & ~wet)).all()
        reached = bool(beside(wet)[-1].any())
        assert set(cells[-1]) == {"Y" if reached else "R"}
        through += reached
    assert 20 <= through <= 80


@pytest.mark.parametrize("seed", SEEDS)
def test_water_darkens_with_its_way(seed: int) -> None:
    cells = drawn(program("percolation", 40, 30).run(seed))
    wet = one_of(cells, "12345678")
    source = np.zeros(wet.shape, np.bool_)
    source[0] = True
    steps = distances(source, wet)
    for shade in range(7):
        ages = steps[cells == "12345678"[shade]]
        assert ages.size == 0 or 5 * shade < ages.max() <= 5 * shade + 5
        assert ages.size == 0 or ages.min() > 5 * shade or shade == 0
