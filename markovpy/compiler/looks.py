"""How a program wants its pictures: colours, glyphs, lines."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.compiler.numbers import read_whole
from markovpy.compiler.program import Appearance
from markovpy.compiler.statements import single, unknown_argument
from markovpy.lang.syntax import Statement
from markovpy.model.palette import RGB, parse_color
from markovpy.nodes import find_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Item


def read_appearance(context: Context, found: dict[str, list[Statement]]) -> Appearance:
    """Read ``color``, ``glyphs`` and ``lines``."""
    colors: dict[str, RGB] = {}
    others = _values_of_new_grids(context.tree.items)
    for statement in found.get("color", []):
        _read_color(statement, context, colors, others)
    lines = 0
    for statement in found.get("lines", []):
        lines = _read_lines(statement, context)
    for statement in found.get("glyphs", []):
        for argument in statement.arguments:
            unknown_argument(argument, "glyphs", [], context)
    return Appearance(colors, bool(found.get("glyphs")), lines)


def read_about(context: Context, found: dict[str, list[Statement]]) -> dict[str, str]:
    """Read ``title``, ``author`` and ``about``."""
    about = {}
    for name in ("title", "author", "about"):
        for statement in found.get(name, []):
            word = single(statement, context, f'for example: {name} "…"')
            if word is not None:
                about[name] = word.text
    return about


def _values_of_new_grids(items: Sequence[Item]) -> str:
    """Return the symbols that nodes name for their new grids."""
    symbols = ""
    for item in items:
        if isinstance(item, Statement):
            symbols += _values_of_new_grids(item.body or ())
            kind = find_kind(item.name.text)
            if kind is not None and kind.new_grid is not None:
                symbols += "".join(
                    a.value.text for a in item.arguments if a.key and a.key.text == "values"
                )
    return symbols


def _read_color(
    statement: Statement, context: Context, colors: dict[str, RGB], others: str
) -> None:
    words = [argument.value for argument in statement.arguments if argument.key is None]
    if len(words) != 2 or len(words) != len(statement.arguments):
        hint = "for example: color W ffffff"
        context.error("bad-color", "color needs symbols and a colour", statement.span, hint)
        return
    symbols, word = words
    rgb = parse_color(word.text)
    if rgb is None:
        message = f"'{word.text}' is no colour"
        context.error("bad-color", message, word.span, "write six hexadecimal digits: ff0000")
        return
    for place, symbol in enumerate(symbols.text):
        if context.alphabet.value(symbol) < 0 and symbol not in others:
            context.unknown_symbol(symbol, symbols.at(place), unions=False)
        colors[symbol] = rgb


def _read_lines(statement: Statement, context: Context) -> int:
    lines = 1
    for argument in statement.arguments:
        if argument.key and argument.key.text == "every":
            lines = read_whole(argument.value, context, 1) or 1
        else:
            unknown_argument(argument, "lines", ["every="], context)
    return lines
