"""``path``: shortest or longest ways over the grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from math import sqrt
from operator import or_
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.limited import Limited
from markovpy.engine.random import Random
from markovpy.nodes.kind import Body, KindError, NodeKind
from markovpy.nodes.parameter import ONCE, STEPS, WEIGHT, Parameter

if not cython.compiled:
    from markovpy.engine.memory import doubles, ints

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode
    from markovpy.nodes.kind import Surroundings

UNREACHED = -1
NOISE = 0.1
"""What is drawn for a choice between equals lies below this."""


@dataclass(frozen=True)
class Plan:
    """What a path node is to do.

    Args:
        shape: The grid's ``(depth, height, width)``.
        start: The mask of the values it may start from.
        finish: The mask of the values it may lead to.
        ground: The mask of the values it may lead over.
        color: The value it writes.
        straight: Whether it keeps its direction where it can.
        longest: Whether it starts where the way is longest.
        edges: Whether steps to cells that share an edge only (in 2-D: a corner) are allowed.
        vertices: Whether, in 3-D, steps to cells that share a corner only are allowed.
    """

    shape: tuple[int, int, int]
    start: int
    finish: int
    ground: int
    color: int
    straight: bool
    longest: bool
    edges: bool
    vertices: bool


class Path(Limited):
    """Draws one path a turn, from the nearest start cell to the nearest goal.

    Distances grow from all goal cells at once, over the ground. Start cells are reached but,
    unless they are ground too, not walked through. The path then goes down the distances. One
    draw of the run's generator seeds a generator of the path's own, which adds less than 0.1
    to each start cell's distance, in scan order, and chooses between steps. (MarkovJunior,
    PathNode.)

    Args:
        number: See :class:`Node`.
        limits: See :class:`Limited`.
        plan: What to do.
    """

    def __init__(self, number: int, limits: tuple[int, int], plan: Plan) -> None:
        super().__init__(number, limits)
        self.depth, self.height, self.width = plan.shape
        self.start, self.finish, self.ground = plan.start, plan.finish, plan.ground
        self.color = plan.color
        self.straight, self.longest = plan.straight, plan.longest
        self.diagonal = plan.edges or plan.vertices
        self.arrays: list = []
        self.lay_out_steps(steps(self.depth > 1, plan.edges, plan.vertices))
        size = self.depth * self.height * self.width
        self.distance = self.ints(np.zeros(size))
        self.queue = self.ints(np.zeros(size))
        self.candidates = self.ints(np.zeros(self.step_count))

    def ints(self, numbers: list[int] | NDArray[np.float64]):  # noqa: ANN201  (a pointer when compiled)
        """Return memory that holds whole numbers."""
        array = np.array(numbers, dtype=np.int32)
        self.arrays.append(array)
        return ints(array)

    def lay_out_steps(self, allowed: list[tuple[int, int, int]]) -> None:
        """Note the steps in the order in which they are looked at."""
        self.step_count = len(allowed)
        self.step_x = self.ints([x for x, _, _ in allowed])
        self.step_y = self.ints([y for _, y, _ in allowed])
        self.step_z = self.ints([z for _, _, z in allowed])
        self.step_offset = self.ints(
            [(z * self.height + y) * self.width + x for x, y, z in allowed]
        )
        cosines = np.array([cosine(old, new) for old in allowed for new in allowed])
        self.arrays.append(cosines)
        self.cosines = doubles(cosines)

    def step(self, state: State) -> bool:
        """Draw a path; False where no start cell is joined to a goal."""
        if not self.due(state) or not self.measure(state):
            return False
        rng = Random(state.rng.sample())
        cell = self.choose_start(state, rng)
        taken = self.choose_step(cell, -1, rng)
        cell += self.step_offset[taken]
        while self.distance[cell] != 0:
            state.write(cell, self.color)
            taken = self.choose_step(cell, taken, rng)
            cell += self.step_offset[taken]
        self.counter += 1
        state.actor = self.number
        return True

    def measure(self, state: State) -> bool:
        """Find the distances up to that of the last start cell; False where none is joined."""
        cells, distance, queue, offset = state.cells, self.distance, self.queue, self.step_offset
        start, finish, ground = self.start, self.finish, self.ground
        head = tail = starts = reached = 0
        for cell in range(state.size):
            value = cells[cell]
            distance[cell] = UNREACHED
            if (start | finish) >> value & 1:
                if finish >> value & 1:
                    distance[cell] = 0
                    queue[tail] = cell
                    tail += 1
                else:
                    starts += 1
        count = self.step_count
        while head < tail and reached < starts:
            cell = queue[head]
            head += 1
            y = cell // self.width
            x = cell - y * self.width
            z = y // self.height
            y -= z * self.height
            inner = self.is_inner(x, y, z)
            for i in range(count):
                if not inner and self.leads_out(x, y, z, i):
                    continue
                other = cell + offset[i]
                if distance[other] != UNREACHED:
                    continue
                value = cells[other]
                if not (start | ground) >> value & 1:
                    continue
                distance[other] = distance[cell] + 1
                if start >> value & 1:
                    reached += 1
                if ground >> value & 1:
                    queue[tail] = other
                    tail += 1
        return reached > 0

    def is_inner(self, x: int, y: int, z: int) -> bool:
        """Return whether no step from a cell leads out of the grid."""
        return (
            0 < x < self.width - 1
            and 0 < y < self.height - 1
            and (self.depth == 1 or 0 < z < self.depth - 1)
        )

    def leads_out(self, x: int, y: int, z: int, step: int) -> bool:
        """Return whether a step from a cell leads out of the grid."""
        x += self.step_x[step]
        y += self.step_y[step]
        z += self.step_z[step]
        return x < 0 or y < 0 or z < 0 or x >= self.width or y >= self.height or z >= self.depth

    def choose_start(self, state: State, rng: Random) -> int:
        """Return the start cell that is nearest, or farthest; chance decides between equals.

        A start cell that is a goal as well takes part in the draws and is never chosen.
        """
        chosen = -1
        best = 0.0
        for cell in range(state.size):
            distance = self.distance[cell]
            if distance == UNREACHED or not self.start >> state.cells[cell] & 1:
                continue
            length = distance + NOISE * rng.fraction()
            if distance == 0:
                continue
            if chosen < 0 or (length > best if self.longest else length < best):
                chosen = cell
                best = length
        return chosen

    def choose_step(self, cell: int, before: int, rng: Random) -> int:
        """Return a step that leads nearer to a goal.

        Args:
            cell: Where the path is.
            before: The step that led there; -1 for none.
            rng: The path's generator.
        """
        y = cell // self.width
        x = cell - y * self.width
        z = y // self.height
        y -= z * self.height
        wanted = self.distance[cell] - 1
        count = 0
        for i in range(self.step_count):
            if self.leads_out(x, y, z, i):
                continue
            if self.distance[cell + self.step_offset[i]] == wanted:
                self.candidates[count] = i
                count += 1
                if i == before and self.straight and not self.diagonal:
                    return i
        if self.straight and self.diagonal and before >= 0:
            return self.straightest(count, before, rng)
        return self.candidates[rng.below(count)]

    def straightest(self, count: int, before: int, rng: Random) -> int:
        """Return the candidate that turns least; chance decides between equals."""
        chosen = -1
        best = -4.0
        for i in range(count):
            other = self.candidates[i]
            agreement = self.cosines[before * self.step_count + other] + NOISE * rng.fraction()
            if agreement > best:
                best = agreement
                chosen = other
        return chosen


def steps(solid: bool, edges: bool, vertices: bool) -> list[tuple[int, int, int]]:
    """Return the steps ``(x, y, z)`` that a path may take, in the reference's order."""
    found = [(-1, 0, 0), (1, 0, 0), (0, -1, 0), (0, 1, 0)]
    if solid:
        found += [(0, 0, -1), (0, 0, 1)]
    pairs = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
    if edges:
        found += [(x, y, 0) for x, y in pairs]
        if solid:
            found += [(x, 0, z) for x, z in pairs]
            found += [(0, y, z) for y, z in pairs]
    if vertices and solid:
        found += [(x, y, z) for x, y in pairs for z in (-1, 1)]
    return found


