"""Start grids: pictures, strings, files and arrays to values."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from markovpy.compiler.rules import image_symbols, report_unreadable
from markovpy.errors import Diagnostic, UnreadableFileError, did_you_mean
from markovpy.lang.pictures import read_grid
from markovpy.lang.syntax import Word
from markovpy.source import Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.compiler.context import Context


def grid_of_word(word: Word, context: Context) -> NDArray[np.uint8] | None:
    """Return the values of a written grid.

    A string as long as the grid has cells fills it row by row.

    Returns:
        Values, shape ``(depth, height, width)``; None where a problem was reported.
    """
    text = read_grid(word, context.report)
    if text is None:
        return None
    characters = [
        (text.rows[z][y][x], (x, y, z))
        for z in range(text.depth)
        for y in range(text.height)
        for x in range(text.width)
    ]
    values = []
    for character, place in characters:
        value = _value(character, context)
        if value is None:
            _unknown(character, text.span(*place), context)
            return None
        values.append(value)
    shape = (text.depth, text.height, text.width)
    cells = context.shape[0] * context.shape[1] * context.shape[2]
    if text.depth == text.height == 1 and len(values) == cells:
        shape = context.shape
    return np.array(values, dtype=np.uint8).reshape(shape)


def grid_of_file(file: Word, legend: Word | None, context: Context) -> NDArray[np.uint8] | None:
    """Return the values of a grid that stands in a text or image file.

    Returns:
        Values, shape ``(depth, height, width)``; None where a problem was reported.
    """
    if file.text.lower().endswith((".png", ".gif", ".bmp", ".vox")):
        symbols = image_symbols(file, legend, legend.text if legend else "", context)
        if symbols is None:
            return None
        values = [_value(symbol, context) for symbol in symbols.flat]
        for symbol, value in zip(symbols.flat, values):
            if value is None and legend is not None:
                place = legend.at(max(legend.text.find(symbol), 0))
                context.unknown_symbol(str(symbol), place, unions=False)
                return None
        return np.array(values, dtype=np.uint8).reshape(symbols.shape)
    if legend is not None:
        message = "'legend=' names the colours of an image, this is a text"
        hint = 'say what its characters stand for with a statement: legend "#"=W'
        context.error("unknown-argument", message, legend.span, hint)
        return None
    try:
        text = context.files.text(file.text)
    except UnreadableFileError as error:
        report_unreadable(file, error, context)
        return None
    return grid_of_text(text, file.span, context)


def grid_of_text(text: str, span: Span | None, context: Context) -> NDArray[np.uint8] | None:
    """Return the values of rows of characters; layers, top first, separated by ``---``.

    Args:
        text: The rows.
        span: Where problems are reported.
        context: The program.
    """
    if not text.strip("\n"):
        message, hint = "an empty grid", "write its rows, a character for each cell"
        context.report(Diagnostic("empty-grid", message, span, hint))
        return None
    layers = [layer.strip("\n").split("\n") for layer in text.split("\n---\n")]
    height = max(len(layer) for layer in layers)
    width = max(len(row) for layer in layers for row in layer)
    grid = np.zeros((len(layers), height, width), dtype=np.uint8)
    for z, layer in enumerate(reversed(layers)):
        for y, row in enumerate(layer):
            for x, character in enumerate(row.ljust(width)):
                value = _value(character, context)
                if value is None:
                    message = f"line {y + 1}, column {x + 1}: "
                    _unknown(character, span, context, message)
                    return None
                grid[z, y, x] = value
    return grid


def _value(character: str, context: Context) -> int | None:
    """Return the value that a level's character stands for: by legend, else by itself."""
    symbol = context.legend.get(character, character)
    value = context.alphabet.value(symbol)
    if value >= 0:
        return value
    return 0 if character == " " else None


def _unknown(character: str, span: Span | None, context: Context, place: str = "") -> None:
    known = [*context.alphabet.symbols, *context.legend]
    hint = did_you_mean(character, known) or f'say what it stands for: legend "{character}"=…'
    if not context.alphabet.symbols:
        return  # every character is unknown then, and the missing values were reported
    message = f"{place}'{character}' is not a value of the grid"
    context.report(Diagnostic("unknown-symbol", message, span, hint))


def describe(shape: tuple[int, ...]) -> str:
    """Return the size of a shape ``(depth, height, width)`` in words."""
    depth, height, width = shape
    return f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
