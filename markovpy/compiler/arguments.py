"""The arguments of nodes and rules, read as their kinds declare them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from markovpy.compiler.conditions import compile_condition
from markovpy.compiler.numbers import read_limits, read_number, read_whole
from markovpy.compiler.symbols import read_symbols
from markovpy.errors import did_you_mean
from markovpy.lang.conditions import read_condition
from markovpy.lang.syntax import Word
from markovpy.model import symmetry
from markovpy.nodes.parameter import KEEP, STEPS, SYMMETRY, WEIGHT, Parameter

if TYPE_CHECKING:
    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Argument
    from markovpy.source import Span

COIN_KINDS = "prl and convolution"
OPERATORS = ("+", "-", "*", "/", "%")
LARGEST_SUM = 27


def read_arguments(
    arguments: Sequence[Argument],
    parameters: Sequence[Parameter],
    owner: str,
    head: Span,
    context: Context,
    scope: Scope,
) -> dict[str, Any] | None:
    """Return the value of every parameter.

    Args:
        arguments: What is written.
        parameters: What is known.
        owner: What the arguments belong to, in words.
        head: Where to point when something is missing.
        context: The program.
        scope: What holds at this place.

    Returns:
        Values by name, the parameter's fallback where nothing is written; None as a whole
        where a problem was reported.
    """
    known = {p.name: p for p in parameters if not (p.native and context.lenient)}
    values: dict[str, Any] = {p.name: p.value_if_missing for p in parameters}
    condition = next((p for p in parameters if p.type == "condition"), None)
    given: set[str] = set()
    before = len(context.diagnostics)
    if condition is not None:
        named = [a for a in arguments if a.key and _is_meant(a.key.text, known)]
        parts = [a for a in arguments if a not in named]
        arguments = named
        written = read_condition(tuple(parts), context.tree.source, context.report, head)
        given.add(condition.name)
    for argument in arguments:
        parameter = _parameter(argument, known, given)
        if parameter is None and argument.key is None and argument.value.text in OPERATORS:
            message = f"a blank before '{argument.value.text}' ends the number"
            hint = "put the whole expression in parentheses: (width / 2)"
            context.error("blank-in-number", message, argument.span, hint)
            break
        if parameter is None:
            _unknown_argument(argument, known, owner, context)
        elif parameter.name in given:
            message = f"'{parameter.name}' is given twice"
            context.error("repeated-argument", message, argument.span, "remove one of them")
        else:
            given.add(parameter.name)
            values[parameter.name] = read_value(argument.value, parameter, context, scope)
    if condition is not None and written is not None:
        inner = replace(scope, symmetry=values.get("symmetry") or scope.symmetry)
        values[condition.name] = compile_condition(written, context, inner)
    for parameter in parameters:
        if parameter.required and parameter.name not in given:
            context.error("missing-argument", f"{owner} needs {parameter.name}", head)
    failed = any(d.severity == "error" for d in context.diagnostics[before:])
    return None if failed else values


def argument_places(
    arguments: Sequence[Argument], parameters: Sequence[Parameter]
) -> dict[str, Span]:
    """Return where the arguments stand, by the name of their parameter."""
    known = {parameter.name: parameter for parameter in parameters}
    places: dict[str, Span] = {}
    for argument in arguments:
        parameter = _parameter(argument, known, set(places))
        if parameter is not None:
            places.setdefault(parameter.name, argument.span)
    return places


def _is_meant(key: str, known: Mapping[str, Parameter]) -> bool:
    """Return whether ``key=`` among a condition's words is an argument, perhaps a wrong one."""
    names = [*known, *(parameter.name for parameter in (STEPS, SYMMETRY, WEIGHT))]
    return bool(did_you_mean(key, names))


def _parameter(
    argument: Argument, known: Mapping[str, Parameter], given: set[str]
) -> Parameter | None:
    if argument.key is not None:
        parameter = known.get(argument.key.text)
        return parameter if parameter and parameter.type != "flag" else None
    word = argument.value
    if word.kind == "bare" and word.text in known and known[word.text].type == "flag":
        return known[word.text]
    positional = [p for p in known.values() if p.positional and p.type != "condition"]
    return next((p for p in positional if p.name not in given), None)


def _unknown_argument(
    argument: Argument, known: Mapping[str, Parameter], owner: str, context: Context
) -> None:
    word = argument.key or argument.value
    keys = [
        p.summary if p.positional else name if p.type == "flag" else f"{name}="
        for name, p in known.items()
        if p.type != "condition"
    ]
    code, message = "unknown-argument", f"{owner} takes no argument '{word.text}'"
    hint = context.near(word.text, known)
    if argument.key and argument.key.text == "p":
        code, hint = "p-without-coin", f"only the rules of {COIN_KINDS} toss coins"
        message = f"'p=' has no meaning in {owner}"
    elif argument.key and word.text in known:
        message, hint = f"'{word.text}' is a word of its own", f"write {word.text} without a value"
    elif not argument.key and word.text in known:
        message, hint = f"'{word.text}' needs a value", f"write {word.text}=…"
    elif owner.startswith("a rule") and not argument.key and _is_pattern(word.text, context):
        code, message = "blank-in-pattern", f"a blank before '{word.text}' ends the pattern"
        hint = "write a pattern without blanks, / between its rows"
    elif not hint:
        hint = f"it takes {', '.join(keys)}" if keys else "remove it"
    if context.lenient:
        context.warn(code, message, argument.span, hint)
    else:
        context.error(code, message, argument.span, hint)


