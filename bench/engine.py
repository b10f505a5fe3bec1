"""The engine beside plain C++: medians, spread and ratios of interleaved runs.

``python bench/engine.py [ROUNDS]``; each round runs every model three times here, three there.
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import dataclass, field

from common import measure_yardstick, spread, table, yardstick

import markovpy

GROWTH = "grid {size}x{size} values=BWA\nput W at center\none: WBB -> WAW\n"
PARALLEL = "grid {size}x{size} values=BWA\nput W at center\nall: WBB -> WAW\n"
BACKTRACKER = """grid {size}x{size} values=BRGW
put R at center
markov:
    RBB -> GGR
    RGG -> WWR
"""
DUNGEON = """grid {size}x{size} values=BPWRG
put P at center
all: PBB -> **P
one: PBPBPBPBP/BBBBBBBBB/PBPBPBPBP/BBBBBBBBB/PBPBPBPBP/BBBBBBBBB/PBPBPBPBP -> \
WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW/WWWWWWWWW
markov:
    RBP -> GGR
    GGR -> RWW
    P -> R
one steps=1: R -> G
all: R -> W
markov:
    all: GWW -> **G
    one: GBW -> *WG
one steps=5: GBG -> *W*
all: G -> W
all: BBB/BWB -> BBB/BBB
"""


@dataclass
class Model:
    """A model that both engines know, and what its runs took in milliseconds."""

    name: str
    text: str
    size: int
    turns: int
    target: float
    ours: list[float] = field(default_factory=list)
    theirs: list[float] = field(default_factory=list)


MODELS = [
    Model("MazeGrowth", GROWTH, 967, 200_000, 1.3),
    Model("MazeBacktracker", BACKTRACKER, 967, 200_000, 1.3),
    Model("ParallelMazeGrowth", PARALLEL, 967, 0, 1.5),
    Model("NystromDungeon", DUNGEON, 39, 0, 2.0),
]


def measure(text: str, turns: int, runs: int = 3) -> tuple[float, int]:
    """Return the median time of runs in milliseconds, and the turns of the last one."""
    program = markovpy.parse(text)
    program.run(seed=0, steps=turns)
    times = []
    for seed in range(1, runs + 1):
        start = time.perf_counter()
        run = program.run(seed=seed, steps=turns)
        times.append((time.perf_counter() - start) * 1e3)
    return statistics.median(times), run.turns


def measure_sizes(rounds: int) -> str:
    """Compare turns a second on a small and on a large grid."""
    speeds: dict[int, list[float]] = {200: [], 2000: []}
    for _ in range(rounds):
        for size, found in speeds.items():
            milliseconds, turns = measure(GROWTH.format(size=size), 0)
            found.append(turns / milliseconds * 1e3)
    ratio = statistics.median(speeds[2000]) / statistics.median(speeds[200])
    rows = [[f"{size}x{size}", spread([v / 1e6 for v in found])] for size, found in speeds.items()]
    return (
        table(["`WBB -> WAW` to the end", "million turns a second"], rows)
        + f"\n\nRatio {ratio:.2f} (at least 0.5)."
    )


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    binary = yardstick()
    for _ in range(rounds):
        for model in MODELS:
            model.ours.append(measure(model.text.format(size=model.size), model.turns)[0])
            model.theirs.append(measure_yardstick(binary, model.name, model.size, model.turns))
    rows = [
        [
            f"{model.name} {model.size}",
            spread(model.ours),
            spread(model.theirs),
            f"{statistics.median(model.ours) / statistics.median(model.theirs):.2f}",
            f"{model.target}",
        ]
        for model in MODELS
    ]
    print(table(["model", "markovpy, ms", "generic.cpp, ms", "ratio", "at most"], rows))
    print()
    print(measure_sizes(max(1, rounds // 3)))


if __name__ == "__main__":
    main()
