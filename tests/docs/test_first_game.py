"""``docs/first-game.md``: what it says of its game, by the commands that it shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import markovpy
from making.fences import DOCS, blocks
from markovpy.cli import main
from markovpy.play import replay_of

PAGE = DOCS / "first-game.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = list(blocks(PAGE))
GAME = [block.text for block in BLOCKS if block.language == "mj"][-1]
SHOWN = [block.text for block in BLOCKS if block.language == "console"]


@pytest.fixture(autouse=True)
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("vault.mj").write_text(GAME, encoding="utf-8")


def test_it_has_as_many_lines_as_it_says() -> None:
    """Without maps and blank lines."""
    rest = re.sub(r'^level "[^"]*" \{\n.*?^\}\n', "", GAME, flags=re.MULTILINE | re.DOTALL)
    assert len([line for line in rest.splitlines() if line]) == 20
    assert "in twenty lines and its maps" in TEXT


def test_the_mistake_is_told_as_it_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    Path("vault.mj").write_text(GAME.replace("win no C", "win none C"), encoding="utf-8")
    assert main(["check", "vault.mj"]) == 1
    (shown,) = (text for text in SHOWN if "error[" in text)
    assert shown in capsys.readouterr().err


def test_its_levels_are_solved_in_the_moves_that_are_shown(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["solve", "vault.mj", "--level", "all", "--optimal", "--json"]) == 0
    found = capsys.readouterr().out
    assert re.findall(r'"moves": (\d+)', found) == ["14", "26"]
    assert main(["solve", "vault.mj", "--optimal"]) == 0
    (shown,) = (text for text in SHOWN if "solved in" in text)
    assert capsys.readouterr().out.startswith(shown.rstrip("\n"))
    second = re.findall(r"--level 2 --moves (\w+)", TEXT)[0]
    program = markovpy.load("vault.mj")
    for level, moves in ((1, shown.split()[0]), (2, second)):
        assert program.run(level=level, moves=moves).stopped == "won"


def test_what_was_played_is_filmed_and_lava_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    session = markovpy.Session(markovpy.load("vault.mj"), 1, 1)
    session.play("rrr")
    assert session.status == "lost"
    Path("vault-1.json").write_text(replay_of(session).text(), encoding="utf-8")
    commands = [line.split()[1:] for text in SHOWN for line in text.splitlines() if ".gif" in line]
    assert len(commands) == 2
    for words in commands:
        assert main(words) == 0
    assert "vault.gif (4 frames" in capsys.readouterr().out
    assert Path("two.gif").exists()
