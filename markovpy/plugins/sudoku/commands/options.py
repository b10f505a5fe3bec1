"""The values that options of ``markovpy sudoku`` take."""

from __future__ import annotations

import re
from pathlib import Path

from click import BadParameter

FORMATS = (".txt", ".sdm", ".csv", ".png", ".jsonl")
_CLUES = re.compile(r"\s*(\d{1,3})\s*(?:\.\.\s*(\d{1,3})\s*)?", re.ASCII)
_BOX = re.compile(r"\s*(\d{1,2})\s*[xX×]\s*(\d{1,2})\s*", re.ASCII)


def box(text: str) -> tuple[int, int]:
    """Read ``HxW``: rows and columns of a box."""
    found = _BOX.fullmatch(text)
    if found is None:
        raise BadParameter(f"'{text}' is not ROWSxCOLUMNS of a box, such as 2x3.")
    return int(found[1]), int(found[2])


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
