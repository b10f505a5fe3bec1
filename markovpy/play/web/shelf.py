"""The programs that a page offers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from markovpy.api.loading import load
from markovpy.errors import did_you_mean, input_error
from markovpy.resources import programs

if TYPE_CHECKING:
    from markovpy.api.program import Program

_EVENT_BLOCK = re.compile(r"^on \w", re.MULTILINE)
_PLUGIN_NODE = re.compile(r"^\w+\.\w", re.MULTILINE)
_SIZE = re.compile(r"(\d+) ?[x×] ?(\d+)")
_NUMBER = re.compile(r"\d+")


class Shelf:
    """A program, and the shipped games that can be played in its place.

    A program of one's own stands first.

    Args:
        first: The program that is asked for; a game.

    Attributes:
        first: Likewise.
        games: The names of all.
    """

    def __init__(self, first: Program) -> None:
        self.first = first
        self._programs = {_name(first): first}
        self.games = [name for name in programs() if self._is_game(name)]
        if _name(first) not in self.games:
            self.games.insert(0, _name(first))

    def _is_game(self, name: str) -> bool:
        """Return whether a shipped program is a game; most are known by their text."""
        text = programs()[name].read_text(encoding="utf-8")
        if _EVENT_BLOCK.search(text):
            return True
        return bool(_PLUGIN_NODE.search(text)) and load(name).is_game

    def program(self, name: str) -> Program:
        """Return a program by name.

        Raises:
            ProgramError: There is none of this name.
        """
        if name not in self.games:
            hint = did_you_mean(name, self.games)
            raise input_error("no-such-file", f"there is no game '{name}' here", "game", hint)
        if name not in self._programs:
            self._programs[name] = load(name)
        return self._programs[name]

    def sizes(self, program: Program) -> list[dict[str, str]]:
        """Return the games that are the same but for a number in the name, as sizes.

        Args:
            program: One of them.

        Returns:
            Name and size of each; nothing where there is but one.
        """
        kind = _NUMBER.sub("", _name(program))
        alike = [name for name in self.games if _NUMBER.sub("", name) == kind]
        if len(alike) < 2:
            return []
        sizes = {name: self.program(name).size[:2] for name in alike}
        alike.sort(key=lambda name: sizes[name])
        return [{"name": name, "size": "×".join(map(str, sizes[name]))} for name in alike]


def sizes_of(titles: Sequence[str]) -> list[str]:
    """Return the sizes that levels are named after; nothing where they have other names."""
    found = [_SIZE.fullmatch(title) for title in titles]
    return [f"{size[1]}×{size[2]}" for size in found if size] if all(found) else []


def _name(program: Program) -> str:
    return Path(program.source.name).stem
