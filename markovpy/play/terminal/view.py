"""The whole screen of a game: title, counts, grid, message, and what there is to press."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from markovpy.play.clock import clock_text
from markovpy.play.terminal.board import Canvas, Cell, Frames, cell_at
from markovpy.play.terminal.player import Player
from markovpy.play.terminal.text import clean, count_of, cut, flow, width

_WIDEST_TEXT = 76
_GAP = 3
_ROOMY = 4  # two lines for messages, and two blank ones
_EASY = 2
_MORE_MESSAGE = 2


class Board(Protocol):
    """Draws a game's grid."""

    def room(self) -> tuple[int, int]:
        """Return the columns and rows that the smallest drawing takes."""

    def cell(self, columns: int, rows: int) -> tuple[float, float]:
        """Return the columns and rows that a cell takes in :meth:`draw`."""

    def draw(self, columns: int, rows: int, frames: Frames) -> Canvas:
        """Return the game, as large as it fits."""


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
        across, down = self.canvas.cell
        place = int((column - self.left) / across), int((row - self.top) / down)
        return cell_at(place, shape)


def screen_of(player: Player, board: Board, columns: int, rows: int, styles: Styles) -> Screen:
    """Return the screen of a game in a window of a size; where it is too small, one that says so.

    Args:
        player: The game.
        board: What draws its grid.
        columns: How wide the window is, in characters.
        rows: How high it is.
        styles: How text stands out.
    """
    board_columns, board_rows = board.room()
    text_columns = min(max(1, columns - 2), max(_WIDEST_TEXT, board_columns))
    head = _head(player, text_columns, styles)
    foot = _foot(player, text_columns, styles)
    texts = len(head) + len(foot)
    if columns < board_columns or rows < board_rows + texts + 1:
        return _too_small(player, (columns, rows), (board_columns, board_rows + texts + 1))
    roomy = _has_room(board, columns, rows - texts)
    message_rows, spare = (2, 1) if roomy else (1, 0)
    used = texts + message_rows + 2 * spare
    canvas = board.draw(columns, rows - used, player.frames)
    margin = " " * ((columns - max(text_columns, canvas.columns)) // 2)
    left = (columns - canvas.columns) // 2
    free = rows - used - len(canvas.lines)
    if not roomy:
        message_rows += min(free, _MORE_MESSAGE)
    message = _message(player, text_columns, message_rows, styles)
    top = free // 2 if roomy else 0
    above = [margin + line for line in head] + [""] * spare
    lines = [""] * top + above + [" " * left + line for line in canvas.lines]
    lines += [margin + line for line in (*message, *[""] * spare, *foot)]
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
    best = player.best
    counts = "   ".join(player.counts)
    if best is not None:
        pushes = f", {count_of(best.pushes, 'push')}" if best.pushes else ""
        time = clock_text(best.seconds)
        counts += f"   best: {count_of(best.moves, 'move')}{pushes}, {time}"
    if width(name) + width(counts) + _GAP <= columns:
        blanks = " " * (columns - width(name) - width(counts))
        return [styles.bold + name + styles.end + blanks + counts]
    return [styles.bold + cut(name, columns) + styles.end, cut(counts, columns)]


def _message(player: Player, columns: int, rows: int, styles: Styles) -> list[str]:
    """Return the message in so many lines; what does not fit is cut off."""
    wrapped = textwrap.wrap(player.message, columns) or [""]
    if len(wrapped) > rows:
        wrapped = [*wrapped[: rows - 1], cut(" ".join(wrapped[rows - 1 :]), columns)]
    style = {"good": styles.good, "bad": styles.bad}.get(player.mood, styles.bold)
    lines = [f"{style}{line}{styles.end}" if line else "" for line in wrapped]
    return [""] * (rows - len(lines)) + lines


def _foot(player: Player, columns: int, styles: Styles) -> list[str]:
    """Return what there is to press, in as few lines as it takes."""
    styled = {}
    for key, label in player.controls.help():
        part = cut(f"{key} {label}", columns)
        whole = f"{styles.reverse}{key}{styles.end} {styles.dim}{label}{styles.end}"
        styled[part] = whole if part == f"{key} {label}" else part
    lines = flow(styled, columns, _GAP)
    return [(" " * _GAP).join(styled[part] for part in line) for line in lines]


def _too_small(player: Player, window: tuple[int, int], needed: tuple[int, int]) -> Screen:
    """Return a screen that says how large the window has to be."""
    columns, rows = window
    at_least = f"{needed[0]} x {needed[1]}"
    text = (
        f"This window is too small: it has {columns} x {rows} characters, the game needs "
        f"{at_least}. Make it larger, or its letters smaller. "
        f"{player.controls.key_of('quit')}: quit"
    )
    if columns < 20 or rows < 5:
        text = f"needs {at_least}"
    return Screen(textwrap.wrap(text, max(1, columns))[:rows])
