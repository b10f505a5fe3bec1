"""What a run reads: the program, its start, the palette."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from markovpy import api
from markovpy.api.values import checked_start
from markovpy.errors import (
    Diagnostic,
    ProgramError,
    UnreadableFileError,
    did_you_mean,
    input_error,
    reason_of,
    refuse,
)
from markovpy.formats.files import FolderFiles
from markovpy.source import Source

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from markovpy.model.palette import RGB

STDIN = "<stdin>"
_OPAQUE = 255
_PNG = (b"\x89PNG\r\n\x1a\n", ".png")
_NPY = (b"\x93NUMPY", ".npy")


def load(
    target: str,
    size: tuple[int, ...] | None,
    resources: str | None,
    text: str | None = None,
    levels: str | None = None,
    strict: bool = False,
) -> api.Program:
    """Return the program that a command names: a file, a shipped one, or ``-`` for stdin.

    Args:
        target: What names it.
        size: Its size in cells; None for its own.
        resources: The folder with a MarkovJunior model's resources.
        text: What stdin had, if it was read already.
        levels: A file with levels in place of the program's own.
        strict: Whether a warning counts as an error.

    Raises:
        ProgramError: It cannot be read, or is wrong.
    """
    if resources is not None and not Path(resources).is_dir():
        raise input_error("no-such-folder", "there is no such folder", resources)
    if target != "-":
        program = api.load(target, size, resources, levels)
    else:
        text = read_stdin() if text is None else text
        program = api.parse(text, size, ".", STDIN, resources, levels)
    if strict:
        refuse(program.warnings, program.source)
    return program


def check_game(program: api.Program) -> None:
    """Make sure that a program takes moves.

    Raises:
        ProgramError: It does not.
    """
    if not program.is_game:
        hint = "a game has 'on' blocks, such as on arrows:"
        raise input_error("no-moves", "this program takes no moves", program.source.name, hint)


def read_stdin() -> str:
    """Return the program that stdin holds.

    Raises:
        ProgramError: It is too large, or no text.
    """
    return api.decode_source(sys.stdin.buffer.read(api.LARGEST_PROGRAM + 1), STDIN).text


def read_moves_file(path: str) -> str:
    """Return the text of a file with moves, or of a replay.

    Raises:
        ProgramError: It cannot be read.
    """
    return read_text(path, "moves")


def read_palette(path: str) -> Mapping[str, RGB]:
    """Return the colours of a palette file, by symbol.

    Raises:
        ProgramError: It cannot be read, or is wrong.
    """
    from markovpy.model.palette import read_palette

    return read_palette(Source(read_text(path, "a palette"), path))


def use_picture(program: api.Program, path: str) -> bytes:
    """Cut a picture into a program's cells; return what is in the file.

    Raises:
        ProgramError: It cannot be read, is no picture, or the program has no pieces.
    """
    try:
        data = FolderFiles([Path()]).data(path)
    except UnreadableFileError as error:
        raise _unreadable(path, error) from None
    try:
        program.use_picture(data)
    except ProgramError as error:
        about = program.source.name if error.diagnostics[0].code == "no-pieces" else path
        raise ProgramError(error.diagnostics, Source("", about)) from None
    return data


def read_start(path: str, colors: Mapping[str, RGB]) -> NDArray[np.uint8] | str:
    """Return a start grid from rows of text, a PNG with a pixel a cell, or an array of values.

    Args:
        path: The file.
        colors: The colour of each of the program's symbols, in the order of their values.

    Raises:
        ProgramError: It cannot be read, or a pixel has no symbol's colour.
    """
    if _is_a(path, _NPY):
        return _read_array(path)
    if not _is_a(path, _PNG):
        return read_text(path, "a start grid").strip("\n")
    try:
        pixels = FolderFiles([Path()]).colors(path)[0]
    except UnreadableFileError as error:
        raise _unreadable(path, error) from None
    values: dict[int, int] = {}
    for value, (red, green, blue) in enumerate(colors.values()):
        number = red << 24 | green << 16 | blue << 8 | _OPAQUE
        if number in values and (pixels == number).any():
            one, other = list(colors)[values[number]], list(colors)[value]
            message = f"its colour {_hexadecimal(number)} is that of both '{one}' and '{other}'"
            raise input_error("two-symbols", message, path, "give one of them another colour")
        values[number] = value
    grid = np.zeros(pixels.shape, np.uint8)
    for number in np.unique(pixels).tolist():
        if number not in values:
            raise _unknown_color(path, pixels, number, colors)
        grid[pixels == number] = values[number]
    return grid


@contextmanager
def naming(start: str | None) -> Iterator[None]:
    """Name the start's file in the errors that are about it, not about a place in the program."""
    try:
        yield
    except ProgramError as error:
        about = [diagnostic for diagnostic in error.diagnostics if diagnostic.span is None]
        if start is None or not about:
            raise
        if _is_a(start, _PNG):
            about = [_of_picture(diagnostic) for diagnostic in about]
        raise ProgramError(about, Source("", start)) from None


