"""Rules: sides of one size, orientations, and what can never work."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from markovpy.compiler.patterns import left_masks, right_values
from markovpy.lang.patterns import PatternText, read_pattern, read_rule_picture
from markovpy.model.rule import LEAVE, Rule
from markovpy.model.symmetry import (
    anchored_variants,
    directed,
    orientations,
    turn_z,
    variants,
)
from markovpy.nodes.checked import CheckedRule

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Rewrite, Word
    from markovpy.nodes.kind import Stage
    from markovpy.source import Span


@dataclass(frozen=True)
class Side:
    """One side of a rule, read.

    Args:
        size: ``(width, height, depth)``.
        cells: Masks on the left, values on the right.
        span: Where it stands.
    """

    size: tuple[int, int, int]
    cells: tuple[int, ...]
    span: Span


def written_rule(
    item: Rewrite,
    values: Mapping[str, Any],
    context: Context,
    scope: Scope,
    target: Stage | None = None,
) -> CheckedRule | None:
    """Return the rule of a line ``left -> right``; None where a problem was reported.

    Args:
        item: The line.
        values: Its arguments.
        context: The program.
        scope: What holds at its place.
        target: The grid of its right side, where that is another one.
    """
    left = read_pattern(item.left, context.report)
    right = read_pattern(item.right, context.report)
    if left is None or right is None:
        return None
    span = item.left.span.to(item.right.span)
    return two_sided(left, right, span, values, context, scope, target)


def pictured_rule(
    word: Word,
    values: Mapping[str, Any],
    context: Context,
    scope: Scope,
    target: Stage | None = None,
) -> CheckedRule | None:
    """Return the rule of a picture block; None where a problem was reported."""
    sides = read_rule_picture(word, context.report)
    if sides is None:
        return None
    return two_sided(*sides, word.span, values, context, scope, target)


def two_sided(
    left: PatternText,
    right: PatternText,
    span: Span,
    values: Mapping[str, Any],
    context: Context,
    scope: Scope,
    target: Stage | None = None,
) -> CheckedRule | None:
    """Return the rule that two written patterns make; None where a problem was reported."""
    if target is None and not _same_size(left, right, span, context):
        return None
    first = left_side(left, context, scope)
    if first is None and target is None and left.depth > 1 and not context.three_dimensional:
        return None  # what was said of the left side holds for the right one too
    with right_context(context, target):
        second = right_side(right, context, scope, same_depth=target is None)
    return joined(first, second, span, values, context, scope, target)


def right_context(context: Context, target: Stage | None) -> AbstractContextManager[None]:
    """Look at the grid of a right side meanwhile."""
    return nullcontext() if target is None else context.inside(target)


def _same_size(
    left: PatternText | Side, right: PatternText | Side, span: Span, context: Context
) -> bool:
    sizes = [
        side.size if isinstance(side, Side) else (side.width, side.height, side.depth)
        for side in (left, right)
    ]
    if sizes[0] != sizes[1]:
        message = f"the left side is {_size(sizes[0])}, the right side {_size(sizes[1])}"
        context.error("different-sizes", message, span, "give both sides the same size")
    return sizes[0] == sizes[1]


def left_side(pattern: PatternText, context: Context, scope: Scope) -> Side | None:
    """Return what a written left side allows; None where a problem was reported."""
    if not _fits_dimension(pattern, context):
        return None
    lhs = left_masks(pattern, context, scope)
    size = (pattern.width, pattern.height, pattern.depth)
    return None if lhs is None else Side(size, lhs, pattern.span)


def right_side(
    pattern: PatternText, context: Context, scope: Scope, *, same_depth: bool = False
) -> Side | None:
    """Return what a written right side gives; None where a problem was reported.

    With ``same_depth`` what is to be said of its layers was said of the left side.
    """
    if not same_depth and not _fits_dimension(pattern, context):
        return None
    rhs = right_values(pattern, context, scope)
    size = (pattern.width, pattern.height, pattern.depth)
    return None if rhs is None else Side(size, rhs, pattern.span)


def joined(
    left: Side | None,
    right: Side | None,
    span: Span,
    values: Mapping[str, Any],
    context: Context,
    scope: Scope,
    target: Stage | None,
) -> CheckedRule | None:
    """Return the rule of two sides; None where a problem was or is reported."""
    if left is None or right is None:
        return None
    if target is not None:
        return _across(left, right, span, values, context, scope, target)
    if not _same_size(left, right, span, context):
        return None
    return oriented(Rule(*left.size, left.cells, right.cells), span, values, context, scope)


def _across(
    left: Side,
    right: Side,
    span: Span,
    values: Mapping[str, Any],
    context: Context,
    scope: Scope,
    target: Stage,
) -> CheckedRule:
    """Return a rule from one grid to another: both sides are turned together."""
    symmetry = values.get("symmetry") or scope.symmetry
    before = Rule(*left.size, left.cells, (LEAVE,) * len(left.cells))
    after = Rule(*right.size, (0,) * len(right.cells), right.cells)
    deep = context.three_dimensional
    pairs = zip(
        orientations(before, symmetry, deep, context.facing),
        orientations(after, symmetry, deep, context.facing_in(target.alphabet)),
    )
    if all(value == LEAVE for value in right.cells) and not values.get("keep"):
        context.warn("no-effect", "this rule can never change a cell", span, "remove it")
    for side, shape, name in ((left, context.shape, "grid"), (right, target.shape, "new grid")):
        if any(a > b for a, b in zip(sorted(side.size), sorted(shape))):
            size = _size((shape[2], shape[1], shape[0]))
            message = f"this side is larger than the {name} ({size})"
            context.warn("larger-than-grid", message, side.span, "it wraps around onto itself")
    return CheckedRule((), span, dict(values), tuple(dict.fromkeys(pairs)))


def _fits_dimension(pattern: PatternText, context: Context) -> bool:
    """Report layers on a grid that has none; return whether the pattern can be used.

    A MarkovJunior model may have been written for grids of both kinds, so there it can.
    """
    if pattern.depth == 1 or context.three_dimensional:
        return True
    message = f"the pattern has {pattern.depth} layers, the grid is 2-D"
    report = context.warn if context.lenient else context.error
    report("too-many-layers", message, pattern.span, "use / for rows")
    return context.lenient


def oriented(
    rule: Rule, span: Span, values: Mapping[str, Any], context: Context, scope: Scope
) -> CheckedRule | None:
    """Return a rule in all its orientations, with warnings for what cannot work."""
    chance = values.get("p")
    symmetry = values.get("symmetry") or scope.symmetry
    rule = replace(rule, probability=1.0 if chance is None else chance)
    anchor = values.get("click") or 0
    if anchor >= len(rule.lhs):
        message = f"there is no cell {anchor}: the pattern has {len(rule.lhs)}, counted from 0"
        context.error("too-large", message, span, "count them row by row")
        return None
    turned, firsts = _placed(rule, symmetry, context, scope, anchor)
    kept = context.lenient or values.get("keep")
    if all(variant.changes_nothing for variant in turned) and not values.get("keep"):
        left_out = "" if context.lenient else ": it is left out"
        message = f"this rule can never change a cell{left_out}"
        hint = "write what it should change, or remove it"
        if not context.lenient:
            hint = "remove it, or write keep behind it to let it take turns"
        context.warn("no-effect", message, span, hint)
    flat = rule.depth > 1 and not context.three_dimensional  # which has been reported
    if not flat:
        _warn_of_size(turned, span, context, scope)
    if not kept and any(variant.changes_nothing for variant in turned):
        useful = [i for i, variant in enumerate(turned) if not variant.changes_nothing]
        turned = tuple(turned[i] for i in useful)
        firsts = tuple(firsts[i] for i in useful) if firsts else ()
    return CheckedRule(turned, span, dict(values), firsts=firsts)


def _placed(
    rule: Rule, symmetry: str, context: Context, scope: Scope, anchor: int = 0
) -> tuple[tuple[Rule, ...], tuple[tuple[int, int, int], ...]]:
    """Return a rule's orientations where it stands, and in each the clicked cell if there is one.

    ``anchor`` is the place of that cell in the rule's sides.
    """
    deep = context.three_dimensional
    if scope.anchored:
        pairs = anchored_variants(rule, symmetry, deep, context.facing, anchor)
        return tuple(turned for turned, _ in pairs), tuple(first for _, first in pairs)
    turned = variants(rule, symmetry, deep, context.facing)
    if scope.direction:
        turned = tuple(directed(other, scope.direction, context.facing) for other in turned)
    return turned, ()


def pattern_variants(word: Word, context: Context, scope: Scope) -> tuple[Rule, ...] | None:
    """Return the orientations of a pattern that a condition asks for."""
    pattern = read_pattern(word, context.report)
    if pattern is None:
        return None
    if not _fits_dimension(pattern, context):
        return None
    lhs = left_masks(pattern, context, scope)
    if lhs is None:
        return None
    size = (pattern.width, pattern.height, pattern.depth)
    rule = Rule(*size, lhs, (LEAVE,) * len(lhs))
    turned, _ = _placed(rule, scope.symmetry, context, replace(scope, anchored=False))
    _warn_of_size(turned, word.span, context, scope)
    return turned


def _warn_of_size(turned: Sequence[Rule], span: Span, context: Context, scope: Scope) -> None:
    """Warn of what is larger than the grid in every orientation.

    A rule that is turned to an arrow is so in its other directions too.
    """
    depth, height, width = context.shape
    if scope.direction:
        turned = [*turned, *(turn_z(rule, context.facing) for rule in turned)]
    if all(v.width > width or v.height > height or v.depth > depth for v in turned):
        message = f"this never matches: it is larger than the grid, {_size((width, height, depth))}"
        context.warn("larger-than-grid", message, span, "write a smaller pattern, or a larger grid")


def _size(size: tuple[int, int, int]) -> str:
    width, height, depth = size
    return f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
