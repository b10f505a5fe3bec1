"""A 3-D grid as a picture of solid blocks: what :mod:`.blocks` sees, in pixels."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from markovpy.render.blocks import Grid, Numbers, plane_of
from markovpy.render.shades import shade_index

SMALLEST_EDGED_BLOCK = 4
"""Pixels the side of a block needs for edges to be drawn."""


def isometric_size(shape: tuple[int, ...], scale: int) -> tuple[int, int]:
    """Return width and height in pixels of the picture of a grid of this shape.

    Args:
        shape: ``(depth, height, width)``.
        scale: Pixels that the upright side of a block has, and the margin. A block is twice
            as wide.
    """
    depth, height, width = shape
    wide = (width + height) * scale
    return wide + 2 * scale, -(-wide // 2) + (depth + 2) * scale


def isometric_pixels(grid: Grid, scale: int) -> Grid:
    """Return a grid as indices into the colours of :func:`~.shades.face_colors`.

    Each block shows its upper face, and those towards the lower left (y + 1) and the lower right
    (x + 1). Value 0 is air. Dark lines of a pixel show where a surface ends before another one
    or the background, light ones where two walls meet in an outer corner, and the darkest face's
    colour where two surfaces meet in an inner one.

    Args:
        grid: Values, ``(depth, height, width)``.
        scale: See :func:`isometric_size`.
    """
    plane = plane_of(grid.shape)
    seen = plane.look_at(grid)
    colors = np.where(seen.face >= 0, shade_index(seen.value, seen.face), 0).astype(np.uint8)
    raster = _raster(grid.shape, scale)
    drawn = colors.reshape(-1)[raster.triangles]
    if raster.places.size:
        for lines in plane.lines(seen):
            chosen = lines.reshape(-1)[raster.sides]
            there = np.flatnonzero(chosen)
            drawn.reshape(-1)[raster.places[there]] = chosen[there]
    return drawn


@dataclass(frozen=True)
class _Raster:
    """Where the pixels of a picture lie on the plane.

    Args:
        triangles: The triangle of each pixel, ``(height, width)`` in pixels.
        places: The pixels along the sides of triangles, flat.
        sides: The side of each of them, flat in ``(kind, u, v, which)``; see
            :meth:`.blocks.Plane.lines`.
    """

    triangles: Numbers
    places: Numbers
    sides: Numbers


@lru_cache(maxsize=4)
def _raster(shape: tuple[int, ...], scale: int) -> _Raster:
    """Return where the pixels of the picture of a grid of this shape lie."""
    depth, height, width = shape
    picture_width, picture_height = isometric_size(shape, scale)
    # Twice the distance from the origin of the grid to the middle of each pixel, so whole and odd:
    # no middle lies on a side.
    right = 2 * (np.arange(picture_width) - (height + 1) * scale) + 1
    down = 2 * (np.arange(picture_height) - (depth + 1) * scale)[:, None] + 1
    u, u_rest = np.divmod(2 * down + right, 4 * scale)
    v, v_rest = np.divmod(2 * down - right, 4 * scale)
    u += depth + 1
    v += depth + 1
    rows, count = width + depth + 2, height + depth + 2
    triangles = (u * count + v) * 2 + (u_rest > v_rest)
    triangles[(u < 0) | (u >= rows) | (v < 0) | (v >= count)] = 0
    if scale < SMALLEST_EDGED_BLOCK:
        nothing = np.zeros(0, np.intp)
        return _Raster(triangles, nothing, nothing)
    places, sides = _along_sides(triangles, count, rows * count, scale)
    return _Raster(triangles, places, sides)


def _along_sides(triangles: Numbers, row: int, kind: int, scale: int) -> tuple[Numbers, Numbers]:
    """Return the pixels along the sides of triangles, and those sides, as in :class:`_Raster`.

    Args:
        triangles: The triangle of each pixel.
        row: How many rhombuses there are with the same u.
        kind: How many there are at all, and so sides of a kind.
        scale: Pixels a block's upright side.
    """
    flat = triangles.reshape(-1)
    left = np.flatnonzero((flat[1:] - flat[:-1] == 1) & (flat[1:] % 2 == 1))
    upright = flat[left] // 2
    if scale % 2:  # corners lie within rows, and the upright lines above lead on through them
        ends = ~np.isin(left + triangles.shape[1], left)
        left = np.concatenate((left, left[ends] + triangles.shape[1]))
        upright = np.concatenate((upright, upright[ends]))
    above = np.flatnonzero(triangles[1:] != triangles[:-1])
    below = above + triangles.shape[1]
    # Above and below it a triangle has a side of kind 1 and one of kind 2, by its half.
    over, under = flat[above], flat[below]
    between = under - np.where(under % 2 == 0, 2 * row - 1, 3)
    pointed = np.flatnonzero(between != over)  # the tip of a third triangle is in between
    tips = between[pointed]

    def upper(triangle: Numbers) -> Numbers:
        return (1 + triangle % 2) * kind + triangle // 2

    def lower(triangle: Numbers) -> Numbers:
        side = triangle // 2 + np.where(triangle % 2 == 0, 2 * kind + 1, kind + row)
        return np.minimum(side, 3 * kind - 1)

    seconds = (upright, upper(under), upper(tips))
    firsts = (upright, lower(over), lower(tips))
    sides = (*(2 * side + 1 for side in seconds), *(2 * side for side in firsts))
    places = (left + 1, below, below[pointed], left, above, above[pointed])
    return np.concatenate(places), np.concatenate(sides)
