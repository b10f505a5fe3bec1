"""The library: what it refuses, and what a host can rely on."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import markovpy
from markovpy.errors import ProgramError
from markovpy.play import read_replay, replay_of, resume

FILL = "grid 4x3 values=BW\nlet n = 2\none steps=n: B -> W"


@pytest.mark.parametrize(
    "arguments",
    [
        {"seed": 1.5},
        {"seed": "1"},
        {"seed": -1},
        {"seed": 2**31},
        {"steps": 1.0},
        {"steps": -1},
        {"size": "5x5"},
        {"size": 5},
        {"size": (5.5, 5)},
        {"size": (0, 5)},
        {"size": (1, 2, 3, 4)},
        {"set": {"n": float("nan")}},
        {"set": {"n": float("inf")}},
        {"set": {"n": None}},
        {"set": {"n": "3"}},
        {"set": {"m": 3}},
        {"start": [[0], [0, 1]]},
        {"start": np.zeros((3, 4))},
        {"start": np.full((3, 4), 2)},
        {"start": np.zeros((2, 2), dtype=int)},
        {"start": "BX"},
    ],
    ids=str,
)
def test_wrong_arguments_are_errors_of_the_program(arguments: dict[str, Any]) -> None:
    with pytest.raises(ProgramError):
        markovpy.parse(FILL).begin(**arguments)


RUN = markovpy.parse(FILL).run(seed=1, traced=True)
GAME = markovpy.parse("grid 3x1 values=_P\nput P at 0,0\non arrows: P_ -> _P")
WRONG: list[tuple[Callable[[], object], str]] = [
    (lambda: markovpy.load(5), "path_or_name: error[bad-argument]: 5 is no path"),
    (
        lambda: markovpy.load(b"maze_dfs"),
        "path_or_name: error[bad-argument]: b'maze_dfs' is no path",
    ),
    (lambda: markovpy.load("sokoban", levels=5), "levels: error[bad-argument]: 5 is no path"),
    (
        lambda: markovpy.load("maze_dfs", resources=5),
        "resources: error[bad-argument]: 5 is no path",
    ),
    (lambda: markovpy.parse(5), "text: error[bad-argument]: 5 is no text"),
    (lambda: markovpy.parse(FILL, name=5), "name: error[bad-argument]: 5 is no text"),
    (lambda: markovpy.parse(FILL, folder=5), "folder: error[bad-argument]: 5 is no path"),
    (lambda: markovpy.parse(FILL).begin(set=5), "set: error[bad-argument]: 5 gives no values"),
    (lambda: markovpy.parse(FILL).begin(set={5: 1}), "set: error[bad-argument]: 5 is no text"),
    (lambda: GAME.begin(moves=5), "moves: error[bad-argument]: 5 is no text or sequence of moves"),
    (lambda: GAME.begin(moves=["r"]), "moves: error[bad-argument]: 'r' is no move"),
    (lambda: GAME.begin(level="x"), "level: error[bad-level]: 'x' is no whole number"),
    (lambda: list(GAME.frames(every="x")), "every: error[bad-every]: 'x' is no whole number"),
    (lambda: list(GAME.frames(every=0)), "every: error[bad-every]: 0 is less than 1"),
    (lambda: RUN.advance("x"), "turns: error[bad-argument]: 'x' is no whole number"),
    (lambda: RUN.advance(1.5), "turns: error[bad-argument]: 1.5 is no whole number"),
    (lambda: RUN.advance(-1), "turns: error[bad-argument]: -1 is less than 0"),
    (lambda: RUN.image(scale=0), "scale: error[bad-argument]: 0 is less than 1"),
    (lambda: RUN.image(scale=10**9), "scale: error[bad-argument]: 1000000000 is more than 10,000"),
    (lambda: RUN.image(view="top"), "view: error[bad-argument]: 'top' is not known"),
    (lambda: RUN.look(5), "palette: error[bad-argument]: 5 gives no values"),
    (lambda: RUN.look({"B": "red"}), "palette: error[bad-argument]: 'red' is no colour"),
    (lambda: RUN.look({"B": (1, 2)}), "palette: error[bad-argument]: (1, 2) is no colour"),
    (lambda: RUN.look({"B": (1, 2, 256)}), "palette: error[bad-argument]: 256 is more than 255"),
    (lambda: RUN.trace.changes(99), "turn: error[bad-argument]: there is no turn 99: "),
    (lambda: RUN.trace.changes(-1), "turn: error[bad-argument]: -1 is less than 0"),
    (lambda: markovpy.Session("sokoban"), "program: error[bad-argument]: 'sokoban' is no Program"),
    (lambda: markovpy.Session(GAME, "x"), "level: error[bad-level]: 'x' is no whole number"),
    (lambda: markovpy.Session(GAME, names=5), "set: error[bad-argument]: 5 gives no values"),
    (lambda: markovpy.Session(GAME).send(5), "event: error[bad-argument]: 5 is no event"),
    (lambda: markovpy.Session(GAME).play(5), "moves: error[bad-argument]: 5 is no text"),
    (lambda: markovpy.Session(GAME).picture(scale="x"), "scale: error[bad-argument]: 'x' is no"),
    (lambda: read_replay(5, "r.json"), "text: error[bad-argument]: 5 is no text"),
    (lambda: replay_of(GAME), "session: error[bad-argument]: <markovpy"),
    (lambda: resume(GAME, {}), "replay: error[bad-argument]: {} is no Replay"),
]


@pytest.mark.parametrize(("call", "said"), WRONG, ids=[said for _, said in WRONG])
def test_wrong_arguments_are_named(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ProgramError) as caught:
        call()
    assert str(caught.value).startswith(said)


def test_numbers_of_numpy_are_numbers() -> None:
    run = markovpy.parse(FILL).run(seed=np.int64(3), size=(np.int32(4), 3), set={"n": np.int64(1)})
    assert (run.turns, int(run.grid.sum())) == (2, 1)


def test_the_grid_of_a_run_cannot_be_written_to() -> None:
    run = markovpy.parse(FILL).run(seed=1)
    with pytest.raises(ValueError, match="read-only"):
        run.grid[0, 0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        run.grid.flags.writeable = True


def test_a_host_gets_control_while_a_run_only_starts_over() -> None:
    text = "grid 2x1 values=BW\nrequire any W tries=1000000\nB -> W"
    run = markovpy.parse(text).begin(seed=1)
    assert run._advance(1_000_000) == 0
    assert (run.turns, run.stopped) == (0, None)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_widest_range_draws_from_all_of_it(seed: int) -> None:
    text = "grid 3x1 values=BW\none steps=0..2147483646: B -> W"
    assert markovpy.parse(text).run(seed=seed).text() == "WWW"


def test_a_quarter_can_be_written_as_a_fraction() -> None:
    exact = markovpy.parse("grid 40x40 values=BW\nprl once: B -> W p=0.25").run(seed=5)
    written = markovpy.parse("grid 40x40 values=BW\nprl once: B -> W p=1/4").run(seed=5)
    assert written.sha256 == exact.sha256
    assert 300 < int(written.grid.sum()) < 500


@pytest.mark.skipif(sys.platform == "win32", reason="needs a POSIX shell")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-"])
def test_closed_streams(closed: str) -> None:
    command = f'"{sys.executable}" -m markovpy list {closed}'
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
