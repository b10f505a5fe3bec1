"""Everything that is chosen about single pictures: seeds, sizes, what is worth an animation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Shot:
    """How a program is run for its picture.

    Args:
        seed: The seed.
        size: ``WIDTHxHEIGHT`` or ``WIDTHxHEIGHTxDEPTH``; nothing for the program's own.
        every: Turns from frame to frame of an animation; 0 for a still.
        fps: Frames a second of an animation.
    """

    seed: int = 1
    size: str = ""
    every: int = 0
    fps: int = 20

    @property
    def suffix(self) -> str:
        """The ending of the picture's file name."""
        return ".gif" if self.every else ".png"


PROGRAMS: Mapping[str, Shot] = {
    "flower": Shot(7),
    "island": Shot(7),
    "maze_dfs": Shot(every=5, fps=25),
    "rainbow": Shot(5),
    "river": Shot(7),
    "snake": Shot(every=1, fps=12),
    "village": Shot(7),
}
"""Shipped programs that are not drawn as a still with seed 1."""

EXAMPLES: Mapping[str, Shot] = {
    "field": Shot(every=1),
    "if": Shot(2),
    "markov": Shot(every=2),
    "one-search": Shot(every=1, fps=6),
    "path": Shot(2),
    "prl": Shot(every=1, fps=12),
    "require": Shot(2),
}
"""Examples of node kinds, likewise."""

README: Mapping[str, int] = {
    "dungeon": 7,
    "flower": 7,
    "village": 7,
    "river": 7,
    "arctic_circle": 7,
    "city_blocks": 7,
    "skyline": 4,
    "island": 7,
}
"""The programs at the top of the README, with their seeds."""
