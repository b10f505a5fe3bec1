"""The whole screen of a game: title, counts, grid, message, and what there is to press."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from markovpy.play.clock import clock_text
from markovpy.play.terminal.board import Canvas, Cell, Frames, cell_at
from markovpy.play.terminal.keylist import key_screen
from markovpy.play.terminal.player import Player
from markovpy.play.terminal.text import clean, count_of, cut, flow, width

_WIDEST_TEXT = 76
_GAP = 3
_ROOMY = 4  # two lines for messages, and two blank ones
_EASY = 2
_MORE_MESSAGE = 2
_NARROW = 60
_SHORTEST_NAME = 6
_NO_MARGIN = 40
_KEYS_AT_MOST = 4  # all keys are shown beside a part of a board if they take this part of the rows


class Board(Protocol):
    """Draws a game's grid."""

    def room(self) -> tuple[int, int]:
        """Return the columns and rows that the smallest drawing takes."""

    def least(self) -> tuple[int, int]:
        """Return the columns and rows that the smallest part takes."""

    def cell(self, columns: int, rows: int) -> tuple[float, float]:
        """Return the columns and rows that a cell takes in :meth:`draw`."""

    def draw(self, columns: int, rows: int, frames: Frames, focus: Cell | None = None) -> Canvas:
        """Return the game, as large as it fits, or a part of it."""


@dataclass(frozen=True)
class Styles:
    """How text stands out; all empty where it cannot."""

    bold: str = "\x1b[1m"
    dim: str = "\x1b[2m"
    reverse: str = "\x1b[7m"
    good: str = "\x1b[1;32m"
    bad: str = "\x1b[1;33m"
    end: str = "\x1b[0m"


NO_STYLES = Styles("", "", "", "", "", "")
NO_COLORS = Styles(good=Styles.bold, bad=Styles.bold)


@dataclass(frozen=True)
class Screen:
    """What a screen shows.

    Args:
        lines: Its lines.
        canvas: The grid on it; None where there is no room for it.
        left: The column where the grid begins.
        top: The row where it begins.
    """

    lines: list[str]
    canvas: Canvas | None = None
    left: int = 0
    top: int = 0

    def cell_at(self, column: int, row: int, shape: tuple[int, ...]) -> Cell | None:
        """Return the cell at a place of the screen; None for none.

        Args:
            column: In characters, from 0.
            row: Likewise.
            shape: The grid's.
        """
        if self.canvas is None or column < self.left or row < self.top:
            return None
        place = self.canvas.place_at(column - self.left, row - self.top)
        return None if place is None else cell_at(place, shape)


@dataclass(frozen=True)
class _Texts:
    """What stands above and below a board.

    Args:
        columns: How wide it may be.
        head: The lines above.
        foot: The last lines.
        message: How many lines there are at least for what is said.
    """

    columns: int
    head: list[str]
    foot: list[str]
    message: int

    @property
    def rows(self) -> int:
        """How many rows it takes at least."""
        return len(self.head) + len(self.foot) + self.message


def screen_of(player: Player, board: Board, columns: int, rows: int, styles: Styles) -> Screen:
    """Return the screen of a game in a window of a size.

    Where there is no room for the board and all texts, the texts are short; where there is none
    for that either, a part of the board is shown; and in the smallest windows what they need.

    Args:
        player: The game.
        board: What draws its grid.
        columns: How wide the window is, in characters.
        rows: How high it is.
        styles: How text stands out.
    """
    window = columns, rows
    if player.shows_keys:
        about = player.session.program.about.get("about", "")
        return Screen(key_screen(player.controls, about, window, styles))
    whole, least = board.room(), board.least()
    width_of_text = columns if columns < _NO_MARGIN else columns - 2
    text_columns = max(1, min(width_of_text, max(_WIDEST_TEXT, whole[0])))
    message = 1 if text_columns >= _NARROW else 2
    help_ = player.controls.help(), player.controls.brief_help()
    full, brief = (_foot(keys, text_columns, styles) for keys in help_)
    long = _Texts(text_columns, _head(player, text_columns, styles), full, message)
    short = _Texts(text_columns, _short_head(player, text_columns, styles), brief, message)
    if columns >= whole[0] and rows >= whole[1] + short.rows:
        texts = long if _is_roomier(board, window, long, short) else short
        return _laid_out(player, board, window, texts, styles)
    texts = long if long.rows <= rows // _KEYS_AT_MOST else short
    if columns < least[0] or rows < least[1] + texts.rows:
        # in a window that is narrower still texts would take more rows
        needed = max(least[0], min(columns, _NARROW))
        return _too_small(player, window, (needed, least[1] + texts.rows))
    return _laid_out(player, board, window, texts, styles)


def _is_roomier(board: Board, window: tuple[int, int], long: _Texts, short: _Texts) -> bool:
    """Return whether there is room for long texts, without cells that are hard to see."""
    columns, rows = window
    if rows < board.room()[1] + long.rows:
        return False
    cells = [board.cell(columns, rows - texts.rows)[1] for texts in (long, short)]
    return cells[0] >= 1 or cells[0] == cells[1]


