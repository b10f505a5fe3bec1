"""What the commands print: any encoding, closed pipes, progress, Ctrl-C."""

from __future__ import annotations

import codecs
import contextlib
import io
import os
import shutil
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any, TextIO

_PLAIN = {
    "…": "...",
    "×": "x",
    "→": "->",
    "–": "-",
    "—": "-",
    "“": '"',
    "”": '"',
    "‘": "'",
    "’": "'",
}
_BAR = 20
_PATIENCE = 0.5
_REDRAW = 0.1


def _plainly(error: UnicodeError) -> tuple[str, int]:
    """Replace what the console cannot show by ASCII characters."""
    assert isinstance(error, UnicodeEncodeError)
    unknown = error.object[error.start : error.end]
    return "".join(_PLAIN.get(character, "?") for character in unknown), error.end


def prepare() -> None:
    """Let the console show what it can and ``?`` for the rest, and the end be tidy.

    A SIGTERM ends the process as an exit does, so that no temporary file stays.
    """
    with contextlib.suppress(ValueError):  # only the main thread hears of signals
        signal.signal(signal.SIGTERM, _end)
    codecs.register_error("markovpy.plain", _plainly)
    nowhere = Path(os.devnull)  # for streams that were closed before the start
    if sys.stdin is None:
        sys.stdin = nowhere.open(encoding="utf-8")
    if sys.stdout is None:
        sys.stdout = nowhere.open("w", encoding="utf-8")
    if sys.stderr is None:
        sys.stderr = nowhere.open("w", encoding="utf-8")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="markovpy.plain")


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def say(text: str) -> None:
    """Print a line on stdout."""
    _write(text, sys.stdout)


def tell(text: str) -> None:
    """Print a line on stderr."""
    _write(text, sys.stderr)


def _write(text: str, stream: TextIO) -> None:
    """Print a line; once the reader has gone, nothing is printed any more."""
    try:
        print(text, file=stream, flush=True)
    except BrokenPipeError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def is_color_terminal(stream: TextIO) -> bool:
    """Return whether colours can be shown."""
    plain = "NO_COLOR" in os.environ or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain


def can_show(text: str, stream: TextIO) -> bool:
    """Return whether the stream's encoding has all characters of a text."""
    try:
        text.encode(stream.encoding or "ascii")
    except UnicodeEncodeError:
        return False
    return True


class Progress:
    """A bar on stderr that appears after half a second and goes away in the end.

    Shown only where stderr is a terminal.

    Args:
        label: What is going on.
        unit: What is counted.
        exact: Whether the total is known, not only a limit.
        quiet: Whether nothing is shown at all.
        saves: Whether what was done is kept after a Ctrl-C.
    """

    def __init__(
        self, label: str, unit: str, *, exact: bool, quiet: bool, saves: bool = True
    ) -> None:
        self._label = label
        self._unit = unit
        self._advice = "Ctrl-C saves" if saves else "Ctrl-C stops"
        self._of = "of" if exact else "of at most"
        self._active = not quiet and sys.stderr.isatty()
        self._began = time.monotonic()
        self._next = self._began + _PATIENCE
        self._drawn = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def clear(self) -> None:
        """Take the bar away, for lines to be printed in its place."""
        if self._drawn:
            self._draw("")
            self._drawn = False

    def show(self, done: int, total: int) -> None:
        """Show how far it is.

        Args:
            done: What is done, in units.
            total: What there is at most; 0 if nobody knows.
        """
        now = time.monotonic()
        if not self._active or now < self._next:
            return
        self._next = now + _REDRAW
        full = _BAR * done // total if total else 0
        bar = f"[{'#' * full}{'-' * (_BAR - full)}] " if total else ""
        of = f" {self._of} {total:,}" if total else ""
        seconds = f"{now - self._began:.0f} s"
        self._draw(f"{self._label} {bar}{done:,}{of} {self._unit}, {seconds} ({self._advice})")

    def _draw(self, text: str) -> None:
        room = shutil.get_terminal_size().columns - 1
        print("\r\x1b[K" + text[:room], end="", file=sys.stderr, flush=True)
        self._drawn = True


_leader: Callable[[], bool] | None = None


def follow(wishes_to_stop: Callable[[], bool]) -> None:
    """Let another process say when to stop: here a Ctrl-C is ignored from now on."""
    global _leader
    _leader = wishes_to_stop
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class Interrupts:
    """Makes the first Ctrl-C a wish that can be looked up; a second one stops everything."""

    def __init__(self) -> None:
        self._noted = False
        self._before: Any = None

    @property
    def requested(self) -> bool:
        """Whether there was a Ctrl-C here, or the process that is followed wishes to stop."""
        return self._noted or (_leader is not None and _leader())

    def __enter__(self) -> Interrupts:
        if _leader is not None:
            return self
        try:
            self._before = signal.signal(signal.SIGINT, self._note)
        except ValueError:  # only the main thread hears of signals
            self._before = None
        return self

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)

    def _note(self, number: int, frame: FrameType | None) -> None:
        if self._noted:
            raise KeyboardInterrupt
        self._noted = True