def cosine(old: tuple[int, int, int], new: tuple[int, int, int]) -> float:
    """Return the cosine of the angle between two steps."""
    squares = sum(a * a for a in old) * sum(b * b for b in new)
    return sum(a * b for a, b in zip(old, new)) / sqrt(squares)


def prepare(values: Mapping[str, Any], around: Surroundings) -> Plan:
    """Return what the arguments ask for."""
    color = values["color"]
    first = values["from"][0]
    if color is None:
        if first & (first - 1):
            message = "'from=' begins with several values, so that the path has no color"
            raise KindError("missing-argument", message, "name it: color=", "from")
        color = first.bit_length() - 1
    return Plan(
        around.shape,
        reduce(or_, values["from"]),
        values["to"],
        values["on"],
        color,
        values["inertia"],
        values["longest"],
        values["edges"],
        values["vertices"],
    )


def build(node: CheckedNode, builder: Builder) -> Path:
    """Return the running node."""
    return Path(node.number, node.limits, node.data)


KIND = NodeKind(
    name="path",
    summary="each turn one way between the nearest cells of two kinds, a shortest one, drawn over "
    "the cells between them; done when no start cell is joined to a goal",
    markovjunior="`<path>`",
    body=Body.NONE,
    parameters=(
        Parameter("from", "masks", "the values of the cells that it may start from", required=True),
        Parameter("to", "symbols", "the values of the cells that it may lead to", required=True),
        Parameter("on", "symbols", "the values of the cells that it may lead over", required=True),
        Parameter(
            "color",
            "symbol",
            "the value of the cells between start and goal",
            default="the first of `from=`",
        ),
        Parameter("inertia", "flag", "keep the direction as long as that is no detour"),
        Parameter("longest", "flag", "start at the cell from which the shortest way is longest"),
        Parameter("edges", "flag", "diagonal steps too; in 3-D those to cells that share an edge"),
        Parameter(
            "vertices", "flag", "in 3-D, steps to cells that share no more than a corner too"
        ),
        replace(STEPS, native=True),
        ONCE,
        WEIGHT,
    ),
    prepare=prepare,
    build=build,
)
