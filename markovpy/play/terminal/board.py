"""A game's grid in half blocks of colour, with characters over them, and where its cells lie."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from markovpy.model.palette import RGB
from markovpy.play.terminal.colors import RESET, UPPER_HALF, Depth, background, foreground
from markovpy.play.terminal.labels import Label, Labels, labels_of
from markovpy.play.terminal.strokes import (
    SMALLEST_FRAMED,
    draw_edges,
    draw_fill,
    draw_frame,
    draw_lines,
    draw_seams,
    lines_of,
)
from markovpy.play.terminal.viewport import SIGNS, Part, Viewport, least_cells
from markovpy.render.look import Look, arrange

if TYPE_CHECKING:
    from markovpy.play.session import Session

Cell = tuple[int, ...]
Frames = Sequence[tuple[Cell, RGB]]
_LARGEST = 12
_TINTED = 0.75
_ARROWS = "◀▲▶▼"


@dataclass(frozen=True)
class Canvas:
    """What is drawn of a game.

    Args:
        lines: Its lines, each as wide as the others.
        columns: How wide they are, in characters.
        cell: How many columns and rows a cell takes; a row may be half a one.
        part: Which cells are shown, of the grid's layers side by side.
    """

    lines: list[str]
    columns: int
    cell: tuple[float, float]
    part: Part

    def place_at(self, column: int, row: int) -> tuple[int, int] | None:
        """Return the place among the layers, x and y, at a place of the canvas; None for none."""
        across, down = self.part.inset
        x = int((column - across) // self.cell[0])
        y = int((row - down) // self.cell[1])
        if not (0 <= x < self.part.size[0] and 0 <= y < self.part.size[1]):
            return None
        return self.part.left + x, self.part.top + y


class ColorBoard:
    """Draws a game in colour: a character is two pixels, a cell a square of pixels.

    Args:
        session: The game.
        depth: The colours that there are.
    """

    def __init__(self, session: Session, depth: Depth) -> None:
        self._session = session
        self._depth = depth
        self._look: tuple[object, Look] | None = None
        self._viewport = Viewport()

    def room(self) -> tuple[int, int]:
        """Return the columns and rows that the smallest drawing takes."""
        width, height = arrange(self._session.grid.shape).size
        return width * self._least_scale, -(-height * self._least_scale // 2)

    def least(self) -> tuple[int, int]:
        """Return the columns and rows that the smallest part takes."""
        scale = self._least_scale
        across, down = least_cells(arrange(self._session.grid.shape).size)
        return across * scale + 2 * SIGNS, -(-down * scale // 2) + 2 * SIGNS

    def cell(self, columns: int, rows: int) -> tuple[float, float]:
        """Return the columns and rows that a cell takes in :meth:`draw`."""
        scale = self._scale(columns, rows)
        return scale, scale / 2

    def draw(self, columns: int, rows: int, frames: Frames, focus: Cell | None = None) -> Canvas:
        """Return the game, as large as it fits, or a part of it.

        Args:
            columns: How many there are, at least those of :meth:`least`.
            rows: Likewise.
            frames: The cells that are framed, and in which colour.
            focus: The cell that has to be seen; None for any.
        """
        scale = self._scale(columns, rows)
        at = None
        if focus is not None:
            at = place_of(focus, arrange(self._session.grid.shape).corners())
        part = self._part((columns, rows), scale, at)
        left, top = part.left * scale, part.top * scale
        width, height = part.size[0] * scale, part.size[1] * scale
        pixels, characters = self._drawn(scale, frames)
        pixels = pixels[top : top + height, left : left + width]
        text = {(y - top // 2, x - left): shown for (y, x), shown in characters.items()}
        signed = part.signed(_encoded(pixels, text, self._depth), width, _ARROWS)
        return Canvas(signed, width + 2 * part.inset[0], (scale, scale / 2), part)

    def _drawn(
        self, scale: int, frames: Frames
    ) -> tuple[NDArray[np.uint8], dict[tuple[int, int], _Character]]:
        """Return the whole board: its pixels, and the characters over them by row and column."""
        look = self._scaled_look(scale)
        arrangement = arrange(self._session.grid.shape)
        numbers = arrangement.flatten(self._session.shown, look.gap)
        pixels = _painted(numbers, self._session.grid.shape, look)
        labels = labels_of(self._session, numbers, look, scale)
        for mark in labels.marks:
            draw_fill(pixels, mark.cell, mark.fill, scale)
        lines = lines_of(self._session.look())
        if lines is not None:
            draw_lines(pixels, lines, look, scale)
        elif scale >= SMALLEST_FRAMED:
            draw_edges(pixels, numbers, len(self._session.symbols), look)
            if self._is_cut and self._session.status != "won":
                draw_seams(pixels, scale)
        for mark in labels.marks:
            draw_frame(pixels, mark.cell, mark.frame, scale)
        framed = [place_of(cell, arrangement.corners()) for cell, _ in frames]
        for place, (_, color) in zip(framed, frames):
            draw_frame(pixels, place, color, scale, _TINTED)
        lined = lines is not None and scale > 2
        characters = _characters(labels, pixels, look, scale, lined=lined)
        if scale == 2:
            _add_brackets(characters, framed, pixels, look)
        return pixels, characters

    def _part(self, window: tuple[int, int], scale: int, focus: tuple[int, int] | None) -> Part:
        """Return the cells that are shown in a window of so many columns and rows."""
        whole = arrange(self._session.grid.shape).size
        columns, rows = window
        across, down = columns // scale, 2 * rows // scale
        if across < whole[0]:
            across = (columns - 2 * SIGNS) // scale
        if down < whole[1]:
            down = 2 * (rows - 2 * SIGNS) // scale
        return self._viewport.part(whole, (across, down), focus)

    @property
    def _least_scale(self) -> int:
        """The pixels a cell needs; 2 where characters may be in it, or it may be clicked."""
        glyphs = self._session.look().glyphs
        clicked = "click" in self._session.events
        return 2 if glyphs or self._is_cut or clicked or self._session.marks else 1

    @property
    def _is_cut(self) -> bool:
        """Whether the cells are pieces of a picture."""
        dress = self._session.look().dress
        return dress is not None and dress.pieces > 0

    def _scale(self, columns: int, rows: int) -> int:
        """Return the pixels a cell: an even number, so that characters fit, or 1."""
        width, height = arrange(self._session.grid.shape).size
        largest = min(columns // width, rows * 2 // height)
        if not self._is_cut:
            largest = min(largest, _LARGEST)
        return max(self._least_scale, largest - largest % 2)

    def _scaled_look(self, scale: int) -> Look:
        """Return the look of cells of a scale; the same one for the same look, as it is kept."""
        session = self._session
        key = (session.level, scale, id(session.tiles))
        if self._look is None or self._look[0] != key:
            bare = replace(session.look(), glyphs=False, lines=0, scale=scale, view="layers")
            self._look = key, bare
        return self._look[1]


def place_of(cell: Cell, corners: Iterable[tuple[int, int]]) -> tuple[int, int]:
    """Return where a cell of a grid lies among its layers side by side, as x and y."""
    x, y, z = (*cell, 0)[:3]
    left, top = list(corners)[z]
    return left + x, top + y


def cell_at(place: tuple[int, int], shape: tuple[int, ...]) -> Cell | None:
    """Return the cell at a place among the layers side by side; None for none.

    Args:
        place: x and y.
        shape: The grid's, ``(height, width)`` or ``(depth, height, width)``.
    """
    height, width = shape[-2:]
    for z, (left, top) in enumerate(arrange(shape).corners()):
        x, y = place[0] - left, place[1] - top
        if 0 <= x < width and 0 <= y < height:
            return (x, y) if len(shape) == 2 else (x, y, z)
    return None


def _painted(numbers: NDArray[np.uint8], shape: tuple[int, ...], look: Look) -> NDArray[np.uint8]:
    """Return cells as pixels, ``(y, x, 3)``."""
    scale = look.scale or 1
    painted = look.painted(shape, None)
    if painted is None:
        colors = np.array(look.cell_colors, np.uint8)[numbers]
        return colors.repeat(scale, axis=0).repeat(scale, axis=1)
    height, width = numbers.shape
    tiles = np.array(painted.colors, np.uint8)[painted.tiles[numbers]]
    return np.ascontiguousarray(
        tiles.transpose(0, 2, 1, 3, 4).reshape(height * scale, width * scale, 3)
    )


@dataclass(frozen=True)
class _Character:
    """A character over the pixels, on the colour of the pixel in its cell's inside."""

    text: str
    color: RGB
    ground: RGB
    bold: bool


