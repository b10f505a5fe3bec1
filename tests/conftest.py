"""A guard against testing a stale engine."""

from __future__ import annotations

import importlib.machinery
from pathlib import Path

import pytest

import markovpy

PACKAGE = Path(markovpy.__file__).parent


def pytest_configure() -> None:
    """Stop where a compiled module is older than its source: it would run the old code."""
    for declarations in PACKAGE.rglob("*.pxd"):
        source = declarations.with_suffix(".py")
        for suffix in importlib.machinery.EXTENSION_SUFFIXES:
            compiled = source.with_suffix(suffix)
            newest = max(source.stat().st_mtime, declarations.stat().st_mtime)
            if compiled.exists() and compiled.stat().st_mtime < newest:
                pytest.exit(f"{compiled.name} is older than its source: build the engine again", 2)
