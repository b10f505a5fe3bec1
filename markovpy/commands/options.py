"""The values that options take, and what to say of wrong ones."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path

from click import BadParameter

FORMATS = (".png", ".gif", ".txt", ".npy")
_SIZE = re.compile(r"(\d{1,10})[xX×](\d{1,10})(?:[xX×](\d{1,10}))?", re.ASCII)
_SETTING = re.compile(r"\s*(\w+)\s*=\s*(\S+)\s*")
_WHOLE = re.compile(r"[+-]?\d{1,30}", re.ASCII)
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)


def whole(lowest: int, highest: int, what: str) -> Callable[[str], int]:
    """Return a reader of whole numbers in a range.

    Args:
        lowest: The least allowed.
        highest: The most allowed.
        what: The allowed values in words.
    """

    def read(text: str) -> int:
        number = int(text) if _WHOLE.fullmatch(text.strip()) else None
        if number is None or not lowest <= number <= highest:
            raise BadParameter(f"'{text}' is not {what}.")
        return number

    return read


def decimal(lowest: float, highest: float, what: str) -> Callable[[str], float]:
    """Return a reader of numbers in a range; see :func:`whole`."""

    def read(text: str) -> float:
        number = float(text) if _NUMBER.fullmatch(text.strip()) else math.nan
        if not lowest <= number <= highest:
            raise BadParameter(f"'{text}' is not {what}.")
        return number

    return read


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


def output(text: str) -> Path:
    """Read the path of a file to write; its ending says what is written."""
    path = Path(text)
    if path.suffix.lower() not in FORMATS:
        raise BadParameter(f"'{text}' does not end in one of {' '.join(FORMATS)}")
    return path
