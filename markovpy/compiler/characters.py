"""Which characters can be symbols."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.lang.pictures import character_fault

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Word

_NOT_SYMBOLS = ' */[]{}"'
_QUOTED_ONLY = "#=-<>:()^+"


def check_symbol(symbol: str, word: Word, place: int, context: Context) -> bool:
    """Report a character that cannot be a symbol, or cannot stand here without quotes."""
    if symbol in _NOT_SYMBOLS or character_fault(symbol):
        message = f"{symbol!r} cannot be a symbol"
        context.error("bad-symbol", message, word.at(place), "take another character")
        return False
    if word.kind == "bare" and symbol in _QUOTED_ONLY:
        message = f"'{symbol}' stands in quotes wherever it is written"
        context.error("needs-quotes", message, word.at(place), f'write "{word.text}"')
        return False
    return True
