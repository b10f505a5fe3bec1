"""Three dimensions: towers and corals."""

import numpy as np
import pytest

from support.regions import beside, components, drawn, edges, one_of, program, rectangle

SEEDS = range(100)


@pytest.mark.parametrize("seed", SEEDS)
def test_towers_stand_on_the_ground_apart_and_under_a_roof(seed: int) -> None:
    cells = drawn(program("skyline", 16, 16, 12).run(seed))
    assert one_of(cells, "BGSVLRr").all()
    solid = one_of(cells, "VLRr")
    roofs = one_of(cells, "Rr")
    assert one_of(cells[0], "GSVL").all()
    assert not (solid[1:] & ~solid[:-1]).any()
    assert not (solid[-1] & ~roofs[-1]).any()
    assert (roofs[:-1] == (solid[:-1] & ~solid[1:])).all()
    towers = components(solid[0], diagonal=True)
    heights = solid.sum(0)
    assert len(towers) >= 4
    for tower in towers:
        assert rectangle(tower) in {(2, 2), (3, 3)}
        assert len(set(heights[tower])) == 1
        assert 3 <= heights[tower][0] <= 11
    assert (cells[0][beside(solid[0], diagonal=True) & ~solid[0]] == "S").all()


@pytest.mark.parametrize("seed", SEEDS)
def test_corals_are_trees_that_stand_on_the_sand(seed: int) -> None:
    cells = drawn(program("coral", 14, 14, 10).run(seed, set={"corals": 3}))
    age = np.zeros(cells.shape, np.int64)
    for number, symbol in enumerate("123456789abcd", 1):
        age[cells == symbol] = number
    coral = age > 0
    assert (cells[0] == "S").all()
    assert (cells[1:] != "S").all()
    parts = components(coral)
    assert len(parts) <= 3
    assert coral.sum() > 10
    for part in parts:
        assert edges(part) == part.sum() - 1
        assert part[1].sum() == 1
        assert age[1][part[1]] == 1
        assert (age[part] == 1).sum() == 1
