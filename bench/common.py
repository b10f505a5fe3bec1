"""What the benchmark scripts share: folders, the C++ yardstick, medians, tables."""

from __future__ import annotations

import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
SHARED = REPOSITORY.parent / "shared"
_ROW = re.compile(r"^generic (\w+) +(\d+) steps=(\d+) .*? median ([\d.]+) ms")


def leave(reason: str) -> None:
    """End with one plain line where something that is needed is absent."""
    print(f"skipped: {reason}")
    sys.exit(0)


def yardstick(name: str = "generic") -> Path:
    """Compile a C++ program of ``../shared/bench`` to compare with into a temporary folder."""
    source = SHARED / "bench" / f"{name}.cpp"
    compiler = shutil.which("g++") or shutil.which("clang++")
    if not source.exists():
        leave(f"there is no ../shared/bench/{name}.cpp")
    if compiler is None:
        leave("there is no C++ compiler")
    binary = Path(tempfile.mkdtemp(prefix="markovpy-bench-")) / name
    command = [str(compiler), "-O2", "-std=c++20", str(source), "-o", str(binary)]
    subprocess.run(command, check=True)
    return binary


def measure_yardstick(binary: Path, model: str, size: int, turns: int) -> float:
    """Return the yardstick's median of three runs, in milliseconds.

    Args:
        binary: The compiled yardstick.
        model: One of its models.
        size: Width and height in cells.
        turns: The turns that tell its rows of one size apart; 0 for the longest.
    """
    command = [str(binary), "3", model]
    printed = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    rows = {}
    for line in printed.splitlines():
        found = _ROW.match(line)
        if found and int(found[2]) == size:
            rows[int(found[3])] = float(found[4])
    return rows[turns or max(rows)]


def spread(times: Sequence[float]) -> str:
    """Return a median with the smallest and largest value."""
    low, middle, high = min(times), statistics.median(times), max(times)
    return f"{middle:.3g} ({low:.3g} to {high:.3g})"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)
