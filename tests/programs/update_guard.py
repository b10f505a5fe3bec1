"""Write ``guard.csv`` anew: what every shipped program makes of a few seeds.

Run it when a program is added or meant to change: ``python tests/programs/update_guard.py``. Rows
that stand in the file keep their size and seed, and get the turns and digest of now; a program
without rows gets three of its own size, or a single one where that takes long, or one of half the
size where that takes very long. A row that changed without its program being touched is a fault.
"""

from __future__ import annotations

import csv
import sys
import time
from pathlib import Path
from typing import NamedTuple

import markovpy
from markovpy.errors import MarkovError
from markovpy.resources import programs

TABLE = Path(__file__).with_name("guard.csv")
FIRST_SEEDS = (1, 2, 1_000_000_007)
LONG_SECONDS = 0.3
VERY_LONG_SECONDS = 2.0


class Row(NamedTuple):
    """What one run gave; ``size`` is ``WIDTHxHEIGHT`` or ``WIDTHxHEIGHTxDEPTH``."""

    program: str
    size: str
    seed: int
    turns: int
    digest: str


def read_table() -> list[Row]:
    """Return the rows of the table; none where there is no table."""
    if not TABLE.exists():
        return []
    with TABLE.open(encoding="utf-8", newline="") as file:
        return [
            Row(row["program"], row["size"], int(row["seed"]), int(row["turns"]), row["digest"])
            for row in csv.DictReader(file)
        ]


def measure(program: str, size: str, seed: int) -> Row:
    """Run a shipped program."""
    sides = tuple(int(side) for side in size.split("x"))
    run = markovpy.load(program).run(seed=seed, size=sides)
    return Row(program, size, seed, run.turns, run.sha256)


def first_rows(program: str) -> list[Row]:
    """Return rows for a program that has none yet."""
    width, height, depth = markovpy.load(program).size
    size = f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
    began = time.perf_counter()
    first = measure(program, size, FIRST_SEEDS[0])
    seconds = time.perf_counter() - began
    if seconds > VERY_LONG_SECONDS:
        size = f"{width // 2}x{height // 2}" + (f"x{depth // 2}" if depth > 1 else "")
        return [measure(program, size, FIRST_SEEDS[0])]
    if seconds > LONG_SECONDS:
        return [first]
    return [first, *(measure(program, size, seed) for seed in FIRST_SEEDS[1:])]


def rows_of(program: str, before: set[Row]) -> list[Row]:
    """Return the rows that a program has from now on."""
    known = sorted(row[1:3] for row in before if row.program == program)
    return [measure(program, *key) for key in known] or first_rows(program)


def main() -> int:
    """Write the table and say what changed.

    Returns:
        1 where a program could not be run; it then has no rows in the table.
    """
    before = set(read_table())
    rows: list[Row] = []
    failed = 0
    for program in sorted(programs()):
        try:
            rows += rows_of(program, before)
        except MarkovError as error:
            failed = 1
            print(f"{program} cannot be run: {error}")
    with TABLE.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(Row._fields)
        writer.writerows(rows)
    for row in rows:
        if row not in before:
            print(f"{row.program} {row.size} seed {row.seed}: {row.turns} turns")
    gone = {row.program for row in before} - {row.program for row in rows}
    print(f"{len(rows)} rows, {len(set(rows) - before)} new or changed")
    if gone:
        print(f"rows dropped: {', '.join(sorted(gone))}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
