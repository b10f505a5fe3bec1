"""Hilbert's curve, sparks that gather, neighbours who move, a town on a river."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from support.regions import (
    Cell,
    Mask,
    beside,
    components,
    degrees,
    distances,
    drawn,
    is_connected,
    one_of,
    path_ends,
    program,
)

ORDER = 5


def hilbert(order: int) -> list[Cell]:
    """Return the places of Hilbert's curve in turn, each computed from its number, bit by bit."""
    curve = []
    for number in range(4**order):
        x = y = 0
        left = number
        for side in (1 << bit for bit in range(order)):
            right, down = (left >> 1) & 1, (left ^ (left >> 1)) & 1
            if not down:
                if right:
                    x, y = side - 1 - x, side - 1 - y
                x, y = y, x
            x, y = x + side * right, y + side * down
            left >>= 2
        curve.append((x, y))
    return curve


def test_the_curve_is_that_of_hilbert() -> None:
    cells = drawn(program("hilbert").run(1))
    drawn_curve = cells != "."
    ends = path_ends(drawn_curve)
    assert ends is not None
    steps = distances(one_of(cells, "H"), drawn_curve)
    numbers = steps[::2, ::2]
    side = 2**ORDER
    assert numbers.shape == (side, side)
    assert sorted(numbers.ravel()) == list(range(0, 2 * side * side, 2))
    expected = np.zeros((side, side), np.int64)
    for number, place in enumerate(hilbert(ORDER)):
        expected[place] = 2 * number
    forms = [np.rot90(flat, turns) for flat in (expected, expected.T) for turns in range(4)]
    assert any((numbers == form).all() for form in forms)


def test_each_turn_the_nearest_spark_goes_a_step_nearer_until_the_heart_is_full() -> None:
    run = program("gather").begin(3)
    heart = drawn(run) == "T"
    sparks = int(heart.sum())
    assert sparks == program("gather").names["sparks"]
    run.advance(sparks)
    looked_at = 0
    while run.stopped is None:
        before = drawn(run)
        if (before == "T").any():
            ways = distances(before == "T", one_of(before, ".H"))
            spark = one_of(before, "Sx")
            near = beside(ways == (least := nearest(ways, spark)))
            run.advance(1)
            moved = before != drawn(run)
            assert moved.sum() == 2
            assert (moved & spark & near).sum() == 1
            assert ways[moved & ~spark].item() == least
            looked_at += 1
        run.advance(50)
    assert looked_at > 50
    assert ((drawn(run) == "H") == heart).all()
    assert one_of(drawn(run), ".H").all()


def nearest(ways: NDArray[np.int64], spark: Mask) -> int:
    """Return the least way from a cell beside a spark."""
    return int(ways[beside(spark) & (ways >= 0)].min())


@pytest.mark.parametrize("seed", range(5))
def test_all_neighbours_end_content_in_quarters_of_their_own(seed: int) -> None:
    run = program("neighbours", 48, 48).begin(seed)
    run.advance(2)
    before = drawn(run)
    run.finish()
    after = drawn(run)
    for kind in "RB":
        assert (before == kind).sum() == (after == kind).sum()
        assert degrees(after == kind, diagonal=True)[after == kind].min() >= 3
    assert likeness(before) < 0.55
    assert likeness(after) > 0.7


def likeness(cells: NDArray[np.str_]) -> float:
    """Return the share of neighbours that are of the same kind."""
    like = [degrees(cells == kind, diagonal=True)[cells == kind].sum() for kind in "RB"]
    taken = cells != "."
    return float(sum(like) / degrees(taken, diagonal=True)[taken].sum())


@pytest.mark.parametrize("seed", range(15))
def test_the_town_hangs_together_over_its_bridges_and_every_house_has_its_door(seed: int) -> None:
    cells = drawn(program("riverside").run(seed))
    streets = one_of(cells, "sb")
    assert is_connected(streets)
    assert not is_connected(cells == "s")
    water = one_of(cells, "~b")
    assert is_connected(water)
    assert water[:, 0].any()
    assert water[:, -1].any()
    bridges = components(cells == "b")
    assert 1 <= len(bridges) <= 2
    assert all(bridge.sum() == 3 and np.ptp(np.nonzero(bridge)[1]) == 0 for bridge in bridges)
    houses = components(one_of(cells, "RVKWD"))
    assert len(houses) >= 40
    for house in houses:
        height, width = (int(np.ptp(axis)) + 1 for axis in np.nonzero(house))
        assert house.sum() == height * width
        assert sorted((height, width)) in ([3, 3], [3, 4], [4, 5], [4, 6])
        assert (cells[house] == "D").sum() == 1
        assert (beside(streets) & house & (cells == "D")).sum() == 1
