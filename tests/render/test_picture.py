"""Pictures: colours, cells, glyphs, lines, layers, and what a PNG keeps."""

from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import markovpy
from markovpy.model.palette import RGB, default_color
from markovpy.render.glyphs import stamp
from markovpy.render.look import BLACK, GAP_COLOR, WHITE, Look, arrange
from markovpy.render.picture import picture, picture_size, read_png_metadata, write_png

Grid = NDArray[np.uint8]


def look(symbols: str, **options: int | str) -> Look:
    """Return a look with the default colours."""
    return Look(tuple(map(default_color, symbols)), symbols, **options)  # type: ignore[arg-type]


def grid(*rows: str) -> Grid:
    """Return digits as values."""
    return np.array([[int(cell) for cell in row] for row in rows], np.uint8)


def colors_in(image: Image.Image) -> set[RGB]:
    """Return the colours that occur."""
    counted = image.convert("RGB").getcolors(1 << 20)
    assert counted is not None
    return {color for _, color in counted}  # type: ignore[misc]


def test_each_cell_is_a_square_of_its_color() -> None:
    image = picture(grid("012", "210"), look("BWR", scale=5))
    assert (image.mode, image.size) == ("P", (15, 10))
    expected = {0: (0, 0, 0), 1: (0xFF, 0xF1, 0xE8), 2: (0xFF, 0, 0x4D)}
    rgb = np.asarray(image.convert("RGB"))
    for y, row in enumerate(("012", "210")):
        for x, value in enumerate(row):
            block = rgb[y * 5 : y * 5 + 5, x * 5 : x * 5 + 5].reshape(-1, 3)
            assert {tuple(pixel) for pixel in block.tolist()} == {expected[int(value)]}


def test_64_values_stay_exact_in_a_png(tmp_path: Path) -> None:
    colors = tuple((i * 4, 255 - i * 3, i * 7 % 256) for i in range(64))
    symbols = "".join(chr(48 + i) for i in range(64))
    cells = np.arange(64, dtype=np.uint8).reshape(8, 8)
    write_png(tmp_path / "a.png", cells, Look(colors, symbols, scale=3))
    with Image.open(tmp_path / "a.png") as image:
        assert colors_in(image) == set(colors)
        rgb = np.asarray(image.convert("RGB"))[1::3, 1::3].reshape(-1, 3)
    assert [tuple(pixel) for pixel in rgb.tolist()] == list(colors)


@pytest.mark.parametrize(
    ("shape", "scale"),
    [((3, 3), 48), ((59, 59), 12), ((10, 720), 1), ((2000, 2000), 1), ((360, 20), 2)],
)
def test_cells_fit_the_picture(shape: tuple[int, int], scale: int) -> None:
    assert look("BW").fit(shape).scale == scale
    assert picture_size(shape, look("BW")) == (shape[1] * scale, shape[0] * scale)
    assert look("BW", scale=7).fit(shape).scale == 7


def test_a_look_checks_itself() -> None:
    with pytest.raises(ValueError, match="1 colours for 2 symbols"):
        Look(((0, 0, 0),), "BW")
    with pytest.raises(ValueError, match="scale"):
        look("B", scale=0)


def test_layers_lie_side_by_side_with_gaps() -> None:
    cells = np.stack([np.full((2, 3), z, np.uint8) for z in range(3)])
    image = picture(cells, look("BWR", scale=2, view="layers")).convert("RGB")
    arrangement = arrange((3, 2, 3))
    assert arrangement.columns == 2
    assert image.size == ((3 + 1 + 3) * 2, (2 + 1 + 2) * 2)
    assert image.getpixel((0, 0)) == default_color("B")
    assert image.getpixel((8, 0)) == default_color("W")
    assert image.getpixel((0, 6)) == default_color("R")
    for pixel in ((6, 0), (7, 3), (0, 4), (5, 5), (8, 6), (13, 9)):
        assert image.getpixel(pixel) == GAP_COLOR


@pytest.mark.parametrize("shape", [(1, 5, 5), (2, 5, 5), (16, 9, 9), (50, 4, 30), (7, 30, 3)])
def test_layers_stay_near_a_square(shape: tuple[int, int, int]) -> None:
    width, height = arrange(shape).size
    corners = list(arrange(shape).corners())
    assert len(set(corners)) == shape[0]
    assert all(x + shape[2] <= width and y + shape[1] <= height for x, y in corners)
    assert max(width, height) <= 2.1 * max((shape[0] * shape[1] * shape[2]) ** 0.5, *shape[1:])


def test_glyphs_contrast_and_add_no_gray() -> None:
    image = picture(grid("01"), look("BW", glyphs=True, scale=24))
    left, right = image.crop((0, 0, 24, 24)), image.crop((24, 0, 48, 24))
    assert colors_in(left) == {default_color("B"), WHITE}
    assert colors_in(right) == {default_color("W"), BLACK}


