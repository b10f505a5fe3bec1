"""Isometric pictures: where the faces lie, what hides what, lines, colours, sizes."""

from __future__ import annotations

from io import BytesIO

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageSequence

import markovpy
from markovpy.model.palette import default_color
from markovpy.render.gif import write_gif
from markovpy.render.isometric import isometric_pixels, isometric_size
from markovpy.render.look import GAP_COLOR, Look
from markovpy.render.picture import picture, picture_size, pixels
from markovpy.render.shades import EDGE, LEFT, RIGHT, SHADES, TOP, face_colors
from markovpy.render.terminal import preview

Grid = NDArray[np.uint8]
LETTERS = ".TLREtlre"
LOOK = Look(((10, 20, 30), (200, 100, 50), (100, 100, 250)), "BWR", scale=6)


def drawing(grid: Grid, scale: int) -> list[str]:
    """Return the picture of a grid of values 0 to 2 as letters, its empty margin cut off."""
    rows = ["".join(LETTERS[index] for index in row) for row in isometric_pixels(grid, scale)]
    return [row[scale:-scale] for row in rows[scale:-scale]]


def paint(grid: Grid, scale: int) -> NDArray[np.int64]:
    """Return value, face and level of each pixel, painted from the farthest voxel on."""
    depth, height, _ = grid.shape
    columns, rows = isometric_size(grid.shape, scale)
    painted = np.zeros((rows, columns, 3), np.int64)
    voxels = [(x, y, z) for z, y, x in np.argwhere(grid)]
    for x, y, z in sorted(voxels, key=sum):
        corner_x = (x - y + height + 1) * scale
        corner_y = (x + y) * scale / 2 + (depth - z) * scale
        for row in range(int(corner_y), min(rows, int(corner_y) + 2 * scale + 2)):
            for column in range(corner_x - scale, corner_x + scale):
                right, down = column + 0.5 - corner_x, row + 0.5 - corner_y
                slope = abs(right) / 2
                if slope < down < scale - slope:
                    face, level = TOP, z + 1
                elif scale - slope < down < 2 * scale - slope:
                    face, level = (LEFT, y + 1) if right < 0 else (RIGHT, x + 1)
                else:
                    continue
                painted[row, column] = grid[z, y, x], face, level
    return painted


def random_grid(shape: tuple[int, int, int], share: float, seed: int) -> Grid:
    """Return a grid with such a share of voxels of values 1 to 3."""
    generator = np.random.default_rng(seed)
    values = generator.integers(1, 4, shape, np.uint8)
    return values * (generator.random(shape) < share)


def test_one_voxel_has_three_faces_in_their_places() -> None:
    assert drawing(np.ones((1, 1, 1), np.uint8), 2) == [
        ".TT.",
        "LTTR",
        "LLRR",
        ".LR.",
    ]
    assert drawing(np.ones((1, 1, 1), np.uint8), 4) == [
        "...EE...",
        ".EETTEE.",
        "ETTTTTTE",
        "ELLTTRRE",
        "ELLLTRRE",
        "ELLLTRRE",
        ".EELTEE.",
        "...EE...",
    ]


def test_corners_are_light_and_dark_where_surfaces_meet() -> None:
    grid = np.zeros((2, 2, 2), np.uint8)
    grid[0] = 1
    grid[1, 0, 0] = 2
    assert drawing(grid, 6) == [
        "...........ee...........",
        ".........eettee.........",
        ".......eettttttee.......",
        "......etttttttttte......",
        "......ellttttttrre......",
        "......ellllttrrrre......",
        "......ellllltrrrre......",
        "......ellllltrrrre......",
        "......ellllltrrrre......",
        ".....ERllllltrrrrRE.....",
        "...EETTRRllltrrRRTTEE...",
        ".EETTTTTTRRltRRTTTTTTEE.",
        "ETTTTTTTTTTRRTTTTTTTTTTE",
        "ELLTTTTTTTTTTTTTTTTTTRRE",
        "ELLLLTTTTTTTTTTTTTTRRRRE",
        "ELLLLLLTTTTTTTTTTRRRRRRE",
        "ELLLLLLLLTTTTTTRRRRRRRRE",
        "ELLLLLLLLLLTTRRRRRRRRRRE",
        ".EELLLLLLLLLTRRRRRRRREE.",
        "...EELLLLLLLTRRRRRREE...",
        ".....EELLLLLTRRRREE.....",
        ".......EELLLTRREE.......",
        ".........EELTEE.........",
        "...........EE...........",
    ]


