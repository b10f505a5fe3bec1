"""Programs that join places by shortest ways: tunnels, corridors, routes, wires, roads."""

from __future__ import annotations

import heapq

import numpy as np
import pytest
from numpy.typing import NDArray

import markovpy
from support.regions import (
    STEPS,
    Cell,
    Mask,
    beside,
    components,
    degrees,
    distances,
    drawn,
    grids,
    is_connected,
    is_tree,
    one_of,
    path_ends,
    places,
    program,
)


def detours(
    run: markovpy.Run, start: str, goal: str, ground: str, way: str, diagonal: bool = False
) -> list[int]:
    """Return by how many cells each way of a run is longer than the shortest there was."""
    longer = []
    before = drawn(run)
    for after in grids(run):
        dug = (after == way) & (before != way)
        if dug.any():
            passable = one_of(before, ground + goal)
            steps = distances(one_of(before, start), passable, diagonal)[one_of(before, goal)]
            longer.append(int(dug.sum()) + 1 - int(steps[steps > 0].min()))
        before = after
    return longer


@pytest.mark.parametrize("seed", range(10))
def test_tunnels_lead_to_the_nearest_cave(seed: int) -> None:
    longer = detours(program("cavern").begin(seed), "MT", "G", "R", "T")
    assert len(longer) >= 3
    assert not any(longer)


@pytest.mark.parametrize("seed", range(10))
def test_corridors_are_the_shortest_and_join_all_rooms(seed: int) -> None:
    run = program("dungeon_corridors", 61, 41).begin(seed)
    longer = detours(run, "mC", "d", "R", "C")
    cells = drawn(run)
    assert len(longer) >= 8
    assert not any(longer)
    assert one_of(cells, "RWFCDUHt").all()
    assert is_connected(one_of(cells, "FCDUHt"))
    assert not (one_of(cells, "RC") & beside(one_of(cells, "FUH"))).any()


@pytest.mark.parametrize("seed", range(10))
def test_the_hoard_lies_as_far_from_the_stairs_as_can_be(seed: int) -> None:
    cells = drawn(program("dungeon_corridors", 61, 41).run(seed))
    floor = one_of(cells, "FCDUHt")
    steps = distances(cells == "U", floor)
    assert int(steps[cells == "H"].item()) == steps.max() - 1
    assert sorted(steps[one_of(cells, "Ht")]) == list(range(1, steps.max()))


@pytest.mark.parametrize("seed", range(10))
def test_every_island_has_a_harbour_and_ships_call_at_all(seed: int) -> None:
    run = program("archipelago", 70, 60).begin(seed)
    longer = detours(run, "Hr", "D", "O", "r", diagonal=True)
    cells = drawn(run)
    land = one_of(cells, "sgfnH")
    islands = components(land)
    assert len(islands) >= 4
    assert not any(longer)
    assert all((cells[island] == "H").sum() == 1 for island in islands)
    assert min(island.sum() for island in islands) >= 14
    assert len(components(one_of(cells, "Hr"), diagonal=True)) == 1


@pytest.mark.parametrize("seed", range(10))
def test_wires_join_two_pads_each_and_never_touch(seed: int) -> None:
    cells = drawn(program("wiring", 71, 61).run(seed))
    copper = one_of(cells, "cdefgI")
    wires = components(copper, diagonal=True)
    assert len(wires) >= 8
    for wire in wires:
        ends = path_ends(wire)
        assert ends is not None
        assert {str(cells[end]) for end in ends} == {"I"}
        assert (cells[wire] == "I").sum() == 2
        assert len(set(cells[wire]) - {"I"}) == 1
    assert not (copper & beside(cells == "P", diagonal=True)).any()
    assert not any(detours(program("wiring", 71, 61).begin(seed), "A", "Z", "B", "W"))


@pytest.mark.parametrize("seed", range(10))
def test_the_thread_joins_the_two_ends_of_the_longest_way_of_a_perfect_maze(seed: int) -> None:
    cells = drawn(program("maze_thread", 41, 31).run(seed))
    floor = one_of(cells, "PHS12345678")
    assert is_tree(floor)
    assert floor[1::2, 1::2].all()
    assert not floor[::2, ::2].any()
    thread = one_of(cells, "HS12345678")
    ends = path_ends(thread)
    assert ends is not None
    dead_ends = places(floor & (degrees(floor) == 1))
    assert thread.sum() - 1 == max(distances(only(end, floor), floor).max() for end in dead_ends)


