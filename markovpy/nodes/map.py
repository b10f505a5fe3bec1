"""``map``: go on with a new grid, made of the old one by rules between the two."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.nodes.kind import Body, KindError, NewGrid, NodeKind
from markovpy.nodes.parameter import NEW_VALUES, SYMMETRY, Parameter
from markovpy.nodes.sequence import Sequence

if not cython.compiled:
    from markovpy.engine.memory import ints, masks, octets

if TYPE_CHECKING:
    from markovpy.engine.node import Node
    from markovpy.engine.state import State
    from markovpy.model.rule import Rule
    from markovpy.nodes.checked import Builder, CheckedNode
    from markovpy.nodes.kind import Stage, Surroundings

Shape = tuple[int, int, int]
LARGEST_FACTOR = 1_000
MOST_CELLS = 2**31 - 1
_SCALE = re.compile(r"(\d{1,4})(?:/(\d{1,4}))?")


class Scaling:
    """How many cells of the new grid there are for those of the old one.

    Args:
        factors: Numerator and denominator for x, y and z.
        shape: The old grid's ``(depth, height, width)``.
    """

    def __init__(self, factors: list[tuple[int, int]], shape: Shape) -> None:
        self.factors = factors
        depth, height, width = shape
        sides = [side * n // d for side, (n, d) in zip((width, height, depth), factors)]
        self.shape = (sides[2], sides[1], sides[0])


class MapTable:
    """Rules between two grids, laid out for the loop over the old one.

    Args:
        pairs: Per rule and orientation what an old window holds and what a new one gets.
        wildcard: The mask of all old values.
    """

    def __init__(self, pairs: list[tuple[Rule, Rule]], wildcard: int) -> None:
        self.arrays: list = []
        test_start, tests, write_start, writes = [0], [], [0], []
        for before, after in pairs:
            held = [
                (mask.bit_count(), *cell, mask)
                for cell, mask in zip(before.cells(), before.lhs)
                if mask != wildcard
            ]
            tests += sorted(held)
            test_start.append(len(tests))
            writes += [
                (*cell, value) for cell, value in zip(after.cells(), after.rhs) if value >= 0
            ]
            write_start.append(len(writes))
        self.count = len(pairs)
        self.test_start = self._ints(test_start)
        self.test_x = self._ints([test[1] for test in tests])
        self.test_y = self._ints([test[2] for test in tests])
        self.test_z = self._ints([test[3] for test in tests])
        self.test_mask = self._masks([test[4] for test in tests])
        self.write_start = self._ints(write_start)
        self.write_x = self._ints([write[0] for write in writes])
        self.write_y = self._ints([write[1] for write in writes])
        self.write_z = self._ints([write[2] for write in writes])
        self.write_value = self._ints([write[3] for write in writes])

    def _ints(self, numbers: list[int]):  # noqa: ANN202  (a pointer when compiled)
        array = np.array(numbers or [0], dtype=np.int32)
        self.arrays.append(array)
        return ints(array)

    def _masks(self, numbers: list[int]):  # noqa: ANN202  (a pointer when compiled)
        array = np.array(numbers or [0], dtype=np.uint64)
        self.arrays.append(array)
        return masks(array)


class Map(Sequence):
    """Makes the new grid in its first turn; then its children run on it, as a sequence.

    Each rule is tried at every cell of the old grid (x fastest, then y, then z), windows
    wrapping around at its edges, and where it holds its right side is written into the new
    grid at the cell times the scale, wrapping around too. What is written later stays.
    (MarkovJunior, MapNode.)

    Args:
        number: See :class:`Node`.
        children: What runs on the new grid.
        stage: The new grid.
        scaling: How it is scaled.
        rules: The rules.
    """

    def __init__(
        self, number: int, children: list[Node], stage: Stage, scaling: Scaling, rules: MapTable
    ) -> None:
        super().__init__(number, children, True)
        self.stage = stage.number
        self.shape = stage.shape
        self.rules = rules
        along_x, along_y, along_z = scaling.factors
        self.scale_x, self.part_x = along_x
        self.scale_y, self.part_y = along_y
        self.scale_z, self.part_z = along_z
        self.mapped = False

    def step(self, state: State) -> bool:
        """Make the new grid, or let the next child that can act."""
        if self.mapped:
            return Sequence.step(self, state)
        self.mapped = True
        self.parent = None
        old = state.grid
        state.change_grid(self.shape, self.stage)
        self.fill(state, old)
        return True

    def reset(self) -> None:
        """Forget the new grid."""
        Sequence.reset(self)
        self.mapped = False

    def fill(self, state: State, old: np.ndarray) -> None:
        """Write what the rules say into the new grid."""
        depth, height, width = old.shape
        cells = octets(old)
        for rule in range(self.rules.count):
            for z in range(depth):
                for y in range(height):
                    for x in range(width):
                        if holds(self.rules, cells, width, height, depth, rule, x, y, z):
                            self.write(
                                state,
                                rule,
                                x * self.scale_x // self.part_x,
                                y * self.scale_y // self.part_y,
                                z * self.scale_z // self.part_z,
                            )

    def write(self, state: State, rule: int, x: int, y: int, z: int) -> None:
        """Write a rule's right side into the new grid."""
        rules = self.rules
        for i in range(rules.write_start[rule], rules.write_start[rule + 1]):
            at_x = (x + rules.write_x[i]) % state.width
            at_y = (y + rules.write_y[i]) % state.height
            at_z = (z + rules.write_z[i]) % state.depth
            state.cells[at_x + (at_y + at_z * state.height) * state.width] = rules.write_value[i]


