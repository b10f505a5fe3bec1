"""``markovpy check``, ``list``, ``show`` and ``palette``."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from markovpy.commands import inputs
from markovpy.commands.console import is_color_terminal, say, tell
from markovpy.errors import MarkovError, did_you_mean, input_error
from markovpy.resources import programs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markovpy.errors import Diagnostic


def check_programs(
    targets: Iterable[str],
    size: tuple[int, int, int] | None,
    resources: str | None,
    as_json: bool,
) -> int:
    """Print every problem of some programs; return 1 where one is an error."""
    reports: list[dict[str, Any]] = []
    wrong = False
    for target in targets:
        try:
            program = inputs.load(target, size, resources)
            found, source = program.warnings, program.source
        except MarkovError as error:
            found, source = error.diagnostics, error.source
        failed = any(diagnostic.severity == "error" for diagnostic in found)
        wrong |= failed
        if as_json:
            data = [diagnostic.as_dict(source) for diagnostic in found]
            reports.append({"file": target, "ok": not failed, "diagnostics": data})
            continue
        for diagnostic in found:
            tell(diagnostic.format(source))
        say(f"{source.name}: {_verdict(found)}")
    if as_json:
        say(json.dumps({"files": reports}))
    return int(wrong)


def _verdict(found: Iterable[Diagnostic]) -> str:
    """Return in words how many problems there are."""
    severities = [diagnostic.severity for diagnostic in found]
    counts = [(kind, severities.count(kind)) for kind in ("error", "warning")]
    parts = [f"{count} {kind}{'s' if count > 1 else ''}" for kind, count in counts if count]
    return ", ".join(parts if "error" in severities else ["ok", *parts])


def list_programs(as_json: bool) -> int:
    """Print the shipped programs, by subject."""
    found = [
        {"name": name, "subject": _subject(name), "about": _opening(show_text(name))}
        for name in programs()
    ]
    if as_json:
        say(json.dumps({"programs": found}))
        return 0
    widest = max((len(name) for name in programs()), default=0)
    room = shutil.get_terminal_size().columns if sys.stdout.isatty() else 1000
    subject = ""
    for entry in found:
        if entry["subject"] != subject:
            say(f"\n{entry['subject']}" if subject else entry["subject"])
            subject = entry["subject"]
        name = f"  {entry['name']:{widest}}  "
        say(textwrap.fill(name + entry["about"], room, subsequent_indent=" " * len(name)).rstrip())
    if found:
        say(f"\nrun one:   markovpy run {found[0]['name']}")
        say(f"read one:  markovpy show {found[0]['name']}")
    return 0


def _subject(name: str) -> str:
    """Return the folder of a shipped program."""
    return str(programs()[name]).replace("\\", "/").split("/")[-2]


def _opening(text: str) -> str:
    """Return a program's first comment line: what it draws."""
    first = text.lstrip().split("\n", 1)[0]
    return first.lstrip("# ").rstrip() if first.startswith("#") else ""


def show_text(name: str) -> str:
    """Return the text of a shipped program.

    Raises:
        ProgramError: There is none of this name.
    """
    entry = programs().get(name)
    if entry is None:
        hint = did_you_mean(name, programs()) or "see them all with: markovpy list"
        raise input_error("no-such-program", "there is no shipped program of this name", name, hint)
    return entry.read_text(encoding="utf-8")


def show_program(name: str) -> int:
    """Print a shipped program, as UTF-8 where it goes into a file or pipe."""
    if not sys.stdout.isatty() and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    say(show_text(name).rstrip("\n"))
    return 0


def show_palette(as_json: bool) -> int:
    """Print the chosen colours as lines that a palette file may hold."""
    from markovpy.model.palette import COLOR_NAMES, DEFAULT_COLORS

    if as_json:
        colors = {symbol: f"#{bytes(color).hex()}" for symbol, color in DEFAULT_COLORS.items()}
        say(json.dumps({"colors": colors}))
        return 0
    colored = is_color_terminal(sys.stdout)
    for symbol, color in DEFAULT_COLORS.items():
        red, green, blue = color
        block = f"\x1b[48;2;{red};{green};{blue}m    \x1b[0m  " if colored else ""
        say(f"{block}{symbol} {bytes(color).hex()}  # {COLOR_NAMES[symbol]}")
    return 0
