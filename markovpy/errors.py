"""Diagnostics as data, their one formatter, and the exception classes."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import islice
from typing import Any, Literal

from markovpy.source import Source, Span

LONGEST_EXCERPT = 140
TAB = "\t"


@dataclass(frozen=True)
class Diagnostic:
    """One problem of a program.

    Args:
        code: A short stable name such as ``unknown-node``.
        message: The fact in the user's words, lower case, no full stop.
        span: Where in the source; None where the whole input is meant.
        hint: What to type instead, or an empty string.
        severity: Whether the program can still run; a ``note`` is nothing wrong.
        source: The text that the span points into, where that is not the program's: a file of
            levels.
    """

    code: str
    message: str
    span: Span | None = None
    hint: str = ""
    severity: Literal["error", "warning", "note"] = "error"
    source: Source | None = None

    def format(self, source: Source) -> str:
        """Return the diagnostic as text: position, line, carets and hint.

        Args:
            source: What it points into where it has no source of its own.
        """
        source = self.source or source
        if self.span is None:
            head = f"{source.name}: {self.severity}[{self.code}]: {self.message}"
            return f"{head}\n  = hint: {self.hint}" if self.hint else head
        line, column = source.position(self.span.start)
        number = str(line)
        margin = " " * len(number)
        text, start = _excerpt(source.line(line), column - 1)
        width = max(1, min(self.span.end - self.span.start, len(text) - start))
        before, marked = text[:start], text[start : start + width]
        lines = [
            f"{source.name}:{line}:{column}: {self.severity}[{self.code}]: {self.message}",
            f"{margin} |",
            f"{number} | {_expand(text)}",
            f"{margin} | {' ' * columns(before)}{'^' * max(1, columns(marked.rstrip(TAB)))}",
        ]
        if self.hint:
            lines.append(f"{margin} = hint: {self.hint}")
        return "\n".join(lines)

    def as_dict(self, source: Source) -> dict[str, Any]:
        """Return the diagnostic as plain data, positions 1-based; see :meth:`format`."""
        source = self.source or source
        line, column = source.position(self.span.start) if self.span else (None, None)
        return {
            "file": source.name,
            "line": line,
            "column": column,
            "length": self.span.end - self.span.start if self.span else None,
            "severity": self.severity,
            "code": self.code,
            "message": self.message,
            "hint": self.hint,
        }


def _excerpt(text: str, place: int) -> tuple[str, int]:
    """Return the part of a long line around a place, and the place in it."""
    if len(text) <= LONGEST_EXCERPT:
        return text, place
    first = max(0, place - LONGEST_EXCERPT // 2)
    last = first + LONGEST_EXCERPT
    before = "… " if first else ""
    after = " …" if last < len(text) else ""
    return before + text[first:last] + after, place - first + len(before)


def _expand(text: str) -> str:
    return text.replace("\t", "    ")


def columns(text: str) -> int:
    """Return how many terminal columns a text takes."""
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1
        for c in _expand(text)
    )


_COMPARED = 300  # names; comparing is slow, and a program may have thousands
_LONGER = 4


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return a hint that names the nearest known word, or an empty string."""
    names = [name for name in islice(known, _COMPARED) if abs(len(name) - len(word)) <= _LONGER]
    near = get_close_matches(word, names, n=1, cutoff=0.6)
    if not near:
        folded = {name.casefold(): name for name in names}
        near = [folded[word.casefold()]] if word.casefold() in folded else []
    return f"did you mean '{near[0]}'?" if near else ""


class MarkovError(Exception):
    """Base of all errors that markovpy raises on purpose.

    Args:
        diagnostics: The problems, in source order.
        source: The text they point into.
    """

    def __init__(self, diagnostics: Iterable[Diagnostic], source: Source) -> None:
        self.diagnostics = tuple(diagnostics)
        self.source = source
        super().__init__("\n".join(d.format(source) for d in self.diagnostics))


class ProgramError(MarkovError):
    """The program, or a value given with it, is wrong: fix the program."""


class RunError(MarkovError):
    """A run could not go on; the position is that of the statement that ended it."""


class PluginError(MarkovError):
    """A plugin could not be used: fix the installation."""


class UnreadableFileError(Exception):
    """A file that a program names cannot be used.

    Args:
        message: What is wrong, without the name of the file.
        hint: What could be done.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


def refuse(warnings: Sequence[Diagnostic], source: Source) -> None:
    """Take warnings for errors.

    Raises:
        ProgramError: There are any.
    """
    if warnings:
        raise ProgramError([replace(found, severity="error") for found in warnings], source)


def input_error(code: str, message: str, name: str, hint: str = "") -> ProgramError:
    """Return the error for an input as a whole (a path, an option, a seed)."""
    return ProgramError([Diagnostic(code, message, hint=hint)], Source("", name))


def reason_of(error: Exception) -> str:
    """Return why a file could not be used, in the system's words where it has any."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return "the name cannot be that of a file"
