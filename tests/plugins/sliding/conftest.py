"""Databases of these tests: in a folder of their own, small where the groups do not matter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from markovpy.plugins.sliding import databases, guide


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that databases are kept in, in place of the user's."""
    return tmp_path_factory.mktemp("cache") / "sliding"


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Leave the user's cache folder alone."""
    monkeypatch.setattr(databases, "folder", lambda: cache)
    yield
    databases.guide.cache_clear()


@pytest.fixture
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take databases of few tiles, made at once: solutions are as short, found later."""
    databases.guide.cache_clear()
    monkeypatch.setattr(guide, "CHOSEN", {})
    monkeypatch.setattr(guide, "group_size", small_size)


def small_size(cells: int) -> int:
    """Return how many tiles a database has."""
    if cells > guide.MOST_CELLS:
        return 1
    return min(4 if cells <= 20 else 2, cells - 1)
