"""``markovpy convert``: a MarkovJunior model as ``.mj`` text."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from markovpy import api
from markovpy.commands.console import say, tell
from markovpy.commands.saving import check_output, print_text, replace_text
from markovpy.compiler.check import check
from markovpy.compiler.program import Checked, Settings
from markovpy.compiler.settled import settled_markovs
from markovpy.errors import input_error, refuse
from markovpy.formats.conversion import Facts, converted
from markovpy.formats.files import FolderFiles, resource_folders
from markovpy.formats.markovjunior import parse_model
from markovpy.formats.remarks import remarks_of
from markovpy.lang.parser import parse
from markovpy.lang.syntax import Statement
from markovpy.lang.writer import write
from markovpy.resources import programs
from markovpy.source import Source, Span

if TYPE_CHECKING:
    from markovpy.errors import Diagnostic
    from markovpy.lang.syntax import Tree

Size: TypeAlias = "tuple[int, int, int]"

STDIN = "<stdin>"
_UNREAD = ("unknown-argument", "p-without-coin", "no-aim")


def convert_model(
    target: str,
    output: Path | None,
    size: Size | None,
    resources: str | None,
    strict: bool,
    force: bool,
) -> int:
    """Write a model as ``.mj`` into a file or on stdout.

    Args:
        target: The model's file, or ``-`` for stdin.
        output: The file to write; None for stdout.
        size: The grid's size; it decides the dimension.
        resources: The folder with the model's files.
        strict: Whether what nothing reads is an error.
        force: Whether another file may be replaced.
    """
    if resources is not None and not Path(resources).is_dir():
        raise input_error("no-such-folder", "there is no such folder", resources)
    path = None if target == "-" else Path(target)
    if path is None:
        source = api.decode_source(sys.stdin.buffer.read(api.LARGEST_PROGRAM + 1), STDIN)
    else:
        if target in programs() and not path.is_file():
            hint = f"to read it: markovpy show {target}"
            raise input_error("not-xml", "this shipped program is .mj already", target, hint)
        source = api.read_source(path)
    if output is not None:
        check_output(output, [path] if path is not None else [], force)
    folders = resource_folders(path, Path(resources) if resources is not None else None)
    text, left_out = model_text(source, folders, output, size)
    if strict:
        refuse(left_out, source)
    for diagnostic in left_out:
        tell(diagnostic.format(source))
    if output is None:
        print_text(text)
    else:
        replace_text(output, text)
        say(f"{output}: written")
    return 0


def model_text(
    source: Source,
    folders: list[Path],
    output: Path | None,
    size: Size | None,
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
    if not api.is_model(source):
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
    made = _written(tree, facts, str(output or "<converted>"))
    unused = _unused_unions(made, tree, size, files)
    if unused:
        made = _written(tree, replace(facts, unread=facts.unread | unused), made.name)
    return made.text, [d for d in checked.warnings if d.code in _UNREAD]


def _written(tree: Tree, facts: Facts, name: str) -> Source:
    """Return the text of a converted model."""
    program = converted(tree, facts)
    comments = sorted((*remarks_of(tree.source), *program.comments), key=lambda c: c.offset)
    return Source(write(program.tree, comments, program.parts), name)


def _unused_unions(made: Source, tree: Tree, size: Size | None, files: FolderFiles) -> set[Span]:
    """Return the unions of a model that its converted text does not use.

    Raises:
        ProgramError: The text is wrong, which the model is not: a fault of the conversion.
    """
    read = parse(made)
    unused = {d.span for d in check(read, Settings(size), files).warnings if d.code == "unused"}
    symbols = {i.arguments[0].key for i in read.items if i.span in unused and i.arguments}
    names = {key.text for key in symbols if key}
    return {
        item.span
        for item in tree.items
        if isinstance(item, Statement) and item.name.text == "union"
        if any(argument.key and argument.key.text in names for argument in item.arguments)
    }


def _spans(checked: Checked, codes: tuple[str, ...]) -> frozenset[Span]:
    return frozenset(d.span for d in checked.warnings if d.code in codes and d.span is not None)


def _size_text(size: Size | None) -> str:
    """Return a size as it is written; an empty string for none."""
    return "" if size is None else "x".join(map(str, size if size[2] > 1 else size[:2]))


def _folder_text(folder: Path, output: Path | None) -> str:
    """Return the path of a folder from the one that a file will be written into."""
    begin = output.resolve().parent if output is not None else Path.cwd()
    try:
        return Path(os.path.relpath(folder.resolve(), begin)).as_posix()
    except ValueError:  # on another drive
        return folder.resolve().as_posix()
