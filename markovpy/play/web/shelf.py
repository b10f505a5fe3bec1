"""The programs that a page offers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
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
        titles: The name of each, and what it is called.
    """

    def __init__(self, first: Program) -> None:
        self.first = first
        name = _name(first)
        self._programs = {name: first}
        own = {} if name in _shipped() else {name: _title(first)}
        self.titles = {**own, **_shipped()}

    def program(self, name: str) -> Program:
        """Return a program by name.

        Raises:
            ProgramError: There is none of this name.
        """
        if name not in self.titles:
            hint = did_you_mean(name, self.titles)
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
        alike = [name for name in self.titles if _NUMBER.sub("", name) == kind]
        if len(alike) < 2:
            return []
        sizes = {name: self.program(name).size[:2] for name in alike}
        alike.sort(key=lambda name: sizes[name])
        return [{"name": name, "size": "×".join(map(str, sizes[name]))} for name in alike]


@cache
def _shipped() -> dict[str, str]:
    """Return the names and titles of the shipped games."""
    loaded = {name: load(name) for name in programs() if _may_be_game(name)}
    return {name: _title(program) for name, program in loaded.items() if program.is_game}


def _may_be_game(name: str) -> bool:
    """Return whether a shipped program has to be loaded to see if it is a game."""
    text = programs()[name].read_text(encoding="utf-8")
    return bool(_EVENT_BLOCK.search(text) or _PLUGIN_NODE.search(text))


def sizes_of(titles: Sequence[str]) -> list[str]:
    """Return the sizes that levels are named after; nothing where they have other names."""
    found = [_SIZE.fullmatch(title) for title in titles]
    return [f"{size[1]}×{size[2]}" for size in found if size] if all(found) else []


def _name(program: Program) -> str:
    return Path(program.source.name).stem


def _title(program: Program) -> str:
    return program.about.get("title") or _name(program)
