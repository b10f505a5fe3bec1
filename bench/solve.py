"""Sokoban by ``markovpy solve``: states, seconds and memory a level, beside a blind search.

``python bench/solve.py [LEVEL ...]``; levels of Microban, 1 to 25 where none is named. The blind
search is the same one without bounds and hopeless cells: what the rules tell beforehand is the
difference. Each search is a process of its own. Nothing else is known of the game than GAME.
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys

from common import SHARED, leave, table

GAME = """
grid values=BPCW
goal G from=B to=C
legend "#"=W " "=B "@"=P "$"=C "."=G "*"=C+G "+"=P+G
on arrows:
    PCB -> BPC
    PB -> BP
win no C off G
"""
MOST_BLIND = 5_000_000
CHILD = """
import json, resource, sys
import markovpy
from markovpy.play import Session, outlook, solve
text, levels, level, how, limit = json.loads(sys.stdin.read())
unit = 1e6 if sys.platform == "darwin" else 1e3
session = Session(markovpy.parse(text, levels=levels), level)
start = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
if how == "blind":
    outlook.needs_of = lambda wins, state: ()
found = solve(session, optimal=how != "any", limit=limit)
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit
print(json.dumps([found.outcome, found.move_count, found.states, found.seconds, peak - start]))
"""


def measure(level: int, how: str, limit: int | None = None) -> tuple[str, int, int, float, float]:
    """Return outcome, moves, states, seconds, and megabytes above the start, of one search."""
    levels = str(SHARED / "data" / "microban_1_60.xsb")
    done = subprocess.run(
        [sys.executable, "-c", CHILD],
        input=json.dumps([GAME, levels, level, how, limit]),
        check=True,
        capture_output=True,
        text=True,
    )
    outcome, moves, states, seconds, megabytes = json.loads(done.stdout)
    return outcome, moves, states, seconds, megabytes


def main() -> None:
    """Measure and print."""
    try:
        import resource  # noqa: F401  (what the child needs)
    except ImportError:
        leave("this system has no resource usage to ask for")
    path = SHARED / "data" / "microban_optimal.tsv"
    if not path.exists():
        leave("there is no ../shared/data/microban_optimal.tsv")
    with path.open(encoding="utf-8") as file:
        listed = {
            int(row["level"]): int(row["move_opt_moves"])
            for row in csv.DictReader(file, delimiter="\t")
        }
    rows = []
    for level in [int(word) for word in sys.argv[1:]] or sorted(listed):
        _, moves, states, seconds, megabytes = measure(level, "optimal")
        wrong = moves != listed.get(level, moves)
        _, longer, fewer, sooner, _ = measure(level, "any")
        outcome, _, blind, blind_seconds, _ = measure(level, "blind", MOST_BLIND)
        more = "" if outcome == "solved" else "> "
        optimal = [f"{states:,}", f"{seconds:.3f}", f"{megabytes:.1f}"]
        greedy = [str(longer), f"{fewer:,}", f"{sooner:.3f}"]
        without = [f"{more}{blind:,}", f"{more}{blind_seconds:.2f}", f"{more}{blind / states:.0f}"]
        rows.append([str(level), f"{moves}{' WRONG' * wrong}", *optimal, *greedy, *without])
    head = ["level", "fewest moves", "states", "s", "MB", "any: moves", "states", "s"]
    print(table([*head, "blind: states", "s", "states, ratio"], rows))


if __name__ == "__main__":
    main()
