"""The values of expressions."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from markovpy.errors import Diagnostic
from markovpy.lang.conditions import (
    Binary,
    CountOf,
    Expression,
    Name,
    Negate,
    Number,
    read_expression,
    read_range,
)

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Word
    from markovpy.source import Span

_PLAIN = re.compile(r"\s*[-+]?(\d+\.?\d*|\.\d+)\s*")
LARGEST = 2_147_483_646
Amount = float
"""An int where the text says so, else a float."""


class EvaluationError(Exception):
    """An expression that has no value.

    Args:
        diagnostic: The problem.
    """

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def divide(left: Amount, right: Amount) -> Amount:
    """Divide, rounding down where both are whole."""
    if isinstance(left, int) and isinstance(right, int):
        return left // right
    return left / right


OPERATIONS: dict[str, Callable[[Amount, Amount], Amount]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divide,
    "%": operator.mod,
}


def evaluate(expression: Expression, context: Context, exact: bool = False) -> Amount:
    """Return the value of an expression.

    Args:
        expression: What is written, without counts.
        context: The program.
        exact: Whether whole numbers are divided to a fraction, not rounded down.

    Raises:
        EvaluationError: An unknown name, a division by zero, or a number that is too large.
    """
    assert not isinstance(expression, CountOf), "counts are read in conditions only"
    if isinstance(expression, Number):
        return expression.value
    if isinstance(expression, Name):
        return _named(expression, context)
    if isinstance(expression, Negate):
        return -evaluate(expression.operand, context, exact)
    left = evaluate(expression.left, context, exact)
    right = evaluate(expression.right, context, exact)
    return operate(expression, left, right, exact)


def operate(expression: Binary, left: Amount, right: Amount, exact: bool = False) -> Amount:
    """Return the result of one operation."""
    if expression.op in "/%" and right == 0:
        hint = "divide by something that is never 0 here"
        raise EvaluationError(
            Diagnostic("division-by-zero", "division by 0", expression.right.span, hint)
        )
    divided_exactly = exact and expression.op == "/"
    result = left / right if divided_exactly else OPERATIONS[expression.op](left, right)
    if not math.isfinite(result) or abs(result) > LARGEST:
        raise EvaluationError(
            Diagnostic("too-large", f"the number is larger than {LARGEST:,}", expression.span)
        )
    return result


def _named(expression: Name, context: Context) -> Amount:
    context.used.add(f"let {expression.name}")
    if expression.name in context.names:
        return context.names[expression.name]
    hint = context.near(expression.name, context.names) or (
        f"name it first: let {expression.name} = 10"
    )
    if expression.name in context.later_names:
        hint = f"move 'let {expression.name}' up, before this line"
    raise EvaluationError(
        Diagnostic("unknown-name", f"unknown name '{expression.name}'", expression.span, hint)
    )


def read_number(word: Word, context: Context, exact: bool = False) -> Amount | None:
    """Return the value of a written number; None where a problem was reported.

    Args:
        word: What is written.
        context: The program.
        exact: See :func:`evaluate`.
    """
    if ".." in word.text:
        message = f"one number is needed here, '{word.text}' is a range"
        context.error("unexpected-range", message, word.span, "write one of its numbers")
        return None
    if not _is_plain_enough(word, context):
        return None
    expression = read_expression(word, context.report)
    return None if expression is None else _reported(expression, context, exact)


def _is_plain_enough(word: Word, context: Context, ranged: bool = False) -> bool:
    """Report an expression in MarkovJunior's XML, which knows numbers (and some ranges) only."""
    parts = word.text.split("..") if ranged else [word.text]
    if not context.lenient or all(_PLAIN.fullmatch(part) for part in parts):
        return True
    message = f"'{word.text}' is no number"
    hint = f"write {word.text.replace(',', '.')}" if "," in word.text else "write it in digits"
    context.error("bad-expression", message, word.span, hint)
    return False


def read_whole(word: Word, context: Context, minimum: int) -> int | None:
    """Return the value of a written whole number; None where a problem was reported."""
    number = read_number(word, context)
    return None if number is None else whole(number, word.span, context, minimum)


def read_limits(
    word: Word, context: Context, minimum: int, ranged: bool = False
) -> tuple[int, int] | None:
    """Return both ends of a written range; None where a problem was reported.

    Args:
        word: What is written.
        context: The program.
        minimum: The least number allowed.
        ranged: Whether MarkovJunior knows ranges here too.
    """
    plain = _is_plain_enough(word, context, ranged)
    ends = read_range(word, context.report) if plain else None
    if ends is None:
        return None
    values = [_reported(ends[0], context)]
    values.append(values[0] if ends[1] is ends[0] else _reported(ends[1], context))
    if values[0] is None or values[1] is None:
        return None
    low = whole(values[0], ends[0].span, context, minimum)
    high = whole(values[1], ends[1].span, context, minimum)
    if low is None or high is None:
        return None
    if low > high:
        message = f"the range runs backwards, from {low} to {high}"
        context.error("backward-range", message, word.span, f"write {high}..{low}")
        return None
    return low, high


def whole(number: Amount, span: Span, context: Context, minimum: int | None) -> int | None:
    """Return a number as a whole one; None, reported, where it is none or too small."""
    if number != int(number):
        hint = f"write {math.floor(number)} or {math.ceil(number)}"
        context.error("not-whole", f"{number:g} is not a whole number", span, hint)
        return None
    if minimum is not None and number < minimum:
        message = f"{int(number)} is too small: at least {minimum} is needed"
        context.error("too-small", message, span)
        return None
    if number > LARGEST:
        context.error("too-large", f"the number is larger than {LARGEST:,}", span)
        return None
    return int(number)


def _reported(expression: Expression, context: Context, exact: bool = False) -> Amount | None:
    try:
        return evaluate(expression, context, exact)
    except EvaluationError as error:
        context.report(error.diagnostic)
        return None
