"""The uncompiled engine gives what the compiled one and the reference give."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import markovpy
from markovpy.engine import machine
from markovpy.engine.random import Random
from support.games import SLIDING, SNAKE, SOKOBAN
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
PLAY_GAMES = """
from markovpy.play import Session
result = []
for text, moves, seed in argument:
    game = Session(markovpy.parse(text), seed=seed)
    states = [[game.text(), list(game.game.snapshot().generator)]]
    for move in moves:
        try:
            game.play(move)
        except markovpy.MarkovError:
            pass
        states.append([game.text(), list(game.game.snapshot().generator)])
    result.append([game.moves, game.status, states])
"""
SOLVE_GAMES = """
from markovpy.play import solve
result = []
for text, level, seed in argument:
    for optimal in (True, False):
        found = solve(markovpy.parse(text), level, seed=seed, optimal=optimal)
        result.append([found.outcome, found.moves, found.states, found.fewest])
"""
LIGHTS = """
grid 5x4 values=BW
on click:
    prl once:
        B -> W
        W -> B
    prl once:
        *B -> *W
        *W -> *B
on a:
    all: *B -> W*
win no B
"""
PENGUIN = """
grid 7x4 values=BPEWX
start {
    WWWEBWW
    WPBBBBW
    WBBWBEW
    WWWWWWW
}
on arrows:
    prl: P[BE] -> BP
    PW -> PX
one: X -> B
win no E
"""
PEGS = """
grid 5x2 values=.OXY
start {
    OO.O.
    .....
}
on click:
    .OX -> X..
    O -> Y
    X -> O
on arrows: XO. -> ..X
if any Y:
    prl once:
        X -> O
        Y -> X
win count [OX] == 1
lose no [OX]O. and no O[OX].
"""
LONG = {
    *("BlueNoise", "CompleteSAW", "CompleteSAWSmart", "GoToGradient", "Laplace"),
    *("PaintCompetition", "SequentialSokoban", "StrangeNoise"),
    *("Escher", "EscherSurface", "OrientedEscher", "PeriodicEscher", "PillarsOfEternity"),
    *("Apartemazements", "ClosedSurface", "ColoredKnots", "SelectLongKnots", "SubmergedKnots"),
    *("Surface", "WaveBrickWall"),
}
"""Models whose smallest run takes many seconds uncompiled; their nodes stand in PROGRAMS, or in
smaller models."""
PROGRAMS = [
    "grid 9x9 values=BRGW\nput R at center\nmarkov:\n    RBB -> GGR\n    RGG -> WWR",
    "grid 9x7 values=BWA\nput W at random\nall: WBB -> WAW",
    "grid 5x4x3 values=BW\nprl steps=3..6: B -> W p=0.3",
    "grid 8x8 values=BRG\nchoose steps=9:\n    one weight=3: B -> R\n    all: BB -> GG",
    "grid 8x8 values=BRG\nrepeat 2..4:\n    once: B -> R\n    if any G:\n        G -> R\n    "
    "else:\n        once: B -> G",
    "grid 6x6 values=BW\nwhile count B > 20:\n    once: B -> W\nrequire no BBBB/BBBB",
    "grid 11x9 values=BWR\nprl once: B -> W p=0.5\nconvolution neighborhood=Moore periodic "
    "steps=9:\n    B -> W sum=3 values=W\n    W -> R sum=0..1,4..8 values=WR\n    R -> B",
    "grid 7x5x4 values=BGR\nput R at random\nconvolution neighborhood=NoCorners outside=R "
    "steps=6:\n    G -> R sum=2..9 values=R\n    B -> G p=0.4\n    R -> B sum=0..4 values=GB",
    "grid 9x9 values=BRWX\nput R at random\nput W at random\nprl once: B -> X p=0.2\n"
    "path from=R to=W on=B color=X edges inertia steps=4",
    "grid 5x5x4 values=BRWX\nput R at random\nput W at random\n"
    "path from=R to=W on=B color=X edges vertices inertia longest steps=4",
    "grid 5x4 values=BW\nprl once: B -> W p=0.5\nmap scale=3/2x2 values=xyz:\n    WB -> yx/xy\n"
    "    W -> x*z\n    all: yx -> zz\n    map scale=1/2x1/2x2 values=ab:\n        z -> b//a\n"
    "        one: b//a -> a//a",
    "grid 8x8 values=_►▼◄▲\nfacing ►▼◄▲\nput ► at center\none steps=20: ►_ -> _►\none: ► -> ▲",
    "grid 12x9 values=BRGW\nput R at left\nput G at random\nall temperature=3:\n    RB -> WR\n"
    "    field R to=G on=BW recompute",
    "grid 9x9x2 values=BRG\nput R at 1,1,0\nput G at 7,7,1\none steps=30:\n    RB -> BR\n"
    "    field R from=G on=B essential",
    "grid 7x7 values=BRGW\nput R at 0,0\nput G at 6,5\none temperature=0.5:\n    RB -> WR\n"
    "    observe G from=B to=R\n    observe R to=W\n    observe B to=BW",
    "grid 5x4 values=BRWI\nput W at 2,1\nput R at 1,2\nput I at 3,2\none search limit=40:\n"
    "    RB -> BR\n    RWB -> BRW\n    observe I from=B to=W\n    observe B to=BR\n"
    "    observe R to=BR\n    observe W to=BR",
    "grid 4x3 values=BRI\nput R at left\nput I at right\nall search depth=1:\n    RB -> BR\n"
    "    observe I from=B to=R\n    observe B to=BR\n    observe R to=BR",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an uncompiled copy."""
    return uncompiled(tmp_path_factory.mktemp("pure"))


