"""``markovpy run``: what it prints, its options, its exit codes."""

from __future__ import annotations

import hashlib
import io
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from markovpy import api
from markovpy.commands import memory

KEYS = "program seed size symbols turns sha256 stopped outputs engine seconds"


def test_without_options_it_writes_a_picture_and_says_where(call: Any, folder: Path) -> None:
    found = call("run", "fill.mj")
    first, second = found.out.splitlines()
    matched = re.fullmatch(r"fill 6x4 seed (\d+): \d+ turns in \d+\.\d\d s, done", first)
    assert found.code == 0
    assert matched
    assert second == f"wrote fill_{matched[1]}.png"
    with Image.open(folder / f"fill_{matched[1]}.png") as image:
        assert image.size == (6 * 48, 4 * 48)
        assert len(image.convert("RGB").getcolors() or []) == 2
        assert image.info["markovpy.seed"] == matched[1]


def test_the_reported_seed_gives_the_same_result(call: Any) -> None:
    first = call("run", "walk.mj", "--json").data
    again = call("run", "walk.mj", "--json", "--seed", first["seed"]).data
    assert again["sha256"] == first["sha256"]
    assert again["turns"] == first["turns"]


def test_json_is_one_object_that_agrees_with_the_array(call: Any, folder: Path) -> None:
    data = call("run", "walk.mj", "--seed", 5, "--size", "12x7", "--json", "-o", "a.npy").data
    assert set(KEYS.split()) <= set(data)
    assert (data["program"], data["seed"], data["size"]) == ("walk.mj", 5, [12, 7, 1])
    assert (data["stopped"], data["outputs"], data["engine"]) == ("done", ["a.npy"], api.engine())
    assert isinstance(data["seconds"], float)
    grid = np.load(folder / "a.npy")
    assert grid.shape == (7, 12)
    assert grid.dtype == np.uint8
    text = "12x7x1:" + "".join(data["symbols"][value] for value in grid.reshape(-1))
    assert data["sha256"] == hashlib.sha256(text.encode()).hexdigest()


def test_a_size_with_depth(call: Any, folder: Path) -> None:
    data = call("run", "free.mj", "--size", "4x3x2", "--json", "-o", "a.npy", "-o", "a.txt").data
    assert data["size"] == [4, 3, 2]
    assert np.load(folder / "a.npy").shape == (2, 3, 4)
    assert (folder / "a.txt").read_text() == "WWWW\nWWWW\nWWWW\n---\nWWWW\nWWWW\nWWWW\n"


def test_steps_that_were_asked_for_are_no_failure(call: Any) -> None:
    found = call("run", "endless.mj", "--steps", 7, "--seed", 1)
    assert found.code == 0
    assert "7 turns" in found.out
    assert "as" not in found.err
    data = call("run", "endless.mj", "--steps", 7, "--json").data
    assert (data["turns"], data["stopped"]) == (7, "steps")


def test_no_limit_lets_a_program_run_beyond_the_cap(call: Any, folder: Path) -> None:
    (folder / "long.mj").write_text("grid 2x1 values=BR\nput R at 0,0\none steps=60000: RB -> BR\n")
    capped = call("run", "long.mj", "--json")
    free = call("run", "long.mj", "--json", "--steps", 0)
    assert (capped.code, capped.data["turns"], capped.data["stopped"]) == (3, 50_000, "cap")
    assert (free.code, free.data["stopped"]) == (0, "done")
    assert free.data["turns"] >= 60_000


def test_the_cap_is_exit_code_3_with_the_rule_named_and_the_result_saved(
    call: Any, folder: Path
) -> None:
    found = call("run", "endless.mj", "-o", "end.txt")
    assert found.code == 3
    assert "gave up at the cap" in found.out
    assert "endless.mj:4:3: warning[cap]" in found.err
    assert "RB -> BR" in found.err
    assert (folder / "end.txt").read_text() in ("RB\n", "BR\n")
    assert [d["code"] for d in call("run", "endless.mj", "--json").data["diagnostics"]] == ["cap"]


def test_set_changes_a_name(call: Any, folder: Path) -> None:
    call("run", "fill.mj", "--set", "turns=11", "-o", "a.txt")
    assert (folder / "a.txt").read_text().count("W") == 11


