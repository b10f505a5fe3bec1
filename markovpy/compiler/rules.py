"""Rules: sides of one size, orientations, and what can never work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from markovpy.compiler.patterns import left_masks, right_values
from markovpy.errors import UnreadableFileError
from markovpy.lang.patterns import PatternText, read_pattern, read_rule_picture
from markovpy.model.rule import LEAVE, Rule
from markovpy.model.symmetry import variants
from markovpy.nodes.kind import CheckedRule

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Rewrite, Word
    from markovpy.source import Span


def written_rule(
    item: Rewrite, values: Mapping[str, Any], context: Context, scope: Scope
) -> CheckedRule | None:
    """Return the rule of a line ``left -> right``; None where a problem was reported.

    Args:
        item: The line.
        values: Its arguments.
        context: The program.
        scope: What holds at its place.
    """
    left = read_pattern(item.left, context.report)
    right = read_pattern(item.right, context.report)
    if left is None or right is None:
        return None
    return two_sided(left, right, item.left.span.to(item.right.span), values, context, scope)


def pictured_rule(
    word: Word, values: Mapping[str, Any], context: Context, scope: Scope
) -> CheckedRule | None:
    """Return the rule of a picture block; None where a problem was reported."""
    sides = read_rule_picture(word, context.report)
    if sides is None:
        return None
    return two_sided(*sides, word.span, values, context, scope)


def two_sided(
    left: PatternText,
    right: PatternText,
    span: Span,
    values: Mapping[str, Any],
    context: Context,
    scope: Scope,
) -> CheckedRule | None:
    """Return the rule that two written patterns make; None where a problem was reported."""
    sizes = [(side.width, side.height, side.depth) for side in (left, right)]
    if sizes[0] != sizes[1]:
        message = f"the left side is {_size(sizes[0])}, the right side {_size(sizes[1])}"
        context.error("different-sizes", message, span, "give both sides the same size")
        return None
    if not _fits_dimension(left, context):
        return None
    lhs = left_masks(left, context, scope)
    rhs = right_values(right, context, scope)
    if lhs is None or rhs is None:
        return None
    return oriented(Rule(*sizes[0], lhs, rhs), span, values, context, scope)


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
    turned = variants(rule, symmetry, context.three_dimensional, context.facing)
    kept = context.lenient or values.get("keep")
    if all(variant.changes_nothing for variant in turned) and not values.get("keep"):
        left_out = "" if context.lenient else ": it is left out"
        message = f"this rule can never change a cell{left_out}"
        hint = "write what it should change, or remove it"
        if not context.lenient:
            hint = "remove it, or write keep behind it to let it take turns"
        context.warn("no-effect", message, span, hint)
    depth, height, width = context.shape
    flat = rule.depth > 1 and not context.three_dimensional  # which has been reported
    if not flat and all(v.width > width or v.height > height or v.depth > depth for v in turned):
        message = f"this never matches: it is larger than the grid, {_size((width, height, depth))}"
        context.warn("larger-than-grid", message, span, "write a smaller pattern, or a larger grid")
    if not kept:
        turned = tuple(variant for variant in turned if not variant.changes_nothing)
    return CheckedRule(turned, span, dict(values))


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
    return variants(rule, scope.symmetry, context.three_dimensional, context.facing)


def image_rule(
    file: Word, legend: Word | None, values: Mapping[str, Any], context: Context, scope: Scope
) -> CheckedRule | None:
    """Return the rule of an image: left half and right half, colours named by a legend.

    Source: MarkovJunior, Rule.LoadResource: colours are numbered in scan order, whole pixels
    compared, and the legend's symbols stand for them in that order.
    """
    names = scope.symbols(legend.text) if legend else ""
    symbols = image_symbols(file, legend, names, context)
    if symbols is None:
        return None
    depth, height, width = symbols.shape
    if width % 2:
        message = f"the image is {width} pixels wide: both sides need the same width"
        hint = "draw the left side in the left half, the right side in the right one"
        context.error("odd-width", message, file.span, hint)
        return None
    half = width // 2
    lhs = [
        context.alphabet.mask(s) if s != "*" else context.alphabet.everything
        for s in symbols[:, :, :half].flat
    ]
    rhs = [context.alphabet.value(s) if s != "*" else LEAVE for s in symbols[:, :, half:].flat]
    context.used.update(f"union {symbol}" for symbol in symbols.flat)
    assert legend is not None
    for symbol, mask in zip(symbols[:, :, :half].flat, lhs):
        if not mask:
            _bad_legend(symbol, legend, context)
            return None
    for symbol, value in zip(symbols[:, :, half:].flat, rhs):
        if symbol != "*" and value < 0:
            _bad_legend(symbol, legend, context)
            return None
    span = file.span
    return oriented(Rule(half, height, depth, tuple(lhs), tuple(rhs)), span, values, context, scope)


def image_symbols(
    file: Word, legend: Word | None, names: str, context: Context
) -> NDArray[np.str_] | None:
    """Return an image as symbols; None where a problem was reported.

    Args:
        file: Its name.
        legend: Where its colours are named.
        names: The symbols of its colours in scan order.
        context: The program.

    Returns:
        One symbol per pixel, shape ``(depth, height, width)``.
    """
    if legend is None:
        hint = 'name its colours in scan order, for example legend="BW*"'
        context.error("missing-legend", "an image needs a legend", file.span, hint)
        return None
    try:
        colors = context.files.colors(file.text)
    except UnreadableFileError as error:
        report_unreadable(file, error, context)
        return None
    known, first, ordinal = np.unique(colors, return_index=True, return_inverse=True)
    if len(known) > len(legend.text):
        message = f"the image has {len(known)} colours, the legend names {len(legend.text)}"
        hint = "name each colour, in scan order"
        context.error("short-legend", message, legend.span, hint)
        return None
    rank = np.argsort(np.argsort(first))
    return np.array(list(names))[rank[ordinal]].reshape(colors.shape)


def report_unreadable(file: Word, error: UnreadableFileError, context: Context) -> None:
    """Report a file that cannot be used."""
    name = f"{file.text}: " if file.text else ""
    context.error("unreadable-file", f"{name}{error.message}", file.span, error.hint)


def _bad_legend(symbol: str, legend: Word, context: Context) -> None:
    place = legend.text.find(symbol)
    if symbol in context.alphabet.unions:
        message = f"union '{symbol}' cannot be written"
        hint = "keep it to the left half, and use * or a value in the right one"
        context.error("union-on-right", message, legend.at(max(place, 0)), hint)
    else:
        context.unknown_symbol(symbol, legend.at(max(place, 0)))


def _size(size: tuple[int, int, int]) -> str:
    width, height, depth = size
    return f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
