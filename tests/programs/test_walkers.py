"""Walkers that follow a field: out of a maze, and home at different temperatures."""

from math import exp

import numpy as np
import pytest

from support.regions import distances, drawn, offsets, one_of, places, program

LAMPS = {"a": 5, "b": 15, "c": 25, "d": 35}
TEMPERATURES = {"b": 1, "c": 2, "d": 4}


@pytest.mark.parametrize("seed", range(12))
def test_all_leave_the_maze_in_as_many_steps_as_their_shortest_ways_have(seed: int) -> None:
    run = program("escape", 31, 31).begin(seed, set={"people": 9})
    waiting = run.symbols.index("S")
    while (run.grid == waiting).sum() < 9:
        run.advance()
    before = drawn(run)
    started = run.turns
    walls = one_of(before, "WN")
    exits = before == "X"
    assert exits.sum() == 3
    assert not exits[1:-1, 1:-1].any()
    steps = distances(exits, ~walls)
    needed = sum(int(steps[place]) for place in places(before == "S"))
    run.finish()
    after = drawn(run)
    assert run.turns - started == needed + 1
    assert not one_of(after, "SP").any()
    trail = one_of(after, "TQ")
    assert trail[before == "S"].all()
    for place in places(trail):
        around = [tuple(a + b for a, b in zip(place, step)) for step in offsets(2)]
        assert any(steps[p] == steps[place] - 1 and (trail | exits)[p] for p in around)


@pytest.mark.parametrize("seed", range(12))
def test_all_walkers_get_home_and_the_cold_one_straight(seed: int) -> None:
    cells = drawn(program("drunkards").run(seed))
    for symbol, row in LAMPS.items():
        assert cells[row, 77] == symbol.upper()
    assert (cells == "1").sum() == 75
    assert (cells[5] == "1").sum() == 75


def test_the_wider_way_home_is_that_of_the_warmer() -> None:
    runs = [drawn(program("drunkards").run(seed)) for seed in range(20)]
    widths = [np.mean([(cells == trail).sum() for cells in runs]) for trail in "1234"]
    assert widths == sorted(widths)
    assert widths[3] > 1.5 * widths[0]


@pytest.mark.parametrize("symbol", TEMPERATURES)
def test_steps_that_lead_away_are_as_rare_as_the_temperature_says(symbol: str) -> None:
    row = LAMPS[symbol]
    ratio = exp(-2 / TEMPERATURES[symbol])
    away = expected = variance = 0.0
    for seed in range(4):
        run = program("drunkards").begin(seed)
        value = run.symbols.index(symbol)
        here: tuple[int, ...] = (row, 2)
        while run.advance() and (run.grid == value).any():
            (now,) = places(run.grid == value)
            if now == here:
                continue
            far = abs(here[0] - row) + 77 - here[1]
            free = [tuple(a + b for a, b in zip(here, step)) for step in offsets(2)]
            free = [p for p in free if abs(p[0] - row) < 5 and 0 < p[1] < 79]
            worse = sum(abs(y - row) + abs(77 - x) > far for y, x in free)
            chance = worse * ratio / (worse * ratio + len(free) - worse)
            away += abs(now[0] - row) + abs(77 - now[1]) > far
            expected += chance
            variance += chance * (1 - chance)
            here = now
    assert abs(away - expected) < 4 * variance**0.5
