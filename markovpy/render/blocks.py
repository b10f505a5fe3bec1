"""Which faces of a grid's blocks are seen from above along the diagonal of a cube.

From there ``(x, y, z)`` and ``(x + 1, y + 1, z + 1)`` lie on the same spot, and the plane falls
into triangles, two a cube's face, that are each seen through one row of cells. So one ray a
triangle, followed to the first block, says all.

``u = x - z`` and ``v = y - z`` are the coordinates on the plane: u goes down to the right, v down
to the left. A rhombus of the plane has two triangles, 0 on its left and 1 on its right.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from markovpy.render.shades import EDGE, LEFT, RIGHT, TOP, shade_index

Grid = NDArray[np.uint8]
Small = NDArray[np.int16]
Numbers = NDArray[np.intp]

# The faces through which a ray enters one cell after the other, from the top of a cell on.
_ORDERS = ((TOP, RIGHT, LEFT), (TOP, LEFT, RIGHT))


@dataclass(frozen=True)
class Surfaces:
    """What the triangles of a plane show.

    Args:
        face: Which face of a block; -1 for the background.
        level: Where it lies along the axis that the face looks along, from 1 on.
        value: The block's value.
    """

    face: Small
    level: Small
    value: Small

    def half(self, half: int, back: tuple[int, int] = (0, 0)) -> Surfaces:
        """Return one triangle of each rhombus, or of the one that lies so far before it."""
        parts = (self.face, self.level, self.value)
        return Surfaces(*(np.roll(part[..., half], back, (0, 1)) for part in parts))

    def nearness(self, u: Numbers, v: Numbers) -> Numbers:
        """Return how near the surfaces are at points (u, v), all doubled."""
        near = 2 * self.level - np.where(self.face == RIGHT, u, 0)
        near -= np.where(self.face == LEFT, v, 0)
        return np.where(self.face < 0, np.iinfo(np.intp).min, near)


@dataclass(frozen=True)
class Plane:
    """The triangles of a grid's picture, ``(u, v, half)``, with a border of empty ones.

    Args:
        us: The u of each rhombus, doubled, as a column.
        vs: The v of each rhombus, doubled, as a row.
        rays: The triangles, flat, behind which there are cells at all.
        starts: The first cell of each ray, flat in the grid with a border of one cell.
        steps: How far each ray goes in that grid to the next cell, in three turns.
        faces: The face of that cell that it enters, in three turns.
    """

    us: Numbers
    vs: Numbers
    rays: Numbers
    starts: Numbers
    steps: tuple[Numbers, ...]
    faces: tuple[Small, ...]

    def look_at(self, grid: Grid) -> Surfaces:
        """Return what each triangle shows; value 0 is air."""
        depth, height, width = grid.shape
        padded = np.zeros((depth + 1, height + 1, width + 1), np.uint8)
        padded[1:, 1:, 1:] = grid
        solid = padded != 0
        solid[0] = solid[:, 0] = solid[:, :, 0] = True
        count = self.us.size * self.vs.size * 2
        cells = np.zeros(count, np.intp)
        entered = np.full(count, -1, np.int16)
        self._follow(solid.reshape(-1), cells, entered)
        levels = np.stack(np.unravel_index(cells, solid.shape)).astype(np.int16)
        value = padded.reshape(-1)[cells].astype(np.int16)
        face = np.where(value > 0, entered, np.int16(-1))
        level = np.choose(np.maximum(face, 0), (levels[0], levels[1], levels[2]))
        shape = (self.us.size, self.vs.size, 2)
        return Surfaces(face.reshape(shape), level.reshape(shape), value.reshape(shape))

    def lines(self, seen: Surfaces) -> tuple[Grid, Grid]:
        """Return the lines along the sides of triangles: soft ones, and hard ones above them.

        Both are pixel values, 0 for no line, ``(kind, u, v, which)``. A side of kind 0 is the
        upright one within a rhombus, one of kind 1 leads to the rhombus with the u before, one of
        kind 2 to that with the v before. ``which`` is 0 for what is to its left or above it.
        """
        soft = np.zeros((3, self.us.size, self.vs.size, 2), np.uint8)
        hard = np.zeros_like(soft)
        firsts = (seen.half(0), seen.half(1, (1, 0)), seen.half(0, (0, 1)))
        for kind, first in enumerate(firsts):
            second = seen.half(0 if kind == 1 else 1)
            middle = self.us + (kind != 1), self.vs + (kind != 2)
            near, next_near = first.nearness(*middle), second.nearness(*middle)
            ends = (first.face != second.face) | (first.level != second.level)
            edge = ends & (near > next_near)
            hard[kind, ..., 0] = np.where(edge, shade_index(first.value, EDGE), 0)
            edge = ends & (near < next_near)
            hard[kind, ..., 1] = np.where(edge, shade_index(second.value, EDGE), 0)
            meet = (near == next_near) & (first.face >= 0) & (first.face != second.face)
            outer = first.face == (LEFT if kind == 0 else TOP)
            line = np.where(meet & ~outer, shade_index(second.value, RIGHT), 0)
            if kind == 0:
                line = np.where(meet & outer, shade_index(second.value, TOP), line)
            soft[kind, ..., 1] = line
        return soft, hard

    def _follow(self, solid: NDArray[np.bool_], cells: Numbers, entered: Small) -> None:
        """Find the first solid cell of each ray, and the face through which it is entered."""
        live, place, steps, faces = self.rays, self.starts, self.steps, self.faces
        while live.size:
            hit = solid[place]
            if not hit.any():
                place = place - steps[0]
                steps, faces = (*steps[1:], steps[0]), (*faces[1:], faces[0])
                continue
            cells[live[hit]] = place[hit]
            entered[live[hit]] = faces[0][hit]
            on = ~hit
            live, place = live[on], place[on] - steps[0][on]
            steps = (steps[1][on], steps[2][on], steps[0][on])
            faces = (faces[1][on], faces[2][on], faces[0][on])


@lru_cache(maxsize=4)
def plane_of(shape: tuple[int, ...]) -> Plane:
    """Return the triangles of the picture of a grid of this shape."""
    depth, height, width = shape
    us, vs = np.arange(-depth - 1, width + 1), np.arange(-depth - 1, height + 1)
    u, v, half = np.meshgrid(us, vs, (0, 1), indexing="ij")
    # A ray passes (u + t, v + t, t) with t from above; from each whole t on it crosses, in the
    # order of its half, a plane of z, one of x and one of y.
    x_turn, y_turn = 1 + half, 2 - half
    t = np.minimum(np.minimum(width - u, height - v), depth)
    turn = np.maximum(np.where(u + t == width, x_turn, 0), np.where(v + t == height, y_turn, 0))
    x, y, z = u + t - (turn >= x_turn), v + t - (turn >= y_turn), t - 1
    rays = np.flatnonzero((x >= 0) & (y >= 0) & (z >= 0))
    row, layer = width + 1, (width + 1) * (height + 1)
    starts = ((z + 1) * layer + (y + 1) * row + (x + 1)).reshape(-1)[rays]
    strides = np.zeros(3, np.intp)
    strides[[TOP, LEFT, RIGHT]] = layer, row, 1
    turns = turn.reshape(-1)[rays]
    order = np.array(_ORDERS, np.int16)[half.reshape(-1)[rays]]
    everyone = np.arange(rays.size)
    faces = tuple(order[everyone, (turns + ahead) % 3] for ahead in range(3))
    steps = tuple(strides[faces[ahead]] for ahead in (1, 2, 0))
    return Plane(2 * us[:, None], 2 * vs[None], rays, starts, steps, faces)
