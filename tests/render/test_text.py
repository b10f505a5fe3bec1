"""Text, terminal previews and numbered frames."""

import re
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from markovpy.render.frames import Frame, frame_name, write_frames
from markovpy.render.look import Look
from markovpy.render.picture import read_png_metadata
from markovpy.render.terminal import preview
from markovpy.render.text import grid_text

LOOK = Look(((1, 2, 3), (4, 5, 6), (7, 8, 9)), "B►W")


def test_rows_are_lines() -> None:
    assert grid_text(np.array([[0, 1], [2, 0]], np.uint8), "B►W") == "B►\nWB"


def test_the_top_layer_comes_first() -> None:
    cells = np.array([[[0, 0], [0, 1]], [[2, 2], [2, 2]]], np.uint8)
    assert grid_text(cells, "B►W") == "WW\nWW\n---\nBB\nB►"


def test_half_blocks_show_two_rows_in_their_colors() -> None:
    text = preview(np.array([[0, 0], [1, 2], [2, 2]], np.uint8), LOOK, 10, 10)
    first, second = text.split("\n")
    assert first == "\x1b[38;2;1;2;3m\x1b[48;2;4;5;6m▀\x1b[48;2;7;8;9m▀\x1b[0m"
    assert second == "\x1b[38;2;7;8;9m\x1b[49m▀▀\x1b[0m"


@pytest.mark.parametrize("shape", [(59, 59), (300, 2), (2, 300), (5, 20, 20), (1, 1), (7, 967)])
@pytest.mark.parametrize("plain", [True, False])
def test_the_preview_fits_and_leaks_no_color(shape: tuple[int, ...], plain: bool) -> None:
    lines = preview(np.ones(shape, np.uint8), LOOK, 30, 12, plain=plain).split("\n")
    assert 1 <= len(lines) <= 12
    for line in lines:
        assert 1 <= len(re.sub(r"\x1b\[[0-9;]*m", "", line)) <= 30
        assert plain == ("\x1b" not in line)
        assert plain or line.endswith("\x1b[0m")


def test_sampling_takes_the_nearest_cells_in_proportion() -> None:
    cells = np.zeros((8, 8), np.uint8)
    cells[:, 4:] = 2
    lines = preview(cells, LOOK, 4, 99, plain=True).split("\n")
    assert lines == ["BBWW"] * 4


def test_the_plain_preview_is_ascii() -> None:
    text = preview(np.array([[0, 1, 2]], np.uint8), LOOK, 10, 10, plain=True)
    assert text == "B?W"
    layers = preview(np.zeros((2, 1, 1), np.uint8), LOOK, 10, 10, plain=True)
    layers.encode("ascii")
    assert sorted(layers.replace("\n", " ")) == [" ", "B", "B"]


def test_frame_names_sort_in_time_order() -> None:
    names = [frame_name(turn, 1200) for turn in range(1201)]
    assert names == sorted(names)
    assert frame_name(123, 200_000) == "frame_000123.png"
    assert frame_name(0, 0) == "frame_0.png"
    with pytest.raises(ValueError, match="turn 13"):
        frame_name(13, 12)


def test_frames_are_written_as_they_come(tmp_path: Path) -> None:
    grids = (Frame(turn, np.full((2, 3), turn % 3, np.uint8)) for turn in range(11))
    paths = list(write_frames(tmp_path, grids, LOOK, 10, {"markovpy.seed": "4"}))
    assert sorted(tmp_path.iterdir()) == paths
    assert [path.name for path in paths][::5] == ["frame_00.png", "frame_05.png", "frame_10.png"]
    with Image.open(paths[5]) as image:
        assert image.size == (3 * 48, 2 * 48)
        assert image.convert("RGB").getpixel((0, 0)) == (7, 8, 9)
    assert read_png_metadata(paths[5]) == {"markovpy.seed": "4"}
