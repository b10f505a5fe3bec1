"""The lines of a picture block, and grids written as text.

This knows nothing of values: which characters a grid may hold is said by its caller, with
:meth:`GridText.span` for the place.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from markovpy.errors import Diagnostic
from markovpy.lang.syntax import Word
from markovpy.source import Span

Report = Callable[[Diagnostic], None]
LAYER_LINE = "---"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a word's text: ``text`` stands at ``start`` of it."""

    text: str
    start: int


@dataclass(frozen=True)
class GridText:
    """The characters of a start grid or level.

    Args:
        width: Characters in a row; shorter rows are filled up with blanks.
        height: Rows in a layer; shorter layers are filled up with blank rows.
        depth: The number of layers.
        rows: ``rows[z][y][x]``: layers bottom first, rows top to bottom.
        places: The span of each row as it was written, ``places[z][y]``.
    """

    width: int
    height: int
    depth: int
    rows: tuple[tuple[str, ...], ...]
    places: tuple[tuple[Span, ...], ...]

    def span(self, x: int, y: int, z: int = 0) -> Span:
        """Return where a cell is written; for one that was filled up, its row's end."""
        place = self.places[z][y]
        if place.end - place.start < self.width and place.start + x >= place.end:
            return Span(place.end, place.end + 1)
        if place.end - place.start > self.width:
            return place
        return Span(place.start + x, place.start + x + 1)


def place(word: Word, start: int, length: int = 1) -> Span:
    """Return the span of a part of a word's text.

    Text of another format may be written with entities (``&gt;``), so that its characters
    have no places of their own: then it is the whole word.
    """
    unescaped = word.span.end - word.offset - len(word.text) <= 1
    return word.at(start, length) if word.kind != "literal" or unescaped else word.span


def character_fault(character: str) -> str:
    """Return why a character cannot be a symbol in any text; empty if it can."""
    if character == "\t":
        return "a tab"
    if unicodedata.category(character).startswith("M"):
        return f"a combining character (U+{ord(character):04X}), which takes no cell of its own"
    if not character.isprintable():
        return f"an unprintable character (U+{ord(character):04X})"
    return ""


def check_characters(word: Word, report: Report) -> bool:
    """Report the first character that can be no symbol; return whether there is none."""
    for index, character in enumerate(word.text):
        if character == "\n" and word.kind == "picture":
            continue
        fault = character_fault(character)
        if fault:
            hint = "use blanks" if character == "\t" else "use one printable character per cell"
            report(Diagnostic("odd-character", fault, place(word, index), hint))
            return False
    return True


def picture_layers(word: Word) -> list[list[Piece]]:
    """Return the lines of a picture block in layers, the top one first, as written.

    The line ends next to the braces and the indentation that all lines share are left out.
    """
    pieces = []
    start = 0
    for text in word.text.split("\n"):
        pieces.append(Piece(text, start))
        start += len(text) + 1
    if len(pieces) == 1:
        return [[_strip(pieces[0])]]
    first, last = pieces[0], pieces[-1]
    pieces = pieces[1:-1]
    margin = min((_margin(p.text) for p in [*pieces, last] if _is_row(p.text)), default=0)
    pieces = [Piece(p.text[margin:], p.start + min(margin, len(p.text))) for p in pieces]
    if first.text.strip():
        pieces.insert(0, _strip(first))
    if last.text.strip():
        pieces.append(Piece(last.text[margin:].rstrip(" "), last.start + margin))
    layers: list[list[Piece]] = [[]]
    for piece in pieces:
        if piece.text.strip() == LAYER_LINE:
            layers.append([])
        else:
            layers[-1].append(piece)
    return layers


def read_grid(word: Word, report: Report) -> GridText | None:
    """Return the characters of a grid.

    In a picture block rows are lines and a line ``---`` separates layers; in quotes ``/``
    separates rows and ``//`` layers, and without them the text is one row, which the caller
    may cut. The first layer written is the top one.

    Args:
        word: A quoted word or a picture block.
        report: Called with each fault.

    Returns:
        The grid, bottom layer first; None if something was reported.
    """
    if not check_characters(word, report):
        return None
    layers = picture_layers(word) if word.kind == "picture" else split_layers(word)
    width = max(len(row.text) for layer in layers for row in layer or [Piece("", 0)])
    height = max(len(layer) for layer in layers)
    if width == 0:
        hint = "write its rows between the braces" if word.kind == "picture" else "write its cells"
        report(Diagnostic("empty-grid", "an empty grid", word.span, hint))
        return None
    rows, places = [], []
    for layer in reversed(layers):
        end = layer[-1].start + len(layer[-1].text) if layer else 0
        filled = layer + [Piece("", end)] * (height - len(layer))
        rows.append(tuple(row.text.ljust(width) for row in filled))
        places.append(tuple(place(word, row.start, len(row.text)) for row in filled))
    return GridText(width, height, len(layers), tuple(rows), tuple(places))


def split_layers(word: Word) -> list[list[Piece]]:
    """Return the rows of a bare, quoted or literal text in layers, as written."""
    separator = " " if word.kind == "literal" else "//"
    layers = []
    start = 0
    for layer in word.text.split(separator):
        rows = []
        for row in layer.split("/"):
            rows.append(Piece(row, start))
            start += len(row) + 1
        layers.append(rows)
        start += len(separator) - 1
    return layers


def _strip(piece: Piece) -> Piece:
    text = piece.text.lstrip(" ")
    return Piece(text.rstrip(" "), piece.start + len(piece.text) - len(text))


def _margin(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _is_row(text: str) -> bool:
    return text.strip() not in ("", LAYER_LINE)
