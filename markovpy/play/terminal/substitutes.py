"""Characters for symbols that a terminal cannot show."""

from __future__ import annotations

import string
from collections.abc import Iterable

from markovpy.play.terminal.text import can_write, width

_ALIKE = dict(zip("►▶▷▼▽◄◀◁▲△■□●○◉◎◆◇★☆×–—┌┐└┘", ">>>vv<<<^^##@oOQ*+*+x--r7LJ"))
_OTHERS = "@%&$~;,!'" + string.ascii_letters + string.digits


def substitutes(symbols: Iterable[str], encoding: str) -> dict[str, str]:
    """Return a character for each of the symbols that an encoding lacks, or that is wide.

    Those that look alike come first; no character stands for two symbols, nor for one and itself,
    as far as there are so many.

    Args:
        symbols: All symbols that are shown.
        encoding: The terminal's.
    """
    symbols = list(dict.fromkeys(symbols))
    lacking = [symbol for symbol in symbols if not _is_shown(symbol, encoding)]
    free = [
        character
        for character in dict.fromkeys([*_ALIKE.values(), *_OTHERS])
        if character not in symbols
    ]
    found: dict[str, str] = {}
    for symbol in sorted(lacking, key=lambda symbol: symbol not in _ALIKE):
        wanted = _ALIKE.get(symbol, "")
        others = [character for character in free if character not in _ALIKE.values()]
        chosen = wanted if wanted in free else next(iter(others or free), "?")
        found[symbol] = chosen
        free = [character for character in free if character != chosen]
    return found


def _is_shown(symbol: str, encoding: str) -> bool:
    return can_write(symbol, encoding) and width(symbol) == 1
