"""Plugins that are installed for one test: files as ``pip`` would write them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from markovpy.nodes.discovery import forget_plugins

Install = Callable[..., None]

HEAD = """
from markovpy.nodes.plugin import *

class Fill(Limited):
    def __init__(self, node):
        super().__init__(node.number, node.limits)
        self.arguments = node.arguments

    def step(self, state):
        cells = (state.grid.reshape(-1) != self.arguments["value"]).nonzero()[0]
        if not self.due(state) or len(cells) == 0:
            return False
        state.write(cells[0], self.arguments["value"])
        self.counter += 1
        return True

def fill(node, builder):
    return Fill(node)

VALUE = Parameter("value", "symbol", "what to put", positional=True, required=True)

def kind(name, build=fill, **more):
    return NodeKind(name, "a node", Body.NONE, (VALUE, STEPS), build, **more)
"""
"""What the plugins of these tests begin with: a node that fills cell after cell."""


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Return what installs a distribution with one plugin in it."""
    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    modules: list[str] = []

    def distribution(
        name: str,
        text: str,
        plugin: str,
        version: str = "1.0",
        value: str = "PLUGIN",
        command: str = "",
    ) -> None:
        module = name.replace("-", "_")
        modules.append(module)
        (folder / f"{module}.py").write_text(HEAD + text, encoding="utf-8")
        facts = folder / f"{module}-{version}.dist-info"
        facts.mkdir()
        metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        (facts / "METADATA").write_text(metadata, encoding="utf-8")
        entry = f"[markovpy.nodes]\n{plugin} = {module}:{value}\n"
        if command:
            entry += f"[markovpy.commands]\n{plugin} = {module}:{command}\n"
        (facts / "entry_points.txt").write_text(entry, encoding="utf-8")
        forget_plugins()

    yield distribution
    forget_plugins()
    for module in modules:
        sys.modules.pop(module, None)
