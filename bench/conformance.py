"""Every model of ../shared/conformance that takes the reference 2 ms or more, beside the reference.

``python bench/conformance.py [MODEL ...]``. The reference's times were taken on a machine where
generic.cpp needed 27 ms for MazeGrowth 967; they are scaled by what it needs here. The smallest
times count, ours of each row's runs and the yardstick's of all: other load only adds.
"""

from __future__ import annotations

import csv
import statistics
import sys
import time

from common import SHARED, leave, measure_yardstick, table, yardstick

import markovpy

YARDSTICK_THEN = 27.0
SHORTEST = 2.0
ENOUGH = 200.0
"""Milliseconds: a model that takes less is run five times."""


def measure(row: dict[str, str], milliseconds: float) -> float | None:
    """Return our time for a row of golden.csv; None if the model cannot be run yet.

    Raises:
        SystemExit: The run is not equal to the reference's.
    """
    path = SHARED / "conformance" / "models" / f"{row['model']}.xml"
    size = (int(row["width"]), int(row["height"]), int(row["depth"]))
    seed, turns = int(row["seed"]), max(0, int(row["max_turns"]))
    try:
        program = markovpy.load(path, size=size)
    except markovpy.MarkovError:
        return None
    times = []
    for _ in range(5 if milliseconds < ENOUGH else 1):
        start = time.perf_counter()
        run = program.run(seed=seed, steps=turns)
        times.append((time.perf_counter() - start) * 1e3)
    if run.sha256 != row["sha256"] or run.turns != int(row["turns"]):
        sys.exit(f"{row['model']} {size} seed {seed} is not equal to the reference")
    return min(times)


def main() -> None:
    """Measure and print."""
    golden = SHARED / "conformance" / "golden.csv"
    if not golden.exists():
        leave("there is no ../shared/conformance/golden.csv")
    binary = yardstick()
    found: dict[str, list[tuple[float, float]]] = {}
    missing = set()
    paces = []
    for number, row in enumerate(csv.DictReader(golden.open(encoding="utf-8"))):
        wanted = not sys.argv[1:] or row["model"] in sys.argv[1:]
        if not wanted or float(row["warm_ms"] or 0) < SHORTEST:
            continue
        ours = measure(row, float(row["warm_ms"]))
        if ours is None:
            missing.add(row["model"])
            continue
        if not paces or number % 10 == 0:
            paces.append(measure_yardstick(binary, "MazeGrowth", 967, 200_000) / YARDSTICK_THEN)
        theirs = float(row["warm_ms"])
        size = "x".join(row[side] for side in ("width", "height", "depth"))
        found.setdefault(f"{row['model']} {size}", []).append((ours, theirs))
    rows = []
    ratios = []
    pace = min(paces)
    for name, times in found.items():
        times = [(ours, theirs * pace) for ours, theirs in times]
        ratio = statistics.geometric_mean(ours / theirs for ours, theirs in times)
        ratios.extend(ours / theirs for ours, theirs in times)
        middle = [f"{statistics.median(column):.3g}" for column in zip(*times, strict=True)]
        rows.append((ratio, [name, str(len(times)), *middle, f"{ratio:.2f}"]))
    rows.sort(key=lambda row: -row[0])
    head = ["model", "rows", "markovpy, ms", "reference, scaled, ms", "ratio"]
    print(table(head, [row for _, row in rows]))
    print(
        f"\n{len(ratios)} rows, geometric mean {statistics.geometric_mean(ratios):.2f}, "
        f"largest {max(ratios):.2f}; the machine is {pace:.2f} times slower "
        f"than then. {len(missing)} models cannot be run yet."
    )


if __name__ == "__main__":
    main()
