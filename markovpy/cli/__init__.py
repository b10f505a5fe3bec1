"""The command line: which commands and options there are; ``commands/`` does the work."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence

import click

from markovpy.cli.group import markovpy
from markovpy.commands import console, fail
from markovpy.errors import MarkovError

INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Args:
        arguments: The words after ``markovpy``; None for those of this process.
    """
    console.prepare()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = markovpy.main(words, "markovpy", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except (MarkovError, click.ClickException, MemoryError, OSError) as error:
        return _reported(error, "--json" in words)
    except (KeyboardInterrupt, click.Abort):
        console.tell("interrupted")
        return INTERRUPTED


def _reported(error: Exception, as_json: bool) -> int:
    """Say what was wrong; where even that cannot be written, say it on stderr or not at all."""
    try:
        return fail.report(error, as_json)
    except OSError as second:
        with contextlib.suppress(OSError):
            console.tell(f"markovpy: {second.strerror}")
        return 1
