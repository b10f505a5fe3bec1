"""Patterns as they are written: text to cells.

A cell holds the symbols as written. Whether a symbol is a value, a union or a loop symbol, and
whether ``.`` is a wildcard, is the checker's to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from markovpy.errors import Diagnostic
from markovpy.lang.pictures import (
    GridText,
    Piece,
    Report,
    check_characters,
    picture_layers,
    place,
    read_grid,
    split_layers,
)
from markovpy.lang.syntax import Word
from markovpy.source import Span

__all__ = [
    "Cell",
    "GridText",
    "PatternText",
    "read_grid",
    "read_pattern",
    "read_rule_picture",
    "rule_picture_rows",
]

_NEVER_SYMBOLS = frozenset(' */[]{}"')
_QUOTED_SYMBOLS = frozenset("#=-<>:()^+")
_ARROW = "->"
_SHOWN = 60  # longer words are not repeated in a hint


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a pattern.

    Args:
        symbols: The symbol, all symbols of a set ``[RG]``, or ``*``.
        negated: Whether it stands for anything but the symbols (``[^W]``).
        wildcard: Whether it is ``*``.
        span: Where it is written.
    """

    symbols: str
    negated: bool
    wildcard: bool
    span: Span


@dataclass(frozen=True, slots=True)
class PatternText:
    """A pattern, a box of cells.

    Args:
        width: Its size in x.
        height: Its size in y.
        depth: Its size in z.
        cells: All cells, x fastest, then y (down), then z (up): ``cells[x + (y + z * height)
            * width]``.
        span: Where it is written; of one side of a rule picture its first row.
    """

    width: int
    height: int
    depth: int
    cells: tuple[Cell, ...]
    span: Span


def read_pattern(word: Word, report: Report) -> PatternText | None:
    """Return the cells of a pattern.

    Args:
        word: Bare or quoted (``/`` separates rows, ``//`` layers), a picture block (lines, and
            ``---`` between layers) or literal (MarkovJunior: ``/`` rows, a blank layers, no
            sets). The first layer written is the top one.
        report: Called with each fault.

    Returns:
        The pattern; None if something was reported.
    """
    if not word.text.strip():
        hint = "write at least one symbol; * stands for any cell"
        report(Diagnostic("empty-pattern", "an empty pattern", word.span, hint))
        return None
    if not check_characters(word, report):
        return None
    if word.kind == "picture":
        layers = [_trim(layer) for layer in picture_layers(word)]
    else:
        layers = split_layers(word)
    return _Reader(word, report).read(layers, word.span)


def read_rule_picture(word: Word, report: Report) -> tuple[PatternText, PatternText] | None:
    """Return the two sides of ``rule { … }``.

    The sides are the two columns of text that blanks separate; ``->`` stands between them on
    one row of each layer. Whether they have the same size is not looked at here.

    Args:
        word: The picture block.
        report: Called with each fault.

    Returns:
        The left and the right side; None if something was reported.
    """
    if word.kind != "picture":
        hint = "write rule { left -> right }, or the rule itself without 'rule'"
        report(Diagnostic("not-picture", "a rule picture stands in { … }", word.span, hint))
        return None
    if not word.text.strip():
        hint = "write the left and the right side next to each other, -> between them"
        report(Diagnostic("empty-pattern", "an empty rule picture", word.span, hint))
        return None
    if not check_characters(word, report):
        return None
    reader = _Reader(word, report)
    lefts, rights = [], []
    for layer in picture_layers(word):
        left, right = reader.split_sides(_trim(layer))
        lefts.append(left)
        rights.append(right)
    if reader.failed:
        return None
    sides = [
        reader.read(layers, place(word, layers[0][0].start, len(layers[0][0].text)))
        for layers in (lefts, rights)
    ]
    return (sides[0], sides[1]) if sides[0] and sides[1] else None


def rule_picture_rows(word: Word) -> list[list[tuple[str, str]]] | None:
    """Return the rows of a rule picture as written: per layer both sides of each row.

    Returns:
        The top layer first; None where the picture has a fault.
    """
    found: list[Diagnostic] = []
    if read_rule_picture(word, found.append) is None:
        return None
    reader = _Reader(word, found.append)
    sides = [reader.split_sides(_trim(layer)) for layer in picture_layers(word)]
    return [[(a.text, b.text) for a, b in zip(left, right)] for left, right in sides]


