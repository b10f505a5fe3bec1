"""Matches kept from turn to turn are those of a full rescan, in the reference's order."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from markovpy.engine.random import Random
from markovpy.model.rule import Rule
from markovpy.nodes.all import All
from markovpy.nodes.one import One
from support.engine import VALUES, first_scan, grids, holds, machine, matches_of, rule_lists, table

TURNS = 12
NO_LIMIT = (-1, -1)


@given(rule_lists(), grids(), st.integers(0, 99))
@settings(max_examples=200)
def test_first_scan_is_in_order(rules: list[Rule], grid: NDArray[np.uint8], seed: int) -> None:
    node = One(1, table(rules, grid.shape), NO_LIMIT)
    expected = list(first_scan(rules, grid))
    machine(grid, [node], [node], seed).advance(1)
    if expected:
        place = Random(seed).below(len(expected))
        expected[place] = expected[-1]
        expected.pop()
    assert matches_of(node) == expected


@pytest.mark.parametrize("size", [(2, 1, 1), (3, 1, 1), (1, 2, 1), (2, 2, 1), (3, 2, 1), (2, 3, 2)])
@pytest.mark.parametrize("place", [0, -1])
def test_matches_of_a_rare_value_are_in_order(size: tuple[int, int, int], place: int) -> None:
    width, height, depth = size
    masks = [2**VALUES - 1] * (width * height * depth)
    masks[place] = 2  # only R
    rules = [Rule(width, height, depth, tuple(masks), (0,) * len(masks))]
    for seed in range(10):
        noise = np.random.default_rng(seed).random((4, 15, 16)) < 0.25 / len(masks)
        grid = noise.astype(np.uint8)
        node = One(1, table(rules, grid.shape), NO_LIMIT)
        expected = list(first_scan(rules, grid))
        machine(grid, [node], [node], seed).advance(1)
        drawn = Random(seed).below(len(expected))
        expected[drawn] = expected[-1]
        assert matches_of(node) == expected[:-1]


@given(rule_lists(changing=True), rule_lists(changing=True), grids(), st.integers(0, 99))
def test_later_scans_find_what_a_full_scan_finds(
    first: list[Rule], second: list[Rule], grid: NDArray[np.uint8], seed: int
) -> None:
    # Each match changes a cell: one that changes none is not logged, and not found again.
    nodes = [
        One(1, table(first, grid.shape), NO_LIMIT),
        One(2, table(second, grid.shape), NO_LIMIT),
    ]
    run = machine(grid, [*nodes], [*nodes], seed)
    for _ in range(TURNS):
        before = run.state.grid.copy()
        counters = [node.counter for node in nodes]
        run.advance(1)
        if run.state.current is None:
            assert not list(first_scan(first, before)) and not list(first_scan(second, before))
            return
        for node, rules, counter in zip(nodes, (first, second), counters, strict=True):
            listed = matches_of(node)
            assert len(set(listed)) == len(listed)
            missing = set(first_scan(rules, before)) - set(listed)
            assert len(missing) == node.counter - counter
            if missing:
                break  # the one that acted: those behind it did not look


@given(rule_lists(), grids(), st.integers(0, 99))
def test_all_writes_no_cell_twice_and_leaves_nothing_that_fits(
    rules: list[Rule], grid: NDArray[np.uint8], seed: int
) -> None:
    node = All(1, table(rules, grid.shape), NO_LIMIT)
    run = machine(grid, [node], [node], seed)
    run.state.log_limit = 10**9
    for _ in range(TURNS):
        before = run.state.grid.copy()
        logged = run.state.log_size
        run.advance(1)
        written = run.state.log_array[logged : run.state.log_size].tolist()
        assert len(set(written)) == len(written)
        for number, anchor in first_scan(rules, before):
            assert set(written_cells(rules[number], anchor, grid.shape)) & set(written) or not any(
                new >= 0 for new in rules[number].rhs
            )
        unwritten = np.ones(grid.size, bool)
        unwritten[written] = False
        assert (run.state.grid.reshape(-1) == before.reshape(-1))[unwritten].all()
        assert node.match_count == 0


def written_cells(variant: Rule, anchor: int, shape: tuple[int, int, int]) -> list[int]:
    """Return the cells that a match writes."""
    return [
        anchor + x + shape[2] * (y + shape[1] * z)
        for (x, y, z), new in zip(variant.cells(), variant.rhs, strict=True)
        if new >= 0
    ]


def test_the_slow_model_knows_the_borders() -> None:
    grid = np.array([[[0, 1, 0]]], np.uint8)
    pair = Rule(2, 1, 1, (1, 2), (-1, -1))
    assert [holds(pair, grid, x, 0, 0) for x in (-1, 0, 1, 2)] == [False, True, False, False]
