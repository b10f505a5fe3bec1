"""The only reader of what is shipped beside the code: the grammar and the programs."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def grammar_text(name: str) -> str:
    """Return the text of a shipped grammar file."""
    return files("markovpy.grammars").joinpath(name).read_text(encoding="utf-8")


@cache
def programs() -> dict[str, Traversable]:
    """Return the shipped programs by name, sorted by subject folder and name."""
    found = {}
    folders = (entry for entry in files("markovpy.programs").iterdir() if entry.is_dir())
    for folder in sorted(folders, key=lambda entry: entry.name):
        for entry in sorted(folder.iterdir(), key=lambda item: item.name):
            if entry.name.endswith(".mj"):
                found[entry.name.removesuffix(".mj")] = entry
    return found
