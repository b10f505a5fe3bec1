"""The symbols of a program and the values they have in the grid."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

MAXIMUM_SYMBOLS = 64


@dataclass(frozen=True)
class Alphabet:
    """The symbols that a grid can hold, and named sets of them.

    A set of values is a mask: bit ``v`` stands for value ``v``.

    Args:
        symbols: ``symbols[value]`` is how a value is written; at most 64.
        unions: Masks by the symbol that names them.
    """

    symbols: str
    unions: Mapping[str, int] = field(default_factory=dict)

    @property
    def everything(self) -> int:
        """The mask of all values."""
        return (1 << len(self.symbols)) - 1

    def value(self, symbol: str) -> int:
        """Return a symbol's value, or -1 where it is none."""
        return self.symbols.find(symbol)

    def mask(self, symbol: str) -> int:
        """Return the values that a value's or union's symbol stands for; 0 for neither."""
        value = self.symbols.find(symbol)
        return 1 << value if value >= 0 else self.unions.get(symbol, 0)
