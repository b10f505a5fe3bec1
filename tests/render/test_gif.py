"""GIF files, read again with Pillow."""

import os
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from PIL import Image, ImageSequence

from markovpy.engine.interactive import Mark
from markovpy.render.gif import GifWriter, every, thin, write_gif
from markovpy.render.look import GAP_COLOR, Look
from markovpy.render.overlay import draw_marks
from markovpy.render.picture import picture, picture_size

Grid = NDArray[np.uint8]

COLORS = tuple((i * 4, 255 - i * 3, i * 7 % 256) for i in range(64))
LOOK = Look(COLORS, "".join(chr(48 + i) for i in range(64)), scale=3)


def read(data: BytesIO) -> list[tuple[NDArray[np.uint8], int]]:
    """Return pixels (rgb) and duration in milliseconds of every image."""
    with Image.open(data) as image:
        return [
            (np.asarray(frame.convert("RGB")), frame.info["duration"])
            for frame in ImageSequence.Iterator(image)
        ]


def growing(count: int, size: int = 16) -> Iterator[Grid]:
    """Yield grids that differ from each other in one cell, in the same array."""
    cells = np.zeros((size, size), np.uint8)
    for index in range(count):
        cells.flat[index * 7 % cells.size] = index % 64
        yield cells


def test_every_pixel_of_every_frame_is_exact() -> None:
    generator = np.random.default_rng(1)
    grids = [generator.integers(0, 64, (9, 14), np.uint8)]
    for _ in range(30):
        following = grids[-1].copy()
        y, x = generator.integers(0, 9), generator.integers(0, 14)
        following[y : y + 3, x : x + 4] = generator.integers(
            0, 64, following[y : y + 3, x : x + 4].shape
        )
        grids.append(following)
    file = BytesIO()
    summary = write_gif(file, grids, LOOK, fps=20, hold=1)
    frames = read(file)
    assert summary.frames == 31
    assert len(frames) == summary.images
    kept = [grids[0]] + [b for a, b in pairwise(grids) if (a != b).any()]
    for (shown, _), cells in zip(frames, kept, strict=True):
        assert (shown == np.array(COLORS, np.uint8)[cells.repeat(3, 0).repeat(3, 1)]).all()


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_what_is_read_is_what_was_written(data: st.DataObject) -> None:
    height, width = data.draw(st.integers(1, 12)), data.draw(st.integers(1, 12))
    cell = st.integers(0, 63)
    grids = [
        np.array(data.draw(st.lists(cell, min_size=height * width, max_size=height * width)))
        .astype(np.uint8)
        .reshape(height, width)
        for _ in range(3)
    ]
    file = BytesIO()
    write_gif(file, grids, LOOK, fps=50, hold=0.5)
    last = np.asarray(picture(grids[-1], LOOK).convert("RGB"))
    assert (read(file)[-1][0] == last).all()


def test_only_the_changed_box_is_written() -> None:
    large, small = BytesIO(), BytesIO()
    noise = np.random.default_rng(2).integers(0, 64, (100, 100), np.uint8)
    changed = noise.copy()
    changed[50, 60] ^= 1
    write_gif(small, [noise], LOOK, 10, 1)
    write_gif(large, [noise, changed], LOOK, 10, 1)
    assert len(large.getvalue()) - len(small.getvalue()) < 50


def test_glyphs_and_lines_are_the_same_as_in_the_picture() -> None:
    look = Look(COLORS[:3], "ABC", glyphs=True, lines=2)
    first = np.zeros((4, 4), np.uint8)
    second = first.copy()
    second[2, 1] = 2
    file = BytesIO()
    write_gif(file, [first, second], look, 5, 1)
    for (shown, _), cells in zip(read(file), (first, second), strict=True):
        assert (shown == np.asarray(picture(cells, look).convert("RGB"))).all()


