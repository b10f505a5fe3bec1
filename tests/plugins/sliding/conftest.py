"""Databases of these tests: in a folder of their own, small where the groups do not matter."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from markovpy.plugins.sliding import databases
from markovpy.plugins.sliding.geometry import Shape
from markovpy.plugins.sliding.guide import Groups

SMALL: Groups = ((1, 2, 3, 7), (4, 5, 8, 9), (6, 10, 11, 15), (12, 13, 14))


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
    """Give 4x4 boards databases that are made at once; solutions are as short, found later."""
    databases.guide.cache_clear()
    usual = databases.groups_of

    def groups(shape: Shape, gap: int, across: bool = False) -> Groups:
        return SMALL if (shape, gap) == (Shape(4, 4), 0) else usual(shape, gap, across)

    monkeypatch.setattr(databases, "groups_of", groups)
