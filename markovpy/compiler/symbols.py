"""The symbols of a program: values, unions, facing, legend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.compiler.characters import check_symbol
from markovpy.compiler.context import Reading
from markovpy.compiler.goals import read_goal
from markovpy.compiler.statements import single
from markovpy.model.alphabet import MAXIMUM_SYMBOLS, Alphabet
from markovpy.model.symmetry import Facing

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Statement, Word


def read_symbols(word: Word, context: Context) -> str:
    """Return the symbols of a grid's values, without those that cannot be."""
    text = word.text.replace(" ", "") if context.lenient else word.text
    if not text:
        hint = 'for example: values="BW"'
        context.error("no-values", "the grid has no values", word.span, hint)
    for place, symbol in enumerate(word.text):
        if context.lenient and symbol == " ":
            continue
        check_symbol(symbol, word, place, context)
        if word.text.find(symbol) < place:
            message = f"'{symbol}' is listed twice"
            context.error("repeated-value", message, word.at(place), "remove one of them")
    if len(text) > MAXIMUM_SYMBOLS:
        message = f"{len(text)} values: a grid knows at most {MAXIMUM_SYMBOLS}"
        hint = f"remove {len(text) - MAXIMUM_SYMBOLS} of them"
        context.error("too-many-values", message, word.span, hint)
        return ""
    return "".join(dict.fromkeys(text))


def read_alphabet(context: Context, found: dict[str, list[Statement]]) -> None:
    """Read ``union``, ``facing`` and ``legend``; the grid's values are known."""
    read_unions(context, found.get("union", []))
    quadruples = [
        four for s in found.get("facing", []) if (four := _read_facing(s, context)) is not None
    ]
    context.facing = Facing(tuple(quadruples))
    for statement in found.get("goal", []):
        read_goal(statement, context)
    for statement in found.get("legend", []):
        _read_legend(statement, context)


def read_unions(context: Context, statements: list[Statement]) -> None:
    """Give the alphabet the unions that statements name."""
    unions: dict[str, int] = {}
    waiting = {a.key.text for s in statements for a in s.arguments if a.key}
    for statement in statements:
        waiting -= {a.key.text for a in statement.arguments if a.key}
        _read_union(statement, context, unions, waiting)
    context.alphabet = Alphabet(context.alphabet.symbols, unions)


def _read_union(
    statement: Statement, context: Context, unions: dict[str, int], waiting: set[str]
) -> None:
    """Add a union; ``waiting`` holds the names of those that stand behind it."""
    argument = statement.arguments[0] if len(statement.arguments) == 1 else None
    if argument is None or argument.key is None or len(argument.key.text) != 1:
        hint = "for example: union ? = BR"
        if context.lenient:
            hint = 'for example: <union symbol="?" values="BR"/>'
        context.error("bad-union", "union needs one symbol and its values", statement.span, hint)
        return
    key, word = argument.key, argument.value
    if not check_symbol(key.text, key, 0, context):
        return
    if key.text in context.alphabet.symbols or key.text in unions:
        what = "union" if key.text in unions else "value"
        message = f"'{key.text}' is already a {what}"
        context.error("repeated-symbol", message, key.span, "take another character")
        return
    mask = 0
    for place, symbol in enumerate(word.text):
        known = Alphabet(context.alphabet.symbols, unions).mask(symbol)
        if not known and symbol in waiting:
            message = f"union '{symbol}' is named further down"
            context.error("unknown-symbol", message, word.at(place), "move it up, before this one")
        elif not known:
            context.unknown_symbol(symbol, word.at(place), unions=False)
        context.used.add(f"union {symbol}")
        mask |= known
    unions[key.text] = mask or 1


def _read_facing(statement: Statement, context: Context) -> tuple[int, int, int, int] | None:
    hint = "name the values that look right, down, left and up: facing ►▼◄▲"
    word = single(statement, context, hint)
    if word is None:
        return None
    if len(word.text) != 4 or len(set(word.text)) != 4:
        context.error("bad-facing", "facing needs four different values", word.span, hint)
        return None
    values = [context.alphabet.value(symbol) for symbol in word.text]
    for place, value in enumerate(values):
        if value < 0:
            context.unknown_symbol(word.text[place], word.at(place), unions=False)
            return None
    right, down, left, up = values
    return right, down, left, up


def _read_legend(statement: Statement, context: Context) -> None:
    if not statement.arguments:
        context.error("bad-legend", "legend is empty", statement.span, 'for example: legend "#"=W')
    for argument in statement.arguments:
        key, word = argument.key, argument.value
        if key is None or len(key.text) != 1:
            message = "a legend entry is CHARACTER=SYMBOL"
            context.error("bad-legend", message, argument.span, 'for example: "#"=W')
        elif key.text in context.legend:
            message = f"'{key.text}' is in the legend twice"
            context.error("repeated-entry", message, key.span, "remove one of them")
        elif (reading := _reading(word, context)) is not None:
            context.legend[key.text] = reading


def _reading(word: Word, context: Context) -> Reading | None:
    """Return what a legend entry stands for: a value, a goal, or both joined by ``+``."""
    value, mark = word.text, ""
    if "+" in word.text and len(word.text) == 3:
        value, mark = word.text[0], word.text[2]
        if mark not in context.goals:
            hint = context.near(mark, context.goals) or f"add goal {mark} from=… to=…"
            context.error("unknown-goal", f"'{mark}' is no goal", word.at(2), hint)
            return None
    elif word.text in context.goals:
        goal = context.goals[word.text]
        return Reading(goal.before, goal.bit)
    if len(value) != 1 or context.alphabet.value(value) < 0:
        context.unknown_symbol(value, word.at(0, len(value)), unions=False)
        return None
    return Reading(context.alphabet.value(value), context.goals[mark].bit if mark else 0)
