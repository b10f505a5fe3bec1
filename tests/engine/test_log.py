"""The log and the trace: what is thinned is not missed, and a replay ends as the run."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import markovpy
from markovpy.engine.state import SHORTEST_LOG

PROGRAMS = [
    "grid 9x9 values=BRGW\nput R at center\nmarkov:\n    RBB -> GGR\n    RGG -> WWR",
    "grid 9x9 values=BRG\nput R at center\nmarkov:\n    one: GGB -> BBG\n    one: RB -> BR\n"
    "    one: RB -> GR",
    "grid 8x6 values=BRG\nchoose steps=30:\n    all: B -> R\n    one: RR -> GB\n    one: G -> B",
    "grid 5x4x3 values=BW\nput W at random\nmarkov:\n    one steps=40: WB -> BW\n    all: WB -> WW",
    "grid 6x6 values=BWR\nsequence:\n    prl steps=5: B -> W p=0.3\n    one steps=9: W -> R\n"
    "    all: RB -> RR",
]
seeds = st.integers(0, 2**31 - 1)


@pytest.mark.parametrize("text", PROGRAMS)
@given(seed=seeds)
def test_thinning_changes_nothing(text: str, seed: int) -> None:
    program = markovpy.parse(text)
    plain = program.run(seed=seed, steps=300)
    thinned = program.begin(seed=seed, steps=300)
    while thinned.stopped is None:
        thinned._machine.state.log_limit = 0
        thinned.advance(1)
    assert (thinned.turns, thinned.text()) == (plain.turns, plain.text())


@pytest.mark.parametrize("text", PROGRAMS)
@given(seed=seeds)
def test_a_replay_ends_as_the_run(text: str, seed: int) -> None:
    run = markovpy.parse(text).run(seed=seed, steps=300, traced=True)
    assert run.trace is not None
    frames = list(run.trace.frames())
    assert len(frames) == run.turns + 1
    assert np.array_equal(frames[-1], run._machine.state.grid)


@pytest.mark.parametrize(
    "text",
    [
        "grid 20x20 values=BR\nput R at center\none: RB -> BR",
        "grid 20x20 values=BRGW\nput R at center\nmarkov:\n    one: RB -> BR\n    one: RG -> WR\n"
        "    one: WR -> GB",
    ],
)
def test_the_log_does_not_grow_with_the_turns(text: str) -> None:
    run = markovpy.parse(text).begin(seed=1, steps=100_000)
    run.finish()
    assert run.turns == 100_000
    assert run._machine.state.log_size <= 2 * 400 + SHORTEST_LOG + 2
    assert len(run._machine.state.log_array) <= 2 * (2 * 400 + SHORTEST_LOG)