def test_installed_engine_is_compiled() -> None:
    assert not str(machine.__file__).endswith(".py"), "this run tests no compiled engine"


def test_games(folder: Path) -> None:
    games = [
        [SOKOBAN.replace("#@$.#", "#@ $.#"), [*"luRdr"], 1],
        [SNAKE, [*"..u.l.d...r.."], 5],
        [SLIDING, [*"lurdlurd", "c1,1", "c0,2", "c2,2"], 3],
        [LIGHTS, ["c2,1", "c0,0", "c4,3", "k(a)"], 2],
    ]
    found: dict[str, Any] = {"argument": games, "markovpy": markovpy}
    exec(PLAY_GAMES, found)
    assert run_pure(folder, PLAY_GAMES, games) == found["result"]


def test_solving(folder: Path) -> None:
    games = [
        [SOKOBAN, 2, 1],
        [SOKOBAN, 3, 1],
        [SLIDING, 1, 3],
        ["grid 4x3 values=.O\nstart {\nOOOO\nO.OO\nOOOO\n}\non click:\n"
        "    OO. -> ..O\nwin count O * 2 <= 4\n", 1, 1],
        [PENGUIN, 1, 1],
        [PEGS, 1, 1],
    ]  # fmt: skip
    found: dict[str, Any] = {"argument": games, "markovpy": markovpy}
    exec(SOLVE_GAMES, found)
    assert run_pure(folder, SOLVE_GAMES, games) == found["result"]


def wrapped(number: int) -> int:
    """Return what is left of a number in 32 bits."""
    return (number + 2**31) % 2**32 - 2**31


def draws(seed: int, count: int) -> list[int]:
    """Return the first draws for a seed, every step in 32 bits as .NET does it."""
    table = [0] * 56
    later = 161_803_398 - seed
    table[55], value = later, 1
    for i in range(1, 55):
        place = 21 * i % 55
        table[place] = value
        value = wrapped(later - value)
        value += 2_147_483_647 if value < 0 else 0
        later = table[place]
    for i in [*range(1, 56)] * 4:
        table[i] = wrapped(table[i] - table[1 + (i + 30) % 55])
        table[i] += 2_147_483_647 if table[i] < 0 else 0
    drawn = []
    for turn in range(count):
        head, tail = turn % 55 + 1, (turn + 21) % 55 + 1
        table[head] = wrapped(table[head] - table[tail])
        table[head] -= table[head] == 2_147_483_647
        table[head] += 2_147_483_647 if table[head] < 0 else 0
        drawn.append(table[head])
    return drawn


def test_generator_with_large_seeds(folder: Path) -> None:
    """A path seeds its own generator with any number, so that 32 bits may wrap around."""
    script = """
from markovpy.engine.random import Random
result = [[rng.sample() for _ in range(120)] for rng in map(Random, argument)]
"""
    seeds = [0, 161_803_398, 161_803_399, *range(10**9, 2 * 10**9, 13**7), 2_147_483_647]
    expected = [draws(seed, 120) for seed in seeds]
    assert [[rng.sample() for _ in range(120)] for rng in map(Random, seeds)] == expected
    assert run_pure(folder, script, seeds) == expected


@pytest.mark.parametrize(
    ("most_turns", "models"), [(200, 40), pytest.param(1600, 80, marks=pytest.mark.slow)]
)
def test_small_models(folder: Path, most_turns: int, models: int) -> None:
    shared("conformance")
    cheapest: dict[str, Row] = {}
    for row in sorted(rows(SHARED / "conformance"), key=lambda row: 4 * row.turns + row.cells):
        if row.turns <= most_turns and not row.slow and row.model not in LONG:
            cheapest.setdefault(row.model, row)
    assert len(cheapest) >= models
    files = SHARED / "conformance" / "models"
    asked = [
        [str(files / f"{row.model}.xml"), row.size, row.seed, row.max_turns]
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
