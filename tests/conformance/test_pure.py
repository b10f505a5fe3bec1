"""The uncompiled engine gives what the compiled one and the reference give."""

from __future__ import annotations

from pathlib import Path

import pytest

import markovpy
from markovpy.engine import machine
from support.golden import Row, rows
from support.pure import run_pure, uncompiled
from support.shared import SHARED, shared

RUN_MODELS = """
result = []
for path, size, seed, turns in argument:
    run = markovpy.load(path, size=size).run(seed=seed, steps=turns)
    result.append([run.turns, run.sha256])
"""
RUN_TEXTS = """
result = []
for text, seed in argument:
    run = markovpy.parse(text).run(seed=seed, steps=300, traced=True)
    result.append([run.turns, run.sha256, [len(run.trace.changes(t)[0]) for t in range(run.turns)]])
"""
SLOW_UNCOMPILED = {
    *("Escher", "EscherSurface", "OrientedEscher", "PeriodicEscher", "PillarsOfEternity"),
    *("Apartemazements", "ClosedSurface", "ColoredKnots", "SelectLongKnots", "SubmergedKnots"),
    *("Surface", "WaveBrickWall"),
}
"""Models with large waves; the others have waves too."""
PROGRAMS = [
    "grid 9x9 values=BRGW\nput R at center\nmarkov:\n    RBB -> GGR\n    RGG -> WWR",
    "grid 9x7 values=BWA\nput W at random\nall: WBB -> WAW",
    "grid 5x4x3 values=BW\nprl steps=3..6: B -> W p=0.3",
    "grid 8x8 values=BRG\nchoose steps=9:\n    one weight=3: B -> R\n    all: BB -> GG",
    "grid 8x8 values=BRG\nrepeat 2..4:\n    once: B -> R\n    if any G:\n        G -> R\n    "
    "else:\n        once: B -> G",
    "grid 6x6 values=BW\nwhile count B > 20:\n    once: B -> W\nrequire no BBBB/BBBB",
    "grid 5x4 values=BW\nprl once: B -> W p=0.5\nmap scale=3/2x2 values=xyz:\n    WB -> yx/xy\n"
    "    W -> x*z\n    all: yx -> zz\n    map scale=1/2x1/2x2 values=ab:\n        z -> b//a\n"
    "        one: b//a -> a//a",
    "grid 8x8 values=_►▼◄▲\nfacing ►▼◄▲\nput ► at center\none steps=20: ►_ -> _►\none: ► -> ▲",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an uncompiled copy."""
    return uncompiled(tmp_path_factory.mktemp("pure"))


def test_installed_engine_is_compiled() -> None:
    assert not str(machine.__file__).endswith(".py"), "this run tests no compiled engine"


def test_small_models(folder: Path) -> None:
    shared("conformance")
    cheapest: dict[str, Row] = {}
    for row in sorted(rows(SHARED / "conformance"), key=lambda row: 4 * row.turns + row.cells):
        if row.turns <= 1600 and row.model not in SLOW_UNCOMPILED:
            cheapest.setdefault(row.model, row)
    assert len(cheapest) >= 50
    models = SHARED / "conformance" / "models"
    asked = [
        [str(models / f"{row.model}.xml"), row.size, row.seed, row.max_turns]
        for row in cheapest.values()
    ]
    expected = [[row.turns, row.sha256] for row in cheapest.values()]
    assert run_pure(folder, RUN_MODELS, asked) == expected


def test_own_programs(folder: Path) -> None:
    asked = [[text, seed] for text in PROGRAMS for seed in (1, 2, 3)]
    expected = []
    for text, seed in ((text, seed) for text in PROGRAMS for seed in (1, 2, 3)):
        run = markovpy.parse(text).run(seed=seed, steps=300, traced=True)
        assert run.trace is not None
        counts = [len(run.trace.changes(turn)[0]) for turn in range(run.turns)]
        expected.append([run.turns, run.sha256, counts])
    assert run_pure(folder, RUN_TEXTS, asked) == expected
