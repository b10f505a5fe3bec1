"""``convert`` and ``fmt``."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import markovpy

MODEL = '<one values="BRW" origin="True" in="RB" out="WR"/>'
ODD = "grid 3x1   values=BW\none:\n  B->W   # x\n"
NEAT = "grid 3x1 values=BW\none: B -> W   # x\n"
PICTURED = """<sequence values="BW" folder="Set">
  <all><rule file="Spot" legend="BW"/></all>
</sequence>"""


@pytest.fixture
def model(folder: Path) -> Path:
    """Return a model with resources in a folder of its own."""
    rules = folder / "theirs" / "resources" / "rules" / "Set"
    rules.mkdir(parents=True)
    pixels = np.array([[0, 0, 255, 255]], np.uint8)
    Image.fromarray(pixels).convert("RGB").save(rules / "Spot.png")
    path = folder / "theirs" / "Model.xml"
    path.write_text(PICTURED)
    return path


def feed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    """Let standard input hold a text."""
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))


def test_convert_to_stdout(call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "Walk.xml").write_text(MODEL)
    found = call("convert", "Walk.xml", "--size", "9x5")
    assert (found.code, found.err) == (0, "")
    assert found.out == "grid 9x5 values=BRW\nput R at center\n\nRB -> WR\n"
    feed(monkeypatch, MODEL)
    assert call("convert", "-").out == "grid values=BRW\nput R at center\n\nRB -> WR\n"


def test_what_is_no_model_is_told_as_what_it_is(call: Any, folder: Path) -> None:
    shipped = call("convert", "maze_dfs")
    assert (shipped.code, "did you mean" in shipped.err) == (1, False)
    assert "maze_dfs: error[not-xml]: this shipped program is .mj already" in shipped.err
    assert "markovpy show maze_dfs" in shipped.err
    assert "markovpy show maze_dfs -o maze_dfs.mj" in call("fmt", "maze_dfs").err
    for text in ("", "\ufeff \n", "nonsense", "<one values="):
        (folder / "bad.xml").write_text(text, encoding="utf-8")
        for command in ("run", "convert", "check"):
            found = call(command, "bad.xml")
            assert (found.code, "error[not-xml]" in found.err) == (1, True), (command, text)
            assert 'hint: for example: <one values="BW"' in found.err
    (folder / "odd.xml").write_text(ODD, encoding="utf-8")  # a program, whatever its name
    assert call("run", "odd.xml", "-o", "x.png").code == 0


def test_convert_to_a_file(call: Any, folder: Path) -> None:
    (folder / "Walk.xml").write_text(MODEL)
    assert call("convert", "Walk.xml", "-o", "walk2.mj").out == "walk2.mj: written\n"
    again = call("convert", "Walk.xml", "-o", "walk2.mj")
    assert again.code == 1
    assert "--force" in again.err
    assert call("convert", "Walk.xml", "-o", "walk2.mj", "--force").code == 0
    runs = [markovpy.load(name, size=(9, 9)).run(3) for name in ("Walk.xml", "walk2.mj")]
    assert runs[0].sha256 == runs[1].sha256


def test_converted_file_names_its_resources(
    call: Any, folder: Path, model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine").mkdir()
    assert call("convert", model, "-o", "mine/spot.mj", "--size", "6x6").code == 0
    text = (folder / "mine" / "spot.mj").read_text()
    assert 'resources "../theirs/resources"\n' in text
    assert 'rule file="rules/Set/Spot.png" legend="BW"' in text
    expected = markovpy.load(model, size=(6, 6)).run(1).sha256
    monkeypatch.chdir(folder / "theirs")
    assert markovpy.load(folder / "mine" / "spot.mj").run(1).sha256 == expected
    moved = folder / "moved.mj"
    moved.write_text(text)
    with pytest.raises(markovpy.ProgramError, match="unreadable-file"):
        markovpy.load(moved, resources=folder)
    assert markovpy.load(moved, resources=model.parent / "resources").run(1).sha256 == expected


def test_convert_says_what_it_left_out(call: Any, folder: Path) -> None:
    (folder / "Odd.xml").write_text('<one values="BW" in="B" out="W" stesp="4"/>')
    found = call("convert", "Odd.xml")
    assert found.code == 0
    assert "warning[unknown-argument]" in found.err
    assert "stesp" not in found.out


def test_convert_refuses(call: Any, folder: Path) -> None:
    assert "no MarkovJunior model" in call("convert", "fill.mj").err
    assert call("convert", "absent.xml").code == 1
    (folder / "Wrong.xml").write_text('<one values="BW" in="B" out="X"/>')
    found = call("convert", "Wrong.xml", "-o", "wrong2.mj")
    assert found.code == 1
    assert "unknown-symbol" in found.err
    assert not (folder / "wrong2.mj").exists()
    assert call("convert", "Wrong.xml", "--resources", "nowhere").code == 1


def test_fmt_rewrites_what_changes(call: Any, folder: Path) -> None:
    odd, neat = folder / "a.mj", folder / "b.mj"
    odd.write_text(ODD)
    neat.write_text(NEAT)
    before = neat.stat().st_mtime_ns
    odd.chmod(0o640)
    found = call("fmt", "a.mj", "b.mj")
    assert (found.code, found.out, found.err) == (0, "a.mj: formatted\n", "")
    assert odd.read_text() == NEAT.replace("   #", "  #")
    assert odd.stat().st_mode & 0o777 == 0o640
    assert neat.stat().st_mtime_ns == before
    assert sorted(path.name for path in folder.glob(".*")) == []


def test_fmt_check_and_diff_write_nothing(call: Any, folder: Path) -> None:
    (folder / "a.mj").write_text(ODD)
    found = call("fmt", "--check", "a.mj", "endless.mj")
    assert (found.code, found.out) == (1, "a.mj\nendless.mj\n")
    found = call("fmt", "--diff", "a.mj")
    assert found.code == 0
    assert {"-grid 3x1   values=BW", "+grid 3x1 values=BW"} <= set(found.out.splitlines())
    assert (folder / "a.mj").read_text() == ODD
    call("fmt", "a.mj")
    assert call("fmt", "--check", "a.mj").code == 0


def test_fmt_takes_all_programs_of_a_folder(call: Any, folder: Path) -> None:
    (folder / "parts" / "deep").mkdir(parents=True)
    for name in ("b.mj", "deep/a.mj", "c.txt"):
        (folder / "parts" / name).write_text(ODD)
    found = call("fmt", "parts", "--check")
    names = [Path(line).relative_to("parts").as_posix() for line in found.out.splitlines()]
    assert (found.code, names) == (1, ["b.mj", "deep/a.mj"])
    (folder / "none").mkdir()
    assert "this is a folder" in call("fmt", "none").err


def test_fmt_leaves_wrong_files_alone(call: Any, folder: Path) -> None:
    wrong = "grid 3x1 values=BW\none\n  B -> W\n"
    (folder / "a.mj").write_text(wrong)
    (folder / "b.mj").write_text(ODD)
    found = call("fmt", "a.mj", "b.mj")
    assert found.code == 1
    assert "a.mj:3:1: error[unexpected-indent]" in found.err
    assert found.out == "b.mj: formatted\n"
    assert (folder / "a.mj").read_text() == wrong
    (folder / "M.xml").write_text(MODEL)
    assert "markovpy convert M.xml" in call("fmt", "M.xml").err


def test_fmt_of_unknown_words_and_of_stdin(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    feed(monkeypatch, "oen  steps=3:\r\n  B->W")
    found = call("fmt", "-")
    assert (found.code, found.out) == (0, "oen steps=3: B -> W\n")
    feed(monkeypatch, "a  b")
    assert call("fmt", "-", "--check").code == 1


def test_a_link_stays_a_link(call: Any, folder: Path) -> None:
    (folder / "a.mj").write_text(ODD)
    link = folder / "link.mj"
    link.symlink_to("a.mj")
    assert call("fmt", "link.mj").code == 0
    assert link.is_symlink()
    assert (folder / "a.mj").read_text() != ODD
