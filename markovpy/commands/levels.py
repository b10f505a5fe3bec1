"""``markovpy levels``: what levels a file or a program holds."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markovpy.commands import inputs
from markovpy.commands.console import say, tell
from markovpy.errors import Diagnostic, MarkovError, input_error
from markovpy.formats.xsb import read_good_levels, write_levels
from markovpy.model.level import Level, pick_level
from markovpy.model.sokoban import BOXES, GOALS, PLAYERS, check_level, places
from markovpy.resources import programs
from markovpy.source import Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.compiler.program import CheckedLevel

_COUNTED = {"boxes": BOXES, "goals": GOALS}


@dataclass(frozen=True)
class _Entry:
    """A level as it is listed.

    Args:
        level: The level; its rows are those that are shown.
        shape: Its ``(depth, height, width)``.
        xsb: Its rows in the symbols of XSB; empty where it is no level of Sokoban.
        problems: Why it cannot be won as it stands.
    """

    level: Level
    shape: tuple[int, int, int]
    xsb: tuple[str, ...]
    problems: tuple[Diagnostic, ...]

    @property
    def size(self) -> str:
        """Its width, height and depth, the last where there are layers."""
        depth, height, width = self.shape
        return f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")

    def count(self, symbols: str) -> int | None:
        """Return how many of some symbols it has; None where it is no level of Sokoban."""
        return len(places(self.xsb, symbols)) if self.xsb else None


def list_levels(target: str, as_json: bool) -> int:
    """Print levels, a line each; return 1 where one cannot be played as it stands.

    Args:
        target: A file of levels, a program, or ``-`` for a file of levels on stdin.
        as_json: Whether to print data.
    """
    source, entries, fault = _entries(target)
    if fault and (as_json or not entries):
        raise fault
    if as_json:
        listed = [_as_data(entry, number, source) for number, entry in enumerate(entries, start=1)]
        say(json.dumps({"file": source.name, "levels": listed}))
        return int(any(entry.problems for entry in entries))
    _say_table(entries)
    for entry in entries:
        for problem in entry.problems:
            tell(problem.format(source))
    if fault:
        tell(str(fault))
    wrong = sum(bool(entry.problems) for entry in entries)
    said = f", {wrong} cannot be played as {'it stands' if wrong == 1 else 'they stand'}"
    count = f"{len(entries)} level{'s' * (len(entries) > 1)}"
    say(f"{source.name}: {count}{said if wrong else ''}")
    return int(wrong > 0 or fault is not None)


def show_level(target: str, number: int, as_json: bool) -> int:
    """Print one level as a file of its own.

    Args:
        target: See :func:`list_levels`.
        number: The level's number, from 1.
        as_json: Whether to print data.
    """
    source, entries, fault = _entries(target)
    if fault:
        raise fault
    pick_level([entry.level for entry in entries], number, source.name)
    entry = entries[number - 1]
    if as_json:
        say(json.dumps(_as_data(entry, number, source)))
    elif entry.xsb:
        say(write_levels([replace(entry.level, rows=entry.xsb)]).rstrip("\n"))
    else:
        say("\n".join(entry.level.rows))
    return 0


def _entries(target: str) -> tuple[Source, list[_Entry], MarkovError | None]:
    """Return the text that levels come from, the levels, and what is wrong with the text.

    Raises:
        ProgramError: It cannot be read; or it is a program, and wrong or without levels.
    """
    name = inputs.STDIN if target == "-" else target
    if target.lower().endswith((".mj", ".xml")) or (
        target in programs() and not Path(target).is_file()
    ):
        return _of_program(target)
    text = inputs.read_text(target, "levels")
    levels, fault = read_good_levels(text, name)
    entries = [
        _Entry(
            level,
            (1, level.height, level.width),
            level.rows,
            tuple(check_level(level, f"level {number}")),
        )
        for number, level in enumerate(levels, start=1)
    ]
    return Source.decode(text, name), entries, fault


def _of_program(target: str) -> tuple[Source, list[_Entry], None]:
    """Return a program's text and levels.

    Raises:
        ProgramError: It is wrong, or has no levels.
    """
    program = inputs.load(target, None, None)
    if not program.checked_levels:
        hint = 'a level is written as: level "First" { … }'
        raise input_error("no-levels", "the program has no levels", program.source.name, hint)
    return program.source, [_of_level(level) for level in program.checked_levels], None


def _of_level(level: CheckedLevel) -> _Entry:
    rows = "\n---\n".join("\n".join(layer) for layer in reversed(level.layers)).split("\n")
    problems = tuple(replace(fault, severity="error") for fault in level.faults)
    bare = Level(level.title, level.author, "", "", tuple(rows))
    return _Entry(bare, level.shape, level.xsb, problems)


def _say_table(entries: Sequence[_Entry]) -> None:
    """Print number, size and title of each level; boxes and goals where one has them."""
    counted = _COUNTED if any(entry.xsb for entry in entries) else {}
    table = [("level", "size", *counted, "title")]
    for number, entry in enumerate(entries, start=1):
        counts = [entry.count(symbols) for symbols in counted.values()]
        level = entry.level
        title = "  ".join(filter(None, (level.title, level.author and f"({level.author})")))
        said = ("-" if count is None else str(count) for count in counts)
        table.append((str(number), entry.size, *said, title))
    widths = [max(len(row[column]) for row in table) for column in range(len(table[0]) - 1)]
    for row in table:
        cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=False)]
        say("  ".join([*cells, row[-1]]).rstrip())


def _as_data(entry: _Entry, number: int, source: Source) -> dict[str, Any]:
    """Return a level as plain data."""
    level = entry.level
    depth, height, width = entry.shape
    return {
        "number": number,
        "line": level.line,
        "title": level.title,
        "author": level.author,
        "comment": level.comment,
        "width": width,
        "height": height,
        "depth": depth,
        "players": entry.count(PLAYERS),
        "boxes": entry.count(BOXES),
        "goals": entry.count(GOALS),
        "rows": list(level.rows),
        "solution": level.solution,
        "problems": [problem.as_dict(source) for problem in entry.problems],
    }
