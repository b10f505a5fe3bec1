"""The 15-puzzle beside plain C++: ten of Korf's instances, shortest solutions.

    python bench/sliding.py [ROUNDS]

Runs the database search of ``../shared/bench/sliding.cpp`` and ours by turns; the times are those
of the ten searches, databases made before. Prints also what making ours takes.
"""

from __future__ import annotations

import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

from common import SHARED, spread, table, yardstick

from markovpy.plugins.sliding import find_solution
from markovpy.plugins.sliding.databases import build
from markovpy.plugins.sliding.geometry import Shape
from markovpy.plugins.sliding.guide import groups_of

_INSTANCE = re.compile(r"\{(\d+(?:,\d+){15})\}")
_LENGTHS = re.compile(r"opt\[10\]=\{([\d,]+)\}")
_TOTAL = re.compile(r"== 6-6-3 pdb\S* total 10 instances ([\d.]+) s")


def instances() -> tuple[list[list[int]], list[int]]:
    """Return the boards of the C++ program and their lengths."""
    text = (SHARED / "bench" / "sliding.cpp").read_text(encoding="utf-8")
    boards = [[int(tile) for tile in found.split(",")] for found in _INSTANCE.findall(text)]
    lengths = _LENGTHS.search(text)
    assert lengths is not None
    return boards, [int(length) for length in lengths[1].split(",")]


def measure_yardstick(binary: Path) -> float:
    """Return the seconds of the database search; what the program does after it is cut off."""
    with subprocess.Popen([str(binary), "10"], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            found = _TOTAL.match(line)
            if found:
                process.kill()
                return float(found[1])
    raise RuntimeError("sliding.cpp printed no total")


def main() -> None:
    """Measure, and print tables."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    binary = yardstick("sliding")
    boards, lengths = instances()
    shape, goal = Shape(4, 4), range(16)
    start = time.perf_counter()
    build(shape, 0, groups_of(shape, 0))
    made = time.perf_counter() - start
    theirs, ours, states = [], [], 0
    find_solution(boards[0], 4, goal)
    for _ in range(rounds):
        theirs.append(measure_yardstick(binary))
        start = time.perf_counter()
        solutions = [find_solution(board, 4, goal) for board in boards]
        ours.append(time.perf_counter() - start)
        states = sum(solution.states for solution in solutions)
        assert [solution.moves for solution in solutions] == lengths
    ratio = statistics.median(ours) / statistics.median(theirs)
    head = ["ten 15-puzzles", "markovpy, s", "sliding.cpp, s", "ratio", "at most"]
    print(table(head, [["shortest", spread(ours), spread(theirs), f"{ratio:.2f}", "2.0"]]))
    print(f"\n{states:,} boards looked at; making the databases took {made:.1f} s.")


if __name__ == "__main__":
    main()
