"""The grid statement, and the numbers that have names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markovpy.compiler.numbers import Amount, read_number
from markovpy.compiler.statements import unknown_argument
from markovpy.compiler.symbols import read_symbols
from markovpy.errors import Diagnostic, did_you_mean
from markovpy.lang.syntax import Word
from markovpy.model.alphabet import Alphabet
from markovpy.source import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.compiler.context import Context
    from markovpy.compiler.program import Settings
    from markovpy.lang.syntax import Statement

MAXIMUM_CELLS = 2**31 - 1
_SIZE = re.compile(r"(\d{1,10})[xX×](\d{1,10})(?:[xX×](\d{1,10}))?")


def read_grid(statement: Statement, context: Context) -> tuple[int, int, int] | None:
    """Read size and values; return the size as ``(width, height, depth)``."""
    size = None
    values: Word | None = None
    end = -1
    for argument in statement.arguments:
        word = argument.value
        if argument.key is not None and argument.key.text == "values":
            values = word
        elif argument.key is None and _SIZE.fullmatch(word.text):
            size = _size(word, context)
        elif argument.key is None and word.text[:1].isdigit():
            hint = "write WIDTHxHEIGHT, for example 59x59"
            context.error("bad-size", f"'{word.text}' is no size", word.span, hint)
        elif values is not None and word.span.start == end:
            quoted = context.tree.source.slice(Span(values.span.start, word.span.end))
            message = f"'{word.text}' stands in quotes wherever it is written"
            hint = f'write the values in quotes: values="{quoted}"…'
            context.error("needs-quotes", message, word.span, hint)
            break
        else:
            unknown_argument(argument, "grid", ["values="], context)
        end = word.span.end
    if values is None and context.lenient:
        message, hint = "the model has no values", 'for example: values="BW"'
        context.error("missing-argument", message, statement.span, hint)
    elif values is None:
        hint = "for example: grid values=BW"
        context.error("missing-argument", "grid needs its values", statement.span, hint)
    else:
        context.alphabet = Alphabet(read_symbols(values, context))
    return size


def _size(word: Word, context: Context) -> tuple[int, int, int] | None:
    matched = _SIZE.fullmatch(word.text)
    assert matched is not None
    width, height, depth = (int(part or 1) for part in matched.groups())
    problem = size_problem(width, height, depth)
    if problem:
        context.error("bad-size", problem, word.span, "write WIDTHxHEIGHT, for example 59x59")
        return None
    return width, height, depth


def size_problem(width: int, height: int, depth: int) -> str:
    """Return what is wrong with a size, in words; an empty string for nothing."""
    if min(width, height, depth) < 1:
        return "a grid has at least one cell in each direction"
    if width * height * depth > MAXIMUM_CELLS:
        return f"the grid has more than {MAXIMUM_CELLS:,} cells"
    return ""


def read_names(statements: Sequence[Statement], context: Context, settings: Settings) -> None:
    """Read the ``let`` statements, in source order: later ones may use earlier ones."""
    before = set(context.names)
    keys = [s.arguments[0].key for s in statements if s.arguments]
    context.later_names = {key.text for key in keys if key}
    for statement in statements:
        if statement.arguments and statement.arguments[0].key:
            context.later_names.discard(statement.arguments[0].key.text)
        _read_let(statement, context, settings)
    known = sorted(set(context.names) - before)
    for name in settings.names:
        if name not in known:
            hint = did_you_mean(name, known)
            if not hint:
                hint = f"it has {', '.join(known)}" if known else "it has no let statements"
            message = f"the program has no 'let {name}' to set"
            context.report(Diagnostic("unknown-name", message, hint=hint))


def _read_let(statement: Statement, context: Context, settings: Settings) -> None:
    arguments = statement.arguments
    if not arguments or arguments[0].key is None:
        hint = "for example: let rooms = 20"
        context.error("bad-let", "let needs a name and a number", statement.span, hint)
        return
    key = arguments[0].key
    value: Amount | None
    if not key.text.isidentifier():
        context.error("bad-name", f"'{key.text}' is no name", key.span, "use letters, digits and _")
        return
    if key.text in context.names:
        message = f"'{key.text}' already has a value"
        context.error("repeated-name", message, key.span, "take another name")
        return
    span = Span(arguments[0].value.span.start, arguments[-1].value.span.end)
    text = context.tree.source.slice(span)
    value = read_number(Word(text, span, "bare", span.start), context)
    if value is not None:
        value = settings.names.get(key.text, value)
    context.names[key.text] = 0 if value is None else value
