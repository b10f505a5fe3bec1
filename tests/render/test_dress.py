"""Goals, sprites and tiles: what each cell of a picture shows."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import markovpy
from markovpy import ProgramError, Session
from markovpy.formats.pictures import read_picture
from markovpy.play import read_moves
from markovpy.render.dress import middle
from markovpy.render.gif import write_gif
from support.games import SLIDING, SOKOBAN

RED, GREEN, BLUE, CLEAR = (255, 0, 0, 255), (0, 255, 0, 255), (0, 0, 255, 255), (9, 9, 9, 0)


def save(path: Path, rows: list[list[tuple[int, ...]]], mode: str = "RGBA") -> None:
    Image.fromarray(np.array(rows, np.uint8)).convert(mode).save(path)


def cells(game: Session, scale: int = 12) -> NDArray[np.uint8]:
    """Return the game's picture cut into cells: ``[y, x, pixel y, pixel x, rgb]``."""
    drawn = np.asarray(game.picture(scale).convert("RGB"))
    height, width = game.grid.shape
    return drawn.reshape(height, scale, width, scale, 3).transpose(0, 2, 1, 3, 4)


def colors(cell: NDArray[np.uint8]) -> set[tuple[int, ...]]:
    return {tuple(map(int, pixel)) for pixel in cell.reshape(-1, 3)}


def test_every_cell_on_a_goal_looks_different_from_one_that_is_not() -> None:
    text = SOKOBAN + "color G ff0000\n"
    game = Session(markovpy.parse(text), level=2)
    drawn = cells(game)
    on_goal = [tuple(place) for place in np.argwhere(game.goals["G"])]
    assert len(on_goal) == 5
    for y, x in np.ndindex(*game.grid.shape):
        assert ((255, 0, 0) in colors(drawn[y, x])) == ((y, x) in on_goal)
        assert len(colors(drawn[y, x])) == (2 if (y, x) in on_goal else 1)


def test_a_colour_of_its_own_on_a_goal() -> None:
    game = Session(markovpy.parse(SOKOBAN + "color C on G 22aa22\n"))
    game.play("R")
    assert colors(cells(game)[1, 3]) == {(0x22, 0xAA, 0x22)}
    assert game.look().colors[game.shown[1, 3]] == (0x22, 0xAA, 0x22)


def test_the_picture_of_a_run_is_that_of_the_session() -> None:
    program = markovpy.parse(SOKOBAN)
    game = Session(program, level=2)
    game.play("DD")
    run = program.run(seed=1, level=2, moves=read_moves("DD"))
    assert np.array_equal(np.asarray(run.image()), np.asarray(game.picture()))


def test_sprites_stand_on_the_ground(tmp_path: Path) -> None:
    save(tmp_path / "p.png", [[RED, CLEAR], [CLEAR, RED]])
    save(tmp_path / "done.png", [[BLUE]])
    save(tmp_path / "g.png", [[GREEN]])
    text = (
        SOKOBAN + 'sprite P "p.png"\nsprite C on G "done.png"\nsprite G "g.png"\ncolor B 000001\n'
    )
    game = Session(markovpy.parse(text, folder=tmp_path))
    drawn = cells(game)
    assert colors(drawn[1, 1]) == {(255, 0, 0), (0, 0, 1)}
    assert tuple(drawn[1, 1, 0, 0]) == (255, 0, 0)
    assert tuple(drawn[1, 1, 0, 11]) == (0, 0, 1)
    assert colors(drawn[1, 3]) == {(0, 255, 0)}
    game.play("R")
    assert colors(cells(game)[1, 3]) == {(0, 0, 255)}


def test_a_picture_is_cut_into_pieces_that_travel_with_their_value(tmp_path: Path) -> None:
    shades = np.arange(9, dtype=np.uint8).reshape(3, 3) * 20
    whole = shades.repeat(10, axis=0).repeat(10, axis=1)
    Image.fromarray(whole).save(tmp_path / "nine.png")  # of mode L
    game = Session(markovpy.parse(SLIDING + 'tiles "nine.png"\n', folder=tmp_path), seed=3)
    drawn = cells(game, 10)
    for y, x in np.ndindex(3, 3):
        value = int(game.grid[y, x])
        if value:
            assert colors(drawn[y, x]) == {(20 * (value - 1),) * 3}
        else:
            assert colors(drawn[y, x]) == {game.look().colors[0]}
    while game.status == "playing":  # the shuffle backwards: a search of few states
        game = _solved(game)
    assert colors(cells(game, 10)[2, 2]) == {(160, 160, 160)}  # the missing piece


