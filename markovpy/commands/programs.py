"""``markovpy check``, ``list``, ``show`` and ``palette``."""

from __future__ import annotations

import json
import shutil
import sys
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markovpy import api
from markovpy.commands import inputs
from markovpy.commands.console import is_color_terminal, say, tell
from markovpy.commands.saving import print_text, replace_bytes
from markovpy.errors import MarkovError, did_you_mean, input_error
from markovpy.resources import programs

if TYPE_CHECKING:
    from collections.abc import Iterable

    from markovpy.errors import Diagnostic


def check_programs(
    targets: Iterable[str],
    size: tuple[int, int, int] | None,
    resources: str | None,
    strict: bool,
    as_json: bool,
) -> int:
    """Print every problem of some programs; return 1 where one is an error.

    Args:
        targets: What names them.
        size: See :func:`inputs.load`.
        resources: Likewise.
        strict: Likewise.
        as_json: Whether data is printed instead of words.
    """
    reports: list[dict[str, Any]] = []
    wrong = False
    for target in targets:
        try:
            program = inputs.load(target, size, resources, strict=strict)
            found, source = (*program.warnings, *program.notes), program.source
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
    counts = [(kind, severities.count(kind)) for kind in ("error", "warning", "note")]
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


def is_game(target: str) -> bool:
    """Return whether a program, shipped or in a file, is a game, as far as it can be read."""
    try:
        return inputs.load(target, None, None).is_game
    except MarkovError:
        return False


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


def show_program(name: str, output: Path | None, force: bool) -> int:
    """Print a shipped program, or write it and the files that it reads.

    Args:
        name: The program.
        output: The file to write, or a folder in which it keeps its name; None for stdout.
        force: Whether other files may be replaced.
    """
    text = show_text(name)
    parts = _parts(name, text)
    if output is None:
        print_text(text)
        if parts:
            count = "a file" if len(parts) == 1 else f"{len(parts)} files"
            advice = f"to have them beside it: markovpy show {name} -o {name}.mj"
            tell(f"note: it reads {count} ({_few(parts)}); {advice}")
        return 0
    target = output / f"{name}.mj" if output.is_dir() else output
    if not target.parent.is_dir():
        raise input_error("no-such-folder", "there is no such folder", str(target.parent))
    written = {target.parent / part: data for part, data in parts.items()}
    written[target] = text.encode()
    for path, data in written.items():
        if path.exists() and not force and (path.is_dir() or path.read_bytes() != data):
            hint = "name another folder, or replace it with --force"
            raise input_error("cannot-write", "there is another file here", str(path), hint)
    for path, data in written.items():
        path.parent.mkdir(exist_ok=True)
        replace_bytes(path, data)
        say(f"{path}: written")
    return 0


def _parts(name: str, text: str) -> dict[str, bytes]:
    """Return the files that a shipped program reads, by the names that it has for them."""
    entry = programs()[name]
    if not isinstance(entry, Path):
        return {}
    found = api.parse(text, folder=entry.parent, name=f"{name}.mj").files
    return {file.relative_to(entry.parent).as_posix(): file.read_bytes() for file in found}


def _few(names: Iterable[str]) -> str:
    """Return the first names of a list in words."""
    first, *others = names
    return first if not others else f"{first}, ..."


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
