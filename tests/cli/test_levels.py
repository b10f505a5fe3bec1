"""``markovpy levels``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import markovpy

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
    assert "a.xsb:8:5: error[many-players]: level 2 has 2 players" in found.err
    data = call("levels", "a.xsb", "--json").data["levels"]
    assert [(each["width"], each["height"], each["title"]) for each in data] == [
        (5, 3, "one"),
        (6, 3, "two"),
    ]
    assert [len(each["problems"]) for each in data] == [0, 1]
    assert call("levels", "a.xsb", "--level", 1).out == f"{LEVEL}Title: one\n"
    wrong = call("levels", "a.xsb", "--level", 3)
    assert (wrong.code, "1..2" in wrong.err) == (1, True)
    assert call("levels", "a.xsb", "--level", 0).code == 2
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
    assert "a.xsb: error[unreadable]: this looks like Sokoban levels" in found.err
    found = call("levels", "maze_dfs")
    assert (found.code, found.out) == (1, "")
    assert "maze_dfs.mj: error[no-levels]: the program has no levels" in found.err


def test_a_fault_of_a_level_names_its_file(call: Any, folder: Path) -> None:
    folder.joinpath("a.xsb").write_text(LEVEL, encoding="utf-8")
    found = call("run", "maze_dfs", "--levels", "a.xsb")
    assert found.code == 1
    assert "a.xsb:1:1: error[unknown-symbol]: level 1: '#' is not a value" in found.err
    missing = call("run", "sokoban", "--levels", "a.xsb", "--level", 2)
    assert missing.err.startswith("a.xsb: error[no-such-level]: there is no level 2")


FAULTY = f"{LEVEL}\n; two\n  ######\n  #@$.@#\n  ######\n"
GAME = """
grid values=_PCW
goal G from=_ to=C
legend "#"=W " "=_ "@"=P "$"=C "."=G {legend}
win no C off G
{levels}
{before}
on arrows:
    PC_ -> _PC
    P_ -> _P
"""
PLACE = (
    "a.xsb:7:7: {}[many-players]: level 2 has 2 players (row 2, columns 2 and 5, counted from 1)"
)


def test_all_commands_tell_the_fault_of_the_level_they_begin_with(call: Any, folder: Path) -> None:
    folder.joinpath("a.xsb").write_text(FAULTY, encoding="utf-8")
    for command in (["run", "-o", "x.png", "--force"], ["solve"], ["play"]):
        name, *options = command
        told = call(name, "sokoban", "--levels", "a.xsb", "--level", 2, *options)
        assert told.err.startswith(PLACE.format("warning")), name
        assert "= hint: leave one of them" in told.err
        silent = call(name, "sokoban", "--levels", "a.xsb", "--level", 1, *options)
        assert "many-players" not in silent.err, name
    strict = call("run", "sokoban", "--levels", "a.xsb", "--strict", "-o", "x.png", "--force")
    assert (strict.code, strict.err.startswith(PLACE.format("error"))) == (1, True)
    solved = call("solve", "sokoban", "--levels", "a.xsb", "--level", 2, "--json").data
    (problem,) = solved["diagnostics"]
    assert (problem["file"], problem["line"], problem["column"]) == ("a.xsb", 7, 7)


def test_check_tells_the_faults_of_all_levels(call: Any, folder: Path) -> None:
    folder.joinpath("a.xsb").write_text(FAULTY, encoding="utf-8")
    text = GAME.format(legend='"*"=C+G', levels='levels "a.xsb"', before="")
    folder.joinpath("a.mj").write_text(text, encoding="utf-8")
    found = call("check", "a.mj")
    assert (found.code, found.out) == (0, "a.mj: ok, 1 warning\n")
    assert found.err.startswith(PLACE.format("warning"))
    assert call("check", "a.mj", "--strict").code == 1
    listed = call("levels", "a.mj")
    assert listed.code == 1
    assert listed.err.startswith(PLACE.format("error"))
    assert listed.out.splitlines()[-1] == "a.mj: 2 levels, 1 cannot be played as it stands"
    data = call("levels", "a.mj", "--json").data["levels"]
    assert [(each["players"], each["boxes"], each["goals"]) for each in data] == [
        (1, 1, 1),
        (2, 1, 1),
    ]
    assert call("levels", "a.mj", "--level", 1).out == LEVEL


@pytest.mark.parametrize(
    "changed",
    [
        {"before": "one steps=1: P_ -> _P"},
        {"before": "put W at 1,0"},
        {"legend": '"*"=C'},
        {"legend": "o=B", "values": "_PCWB", "rows": "#@$.@o#"},
        {"to": "P"},
        {"events": False},
    ],
)
def test_other_levels_are_not_sokobans(changed: dict[str, Any]) -> None:
    rows = changed.get("rows", "#@$.@#")
    text = GAME.format(
        legend=changed.get("legend", ""),
        levels=f"level {{\n    {rows}\n}}",
        before=changed.get("before", ""),
    )
    text = text.replace("_PCW\n", f"{changed.get('values', '_PCW')}\n")
    text = text.replace("to=C", f"to={changed.get('to', 'C')}")
    if not changed.get("events", True):
        text = text[: text.index("on arrows")].replace("win no C off G\n", "") + "P_ -> _P\n"
    program = markovpy.parse(text)
    assert program.warnings == ()
    assert [level.faults for level in program.checked_levels] == [()]


def test_any_program_lists_its_levels(call: Any) -> None:
    assert call("levels", "ice").out.splitlines() == [
        "level   size  title",
        "    1    9x7  Round the pond",
        "    2   11x8  Three for supper",
        "    3   12x9  Long way home",
        "    4  13x10  Glacier",
        "ice.mj: 4 levels",
    ]
    shown = call("levels", "ice", "--level", 1).out.splitlines()
    assert (len(shown), shown[0], shown[5]) == (7, "#########", "#@      #")
    assert [each["boxes"] for each in call("levels", "ice", "--json").data["levels"]] == [None] * 4
    assert [
        (each["width"], each["boxes"])
        for each in call("levels", "sokoban", "--json").data["levels"]
    ] == [(7, 1), (7, 2), (8, 4), (8, 4), (9, 4), (9, 3)]