def _laid_out(
    player: Player, board: Board, window: tuple[int, int], texts: _Texts, styles: Styles
) -> Screen:
    """Return texts and board on a screen on which they fit."""
    columns, rows = window
    base = len(texts.head) + len(texts.foot)
    roomy = _has_room(board, columns, rows - base)
    message_rows, spare = (max(2, texts.message), 1) if roomy else (texts.message, 0)
    used = base + message_rows + 2 * spare
    canvas = board.draw(columns, rows - used, player.frames, player.focus)
    margin = " " * ((columns - max(texts.columns, canvas.columns)) // 2)
    left = (columns - canvas.columns) // 2
    free = rows - used - len(canvas.lines)
    more = min(free, _MORE_MESSAGE)
    message = _message(player, texts.columns, message_rows + more, styles)
    top = (free - more) // 2 if roomy else 0
    above = [margin + line for line in texts.head] + [""] * spare
    lines = [""] * top + above + [" " * left + line for line in canvas.lines]
    lines += [margin + line for line in (*[""] * spare, *message, *texts.foot)]
    return Screen(lines, canvas, left, top + len(above))


def _has_room(board: Board, columns: int, rows: int) -> bool:
    """Return whether there is room for blank lines, without cells that are hard to see."""
    if rows < board.room()[1] + _ROOMY:
        return False
    cell = board.cell(columns, rows - _ROOMY)
    return cell[1] >= _EASY or cell == board.cell(columns, rows - 1)


def _head(player: Player, columns: int, styles: Styles) -> list[str]:
    """Return what is played, and how far it is, in one line, two or three."""
    session = player.session
    name = clean(session.program.about.get("title", "")) or Path(session.program.source.name).stem
    if session.program.levels:
        of = f"level {session.level} of {len(session.program.levels)}"
        title = clean(session.title)
        name += f" - {of}" if title in ("", str(session.level)) else f" - {of}: {title}"
    best = player.best_before
    counts = "   ".join(player.counts)
    if best is not None:
        pushes = f", {count_of(best.pushes, 'push')}" if player.remarks.counts_pushes else ""
        time = clock_text(best.seconds)
        counts += f"   best: {count_of(best.moves, 'move')}{pushes}, {time}"
    if width(name) + width(counts) + _GAP <= columns:
        blanks = " " * (columns - width(name) - width(counts))
        return [styles.bold + name + styles.end + blanks + counts]
    return [styles.bold + cut(name, columns) + styles.end, cut(counts, columns)]


def _short_head(player: Player, columns: int, styles: Styles) -> list[str]:
    """Return what is played, and how far it is, in a single line."""
    session = player.session
    name = clean(session.program.about.get("title", "")) or Path(session.program.source.name).stem
    if session.program.levels:
        name += f" {session.level}/{len(session.program.levels)}"
    counts = "  ".join(player.counts)
    room = columns - width(counts) - 1
    if room < _SHORTEST_NAME:
        return [cut(counts, columns)]
    name = cut(name, room)
    blanks = " " * (columns - width(name) - width(counts))
    return [styles.bold + name + styles.end + blanks + counts]


def _message(player: Player, columns: int, rows: int, styles: Styles) -> list[str]:
    """Return the message in so many lines; what does not fit is cut off."""
    said = player.message.split("\n")
    wrapped = [line for part in said for line in textwrap.wrap(part, columns)]
    if len(wrapped) > rows:
        wrapped = textwrap.wrap(" ".join(said), columns)
    if len(wrapped) > rows:
        wrapped = [*wrapped[: rows - 1], cut(" ".join(wrapped[rows - 1 :]), columns)]
    style = {"good": styles.good, "bad": styles.bad}.get(player.remarks.mood, styles.bold)
    lines = [f"{style}{line}{styles.end}" if line else "" for line in wrapped]
    return lines + [""] * (rows - len(lines))


def _foot(keys: list[tuple[str, str]], columns: int, styles: Styles) -> list[str]:
    """Return what there is to press, in as few lines as it takes."""
    styled = {}
    for key, label in keys:
        part = cut(f"{key} {label}", columns)
        whole = f"{styles.reverse}{key}{styles.end} {styles.dim}{label}{styles.end}"
        styled[part] = whole if part == f"{key} {label}" else part
    lines = flow(styled, columns, _GAP)
    return [(" " * _GAP).join(styled[part] for part in line) for line in lines]


def _too_small(player: Player, window: tuple[int, int], needed: tuple[int, int]) -> Screen:
    """Return a screen that says how large the window has to be."""
    columns, rows = window
    at_least = f"{needed[0]} x {needed[1]}"
    quit_ = f"{player.controls.key_of('quit')}: quit"
    texts = (
        f"This window is too small: it has {columns} x {rows} characters, the game needs "
        f"{at_least}. Make it larger, or its letters smaller. {quit_}",
        f"Too small: the game needs {at_least}. {quit_}",
        f"needs {at_least}",
    )
    wrapped = [textwrap.wrap(text, max(1, columns)) for text in texts]
    fitting = [lines for lines in wrapped if len(lines) <= rows]
    return Screen(fitting[0] if fitting else wrapped[-1][:rows])
