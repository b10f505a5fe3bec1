"""How much memory runs are expected to take, beside what they take."""

from __future__ import annotations

import tracemalloc

import pytest

import markovpy
from markovpy.commands.memory import bytes_of_run

PROGRAMS = {
    "few matches": "grid {} values=BRW\nput R at center\none steps=1000: RB -> WR",
    "a match a cell": "grid {} values=BW\none steps=1: B -> W",
    "eight a cell": "grid {} values=BW\nall steps=1: BBB/BB* -> WB*/**B",
    "several nodes": (
        "grid {} values=BWR\nall steps=1: BBB/BB* -> WB*/**B\n"
        "all steps=1: BBB/BB* -> WB*/**R\nall steps=1: BBB/BW* -> WB*/**B"
    ),
    "all at once": "grid {} values=BW\nprl steps=1: BBB/BB* -> WB*/**B",
    "a field": "grid {} values=BRW\nput R at center\none steps=9:\n  RB -> WR\n  field R to=W on=B",
    "a new grid": "grid {} values=BW\nmap scale=2x2 values=xyz:\n B -> xx/xx\n prl once: xx -> yy",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_expected_is_near_what_is_taken(name: str) -> None:
    program = markovpy.parse(PROGRAMS[name].format("250x250"))
    expected = bytes_of_run(program)
    tracemalloc.start()
    try:
        program.run(seed=1)
        taken = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert taken / 2 < expected < taken * 2, (expected, taken)


def test_it_grows_with_the_cells_and_the_matches() -> None:
    small, large = (
        bytes_of_run(markovpy.parse(PROGRAMS["eight a cell"].format(size)))
        for size in ("256x256", "1024x1024")
    )
    assert 15 < large / small < 17
    few = bytes_of_run(markovpy.parse(PROGRAMS["few matches"].format("1024x1024")))
    assert large > 4 * few
