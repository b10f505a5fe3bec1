"""A game's grid in characters, for terminals without colours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.model.palette import RGB
from markovpy.play.terminal.board import Canvas, Cell, Frames, place_of
from markovpy.play.terminal.labels import EMPTY
from markovpy.play.terminal.strokes import lines_of
from markovpy.play.terminal.substitutes import substitutes
from markovpy.play.terminal.text import clean
from markovpy.play.terminal.viewport import SIGNS, Part, Viewport, least_cells
from markovpy.render.look import Look, arrange

if TYPE_CHECKING:
    from markovpy.engine.interactive import Mark
    from markovpy.play.session import Session

_WIDEST = 3
_RED = 30
_GROUND = "."
_ARROWS = "<^>v"


class PlainBoard:
    """Draws a game in characters: those of its legend, else symbols.

    Without a legend a value on a goal has the goal's symbol behind it, and the grid's first
    value is a dot. Framed cells stand in brackets, red ones before a ``!``.

    Args:
        session: The game.
        encoding: The output's; what it lacks is shown by other characters.
    """

    def __init__(self, session: Session, encoding: str) -> None:
        self._session = session
        shown = [*session.symbols, *session.goals]
        appearance = session.compiled.checked.appearance
        shown += appearance.characters.values()
        shown += "".join(appearance.texts.values())
        self._widest = _WIDEST + any(len(text) > 1 for text in appearance.texts.values())
        self._substitutes = substitutes(shown, encoding)
        self._viewport = Viewport()

    def room(self) -> tuple[int, int]:
        """Return the columns and rows that the smallest drawing takes."""
        columns, rows = arrange(self._session.grid.shape).size
        return columns * self._narrowest, rows

    def least(self) -> tuple[int, int]:
        """Return the columns and rows that the smallest part takes."""
        across, down = least_cells(arrange(self._session.grid.shape).size)
        return across * self._narrowest + 2 * SIGNS, down + 2 * SIGNS

    @property
    def _narrowest(self) -> int:
        """The fewest columns a cell needs."""
        if self._is_marked():
            return self._widest
        look = self._session.look()
        return max(len(self._text(number, look)) for number in range(len(look.symbols)))

    def cell(self, columns: int, rows: int) -> tuple[float, float]:
        """Return the columns and rows that a cell takes in :meth:`draw`."""
        width_in_cells = arrange(self._session.grid.shape).size[0]
        widest = self._widest if self._is_marked() else self._widest - 1
        return max(self._narrowest, min(widest, columns // width_in_cells)), 1

    def draw(self, columns: int, rows: int, frames: Frames, focus: Cell | None = None) -> Canvas:
        """Return the game; see :meth:`.board.ColorBoard.draw`."""
        session = self._session
        look = session.look()
        arrangement = arrange(session.grid.shape)
        numbers = arrangement.flatten(session.shown, look.gap)
        each = int(self.cell(columns, rows)[0])
        texts = [[self._text(int(number), look) for number in row] for row in numbers]
        framed = {(mark.x, mark.y) for mark in session.marks if mark.frame is not None}
        alarming = {(mark.x, mark.y) for mark in session.marks if _alarms(mark)}
        for mark in session.marks:
            if mark.text and mark.place is None:
                texts[mark.y][mark.x] = clean(mark.text)
        framed |= {place_of(cell, arrangement.corners()) for cell, _ in frames}
        at = None if focus is None else place_of(focus, arrangement.corners())
        part = self._part((columns, rows), each, at)
        blocks = lines_of(look) or (1, 1)
        lines = [
            "".join(
                _cell(texts[y][x], each, (x, y) in framed, (x, y) in alarming, ends)
                for x in range(part.left, part.left + part.size[0])
                for ends in [_block_ends((x, y), blocks, part.whole)]
            )
            for y in range(part.top, part.top + part.size[1])
        ]
        width = each * part.size[0]
        signed = part.signed(lines, width, _ARROWS)
        return Canvas(signed, width + 2 * part.inset[0], (each, 1), part)

    def _part(self, window: tuple[int, int], each: int, focus: tuple[int, int] | None) -> Part:
        """Return the cells that are shown in a window of so many columns and rows."""
        whole = arrange(self._session.grid.shape).size
        columns, rows = window
        across = columns // each
        if across < whole[0]:
            across = (columns - 2 * SIGNS) // each
        down = rows if rows >= whole[1] else rows - 2 * SIGNS
        return self._viewport.part(whole, (across, down), focus)

    def _is_marked(self) -> bool:
        return bool(self._session.marks) or "click" in self._session.events

    def _text(self, number: int, look: Look) -> str:
        """Return what stands for the number of a cell, see :mod:`markovpy.render.dress`."""
        symbols = self._session.symbols
        if number >= len(look.symbols):
            piece = number - len(look.symbols) - 4
            if piece < 0 or look.dress is None or look.dress.homes is None:
                return ""
            return self._shown(look.glyph(int(look.dress.homes.reshape(-1)[piece])))
        place, value = divmod(number, len(symbols))
        checked = self._session.compiled.checked
        goal = list(checked.goals.values())[place - 1] if place else None
        character = checked.appearance.characters.get((value, goal.bit if goal else 0))
        if character is not None:
            return self._substitutes.get(character, character)
        text = _GROUND if value == 0 else self._shown(look.glyph(value))
        if goal is None:
            return text
        mark = self._shown(goal.symbol)
        return mark if value == goal.before else text + mark

    def _shown(self, symbol: str) -> str:
        if symbol in EMPTY:
            return _GROUND
        return "".join(self._substitutes.get(character, character) for character in symbol)


def _alarms(mark: Mark) -> bool:
    """Return whether something of a mark is red."""
    return any(map(_is_red, (mark.fill, mark.frame, mark.color)))


def _is_red(color: RGB | None) -> bool:
    if color is None:
        return False
    red, green, blue = color
    return red - max(green, blue) >= _RED and abs(green - blue) < _RED


def _block_ends(
    place: tuple[int, int], blocks: tuple[int, int], whole: tuple[int, int]
) -> tuple[bool, bool]:
    """Return whether a thick line, inside the board, is right of a place, and below it."""
    right, below = (
        size > 1 and (at + 1) % size == 0 and at + 1 < end
        for at, size, end in zip(place, blocks, whole)
    )
    return right, below


def _cell(text: str, columns: int, framed: bool, alarming: bool, ends: tuple[bool, bool]) -> str:
    """Return a cell's text with what marks it, in so many columns."""
    if columns < _WIDEST:
        return text[:columns].ljust(columns)
    blank = "_" if ends[1] else " "
    inside = columns - 2
    last = text[inside : inside + 1] or ("|" if ends[0] else blank)
    end = "!" if alarming else "]" if framed else last
    return f"{'[' if framed else blank}{text[:inside]:{inside}}{end}"
