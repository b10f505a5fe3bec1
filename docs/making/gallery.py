"""The page of shipped programs, ``docs/gallery.md``, with a picture of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import markovpy
from making.choices import PROGRAMS, Shot
from markovpy.resources import programs

COLUMNS = 3
SUBJECTS = {"three_d": "3-D"}

INTRODUCTION = """\
# Gallery

<!-- This page is made from programs/ and docs/making/choices.py by: nox -s pictures -->

All {count} programs that come with markovpy, each with the command that draws its picture.
`markovpy show NAME` prints a program, `markovpy show NAME -o my.mj` takes it as a start. Another
seed gives another picture.
"""


def shot(name: str) -> Shot:
    """Return how a shipped program is drawn."""
    return PROGRAMS.get(name, Shot())


def picture(name: str) -> str:
    """Return the file name of a shipped program's picture, in the folder of pictures."""
    return f"programs/{name}{shot(name).suffix}"


def subjects() -> dict[str, list[str]]:
    """Return the names of the shipped programs by subject folder."""
    found: dict[str, list[str]] = {}
    for name, entry in programs().items():
        found.setdefault(str(entry).replace("\\", "/").split("/")[-2], []).append(name)
    return found


def page() -> str:
    """Return the whole page."""
    folders = subjects()
    lines = [INTRODUCTION.format(count=sum(map(len, folders.values())))]
    for folder, names in folders.items():
        lines.append(f"## {SUBJECTS.get(folder, folder.replace('_', ' ').capitalize())}\n")
        for start in range(0, len(names), COLUMNS):
            lines += _row(names[start : start + COLUMNS])
    return "\n".join(lines)


def _row(names: Sequence[str]) -> Iterator[str]:
    """Yield a table of one row of pictures, and what is said about them below."""
    gap = [""] * (COLUMNS - len(names))
    shown = [f"![{name}](pictures/{picture(name)})" for name in names]
    yield f"| {' | '.join(shown + gap)} |"
    yield f"|{':---|' * COLUMNS}"
    yield f"| {' | '.join([_about(name) for name in names] + gap)} |"
    yield ""


def _about(name: str) -> str:
    """Return what a program is called and draws, and how its picture is made."""
    program = markovpy.load(name)
    first = program.source.text.split("\n", 1)[0].removeprefix("# ").replace("|", "\\|")
    title = program.about.get("title", name.replace("_", " ").capitalize())
    chosen = shot(name)
    size = f" --size {chosen.size}" if chosen.size else ""
    command = f"markovpy run {name} --seed {chosen.seed}{size}"
    return f"**{title}.** {first}<br>`{command}`"
