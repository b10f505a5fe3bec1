"""The library: what it refuses, and what a host can rely on."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

import markovpy
from markovpy.errors import ProgramError

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
