"""The guard of the tests: no compiled module runs in place of what the source says."""

from __future__ import annotations

import importlib.machinery
import os
from pathlib import Path

from conftest import stale_module

SUFFIX = importlib.machinery.EXTENSION_SUFFIXES[0]


def test_a_compiled_module_that_its_source_does_not_answer_for_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "part"
    folder.mkdir()
    names = ("a.py", "a.pxd", f"a{SUFFIX}", "b.py", "c.other-python.so")
    for name in names:
        folder.joinpath(name).touch()
        os.utime(folder / name, (1000, 1000))
    assert stale_module(tmp_path) == ""
    os.utime(folder / "a.pxd", (2000, 2000))
    assert stale_module(tmp_path) == f"a{SUFFIX} is older than its source: build the engine again"
    leftover = folder / f"b{SUFFIX}"
    os.utime(folder / "a.pxd", (1000, 1000))
    leftover.touch()
    assert stale_module(tmp_path).endswith(f"is a leftover, its source is gone: delete {leftover}")
