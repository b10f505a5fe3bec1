"""Images that a program names: as rules, sides of rules, and grids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from markovpy.compiler.rules import Side, joined, right_context
from markovpy.errors import UnreadableFileError
from markovpy.model.rule import LEAVE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Word
    from markovpy.nodes.checked import CheckedRule
    from markovpy.nodes.kind import Stage


def image_rule(
    file: Word,
    legend: Word | None,
    values: Mapping[str, Any],
    context: Context,
    scope: Scope,
    target: Stage | None = None,
) -> CheckedRule | None:
    """Return the rule of an image: left half and right half, colours named by a legend.

    Source: MarkovJunior, Rule.LoadResource: colours are numbered in scan order, whole pixels
    compared, and the legend's symbols stand for them in that order.
    """
    names = scope.symbols(legend.text) if legend else ""
    symbols = image_symbols(file, legend, names, context)
    if symbols is None:
        return None
    width = symbols.shape[2]
    if width % 2:
        message = f"the image is {width} pixels wide: both sides need the same width"
        hint = "draw the left side in the left half, the right side in the right one"
        context.error("odd-width", message, file.span, hint)
        return None
    assert legend is not None
    half = width // 2
    left = _image_left(symbols[:, :, :half], file, legend, context)
    with right_context(context, target):
        right = None if left is None else _image_right(symbols[:, :, half:], file, legend, context)
    return joined(left, right, file.span, values, context, scope, target)


def image_side(
    file: Word, legend: Word | None, context: Context, scope: Scope, *, right: bool
) -> Side | None:
    """Return the side of a rule that an image of its own shows."""
    symbols = image_symbols(file, legend, scope.symbols(legend.text) if legend else "", context)
    if symbols is None:
        return None
    assert legend is not None
    return (_image_right if right else _image_left)(symbols, file, legend, context)


def _image_left(
    symbols: NDArray[np.str_], file: Word, legend: Word, context: Context
) -> Side | None:
    masks = []
    for symbol in symbols.flat:
        wildcard = symbol == "*"
        masks.append(context.alphabet.everything if wildcard else context.alphabet.mask(symbol))
        if not masks[-1]:
            _bad_legend(symbol, legend, context)
            return None
        context.used.add(f"union {symbol}")
    depth, height, width = symbols.shape
    return Side((width, height, depth), tuple(masks), file.span)


def _image_right(
    symbols: NDArray[np.str_], file: Word, legend: Word, context: Context
) -> Side | None:
    values = []
    for symbol in symbols.flat:
        values.append(LEAVE if symbol == "*" else context.alphabet.value(symbol))
        if symbol != "*" and values[-1] < 0:
            _bad_legend(symbol, legend, context)
            return None
    depth, height, width = symbols.shape
    return Side((width, height, depth), tuple(values), file.span)


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
