"""What is written over the cells of a game, and what is marked there."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from markovpy.model.palette import RGB
from markovpy.play.terminal.text import clean, width
from markovpy.render.dress import BLACK, SMALLEST_DRESSED_CELL, WHITE

if TYPE_CHECKING:
    from markovpy.play.session import Session
    from markovpy.render.look import Look

EMPTY = " ._"
"""Symbols that are how an empty cell is written: nothing is shown for them."""
_PIECES_BEGIN = 4  # after the colours and gap, line, black, white
_SMALLEST_PLACES = 6


@dataclass(frozen=True)
class Label:
    """A text in a cell.

    Args:
        cell: x and y.
        text: A character or two.
        color: Its colour; None for one that shows on the ground.
        place: None for the middle; else one of nine places, row by row.
        plate: The colour of a ground of its own.
        packed: Whether the cell is too small for nine places: texts stand one after another.
        order: Then, how many others stand before this one.
    """

    cell: tuple[int, int]
    text: str
    color: RGB | None = None
    place: int | None = None
    plate: RGB | None = None
    packed: bool = False
    order: int = 0


@dataclass(frozen=True)
class CellMark:
    """A cell that is filled or framed."""

    cell: tuple[int, int]
    fill: RGB | None
    frame: RGB | None


@dataclass(frozen=True)
class Labels:
    """All that is drawn over the cells."""

    texts: list[Label]
    marks: list[CellMark]


def labels_of(session: Session, numbers: NDArray[np.uint8], look: Look, scale: int) -> Labels:
    """Return what is drawn over a game's cells.

    Args:
        session: The game.
        numbers: What the cells show, ``(height, width)``, see :mod:`markovpy.render.dress`.
        look: Its look.
        scale: Pixels a cell; below 2 nothing can be written.
    """
    texts: list[Label] = []
    glyphs = session.look().glyphs
    if scale > 1:
        signs = _signs(look, len(session.symbols), scale)
        for (y, x), number in np.ndenumerate(numbers):
            place, sign = (int(x), int(y)), signs.get(int(number))
            label = _symbol(*place, int(number), look, scale) if glyphs else None
            texts += [label] if label is not None else []
            texts += [Label(place, sign)] if sign is not None else []
    marks: list[CellMark] = []
    packed: Counter[tuple[int, int]] = Counter()
    for mark in session.marks:
        cell = mark.x, mark.y
        if mark.fill is not None or mark.frame is not None:
            marks.append(CellMark(cell, mark.fill, mark.frame))
        text = clean(mark.text)
        if not text or scale == 1:
            continue
        small = mark.place is not None and scale < _SMALLEST_PLACES
        texts.append(Label(cell, text, mark.color, mark.place, None, small, packed[cell]))
        packed[cell] += small
    return Labels(texts, marks)


def _signs(look: Look, values: int, scale: int) -> dict[int, str]:
    """Return what is written, by cell number, in cells that are too small for their sprites.

    That are the symbols which tell something of a shape, such as arrows; not those of the ground.
    """
    if scale >= SMALLEST_DRESSED_CELL or look.dress is None:
        return {}
    return {
        number: look.symbols[number]
        for number, costume in enumerate(look.dress.costumes)
        if costume.pictures and number % values and _is_sign(look.symbols[number])
    }


def _is_sign(symbol: str) -> bool:
    return not symbol.isalnum() and symbol not in EMPTY and width(symbol) == 1


def _symbol(x: int, y: int, number: int, look: Look, scale: int) -> Label | None:
    """Return the label of a cell in a program with ``glyphs``; None for none."""
    dress = look.dress
    if number < len(look.symbols):
        if dress is not None and dress.costumes[number].pictures:
            return None
        symbol = look.symbols[number]
        return Label((x, y), symbol) if symbol not in EMPTY and width(symbol) == 1 else None
    piece = number - len(look.symbols) - _PIECES_BEGIN
    if dress is None or dress.homes is None or piece < 0:
        return None
    symbol = look.symbols[int(dress.homes.reshape(-1)[piece])]
    place = 0 if scale >= _SMALLEST_PLACES else None
    return Label((x, y), symbol, WHITE, place, BLACK) if symbol not in EMPTY else None