def test_a_glyph_of_two_characters_fits_and_is_as_the_two_beside_each_other() -> None:
    """Ten is a narrow and a round digit: both halves are inked, with a margin around."""
    for scale in (12, 24, 60):
        ink = stamp("10", scale)
        assert ink[:, : scale // 2].any() and ink[:, scale // 2 :].any()
        assert not ink[:, 0].any() and not ink[:, -1].any()
    text = "grid 2x1 values=_A\nput A at 1,0\nglyphs A=10\n"
    run = markovpy.parse(text).run(seed=1)
    cell = np.asarray(run.image(24).convert("RGB"))[:, 24:]
    assert ((cell != default_color("A")).any(axis=2) == stamp("10", 24)).all()


def test_empty_cells_are_drawn_empty() -> None:
    assert not stamp(".", 24).any() and not stamp("_", 24).any()


def test_small_cells_have_no_glyphs() -> None:
    assert colors_in(picture(grid("01"), look("BW", glyphs=True, scale=7))) == {
        default_color("B"),
        default_color("W"),
    }


@pytest.mark.parametrize("symbol", "AWgj1,|@►▼◄▲▶◀▷△▽◁←↑→↓■□●○◆◇█─│┌┼═漢é☠")
@pytest.mark.parametrize("scale", [8, 9, 15, 48])
def test_every_symbol_is_visible_within_its_cell(symbol: str, scale: int) -> None:
    inked = stamp(symbol, scale)
    assert inked.shape == (scale, scale)
    assert 0 < inked.sum() < scale * scale * 0.75


@pytest.mark.parametrize("symbol", "A1WH8")
@pytest.mark.parametrize("scale", [8, 13, 40])
def test_characters_are_centred(symbol: str, scale: int) -> None:
    inked = stamp(symbol, scale)
    for axis in (0, 1):
        used = np.flatnonzero(inked.any(axis=axis))
        assert abs(used[0] - (scale - 1 - used[-1])) <= 2


def test_arrows_point_their_way() -> None:
    right, down, left, up = (stamp(symbol, 21) for symbol in "►▼◄▲")
    columns = right.sum(axis=0)
    used = columns[columns > 0]
    assert used[0] > used[-1]
    assert (left == right[::-1, ::-1]).all()
    assert (up == down[::-1, ::-1]).all()
    assert down.sum(axis=1)[down.any(axis=1)].tolist() == used.tolist()
    assert stamp("▷", 21).sum() < right.sum()


def test_box_characters_reach_the_sides_they_name() -> None:
    corner = stamp("┌", 16)
    assert corner[-1].any()
    assert corner[:, -1].any()
    assert not corner[0].any()
    assert not corner[:, 0].any()


def test_lines_are_thick_every_three_cells_and_thin_between() -> None:
    chosen = look("W", lines=3, scale=16)
    image = picture(np.zeros((6, 6), np.uint8), chosen)
    assert image.size == picture_size((6, 6), chosen) == (98, 98)
    row = np.asarray(image)[1 + 8] == chosen.line
    runs = np.flatnonzero(np.diff(np.concatenate(([0], row.astype(int), [0])))).reshape(-1, 2)
    assert (runs[:, 1] - runs[:, 0]).tolist() == [2, 1, 1, 2, 1, 1, 2]
    assert runs[:, 0].tolist() == [0, 17, 33, 48, 65, 81, 96]
    assert (np.asarray(image) == np.asarray(image).T).all()
    assert colors_in(image) == {default_color("W"), chosen.line_color}


def test_lines_show_on_dark_grids_and_not_in_tiny_cells() -> None:
    assert sum(look("B").line_color) > 400
    assert sum(look("W").line_color) < 300
    assert picture(grid("01"), look("BW", lines=2, scale=3)).size == (6, 3)


def test_lines_frame_each_layer() -> None:
    chosen = look("BW", lines=2, scale=8, view="layers")
    image = picture(np.zeros((2, 2, 2), np.uint8), chosen)
    assert image.size == (5 * 8 + 2, 2 * 8 + 2)
    values = np.asarray(image)
    assert (values[:, 3 * 8 : 3 * 8 + 2] == chosen.line).all()
    assert (values[:, 2 * 8 + 2 : 3 * 8] == chosen.gap).all()


def test_metadata_comes_back(tmp_path: Path) -> None:
    texts = {"markovpy.seed": "17", "markovpy.program": "WBB → WAW\n" * 50, "empty": ""}
    write_png(tmp_path / "a.png", grid("01"), look("BW"), texts)
    assert read_png_metadata(tmp_path / "a.png") == texts
    with Image.open(tmp_path / "a.png") as image:
        assert image.info == texts


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"hello",
        b"\x89PNG\r\n\x1a\n",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\x02iTX",
        b"\x89PNG\r\n\x1a\n\x00\x00\x00\x09iTXta\0\0\0\0\0\xff\xff\xffCRC!",
        b"\x89PNG\r\n\x1a\n\xff\xff\xff\xfftEXtabc",
        b"GIF89a" + bytes(100),
    ],
)
def test_metadata_of_no_png_is_empty(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.png").write_bytes(data)
    assert read_png_metadata(tmp_path / "a.png") == {}


def test_metadata_of_no_file_is_empty(tmp_path: Path) -> None:
    assert read_png_metadata(tmp_path / "none.png") == {}
    assert read_png_metadata(tmp_path) == {}


def test_a_png_goes_to_an_open_file_whatever_its_name() -> None:
    buffer = BytesIO()
    write_png(buffer, grid("01"), look("BW", scale=1))
    with Image.open(buffer) as image:
        assert (image.format, image.size) == ("PNG", (2, 1))
