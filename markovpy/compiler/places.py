"""``put``: symbols placed before the first turn."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np

from markovpy.compiler.numbers import read_number, whole
from markovpy.compiler.program import Put
from markovpy.errors import did_you_mean
from markovpy.lang.syntax import Word

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Statement

PLACES = ("center", "random", "border", "top", "bottom", "left", "right", "corners")


def read_put(statement: Statement, context: Context) -> list[Put]:
    """Return what a ``put`` places; nothing where a problem was reported."""
    words = [argument.value for argument in statement.arguments if argument.key is None]
    if len(words) != 3 or len(statement.arguments) != 3 or words[1].text != "at":
        hint = _put_hint([argument.value.text for argument in statement.arguments])
        context.error("bad-put", "put needs a symbol and a place", statement.span, hint)
        return []
    symbol, _, place = words
    value = context.alphabet.value(symbol.text) if len(symbol.text) == 1 else -1
    if value < 0:
        context.unknown_symbol(symbol.text, symbol.span, unions=False)
        return []
    if place.text == "random":
        return [Put(value, None)]
    if _in_parentheses(place.text):
        hint = _put_hint([symbol.text, "at", place.text])
        context.error("bad-put", "a place is written without parentheses", place.span, hint)
        return []
    cells = _named_cells(place.text, context) if place.text in PLACES else _cell(place, context)
    return [] if cells is None else [Put(value, tuple(cells))]


def _put_hint(written: list[str]) -> str:
    """Return what the writer of a wrong ``put`` may have meant."""
    symbol, *rest = written or ["R"]
    place = "".join(rest[1:] if rest[:1] and rest[0] in ("at", "in", "on", "to") else rest)
    place = place.replace(" ", "")
    if _in_parentheses(place):
        place = place[1:-1]
    if len(symbol) == 1 and (place in PLACES or "," in place):
        return f"write put {symbol} at {place}"
    return "for example: put R at center"


def _in_parentheses(place: str) -> bool:
    """Return whether parentheses are around all coordinates of a place, or around its name."""
    if not (place.startswith("(") and place.endswith(")")):
        return False
    first = place[: place.find(",")] if "," in place else ""
    return first.count("(") > first.count(")") or place[1:-1] in PLACES


def _named_cells(name: str, context: Context) -> list[int]:
    """Return the cells of a named place, in scan order."""
    depth, height, width = context.shape
    if name == "center":
        return [width // 2 + (height // 2 + depth // 2 * height) * width]
    z, y, x = np.ogrid[:depth, :height, :width]
    edges = [(x == 0) | (x == width - 1), (y == 0) | (y == height - 1)]
    if depth > 1:
        edges.append((z == 0) | (z == depth - 1))
    here = {
        "border": reduce(np.bitwise_or, edges),
        "corners": reduce(np.bitwise_and, edges),
        "left": x == 0,
        "right": x == width - 1,
        "top": z == depth - 1 if depth > 1 else y == 0,
        "bottom": z == 0 if depth > 1 else y == height - 1,
    }
    cells: list[int] = np.flatnonzero(np.broadcast_to(here[name], context.shape)).tolist()
    return cells


def _cell(place: Word, context: Context) -> list[int] | None:
    """Return the cell that coordinates ``X,Y`` or ``X,Y,Z`` name, as a list of one."""
    depth, height, width = context.shape
    sizes = [width, height, depth] if depth > 1 else [width, height]
    parts = place.text.split(",")
    if not 2 <= len(parts) <= len(sizes):
        hint = did_you_mean(place.text, PLACES)
        names = "X,Y[,Z]" if depth > 1 else "X,Y"
        message = f"'{place.text}' is no place"
        hint = hint or f"it is one of {', '.join(PLACES)} or {names}"
        context.error("bad-place", message, place.span, hint)
        return None
    coordinates = []
    start = 0
    for part, size in zip(parts, sizes):
        word = Word(part, place.at(start, len(part)), "bare", place.offset + start)
        start += len(part) + 1
        coordinate = size // 2 if part.strip() == "center" else _coordinate(word, size, context)
        if coordinate is None:
            return None
        coordinates.append(coordinate)
    x, y, *rest = coordinates
    return [x + (y + (rest[0] if rest else 0) * height) * width]


def _coordinate(word: Word, size: int, context: Context) -> int | None:
    number = read_number(word, context)
    coordinate = None if number is None else whole(number, word.span, context, None)
    if coordinate is not None and not 0 <= coordinate < size:
        message = f"{coordinate} is outside the grid: positions run from 0 to {size - 1}"
        hint = f"write {0 if coordinate < 0 else size - 1} for the edge"
        context.error("outside", message, word.span, hint)
        return None
    return coordinate
