"""MagicaVoxel's ``.vox`` files."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

EMPTY = -1
LARGEST_SIDE = 256
"""Cells a side: a voxel's place has one byte for each axis."""
_MOST_COLORS = 255
_VERSION = 150


class VoxelError(ValueError):
    """A file that is no usable ``.vox`` file, or a grid that cannot be one."""


def read_vox(data: bytes) -> NDArray[np.int64]:
    """Return the first model of a ``.vox`` file.

    Args:
        data: The file's content.

    Returns:
        Colour indices (1 to 255), :data:`EMPTY` where there is no voxel, shape
        ``(depth, height, width)``: z up, y, x as the file numbers them.

    Raises:
        VoxelError: The file is no ``.vox`` file, is cut off, or places voxels outside.

    Source: MagicaVoxel's file format description (chunks ``SIZE`` and ``XYZI``).
    """
    if data[:4] != b"VOX ":
        raise VoxelError("this is not a .vox file")
    size: tuple[int, int, int] | None = None
    for name, content in _chunks(data):
        if name == b"SIZE" and len(content) >= 12:
            width, height, depth = struct.unpack_from("<3i", content)
            if not all(1 <= side <= LARGEST_SIDE for side in (width, height, depth)):
                raise VoxelError("its size is not between 1 and 256")
            size = (depth, height, width)
        if name == b"XYZI" and size is not None:
            return _place(content, size)
    raise VoxelError("it holds no model")


def size_problem(shape: tuple[int, ...]) -> str:
    """Return why a grid of this shape cannot be a ``.vox`` file; an empty string if it can."""
    if max(shape) <= LARGEST_SIDE:
        return ""
    size = "x".join(str(side) for side in reversed(shape))
    return f"a grid of {size} cells, and a .vox file has at most {LARGEST_SIDE} a side"


def write_vox(grid: NDArray[np.uint8], colors: Sequence[tuple[int, int, int]]) -> bytes:
    """Return the content of a ``.vox`` file with one model.

    Value 0, the background, is left empty, as in MarkovJunior. A voxel of value v has the colour
    index v + 1, which names the palette's entry v: exactly ``colors[v]``.

    Args:
        grid: Values, ``(height, width)`` or ``(depth, height, width)``.
        colors: One colour a value.

    Raises:
        VoxelError: A side is longer than 256 cells, or a value has no colour index.
    """
    problem = size_problem(grid.shape)
    if problem:
        raise VoxelError(problem)
    solid = grid[None] if grid.ndim == 2 else grid
    if len(colors) > _MOST_COLORS:
        raise VoxelError(f"a .vox file has at most {_MOST_COLORS} colours")
    depth, height, width = solid.shape
    z, y, x = np.nonzero(solid)
    voxels = np.stack((x, y, z, solid[z, y, x].astype(np.int64) + 1), axis=1).astype(np.uint8)
    palette = b"".join(bytes((*color, 255)) for color in colors).ljust(4 * 256, b"\0")
    model = _chunk(b"SIZE", struct.pack("<3i", width, height, depth))
    model += _chunk(b"XYZI", struct.pack("<i", len(voxels)) + voxels.tobytes())
    model += _chunk(b"RGBA", palette)
    return struct.pack("<4si", b"VOX ", _VERSION) + _chunk(b"MAIN", b"", model)


def _chunk(name: bytes, content: bytes, children: bytes = b"") -> bytes:
    return struct.pack("<4s2i", name, len(content), len(children)) + content + children


def _chunks(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    place = 8
    while place + 12 <= len(data):
        name = data[place : place + 4]
        length, children = struct.unpack_from("<2i", data, place + 4)
        if length < 0 or children < 0 or place + 12 + length > len(data):
            raise VoxelError("it is cut off or damaged")
        yield name, data[place + 12 : place + 12 + length]
        place += 12 + length


def _place(content: bytes, shape: tuple[int, int, int]) -> NDArray[np.int64]:
    count = struct.unpack_from("<i", content)[0] if len(content) >= 4 else -1
    if count < 0 or len(content) < 4 + 4 * count:
        raise VoxelError("it is cut off or damaged")
    voxels = np.frombuffer(content, dtype=np.uint8, count=4 * count, offset=4).reshape(count, 4)
    if count and (voxels[:, 2::-1].max(axis=0) >= shape).any():
        raise VoxelError("a voxel lies outside its size")
    grid = np.full(shape, EMPTY, dtype=np.int64)
    grid[voxels[:, 2], voxels[:, 1], voxels[:, 0]] = voxels[:, 3]
    return grid