@pytest.mark.parametrize(
    ("fps", "milliseconds"), [(1000 / 33, 1980), (30, 2000), (25, 2400), (60, 1200), (7, 8570)]
)
def test_the_total_time_is_kept(fps: float, milliseconds: int) -> None:
    file = BytesIO()
    summary = write_gif(file, growing(60), LOOK, fps, 1 / fps)
    durations = [duration for _, duration in read(file)]
    assert len(durations) == 60
    assert abs(sum(durations) - milliseconds) <= 10
    assert summary.seconds == sum(durations) / 1000
    assert max(durations) - min(durations) <= 10
    assert summary.fps == min(fps, 50)


def test_too_fast_is_slowed_to_what_viewers_show_and_said() -> None:
    file = BytesIO()
    summary = write_gif(file, growing(10), LOOK, 500, 0)
    assert summary.fps == 50
    assert [duration for _, duration in read(file)] == [20] * 10


def test_stills_are_one_long_image_and_the_last_is_held() -> None:
    a, b = np.zeros((2, 2), np.uint8), np.ones((2, 2), np.uint8)
    file = BytesIO()
    summary = write_gif(file, [a, a, a, b, b], LOOK, 10, 2.5)
    assert [duration for _, duration in read(file)] == [300, 100 + 2500]
    assert (summary.frames, summary.images, summary.seconds) == (5, 2, 2.9)


def test_stills_beyond_the_limit_are_split_not_lost() -> None:
    a, b = np.zeros((2, 2), np.uint8), np.ones((2, 2), np.uint8)
    file = BytesIO()
    summary = write_gif(file, [a, b], LOOK, fps=1 / 1400, hold=655.36)
    frames = read(file)
    assert [duration for _, duration in frames] == [650_000] * 2 + [100_000, 650_000, 5_360]
    assert [int(shown[-1, -1, 1]) for shown, _ in frames] == [255, 255, 255, 252, 252]
    assert summary.seconds == 1400 + 655.36


def test_it_loops_for_ever_and_has_one_palette() -> None:
    file = BytesIO()
    write_gif(file, growing(5), LOOK, 10, 1)
    with Image.open(file) as image:
        assert image.info["loop"] == 0
    assert file.getvalue().count(bytes(part for color in COLORS for part in color)) == 1


def test_memory_does_not_grow_with_the_frames() -> None:
    def peak(count: int) -> int:
        with Path(os.devnull).open("wb") as sink:
            tracemalloc.start()
            write_gif(sink, growing(count, 40), LOOK, 30, 1)
            used = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return used

    peak(20)
    few, many = peak(200), peak(2000)
    assert many < few * 1.2 + 20_000


def test_other_shapes_are_centred_on_the_canvas() -> None:
    large, small = np.ones((6, 8), np.uint8), np.zeros((2, 2), np.uint8)
    file = BytesIO()
    write_gif(file, [small, large], LOOK, 10, 1, picture_size((6, 8), LOOK))
    (first, _), (second, _) = read(file)
    assert first.shape == (18, 24, 3)
    assert (first[6:12, 9:15] == COLORS[0]).all()
    assert (first[:6] == GAP_COLOR).all()
    assert (first[:, :9] == GAP_COLOR).all()
    assert (second == COLORS[1]).all()


def test_larger_shapes_are_drawn_in_smaller_cells() -> None:
    file = BytesIO()
    frames = [np.zeros((4, 4), np.uint8), np.ones((6, 6), np.uint8)]
    write_gif(file, frames, LOOK, 10, 1)
    second = read(file)[1][0]
    assert (second == COLORS[1]).all()
    with pytest.raises(ValueError, match="13x1 pixels does not fit into the GIF's 12x12"):
        write_gif(BytesIO(), [frames[0], np.zeros((1, 13), np.uint8)], LOOK, 10, 1)


def test_layers_are_drawn_side_by_side() -> None:
    cells = np.zeros((3, 4, 4), np.uint8)
    file = BytesIO()
    write_gif(file, [cells], LOOK, 10, 1)
    assert (read(file)[0][0] == np.asarray(picture(cells, LOOK).convert("RGB"))).all()


