"""Written conditions to conditions that look at a running grid."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, NoReturn

from markovpy.compiler.grids import describe, grid_of_word
from markovpy.compiler.numbers import OPERATIONS, EvaluationError, evaluate, operate
from markovpy.compiler.patterns import left_masks
from markovpy.compiler.rules import pattern_variants
from markovpy.engine import conditions as engine
from markovpy.engine.table import RuleTable
from markovpy.errors import Diagnostic
from markovpy.lang.conditions import (
    And,
    Binary,
    Compare,
    Condition,
    CountOf,
    Exists,
    Expression,
    GridIs,
    Marked,
    Negate,
    Not,
)
from markovpy.lang.patterns import read_pattern

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Word


class _FaultError(Exception):
    """A part of the condition was wrong; it has been reported."""


def compile_condition(
    condition: Condition, context: Context, scope: Scope
) -> engine.Condition | None:
    """Return a condition that can be asked of a state; None where a problem was reported."""
    try:
        return _condition(condition, context, scope)
    except _FaultError:
        return None
    except EvaluationError as error:
        context.report(error.diagnostic)
        return None


def _condition(condition: Condition, context: Context, scope: Scope) -> engine.Condition:
    if isinstance(condition, Exists):
        return engine.Exists(_table(condition.pattern, context, scope), condition.expected)
    if isinstance(condition, Compare):
        left = _quantity(condition.left, context, scope)
        right = _quantity(condition.right, context, scope)
        return engine.Comparison(engine.COMPARISONS[condition.op], left, right)
    if isinstance(condition, Not):
        return engine.Not(_condition(condition.operand, context, scope))
    if isinstance(condition, Marked):
        return _marked(condition, context, scope)
    if isinstance(condition, GridIs):
        return engine.GridIs(_grid(condition.target, context))
    operands = [_condition(operand, context, scope) for operand in condition.operands]
    return reduce(engine.Both if isinstance(condition, And) else engine.Either, operands)


def _marked(condition: Marked, context: Context, scope: Scope) -> engine.Condition:
    """Return a condition on cells with or without the mark of a goal."""
    symbol = condition.goal.text
    if symbol not in context.goals:
        hint = context.near(symbol, context.goals) or f"add goal {symbol} from=… to=…"
        _fail(
            Diagnostic("unknown-goal", f"'{symbol}' is no goal", condition.goal.span, hint), context
        )
    pattern = read_pattern(condition.symbol, context.report)
    masks = None if pattern is None else left_masks(pattern, context, scope)
    if masks is None:
        raise _FaultError
    if len(masks) > 1:
        message = "only one cell can be on or off a goal"
        hint = "write one symbol, or a set such as [CD]"
        _fail(Diagnostic("not-one-cell", message, condition.symbol.span, hint), context)
    bit = context.goals[symbol].bit
    # "every C on G" says the same as "no C off G".
    on = condition.on if condition.quantifier != "every" else not condition.on
    return engine.Marked(masks[0], bit, on, expected=condition.quantifier == "any")


def _quantity(expression: Expression, context: Context, scope: Scope) -> engine.Quantity:
    if isinstance(expression, CountOf):
        return engine.Count(_table(expression.pattern, context, scope))
    if isinstance(expression, Negate):
        operand = _quantity(expression.operand, context, scope)
        return _calculated("-", engine.Constant(0), operand)
    if not isinstance(expression, Binary):
        return engine.Constant(evaluate(expression, context))
    left = _quantity(expression.left, context, scope)
    right = _quantity(expression.right, context, scope)
    if isinstance(left, engine.Constant) and isinstance(right, engine.Constant):
        return engine.Constant(operate(expression, left.number, right.number))
    if expression.op in "/%" and not (isinstance(right, engine.Constant) and right.number):
        message = "only a fixed number other than 0 can be the divisor here"
        hint = "multiply the other side of the comparison instead"
        _fail(Diagnostic("bad-divisor", message, expression.right.span, hint), context)
    return _calculated(expression.op, left, right)


def _calculated(op: str, left: engine.Quantity, right: engine.Quantity) -> engine.Quantity:
    if isinstance(left, engine.Constant) and isinstance(right, engine.Constant):
        return engine.Constant(OPERATIONS[op](left.number, right.number))
    return engine.Calculation(OPERATIONS[op], left, right)


def _table(word: Word, context: Context, scope: Scope) -> RuleTable:
    found = pattern_variants(word, context, scope)
    if found is None:
        raise _FaultError
    if found not in context.tables:
        context.tables[found] = RuleTable(found, context.shape, len(context.alphabet.symbols))
    return context.tables[found]


def _grid(target: Word, context: Context) -> NDArray[np.uint8] | None:
    """Return the grid to compare with; None for the run's own start."""
    if target.kind == "bare" and target.text == "start":
        return None
    if target.kind == "bare" and not all(map(context.alphabet.mask, target.text)):
        message = f"'{target.text}' is no grid"
        hint = "write grid is start, or a picture { … } behind 'is'"
        _fail(Diagnostic("unknown-grid", message, target.span, hint), context)
    cells = grid_of_word(target, context)
    if cells is None:
        raise _FaultError
    if cells.marks.any():
        message = "a goal's mark is no part of the grid"
        hint = "write the value, and ask for the mark with 'on' or 'off'"
        _fail(Diagnostic("unknown-grid", message, target.span, hint), context)
    grid = cells.values
    if grid.shape != context.shape:
        message = f"this picture is {describe(grid.shape)}, the grid {describe(context.shape)}"
        hint = "give every cell of the grid"
        _fail(Diagnostic("different-sizes", message, target.span, hint), context)
    return grid


def _fail(diagnostic: Diagnostic, context: Context) -> NoReturn:
    context.report(diagnostic)
    raise _FaultError
