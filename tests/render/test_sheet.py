"""Contact sheets: places, labels, exact colours."""

from __future__ import annotations

import numpy as np
import pytest

from markovpy.render.glyphs import text_stamp
from markovpy.render.sheet import (
    FAULT,
    GAP,
    INK,
    LABEL_GAP,
    LABEL_SIZE,
    PAPER,
    Tile,
    sheet,
    sheet_size,
    tile_side,
)

RED, BLUE = (250, 1, 2), (3, 4, 251)


def test_pictures_lie_in_rows_with_their_words_under_them() -> None:
    pictures = [np.full((30, 40), index % 2, np.uint8) for index in range(5)]
    tiles = [Tile(str(index), part, (RED, BLUE)) for index, part in enumerate(pictures)]
    image = sheet(tiles)
    columns, width, height = sheet_size(5, 40, 30)
    assert (image.mode, image.size, columns) == ("P", (width, height), 3)
    rgb = np.asarray(image.convert("RGB"))
    deep = 30 + LABEL_GAP + LABEL_SIZE + GAP
    for index in range(5):
        top, left = GAP + index // 3 * deep, GAP + index % 3 * (40 + GAP)
        assert (rgb[top : top + 30, left : left + 40] == (RED, BLUE)[index % 2]).all()
        below = rgb[top + 30 + LABEL_GAP : top + deep - GAP, left : left + 40]
        inked = (below == INK).all(axis=2)
        assert inked.sum() == text_stamp(str(index), LABEL_SIZE).sum() > 0
        assert ((below == PAPER).all(axis=2) | inked).all()
    assert (rgb[:, :GAP] == PAPER).all()
    assert (rgb[-deep:, GAP + 2 * (40 + GAP) :] == PAPER).all()


def test_a_picture_that_could_not_be_made_leaves_its_place() -> None:
    whole = np.zeros((60, 60), np.uint8)
    rgb = np.asarray(sheet([Tile("1", whole, (RED,)), Tile("2")]).convert("RGB"))
    assert (rgb[GAP : GAP + 60, GAP : GAP + 60] == RED).all()
    right = rgb[:, 2 * GAP + 60 :]
    assert set(map(tuple, right.reshape(-1, 3).tolist())) == {PAPER, FAULT}
    assert sheet([Tile("7")]).size[0] >= 48


def test_more_than_256_colors_stay_exact() -> None:
    colors = tuple((value, 255 - value, 7) for value in range(256))
    part = np.arange(256, dtype=np.uint8).reshape(16, 16)
    image = sheet([Tile("0", part, colors)])
    assert image.mode == "RGB"
    left = (image.size[0] - 16) // 2
    found = np.asarray(image)[GAP : GAP + 16, left : left + 16]
    assert (found == np.array(colors, np.uint8)[part]).all()


def test_long_words_make_room() -> None:
    image = sheet([Tile("2147483647", np.zeros((2, 2), np.uint8), (RED,))] * 2)
    assert image.size[0] >= text_stamp("2147483647", LABEL_SIZE).shape[1] + 2 * GAP


@pytest.mark.parametrize("count", [1, 2, 7, 24, 100, 999])
@pytest.mark.parametrize(("width", "height"), [(200, 200), (300, 60), (40, 250)])
def test_sheets_are_near_a_square(count: int, width: int, height: int) -> None:
    columns, whole_width, whole_height = sheet_size(count, width, height)
    assert columns * -(-count // columns) >= count
    side = max(whole_width, whole_height)
    area = count * (width + GAP) * (height + LABEL_GAP + LABEL_SIZE + GAP)
    assert side <= 1.3 * area**0.5 + width + height
    assert tile_side(count) <= tile_side(1) <= 360


@pytest.mark.parametrize("text", ["0", "2147483647", "17"])
def test_digits_are_whole(text: str) -> None:
    inked = text_stamp(text, LABEL_SIZE)
    assert inked[:, 0].any()
    assert inked[:, -1].any()
    assert not inked[0].any()
    assert inked.shape[0] == LABEL_SIZE
