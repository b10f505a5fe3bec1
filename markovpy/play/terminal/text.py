"""Text for the terminal: how wide it is, cut and wrapped to a width, and made harmless."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_ELLIPSIS = "…"


def clean(text: str) -> str:
    """Return a text on one line and without anything that would command the terminal."""
    joined = " ".join(text.split())
    return "".join(
        "?" if unicodedata.category(character).startswith("C") else character
        for character in joined
    )


def width(text: str) -> int:
    """Return how many columns a text takes."""
    return sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, columns: int) -> str:
    """Return a text, its end replaced by an ellipsis where it is too wide."""
    if width(text) <= columns:
        return text
    kept = ""
    for character in text:
        if width(kept) + _columns(character) > columns - 1:
            break
        kept += character
    return (kept + _ELLIPSIS)[: max(0, columns)]


def flow(parts: Iterable[str], columns: int, gap: int) -> list[list[str]]:
    """Return parts in as few lines as they need, side by side.

    Args:
        parts: What stays together.
        columns: How wide a line may be.
        gap: How many columns are between two parts of a line.
    """
    lines: list[list[str]] = []
    used = 0
    for part in parts:
        needed = gap + width(part)
        if lines and used + needed <= columns:
            lines[-1].append(part)
            used += needed
        else:
            lines.append([part])
            used = width(part)
    return lines


def count_of(number: int, noun: str) -> str:
    """Return a number of things in words, such as ``3 pushes``."""
    ending = "es" if noun.endswith("sh") else "s"
    return f"{number:,} {noun}{'' if number == 1 else ending}"


def can_write(text: str, encoding: str) -> bool:
    """Return whether an encoding has all characters of a text."""
    try:
        text.encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def shown_as(text: str, encoding: str) -> str:
    """Return a text with what an encoding has in place of the ellipsis."""
    return text if can_write(_ELLIPSIS, encoding) else text.replace(_ELLIPSIS, "~")
