"""Converted models run as the models do, turn for turn."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import markovpy
from markovpy.api import read_source
from markovpy.commands.convert import model_text
from markovpy.formats.files import resource_folders
from support.golden import Row, rows
from support.shared import SHARED, shared

FOLDER = SHARED / "conformance"
ROWS = list(rows(FOLDER)) if FOLDER.exists() else []
BY_MODEL = {model: [r for r in ROWS if r.model == model] for model in {r.model for r in ROWS}}
QUICK = sorted({row.model for row in ROWS if not row.slow})
ABOUT_THE_MODEL = {"endless", "does-everything", "larger-than-grid", "unreachable"}


def converted(model: str, size: tuple[int, ...], folder: Path) -> Path:
    """Convert a model; return the file."""
    width, height, depth = (*size, 1)[:3]
    path = FOLDER / "models" / f"{model}.xml"
    out = folder / f"{model}_{width}_{height}_{depth}.mj"
    text, _ = model_text(
        read_source(path), resource_folders(path, None), out, (width, height, depth)
    )
    out.write_text(text, encoding="utf-8")
    return out


def prove(found: list[Row], folder: Path) -> None:
    """Run converted models at the sizes and seeds of rows."""
    programs: dict[tuple[int, int, int], markovpy.Program] = {}
    for row in found:
        if row.size not in programs:
            programs[row.size] = markovpy.load(converted(row.model, row.size, folder))
        run = programs[row.size].run(seed=row.seed, steps=row.max_turns)
        assert (run.turns, run.sha256) == (row.turns, row.sha256), (row.size, row.seed)


@pytest.mark.parametrize("model", QUICK)
def test_cheapest_row_of_each_dimension(model: str, tmp_path: Path) -> None:
    cheapest: dict[bool, Row] = {}
    for row in sorted(BY_MODEL[model], key=lambda row: row.turns * 4 + row.cells):
        if not row.slow:
            cheapest.setdefault(row.size[2] > 1, row)
    prove(list(cheapest.values()), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("model", sorted(BY_MODEL))
def test_all_rows(model: str, tmp_path: Path) -> None:
    prove(BY_MODEL[model], tmp_path)


@pytest.mark.parametrize("model", sorted(BY_MODEL))
def test_text(model: str, tmp_path: Path) -> None:
    """No warnings but those of the model; the text is laid out as ``fmt`` does; comments stay."""
    size = BY_MODEL[model][0].size
    path = FOLDER / "models" / f"{model}.xml"
    out = converted(model, size, tmp_path)
    program = markovpy.load(out)
    of_the_model = {d.code for d in markovpy.load(path, size=size).warnings} & ABOUT_THE_MODEL
    assert {d.code for d in program.warnings} <= of_the_model
    assert program.size == size
    from markovpy.commands.format import formatted

    text = out.read_text(encoding="utf-8")
    assert formatted(program.source) == text
    said = " ".join(text.split())
    for words in comments(path.read_text(encoding="utf-8-sig")):
        assert all(word in said for word in words), words


def comments(xml: str) -> Iterator[list[str]]:
    """Yield the words of each comment of a model."""
    import re
    from html import unescape

    for comment in re.findall(r"<!--(.*?)-->", xml, re.DOTALL):
        yield comment.split()
    for comment in re.findall(r'comment="([^"]*)"', re.sub(r"<!--.*?-->", "", xml, flags=re.S)):
        yield unescape(comment).split()


def test_traces(tmp_path: Path) -> None:
    shared("conformance")
    checked = 0
    with gzip.open(FOLDER / "traces.jsonl.gz", "rt", encoding="utf-8") as file:
        for line in file:
            trace: dict[str, Any] = json.loads(line)
            program = markovpy.load(converted(trace["model"], tuple(trace["size"]), tmp_path))
            run = program.begin(seed=trace["seed"], steps=trace["steps"])
            for turn, frame in enumerate(trace["frames"]):
                state = frame["state"] if isinstance(frame, dict) else frame
                found = "".join(run.symbols[value] for value in run.grid.flat)
                assert found == state, f"{trace['model']}: turn {turn} differs first"
                run.advance()
            assert run.turns == len(trace["frames"]) - 1
            checked += 1
    assert checked >= len(BY_MODEL)
