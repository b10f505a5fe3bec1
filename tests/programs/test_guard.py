"""Every shipped program: its results are those of the table, and it is presented properly."""

import re

import pytest

import markovpy
from markovpy.commands.format import formatted
from markovpy.resources import programs
from markovpy.source import Source
from programs.update_guard import Row, measure, read_table

ROWS = read_table()
NAMES = sorted(programs())


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.program}-{row.size}-{row.seed}")
def test_a_seed_gives_the_result_of_the_table(row: Row) -> None:
    assert measure(row.program, row.size, row.seed) == row


@pytest.mark.parametrize("name", NAMES)
def test_every_program_is_in_the_table(name: str) -> None:
    message = "not in tests/programs/guard.csv; run: python tests/programs/update_guard.py"
    assert any(row.program == name for row in ROWS), message


@pytest.mark.parametrize("name", NAMES)
def test_every_program_is_laid_out_as_fmt_does(name: str) -> None:
    text = programs()[name].read_text(encoding="utf-8")
    message = f"run: markovpy fmt programs  (it is about {name}.mj)"
    assert formatted(Source(text, name)) == text, message


@pytest.mark.parametrize("name", NAMES)
def test_every_program_opens_with_what_it_draws_and_runs_without_warnings(name: str) -> None:
    first = programs()[name].read_text(encoding="utf-8").splitlines()[0]
    assert re.fullmatch(r"# [A-Z].{15,120}", first)
    assert not first.startswith(f"# {name}")
    assert markovpy.load(name).warnings == ()
