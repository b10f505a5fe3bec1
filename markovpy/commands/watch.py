"""``markovpy run --watch``: run again whenever a file is saved."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from markovpy import api
from markovpy.commands.console import is_color_terminal, say, tell
from markovpy.commands.fail import report
from markovpy.commands.request import Request
from markovpy.commands.run import FINE, INTERRUPTED, run_once
from markovpy.errors import MarkovError

if TYPE_CHECKING:
    from typing import TypeAlias

    Stamps: TypeAlias = dict[Path, tuple[int, int] | None]

_PAUSE = 0.15
_CLEAR = "\x1b[2J\x1b[H"


def watch(request: Request) -> int:
    """Run a program, and again each time one of its files is saved, until a Ctrl-C.

    The seed stays the same. An error is shown, and the next save tried again.
    """
    if request.seed is None:
        request = replace(request, seed=api.draw_seed())
    named = [request.program, request.start, request.palette]
    always = [Path(name) for name in named if name is not None]
    files: tuple[Path, ...] = ()
    try:
        while True:
            if is_color_terminal(sys.stdout) and not request.as_json:
                say(_CLEAR)
            before = _stamps([*always, *files])
            failed = False
            try:
                code, files = run_once(request)
                if code == INTERRUPTED:
                    return FINE
            except (MarkovError, MemoryError, click.UsageError) as error:
                report(error, request.as_json)
                failed = True
            if not request.quiet:
                tell(f"watching {request.program}: save it to run again, Ctrl-C ends")
            # After an error, what was missing may appear, and what was broken be mended.
            before = {**_stamps(_beside(always) if failed else files), **before}
            _wait(before)
    except KeyboardInterrupt:
        return FINE


def _beside(files: Iterable[Path]) -> tuple[Path, ...]:
    """Return what lies in the folders of some files, and those folders."""
    folders = {file.parent for file in files}
    return (*folders, *(entry for folder in folders for entry in folder.iterdir()))


def _stamps(files: Iterable[Path]) -> Stamps:
    return {file: _stamp(file) for file in files}


def _stamp(file: Path) -> tuple[int, int] | None:
    """Return what changes when a file is saved; None where it is absent."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _wait(before: Stamps) -> None:
    """Return once a file has changed, and is there, and keeps still."""
    last = before
    while True:
        time.sleep(_PAUSE)
        now = _stamps(before)
        changed = [file for file in now if now[file] != before[file]]
        if changed and now == last and all(now[file] for file in changed):
            return
        last = now
