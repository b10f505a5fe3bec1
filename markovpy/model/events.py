"""What a player or the clock can do to a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markovpy import arguments
from markovpy.errors import input_error

ARROWS = ("right", "left", "down", "up")
NAMES = (*ARROWS, "space", "action", "click", "tick")
KEY = "key"
USUAL_KEYS = "0123456789abcdefghijklmnopqrstuvwxyz"
"""Those that a search presses where a node takes any key."""


@dataclass(frozen=True)
class Event:
    """One thing that happens to a game.

    Args:
        name: One of ``right left down up space action click tick``, or ``key``.
        cell: For a click, the cell: ``(x, y)`` or ``(x, y, z)``.
        key: For a key, its letter or digit.
    """

    name: str
    cell: tuple[int, ...] | None = None
    key: str = ""

    @property
    def trigger(self) -> str:
        """What an ``on`` block has to name to answer it: the name, or ``key x``."""
        return f"{KEY} {self.key}" if self.name == KEY else self.name

    def __str__(self) -> str:
        if self.cell is not None:
            return f"{self.name} at {','.join(map(str, self.cell))}"
        return self.trigger


def is_key(text: str) -> bool:
    """Return whether a text is a letter or digit that a key can have."""
    return len(text) == 1 and text.isalnum() and text == text.lower()


def event_of(value: Event | str | Sequence[Any]) -> Event:
    """Return an event from a handy form of it.

    Args:
        value: An event; ``"left"``, ``"key x"``; or ``("click", x, y)``.

    Raises:
        ProgramError: It is no event.
    """
    if isinstance(value, Event):
        return value
    parts = value.split() if isinstance(value, str) else value
    words = list(arguments.sequence(parts, "event", "event"))
    name, rest = (words[0], words[1:]) if words else ("", [])
    if name == "click" and len(rest) in (2, 3) and all(isinstance(part, int) for part in rest):
        return Event("click", tuple(map(int, rest)))
    if name == KEY and len(rest) == 1 and is_key(key := str(rest[0]).lower()):
        return Event(KEY, key=key)
    if name in NAMES and name != "click" and not rest:
        return Event(name)
    hint = f"{', '.join(NAMES)} or key x; a click is ('click', x, y)"
    raise input_error("unknown-event", f"{value!r} is no event", "event", hint)
