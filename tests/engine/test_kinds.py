"""What the rule nodes promise: who wins in ``prl``, which draws are made, turn limits."""

from __future__ import annotations

import math

import numpy as np
import pytest

from markovpy.engine.random import Random
from markovpy.model.rule import Rule
from markovpy.nodes.one import One
from markovpy.nodes.prl import Prl
from support.engine import machine, rule, table

NO_LIMIT = (-1, -1)


def after_prl(row: str, rules: list[Rule], seed: int = 1) -> str:
    """Run one turn of a ``prl`` node over a row of ``BRGW``; return the row."""
    grid = np.array([[["BRGW".index(symbol) for symbol in row]]], np.uint8)
    node = Prl(1, table(rules, grid.shape), NO_LIMIT)
    run = machine(grid, [node], [node], seed)
    run.advance(1)
    return "".join("BRGW"[value] for value in run.state.grid[0, 0])


@pytest.mark.parametrize(
    ("row", "rules", "expected"),
    [
        ("BBB", [("B", "R"), ("B", "G")], "GGG"),
        ("BBB", [("B", "G"), ("B", "R")], "RRR"),
        ("BBB", [("BB", "RG")], "RGG"),  # windows in the lattice's order: 1, then 0
        ("BBBB", [("BB", "RG")], "RGRG"),  # windows 1, 0, 2
        ("BBB", [("B", "R"), ("B", "B")], "RRR"),  # one that leaves a cell as it is loses
        ("WBB", [("WB", "WW"), ("*B", "*R")], "WRR"),
    ],
)
def test_the_later_match_in_scan_order_wins(
    row: str, rules: list[tuple[str, str]], expected: str
) -> None:
    assert after_prl(row, [rule(*sides) for sides in rules]) == expected


@pytest.mark.parametrize("width", [1, 2])
def test_prl_draws_one_number_a_match(width: int) -> None:
    pattern = "B" * width
    row = "BRB" * 30 if width == 1 else "BBRR" * 30
    rng = Random(7)
    coins = [rng.fraction() <= 0.4 for _ in range(row.count(pattern))]
    shown = iter(coins)
    result = after_prl(row, [rule(pattern, "W" * width, 0.4)], 7)
    parts = result.replace("W" * width, "1").replace(pattern, "0").replace("R", "")
    assert parts == "".join(str(int(next(shown))) for _ in coins)


def test_prl_draws_for_certain_matches_too() -> None:
    rng = Random(3)
    for _ in range(5):
        rng.sample()
    expected = ["W" if rng.fraction() <= 0.5 else "G" for _ in range(20)]
    row = "B" * 5 + "G" * 20
    result = after_prl(row, [rule("B", "R"), rule("G", "W", 0.5)], 3)
    assert result == "RRRRR" + "".join(expected)


def test_a_coin_passes_at_exactly_its_chance() -> None:
    drawn = Random(5).fraction()
    assert after_prl("B", [rule("B", "W", drawn)], 5) == "W"
    assert after_prl("B", [rule("B", "W", math.nextafter(drawn, 0.0))], 5) == "B"


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("limits", [(3, 6), (0, 1), (4, 4), (0, 0)])
def test_a_range_of_turns_is_drawn_first(seed: int, limits: tuple[int, int]) -> None:
    low, high = limits
    grid = np.zeros((1, 4, 5), np.uint8)
    node = One(1, table([rule("B", "W")], grid.shape), limits)
    run = machine(grid, [node], [node], seed)
    rng = Random(seed)
    allowed = low + rng.below(high - low + 1) if high > low else low
    run.advance(100)
    assert int((run.state.grid == 3).sum()) == allowed
    if allowed:
        assert run.state.grid.reshape(-1)[last_of(seed, limits, allowed)] == 3


def last_of(seed: int, limits: tuple[int, int], allowed: int) -> int:
    """Return the cell that the last draw of the run takes."""
    rng = Random(seed)
    if limits[0] < limits[1]:
        rng.sample()
    cells = list(range(20))
    for _ in range(allowed):
        place = rng.below(len(cells))
        cell = cells[place]
        cells[place] = cells[-1]
        cells.pop()
    return cell


def test_no_limit() -> None:
    grid = np.zeros((1, 4, 5), np.uint8)
    node = One(1, table([rule("B", "W")], grid.shape), NO_LIMIT)
    assert machine(grid, [node], [node], 1).advance(100) == 21
