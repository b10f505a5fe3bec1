"""A folder with small programs, and the command line called inside this process."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from markovpy.cli import main

PROGRAMS = {
    "fill.mj": "# Fills a grid.\ngrid 6x4 values=BW\nlet turns = 5\none steps=turns:\n  B -> W\n",
    "walk.mj": "grid 30x30 values=BRW\nput R at center\none:\n  RB -> WR\n",
    "endless.mj": "grid 2x1 values=BR\nput R at 0,0\none:\n  RB -> BR\n",
    "wrong.mj": "grid 5x5 values=BR\noen:\n  RB -> BQ\n",
    "fails.mj": "grid 3x1 values=BW\nonce: B -> W\nrequire count B == 3 tries=4\n",
    "odd.mj": "grid 5x5 values=BW\nlet unused = 3\nB -> W\n",
    "free.mj": "grid values=BW\nB -> W\n",
}


@dataclass(frozen=True)
class Outcome:
    """What a command gave back and printed."""

    code: int
    out: str
    err: str

    @property
    def data(self) -> dict[str, Any]:
        """The one object that was printed as JSON."""
        found = json.loads(self.out)
        assert isinstance(found, dict)
        return found


Call = Callable[..., Outcome]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working folder, with the programs in it."""
    for name, text in PROGRAMS.items():
        tmp_path.joinpath(name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def call(folder: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    """Return what runs a command line inside this process."""

    def run(*words: object) -> Outcome:
        capsys.readouterr()
        code = main([str(word) for word in words])
        printed = capsys.readouterr()
        return Outcome(code, printed.out, printed.err)

    return run