def _is_pattern(text: str, context: Context) -> bool:
    return all(context.alphabet.mask(symbol) or symbol in "*./" for symbol in text)


def read_value(word: Word, parameter: Parameter, context: Context, scope: Scope) -> Any:
    """Return what a written value means; None where a problem was reported."""
    if parameter.type == "flag":
        return True
    if parameter.type == "symmetry":
        return symmetry_name(word, context)
    if parameter.type == "count":
        return _count(word, parameter, context)
    if parameter.type == "range":
        return read_limits(word, context, parameter.minimum)
    if parameter.type == "decimal":
        return read_number(word, context, exact=True)
    if parameter.type == "symbol":
        return _symbol(word, context, scope)
    if parameter.type == "symbols":
        return _symbols(word, context, scope)
    if parameter.type == "masks":
        return _masks(word, context, scope)
    if parameter.type == "sums":
        return _sums(word, context)
    if parameter.type == "values":
        return read_symbols(word, context)
    if parameter.type == "text":
        return word.text
    if parameter.type == "choice":
        return _choice(word, parameter, context)
    return _fraction(word, context)


def _choice(word: Word, parameter: Parameter, context: Context) -> str | None:
    if word.text not in parameter.choices:
        message = f"'{parameter.name}' is {' or '.join(parameter.choices)}, not '{word.text}'"
        hint = did_you_mean(word.text, parameter.choices)
        context.error("unknown-choice", message, word.span, hint)
        return None
    return word.text


def _count(word: Word, parameter: Parameter, context: Context) -> int | None:
    number = read_whole(word, context, parameter.minimum)
    if number is not None and parameter.maximum is not None and number > parameter.maximum:
        message = f"{number:,} is too large: at most {parameter.maximum:,} is allowed"
        context.error("too-large", message, word.span, "a smaller number says the same")
        return None
    return number


def _symbol(word: Word, context: Context, scope: Scope) -> int | None:
    """Return the value that a word of one symbol stands for."""
    symbol = scope.symbols(word.text)
    value = context.alphabet.value(symbol) if len(symbol) == 1 else -1
    if value < 0:
        context.unknown_symbol(symbol, word.span, unions=False)
        return None
    return value


def _symbols(word: Word, context: Context, scope: Scope) -> int | None:
    """Return the mask of the values and unions that a word lists."""
    masks = _masks(word, context, scope)
    return None if masks is None else reduce(or_, masks, 0)


def _masks(word: Word, context: Context, scope: Scope) -> tuple[int, ...] | None:
    """Return the masks of the values and unions that a word lists."""
    masks = []
    if not word.text:
        context.error("no-values", "no symbol is listed", word.span, "name at least one value")
        return None
    for place, symbol in enumerate(scope.symbols(word.text)):
        known = context.alphabet.mask(symbol)
        if not known:
            context.unknown_symbol(symbol, word.at(place))
            return None
        context.used.add(f"union {symbol}")
        masks.append(known)
    return tuple(masks)


def _sums(word: Word, context: Context) -> int | None:
    """Return the mask of the numbers that a list of numbers and ranges holds."""
    mask = 0
    start = 0
    for text in word.text.split(","):
        part = Word(text, word.at(start, max(1, len(text))), word.kind, word.offset + start)
        start += len(text) + 1
        limits = read_limits(part, context, 0, ranged=True)
        if limits is None:
            return None
        low, high = limits
        if high > LARGEST_SUM:
            context.error("too-large", f"no sum is larger than {LARGEST_SUM}", part.span)
            return None
        mask |= (1 << high + 1) - (1 << low)
    return mask


def _fraction(word: Word, context: Context) -> float | None:
    number = read_number(word, context, exact=True)
    if number is not None and not 0 <= number <= 1:
        message = f"{number} is no chance: it lies between 0 and 1"
        context.error("not-a-chance", message, word.span, "write 0.25 for one in four")
        return None
    return number


def symmetry_name(word: Word, context: Context) -> str | None:
    """Return a symmetry's plain name; None where a problem was reported."""
    name = symmetry.group(word.text, context.three_dimensional)
    if name is None or (context.lenient and not word.text.startswith("(")):
        dimension = "3-D" if context.three_dimensional else "2-D"
        names = symmetry.names(context.three_dimensional, context.lenient)
        message = f"a {dimension} grid knows no symmetry '{word.text}'"
        near = did_you_mean(word.text, names) if len(word.text) >= _LONG_NAME else ""
        hint = f"{near} It knows" if near else "it knows"
        hint = f"{hint} {', '.join(names)}"
        context.error("unknown-symmetry", message, word.span, hint)
        return None
    return name


_LONG_NAME = 5  # names of few signs are all near to one another
RULE_PARAMETERS = (SYMMETRY, KEEP)
