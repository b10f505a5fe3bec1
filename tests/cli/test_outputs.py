"""What a run writes, and what it leaves alone."""

from __future__ import annotations

import gc
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageSequence

import markovpy
from markovpy.commands import animate, outputs


def files(folder: Path) -> dict[str, bytes]:
    """Return the content of all files below a folder."""
    found = (path for path in folder.rglob("*") if path.is_file())
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def frames_of(folder: Path) -> list[Path]:
    """Return the frames of a folder as a plain sort by name orders them."""
    return sorted(folder.glob("frame_*.png"))


def test_frames_sort_in_time_order_and_there_is_one_more_than_turns(
    call: Any, folder: Path
) -> None:
    data = call("run", "walk.mj", "--seed", 3, "--frames", "f", "--scale", 1, "--json").data
    assert data["outputs"] == ["f"]
    paths = frames_of(folder / "f")
    assert len(paths) == data["turns"] + 1 > 11
    program = markovpy.load("walk.mj")
    look = program.look()
    for path, grid in zip(paths, program.frames(seed=3), strict=True):
        with Image.open(path) as image:
            assert (np.array(look.colors, np.uint8)[grid] == np.asarray(image.convert("RGB"))).all()


@pytest.mark.parametrize("steps", [[], ["--steps", 30]])
def test_frames_and_gifs_do_not_change_the_turns(call: Any, steps: list[object]) -> None:
    alone = call("run", "walk.mj", "--seed", 8, "--json", "-o", "a.npy", *steps).data
    words = ["--json", "-o", "b.npy", "-o", "a.gif", "--frames", "f", "--every", 4]
    filmed = call("run", "walk.mj", "--seed", 8, *words, *steps).data
    for key in ("turns", "sha256", "stopped"):
        assert alone[key] == filmed[key]
    assert Path("a.npy").read_bytes() == Path("b.npy").read_bytes()


def test_a_long_gif_runs_all_turns(call: Any, folder: Path) -> None:
    (folder / "big.mj").write_text("grid 60x60 values=BW\none: B -> W\n")
    found = call("run", "big.mj", "-o", "a.gif", "--scale", 1, "--json")
    assert found.data["turns"] >= 3600
    assert "frames thinned to" in found.err
    assert "--every K" in found.err
    with Image.open("a.gif") as image:
        assert image.n_frames <= animate.MOST_FRAMES  # type: ignore[attr-defined]
        *_, last = ImageSequence.Iterator(image)
        assert last.convert("RGB").getcolors() == [(3600, (0xFF, 0xF1, 0xE8))]


def test_the_gif_lasts_as_long_as_its_frames_and_the_hold(call: Any) -> None:
    data = call("run", "walk.mj", "--seed", 3, "-o", "a.gif", "--fps", 30, "--hold", 1.5, "--json")
    with Image.open("a.gif") as image:
        assert image.info["loop"] == 0
        total = sum(frame.info["duration"] for frame in ImageSequence.Iterator(image))
    assert abs(total - (data.data["turns"] / 30 * 1000 + 1500)) <= 10


def test_every_keeps_the_last_frame(call: Any, folder: Path) -> None:
    data = call("run", "fill.mj", "--frames", "f", "--every", 4, "--json", "--seed", 1).data
    turns = [int(path.stem.removeprefix("frame_")) for path in frames_of(folder / "f")]
    assert turns == [*range(0, data["turns"], 4), data["turns"]]


def test_a_gif_that_is_too_fast_is_slowed_down_with_a_note(call: Any) -> None:
    found = call("run", "fill.mj", "-o", "a.gif", "--fps", 200)
    assert found.code == 0
    assert "at most 50 frames a second" in found.err
    assert "at 50 fps" in found.out


