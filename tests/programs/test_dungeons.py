"""Dungeons: connected, no dead ends, few loops; a lock that holds and a key within reach."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

import markovpy
from markovpy.api import Program, Run
from markovpy.errors import RunError
from support.graphs import (
    Cell,
    Graph,
    Mask,
    cells,
    contracted,
    dead_ends,
    flood,
    is_connected,
    neighbours,
    rooms,
    where,
)

SEEDS = range(100)


@cache
def program(name: str) -> Program:
    """Return a shipped program."""
    return markovpy.load(name)


def dungeon(seed: int, size: tuple[int, int] | None = None, **names: int) -> Mask:
    """Return the floor of a dungeon; all that is no floor is rock."""
    run = program("dungeon").run(seed=seed, size=size, set=names)
    assert set(np.unique(run.grid)) <= {run.symbols.index("R"), run.symbols.index("F")}
    return where(run, "F")


@cache
def dungeons() -> list[Mask]:
    """Return the dungeons of all seeds."""
    return [dungeon(seed) for seed in SEEDS]


def test_dungeons_are_connected_without_dead_ends() -> None:
    assert program("dungeon").size == (41, 41, 1)
    for floor in dungeons():
        assert floor.any()
        assert is_connected(floor)
        assert dead_ends(floor) == []


def test_dungeons_have_at_most_three_loops() -> None:
    loops = [contracted(floor).loops for floor in dungeons()]
    assert max(loops) == 3
    assert sum(loops) > 2 * len(loops)


@pytest.mark.parametrize("most", [0, 1, 6])
def test_the_number_of_loops_can_be_set(most: int) -> None:
    loops = [contracted(dungeon(seed, loops=most)).loops for seed in SEEDS]
    assert max(loops) == most


def test_rooms_are_nine_by_eleven() -> None:
    for floor in dungeons():
        found = rooms(floor)
        assert found
        for room in found:
            places = np.argwhere(room)
            height, width = (int(side) for side in places.max(0) - places.min(0) + 1)
            assert sorted((height, width)) == [9, 11]
            assert room.sum() == 9 * 11


def test_dungeons_keep_off_the_border() -> None:
    for size in ((41, 41), (40, 30), (12, 27)):
        for seed in range(20):
            floor = dungeon(seed, size)
            assert not floor[[0, -1]].any()
            assert not floor[:, [0, -1]].any()


@pytest.mark.parametrize(
    "size",
    [(1, 1), (2, 3), (5, 5), (6, 4), (13, 11), (25, 11), (11, 49), (20, 20), (21, 21), (40, 60)],
    ids=str,
)
def test_dungeons_of_any_size(size: tuple[int, int]) -> None:
    for seed in range(20):
        floor = dungeon(seed, size)
        assert is_connected(floor)
        assert dead_ends(floor) == [] or size == (1, 1)
        assert contracted(floor).loops <= 3


class Locked:
    """A locked dungeon and where its things are."""

    def __init__(self, run: Run) -> None:
        """Look at a finished run."""
        assert run.stopped == "done"
        assert set(run.text()) <= set("BRFSKTD\n")
        self.free = where(run, "RFSKT")
        self.door_mask = where(run, "D")
        self.everything = self.free | self.door_mask
        self.start, self.key, self.treasure, self.door = (only(where(run, s)) for s in "SKTD")
        self.before = flood(self.free, [self.start])


def only(mask: Mask) -> Cell:
    """Return the one true cell."""
    (cell,) = cells(mask)
    return cell


@cache
def locked_dungeons() -> list[Locked]:
    """Return the locked dungeons of all seeds."""
    return [Locked(program("dungeon_locked").run(seed=seed)) for seed in SEEDS]


def test_the_key_lies_before_the_door_and_the_treasure_behind() -> None:
    for dungeon in locked_dungeons():
        assert dungeon.before[dungeon.key]
        assert not dungeon.before[dungeon.treasure]


def test_through_the_door_everything_is_reached() -> None:
    for dungeon in locked_dungeons():
        assert flood(dungeon.everything, [dungeon.start])[dungeon.treasure]
        assert is_connected(dungeon.everything)
        sides = [n for n in neighbours(dungeon.door, dungeon.free.shape) if dungeon.free[n]]
        assert sorted(bool(dungeon.before[side]) for side in sides) == [False, True]


def test_locked_dungeons_have_no_dead_ends_and_few_loops() -> None:
    for dungeon in locked_dungeons():
        plan: Graph = contracted(dungeon.everything)
        assert dead_ends(dungeon.everything) == []
        assert plan.loops <= 2


@pytest.mark.parametrize("size", [(21, 21), (24, 30), (31, 31)], ids=str)
def test_locked_dungeons_of_other_sizes(size: tuple[int, int]) -> None:
    for seed in range(20):
        dungeon = Locked(program("dungeon_locked").run(seed=seed, size=size))
        assert dungeon.before[dungeon.key]
        assert not dungeon.before[dungeon.treasure]
        assert is_connected(dungeon.everything)


@pytest.mark.parametrize("size", [(1, 1), (2, 2), (5, 5), (9, 5)], ids=str)
def test_where_there_is_no_room_for_a_lock_it_says_so(size: tuple[int, int]) -> None:
    with pytest.raises(RunError, match="require"):
        program("dungeon_locked").run(seed=1, size=size)


def unlocked(run: Run) -> str:
    """Walk through a dungeon of keys and locks, taking every key; return the keys in order."""
    doors = {key: where(run, key.upper()) for key in "rgb"}
    free = where(run, "1234rgbST")
    keys = ""
    while True:
        reached = flood(free, cells(where(run, "S")))
        found = [key for key in "rgb" if key not in keys and (where(run, key) & reached).any()]
        if (where(run, "T") & reached).any():
            return keys + "T"
        if not found:
            return keys
        keys += found[0]
        free |= doors[found[0]]


@pytest.mark.parametrize("seed", range(40))
def test_three_keys_can_be_found_in_turn_and_all_are_needed(seed: int) -> None:
    run = program("dungeon_keys").run(seed=seed)
    everything = where(run, "1234rgbRGBST")
    assert [int(where(run, symbol).sum()) for symbol in "SrRgGbBT"] == [1] * 8
    assert unlocked(run) == "rgbT"
    assert is_connected(everything)
    assert all(where(run, "rgbST")[end] for end in dead_ends(everything))
    for key in "rgb":
        shut = everything & ~where(run, key.upper())
        before = flood(shut, cells(where(run, "S")))
        assert (before & where(run, key)).any()
        assert not (before & where(run, "T")).any()