def test_start_from_rows_and_from_a_picture_is_the_same(call: Any, folder: Path) -> None:
    (folder / "start.txt").write_text("WBW\nBBB\n")
    image = Image.new("RGB", (3, 2), (0, 0, 0))
    for x in (0, 2):
        image.putpixel((x, 0), (0xFF, 0xF1, 0xE8))
    image.save(folder / "start.png")
    for name in ("start.txt", "start.png"):
        found = call("run", "free.mj", "--start", name, "--steps", 0, "-o", f"{name}.npy")
        assert found.code == 0
        assert "3x2" in found.out
    call("run", "fill.mj", "--start", "start.png", "--size", "3x2", "--steps", 1, "-o", "b.txt")
    assert (folder / "b.txt").read_text().count("W") == 3


def test_a_grid_that_was_written_is_a_start(call: Any, folder: Path) -> None:
    for size in ("5x4", "4x3x2"):
        call("run", "free.mj", "--size", size, "--seed", 3, "--steps", 4, "-o", "x.npy", "--force")
        words = ("run", "free.mj", "--size", size, "--start", "x.npy", "--steps", 1)
        assert call(*words, "-o", "y.npy", "--force").code == 0
        before, after = np.load(folder / "x.npy"), np.load(folder / "y.npy")
        assert (before.sum(), after.sum()) == (4, 5), "one more turn from where it was"
        assert (before <= after).all()


def test_a_legend_reads_the_start(call: Any, folder: Path) -> None:
    (folder / "level.mj").write_text('grid values=BW\nlegend "#"=W\nonce: B -> W\n')
    (folder / "level.txt").write_text("#.\n##\n".replace(".", "B"))
    assert call("run", "level.mj", "--start", "level.txt", "-o", "a.txt").code == 0
    assert (folder / "a.txt").read_text() == "WW\nWW\n"


def test_a_palette_colours_the_picture(call: Any, folder: Path) -> None:
    (folder / "own.palette").write_text("W 123456  # mine\n")
    found = call("run", "free.mj", "--palette", "own.palette", "--scale", 2, "-o", "a.png")
    assert found.code == 0
    with Image.open(folder / "a.png") as image:
        assert image.size == (118, 118)
        assert image.convert("RGB").getcolors() == [(118 * 118, (0x12, 0x34, 0x56))]


def test_resources_of_a_model(call: Any, folder: Path) -> None:
    place = folder / "res" / "rules"
    place.mkdir(parents=True)
    image = Image.new("RGB", (2, 1), (0, 0, 0))
    image.putpixel((1, 0), (255, 255, 255))
    image.save(place / "fill.png")
    (folder / "Model.xml").write_text('<one values="BW" file="fill" legend="BW"/>')
    found = call("run", "Model.xml", "--resources", "res", "--size", "5x5", "-o", "a.txt")
    assert found.code == 0, found.err
    assert set((folder / "a.txt").read_text()) == {"W", "\n"}
    assert call("run", "Model.xml", "--resources", "none").code == 1


def test_warnings_are_shown_unless_quiet(call: Any) -> None:
    assert "odd.mj:2:1: warning[unused]" in call("run", "odd.mj").err
    quiet = call("run", "odd.mj", "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")


def test_quiet_still_prints_errors_and_data(call: Any) -> None:
    assert "oen" in call("run", "wrong.mj", "--quiet").err
    assert call("run", "fill.mj", "--quiet", "--json").data["stopped"] == "done"


MISSPELT = '<one values="BRW" origin="True" in="RB" out="*W" symetry="()"/>'


def test_strict_takes_warnings_for_errors(call: Any, folder: Path) -> None:
    (folder / "model.xml").write_text(MISSPELT)
    for words in (["check"], ["run", "--seed", 1, "--size", "3x3"], ["convert"]):
        assert call(*words, "model.xml").code == 0
        found = call(*words, "model.xml", "--strict")
        assert found.code == 1
        assert "1:50: error[unknown-argument]" in found.err
        assert "did you mean 'symmetry'?" in found.err
        assert not list(folder.glob("*.mj.part"))
    call("run", "model.xml", "--strict", "--seed", 2, "--size", "3x3", "-o", "not.png")
    assert not (folder / "not.png").exists()
    (folder / "model.xml").write_text(MISSPELT.replace("symetry", "symmetry"))
    data = call(
        "run", "model.xml", "--strict", "--seed", 1, "--size", "3x3", "-o", "a.txt", "--json"
    )
    assert data.code == 0
    assert (folder / "a.txt").read_text() == "BBB\nBRW\nBBB\n"


