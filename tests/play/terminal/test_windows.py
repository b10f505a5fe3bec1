r"""The console of Windows, with stand-ins for what only Windows has.

The codes are those of Microsoft's documentation of ``_getwch``, as Python's ``msvcrt`` gives them:
a special key is ``\0`` or ``\xe0``, and the next call returns its second part.
"""

from __future__ import annotations

import ctypes
import os
import sys
import time
from collections import deque
from types import SimpleNamespace

import pytest

from markovpy.engine.interrupt import let_signals_in
from markovpy.play.terminal.keys import KeyReader
from markovpy.play.terminal.watch import KeyWatch
from markovpy.play.terminal.windows import WindowsTerminal

PROCESSED, VIRTUAL_TERMINAL = 1, 4


class Console:
    """What ``msvcrt`` and ``kernel32`` are to a terminal.

    Args:
        is_old: Whether it refuses commands, as before Windows 10.
    """

    def __init__(self, is_old: bool = False) -> None:
        self.typed: deque[str] = deque()
        self.mode = PROCESSED | 2
        self._is_old = is_old
        self.GetStdHandle = lambda number: {-11: 7}[number]
        self.printed = ""

    def kbhit(self) -> bool:
        """Return whether a key was pressed."""
        return bool(self.typed)

    def getwch(self) -> str:
        """Return what was typed, one part a call."""
        return self.typed.popleft()  # IndexError where it would wait for ever

    def GetConsoleMode(self, handle: ctypes.c_void_p, mode: object) -> int:  # noqa: N802
        """Tell the mode; return 0 where that fails."""
        assert handle.value == 7
        mode._obj.value = self.mode  # type: ignore[attr-defined]
        return 1

    def SetConsoleMode(self, handle: ctypes.c_void_p, mode: ctypes.c_uint32) -> int:  # noqa: N802
        """Set the mode; return 0 where that fails."""
        assert handle.value == 7
        if self._is_old and mode.value & VIRTUAL_TERMINAL:
            return 0
        self.mode = mode.value
        return 1

    def write(self, text: str) -> None:
        """Take what is printed."""
        self.printed += text

    def flush(self) -> None:
        """Print what was written."""

    def fileno(self) -> int:
        """Return the number of standard output."""
        return 1

    encoding = "utf-8"


def taken(monkeypatch: pytest.MonkeyPatch, console: Console) -> WindowsTerminal:
    """Return the terminal of a console."""
    monkeypatch.setitem(sys.modules, "msvcrt", console)  # type: ignore[arg-type]
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=console), raising=False)
    monkeypatch.setattr(sys, "stdout", console)
    monkeypatch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((80, 24)))
    return WindowsTerminal()


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        ("\xe0H\xe0P\xe0M\xe0K", ["up", "down", "right", "left"]),
        ("\0H\0P\0M\0K", ["up", "down", "right", "left"]),  # of the number pad
        ("\xe0\x8d\xe0\x91\xe0t\xe0s", ["up", "down", "right", "left"]),  # with Ctrl
        ("\xe0S\xe0G\0;a", ["delete", "a"]),  # Delete, Home, F1
        ("wA?\r\x08\t ", ["w", "A", "?", "enter", "backspace", "tab", "space"]),
        ("\x15\x11", ["ctrl-u", "ctrl-q"]),
        ("é\ud83d\ude00\ud83d", ["é", "\U0001f600"]),  # in two halves; and half a one
    ],
)
def test_keys(monkeypatch: pytest.MonkeyPatch, sent: str, names: list[str]) -> None:
    console = Console()
    console.typed.extend(sent)
    reader = KeyReader()
    data = taken(monkeypatch, console).read(None)
    assert [press.name for press in reader.feed(data)] == names
    assert not console.typed


def test_escape_is_known_once_nothing_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console()
    terminal = taken(monkeypatch, console)
    console.typed.append("\x1b")
    reader = KeyReader()
    assert reader.feed(terminal.read(None)) == []
    assert terminal.read(0.001) == b""
    assert [press.name for press in reader.expire()] == ["escape"]


def test_the_console_is_given_back_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console()
    before = console.mode
    with taken(monkeypatch, console) as terminal:
        assert console.mode == before | VIRTUAL_TERMINAL
        assert terminal.knows_commands
        assert "\x1b[?1049h" in console.printed
    assert console.mode == before
    assert console.printed.endswith("\x1b[?1049l")


def test_a_console_without_commands_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(is_old=True)
    with taken(monkeypatch, console) as terminal:
        assert not terminal.knows_commands
    assert console.printed == ""


def test_another_size_ends_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = taken(monkeypatch, Console())
    assert not terminal.was_disturbed
    monkeypatch.setattr(os, "get_terminal_size", lambda fd: os.terminal_size((60, 20)))
    assert terminal.read(None) == b""
    assert terminal.was_disturbed
    assert terminal.size == (60, 20)


def test_ctrl_c_ends_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be read: Python raises KeyboardInterrupt while the terminal sleeps."""
    terminal = taken(monkeypatch, Console())

    def interrupted(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("time.sleep", interrupted)
    with pytest.raises(KeyboardInterrupt):
        terminal.read(None)


def test_a_key_stops_a_search(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console()
    watch = KeyWatch(taken(monkeypatch, console), KeyReader())
    end = time.monotonic() + 10
    with pytest.raises(KeyboardInterrupt), watch:
        console.typed.extend("\xe0Hq")
        while time.monotonic() < end:
            let_signals_in()
    assert [press.name for press in watch.presses] == ["up", "q"]


def test_a_search_that_nobody_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console()
    watch = KeyWatch(taken(monkeypatch, console), KeyReader())
    with watch:
        pass
    console.typed.append("x")  # afterwards: it is for the game
    assert (watch.presses, list(console.typed)) == ([], ["x"])
