"""The values that options take, and what to say of wrong ones."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import SystemRandom
from typing import Literal

from click import BadParameter

from markovpy.engine.random import MAXIMUM_SEED

FORMATS = (".png", ".gif", ".txt", ".npy", ".vox")
MOST_SEEDS = 10_000
_MOST = 2**62
_RANGE = re.compile(r"\s*(\d{1,10})\s*(?::\s*(\d{1,10})\s*)?", re.ASCII)
_SIZE = re.compile(r"(\d{1,10})[xX×](\d{1,10})(?:[xX×](\d{1,10}))?", re.ASCII)
_SETTING = re.compile(r"\s*(\w+)\s*=\s*(\S+)\s*")
_SPAN = re.compile(r"(\d{1,9})\.\.(\d{1,9})", re.ASCII)
_WHOLE = re.compile(r"[+-]?\d{1,30}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)


def whole(lowest: int | None = None, highest: int | None = None) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range.

    Args:
        lowest: The least allowed; None for any that a machine word holds.
        highest: The most allowed, likewise.
    """
    what = "a whole number"
    if lowest is not None:
        what += f" from {lowest:,} " + ("on" if highest is None else f"to {highest:,}")
    least = -_MOST if lowest is None else lowest
    most = _MOST if highest is None else highest

    def read(text: str) -> int:
        number = int(text) if _WHOLE.fullmatch(text.strip()) else None
        if number is None or not least <= number <= most:
            raise BadParameter(f"'{text}' is not {what}.")
        return number

    return read


def level(text: str) -> int | Literal["all"]:
    """Read the number of a level, or ``all``."""
    if text.strip() == "all":
        return "all"
    try:
        return whole(1)(text)
    except BadParameter:
        raise BadParameter(f"'{text}' is not a whole number from 1 on, nor all.") from None


def decimal(lowest: float, highest: float, what: str) -> Callable[[str], float]:
    """Return a reader of numbers in a range.

    Args:
        lowest: The least allowed.
        highest: The most allowed.
        what: The allowed values in words.
    """

    def read(text: str) -> float:
        number = float(text) if _NUMBER.fullmatch(text.strip()) else math.nan
        if not lowest <= number <= highest:
            raise BadParameter(f"'{text}' is not {what}.")
        return number

    return read


def seeds(text: str) -> tuple[int, ...]:
    """Read ``0:24`` (24 seeds, 0 to 23), ``3,7,9``, both mixed, or ``24`` (so many drawn ones)."""
    if _WHOLE.fullmatch(text.strip()):
        count = int(text)
        if not 1 <= count <= MOST_SEEDS:
            raise BadParameter(f"'{text}' is not a number of seeds from 1 to {MOST_SEEDS:,}.")
        return tuple(SystemRandom().sample(range(MAXIMUM_SEED + 1), count))
    found: list[int] = []
    for part in text.split(","):
        match = _RANGE.fullmatch(part)
        if match is None:
            known = "0:24 for 0 to 23, 3,7,9, or 24 for so many drawn ones"
            raise BadParameter(f"'{text}' is not seeds: write {known}.")
        first, last = int(match[1]), int(match[2] or int(match[1]) + 1)
        if not first < last <= MAXIMUM_SEED + 1:
            what = "holds no seed" if first >= last else f"goes beyond {MAXIMUM_SEED:,}"
            raise BadParameter(f"'{part.strip()}' {what}.")
        if len(found) + last - first > MOST_SEEDS:
            raise BadParameter(f"'{text}' has more than {MOST_SEEDS:,} seeds.")
        found += range(first, last)
    if len(set(found)) < len(found):
        twice = Counter(found).most_common(1)[0][0]
        raise BadParameter(f"'{text}' has the seed {twice} twice.")
    return tuple(found)


def span(text: str) -> tuple[int, int]:
    """Read ``5..40``, two whole numbers that both belong to it."""
    match = _SPAN.fullmatch(text.strip())
    low, high = (int(match[1]), int(match[2])) if match else (1, 0)
    if low > high:
        raise BadParameter(f"'{text}' is not a range: write 5..40 for 5 to 40.")
    return low, high


def sheet(text: str) -> Path:
    """Read the path of a contact sheet to write."""
    path = Path(text)
    if path.suffix.lower() != ".png":
        raise BadParameter(f"'{text}' does not end in .png")
    return path


def size(text: str) -> tuple[int, int, int]:
    """Read ``WxH`` or ``WxHxD``."""
    from markovpy.compiler.dimensions import size_problem

    match = _SIZE.fullmatch(text.strip())
    if match is None:
        raise BadParameter(f"'{text}' is not WIDTHxHEIGHT or WIDTHxHEIGHTxDEPTH, such as 59x59.")
    width, height, depth = (int(part or 1) for part in match.groups())
    problem = size_problem(width, height, depth)
    if problem:
        raise BadParameter(f"{text}: {problem}.")
    return width, height, depth


def setting(text: str) -> tuple[str, float]:
    """Read ``NAME=VALUE``."""
    match = _SETTING.fullmatch(text)
    if match is None:
        raise BadParameter(f"'{text}' is not NAME=VALUE, such as rooms=40.")
    name, value = match.groups()
    number = float(value) if _NUMBER.fullmatch(value) else math.nan
    if not math.isfinite(number):
        raise BadParameter(f"'{value}' is not a number, such as 40 or 0.5.")
    return name, int(value) if _WHOLE.fullmatch(value) else number


def folder(text: str) -> Path:
    """Read the path of a folder to write into; an empty one is a slip, not the present one."""
    if not text.strip():
        raise BadParameter("the name is empty; for the present folder write .")
    return Path(text)


def output(text: str) -> Path:
    """Read the path of a file to write; its ending says what is written."""
    path = Path(text)
    if path.suffix.lower() not in FORMATS:
        raise BadParameter(f"'{text}' does not end in one of {' '.join(FORMATS)}")
    return path