def test_marks_are_drawn_over_the_cells() -> None:
    look = replace(LOOK, scale=24)
    cells = np.arange(12, dtype=np.uint8).reshape(3, 4)
    fill, frame, ink = (1, 2, 3), (250, 3, 7), (17, 200, 90)
    marks = [Mark(1, 0, "5", color=ink), Mark(2, 1, fill=fill), Mark(3, 2, frame=frame)]
    file = BytesIO()
    with GifWriter(file, look, 10, 1) as writer:
        writer.add(cells)
        writer.add(cells, marks)
        data = BytesIO(file.getvalue() if writer.close() else b"")
    (bare, _), (marked, _) = read(data)
    plain = np.asarray(picture(cells, look).convert("RGB"))
    wanted = np.asarray(draw_marks(picture(cells, look), marks, look))
    assert (bare == plain).all()
    same = (wanted == plain).all(axis=2)
    assert (marked[same] == plain[same]).all()
    assert (marked[24:48, 48:72] == fill).all()
    assert (marked[48, 72:] == frame).all()
    assert (marked[:24, 24:48] == ink).all(axis=2).any()
    assert np.abs(marked.astype(int) - wanted).max() <= 9  # letters are smooth


def test_where_the_colours_are_all_taken_the_nearest_is_drawn() -> None:
    colors = tuple((level, level, level) for level in range(252))
    look = Look(colors, "".join(chr(200 + i) for i in range(252)), scale=6)
    file = BytesIO()
    with GifWriter(file, look, 10, 1) as writer:
        writer.add(np.zeros((1, 2), np.uint8), [Mark(0, 0, fill=(90, 91, 93))])
        writer.close()
        data = BytesIO(file.getvalue())
    ((shown, _),) = read(data)
    assert (shown[:, :6] == (91, 91, 91)).all() and (shown[:, 6:] == 0).all()


def test_an_interrupted_file_holds_what_was_shown(tmp_path: Path) -> None:
    def frames() -> Iterator[Grid]:
        yield from growing(4)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_gif(tmp_path / "a.gif", frames(), LOOK, 10, 1)
    durations = [d for _, d in read(BytesIO((tmp_path / "a.gif").read_bytes()))]
    assert durations == [100, 100, 100, 1000]


def test_a_writer_can_be_closed_twice(tmp_path: Path) -> None:
    with GifWriter(tmp_path / "a.gif", LOOK, 10, 1) as writer:
        writer.add(np.zeros((2, 2), np.uint8))
        assert writer.close() == writer.close()
    assert (tmp_path / "a.gif").read_bytes()[-1:] == b";"


def test_no_frames_no_speed_and_no_room_are_errors() -> None:
    with pytest.raises(ValueError, match="at least one frame"):
        write_gif(BytesIO(), [], LOOK, 10, 1)
    with pytest.raises(ValueError, match="more than 0 frames"):
        write_gif(BytesIO(), [], LOOK, 0, 1)
    with pytest.raises(ValueError, match="at most 65535 pixels"):
        write_gif(BytesIO(), [np.zeros((1, 30_000), np.uint8)], LOOK, 10, 1)


@given(st.integers(1, 500), st.integers(2, 60))
def test_thinning_is_the_smallest_step_within_the_limit(total: int, limit: int) -> None:
    step = thin(total, limit)
    kept = list(every(range(total), step))
    assert kept[0] == 0
    assert kept[-1] == total - 1
    assert len(kept) == len(set(kept)) <= limit
    assert step == 1 or len(list(every(range(total), step - 1))) > limit


def test_thinning_keeps_steps_and_the_last() -> None:
    assert list(every(range(10), 4)) == [0, 4, 8, 9]
    assert list(every(range(9), 4)) == [0, 4, 8]
    assert list(every([], 4)) == []
    with pytest.raises(ValueError, match="two frames"):
        thin(10, 1)
