"""What a terminal sends for keys and the mouse, read into presses."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass

ESCAPE = "\x1b"
_NAMES = {
    "A": "up",
    "B": "down",
    "C": "right",
    "D": "left",
    "H": "home",
    "F": "end",
    "M": "enter",  # of the number pad
}
_CONTROLS = {
    "\r": "enter",
    "\n": "enter",
    "\t": "tab",
    " ": "space",
    "\x7f": "backspace",
    "\x08": "backspace",
    ESCAPE: "escape",
}
_NUMBERED = {"1": "home", "3": "delete", "4": "end", "5": "page-up", "6": "page-down"}
_MOUSE = re.compile(r"\x1b\[<(\d+);(\d+);(\d+)([Mm])", re.ASCII)
_SEQUENCE = re.compile(r"\x1b(?:\[([0-9;?<=>]*)([ -/]*)([@-~])|O([ -~]))", re.ASCII)
_UNFINISHED = re.compile(r"\x1b(?:\[[0-9;?<=>]*[ -/]*|O)?", re.ASCII)


@dataclass(frozen=True)
class Press:
    """A key that was pressed, or a button of the mouse.

    Args:
        name: A letter, digit or other character as itself; ``up``, ``enter`` and so on;
            ``ctrl-x``; ``click``.
        column: Where a click was, in characters from 0.
        row: Likewise.
    """

    name: str
    column: int = -1
    row: int = -1


class KeyReader:
    """Turns what a terminal sends into presses; what is not yet whole is kept."""

    def __init__(self) -> None:
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")
        self._rest = ""

    @property
    def waits(self) -> bool:
        """Whether something has begun that more may follow, or not: Escape was pressed."""
        return bool(self._rest)

    def feed(self, data: bytes) -> list[Press]:
        """Return the presses that are whole now."""
        self._rest += self._decoder.decode(data)
        found = []
        while self._rest:
            if self._rest[0] != ESCAPE:
                found.append(_plain_press(self._rest[0]))
                self._rest = self._rest[1:]
                continue
            if _UNFINISHED.fullmatch(self._rest):
                break
            press, length = _sequence(self._rest)
            self._rest = self._rest[length:]
            found += [press] if press is not None else []
        return found

    def expire(self) -> list[Press]:
        """Return the presses that what has begun amounts to, since nothing followed."""
        rest, self._rest = self._rest, ""
        return [Press("escape")] if rest == ESCAPE else []


def _plain_press(character: str) -> Press:
    """Return the press of one character that is no part of a sequence."""
    if character in _CONTROLS:
        return Press(_CONTROLS[character])
    if character < " ":
        return Press(f"ctrl-{chr(ord(character) + 0x60)}")
    return Press(character)


def _sequence(text: str) -> tuple[Press | None, int]:
    """Return the press that a text beginning with Escape starts with, and its length."""
    if mouse := _MOUSE.match(text):
        button, column, row = (int(part) for part in mouse.groups()[:3])
        pressed = mouse[4] == "M" and button & ~0x1C == 0  # left, with or without Shift and so on
        return Press("click", column - 1, row - 1) if pressed else None, mouse.end()
    if found := _SEQUENCE.match(text):
        arguments, _, final, short = found.groups()
        name = _NAMES.get(short or final)
        if final == "~":
            name = _NUMBERED.get(arguments.split(";")[0])
        return Press(name) if name is not None else None, found.end()
    return Press("escape"), 1
