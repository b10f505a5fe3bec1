"""``markovpy levels``: what a file of Sokoban levels holds."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from markovpy.commands import inputs
from markovpy.commands.console import say, tell
from markovpy.errors import input_error
from markovpy.formats.levels import BOXES, GOALS
from markovpy.formats.xsb import (
    check_level,
    pick_level,
    read_good_levels,
    read_levels,
    write_levels,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.formats.xsb import Level


def list_levels(target: str, as_json: bool) -> int:
    """Print the levels of a file, a line each; return 1 where one cannot be played as it stands.

    Args:
        target: The file, or ``-`` for stdin.
        as_json: Whether to print data.
    """
    name = inputs.STDIN if target == "-" else target
    levels, fault = read_good_levels(_text(target), name)
    if fault and (as_json or not levels):
        raise fault
    found = [check_level(level) for level in levels]
    if as_json:
        listed = [_as_data(level, number, name) for number, level in enumerate(levels, start=1)]
        say(json.dumps({"file": name, "levels": listed}))
        return int(any(found))
    _say_table(levels)
    for number, (level, problems) in enumerate(zip(levels, found, strict=True), start=1):
        for problem in problems:
            tell(problem.format(level.source(name, number)))
    if fault:
        tell(str(fault))
    wrong = sum(map(bool, found))
    said = f", {wrong} cannot be played as {'it stands' if wrong == 1 else 'they stand'}"
    say(f"{name}: {len(levels)} level{'s' * (len(levels) > 1)}{said if wrong else ''}")
    return int(any(found) or fault is not None)


def show_level(target: str, number: int, as_json: bool) -> int:
    """Print one level as a file of its own.

    Args:
        target: The file, or ``-`` for stdin.
        number: The level's number, from 1.
        as_json: Whether to print data.
    """
    name = inputs.STDIN if target == "-" else target
    level = pick_level(read_levels(_text(target), name), number, name)
    if as_json:
        say(json.dumps(_as_data(level, number, name)))
    else:
        say(write_levels([level]).rstrip("\n"))
    return 0


def _text(target: str) -> str:
    """Return the text of a file of levels.

    Raises:
        ProgramError: It cannot be read, or is a program.
    """
    if target.lower().endswith((".mj", ".xml")):
        hint = f"play its levels with: markovpy play {target} --level 1"
        message = "this is a program, not a file of levels (XSB)"
        raise input_error("no-levels", message, target, hint)
    return inputs.read_text(target, "levels")


def _say_table(levels: Sequence[Level]) -> None:
    """Print number, size, boxes, goals and title of each level."""
    rows = [
        (
            str(number),
            f"{level.width}x{level.height}",
            str(len(level.places(BOXES))),
            str(len(level.places(GOALS))),
            "  ".join(filter(None, (level.title, level.author and f"({level.author})"))),
        )
        for number, level in enumerate(levels, start=1)
    ]
    table = [("level", "size", "boxes", "goals", "title"), *rows]
    widths = [max(len(row[column]) for row in table) for column in range(4)]
    for row in table:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=False)]
        say("  ".join([*cells, row[4]]).rstrip())


def _as_data(level: Level, number: int, name: str) -> dict[str, Any]:
    """Return a level as plain data."""
    source = level.source(name, number)
    return {
        "number": number,
        "line": level.line,
        "title": level.title,
        "author": level.author,
        "comment": level.comment,
        "width": level.width,
        "height": level.height,
        "boxes": len(level.places(BOXES)),
        "goals": len(level.places(GOALS)),
        "rows": list(level.rows),
        "solution": level.solution,
        "problems": [problem.as_dict(source) for problem in check_level(level)],
    }
