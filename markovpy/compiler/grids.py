"""Start grids: pictures, strings, files and arrays to values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from markovpy.compiler.context import Reading
from markovpy.compiler.images import image_symbols, report_unreadable
from markovpy.errors import Diagnostic, UnreadableFileError, did_you_mean
from markovpy.lang.pictures import read_grid
from markovpy.lang.syntax import Word
from markovpy.model.level import Place
from markovpy.source import Source, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from markovpy.compiler.context import Context


@dataclass(frozen=True, eq=False)
class Cells:
    """What a written grid or level holds.

    Args:
        values: The values, shape ``(depth, height, width)``.
        marks: The goals on each cell, bit by bit, of the same shape.
    """

    values: NDArray[np.uint8]
    marks: NDArray[np.uint8]

    @property
    def shape(self) -> tuple[int, ...]:
        """``(depth, height, width)``."""
        return self.values.shape


def grid_of_word(word: Word, context: Context) -> Cells | None:
    """Return what a written grid holds; None where a problem was reported.

    A string as long as the grid has cells fills it row by row.
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
    read = []
    for character, place in characters:
        reading = reading_of(character, context)
        if reading is None:
            report_unknown(character, text.span(*place), context)
            return None
        read.append(reading)
    shape = (text.depth, text.height, text.width)
    cells = context.shape[0] * context.shape[1] * context.shape[2]
    if text.depth == text.height == 1 and len(read) == cells:
        shape = context.shape
    return _cells(read, shape)


def _cells(read: list[Reading], shape: tuple[int, ...]) -> Cells:
    values = np.array([reading.value for reading in read], dtype=np.uint8)
    marks = np.array([reading.mark for reading in read], dtype=np.uint8)
    return Cells(values.reshape(shape), marks.reshape(shape))


def grid_of_file(file: Word, legend: Word | None, context: Context) -> Cells | None:
    """Return what a grid in a text or image file holds; None where a problem was reported."""
    if file.text.lower().endswith((".png", ".gif", ".bmp", ".vox")):
        symbols = image_symbols(file, legend, legend.text if legend else "", context)
        if symbols is None:
            return None
        read = []
        for symbol in symbols.flat:
            reading = reading_of(symbol, context)
            if reading is None:
                assert legend is not None
                place = legend.at(max(legend.text.find(symbol), 0))
                context.unknown_symbol(str(symbol), place, unions=False)
                return None
            read.append(reading)
        return _cells(read, symbols.shape)
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


def grid_of_text(text: str, span: Span | None, context: Context) -> Cells | None:
    """Return what rows of characters hold; layers, top first, separated by ``---``.

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

    def unknown(character: str, place: Place) -> None:
        title = f"line {place[0] + 1}, column {place[1] + 1}: "
        report_unknown(character, span, context, title)

    return grid_of_layers(layers[::-1], context, unknown)


def grid_of_layers(
    layers: Sequence[Sequence[str]], context: Context, unknown: Callable[[str, Place], None]
) -> Cells | None:
    """Return what rows of characters hold; short ones are filled up with blanks.

    Args:
        layers: The rows of each layer, the lowest first.
        context: The program.
        unknown: Is told of a character that stands for nothing, with its row and column.
    """
    height = max(len(layer) for layer in layers)
    width = max(len(row) for layer in layers for row in layer)
    values = np.zeros((len(layers), height, width), dtype=np.uint8)
    marks = np.zeros_like(values)
    for z, layer in enumerate(layers):
        for y, row in enumerate(layer):
            for x, character in enumerate(row.ljust(width)):
                reading = reading_of(character, context)
                if reading is None:
                    unknown(character, (y, x))
                    return None
                values[z, y, x] = reading.value
                marks[z, y, x] = reading.mark
    return Cells(values, marks)


def reading_of(character: str, context: Context) -> Reading | None:
    """Return what a level's character stands for: by legend, as a goal, else by itself."""
    if character in context.legend:
        return context.legend[character]
    value = context.alphabet.value(character)
    if value >= 0:
        return Reading(value)
    if character in context.goals:
        goal = context.goals[character]
        return Reading(goal.before, goal.bit)
    return Reading(0) if character == " " else None


def report_unknown(
    character: str,
    span: Span | None,
    context: Context,
    title: str = "",
    source: Source | None = None,
) -> None:
    """Report a character of a grid that stands for nothing.

    Args:
        character: The character.
        span: Where it is reported.
        context: The program.
        title: What the message begins with.
        source: What the span points into, where not the program.
    """
    if not context.alphabet.symbols:
        return  # every character is unknown then, and the missing values were reported
    known = [*context.alphabet.symbols, *context.legend, *context.goals]
    hint = did_you_mean(character, known) or f'say what it stands for: legend "{character}"=…'
    message = f"{title}'{character}' is not a value of the grid"
    context.report(Diagnostic("unknown-symbol", message, span, hint, source=source))


def describe(shape: tuple[int, ...]) -> str:
    """Return the size of a shape ``(depth, height, width)`` in words."""
    depth, height, width = shape
    return f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
