"""Lists of bare rules against a slow, plain model: the first that fits, at its lowest place."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from markovpy.engine.moves import MoveList, Priority
from markovpy.engine.random import Random
from markovpy.engine.state import State
from markovpy.engine.table import RuleTable
from markovpy.model.rule import LEAVE, Rule
from markovpy.model.symmetry import Facing, anchored_variants, directed, variants
from support.engine import VALUES, grids, holds, rule_lists

Place = tuple[int, int, int]


def expected(
    rules: list[list[tuple[Rule, Place | None]]], grid: NDArray[np.uint8], clicked: Place | None
) -> tuple[int, NDArray[np.uint8]] | None:
    """Return the rule that acts and the grid then; None where none fits."""
    depth, height, width = grid.shape
    for number, oriented in enumerate(rules):
        found = []
        for variant, (rule, first) in enumerate(oriented):
            for z, y, x in np.ndindex(depth, height, width):
                here = first is None or (
                    clicked is not None and (x + first[0], y + first[1], z + first[2]) == clicked
                )
                if here and holds(rule, grid, x, y, z):
                    found.append((z, y, x, variant))
        if found:
            z, y, x, variant = min(found)
            after = grid.copy()
            rule = oriented[variant][0]
            for (dx, dy, dz), value in zip(rule.cells(), rule.rhs):
                if value != LEAVE:
                    after[z + dz, y + dy, x + dx] = value
            return number, after
    return None


def act(
    rules: list[list[tuple[Rule, Place | None]]], grid: NDArray[np.uint8], clicked: Place | None
) -> tuple[int, NDArray[np.uint8]] | None:
    """Return the same of the engine."""
    flat = [pair for oriented in rules for pair in oriented]
    firsts = [first for _, first in flat if first is not None]
    table = RuleTable([rule for rule, _ in flat], grid.shape, VALUES, firsts)
    moves = MoveList(table, [len(oriented) for oriented in rules], range(len(rules)), grid.shape)
    state = State(grid.shape, Random(0))
    state.grid[:] = grid
    if clicked is not None:
        x, y, z = clicked
        state.clicked = (z * grid.shape[1] + y) * grid.shape[2] + x
    node = Priority(1, moves)
    if not node.step(state):
        return None
    assert not node.step(state)  # once
    return node.fired, state.grid


def same(
    found: tuple[int, NDArray[np.uint8]] | None, wanted: tuple[int, NDArray[np.uint8]] | None
) -> bool:
    if found is None or wanted is None:
        return found is wanted
    return found[0] == wanted[0] and np.array_equal(found[1], wanted[1])


@settings(max_examples=150, deadline=None)
@given(rule_lists(), grids())
def test_the_first_that_fits_acts_at_its_lowest_place(
    written: list[Rule], grid: NDArray[np.uint8]
) -> None:
    name, deep = ("all", False) if grid.shape[0] == 1 else ("xy", True)
    rules: list[list[tuple[Rule, Place | None]]] = [
        [(variant, None) for variant in variants(rule, name, deep, Facing())]
        for rule in written
        if rule.depth == 1 or deep
    ]
    if rules:
        assert same(act(rules, grid, None), expected(rules, grid, None))


@settings(max_examples=150, deadline=None)
@given(rule_lists(), grids(), st.data())
def test_a_click_anchors_the_first_cell_in_every_orientation(
    written: list[Rule], grid: NDArray[np.uint8], data: st.DataObject
) -> None:
    depth, height, width = grid.shape
    sides = (width, height, depth)
    x, y, z = (data.draw(st.integers(0, side - 1)) for side in sides)
    deep = depth > 1
    rules: list[list[tuple[Rule, Place | None]]] = [
        [(turned, first) for turned, first in anchored_variants(rule, "all", deep, Facing())]
        for rule in written
        if rule.depth == 1 or deep
    ]
    if rules:
        assert same(act(rules, grid, (x, y, z)), expected(rules, grid, (x, y, z)))


def test_the_orientations_of_a_click_are_told_apart_by_their_first_cell() -> None:
    both = Rule(2, 1, 1, (1, 1), (1, 1))
    assert len(variants(both, "all", False, Facing())) == 2
    found = anchored_variants(both, "all", False, Facing())
    assert {(turned.width, first) for turned, first in found} == {
        (2, (0, 0, 0)),
        (2, (1, 0, 0)),
        (1, (0, 0, 0)),
        (1, (0, 1, 0)),
    }


def test_arrows_mirror_to_the_left_and_turn_by_a_quarter() -> None:
    rule = Rule(2, 2, 1, (1, 2, 4, 8), (0, 1, 2, 3))  # 1 2 / 4 8
    facing = Facing()
    assert directed(rule, "right", facing) == rule
    assert directed(rule, "left", facing).lhs == (2, 1, 8, 4)
    assert directed(rule, "down", facing).lhs == (4, 1, 8, 2)
    assert directed(rule, "up", facing).lhs == (2, 8, 1, 4)


def test_symbols_that_face_a_direction_turn_with_the_arrow() -> None:
    facing = Facing(((0, 1, 2, 3),))  # right, down, left, up
    rule = Rule(1, 1, 1, (1 << 3,), (0,))  # up becomes right
    turned = {name: directed(rule, name, facing) for name in ("left", "down", "up")}
    assert {name: (r.lhs[0], r.rhs[0]) for name, r in turned.items()} == {
        "left": (1 << 3, 2),
        "down": (1 << 0, 1),
        "up": (1 << 2, 3),
    }