def _solved(game: Session) -> Session:
    """Return the game after the moves of a breadth-first search."""
    seen = {game.grid.tobytes()}
    queue = [""]
    for moves in queue:
        for letter, event in zip("lurd", ("left", "up", "right", "down")):
            game.restart()
            game.play(moves)
            if game.send(event).acted and game.grid.tobytes() not in seen:
                if game.status == "won":
                    return game
                seen.add(game.grid.tobytes())
                queue.append(moves + letter)
    raise AssertionError


def test_the_middle_of_a_picture_of_other_proportions_is_taken() -> None:
    assert middle((300, 100), (1, 1)) == (100, 0, 200, 100)
    assert middle((100, 300), (2, 1)) == (0, 125, 100, 175)
    assert middle((90, 60), (3, 2)) == (0, 0, 90, 60)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "YCbCr", "I;16", "F"])
def test_pictures_of_every_mode_are_read(mode: str) -> None:
    gray = Image.fromarray(np.array([[0, 255], [255, 0]], np.uint8))
    if mode == "I;16":
        image = Image.fromarray(np.array([[0, 65535], [65535, 0]], np.uint16))
    else:
        image = gray.convert(mode)
    buffer = io.BytesIO()
    image.save(buffer, "TIFF")
    found = read_picture(buffer.getvalue())
    assert found.shape == (2, 2, 4)
    assert found[..., 3].min() == 255
    assert np.abs(found[..., 0].astype(int) - np.asarray(gray)).max() <= 1


@pytest.mark.parametrize(
    ("numbers", "kind", "shades"),
    [
        ([0, 2, 4], np.float32, [0, 2, 4]),
        ([0, 0.5, 1], np.float32, [0, 127, 255]),
        ([0, 500, 1000], np.float32, [0, 127, 255]),
        ([-1, 0, 1], np.float32, [0, 127, 255]),
        ([0, 1000, 2000], np.int32, [0, 127, 255]),
        ([0, 10**6, 2 * 10**6], np.int32, [0, 127, 255]),
        ([0, 255, 128], np.int32, [0, 255, 128]),
    ],
)
def test_numbers_beyond_a_byte_are_scaled_to_their_range(
    numbers: list[float], kind: type, shades: list[int]
) -> None:
    buffer = io.BytesIO()
    Image.fromarray(np.array([numbers], kind)).save(buffer, "TIFF")
    assert read_picture(buffer.getvalue())[0, :, 0].tolist() == shades


def test_a_camera_turned_the_picture() -> None:
    image = Image.fromarray(np.array([[[255, 0, 0]] * 40, [[255, 0, 0]] * 40], np.uint8))
    exif = Image.Exif()
    exif[0x0112] = 6
    buffer = io.BytesIO()
    image.save(buffer, "JPEG", exif=exif)
    assert read_picture(buffer.getvalue()).shape == (40, 2, 4)


def test_a_large_picture_is_scaled_down() -> None:
    buffer = io.BytesIO()
    Image.new("RGB", (5000, 1000)).save(buffer, "PNG")
    assert read_picture(buffer.getvalue()).shape == (410, 2048, 4)


def test_a_picture_of_ones_own() -> None:
    game = Session(markovpy.parse(SLIDING), seed=3)
    buffer = io.BytesIO()
    Image.new("RGB", (30, 30), (1, 2, 3)).save(buffer, "PNG")
    game.use_picture(buffer.getvalue())
    drawn = cells(game)
    gap = tuple(np.argwhere(game.grid == 0)[0])
    for place in np.ndindex(3, 3):
        assert (colors(drawn[place]) == {(1, 2, 3)}) == (place != gap)
    with pytest.raises(ProgramError, match="no picture"):
        game.use_picture(b"no picture")
    game.use_picture(None)
    assert game.look().dress is None


def test_a_film_of_many_colours_has_near_ones(tmp_path: Path) -> None:
    random = np.random.default_rng(1)
    noise = random.integers(0, 256, (120, 120, 3)).astype(np.uint8)
    Image.fromarray(noise).save(tmp_path / "noise.png")
    game = Session(markovpy.parse(SLIDING + 'tiles "noise.png"\n', folder=tmp_path), seed=3)
    exact = np.asarray(game.picture(40).convert("RGB")).astype(int)
    buffer = io.BytesIO()
    write_gif(buffer, [game.shown], replace(game.look(), scale=40), 10, 1)
    with Image.open(buffer) as film:
        near = np.asarray(film.convert("RGB")).astype(int)
    assert len(np.unique(exact.reshape(-1, 3), axis=0)) > 256
    assert np.abs(exact - near).mean() < 20
