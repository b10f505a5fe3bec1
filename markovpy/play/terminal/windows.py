"""The console of Windows, through msvcrt; keys only, no mouse."""

from __future__ import annotations

import contextlib
import ctypes
import os
import shutil
import sys
import time
from typing import Any

from markovpy.play.terminal.device import ENTER, LEAVE
from markovpy.play.terminal.text import shown_as

_POLL = 0.02
_OUTPUT = -11  # STD_OUTPUT_HANDLE
_COMMANDS = 1 | 4  # ENABLE_PROCESSED_OUTPUT, ENABLE_VIRTUAL_TERMINAL_PROCESSING
_UP, _DOWN, _RIGHT, _LEFT = (f"\x1b[{letter}" for letter in "ABCD")
_SPECIAL = "\0\xe0"
_SEQUENCES = {"H": _UP, "P": _DOWN, "M": _RIGHT, "K": _LEFT, "S": "\x1b[3~"}
_SEQUENCES |= {"\x8d": _UP, "\x91": _DOWN, "t": _RIGHT, "s": _LEFT}  # with Ctrl
"""What other terminals send for keys that Windows sends in two parts, by the second part."""


class WindowsTerminal:
    """The console of this process, as :class:`~.device.Terminal` wants it.

    Whether it knows commands is found out when it is entered: before Windows 10 none did.
    """

    def __init__(self) -> None:
        self.encoding = sys.stdout.encoding or "ascii"
        self.knows_commands = False
        self._size = self.size
        kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
        kernel.GetStdHandle.restype = ctypes.c_void_p
        self._output = ctypes.c_void_p(kernel.GetStdHandle(_OUTPUT))
        self._kernel = kernel
        self._mode = ctypes.c_uint32()

    def __enter__(self) -> WindowsTerminal:
        known = self._kernel.GetConsoleMode(self._output, ctypes.byref(self._mode))
        if known:
            wanted = ctypes.c_uint32(self._mode.value | _COMMANDS)
            self.knows_commands = bool(self._kernel.SetConsoleMode(self._output, wanted))
        if self.knows_commands:
            self.write(ENTER)
        return self

    def __exit__(self, *_: object) -> None:
        if not self.knows_commands:
            return
        with contextlib.suppress(OSError):
            self.write(LEAVE)
        self._kernel.SetConsoleMode(self._output, self._mode)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        try:
            found = os.get_terminal_size(sys.stdout.fileno())
        except OSError:
            found = shutil.get_terminal_size()
        return found.columns, found.lines

    @property
    def was_disturbed(self) -> bool:
        """Whether its size changed since this was last asked."""
        before, self._size = self._size, self.size
        return before != self._size

    def write(self, text: str) -> None:
        """Send text to it."""
        text = shown_as(text, self.encoding)
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
            # of a special key the next call returns the second part, without waiting
            is_special = character in _SPECIAL
            typed += _SEQUENCES.get(console.getwch(), "") if is_special else character
        # what has no place among 65,536 characters comes in two halves
        whole = typed.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "ignore")
        return whole.encode()
