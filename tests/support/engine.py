"""Small machines built without a program's text, and slow, plain models of what they must do."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from markovpy.engine.machine import Machine
from markovpy.engine.node import Node
from markovpy.engine.random import Random
from markovpy.engine.rules import RuleNode
from markovpy.engine.state import State
from markovpy.engine.table import RuleTable
from markovpy.model.rule import Rule
from markovpy.nodes.markov import Markov

VALUES = 4
Shape = tuple[int, int, int]
Match = tuple[int, int]
"""The number of a variant, and the index of the anchor cell."""


def rule(before: str, after: str, chance: float = 1.0) -> Rule:
    """Return a rule of one row over the symbols ``BRGW``, ``*`` as in a program."""
    masks = tuple(2**VALUES - 1 if c == "*" else 1 << "BRGW".index(c) for c in before)
    return Rule(len(before), 1, 1, masks, tuple("BRGW".find(c) for c in after), chance)


def table(rules: list[Rule], shape: Shape) -> RuleTable:
    """Lay out rules as they are, without other orientations."""
    return RuleTable(rules, shape, VALUES)


def machine(
    grid: NDArray[np.uint8], nodes: list[Node], rules: list[RuleNode], seed: int
) -> Machine:
    """Return a ``markov`` block over nodes, before its first turn."""
    state = State(grid.shape, Random(seed))
    state.grid[:] = grid
    state.rule_nodes = rules
    return Machine(state, Markov(0, nodes, True), lambda _: None)


def matches_of(node: RuleNode) -> list[Match]:
    """Return a node's match list."""
    mask = (1 << node.table.shift) - 1
    listed = [int(match) for match in node.match_array[: node.match_count]]
    return [(match & mask, match >> node.table.shift) for match in listed]


def holds(variant: Rule, grid: NDArray[np.uint8], x: int, y: int, z: int) -> bool:
    """Return whether a rule matches with its first cell at (x, y, z)."""
    depth, height, width = grid.shape
    if min(x, y, z) < 0 or x + variant.width > width:
        return False
    if y + variant.height > height or z + variant.depth > depth:
        return False
    cells = zip(variant.cells(), variant.lhs, strict=True)
    return all(mask >> int(grid[z + dz, y + dy, x + dx]) & 1 for (dx, dy, dz), mask in cells)


def first_scan(variants: list[Rule], grid: NDArray[np.uint8]) -> Iterator[Match]:
    """Yield all matches in the order of a first scan (RuleNode's docstring)."""
    depth, height, width = grid.shape
    for number, variant in enumerate(variants):
        lattice = product(
            range(variant.depth - 1, depth, variant.depth),
            range(variant.height - 1, height, variant.height),
            range(variant.width - 1, width, variant.width),
        )
        for (z, y, x), (dx, dy, dz) in product(lattice, list(variant.cells())):
            if holds(variant, grid, x - dx, y - dy, z - dz):
                yield number, (x - dx) + width * ((y - dy) + height * (z - dz))


@st.composite
def rule_lists(draw: st.DrawFn, *, changing: bool = False) -> list[Rule]:
    """Draw one to three rules, mostly over single values, in up to three dimensions.

    Args:
        draw: Given by Hypothesis.
        changing: Whether each match of a rule must change a cell.
    """
    rules = []
    for _ in range(draw(st.integers(1, 3))):
        width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
        depth = draw(st.sampled_from([1, 1, 2]))
        size = width * height * depth
        one_of = st.sampled_from([1, 1, 2, 2, 4, 8, 3, 5, 2**VALUES - 1, 2**VALUES - 1])
        masks = draw(st.lists(one_of, min_size=size, max_size=size))
        new = draw(st.lists(st.integers(-1, VALUES - 1), min_size=size, max_size=size))
        if changing:
            place = draw(st.integers(0, size - 1))
            masks[place], new[place] = draw(st.sampled_from([(1, 1), (1, 2), (2, 0), (5, 1)]))
        rules.append(Rule(width, height, depth, tuple(masks), tuple(new)))
    return rules


@st.composite
def grids(draw: st.DrawFn) -> NDArray[np.uint8]:
    """Draw a grid in which some values are rare or absent."""
    shape = (draw(st.integers(1, 3)), draw(st.integers(1, 9)), draw(st.integers(1, 9)))
    common = draw(st.integers(0, 2))
    noise = draw(st.sampled_from([0.0, 0.05, 0.3, 1.0]))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    cells = np.where(random.random(shape) < noise, random.integers(0, VALUES, shape), common)
    return cells.astype(np.uint8)
