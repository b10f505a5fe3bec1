"""Damaged images, voxel files, tilesets: a run or a positioned MarkovError, whatever the bytes."""

from __future__ import annotations

import io
import os
import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

import markovpy
from markovpy.errors import ProgramError
from markovpy.formats.voxels import write_vox
from support.mutation import mutated

EXAMPLES = int(os.environ.get("MARKOVPY_FUZZ", "100"))
FUZZ = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)
MODEL = """<sequence values="BWRG" symmetry="()">
  <one file="Damaged" legend="BW"/>
  <convchain sample="Damaged" on="B" black="B" white="W" n="2" steps="2"/>
  <wfc sample="Damaged" values="BW" n="2" tries="2"><rule in="B" out="B"/></wfc>
</sequence>
"""
PROGRAM = """grid values=BWRG
start file="damaged.{ending}"
one steps=2: BW -> WB
"""

TILESET = """<tileset fullSymmetry="false">
  <tiles>
    <tile name="Empty" weight="0.5"/>
    <tile name="Line" weight="2"/>
  </tiles>
  <neighbors>
    <neighbor left="Empty" right="Empty"/>
    <neighbor left="Empty" right="z Line"/>
    <neighbor left="Line" right="zz Line"/>
    <neighbor left="Line" right="Empty"/>
    <neighbor top="Line" bottom="Empty"/>
  </neighbors>
</tileset>
"""
SCRAPS = ("<", ">", "/", '"', "-1", "1e999", "nan", "0", "x", "q Line", "tile", "neighbor", "&x;")


def image(mode: str, file_format: str) -> bytes:
    """Return the bytes of a small image."""
    pixels = np.arange(48, dtype=np.uint8).reshape(4, 12) * 5
    stream = io.BytesIO()
    Image.fromarray(pixels).resize((4, 4)).convert(mode).save(stream, file_format)
    return stream.getvalue()


IMAGES = [
    *(image(mode, "PNG") for mode in ("1", "L", "LA", "P", "RGB", "RGBA", "I;16")),
    *(image("P", file_format) for file_format in ("GIF", "BMP", "TIFF")),
    *(image("RGB", file_format) for file_format in ("JPEG", "PPM", "WEBP")),
]
VOXELS = [
    write_vox(np.arange(24, dtype=np.uint8).reshape(2, 3, 4) % 4, [(0, 0, 0)] * 4),
    b"VOX " + struct.pack("<i", 150),
    write_vox(np.zeros((1, 1, 1), dtype=np.uint8), [(0, 0, 0)]),
]


@st.composite
def damaged(draw: st.DrawFn, files: list[bytes]) -> bytes:
    """Draw one of the files after a few mutations of its bytes."""
    data = bytearray(draw(st.sampled_from(files)))
    for _ in range(draw(st.integers(1, 6))):
        here, there = (draw(st.integers(0, max(len(data) - 1, 0))) for _ in range(2))
        how = draw(st.integers(0, 5))
        if how == 0 and data:
            data[here] = draw(st.integers(0, 255))
        elif how == 1:
            data = data[:here]
        elif how == 2:
            del data[min(here, there) : max(here, there)]
        elif how == 3:
            data[here:here] = data[there : there + 20]
        elif how == 4:
            data[here : here + 4] = draw(st.binary(min_size=4, max_size=4))
        else:
            number = draw(st.sampled_from([0, -1, 255, 65_536, 2**31 - 1, -(2**31)]))
            data[here : here + 4] = struct.pack(draw(st.sampled_from(["<i", ">i"])), number)
    return bytes(data)


def attempt(program: Path, size: tuple[int, ...] | None) -> None:
    """Load and run a program; anything but a MarkovError with a position is a fault."""
    try:
        markovpy.load(program, size=size).run(seed=1, steps=20)
    except ProgramError as error:
        assert all(d.severity == "warning" or d.span for d in error.diagnostics)
        str(error)


@given(data=damaged(IMAGES))
@FUZZ
def test_damaged_images(tmp_path: Path, data: bytes) -> None:
    for folder in ("rules", "samples"):
        tmp_path.joinpath("resources", folder).mkdir(parents=True, exist_ok=True)
        tmp_path.joinpath("resources", folder, "Damaged.png").write_bytes(data)
    tmp_path.joinpath("damaged.png").write_bytes(data)
    model, program = tmp_path / "model.xml", tmp_path / "program.mj"
    model.write_text(MODEL)
    program.write_text(PROGRAM.format(ending="png"))
    attempt(model, (6, 6))
    attempt(program, None)


@given(data=damaged(VOXELS))
@FUZZ
def test_damaged_voxels(tmp_path: Path, data: bytes) -> None:
    rules = tmp_path / "resources" / "rules"
    rules.mkdir(parents=True, exist_ok=True)
    rules.joinpath("Damaged.vox").write_bytes(data)
    model = tmp_path / "model.xml"
    model.write_text('<one values="BWRG" file="Damaged" legend="BW*"/>')
    attempt(model, (4, 4, 4))


@pytest.mark.parametrize("data", IMAGES)
def test_the_images_themselves_are_read(tmp_path: Path, data: bytes) -> None:
    tmp_path.joinpath("damaged.png").write_bytes(data)
    program = tmp_path / "program.mj"
    program.write_text(PROGRAM.format(ending="png"))
    with pytest.raises(ProgramError) as caught:
        markovpy.load(program)
    assert "cannot be read" not in str(caught.value)
    assert "no image" not in str(caught.value)


@given(text=mutated([TILESET], SCRAPS))
@FUZZ
def test_damaged_tilesets(tmp_path: Path, text: str) -> None:
    tiles = tmp_path / "few"
    tiles.mkdir(exist_ok=True)
    for name in ("Empty", "Line"):
        grid = np.full((1, 2, 2), 1 if name == "Line" else 2, dtype=np.uint8)
        tiles.joinpath(f"{name}.vox").write_bytes(write_vox(grid, [(0, 0, 0)] * 3))
    tmp_path.joinpath("few.xml").write_text(text, encoding="utf-8", errors="surrogatepass")
    program = tmp_path / "program.mj"
    program.write_text("grid 4x4 values=B\nwfc tileset=few.xml values=xyz tries=3\n")
    attempt(program, None)
