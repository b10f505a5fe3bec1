"""The reference's results: which rows there are, and what a run of one gives."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import markovpy

SLOW = {
    *(("FireNoise", 300), ("ForestFire", 600), ("SokobanLevel1", 14), ("Island", 800)),
    *(("MultiSokoban8", 8), ("MultiSokoban9", 9)),
}
SLOW_FROM_SEED_3 = {"CarmaTower", "ModernHouse", "PeriodicEscher", "SeaVilla"}


@dataclass(frozen=True)
class Row:
    """One final state that the reference gives."""

    model: str
    size: tuple[int, int, int]
    max_turns: int
    seed: int
    turns: int
    sha256: str

    @property
    def cells(self) -> int:
        """How many cells the grid has."""
        width, height, depth = self.size
        return width * height * depth

    @property
    def slow(self) -> bool:
        """Whether it takes seconds."""
        many = self.model in SLOW_FROM_SEED_3 and self.seed > 2
        return many or (self.model, self.size[0]) in SLOW


def rows(folder: Path) -> Iterator[Row]:
    """Yield all rows."""
    with (folder / "golden.csv").open(encoding="utf-8") as file:
        for line in csv.DictReader(file):
            yield Row(
                line["model"],
                (int(line["width"]), int(line["height"]), int(line["depth"])),
                max(0, int(line["max_turns"])),
                int(line["seed"]),
                int(line["turns"]),
                line["sha256"],
            )


def outcome(folder: Path, row: Row) -> tuple[int, str]:
    """Run a row; return its turns and the digest of its final state."""
    program = markovpy.load(folder / "models" / f"{row.model}.xml", size=row.size)
    run = program.run(seed=row.seed, steps=row.max_turns)
    return run.turns, run.sha256
