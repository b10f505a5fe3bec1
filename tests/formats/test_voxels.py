"""``.vox`` files: what is written is what is read, byte for byte where it matters."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from markovpy.formats.voxels import EMPTY, VoxelError, read_vox, write_vox

COLORS = ((1, 2, 3), (255, 0, 77), (0, 228, 54))


def chunk(data: bytes, name: bytes) -> bytes:
    """Return the content of a chunk."""
    place = data.index(name)
    length = struct.unpack_from("<i", data, place + 4)[0]
    return data[place + 12 : place + 12 + length]


def test_a_file_byte_for_byte() -> None:
    grid = np.array([[[0, 1, 0], [0, 0, 2]]], np.uint8)
    data = write_vox(grid, COLORS)
    assert data[:8] == b"VOX " + (150).to_bytes(4, "little")
    assert data[8:20] == b"MAIN" + struct.pack("<2i", 0, len(data) - 20)
    assert chunk(data, b"SIZE") == struct.pack("<3i", 3, 2, 1)
    assert chunk(data, b"XYZI") == struct.pack("<i", 2) + bytes((1, 0, 0, 2, 2, 1, 0, 3))
    palette = chunk(data, b"RGBA")
    assert palette[:12] == bytes((1, 2, 3, 255, 255, 0, 77, 255, 0, 228, 54, 255))
    assert len(palette) == 1024
    assert not any(palette[12:])
    assert len(data) == 20 + (12 + 12) + (12 + 12) + (12 + 1024)


def test_a_voxel_has_the_color_of_its_value() -> None:
    data = write_vox(np.arange(3, dtype=np.uint8).reshape(1, 1, 3), COLORS)
    indices, palette = read_vox(data)[0, 0], chunk(data, b"RGBA")
    assert indices[0] == EMPTY
    for value in (1, 2):
        entry = 4 * (int(indices[value]) - 1)
        assert tuple(palette[entry : entry + 3]) == COLORS[value]


@given(st.data())
def test_what_is_written_is_what_is_read(data: st.DataObject) -> None:
    shape = tuple(data.draw(st.integers(1, 5)) for _ in range(data.draw(st.integers(2, 3))))
    count = int(np.prod(shape))
    cells = data.draw(st.lists(st.integers(0, 63), min_size=count, max_size=count))
    grid = np.array(cells, np.uint8).reshape(shape)
    found = read_vox(write_vox(grid, [(value, 0, 0) for value in range(64)]))
    assert found.shape == (1,) * (3 - grid.ndim) + shape
    assert (np.where(found == EMPTY, 0, found - 1) == grid).all()


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_256_cells_a_side_are_fine_and_257_are_not(axis: int) -> None:
    shape = [1, 1, 1]
    shape[axis] = 256
    grid = np.ones(shape, np.uint8)
    assert (read_vox(write_vox(grid, COLORS)) == 2).all()
    shape[axis] = 257
    size = "x".join(map(str, reversed(shape)))
    with pytest.raises(VoxelError, match=f"{size} cells, and a .vox file has at most 256 a side"):
        write_vox(np.ones(shape, np.uint8), COLORS)


def test_all_indices_are_used_and_no_more() -> None:
    colors = [(value, 1, 2) for value in range(256)]
    grid = np.arange(255, dtype=np.uint8).reshape(5, 51)
    assert read_vox(write_vox(grid, colors[:255])).max() == 255
    with pytest.raises(VoxelError, match="255 colours"):
        write_vox(grid, colors)


def test_an_empty_grid_is_a_model_without_voxels() -> None:
    assert (read_vox(write_vox(np.zeros((2, 2), np.uint8), COLORS)) == EMPTY).all()