def _trim(rows: list[Piece]) -> list[Piece]:
    """Return rows without blanks on the right and without blank rows at both ends."""
    trimmed = [Piece(row.text.rstrip(" "), row.start) for row in rows]
    while trimmed and not trimmed[-1].text:
        trimmed.pop()
    while trimmed and not trimmed[0].text:
        trimmed.pop(0)
    return trimmed


class _Reader:
    """Reads rows of one word; of each kind of fault only the first is reported."""

    def __init__(self, word: Word, report: Report) -> None:
        self.word = word
        self._report = report
        self._reported: set[str] = set()

    @property
    def failed(self) -> bool:
        """Whether something was reported."""
        return bool(self._reported)

    def fail(self, code: str, message: str, span: Span, hint: str) -> None:
        """Report a fault, if none of its kind was."""
        if code not in self._reported:
            self._report(Diagnostic(code, message, span, hint))
        self._reported.add(code)

    def read(self, layers: list[list[Piece]], span: Span) -> PatternText | None:
        """Return the pattern of rows in layers, the top layer first."""
        grid = [
            [self._read_row(row, number) for number, row in enumerate(layer, 1)] for layer in layers
        ]
        if self.failed or not self._check_sizes(layers, grid):
            return None
        cells = tuple(cell for layer in reversed(grid) for row in layer for cell in row)
        return PatternText(len(grid[0][0]), len(grid[0]), len(grid), cells, span)

    def split_sides(self, rows: list[Piece]) -> tuple[list[Piece], list[Piece]]:
        """Return the left and right parts of the rows of one layer."""
        left, right = [], []
        arrows: list[Span] = []
        for row in rows:
            parts = [Piece(m[0], row.start + m.start()) for m in re.finditer(r"[^ ]+", row.text)]
            whole = place(self.word, row.start, len(row.text)) if row.text else self._line(row)
            if len(parts) > 1 and parts[1].text == _ARROW:
                arrows.append(place(self.word, parts[1].start, 2))
                del parts[1]
            if len(parts) == 2 and _ARROW not in (parts[0].text, parts[1].text):
                left.append(parts[0])
                right.append(parts[1])
            elif len(parts) > 2:
                third = place(self.word, parts[2].start, len(parts[2].text))
                hint = "write two columns; inside a side no cell is blank (* is any cell)"
                self.fail("third-column", "a row with more than two sides", third, hint)
            else:
                hint = "write both sides in every row, blanks around '->'"
                self.fail("missing-side", "a row with one side only", whole, hint)
        self._check_arrows(rows, arrows)
        return left, right

    def _check_arrows(self, rows: list[Piece], arrows: list[Span]) -> None:
        if self.failed:
            return
        if not rows:
            hint = "write both sides of the layer, or remove the '---'"
            self.fail("empty-pattern", "a layer without rows", self.word.span, hint)
        elif not arrows:
            span = place(self.word, rows[0].start, len(rows[0].text))
            hint = "write -> between the two sides of one row"
            self.fail("missing-arrow", "no '->' between the two sides", span, hint)
        elif len(arrows) > 1:
            hint = "keep the '->' of one row only"
            self.fail("second-arrow", "'->' on more than one row", arrows[1], hint)

    def _line(self, row: Piece) -> Span:
        return place(self.word, row.start)

    def _check_sizes(self, layers: list[list[Piece]], grid: list[list[list[Cell]]]) -> bool:
        """Report layers and rows that do not form a box."""
        width, height = len(grid[0][0]) if grid[0] else 0, len(grid[0])
        for number, (pieces, layer) in enumerate(zip(layers, grid, strict=True), 1):
            where = f"layer {number}, " if len(grid) > 1 else ""
            if len(layer) != height or not layer:
                span = self._rows_span(pieces)
                message = f"layer {number} has {len(layer)} rows, layer 1 has {height}"
                self.fail("ragged-layers", message, span, "give all layers the same size")
                return False
            for y, (piece, row) in enumerate(zip(pieces, layer, strict=True), 1):
                if len(row) != width:
                    span = place(self.word, piece.start, len(piece.text))
                    cells = "cell" if len(row) == 1 else "cells"
                    first = "row 1" if len(grid) == 1 else "row 1 of layer 1"
                    message = f"{where}row {y} has {len(row)} {cells}, {first} has {width}"
                    hint = "make all rows equally long; * stands for any cell"
                    self.fail("ragged-pattern", message, span, hint)
                    return False
        return True

    def _rows_span(self, pieces: list[Piece]) -> Span:
        if not pieces:
            return self.word.span
        last = place(self.word, pieces[-1].start, len(pieces[-1].text))
        return place(self.word, pieces[0].start).to(last)

    def _read_row(self, row: Piece, number: int) -> list[Cell]:
        if not row.text:
            hint = "remove the extra '/', or fill the row; * stands for any cell"
            if self.word.kind == "picture":
                hint = "remove the line, or fill it; * stands for any cell"
            self.fail("empty-row", f"row {number} is empty", self._line(row), hint)
            return []
        return list(self._cells(row))

    def _cells(self, row: Piece) -> Iterator[Cell]:
        text = row.text
        index = 0
        while index < len(text):
            character = text[index]
            if character == "[" and self.word.kind != "literal":
                end = self._set_end(row, index)
                if end is None:
                    return
                yield from self._read_set(row, index, end)
                index = end + 1
                continue
            span = place(self.word, row.start + index)
            if character == "*":
                yield Cell("*", negated=False, wildcard=True, span=span)
            elif self._is_symbol(character, span):
                yield Cell(character, negated=False, wildcard=False, span=span)
            index += 1

    def _set_end(self, row: Piece, start: int) -> int | None:
        """Return where the set that begins at ``start`` ends; None, reported, if nowhere."""
        end = row.text.find("]", start)
        nested = row.text.find("[", start + 1, end if end >= 0 else len(row.text))
        if nested >= 0:
            span = place(self.word, row.start + nested)
            hint = "close the first set with ']' before; '[' itself cannot be a symbol"
            self.fail("nested-set", "'[' inside a set", span, hint)
            return None
        if end < 0:
            span = place(self.word, row.start + start)
            hint = "close the set with ']'; '[' itself cannot be a symbol"
            self.fail("unclosed-set", "this '[' is never closed", span, hint)
            return None
        return end

    def _read_set(self, row: Piece, start: int, end: int) -> Iterator[Cell]:
        negated = row.text[start + 1] == "^"
        begin = start + 1 + negated
        symbols = row.text[begin:end]
        span = place(self.word, row.start + start, end + 1 - start)
        if not symbols:
            self.fail(
                "empty-set",
                "an empty set",
                span,
                "write its symbols between '[' and ']'",
            )
            return
        for index, symbol in enumerate(symbols, begin):
            if symbol == "*":
                hint = "a single * matches anything; leave the set out"
                at = place(self.word, row.start + index)
                self.fail("no-symbol", "'*' inside a set", at, hint)
            else:
                self._is_symbol(symbol, place(self.word, row.start + index))
        yield Cell(symbols, negated=negated, wildcard=False, span=span)

    def _is_symbol(self, character: str, span: Span) -> bool:
        """Report a character that cannot stand here as a symbol; return whether it can."""
        kind = self.word.kind
        if kind == "literal":
            return True
        if character == " ":
            hint = "use / between rows, or // between layers"
            if kind == "picture":
                hint = "fill the cell; * stands for any cell"
            self.fail("blank-in-pattern", "a blank inside a pattern", span, hint)
        elif character == "]":
            hint = "open the set with '['; ']' itself cannot be a symbol"
            self.fail("stray-bracket", "']' without '['", span, hint)
        elif character in _NEVER_SYMBOLS:
            hint = "rows are lines here" if character == "/" else "use another symbol"
            self.fail("no-symbol", f"'{character}' cannot be a symbol", span, hint)
        elif kind in ("bare", "compare") and character in _QUOTED_SYMBOLS:
            text = self.word.text
            hint = f'write "{text}"' if len(text) < _SHOWN else "put the pattern in quotes"
            if '"' in text:
                hint = "use another symbol"
            self.fail("needs-quotes", f"'{character}' stands in quotes", span, hint)
        else:
            return True
        return False
