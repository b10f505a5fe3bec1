"""The terminal itself: keys one by one, its size, and all as it was when the game ends.

On Windows :mod:`.windows` stands in for :class:`PosixTerminal`.
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import sys
from types import FrameType
from typing import Any, Protocol

from markovpy.play.terminal.colors import encoding_of
from markovpy.play.terminal.text import shown_as

ENTER = "\x1b[?1049h\x1b[?25l\x1b[?7l"  # another screen, no cursor, no line breaks of its own
LEAVE = "\x1b[0m\x1b[?7h\x1b[?25h\x1b[?1049l"
_MOUSE_ON = "\x1b[?1000h\x1b[?1006h"
_MOUSE_OFF = "\x1b[?1006l\x1b[?1000l"
_PIECE = 4096


class Terminal(Protocol):
    """A terminal in the hands of a game, between ``__enter__`` and ``__exit__``.

    Attributes:
        encoding: Its encoding.
        knows_commands: Whether it does anything but print; known once it is entered.
    """

    encoding: str
    knows_commands: bool

    def __enter__(self) -> Terminal:
        """Take the terminal."""

    def __exit__(self, *_: object) -> None:
        """Give it back as it was."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    @property
    def was_disturbed(self) -> bool:
        """Whether, since this was last asked, its size changed or others wrote into it."""

    def write(self, text: str) -> None:
        """Send text to it."""

    def read(self, timeout: float | None) -> bytes:
        """Return what was typed; nothing after so many seconds, or when it was disturbed.

        Raises:
            EOFError: It is gone.
        """


class PosixTerminal:
    """The terminal of this process, through termios and signals.

    Args:
        knows_commands: Whether it does; else only keys are read one by one.
        mouse: Whether clicks are wanted.
    """

    def __init__(self, *, knows_commands: bool, mouse: bool) -> None:
        self.knows_commands = knows_commands
        self._mouse = mouse
        self._input = sys.stdin.fileno()
        self._output = sys.stdout.fileno()
        self.encoding = encoding_of(os.environ, sys.stdout.encoding)
        self._settings: list[Any] = []
        self._handlers: dict[int, Any] = {}
        self._wake = (-1, -1)
        self._woken_before = -1
        self._disturbed = False
        self._is_aside = False

    def __enter__(self) -> PosixTerminal:
        self._wake = os.pipe()
        for end in self._wake:
            os.set_blocking(end, False)
        # whichever thread a signal comes to, and whenever: it ends waiting for keys
        self._woken_before = signal.set_wakeup_fd(self._wake[1], warn_on_full_buffer=False)
        signals = {
            signal.SIGWINCH: self._note,
            signal.SIGTSTP: self._suspend,
            signal.SIGCONT: self._go_on,
            signal.SIGHUP: self._hang_up,
        }
        self._handlers = {number: signal.signal(number, do) for number, do in signals.items()}
        try:
            self._take()
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        interrupt = signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing may come between
        self._give_back()
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(self._woken_before)
        signal.signal(signal.SIGINT, interrupt)
        for end in self._wake:
            os.close(end)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        try:
            found = os.get_terminal_size(self._output)
        except OSError:
            found = shutil.get_terminal_size()
        return found.columns or 80, found.lines or 24

    @property
    def was_disturbed(self) -> bool:
        """Whether, since this was last asked, its size changed or others wrote into it."""
        disturbed, self._disturbed = self._disturbed, False
        return disturbed

    def write(self, text: str) -> None:
        """Send text to it."""
        data = shown_as(text, self.encoding).encode(self.encoding, "replace")
        while data:
            try:
                data = data[os.write(self._output, data) :]
            except BlockingIOError:  # whoever shares it made it so
                select.select([], [self._output], [])

    def read(self, timeout: float | None) -> bytes:
        """Return what was typed; nothing after so many seconds, or when it was disturbed."""
        if self._disturbed:
            return b""
        ready = select.select([self._input, self._wake[0]], [], [], timeout)[0]
        if self._wake[0] in ready:
            os.read(self._wake[0], _PIECE)
        if self._input not in ready:
            return b""
        try:
            data = os.read(self._input, _PIECE)
        except BlockingIOError:
            return b""
        except OSError:  # how Linux says that it was closed
            raise EOFError from None
        if not data:
            raise EOFError
        return data

    def _take(self) -> None:
        import termios

        self._settings = termios.tcgetattr(self._input)
        self._set_modes()

    def _set_modes(self) -> None:
        import termios

        changed = [*self._settings[:6], [*self._settings[6]]]
        changed[0] &= ~(termios.IXON | termios.ICRNL)
        changed[3] &= ~(termios.ICANON | termios.ECHO | termios.IEXTEN)
        controls = changed[6]
        controls[termios.VMIN], controls[termios.VTIME] = 1, 0
        controls[termios.VQUIT] = b"\0"
        termios.tcsetattr(self._input, termios.TCSADRAIN, changed)
        if self.knows_commands:
            self.write(ENTER + (_MOUSE_ON if self._mouse else ""))

    def _give_back(self) -> None:
        """Leave the terminal as it was, as far as it is still there."""
        import termios

        if not self._settings:
            return
        with contextlib.suppress(OSError):
            if self.knows_commands:
                self.write(_MOUSE_OFF + LEAVE)
        with contextlib.suppress(termios.error, OSError):
            termios.tcsetattr(self._input, termios.TCSADRAIN, self._settings)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self._disturbed = True

    def _suspend(self, number: int, frame: FrameType | None) -> None:
        """Step aside for the shell, until it lets the game go on."""
        self._is_aside = True
        self._give_back()
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(os.getpid(), signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._suspend)
        self._take()
        self._is_aside = False
        self._note(number, frame)

    def _go_on(self, number: int, frame: FrameType | None) -> None:
        """Take the terminal anew after a stop that could not be noticed."""
        if not self._is_aside and self._settings:
            self._set_modes()
            self._note(number, frame)

    def _hang_up(self, number: int, frame: FrameType | None) -> None:
        raise SystemExit(128 + number)


def open_terminal(*, mouse: bool) -> Terminal:
    """Return the terminal of this process, not yet taken.

    Args:
        mouse: Whether clicks are wanted.
    """
    if os.name == "nt":
        from markovpy.play.terminal.windows import WindowsTerminal

        return WindowsTerminal()
    is_dumb = os.environ.get("TERM", "") in ("dumb", "unknown")
    return PosixTerminal(knows_commands=not is_dumb, mouse=mouse)
