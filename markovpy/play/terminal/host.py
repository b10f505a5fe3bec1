"""Plays a game on the terminal of this process, until the player ends it."""

from __future__ import annotations

import contextlib
import os
import sys
import time
from typing import TYPE_CHECKING

from markovpy.play.advice import Advice
from markovpy.play.records import Records
from markovpy.play.terminal.board import ColorBoard
from markovpy.play.terminal.colors import Depth, color_depth
from markovpy.play.terminal.device import Terminal, open_terminal
from markovpy.play.terminal.display import Display
from markovpy.play.terminal.keys import KeyReader, Press
from markovpy.play.terminal.plain import PlainBoard
from markovpy.play.terminal.player import Player
from markovpy.play.terminal.view import NO_COLORS, NO_STYLES, Board, Screen, Styles, screen_of
from markovpy.play.terminal.watch import KeyWatch

if TYPE_CHECKING:
    from markovpy.play.session import Session

_ESCAPE_PAUSE = 0.05
_SECOND = 1.0
_LOOK = 0.2
_LEAST_PAUSE = 0.005


def can_play() -> bool:
    """Return whether this process has a terminal to play on."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def play(session: Session, advice: Advice | None = None) -> None:
    """Play a game on the terminal until the player ends it.

    Args:
        session: The game.
        advice: What knows about solutions; None where nothing does.
    """
    player = Player(session, Records(session.program), advice)
    device = open_terminal(mouse=player.controls.takes_clicks)
    depth = color_depth(os.environ, device.encoding)
    with contextlib.suppress(KeyboardInterrupt, EOFError), device as terminal:
        _Host(player, terminal, depth if terminal.knows_commands else "none").run()


class _Host:
    """The loop between the player and the terminal."""

    def __init__(self, player: Player, terminal: Terminal, depth: Depth) -> None:
        is_dumb = not terminal.knows_commands
        self._player = player
        self._terminal = terminal
        self._display = Display(terminal.write, rolls=is_dumb)
        self._styles = NO_STYLES if is_dumb else NO_COLORS if depth == "none" else Styles()
        self._is_dumb = is_dumb
        self._keys = KeyReader()
        self._screen = Screen([])
        session = player.session
        self._board: Board = (
            PlainBoard(session, terminal.encoding)
            if depth == "none"
            else ColorBoard(session, depth)
        )
        self._due: float | None = None
        self._next_look = 0.0

    def run(self) -> None:
        """Show the game and answer keys until the player ends it.

        Raises:
            KeyboardInterrupt: By Ctrl-C.
            EOFError: The terminal is gone.
        """
        self._show()
        while not self._player.quitting:
            if self._player.coach.asked:
                self._search()
                continue
            acted = self._wait()
            if acted or not self._is_dumb:  # a printed clock would fill the screen
                self._show()

    def _show(self) -> None:
        if self._terminal.was_disturbed:
            self._display.forget()
        columns, rows = self._terminal.size
        if self._is_dumb:
            columns, rows = columns - 1, rows - 1
        self._screen = screen_of(self._player, self._board, columns, rows, self._styles)
        self._display.show(self._screen.lines)

    def _search(self) -> None:
        """Find what the player asked for; a key ends that, and is nothing but that, or quits."""
        watch = KeyWatch(self._terminal, self._keys)
        self._player.search(self._searching, watch)
        stopper, later = watch.presses[:1], watch.presses[1:]
        if any(self._player.controls.quits(press.name) for press in stopper):
            self._player.quitting = True
            return
        self._answer(later)
        self._pulse()
        self._show()

    def _searching(self, states: int, line: str) -> None:
        """Show, now and then, that a search goes on."""
        now = time.monotonic()
        if (line or now >= self._next_look) and not self._is_dumb:
            self._next_look = now + _LOOK
            self._show()

    def _wait(self) -> bool:
        """Wait for a key, a tick or the next second; return whether something was done."""
        data = self._terminal.read(self._timeout())
        presses = self._keys.feed(data) if data else self._keys.expire()
        self._answer(presses)
        return self._pulse() or bool(presses)

    def _answer(self, presses: list[Press]) -> None:
        """Have the player's keys and clicks do what they do."""
        for press in presses:
            shape = self._player.session.grid.shape
            cell = self._screen.cell_at(press.column, press.row, shape)
            self._player.press(press.name, cell)

    def _pulse(self) -> bool:
        """Let happen what does so by itself, if it is time and can be seen; return whether."""
        now, period = time.monotonic(), self._player.period
        if period is None or self._player.coach.asked:
            self._due = None
        elif self._due is None:
            self._due = now + period
        elif now >= self._due and self._screen.canvas is not None:
            self._due = max(self._due + period, now)
            self._player.pulse()
            return True
        return False

    def _timeout(self) -> float | None:
        """Return after how many seconds something is to be done without a key."""
        if self._keys.waits:
            return _ESCAPE_PAUSE
        if self._due is not None:
            return max(_LEAST_PAUSE, self._due - time.monotonic())
        if self._player.clock.runs:
            return _SECOND - self._player.clock.seconds % _SECOND
        return None