def test_axes_point_where_the_reference_draws_them() -> None:
    """X goes down to the right, y down to the left, z up; all by the same amounts."""
    places = {}
    for name, (z, y, x) in {"o": (0, 0, 0), "x": (0, 0, 1), "y": (0, 1, 0), "z": (1, 0, 0)}.items():
        grid = np.zeros((2, 2, 2), np.uint8)
        grid[z, y, x] = 1
        rows, columns = np.nonzero(isometric_pixels(grid, 4))
        places[name] = np.array([columns.min(), rows.min()])
    assert (places["x"] - places["o"]).tolist() == [4, 2]
    assert (places["y"] - places["o"]).tolist() == [-4, 2]
    assert (places["z"] - places["o"]).tolist() == [0, -4]


@pytest.mark.parametrize("scale", [1, 2, 3])
@pytest.mark.parametrize("share", [0.03, 0.3, 0.9, 1])
@pytest.mark.parametrize("shape", [(1, 1, 1), (4, 4, 4), (1, 5, 3), (6, 1, 2), (2, 3, 7)])
def test_faces_are_those_of_a_slow_painter(
    shape: tuple[int, int, int], share: float, scale: int
) -> None:
    grid = random_grid(shape, share, sum(shape) * scale)
    value, face, _ = np.moveaxis(paint(grid, scale), 2, 0)
    expected = np.where(value > 0, (value - 1) * SHADES + 1 + face, 0)
    assert (isometric_pixels(grid, scale) == expected).all()


@pytest.mark.parametrize("scale", [4, 5, 8, 11])
@pytest.mark.parametrize("shape", [(5, 5, 5), (2, 6, 4), (7, 3, 1)])
def test_lines_lie_only_between_surfaces(shape: tuple[int, int, int], scale: int) -> None:
    grid = random_grid(shape, 0.35, scale)
    painted = paint(grid, scale)
    value, face, _ = np.moveaxis(painted, 2, 0)
    drawn = isometric_pixels(grid, scale)
    lined = drawn != np.where(value > 0, (value - 1) * SHADES + 1 + face, 0)
    assert lined.any()
    surface = painted * [0, 1, 1] + (painted[..., :1] > 0) * [1, 0, 0]
    ends = np.zeros(drawn.shape, bool)
    for axis in (0, 1):
        differs = (np.diff(surface, axis=axis) != 0).any(axis=2)
        ahead, behind = [slice(None)] * 2, [slice(None)] * 2
        ahead[axis], behind[axis] = slice(1, None), slice(None, -1)
        ends[tuple(ahead)] |= differs
        ends[tuple(behind)] |= differs
    if scale % 2:  # an upright line goes on into the row of its lower corner
        ends[1:] |= ends[:-1].copy()
    assert not (lined & ~ends).any()
    assert set(((drawn[lined] - 1) % SHADES).tolist()) <= {TOP, RIGHT, EDGE}


def test_outlines_have_no_gaps() -> None:
    """Each column of a block's picture begins and ends with an edge, and each row."""
    blocks = [isometric_pixels(np.ones((3, 4, 5), np.uint8), scale) for scale in (4, 6, 10)]
    for lines in [*blocks, *(block.T for block in blocks)]:
        for line in lines:
            inked = line[line > 0]
            if inked.size:
                assert inked[0] == inked[-1] == 1 + EDGE


def test_a_hidden_voxel_changes_nothing() -> None:
    whole = np.ones((3, 3, 3), np.uint8)
    hollow = whole.copy()
    hollow[1, 1, 1] = 0
    other = whole.copy()
    other[0, 0, 0] = 2
    expected = isometric_pixels(whole, 7)
    assert (isometric_pixels(hollow, 7) == expected).all()
    assert (isometric_pixels(other, 7) == expected).all()


def test_the_grid_is_not_changed_and_may_be_any_view() -> None:
    grid = random_grid((3, 4, 5), 0.5, 1)
    turned = grid[::-1, ::-1].transpose(0, 2, 1)
    turned.flags.writeable = False
    before = turned.copy()
    assert (isometric_pixels(turned, 5) == isometric_pixels(before, 5)).all()
    assert (turned == before).all()
    assert not isometric_pixels(np.zeros((2, 2, 2), np.uint8), 8).any()


