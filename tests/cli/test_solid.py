"""3-D grids on the command line: ``.vox`` files and views."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import markovpy
from markovpy.formats.voxels import EMPTY, read_vox
from markovpy.render.isometric import isometric_size
from markovpy.render.look import GAP_COLOR


@pytest.mark.parametrize("size", ["4x3x2", "5x3"])
def test_a_vox_file_holds_the_grid_and_its_colors(call: Any, folder: Path, size: str) -> None:
    words = ["--size", size, "--seed", 5, "--set", "turns=4"]
    found = call("run", "fill.mj", *words, "-o", "a.VOX", "-o", "a.npy")
    assert found.code == 0
    assert "wrote a.VOX" in found.out
    data = (folder / "a.VOX").read_bytes()
    grid = np.load(folder / "a.npy")
    voxels = read_vox(data)
    assert (np.where(voxels == EMPTY, 0, voxels - 1) == grid).all()
    assert voxels.ndim == 3
    palette = data[data.index(b"RGBA") + 12 :]
    assert palette[4:8] == bytes((0xFF, 0xF1, 0xE8, 255))


@pytest.mark.parametrize("size", ["257x1x1", "1x257", "2x2x300"])
def test_sizes_over_256_are_refused_before_the_run(
    call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, size: str
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it ran")

    with monkeypatch.context() as patched:
        patched.setattr(markovpy.Run, "finish", never)
        found = call("run", "free.mj", "--size", size, "-o", "a.vox")
    assert found.code == 1
    assert "a.vox: error[cannot-write]: a grid of" in found.err
    assert "at most 256 a side" in found.err
    assert "-o grid.npy" in found.err
    assert not (folder / "a.vox").exists()


def test_256_cells_a_side_are_fine(call: Any, folder: Path) -> None:
    assert call("run", "free.mj", "--size", "256x1x1", "-o", "a.vox").code == 0
    data = (folder / "a.vox").read_bytes()
    assert struct.unpack_from("<3i", data, data.index(b"SIZE") + 12) == (256, 1, 1)
    assert (read_vox(data) == 2).all()


def test_a_grid_that_grew_too_large_is_refused_as_it_is_written(
    call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(markovpy.Run, "grid", np.zeros((1, 300), np.uint8))
    monkeypatch.setattr("markovpy.commands.outputs.size_problem", lambda _: "")
    found = call("run", "fill.mj", "-o", "a.vox")
    assert found.code == 1
    assert "a grid of 300x1 cells" in found.err
    assert not (folder / "a.vox").exists()


def test_the_view_of_pictures_is_chosen(call: Any, folder: Path) -> None:
    words = ["--size", "4x3x2", "--seed", 1, "--scale", 8]
    outputs = ["-o", "a.png", "-o", "a.gif", "--frames", "f"]
    assert call("run", "fill.mj", *words, *outputs).code == 0
    for path in ("a.png", "a.gif", "f/frame_0.png"):
        with Image.open(path) as image:
            assert image.size == isometric_size((2, 3, 4), 8)
    assert call("run", "fill.mj", *words, *outputs, "--view", "layers").code == 0
    for path in ("a.png", "a.gif"):
        with Image.open(path) as image:
            assert GAP_COLOR in {color for _, color in image.convert("RGB").getcolors() or []}


def test_pictures_of_blocks_that_would_be_too_large_are_refused(call: Any) -> None:
    found = call("run", "fill.mj", "--size", "4x3x2", "--scale", 5000)
    assert found.code == 1
    assert "the picture would have" in found.err