def test_standard_input(call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (folder / "fill.mj").read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
    data = call("run", "-", "--seed", 4, "--json").data
    assert (data["program"], data["outputs"]) == ("<stdin>", ["stdin_4.png"])
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"oen: B -> W")))
    assert "<stdin>:1:1: error" in call("run", "-").err


def test_an_uncompiled_engine_is_said_once(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "engine", lambda: "pure")
    assert call("run", "fill.mj").err.count("not compiled") == 1
    assert call("run", "fill.mj", "--json").data["engine"] == "pure"
    assert "pure" in call("--version").out


def test_a_failed_requirement_is_exit_code_1(call: Any) -> None:
    found = call("run", "fails.mj")
    assert found.code == 1
    assert "fails.mj:3:1: error[require-failed]" in found.err


def test_errors_as_data(call: Any) -> None:
    found = call("run", "wrong.mj", "--json")
    error = found.data["error"]
    assert (found.code, error["exit"]) == (1, 1)
    assert (error["diagnostics"][0]["line"], error["diagnostics"][0]["code"]) == (2, "unknown-node")
    usage = call("run", "fill.mj", "--json", "--seed", "x")
    assert (usage.code, usage.data["error"]["exit"]) == (2, 2)
    assert usage.data["error"]["diagnostics"][0]["code"] == "usage"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seed", "-1"], "from 0 to 2,147,483,647"),
        (["--seed", "2147483648"], "from 0 to 2,147,483,647"),
        (["--seed", "1.5"], "whole number"),
        (["--size", "59"], "such as 59x59"),
        (["--size", "0x9"], "at least one cell"),
        (["--size", "99999x99999"], "cells"),
        (["--steps", "-1"], "from 0"),
        (["--steps", "many"], "from 0"),
        (["--set", "turns"], "NAME=VALUE"),
        (["--set", "turns=x"], "not a number"),
        (["--set", "turns=1e999"], "not a number"),
        (["--set", "tunrs=3"], "did you mean 'turns'?"),
        (["--scale", "0"], "from 1"),
        (["--every", "0", "-o", "a.gif"], "from 1"),
        (["--fps", "0", "-o", "a.gif"], "from 0.01"),
        (["--fps", "nan", "-o", "a.gif"], "from 0.01"),
        (["--hold", "-1", "-o", "a.gif"], "from 0"),
        (["-o", "picture"], ".png .gif .txt .npy"),
        (["-o", "picture.jpg"], ".png .gif .txt .npy"),
        (["-o", "a.png", "-o", "./a.png"], "twice"),
        (["--every", "3"], "--frames"),
        (["--fps", "3", "-o", "a.png"], ".gif"),
        (["--hold", "3"], ".gif"),
        (["--sede", "3"], "--seed"),
    ],
)
def test_usage_errors(call: Any, folder: Path, words: list[str], said: str) -> None:
    before = sorted(folder.iterdir())
    found = call("run", "fill.mj", *words)
    assert found.code == 2
    assert said in found.err
    assert not found.out
    assert sorted(folder.iterdir()) == before


def test_a_program_in_place_of_a_command(call: Any) -> None:
    found = call("fill.mj")
    assert found.code == 2
    assert "markovpy run fill.mj" in found.err
    assert call("rnu").code == 2


def _binary(folder: Path) -> list[str]:
    (folder / "binary").write_bytes(bytes(range(256)))
    return ["binary"]


def _empty(folder: Path) -> list[str]:
    (folder / "empty.mj").touch()
    return ["empty.mj"]


def _huge(folder: Path) -> list[str]:
    (folder / "huge.mj").write_text("#" * 1_100_000)
    return ["huge.mj"]


def _wrong_start(folder: Path) -> list[str]:
    (folder / "start.txt").write_text("BB\nBB\n")
    return ["fill.mj", "--start", "start.txt"]


def _unknown_start(folder: Path) -> list[str]:
    (folder / "start.txt").write_text("BB\nBx\n")
    return ["free.mj", "--start", "start.txt"]


def _wrong_pixel(folder: Path) -> list[str]:
    Image.new("RGB", (6, 4), (1, 2, 3)).save(folder / "start.png")
    return ["fill.mj", "--start", "start.png"]


def _see_through(folder: Path) -> list[str]:
    Image.new("RGBA", (6, 4), (0, 0, 0, 0)).save(folder / "start.png")
    return ["fill.mj", "--start", "start.png"]


