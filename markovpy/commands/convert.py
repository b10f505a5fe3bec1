"""``markovpy convert``: a MarkovJunior model as ``.mj`` text."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from markovpy import api
from markovpy.commands.console import say, tell
from markovpy.commands.saving import replace_text
from markovpy.compiler.check import check
from markovpy.compiler.program import Checked, Settings
from markovpy.compiler.settled import settled_markovs
from markovpy.errors import input_error
from markovpy.formats.conversion import Facts, converted
from markovpy.formats.files import FolderFiles, resource_folders
from markovpy.formats.markovjunior import parse_model
from markovpy.formats.remarks import remarks_of
from markovpy.lang.parser import parse
from markovpy.lang.writer import write
from markovpy.source import Source, Span

if TYPE_CHECKING:
    from markovpy.errors import Diagnostic

STDIN = "<stdin>"
_UNREAD = ("unknown-argument", "p-without-coin", "unused", "blank-in-pattern")


def convert_model(
    target: str,
    output: Path | None,
    size: tuple[int, int, int] | None,
    resources: str | None,
    force: bool,
) -> int:
    """Write a model as ``.mj`` into a file or on stdout.

    Args:
        target: The model's file, or ``-`` for stdin.
        output: The file to write; None for stdout.
        size: The grid's size; it decides the dimension.
        resources: The folder with the model's files.
        force: Whether another file may be replaced.
    """
    if resources is not None and not Path(resources).is_dir():
        raise input_error("no-such-folder", "there is no such folder", resources)
    path = None if target == "-" else Path(target)
    if path is None:
        source = api.decode_source(sys.stdin.buffer.read(api.LARGEST_PROGRAM + 1), STDIN)
    else:
        source = api.read_source(path)
    if output is not None and output.exists() and not force:
        hint = "name another one, or replace it with --force"
        raise input_error("cannot-write", "there is a file of this name", str(output), hint)
    folders = resource_folders(path, Path(resources) if resources is not None else None)
    text, left_out = model_text(source, folders, output, size)
    for diagnostic in left_out:
        tell(diagnostic.format(source))
    if output is None:
        say(text.rstrip("\n"))
    else:
        replace_text(output, text)
        say(f"{output}: written")
    return 0


def model_text(
    source: Source,
    folders: list[Path],
    output: Path | None,
    size: tuple[int, int, int] | None,
) -> tuple[str, list[Diagnostic]]:
    """Return a model as ``.mj`` text, and what was left out since nothing reads it.

    Args:
        source: The model.
        folders: Where its files are looked for.
        output: The file that will hold the text; None for one in the working folder.
        size: The grid's size; it decides the dimension. None for 59x59.

    Raises:
        ProgramError: The model is wrong.
    """
    if not source.text.lstrip().startswith("<"):
        hint = "an .mj program is laid out anew with: markovpy fmt"
        raise input_error("not-xml", "this is no MarkovJunior model", source.name, hint)
    three_dimensional = size is not None and size[2] > 1
    tree = parse_model(source, three_dimensional)
    files = FolderFiles(folders)
    checked = check(tree, Settings(size), files)
    facts = Facts(
        three_dimensional,
        idle=_spans(checked, ("no-effect",)),
        unread=_spans(checked, _UNREAD),
        settled=frozenset(node.span for node in settled_markovs(checked.nodes)),
        size=_size_text(size),
        resources=_folder_text(folders[0], output) if files.found else "",
    )
    program = converted(tree, facts)
    comments = sorted((*remarks_of(source), *program.comments), key=lambda c: c.offset)
    text = write(program.tree, comments, program.parts)
    made = Source(text, str(output or "<converted>"))
    check(parse(made), Settings(size), files)  # a difference between the two readers is ours
    left_out = [d for d in checked.warnings if d.code in _UNREAD and d.code != "unused"]
    return text, left_out


def _spans(checked: Checked, codes: tuple[str, ...]) -> frozenset[Span]:
    return frozenset(d.span for d in checked.warnings if d.code in codes and d.span is not None)


def _size_text(size: tuple[int, int, int] | None) -> str:
    """Return a size as it is written; an empty string for none."""
    return "" if size is None else "x".join(map(str, size if size[2] > 1 else size[:2]))


def _folder_text(folder: Path, output: Path | None) -> str:
    """Return the path of a folder from the one that a file will be written into."""
    begin = output.resolve().parent if output is not None else Path.cwd()
    try:
        return Path(os.path.relpath(folder.resolve(), begin)).as_posix()
    except ValueError:  # on another drive
        return folder.resolve().as_posix()
