"""The values that options of ``markovpy sudoku`` take."""

from __future__ import annotations

import re
from math import isqrt
from pathlib import Path

from click import BadParameter

FORMATS = (".txt", ".sdm", ".csv", ".png", ".jsonl")
_CLUES = re.compile(r"\s*(\d{1,3})\s*(?:\.\.\s*(\d{1,3})\s*)?", re.ASCII)
_BOX = re.compile(r"\s*(\d{1,2})\s*[xX×]\s*(\d{1,2})\s*", re.ASCII)


def box(text: str) -> tuple[int, int]:
    """Read ``WxH``, as sizes are written everywhere; return height and width of a box."""
    found = _BOX.fullmatch(text)
    if found is None:
        raise BadParameter(f"'{text}' is not WIDTHxHEIGHT of a box, such as 3x2.")
    return int(found[2]), int(found[1])


def box_hint(side: int) -> str:
    """Return what to type where the shape of a board's boxes must be stated."""
    height = max((n for n in range(1, isqrt(side) + 1) if side % n == 0), default=1)
    width = side // height
    return (
        f"state the size of a box, such as: --box {width}x{height} for {width} wide, {height} high"
    )


def output(text: str) -> Path:
    """Read the path of a file to write; its ending says what is written."""
    path = Path(text)
    if path.suffix.lower() not in FORMATS:
        raise BadParameter(f"'{text}' does not end in one of {' '.join(FORMATS)}")
    return path


def clues(text: str) -> tuple[int, int]:
    """Read ``N`` or ``N..M``: the least and the greatest number of givens."""
    found = _CLUES.fullmatch(text)
    if found is None:
        raise BadParameter(f"'{text}' is not a number of givens, such as 30 or 36..40.")
    return int(found[1]), int(found[2] or found[1])