def _two_symbols(folder: Path) -> list[str]:
    Image.new("RGB", (6, 4), (0, 0, 0)).save(folder / "start.png")
    (folder / "p").write_text("BW 000000\n")
    return ["fill.mj", "--start", "start.png", "--palette", "p"]


def _scaled(folder: Path) -> list[str]:
    Image.new("RGB", (12, 8), (0, 0, 0)).save(folder / "scaled.png")
    return ["fill.mj", "--start", "scaled.png"]


def _array(name: str, content: NDArray[Any] | bytes) -> Callable[[Path], list[str]]:
    def write(folder: Path) -> list[str]:
        if isinstance(content, bytes):
            folder.joinpath(name).write_bytes(content)
        else:
            np.save(folder / name, content)
        return ["fill.mj", "--start", name]

    return write


def _damaged(folder: Path) -> list[str]:
    (folder / "start.png").write_bytes(b"\x89PNG\r\n\x1a\nrest")
    return ["fill.mj", "--start", "start.png"]


def _palette(folder: Path) -> list[str]:
    (folder / "p").write_text("B 00\n")
    return ["fill.mj", "--palette", "p"]


@pytest.mark.parametrize(
    ("prepare", "said"),
    [
        (lambda folder: ["absent.mj"], "no such file"),
        (lambda folder: ["."], "this is a folder"),
        (lambda folder: ["a" * 300], "too long"),
        (lambda folder: ["a\0b"], "cannot be that of a file"),
        (_binary, "UTF-8"),
        (_empty, "error"),
        (_huge, "1,000,000 bytes"),
        (_wrong_start, "start.txt: error[different-sizes]: the start is 2x2, the grid 6x4"),
        (_unknown_start, "start.txt: error[unknown-symbol]: line 2, column 2: 'x'"),
        (_wrong_pixel, "column 1, row 1 has #010203"),
        (_see_through, "#00000000"),
        (_two_symbols, "both 'B' and 'W'"),
        (_damaged, "start.png"),
        (_scaled, "a start has a pixel a cell, which --scale 1 writes"),
        (_array("bad.npy", b"\x93NUMPY"), "bad.npy: error[unreadable-file]: this is no array"),
        (_array("text.npy", b"BBW"), "text.npy: error[unreadable-file]: this is no array"),
        (_array("large.npy", np.full((4, 6), 9)), "large.npy: error[bad-start]: the start holds"),
        (_array("half.npy", np.zeros((4, 6))), "half.npy: error[bad-start]: a start grid is an"),
        (_palette, "p:1:3: error[bad-color]"),
        (lambda folder: ["fill.mj", "--start", "."], "this is a folder"),
        (lambda folder: ["fill.mj", "--start", "absent"], "no such file"),
        (lambda folder: ["fill.mj", "--palette", "fil.mj"], "did you mean 'fill.mj'?"),
        (lambda folder: ["fill.mj", "--set", "turns=0.5"], "whole number"),
    ],
)
def test_wrong_inputs(
    call: Any, folder: Path, prepare: Callable[[Path], list[str]], said: str
) -> None:
    words = prepare(folder)
    before = sorted(folder.iterdir())
    found = call("run", *words)
    assert found.code == 1
    assert said in found.err
    assert not found.out
    assert sorted(folder.iterdir()) == before


def test_a_grid_that_cannot_fit_is_refused(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "_memory", lambda: 10 * 2**30)
    found = call("run", "fill.mj", "--size", "40000x40000")
    assert found.code == 1
    assert "1,600,000,000 cells need about 34 GB, and this machine has 10 GB" in found.err


def test_memory_that_runs_out_is_said(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr(api.Run, "finish", greedy)
    found = call("run", "fill.mj")
    assert found.code == 1
    assert "not enough memory" in found.err


def test_a_note_says_why_a_node_did_nothing(call: Any, folder: Path) -> None:
    text = "grid 3x1 values=BRW\nrepeat 2:\n    one:\n        B -> W\n        observe R to=W\n"
    folder.joinpath("absent.mj").write_text(text, encoding="utf-8")
    found = call("run", "absent.mj", "--strict")
    assert found.code == 0
    head, *shown = found.err.splitlines()
    place = "absent.mj:3:5: note[absent-value]:"
    assert head == f"{place} turn 0: the observed value 'R' is nowhere in the grid"
    assert shown == ["  |", "3 |     one:", "  |     ^^^"]
    assert call("run", "absent.mj", "--quiet").err == ""
