"""The best results: kept whole, a file a program, damaged files no disaster."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import markovpy
from markovpy.play.records import Best, Records
from support.games import SOKOBAN

FORM = '{"form": "markovpy-records-1", "levels": %s}'
CLAIRE = "DDrdrruLruLLDllU"


def won(moves: str = CLAIRE) -> markovpy.Session:
    session = markovpy.Session(markovpy.parse(SOKOBAN), level=2)
    session.play(moves)
    assert session.status == "won"
    return session


def test_each_number_is_the_least_for_itself(tmp_path: Path) -> None:
    first, second = won(), won()
    records = Records(first.program, tmp_path)
    assert records.best(2) is None
    assert records.add(first, 30.04) == ()
    assert records.add(second, 20.0) == ("seconds",)
    assert records.add(second, 25.0) == ()
    assert Records(first.program, tmp_path).best(2) == Best(16, 7, 20.0)
    longer = won("rl" + CLAIRE)
    assert records.add(longer, 10.0) == ("seconds",)
    assert Records(first.program, tmp_path).best(2) == Best(16, 7, 10.0)
    assert records.best(1) is None
    assert [path.name for path in tmp_path.iterdir()] == [records.path.name]


def test_two_games_at_a_time_keep_both_results(tmp_path: Path) -> None:
    session = won()
    one, other = Records(session.program, tmp_path), Records(session.program, tmp_path)
    one.add(session, 9.0)
    first = markovpy.Session(session.program)
    first.play("R")
    other.add(first, 1.0)
    found = Records(session.program, tmp_path)
    assert (found.best(1), found.best(2)) == (Best(1, 1, 1.0), Best(16, 7, 9.0))


def test_another_program_or_level_has_its_own(tmp_path: Path) -> None:
    Records(won().program, tmp_path).add(won(), 5.0)
    changed = markovpy.parse(SOKOBAN.replace("# ..  #", "# . . #"))
    assert Records(changed, tmp_path).best(2) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        FORM % "3",
        FORM % '{"a": {"moves": 1}}',
        FORM % '{"a": {"moves": "1", "pushes": 1, "seconds": 2}}',
        FORM % '{"a": {"moves": Infinity, "pushes": 1, "seconds": 2}}',
        "\udcff",
    ],
)
def test_a_damaged_file_is_told_and_put_aside(tmp_path: Path, text: str) -> None:
    session = won()
    path = Records(session.program, tmp_path).path
    path.write_bytes(text.encode(errors="surrogateescape"))
    records = Records(session.program, tmp_path)
    assert "damaged" in records.problem
    assert records.best(2) is None
    records.add(session, 3.0)
    kept = path.with_name(path.name + ".damaged")
    assert kept.read_bytes() == text.encode(errors="surrogateescape")
    assert json.loads(path.read_text())["form"] == "markovpy-records-1"
    again = Records(session.program, tmp_path)
    assert (again.problem, again.best(2)) == ("", Best(16, 7, 3.0))


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    session = won()
    records = Records(session.program, blocked / "records")
    with pytest.raises(OSError):
        records.add(session, 3.0)
    assert records.best(2) == Best(16, 7, 3.0)  # until the process ends
