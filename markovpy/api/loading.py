"""Programs out of files, texts and the package itself."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from markovpy import arguments
from markovpy.api.program import Program
from markovpy.api.values import checked_size
from markovpy.engine import machine
from markovpy.errors import UnreadableFileError, did_you_mean, input_error, reason_of
from markovpy.formats.files import FolderFiles, resource_folders
from markovpy.formats.markovjunior import parse_model
from markovpy.formats.xsb import read_good_levels
from markovpy.lang.parser import parse as parse_text
from markovpy.resources import programs
from markovpy.source import Source

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from os import PathLike

    from markovpy.model.level import Level

LARGEST_PROGRAM = 1_000_000
_GRID = re.compile(r"^\s*grid\b", re.MULTILINE)


def engine() -> Literal["compiled", "pure"]:
    """Return how the engine runs: compiled, or as plain and slow Python."""
    return "pure" if str(machine.__file__).endswith(".py") else "compiled"


def load(
    path_or_name: str | PathLike[str],
    size: tuple[int, ...] | None = None,
    resources: str | PathLike[str] | None = None,
    levels: str | PathLike[str] | None = None,
) -> Program:
    """Load a program: a ``.mj`` file, a MarkovJunior ``.xml`` model, or a shipped program.

    Args:
        path_or_name: The file's path, or a shipped program's name.
        size: ``(width, height)`` or ``(width, height, depth)`` in cells; None for its own.
        resources: The folder with a MarkovJunior model's resources.
        levels: A file with levels in place of the program's own.

    Raises:
        ProgramError: The file cannot be read, or the program is wrong.
    """
    found = None if levels is None else read_level_file(arguments.path(levels, "levels"))
    given = None if resources is None else arguments.path(resources, "resources")
    place = arguments.path(path_or_name, "path_or_name")
    shipped = programs()
    if str(path_or_name) in shipped and not os.path.isfile(place):  # noqa: PTH113  (never raises)
        entry = shipped[str(path_or_name)]
        text = entry.read_text(encoding="utf-8")
        folder = entry.parent if isinstance(entry, Path) else None
        return _loaded(Source.decode(text, f"{path_or_name}.mj"), size, folder, None, given, found)
    return _loaded(read_source(place), size, place.parent, place, given, found)


def parse(
    text: str,
    size: tuple[int, ...] | None = None,
    folder: str | PathLike[str] = ".",
    name: str = "<text>",
    resources: str | PathLike[str] | None = None,
    levels: str | PathLike[str] | None = None,
) -> Program:
    """Return the program that a text holds, ``.mj`` or MarkovJunior's XML.

    Args:
        text: The program.
        size: ``(width, height)`` or ``(width, height, depth)`` in cells; None for its own.
        folder: Where the files it names are.
        name: What errors call it.
        resources: The folder with a MarkovJunior model's resources.
        levels: A file with levels in place of the program's own.

    Raises:
        ProgramError: The program is wrong.
    """
    found = None if levels is None else read_level_file(arguments.path(levels, "levels"))
    given = None if resources is None else arguments.path(resources, "resources")
    source = Source.decode(arguments.text(text, "text"), arguments.text(name, "name"))
    return _loaded(source, size, arguments.path(folder, "folder"), None, given, found)


def read_source(path: Path) -> Source:
    """Return the text of a program's file.

    Raises:
        ProgramError: It cannot be read, is too large, or is no text.
    """
    name = str(path)
    try:
        if path.is_dir():
            raise input_error("unreadable", "this is a folder", name, "name a file in it")
        with path.open("rb") as file:
            return decode_source(file.read(LARGEST_PROGRAM + 1), name)
    except (OSError, ValueError) as error:
        if isinstance(error, FileNotFoundError):
            message = "there is no such file or shipped program"
            hint = did_you_mean(name, programs()) or "see the shipped ones with: markovpy list"
            if name in programs():
                message = "there is no such file, only a shipped program of this name"
                hint = f"to have it as a file: markovpy show {name} -o {name}.mj"
            raise input_error("no-such-file", message, name, hint) from None
        reason = reason_of(error)
        raise input_error("unreadable", reason.lower(), name) from None


def decode_source(data: bytes, name: str) -> Source:
    """Return the text of a program from its bytes.

    Raises:
        ProgramError: It is too large, or no text.
    """
    if len(data) > LARGEST_PROGRAM:
        message = f"the program has more than {LARGEST_PROGRAM:,} bytes"
        raise input_error("too-large", message, name, "put large grids into files of their own")
    try:
        return Source.decode(data.decode("utf-8"), name)
    except UnicodeDecodeError:
        message = "this is not text in UTF-8"
        raise input_error("not-text", message, name, "save the program as UTF-8") from None


def _loaded(
    source: Source,
    size: tuple[int, ...] | None,
    folder: Traversable | None,
    path: Path | None,
    resources: Path | None,
    levels: Sequence[Level] | None = None,
) -> Program:
    if is_model(source):
        whole = checked_size(size)
        tree = parse_model(source, three_dimensional=whole is not None and whole[2] > 1)
        return Program(tree, FolderFiles(resource_folders(path, resources)), size)
    if not _GRID.search(source.text) and _holds_levels(source):
        hint = "see markovpy levels FILE, and markovpy play sokoban --levels FILE"
        message = "this looks like Sokoban levels, not like a program"
        raise input_error("unreadable", message, source.name, hint)
    tree = parse_text(source)
    folders = [folder] if folder is not None else []
    named = tree.named_folder
    if resources is not None:
        folders.append(resources)
    elif folder is not None and named:
        folders.append(folder.joinpath(named))
    return Program(tree, FolderFiles(folders), size, levels)


def is_model(source: Source) -> bool:
    """Return whether a text is meant as a MarkovJunior model: by how it begins, or its name."""
    named = source.name.lower().endswith(".xml") and not _GRID.search(source.text)
    return named or source.text.lstrip().startswith("<")


def _holds_levels(source: Source) -> bool:
    """Return whether a text is read as levels without any fault."""
    levels, fault = read_good_levels(source.text, source.name)
    return bool(levels) and fault is None


def read_level_file(path: Path) -> list[Level]:
    """Return the levels of a file.

    Raises:
        ProgramError: It cannot be read, or holds none.
    """
    try:
        return list(FolderFiles([path.parent]).levels(path.name))
    except UnreadableFileError as error:
        raise input_error("unreadable-file", error.message, str(path), error.hint) from None
