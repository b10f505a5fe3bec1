"""Texts and bytes into files, whole or not at all."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from markovpy.commands.console import say
from markovpy.commands.outputs import Plan, check_plan, writing
from markovpy.errors import input_error


def check_output(path: Path, inputs: Iterable[Path], force: bool) -> None:
    """Make sure, before any work, that a new file can and may be written.

    Args:
        path: The file.
        inputs: Files that the work reads.
        force: Whether another file may be replaced.

    Raises:
        ProgramError: It cannot, or may not.
    """
    check_plan(Plan((path,)), named=True, inputs=inputs, force=force)
    if path.exists() and not force:
        hint = "name another one, or replace it with --force"
        raise input_error("cannot-write", "there is a file of this name", str(path), hint)


def replace_text(path: Path, text: str) -> None:
    """Write a text into a file, in UTF-8 and with line ends of one character.

    Raises:
        ProgramError: It cannot be written.
    """
    replace_bytes(path, text.encode())


def replace_bytes(path: Path, data: bytes) -> None:
    """Write a file, which is the old or the new one at any time; make its folder if needed.

    Raises:
        ProgramError: It cannot be written.
    """
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _replace(Path(os.path.realpath(path)), data)


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if path.exists():
            shutil.copymode(path, temporary)
        else:
            temporary.chmod(0o666 & ~_umask())
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def print_text(text: str) -> None:
    """Print a text, as UTF-8 where it goes into a file or pipe."""
    if not sys.stdout.isatty() and hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(encoding="utf-8")
    if text:
        say(text.removesuffix("\n"))


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