def test_each_value_has_exactly_its_color_on_top_and_darker_sides() -> None:
    colors = face_colors(LOOK.colors)
    assert colors[0] == LOOK.colors[0]
    for value in (1, 2):
        top, left, right, edge = colors[(value - 1) * SHADES + 1 :][:SHADES]
        assert top == LOOK.colors[value]
        assert sum(top) > sum(left) > sum(right) > sum(edge)
    black = face_colors(((255, 255, 255), (0, 0, 0)))[1:]
    assert black[0] == (0, 0, 0)
    assert len(set(black)) == SHADES


def test_64_values_fit_one_palette() -> None:
    colors = tuple((i * 4, 255 - i * 3, i * 7 % 256) for i in range(64))
    look = Look(colors, "".join(chr(48 + i) for i in range(64)), scale=4)
    grid = np.arange(64, dtype=np.uint8).reshape(4, 4, 4)
    drawn = pixels(grid, look)
    assert len(look.colors_for(grid.shape)) == 253
    assert drawn.max() > 240
    image = picture(grid, look)
    expected = np.array(face_colors(colors), np.uint8)[drawn]
    assert (image.mode, image.size) == ("P", picture_size(grid.shape, look))
    assert (np.asarray(image.convert("RGB")) == expected).all()


def test_pictures_fit_with_blocks_of_even_size() -> None:
    for shape in ((27, 27, 27), (4, 4, 4), (2, 90, 30), (200, 2, 2), (70, 70, 70)):
        scale = LOOK.__class__(LOOK.colors, LOOK.symbols).scale_for(shape)
        assert scale % 2 == 0 or scale == 3
        assert max(isometric_size(shape, scale)) <= 720
        assert scale == 48 or max(isometric_size(shape, scale + 1 + scale // 4)) > 720
    assert Look(LOOK.colors, LOOK.symbols).scale_for((300, 300, 300)) == 1


def test_the_view_is_chosen_and_2d_grids_have_none() -> None:
    run = markovpy.parse("grid 3x3x3 values=BW\nput W at center\nonce: WWW -> BBB").run(seed=1)
    assert run.image(scale=4).size == isometric_size((3, 3, 3), 4)
    layers = run.image(scale=4, view="layers")
    assert GAP_COLOR in {color for _, color in layers.convert("RGB").getcolors() or []}
    assert run._repr_png_().startswith(b"\x89PNG")
    flat = picture(np.array([[0, 1]], np.uint8), LOOK)
    assert flat.size == (12, 6)
    assert default_color("B") == run.image().convert("RGB").getpixel((0, 0))


def test_a_gif_shows_the_same_blocks() -> None:
    grids = [random_grid((3, 4, 4), share, 7) % 3 for share in (0.1, 0.4, 0.8)]
    file = BytesIO()
    summary = write_gif(file, grids, LOOK, 10, 1)
    assert summary.images == 3
    with Image.open(file) as image:
        for frame, grid in zip(ImageSequence.Iterator(image), grids, strict=True):
            expected = np.array(face_colors(LOOK.colors), np.uint8)[isometric_pixels(grid, 6)]
            assert (np.asarray(frame.convert("RGB")) == expected).all()


def test_a_gif_whose_grid_gains_or_loses_the_third_dimension_keeps_its_colors() -> None:
    flat, deep = np.array([[1, 2], [0, 1]], np.uint8), np.ones((2, 2, 2), np.uint8)
    for first, second, allowed in (
        (flat, deep, Look(LOOK.colors, "BWR", view="layers").picture_colors),
        (deep, flat, face_colors(LOOK.colors)),
    ):
        file = BytesIO()
        write_gif(file, [first, second], LOOK, 10, 1, (60, 60))
        with Image.open(file) as image:
            for frame in ImageSequence.Iterator(image):
                shown = {color for _, color in frame.convert("RGB").getcolors() or []}
                assert shown <= set(allowed)


def test_the_preview_shows_blocks_in_colors_and_layers_in_letters() -> None:
    grid = np.ones((3, 3, 3), np.uint8)
    colored = preview(grid, LOOK, 40, 20)
    for color in face_colors(LOOK.colors)[1:4]:
        assert ";".join(map(str, color)) in colored
    plain = preview(grid, LOOK, 40, 20, plain=True)
    assert plain == preview(grid, Look(LOOK.colors, "BWR", view="layers"), 40, 20, plain=True)
