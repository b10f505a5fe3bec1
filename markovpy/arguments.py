"""Arguments of the library's functions: what is said of one of a wrong kind.

Each function here returns the argument, or raises a ProgramError that is called like it.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from reprlib import repr as brief
from typing import Any, TypeVar

from markovpy.errors import ProgramError, input_error

_Kind = TypeVar("_Kind")


def whole_number(
    value: Any,
    name: str,
    least: int | None = None,
    most: int | None = None,
    *,
    code: str = "bad-argument",
) -> int:
    """Return a whole number within bounds as an int.

    Args:
        value: What was given.
        name: What the argument is called.
        least: The least allowed, None for any.
        most: The most allowed, likewise.
        code: Of the error; see :class:`~markovpy.errors.Diagnostic`.
    """
    try:
        number = operator.index(value)
    except TypeError:
        raise _wrong(value, name, "is no whole number", code) from None
    if least is not None and number < least:
        raise _wrong(number, name, f"is less than {least:,}", code)
    if most is not None and number > most:
        raise _wrong(number, name, f"is more than {most:,}", code)
    return number


def text(value: Any, name: str) -> str:
    """Return a text."""
    return instance(value, str, name, "text")


def path(value: Any, name: str) -> Path:
    """Return a path as one."""
    if not isinstance(value, (str, os.PathLike)) or not isinstance(os.fspath(value), str):
        raise _wrong(value, name, "is no path")
    return Path(value)


def mapping(value: Any, name: str) -> Mapping[str, Any]:
    """Return what is given by name."""
    if not isinstance(value, Mapping):
        raise _wrong(value, name, "gives no values by name")
    for key in value:
        text(key, name)
    return value


def sequence(value: Any, name: str, what: str) -> Sequence[Any]:
    """Return a sequence that is no text; ``what`` says what it has to be."""
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise _wrong(value, name, f"is no {what}")
    return value


def instance(value: Any, kind: type[_Kind], name: str, what: str) -> _Kind:
    """Return an object of a class.

    Args:
        value: What was given.
        kind: The class.
        name: What the argument is called.
        what: What it has to be, in words.
    """
    if not isinstance(value, kind):
        raise _wrong(value, name, f"is no {what}")
    return value


def one_of(value: Any, choices: Sequence[str], name: str) -> str:
    """Return one of several words."""
    if value not in choices:
        hint = f"one of {', '.join(choices)}"
        raise input_error("bad-argument", f"{brief(value)} is not known", name, hint)
    return str(value)


def _wrong(value: Any, name: str, what: str, code: str = "bad-argument") -> ProgramError:
    return input_error(code, f"{brief(value)} {what}", name)
