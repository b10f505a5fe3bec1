"""Peak memory of long runs: bounded by the grid, not by the turns.

``python bench/memory.py``; each measurement is a process of its own.
"""

from __future__ import annotations

import json
import subprocess
import sys

from common import leave, table

SIZE = 967
SHORT, LONG = 200_000, 20_000_000
MOST_MEGABYTES = 150.0
DRIFT_MEGABYTES = 5.0
WALK = f"grid {SIZE}x{SIZE} values=BR\nput R at center\none: RB -> BR\n"
WAITING = f"""grid {SIZE}x{SIZE} values=BRGW
put W at center
markov:
    one: RB -> BR
    one: GB -> BG
    one: W -> R
"""
BACKTRACKER = f"""grid {SIZE}x{SIZE} values=BRGW
put R at center
markov:
    RBB -> GGR
    RGG -> WWR
"""
CHILD = """
import json, resource, sys, time
unit = 1e6 if sys.platform == "darwin" else 1e3
start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
import markovpy
text, turns = json.loads(sys.stdin.read())
began = time.perf_counter()
run = markovpy.parse(text).run(seed=1, steps=turns)
took = time.perf_counter() - began
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
print(json.dumps([peak - start, run.turns, took]))
"""


def measure(text: str, turns: int) -> tuple[float, int, float]:
    """Return peak megabytes above the interpreter's start, the turns made, and seconds."""
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=json.dumps([text, turns]),
        check=True,
        capture_output=True,
        text=True,
    )
    megabytes, made, seconds = json.loads(done.stdout)
    return megabytes, made, seconds


def main() -> None:
    """Measure and print."""
    try:
        import resource  # noqa: F401  (what the child needs)
    except ImportError:
        leave("this system has no resource usage to ask for")
    rows = []
    programs = {
        "`RB -> BR`, one R": (WALK, LONG),
        "`markov`, two children that wait": (WAITING, LONG),
        "MazeBacktracker (ends by itself)": (BACKTRACKER, LONG),
    }
    for name, (text, turns) in programs.items():
        short, _, _ = measure(text, SHORT)
        long, made, seconds = measure(text, turns)
        fine = max(short, long) < MOST_MEGABYTES and abs(long - short) <= DRIFT_MEGABYTES
        numbers = [f"{short:.1f}", f"{long:.1f}", f"{made:,}", f"{seconds:.1f}"]
        rows.append([name, *numbers, "yes" if fine else "NO"])
    head = ["967x967", f"MB at {SHORT:,}", "MB at the end", "turns", "seconds", "bounded"]
    print(table(head, rows))
    print(
        f"\nAt most {MOST_MEGABYTES:.0f} MB above the interpreter's start, and the same ± "
        f"{DRIFT_MEGABYTES:.0f} MB."
    )


if __name__ == "__main__":
    main()
