"""A guard against testing a stale engine."""

from __future__ import annotations

import importlib.machinery
from pathlib import Path

import pytest

import markovpy

PACKAGE = Path(markovpy.__file__).parent


def pytest_configure() -> None:
    """Stop where a compiled module would run in place of what the source says."""
    if found := stale_module(PACKAGE):
        pytest.exit(found, 2)


def stale_module(package: Path) -> str:
    """Return what is wrong with a package's compiled modules and what to do; empty for nothing.

    One that is older than its source runs the old code; one whose source or declarations are
    gone is imported all the same, also by what no longer knows it.
    """
    for compiled in package.rglob("*.*"):
        name, _, ending = compiled.name.partition(".")
        if f".{ending}" not in importlib.machinery.EXTENSION_SUFFIXES:
            continue
        sources = [compiled.with_name(name + end) for end in (".py", ".pxd")]
        if not all(source.exists() for source in sources):
            return f"{compiled.name} is a leftover, its source is gone: delete {compiled}"
        if compiled.stat().st_mtime < max(source.stat().st_mtime for source in sources):
            return f"{compiled.name} is older than its source: build the engine again"
    return ""
