"""``check``, ``list``, ``show``, ``palette``, help and version."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from markovpy.model.palette import DEFAULT_COLORS, read_palette
from markovpy.resources import programs
from markovpy.source import Source


def test_check_names_each_file(call: Any) -> None:
    found = call("check", "fill.mj", "odd.mj", "wrong.mj")
    assert found.code == 1
    assert found.out.splitlines()[:2] == ["fill.mj: ok", "odd.mj: ok, 1 warning"]
    assert found.out.splitlines()[2].startswith("wrong.mj: ")
    assert "odd.mj:2:1: warning[unused]" in found.err
    assert "wrong.mj:2:1: error[unknown-node]" in found.err
    assert call("check", "fill.mj", "odd.mj").code == 0
    assert call("check", "absent.mj").code == 1
    assert call("check").code == 2


def test_check_as_data(call: Any) -> None:
    found = call("check", "fill.mj", "wrong.mj", "--json")
    assert found.code == 1
    fine, wrong = found.data["files"]
    assert (fine["file"], fine["ok"], fine["diagnostics"]) == ("fill.mj", True, [])
    assert not wrong["ok"]
    assert wrong["diagnostics"][0]["line"] == 2


def test_check_a_model(call: Any, folder: Path) -> None:
    (folder / "Model.xml").write_text('<one values="BW" in="B" out="W" symetry="()"/>')
    found = call("check", "Model.xml", "--size", "5x5")
    assert found.code == 0
    assert "symetry" in found.err


def test_list_show_and_run_a_shipped_program(call: Any) -> None:
    if not programs():
        pytest.skip("no program is shipped yet")
    name = next(iter(programs()))
    assert name in call("list").out
    entry = call("list", "--json").data["programs"][0]
    assert entry["name"] == name
    shown = call("show", name)
    assert shown.out == programs()[name].read_text(encoding="utf-8").rstrip("\n") + "\n"
    assert shown.out.split("\n", 1)[0].strip("# ") == entry["about"]
    wrong = call("show", name + "x")
    assert wrong.code == 1
    assert f"did you mean '{name}'?" in wrong.err


@pytest.mark.parametrize("name", ["maze_dfs", "village", "knots"])
def test_a_copy_of_a_program_runs_where_it_was_written(call: Any, folder: Path, name: str) -> None:
    (folder / "mine").mkdir()
    taken = call("show", name, "-o", "mine/my.mj")
    assert taken.code == 0
    assert (folder / "mine/my.mj").read_text(encoding="utf-8") == call("show", name).out
    assert call("run", "mine/my.mj", "--seed", 3, "-o", "copy.txt", "--quiet").code == 0
    assert call("run", name, "--seed", 3, "-o", "own.txt", "--quiet").code == 0
    assert (folder / "copy.txt").read_text() == (folder / "own.txt").read_text()


def test_a_copy_goes_into_a_folder_and_brings_all_files(call: Any, folder: Path) -> None:
    found = call("show", "knots", "-o", folder)
    assert found.out.splitlines()[-1] == f"{folder / 'knots.mj'}: written"
    names = {path.relative_to(folder).as_posix() for path in folder.rglob("knots*/*.vox")}
    assert names == {f"knots/{tile}.vox" for tile in ("Empty", "Line", "Bend", "Cross")}
    assert (folder / "knots.xml").is_file()


def test_a_program_without_its_files_says_how_to_get_them(call: Any) -> None:
    assert "4 files" not in call("show", "maze_dfs").err
    note = call("show", "village").err
    assert "it reads 3 files (village_" in note
    assert "markovpy show village -o village.mj" in note


def test_a_copy_replaces_nothing_unless_told_to(call: Any, folder: Path) -> None:
    (folder / "village_barn.png").write_bytes(b"mine")
    refused = call("show", "village", "-o", "v.mj")
    assert refused.code == 1
    assert "village_barn.png: error[cannot-write]" in refused.err
    assert not (folder / "v.mj").exists()
    assert (folder / "village_barn.png").read_bytes() == b"mine"
    assert call("show", "village", "-o", "v.mj", "--force").code == 0
    assert call("show", "village", "-o", "v.mj").code == 0
    assert call("run", "v.mj", "--seed", 1, "-o", "v.png").code == 0
    assert "no-such-folder" in call("show", "village", "-o", "absent/v.mj").err


def test_a_folder_does_not_hide_a_shipped_program(call: Any, folder: Path) -> None:
    if not programs():
        pytest.skip("no program is shipped yet")
    name = next(iter(programs()))
    (folder / name).mkdir()
    assert call("check", name).code == 0


def test_the_palette_is_a_palette_file(call: Any) -> None:
    assert read_palette(Source(call("palette").out)) == dict(DEFAULT_COLORS)
    assert call("palette", "--json").data["colors"]["W"] == "#fff1e8"


def test_the_help_fits_a_screen(call: Any) -> None:
    for words in ([], ["--help"], ["-h"]):
        found = call(*words)
        assert found.code == 0
        assert len(found.out.splitlines()) <= 30
        assert "markovpy run maze_dfs" in found.out
    assert found.out.isascii()
    assert "--watch" in call("run", "--help").out


def test_the_version_says_whether_the_engine_is_compiled(call: Any) -> None:
    found = call("--version")
    assert found.code == 0
    assert found.out.startswith("markovpy ")
    assert "compiled" in found.out or "pure" in found.out


def test_a_game_that_is_never_won_is_noted_and_no_fault(call: Any, folder: Path) -> None:
    game = "grid 3x1 values=BW\nput W at center\non right: WB -> BW\n"
    (folder / "toy.mj").write_text(game, encoding="utf-8")
    for words in ((), ("--strict",)):
        found = call("check", "toy.mj", *words)
        assert (found.code, found.out) == (0, "toy.mj: ok, 1 note\n")
        assert found.err.startswith("toy.mj:3:1: note[no-win]: the game has no 'win'")
    assert call("run", "toy.mj", "--moves", "r", "-o", "x.png").err == ""
    (folder / "toy.mj").write_text(f"{game}win any BBW\n", encoding="utf-8")
    assert call("check", "toy.mj").out == "toy.mj: ok\n"


def test_a_program_in_place_of_a_command_is_played_or_run(call: Any) -> None:
    for word, how in [("sokoban", "play"), ("maze_dfs", "run"), ("none.mj", "run")]:
        found = call(word)
        assert found.code == 2
        assert f"markovpy {how} {word}" in found.err