def _characters(
    labels: Labels, pixels: NDArray[np.uint8], look: Look, scale: int, *, lined: bool
) -> dict[tuple[int, int], _Character]:
    """Return the characters of labels by row and column."""
    found: dict[tuple[int, int], _Character] = {}
    for label in labels.texts:
        for row, column, text in _set(label, scale - lined, scale // 2):
            top, left = label.cell[1] * scale, label.cell[0] * scale
            ground = _ground(pixels, top, left, scale, label)
            color = label.color or look.ink_on(ground)
            where = (top // 2 + row, left + column)
            found[where] = _Character(text, color, ground, label.place is None)
    return found


def _add_brackets(
    characters: dict[tuple[int, int], _Character],
    places: Iterable[tuple[int, int]],
    pixels: NDArray[np.uint8],
    look: Look,
) -> None:
    """Put cells of two columns, which are too small for frames, into brackets.

    A character that stands in a cell already stays; the bracket behind it is enough.
    """
    for x, y in places:
        red, green, blue = pixels[2 * y, 2 * x].tolist()
        ground = red, green, blue
        for column, bracket in enumerate("[]"):
            shown = _Character(bracket, look.ink_on(ground), ground, True)
            characters.setdefault((y, 2 * x + column), shown)


def _ground(pixels: NDArray[np.uint8], top: int, left: int, scale: int, label: Label) -> RGB:
    """Return the colour behind a label."""
    if label.plate is not None:
        return label.plate
    inside = 1 if scale >= SMALLEST_FRAMED else 0
    red, green, blue = pixels[top + inside, left + inside].tolist()
    return red, green, blue


def _set(label: Label, columns: int, rows: int) -> list[tuple[int, int, str]]:
    """Return the rows and columns of a label's characters in a cell of such a size."""
    place, text = label.place, label.text[:columns]
    if place is None:
        row, column = (rows - 1) // 2, (columns - len(text)) // 2
    elif label.packed:
        order = label.order
        row, column = order // columns, order % columns
        text = text[:1] if row < rows else ""
    else:
        row, column = place // 3 * (rows - 1) // 2, place % 3 * (columns - 1) // 2
    return [(row, column + offset, character) for offset, character in enumerate(text)]


def _encoded(
    pixels: NDArray[np.uint8], text: dict[tuple[int, int], _Character], depth: Depth
) -> list[str]:
    """Return pixels and characters as lines; colours are set where they change."""
    lines = []
    last_is_half = len(pixels) % 2 == 1
    if last_is_half:
        pixels = np.concatenate([pixels, np.zeros_like(pixels[:1])])
    rows = pixels.tolist()
    for row in range(len(rows) // 2):
        parts: list[str] = []
        before = ""
        half = last_is_half and row == len(rows) // 2 - 1
        for column, (top, bottom) in enumerate(zip(rows[2 * row], rows[2 * row + 1])):
            style, shown = _styled(tuple(top), tuple(bottom), text.get((row, column)), depth, half)
            if style != before:
                parts.append(style)
                before = style
            parts.append(shown)
        lines.append("".join(parts) + RESET)
    return lines


def _styled(
    top: RGB, bottom: RGB, character: _Character | None, depth: Depth, half: bool
) -> tuple[str, str]:
    """Return how two pixels, or a character over them, are drawn, and with which character."""
    if character is not None:
        weight = RESET + ("\x1b[1m" if character.bold else "")
        color = foreground(character.color, depth)
        return weight + background(character.ground, depth) + color, character.text
    if half:
        return RESET + foreground(top, depth), UPPER_HALF
    if top == bottom:
        return RESET + background(top, depth), " "
    return RESET + foreground(top, depth) + background(bottom, depth), UPPER_HALF
