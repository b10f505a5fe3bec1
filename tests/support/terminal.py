"""A terminal with a game on it: what it shows is read as a terminal would show it."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable
from pathlib import Path

import pyte

PATIENCE = 30
ARRIVAL = 0.1
"""Seconds after which nothing more comes of what was written before a process ended."""
_LEAD = """
import fcntl, runpy, termios
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
runpy.run_module("markovpy", run_name="__main__")
"""
"""Has the terminal control the process, which a Ctrl-C typed on it needs, and runs it."""
_MODES = re.compile(rb"\x1b\[\?([\d;]+)([hl])")


class GameTerminal:
    """A process of the command line on a terminal of its own.

    Args:
        words: What is typed after ``markovpy``.
        size: Columns and rows.
        variables: Of its environment, beside those of this process.
    """

    def __init__(self, *words: str, size: tuple[int, int] = (80, 24), **variables: str) -> None:
        self.terminal, inner = pty.openpty()
        self.inner = inner
        self.settings = termios.tcgetattr(inner)
        self.screen = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self.screen)
        self.shown = b""
        self.resize(*size)
        defaults = {
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "PYTHONIOENCODING": "utf-8",
            "XDG_DATA_HOME": str(Path("data").resolve()),
        }
        environment = {**os.environ, **defaults, **variables}
        environment = {name: value for name, value in environment.items() if value}
        command = [sys.executable, "-c", _LEAD, *words]
        self.process = subprocess.Popen(
            command,
            stdin=inner,
            stdout=inner,
            stderr=inner,
            env=environment,
            start_new_session=True,
        )

    def __enter__(self) -> GameTerminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        os.close(self.terminal)
        os.close(self.inner)

    def resize(self, columns: int, rows: int) -> None:
        """Change the window's size, as a window manager does."""
        fcntl.ioctl(self.inner, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.screen.resize(rows, columns)

    def reset(self) -> None:
        """Set the terminal as it was at first, as a shell does while a process is stopped."""
        termios.tcsetattr(self.inner, termios.TCSANOW, self.settings)

    def press(self, keys: str) -> None:
        """Type keys."""
        os.write(self.terminal, keys.encode())

    def click(self, column: int, row: int) -> None:
        """Press and release the mouse's left button."""
        place = f"{column + 1};{row + 1}"
        self.press(f"\x1b[<0;{place}M\x1b[<0;{place}m")

    @property
    def text(self) -> str:
        """What the screen shows, without colours."""
        return "\n".join(self.screen.display)

    def color(self, column: int, row: int) -> tuple[str, str]:
        """Return the colours of the upper and lower half of a place."""
        found = self.screen.buffer[row][column]
        return (found.fg if found.data == "▀" else found.bg), found.bg

    def until(self, condition: Callable[[], bool]) -> None:
        """Wait, not for ever, until something holds on the screen."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, f"waited in vain:\n{self.text}"
            self._read()

    def sees(self, text: str) -> None:
        """Wait until the screen shows a text; where its lines end does not count."""
        self.until(lambda: text in " ".join(self.text.split()))

    def _read(self) -> None:
        if select.select([self.terminal], [], [], 0.05)[0]:
            piece = os.read(self.terminal, 65536)
            self.shown += piece
            self._stream.feed(piece)

    def ends(self) -> int:
        """Wait until the process ends and all it wrote has arrived; return its exit code."""
        self.until(lambda: self.process.poll() is not None)
        while select.select([self.terminal], [], [], ARRIVAL)[0]:
            self._read()
        return self.process.wait(PATIENCE)

    def signal(self, number: signal.Signals) -> None:
        """Send the process a signal."""
        self.process.send_signal(number)

    @property
    def is_restored(self) -> bool:
        """Whether the terminal is as it was before the process began."""
        modes: dict[bytes, bytes] = {}
        for names, state in _MODES.findall(self.shown):
            modes.update(dict.fromkeys(names.split(b";"), state))
        usual = {b"25": b"h", b"7": b"h"}  # a cursor, line breaks; all others off
        as_usual = all(state == usual.get(name, b"l") for name, state in modes.items())
        return as_usual and termios.tcgetattr(self.inner) == self.settings