@pytest.mark.parametrize("seed", range(10))
def test_roads_are_the_cheapest_ways_to_the_capital(seed: int) -> None:
    run = program("trade_roads", 70, 60).begin(seed)
    land = drawn(run)
    for cells in grids(run):
        if not one_of(cells, "GFMTC").all():
            break
        land = cells
    run.finish()
    roads = one_of(drawn(run), "1234TC")
    cost = np.select([land == "G", land == "F", land == "M"], [1, 2, 5], 1)
    cheapest = costs(land == "C", cost, np.ones(land.shape, np.bool_))
    by_road = costs(land == "C", cost, roads)
    assert (land == "T").sum() == 70 * 60 // 500
    assert min((land == symbol).mean() for symbol in "GFM") > 0.05
    assert (by_road[roads] == cheapest[roads]).all()
    assert (land == "T")[roads].sum() == (land == "T").sum()


def costs(source: Mask, cost: NDArray[np.int64], passable: Mask) -> NDArray[np.float64]:
    """Return what it costs to go from each passable cell to the source, by Dijkstra's algorithm.

    A cell costs what its ground does when it is left; the source costs nothing.
    """
    total = np.full(source.shape, np.inf)
    queue: list[tuple[int, Cell]] = [(0, place) for place in places(source)]
    while queue:
        so_far, place = heapq.heappop(queue)
        if total[place] <= so_far:
            continue
        total[place] = so_far
        for step in STEPS.values():
            other = tuple(a + b for a, b in zip(place, step))
            if all(0 <= a < n for a, n in zip(other, source.shape)) and passable[other]:
                heapq.heappush(queue, (so_far + int(cost[other]), other))
    return total


def only(place: Cell, like: Mask) -> Mask:
    """Return a mask of the shape of another with a single cell."""
    mask = np.zeros(like.shape, np.bool_)
    mask[place] = True
    return mask


@pytest.mark.parametrize("seed", range(5))
def test_roots_reach_exactly_the_pools_that_are_not_shut_in(seed: int) -> None:
    run = program("roots", 70, 70).begin(seed)
    soil, before = None, drawn(run)
    for after in grids(run):
        grown = (after == "R") & (before != "R")
        if grown.any() and soil is not None:
            steps = distances(before == "W", one_of(before, "SR"))
            roots = steps[(before == "R") & (steps > 0)]
            assert steps[grown].item() == roots.min() - 1
        if (after == "N").any() and soil is None:
            soil = after
        before = after
    assert soil is not None
    within = distances(soil == "R", one_of(soil, "SWR")) >= 0
    drained = [pool for pool in components(soil == "W") if (pool & within).any()]
    assert ((before == "Q") == np.any(drained, 0)).all()
    assert len(drained) >= 8
    assert (before == "F").sum() == len(drained)
    assert is_connected(one_of(before, "RQTNLF"))


@pytest.mark.parametrize("seed", range(10))
def test_the_flood_is_as_deep_as_it_has_come_far_in_a_perfect_maze_of_wide_corridors(
    seed: int,
) -> None:
    shades = "123456789abcdefg"
    turns = list(grids(program("maze_flooded", 41, 31).begin(seed)))
    spring = next(cells == "1" for cells in turns if (cells == "1").any())
    cells = turns[-1]
    floor = one_of(cells, shades)
    walls = [np.arange(side) % 3 == 0 for side in cells.shape]
    assert cells.shape == (46, 61)
    assert not floor[np.ix_(*walls)].any()
    assert floor[np.ix_(*(~wall for wall in walls))].all()
    for axis in (0, 1):
        pairs = np.take(floor, np.flatnonzero(~walls[axis]), axis)
        assert (
            np.take(pairs, range(0, pairs.shape[axis], 2), axis)
            == np.take(pairs, range(1, pairs.shape[axis], 2), axis)
        ).all()
    assert is_tree(np.delete(np.delete(floor, np.s_[2::3], 0), np.s_[2::3], 1))
    steps = distances(spring, floor)
    rounds = -(-steps[floor] // ((46 + 61) // 6))
    depth = np.select([cells == shade for shade in shades], list(range(1, 17)))
    assert (depth[floor] == np.clip(rounds, 1, 16)).all()
