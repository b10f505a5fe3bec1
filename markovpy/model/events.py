"""What a player or the clock can do to a game."""

from __future__ import annotations

from dataclasses import dataclass

ARROWS = ("right", "left", "down", "up")
NAMES = (*ARROWS, "space", "action", "click", "tick")
KEY = "key"


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