def _of_picture(problem: Diagnostic) -> Diagnostic:
    """Return a problem of a start with what holds for pictures only."""
    if problem.code != "different-sizes":
        return problem
    hint = f"a start has a pixel a cell, which --scale 1 writes; else {problem.hint}"
    return replace(problem, hint=hint)


def _is_a(path: str, kind: tuple[bytes, str]) -> bool:
    """Return whether a file is of a kind, by its first bytes or its ending."""
    magic, ending = kind
    try:
        with Path(path).open("rb") as file:
            begins = file.read(len(magic)) == magic
    except (OSError, ValueError):
        begins = False
    return begins or path.lower().endswith(ending)


def _read_array(path: str) -> NDArray[np.uint8]:
    """Return the values in a numpy file, as ``-o`` writes them.

    Raises:
        ProgramError: It cannot be read, or holds no grid of values.
    """
    try:
        array = np.load(path, mmap_mode="r", allow_pickle=False)
        grid = checked_start(array)
    except ProgramError as error:
        raise ProgramError(error.diagnostics, Source("", path)) from None
    except OSError as error:
        raise input_error("unreadable-file", reason_of(error).lower(), path) from None
    except (ValueError, EOFError, SyntaxError, TypeError):
        hint = "name a file that -o x.npy wrote, or numpy.save"
        raise input_error("unreadable-file", "this is no array of numbers", path, hint) from None
    return grid


def read_text(path: str, what: str) -> str:
    """Return the text of a file, or of stdin for ``-``.

    Args:
        path: What the user named.
        what: What the file should hold, in words.

    Raises:
        ProgramError: It cannot be read, or is no text.
    """
    if path == "-":
        return read_stdin()
    try:
        if os.path.isdir(path):  # noqa: PTH112  (never raises)
            raise UnreadableFileError("this is a folder", f"name the file with {what}")
        return FolderFiles([Path()]).text(path)
    except UnreadableFileError as error:
        raise _unreadable(path, error) from None


def _unreadable(path: str, error: UnreadableFileError) -> Exception:
    hint = "" if error.hint.startswith("looked in") else error.hint
    return input_error("unreadable-file", error.message, path, hint)


def _unknown_color(
    path: str, pixels: NDArray[np.int64], number: int, colors: Mapping[str, RGB]
) -> Exception:
    y, x = (int(place[0]) for place in np.nonzero(pixels == number))
    message = f"the pixel in column {x + 1}, row {y + 1} has {_hexadecimal(number)}"
    known = ", ".join(f"{symbol} #{bytes(color).hex()}" for symbol, color in colors.items())
    hint = f"use one pixel a cell and exactly these colours: {known}"
    return input_error("unknown-color", f"{message}, which is no symbol's colour", path, hint)


def _hexadecimal(number: int) -> str:
    """Return a pixel as ``#rrggbb``, with its alpha where that is not full."""
    return f"#{number:08x}".removesuffix("ff") if number & _OPAQUE == _OPAQUE else f"#{number:08x}"


def check_names(given: Mapping[str, float], program: api.Program) -> str:
    """Return what is wrong with the names to set, and what to do; an empty string for nothing."""
    for name in given:
        if name not in program.names:
            known = ", ".join(program.names)
            hint = did_you_mean(name, program.names) or (
                f"it has {known}" if known else "it has no 'let' at all"
            )
            return f"the program has no 'let {name}'; {hint}"
    return ""