@pytest.mark.parametrize("name", ["frames", "a.gif"])
def test_monstrous_outputs_are_refused(
    call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(animate, "LARGEST_OUTPUT", 10_000)
    words = ["--steps", 3000, "--every", 1, "--seed", 1]
    words += ["-o", name] if name.endswith("gif") else ["--frames", name]
    found = call("run", "endless.mj", *words)
    assert found.code == 1
    assert "3,001 frames would take" in found.err
    assert "--every" in found.err
    assert not (folder / name).exists()
    if name.endswith("gif"):
        assert call("run", "endless.mj", *words, "--force").code == 0
        assert (folder / name).exists()


def test_memory_does_not_grow_with_the_frames(call: Any) -> None:
    peaks = []
    call("run", "endless.mj", "--steps", 20, "-o", "a.gif", "--frames", "f")
    for steps in (100, 1900):
        gc.collect()
        tracemalloc.start()
        try:
            call("run", "endless.mj", "--steps", steps, "-o", "a.gif", "--frames", "f")
            peaks.append(tracemalloc.get_traced_memory()[1])
        finally:
            tracemalloc.stop()
    assert peaks[1] - peaks[0] < 2_000_000, "1,800 pictures would be 8 million bytes"


def test_too_many_files_are_refused(call: Any) -> None:
    found = call("run", "endless.mj", "--steps", 100_000, "--every", 1, "--frames", "f")
    assert found.code == 1
    assert "100,001 files" in found.err


def test_the_ending_is_read_whatever_its_case(call: Any) -> None:
    found = call("run", "fill.mj", "-o", "OUT.GIF", "-o", "Out.Png", "-o", "out.TXT")
    assert found.code == 0
    with Image.open("OUT.GIF") as gif, Image.open("Out.Png") as png:
        assert (gif.format, png.format) == ("GIF", "PNG")


def test_folders_are_made(call: Any) -> None:
    assert call("run", "fill.mj", "-o", "x/y/a.png", "--frames", "p/q").code == 0
    assert Path("x/y/a.png").exists()
    assert Path("p/q/frame_0.png").exists()


def test_nothing_else_is_touched(call: Any, folder: Path) -> None:
    (folder / "out").mkdir()
    (folder / "out" / "keep.txt").write_text("keep")
    (folder / "out" / "other.png").write_text("no picture")
    before = files(folder)
    for _ in range(2):
        words = ["-o", "out/a.png", "-o", "out/a.gif", "--frames", "out", "--seed", 1]
        assert call("run", "fill.mj", *words).code == 0
    after = files(folder)
    assert all(after[name] == content for name, content in before.items())
    assert not [name for name in after if ".part" in name]


def test_a_picture_of_ours_is_replaced_another_one_is_not(call: Any, folder: Path) -> None:
    assert call("run", "fill.mj", "--seed", 1).code == 0
    assert call("run", "fill.mj", "--seed", 1).code == 0
    Image.new("RGB", (2, 2)).save(folder / "fill_2.png")
    before = files(folder)
    found = call("run", "fill.mj", "--seed", 2)
    assert found.code == 1
    assert "-o fill_2.png" in found.err
    assert files(folder) == before
    assert call("run", "fill.mj", "--seed", 2, "-o", "fill_2.png").code == 0
    (folder / "fill_3.png").write_text("text")
    assert call("run", "fill.mj", "--seed", 3, "--force").code == 0


@pytest.mark.parametrize(
    ("name", "text", "what"),
    [
        ("notes.txt", "Buy milk.\nWater the plants.\n", "grid of symbols"),
        ("todo.txt", "one line", "grid of symbols"),
        ("a.png", "text", "PNG"),
        ("a.gif", "text", "GIF"),
        ("a.npy", "text", "array"),
        ("a.vox", "text", "voxel model"),
    ],
)
def test_a_file_with_something_else_in_it_is_not_replaced(
    call: Any, folder: Path, name: str, text: str, what: str
) -> None:
    (folder / name).write_text(text, encoding="utf-8")
    for words in (["--seed", 1, "-o", name], ["--seeds", "1", "-o", name]):
        found = call("run", "fill.mj", *words)
        assert (found.code, found.err.count("error[cannot-write]")) == (1, 1)
        assert f"with no {what} in it" in found.err and "--force" in found.err
    assert (folder / name).read_text(encoding="utf-8") == text
    assert call("run", "fill.mj", "-o", name, "--force").code == 0
    assert call("run", "fill.mj", "--size", "5x3", "-o", name).code == 0


def test_an_empty_file_and_layers_are_replaced(call: Any, folder: Path) -> None:
    (folder / "a.txt").touch()
    for size in ("3x2x2", "5x1"):
        assert call("run", "free.mj", "--size", size, "-o", "a.txt").code == 0


def test_frames_of_ours_are_replaced_others_are_not(call: Any, folder: Path) -> None:
    assert call("run", "walk.mj", "--seed", 1, "--frames", "f").code == 0
    found = call("run", "fill.mj", "--seed", 1, "--frames", "f")
    assert found.code == 0
    assert "frames of other runs" in found.err
    Image.new("RGB", (2, 2)).save(folder / "f" / "frame_1.png")
    before = files(folder)
    found = call("run", "fill.mj", "--seed", 1, "--frames", "f")
    assert found.code == 1
    assert "frame_1.png" in found.err
    assert files(folder) == before


def test_a_file_that_is_read_is_not_written(call: Any, folder: Path) -> None:
    (folder / "level.txt").write_text("BB\nBB\n")
    before = files(folder)
    found = call("run", "free.mj", "--start", "level.txt", "-o", "./level.txt")
    assert found.code == 1
    assert "the run reads this file" in found.err
    assert files(folder) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["-o", "fill.mj/a.png"], "fill.mj is not a folder"),
        (["-o", "folder.png"], "this is a folder"),
        (["-o", "x" * 300 + ".png"], "too long"),
        (["--frames", "fill.mj"], "not a folder"),
        (["--scale", 10_000], "pixels"),
        (["--scale", 1_000, "--size", "66x1", "-o", "a.gif"], "65,535"),
    ],
)
def test_outputs_are_checked_before_the_run(
    call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[object], said: str
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it ran")

    (folder / "folder.png").mkdir()
    monkeypatch.setattr(markovpy.Run, "finish", never)
    before = files(folder)
    found = call("run", "fill.mj", *words)
    assert found.code == 1
    assert said in found.err
    assert files(folder) == before


def test_a_folder_that_cannot_be_written_into(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs.os, "access", lambda *_: False)
    found = call("run", "fill.mj", "-o", "a.png")
    assert found.code == 1
    assert "cannot be written into" in found.err


def test_a_failing_write_leaves_the_old_file(
    call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    (folder / "a.npy").write_bytes(b"\x93NUMPY old")
    monkeypatch.setattr(np, "save", full)
    before = files(folder)
    found = call("run", "fill.mj", "-o", "a.npy")
    assert found.code == 1
    assert "a.npy: error[cannot-write]: no space left on device" in found.err
    assert files(folder) == before


def test_a_link_stays_a_link(call: Any, folder: Path) -> None:
    (folder / "real.txt").write_text("old")
    (folder / "link.txt").symlink_to("real.txt")
    assert call("run", "fill.mj", "--set", "turns=0", "-o", "link.txt").code == 0
    assert (folder / "link.txt").is_symlink()
    assert (folder / "real.txt").read_text() == "BBBBBB\n" * 4
