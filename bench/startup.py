"""How long whole processes take: ``import numpy``, ``import markovpy``, the help, and a small run.

``python bench/startup.py [ROUNDS]``; they are run by turns.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time

from common import spread, table

COMMANDS = {
    "`import numpy`": ["-c", "import numpy"],
    "`import markovpy`": ["-c", "import markovpy"],
    "`markovpy --help`": ["-m", "markovpy", "--help"],
    "`markovpy run maze_dfs`": ["-m", "markovpy", "run", "maze_dfs"],
}
TARGETS = [1.0, 2.2, 1.2, 5.0]


def measure(arguments: list[str], folder: str) -> float | None:
    """Return a process's time in milliseconds; None if it fails."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *arguments], cwd=folder, capture_output=True, check=False
    )
    return (time.perf_counter() - start) * 1e3 if done.returncode == 0 else None


def main() -> None:
    """Measure and print."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    times: dict[str, list[float]] = {name: [] for name in COMMANDS}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(rounds):
            for name, arguments in COMMANDS.items():
                took = measure(arguments, folder)
                if took is not None:
                    times[name].append(took)
    base = statistics.median(times["`import numpy`"])
    rows = []
    for (name, found), target in zip(times.items(), TARGETS, strict=True):
        if found:
            ratio = f"{statistics.median(found) / base:.2f}"
            rows.append([name, spread(found), ratio, f"{target}"])
        else:
            rows.append([name, "fails", "", f"{target}"])
    print(table(["process", "ms", "ratio", "at most"], rows))


if __name__ == "__main__":
    main()
