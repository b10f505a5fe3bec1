"""MagicaVoxel's ``.vox`` files."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

EMPTY = -1
_MAXIMUM_SIZE = 256


class VoxelError(ValueError):
    """A file that is no usable ``.vox`` file."""


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
            if not all(1 <= side <= _MAXIMUM_SIZE for side in (width, height, depth)):
                raise VoxelError("its size is not between 1 and 256")
            size = (depth, height, width)
        if name == b"XYZI" and size is not None:
            return _place(content, size)
    raise VoxelError("it holds no model")


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
