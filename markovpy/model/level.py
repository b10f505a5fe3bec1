"""A level: a grid to start from, one of several."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Level:
    """A level as it is written, its characters not yet read.

    Args:
        title: Its title; empty for none.
        rows: Its rows of characters.
        author: Who made it; empty where that is not said.
        file: The name of the file that it comes from; empty for none.
    """

    title: str
    rows: tuple[str, ...]
    author: str = ""
    file: str = field(default="", compare=False)
