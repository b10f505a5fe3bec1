"""The plugin of ``docs/plugins.md``: exactly what stands there is installed and run."""

from __future__ import annotations

import json
import math
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from itertools import combinations
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TEXT = (ROOT / "docs" / "plugins.md").read_text(encoding="utf-8")


def block(fence: str) -> str:
    """Return the first block with a fence."""
    found = re.search(rf"^```{fence}\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found[1]


def python(*words: object, path: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run this Python with a folder of installed packages."""
    given = os.pathsep.join(filter(None, [str(path), os.environ.get("PYTHONPATH", "")]))
    command = [sys.executable, *map(str, words)]
    environment = {**os.environ, "PYTHONPATH": given, "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


def test_the_documented_plugin_is_installed_and_runs(tmp_path: Path) -> None:
    for tool in ("pip", "setuptools"):
        if find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed")
    package, site = tmp_path / "package", tmp_path / "site"
    package.mkdir()
    (package / "pyproject.toml").write_text(block("toml"), encoding="utf-8")
    (package / "scatter.py").write_text(block("py"), encoding="utf-8")
    assert sum(map(bool, block("py").split("\n"))) <= 35, "it should stay a small one"
    offline = ("--no-build-isolation", "--no-deps", "--no-index", "--no-input", "--quiet")
    done = python(
        *("-m", "pip", "install", *offline, "--target", site, package), path=site, folder=tmp_path
    )
    assert done.returncode == 0, done.stderr
    (tmp_path / "p.mj").write_text(block("mj plugin=scatter"), encoding="utf-8")
    run = ("-m", "markovpy", "run", "p.mj", "--seed", "1", "-o", "p.txt")
    done = python(*run, path=site, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    drawn = (tmp_path / "p.txt").read_text()
    assert drawn == block("text seed=1 plugin=scatter")
    points = [divmod(place, 21) for place, symbol in enumerate(drawn) if symbol == "R"]
    assert min(math.dist(a, b) for a, b in combinations(points, 2)) >= 5
    done = python("-m", "markovpy", "plugins", "--json", path=site, folder=tmp_path)
    found = next(p for p in json.loads(done.stdout)["plugins"] if p["name"] == "scatter")
    assert (found["distribution"], found["version"]) == ("markovpy-scatter", "1.0")
    assert found["nodes"] == ["scatter.points"]