def holds(
    rules: MapTable,
    cells,  # noqa: ANN001  (a pointer when compiled)
    width: int,
    height: int,
    depth: int,
    rule: int,
    x: int,
    y: int,
    z: int,
) -> bool:
    """Return whether a rule's left side holds with its first cell at (x, y, z)."""
    for i in range(rules.test_start[rule], rules.test_start[rule + 1]):
        at_x = x + rules.test_x[i]
        at_y = y + rules.test_y[i]
        at_z = z + rules.test_z[i]
        if at_x >= width:
            at_x %= width
        if at_y >= height:
            at_y %= height
        if at_z >= depth:
            at_z %= depth
        if not rules.test_mask[i] >> cells[at_x + (at_y + at_z * height) * width] & 1:
            return False
    return True


def prepare(values: Mapping[str, Any], surroundings: Surroundings) -> Scaling:
    """Return the scaling that the arguments ask for."""
    text = values["scale"]
    parts = re.split(r"[x×]|\s+", text.strip())
    matched = [_SCALE.fullmatch(part) for part in parts]
    examples = '"2 2 1", "5/3 5/3 5/3"' if surroundings.lenient else "2x2, 3x3x1, 5/3x5/3x5/3"
    hint = f"write a factor for each direction: {examples}"
    if not 2 <= len(parts) <= 3 or None in matched:
        raise KindError("bad-scale", f"'{text}' is no scale", hint, "scale")
    factors = [(int(part[1]), int(part[2] or 1)) for part in matched if part]
    factors += [(1, 1)] * (3 - len(factors))
    if not all(1 <= number <= LARGEST_FACTOR for factor in factors for number in factor):
        message = f"a factor of the scale is not between 1 and {LARGEST_FACTOR:,}"
        raise KindError("bad-scale", message, hint, "scale")
    scaling = Scaling(factors, surroundings.shape)
    depth, height, width = scaling.shape
    size = f"{width}x{height}x{depth}"
    if 0 in scaling.shape:
        message = f"the new grid would have no cells ({size})"
        raise KindError("bad-scale", message, "scale by more, or start from a larger grid", "scale")
    if width * height * depth > MOST_CELLS:
        message = f"the new grid would have more than {MOST_CELLS:,} cells ({size})"
        raise KindError("bad-scale", message, "scale by less", "scale")
    return scaling


def build(node: CheckedNode, builder: Builder) -> Map:
    """Return the running node."""
    assert node.opens is not None
    pairs = [pair for rule in node.rules for pair in rule.across]
    rules = MapTable(pairs, builder.stage(node).alphabet.everything)
    return Map(node.number, builder.children(node.children), node.opens, node.data, rules)


KIND = NodeKind(
    name="map",
    summary="a new grid, scaled, filled by rules whose left side is in the old grid (it wraps "
    "around the edges) and whose right side is in the new one, at the matching place; then its "
    "nodes run on the new grid, and the program ends",
    markovjunior="`<map>`",
    body=Body.RULES_AND_NODES,
    parameters=(
        Parameter(
            "scale",
            "text",
            "the new grid's size as factors of the old one's: `2x2`, `3x3x1`, `5/3x5/3x5/3`; "
            "rounded down",
            required=True,
        ),
        NEW_VALUES,
        SYMMETRY,
    ),
    build=build,
    prepare=prepare,
    new_grid=NewGrid(shape=lambda scaling: scaling.shape),
)
