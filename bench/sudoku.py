"""Sudoku: puzzles a second with proof of uniqueness, beside other solvers and the C++ yardstick.

``python bench/sudoku.py [ROUNDS]``; the measurements of a round follow each other, so that a busy
machine slows all alike. The target is scaled by the yardstick: a machine where ``generic.cpp``
needs 27 ms for MazeGrowth 967. Solvers that are not installed are left out:
``pip install python-sat py-sudoku`` brings them.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from importlib import import_module

import numpy as np
from common import SHARED, leave, measure_yardstick, spread, table, yardstick

from markovpy.plugins.sudoku import count_many, solve
from markovpy.plugins.sudoku.shape import Shape
from markovpy.plugins.sudoku.solver import solver

LISTS = {"sudoku17.txt": 100_000, "top1465_sample.txt": 25_000}
REFERENCE = 27.0
REPEATS = 40
Counter = Callable[[str], int]


def puzzles(name: str) -> list[str]:
    """Return the puzzles of a list beside the repository."""
    path = SHARED / "data" / name
    if not path.exists():
        leave(f"there is no ../shared/data/{name}")
    lines = path.read_text(encoding="ascii").splitlines()
    return [line.split("\t")[0] for line in lines if not line.startswith("#")]


def glucose() -> Counter | None:
    """Return a count up to 2 by python-sat's Glucose 4, or None."""
    try:
        solvers = import_module("pysat.solvers")
    except ImportError:
        return None
    shape = Shape()
    clauses = [[9 * cell + digit for digit in range(1, 10)] for cell in range(81)]
    for unit in shape.units:
        clauses += [[9 * cell + digit for cell in unit] for digit in range(1, 10)]
    for cell, peers in enumerate(shape.peers):
        for digit in range(1, 10):
            mine = 9 * cell + digit
            clauses += [[-mine, -(9 * other + digit)] for other in peers if other > cell]
            clauses += [[-mine, -(9 * cell + other)] for other in range(digit + 1, 10)]
    engine = solvers.Solver(name="g4", bootstrap_with=clauses)
    selector = [9 * 81]

    def count(text: str) -> int:
        given = [9 * cell + int(c) for cell, c in enumerate(text) if c != "."]
        if not engine.solve(assumptions=given):
            return 0
        model = [literal for literal in engine.get_model()[: 9 * 81 + 9] if literal > 0]
        selector[0] += 10
        other = selector[0]
        engine.add_clause([-other, *(-literal for literal in model if literal < 9 * 82)])
        return 1 + engine.solve(assumptions=[*given, other])

    return count


def py_sudoku() -> Counter | None:
    """Return a count up to 2 by py-sudoku, or None."""
    here = sys.path.pop(0)  # this script has the other module's name
    try:
        board = import_module("sudoku").Sudoku
    except ImportError:
        return None
    finally:
        sys.path.insert(0, here)

    def count(text: str) -> int:
        rows = [[int(c) if c != "." else None for c in text[i : i + 9]] for i in range(0, 81, 9)]
        return int(not board(3, 3, board=rows).has_multiple_solutions())

    return count


def rate(work: Callable[[], object], number: int) -> float:
    """Return puzzles a second of one go."""
    start = time.perf_counter()
    work()
    return number / (time.perf_counter() - start)


def measure_others(texts: list[str], counter: Counter, most: int) -> float:
    """Return puzzles a second of another solver on the first so many puzzles."""
    some = texts[:most]
    speed = rate(lambda: [counter(text) for text in some], len(some))
    wrong = [text for text in some if counter(text) != 1]
    if wrong:
        print(f"not found unique by that solver: {len(wrong)} of {len(some)}")
    return speed


def measure_lists(rounds: int) -> None:
    """Print the speed on each list beside the target and the others."""
    binary = yardstick()
    lists = {name: puzzles(name) for name in LISTS}
    ours: dict[str, list[float]] = {name: [] for name in LISTS}
    scales: list[float] = []
    for _ in range(rounds):
        scales.append(measure_yardstick(binary, "MazeGrowth", 967, 200_000) / REFERENCE)
        for name, texts in lists.items():
            assert (count_many(texts) == 1).all()
            many = texts * REPEATS
            ours[name].append(rate(lambda many=many: count_many(many), len(many)))  # type: ignore[misc]
    scale = statistics.median(scales)
    others = [("python-sat, Glucose 4", glucose(), 150), ("py-sudoku", py_sudoku(), 2)]
    rows = []
    for name, texts in lists.items():
        speed = statistics.median(ours[name])
        target = LISTS[name] / scale
        label = f"{name}: target {LISTS[name]:,} by {scale:.2f}"
        rows.append([label, f"{target:,.0f}", f"{speed / target:.1f}"])
        rows.append([f"{name}: markovpy", spread(ours[name]), "1"])
        for other, counter, most in others:
            if counter is not None:
                found = measure_others(texts, counter, most)
                rows.append([f"{name}: {other}", f"{found:,.1f}", f"{speed / found:,.0f}"])
    print(
        table(["17 clues, and hard", "puzzles a second", "markovpy is so many times faster"], rows)
    )
    for other, counter, _ in others:
        if counter is None:
            print(f"left out: {other} is not installed")


def measure_calls(texts: list[str]) -> None:
    """Print what a call from Python costs above the compiled solver."""
    engine = solver(Shape())
    given = [solve(text).givens for text in texts]
    arrays = [np.frombuffer(g, dtype=np.uint8).reshape(9, 9).astype(int) for g in given]
    core: list[float] = []
    text: list[float] = []
    array: list[float] = []
    for _ in range(21):
        core.append(1e6 / rate(lambda: [engine.count(g, 2) for g in given], len(given)))
        text.append(1e6 / rate(lambda: [solve(t) for t in texts], len(texts)))
        array.append(1e6 / rate(lambda: [solve(a) for a in arrays], len(arrays)))
    rows = [
        ["the compiled solver", spread(core), ""],
        ["solve(text)", spread(text), f"{min(text) - min(core):.1f}"],
        ["solve(array)", spread(array), f"{min(array) - min(core):.1f}"],
    ]
    print(table(["one call", "µs", "least above the core, µs (at most 10)"], rows))


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    measure_lists(rounds)
    print()
    measure_calls(puzzles("sudoku17.txt"))


if __name__ == "__main__":
    main()
