"""How the commands say that something is wrong."""

from __future__ import annotations

import json
from typing import Any

import click

from markovpy.commands.console import say, tell
from markovpy.errors import Diagnostic, MarkovError
from markovpy.source import Source

WRONG, USAGE = 1, 2


def report(error: BaseException, as_json: bool) -> int:
    """Print an error as text on stderr, or as data on stdout; return the exit code.

    Args:
        error: One of :class:`MarkovError`, :class:`click.ClickException`, :class:`MemoryError`
            or :class:`OSError`.
        as_json: Whether to print data.
    """
    found = as_data(error)
    if as_json:
        say(json.dumps({"error": found}))
    else:
        asked = isinstance(error, click.exceptions.NoArgsIsHelpError)
        tell(_message(error) if asked else as_text(error))
        if isinstance(error, click.UsageError) and not asked and error.ctx is not None:
            tell(f"  = hint: see {error.ctx.command_path} --help")
    return int(found["exit"])


def as_data(error: BaseException) -> dict[str, Any]:
    """Return an error, of the kinds that :func:`report` takes, as plain data."""
    code = USAGE if isinstance(error, click.UsageError) else WRONG
    return {"exit": code, "message": _message(error), "diagnostics": _diagnostics(error)}


def as_text(error: BaseException) -> str:
    """Return an error, of the kinds that :func:`report` takes, in words."""
    return str(error) if isinstance(error, MarkovError) else f"markovpy: error: {_message(error)}"


def _message(error: BaseException) -> str:
    if isinstance(error, MarkovError):
        return error.diagnostics[0].message
    if isinstance(error, click.ClickException):
        return error.format_message().rstrip(".")
    if isinstance(error, MemoryError):
        return "there is not enough memory; take a smaller --size"
    assert isinstance(error, OSError)
    name = f"{error.filename}: " if error.filename else ""
    return name + (error.strerror or "this file cannot be used").lower()


def _diagnostics(error: BaseException) -> list[dict[str, Any]]:
    if isinstance(error, MarkovError):
        return [diagnostic.as_dict(error.source) for diagnostic in error.diagnostics]
    kind = "usage" if isinstance(error, click.UsageError) else "failed"
    return [Diagnostic(kind, _message(error)).as_dict(Source("", "markovpy"))]
