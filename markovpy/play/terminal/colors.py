"""Which colours a terminal can show, and how it is told."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, TypeAlias

from markovpy.model.palette import RGB
from markovpy.play.terminal.text import can_write

Depth: TypeAlias = Literal["true", "256", "none"]
"""How many colours there are: 16 million, 256, or too few for pictures."""

UPPER_HALF = "▀"
RESET = "\x1b[0m"
_MOST = {"truecolor", "24bit"}
_DIRECT = re.compile(r"direct|truecolor|kitty|alacritty|wezterm|ghostty|^foot")
_CUBE = (0, 95, 135, 175, 215, 255)
_FIRST_GRAY = 232


def color_depth(variables: Mapping[str, str], encoding: str) -> Depth:
    """Return how many colours the terminal shows, as its variables say.

    Args:
        variables: The process's; ``NO_COLOR``, ``COLORTERM`` and ``TERM`` count.
        encoding: The output's. One without half blocks leaves plain characters.
    """
    name = variables.get("TERM", "")
    if variables.get("NO_COLOR") or name == "dumb" or not can_write(UPPER_HALF, encoding):
        return "none"
    if variables.get("COLORTERM", "").lower() in _MOST or "WT_SESSION" in variables:
        return "true"
    if _DIRECT.search(name):
        return "true"
    if "256" in name or (os.name == "nt" and not name):
        return "256"
    return "256" if _terminfo_colors(name) >= 256 else "none"


def encoding_of(variables: Mapping[str, str], encoding: str | None) -> str:
    """Return the encoding of a terminal.

    Python takes the locale "C" for UTF-8, also where the user has said that it is no more than
    ASCII; then the user is believed. Where nothing is said, so is Python.

    Args:
        variables: The process's; PYTHONIOENCODING and PYTHONUTF8 settle it.
        encoding: What Python writes.
    """
    if any(variables.get(name) for name in ("PYTHONIOENCODING", "PYTHONUTF8")):
        return encoding or "ascii"
    said = variables.get("LC_ALL") or _locale(variables)
    return "ascii" if said in ("C", "POSIX") else encoding or "ascii"


def _locale(variables: Mapping[str, str]) -> str:
    """Return the locale of characters; that which Python itself puts in place of "C" is no such."""
    name = variables.get("LC_CTYPE", "")
    language = variables.get("LANG", "")
    return language if name in ("", "C.UTF-8", "C.utf8", "UTF-8") else name


def _terminfo_colors(name: str) -> int:
    """Return how many colours the system's data give a kind of terminal; 0 if unknown."""
    try:
        import curses
    except ImportError:
        return 0
    try:
        curses.setupterm(name or "unknown", 1)
    except curses.error:
        return 0
    return max(0, curses.tigetnum("colors"))


@lru_cache(maxsize=4096)
def foreground(color: RGB, depth: Depth) -> str:
    """Return what has characters drawn in a colour, or in the nearest there is."""
    return _code(38, color, depth)


@lru_cache(maxsize=4096)
def background(color: RGB, depth: Depth) -> str:
    """Return what has characters drawn on a colour, or on the nearest there is."""
    return _code(48, color, depth)


def _code(kind: int, color: RGB, depth: Depth) -> str:
    if depth == "true":
        return f"\x1b[{kind};2;{color[0]};{color[1]};{color[2]}m"
    return f"\x1b[{kind};5;{nearest(color)}m"


def nearest(color: RGB) -> int:
    """Return the number of the nearest of the 240 colours that all 256-colour terminals share.

    They are a cube of 6 × 6 × 6 from number 16 on, and 24 grays, 8 to 238, from number 232 on.
    """
    steps = [min(range(6), key=lambda step: abs(_CUBE[step] - part)) for part in color]
    cube = (_CUBE[steps[0]], _CUBE[steps[1]], _CUBE[steps[2]])
    shade = min(23, max(0, round((sum(color) / 3 - 8) / 10)))
    gray = (8 + 10 * shade,) * 3
    if _distance(gray, color) < _distance(cube, color):
        return _FIRST_GRAY + shade
    return 16 + 36 * steps[0] + 6 * steps[1] + steps[2]


def _distance(one: RGB, other: RGB) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other))
