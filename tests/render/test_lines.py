"""Lines between cells: boxes that are no squares."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import markovpy
from markovpy import ProgramError
from markovpy.render.picture import picture, picture_size


def test_boxes_can_be_wider_than_high() -> None:
    run = markovpy.parse("grid 6x6 values=BW\nlines every=3x2").run(seed=1)
    scale = 21
    look = replace(run.look(), scale=scale)
    image = picture(run.grid, look)
    assert image.size == picture_size(run.grid.shape, look)
    dark = np.asarray(image) == look.line
    middle = 3 + scale // 2
    columns, rows = dark[middle], dark[:, middle]
    thick = 3
    for pixels, every in ((columns, 3), (rows, 2)):
        widths = [int(pixels[b * scale : b * scale + thick].sum()) for b in range(7)]
        assert widths == [thick if b % every == 0 else 1 for b in range(7)]


@pytest.mark.parametrize("size", ["0x2", "3x", "3x0", "x2"])
def test_what_is_no_size_of_a_box(size: str) -> None:
    with pytest.raises(ProgramError) as caught:
        markovpy.parse(f"grid 6x6 values=BW\nlines every={size}")
    assert caught.value.diagnostics[0].span is not None
