"""What pages and docstrings name is there: paths of files and folders, and names in the package."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PLACES = (".ci", "bench", "docs", "grammars", "markovpy", "programs", "tests")
PAGES = ("ARCHITECTURE.md", "CONTRIBUTING.md", "README.md", "bench/README.md")
_PATH = re.compile(r"`(?!\.\.)((?:[\w.-]+/)*[\w.-]+(?:/|\.(?:py|pxd|md|toml|csv|lark)))`")
_ROLE = re.compile(r":\w+:`~?(markovpy(?:\.\w+)+)`")
_NAME = re.compile(r"`(markovpy(?:\.\w+)+)`")


def paths() -> set[str]:
    """Return all files and folders of the project, folders with a stroke behind them."""
    found = {path.name for path in ROOT.iterdir() if path.is_file()}
    for place in PLACES:
        inside = [ROOT / place, *(ROOT / place).rglob("*")]
        found |= {f"{p.relative_to(ROOT).as_posix()}{'/' * p.is_dir()}" for p in inside}
    return found


def is_there(name: str) -> bool:
    """Return whether a dotted name is that of a module, or of something in one."""
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: object = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            if part in getattr(found, "__annotations__", {}):
                return True
            if not hasattr(found, part):
                return False
            found = getattr(found, part)
        return True
    return False


@pytest.mark.parametrize("page", PAGES)
def test_every_path_that_a_page_names_exists(page: str) -> None:
    known = {f"/{path}" for path in paths()}
    named = set(_PATH.findall((ROOT / page).read_text(encoding="utf-8")))
    missing = [name for name in named if not any(path.endswith(f"/{name}") for path in known)]
    assert sorted(missing) == []


def test_every_name_of_the_package_that_is_written_out_exists() -> None:
    names: dict[str, str] = {}
    for path in sorted((ROOT / "markovpy").rglob("*.py")):
        names |= dict.fromkeys(_ROLE.findall(path.read_text(encoding="utf-8")), path.name)
    for path in (*(ROOT / "docs").glob("*.md"), *(ROOT / page for page in PAGES)):
        names |= dict.fromkeys(_NAME.findall(path.read_text(encoding="utf-8")), path.name)
    assert len(names) > 20
    assert {name: page for name, page in names.items() if not is_there(name)} == {}
