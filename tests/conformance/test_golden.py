"""The reference's final states and traces, from the data beside the repository."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest

import markovpy
from support.golden import Row, outcome, rows
from support.shared import SHARED, shared

FOLDER = SHARED / "conformance"
ROWS = list(rows(FOLDER)) if FOLDER.exists() else []
MODELS = sorted({row.model for row in ROWS})
QUICK = sorted({row.model for row in ROWS if not row.slow})


def test_number_of_rows() -> None:
    shared("conformance")
    assert (len(MODELS), len(ROWS)) == (159, 835)


@pytest.mark.parametrize("model", QUICK)
def test_final_states(model: str) -> None:
    mine = [row for row in ROWS if row.model == model and not row.slow]
    for row in mine:
        assert outcome(FOLDER, row) == (row.turns, row.sha256), (row.size, row.seed)


@pytest.mark.slow
@pytest.mark.parametrize("row", [row for row in ROWS if row.slow], ids=str)
def test_long_final_states(row: Row) -> None:
    assert outcome(FOLDER, row) == (row.turns, row.sha256)


def traces() -> Iterator[dict[str, Any]]:
    """Yield the recorded runs."""
    with gzip.open(FOLDER / "traces.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def test_traces() -> None:
    shared("conformance")
    checked = 0
    for trace in traces():
        program = markovpy.load(
            FOLDER / "models" / f"{trace['model']}.xml", size=tuple(trace["size"])
        )
        run = program.begin(seed=trace["seed"], steps=trace["steps"])
        for turn, frame in enumerate(trace["frames"]):
            where = f"{trace['model']}: turn {turn} differs first"
            if isinstance(frame, dict):
                assert (run.symbols, list(run.size)) == (frame["values"], frame["shape"]), where
            state = frame["state"] if isinstance(frame, dict) else frame
            found = "".join(run.symbols[value] for value in run.grid.flat)
            assert found == state, where
            run.advance()
        assert run.turns == len(trace["frames"]) - 1
        checked += 1
    assert checked == 172
