"""Puzzles and walks that a search solves, and queens that do not attack each other."""

from itertools import combinations, pairwise

import numpy as np
import pytest

import markovpy
from support.regions import drawn, is_closed_curve, one_of, path_ends, places, program

SEEDS = range(12)
BANKS = (2, 6)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_knight_moves_as_a_knight_and_comes_to_every_field_once(seed: int) -> None:
    cells = drawn(program("knight_tour").run(seed))
    fields = {cells[y, x].lower(): (y, x) for y, x in places(cells != "")}
    order = [fields[letter] for letter in "abcdefghijklmnopqrstuvwxy"]
    assert len(set(order)) == cells.size == 25
    assert order[0] == (0, 0)
    for (y, x), (v, u) in pairwise(order):
        assert {abs(y - v), abs(x - u)} == {1, 2}
    assert [str(s) for s in cells.flat if s.isupper()] == ["Y"]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_complete_walk_is_one_path_through_all_cells(seed: int) -> None:
    cells = drawn(program("complete_walk").run(seed))
    walk = one_of(cells, "PS")
    assert walk[1::2, 1::2].all()
    ends = path_ends(walk)
    assert ends is not None
    assert set(ends) == {(1, 1), *places(cells == "S")}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_round_trip_is_one_closed_curve_through_every_cell(seed: int) -> None:
    run = program("round_trip", 16, 12).begin(seed)
    ways = {run.symbols}
    while run.advance():
        ways.add(run.symbols)
    cells = drawn(run)
    way = one_of(cells, "ST")
    assert ways == {"BCL", "GWST"}
    assert cells.shape == (24, 32)
    assert is_closed_curve(way)
    assert way[::2, ::2].all()
    assert not way[1::2, 1::2].any()
    assert (cells == "S").sum() == 1
    assert not (cells == "W").any()


@pytest.mark.parametrize("seed", range(50))
def test_no_queen_attacks_another(seed: int) -> None:
    cells = drawn(program("eight_queens").run(seed))
    queens = places(cells == "Q")
    assert len(queens) == 8
    for (y, x), (v, u) in combinations(queens, 2):
        assert y != v
        assert x != u
        assert abs(y - v) != abs(x - u)
    dark = places(cells == "d")
    assert len({(y + x) % 2 for y, x in dark}) == 1
    assert {(y + x) % 2 for y, x in places(cells == "l")}.isdisjoint((y + x) % 2 for y, x in dark)


def test_three_queens_have_no_place_on_nine_fields() -> None:
    with pytest.raises(markovpy.RunError) as error:
        markovpy.load("eight_queens", size=(3, 3)).run(1)
    assert error.value.diagnostics[0].code == "require-failed"


def crossings_needed() -> int:
    """Return the fewest crossings of the riddle, by going through all its states in order."""

    def eaten(away: frozenset[str]) -> bool:
        return "G" in away and bool(away & {"W", "C"})

    everything = frozenset("FWGC")
    seen, wave, turns = {everything}, [everything], 0
    while frozenset() not in seen:
        turns += 1
        reached = []
        for left in wave:
            here = left if "F" in left else everything - left
            for thing in [None, *(here - {"F"})]:
                moved = left ^ ({"F"} if thing is None else {"F", thing})
                alone = everything - moved if "F" in moved else moved
                if not eaten(frozenset(alone)) and moved not in seen:
                    seen.add(frozenset(moved))
                    reached.append(frozenset(moved))
        wave = reached
    return turns


@pytest.mark.parametrize("seed", SEEDS)
def test_the_river_is_crossed_in_the_fewest_crossings_and_nothing_is_eaten(seed: int) -> None:
    run = program("river_crossing").begin(seed)
    sides = []
    while True:
        cells = drawn(run)
        sides.append({str(cells[place]): place[1] for place in places(one_of(cells, "FWGC"))})
        if not run.advance():
            break
    sides = [side for n, side in enumerate(sides) if not n or side != sides[n - 1]]
    assert len(sides) - 1 == crossings_needed() == 7
    assert set(sides[0].values()) == {BANKS[0]}
    assert set(sides[-1].values()) == {BANKS[1]}
    for before, now in pairwise(sides):
        moved = {who for who in "FWGC" if before[who] != now[who]}
        assert "F" in moved
        assert len(moved) <= 2
        assert all(before[who] == before["F"] for who in moved)
    for side in sides:
        assert side["G"] == side["F"] or side["G"] not in (side["W"], side["C"])


@pytest.mark.parametrize("seed", SEEDS)
def test_porters_push_all_boxes_onto_the_marked_places(seed: int) -> None:
    run = program("warehouse").begin(seed)
    first = drawn(run)
    marked, walls = set(places(one_of(first, "gab"))), set(places(first == "X"))
    people, boxes = set(places(one_of(first, "Aa"))), set(places(one_of(first, "Bb")))
    assert len(marked) == len(boxes) == len(people) == 3
    while run.advance():
        cells = drawn(run)
        people_now = set(places(one_of(cells, "Aa")))
        boxes_now = set(places(one_of(cells, "Bb")))
        assert set(places(one_of(cells, "gab"))) == marked
        assert set(places(cells == "X")) == walls
        assert len(people_now) == len(people)
        assert len(boxes_now) == len(boxes)
        for place in people_now - people:
            assert any(abs(place[0] - y) + abs(place[1] - x) == 1 for y, x in people)
        for y, x in boxes_now - boxes:
            pushes = [(0, 1), (1, 0), (0, -1), (-1, 0)]
            assert any(
                (y - v, x - u) in boxes - boxes_now
                and (y - v, x - u) in people_now
                and (y - 2 * v, x - 2 * u) in people
                for v, u in pushes
            )
        people, boxes = people_now, boxes_now
    assert boxes == marked


@pytest.mark.parametrize("seed", SEEDS)
def test_the_bishop_comes_to_all_fields_of_his_colour_on_the_only_way(seed: int) -> None:
    cells = drawn(program("bishop_walk", 41, 41).run(seed))
    visited = cells != "F"
    y, x = np.indices(cells.shape)
    fields = (y % 2 == 0) & (x % 2 == 0) & ((x + y) // 2 % 2 == 20 % 2)
    assert (visited & (y % 2 == 0)).sum() == (visited & fields).sum() == fields.sum()
    steps = visited & (y % 2 == 1)
    assert steps.sum() == fields.sum() - 1
    reached = {(20, 20)}
    wave = [(20, 20)]
    for v, u in wave:
        for down, right in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            place = (v + down, u + right)
            inside = 0 <= place[0] < 41 and 0 <= place[1] < 41
            if inside and visited[place] and place not in reached:
                reached.add(place)
                wave.append(place)
    assert len(reached) == visited.sum()
