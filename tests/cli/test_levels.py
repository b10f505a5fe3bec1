"""``markovpy levels``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

LEVEL = "#####\n#@$.#\n#####\n"


def test_a_collection_is_listed(call: Any, folder: Path) -> None:
    text = f"; one\n{LEVEL}\n; two\n######\n#@$.@#\n######\n"
    folder.joinpath("a.xsb").write_text(text, encoding="utf-8")
    found = call("levels", "a.xsb")
    assert found.code == 1
    assert found.out.splitlines() == [
        "level  size  boxes  goals  title",
        "    1   5x3      1      1  one",
        "    2   6x3      1      1  two",
        "a.xsb: 2 levels, 1 cannot be played as it stands",
    ]
    assert "a.xsb, level 2 (line 7):2:5: error[many-players]" in found.err
    data = call("levels", "a.xsb", "--json").data["levels"]
    assert [(each["width"], each["height"], each["title"]) for each in data] == [
        (5, 3, "one"),
        (6, 3, "two"),
    ]
    assert [len(each["problems"]) for each in data] == [0, 1]
    assert call("levels", "a.xsb", "--level", 1).out == f"{LEVEL}Title: one\n"
    for number in (0, 3):
        wrong = call("levels", "a.xsb", "--level", number)
        assert wrong.code == 1
        assert "1..2" in wrong.err
    assert call("levels", "absent.xsb").code == 1


def test_mistyped_rows_are_no_titles(call: Any, folder: Path) -> None:
    folder.joinpath("a.xsb").write_text(f"{LEVEL}\n#####\n#@$.#x\n#####\n", encoding="utf-8")
    found = call("levels", "a.xsb")
    assert found.code == 1
    assert "a.xsb:6:6: error[odd-level-symbol]: 'x'" in found.err
    assert "1   5x3" in found.out


def test_a_tab_does_not_hide_the_other_levels(call: Any, folder: Path) -> None:
    text = f"{LEVEL}Author: Ann\n\n#####\n#\t@$.#\n#####\n"
    folder.joinpath("a.xsb").write_text(text, encoding="utf-8")
    found = call("levels", "a.xsb")
    assert found.code == 1
    assert found.out.splitlines()[1] == "    1   5x3      1      1  (Ann)"
    assert found.err.splitlines() == [
        "a.xsb:7:2: error[tab-in-level]: there is a tab in a row (column 2)",
        "  |",
        "7 | #    @$.#",
        "  |  ^",
        "  = hint: write blanks in its place",
    ]


def test_programs_and_levels_are_told_apart(call: Any, folder: Path) -> None:
    folder.joinpath("a.xsb").write_text(f"; one\n{LEVEL}", encoding="utf-8")
    folder.joinpath("a.mj").write_text(f"grid values=BW\nlevel {{\n{LEVEL}}}\n", encoding="utf-8")
    found = call("run", "a.xsb")
    assert (found.code, found.err.count("error[")) == (1, 1)
    assert "a.xsb: error[no-program]: this looks like Sokoban levels" in found.err
    found = call("levels", "a.mj")
    assert (found.code, found.out) == (1, "")
    assert "a.mj: error[no-levels]: this is a program" in found.err


def test_a_fault_of_a_level_names_its_file(call: Any, folder: Path) -> None:
    folder.joinpath("a.xsb").write_text(LEVEL, encoding="utf-8")
    found = call("run", "maze_dfs", "--levels", "a.xsb")
    assert found.code == 1
    assert "a.xsb, level 1, line 1, column 1: " in found.err
