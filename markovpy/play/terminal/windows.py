"""The console of Windows, through msvcrt; keys only, no mouse."""

from __future__ import annotations

import contextlib
import ctypes
import os
import sys
import time
from typing import Any

from markovpy.play.terminal.device import ENTER, LEAVE

_POLL = 0.02
_OUTPUT = -11
_VIRTUAL_TERMINAL = 4
_SEQUENCES = {"H": "\x1b[A", "P": "\x1b[B", "M": "\x1b[C", "K": "\x1b[D", "S": "\x1b[3~"}
"""What other terminals send for the keys that Windows sends in two parts."""


class WindowsTerminal:
    """The console of this process, as :class:`~.device.Terminal` wants it."""

    def __init__(self) -> None:
        self.encoding = sys.stdout.encoding or "ascii"
        self._size = self.size
        self._kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
        self._mode = ctypes.c_uint32()

    def __enter__(self) -> WindowsTerminal:
        handle = self._kernel.GetStdHandle(_OUTPUT)
        self._kernel.GetConsoleMode(handle, ctypes.byref(self._mode))
        self._kernel.SetConsoleMode(handle, self._mode.value | _VIRTUAL_TERMINAL)
        self.write(ENTER)
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self.write(LEAVE)
        self._kernel.SetConsoleMode(self._kernel.GetStdHandle(_OUTPUT), self._mode.value)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        found = os.get_terminal_size(sys.stdout.fileno())
        return found.columns, found.lines

    @property
    def was_disturbed(self) -> bool:
        """Whether its size changed since this was last asked."""
        before, self._size = self._size, self.size
        return before != self._size

    def write(self, text: str) -> None:
        """Send text to it."""
        sys.stdout.write(text.encode(self.encoding, "replace").decode(self.encoding))
        sys.stdout.flush()

    def read(self, timeout: float | None) -> bytes:
        """Return what was typed; nothing after so many seconds, or when its size changed."""
        import msvcrt

        console: Any = msvcrt
        end = None if timeout is None else time.monotonic() + timeout
        while not console.kbhit():
            if self._size != self.size or (end is not None and time.monotonic() >= end):
                return b""
            time.sleep(_POLL)
        typed = ""
        while console.kbhit():
            character = console.getwch()
            is_special = character in "\0\xe0"
            typed += _SEQUENCES.get(console.getwch(), "") if is_special else character
        return typed.encode()
