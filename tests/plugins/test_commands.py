"""``markovpy plugins``, commands of plugins, and exit codes of their nodes."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from markovpy.cli import main

COMMAND = """
import click

@click.group()
def ink():
    "Pour and draw."

@ink.command()
@click.argument("number", type=int)
def pour(number):
    click.echo(f"poured {number}")
    return number

PLUGIN = Plugin(1, (kind("ink.fill"),))
"""


def test_plugins_are_listed_with_what_they_add_and_what_is_wrong(
    install: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    install("ink-well", COMMAND, "ink", "1.2", command="ink")
    install("blot", "import no_such_module", "blot")
    assert main(["plugins", "--json"]) == 1
    data = json.loads(capsys.readouterr().out)
    found = {plugin["name"]: plugin for plugin in data["plugins"]}
    assert data["interface"] == 1
    assert found["ink"] == {
        "name": "ink",
        "distribution": "ink-well",
        "version": "1.2",
        "nodes": ["ink.fill"],
        "command": True,
        "problem": None,
    }
    assert found["blot"]["problem"]["code"] == "plugin-import"
    assert main(["plugins"]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "ink  (ink-well 1.2)" in lines
    assert "  ink.fill: a node" in lines
    assert "  command: markovpy ink" in lines
    assert any(line.startswith("  cannot be used: the plugin 'blot' of blot 1.0") for line in lines)


def test_a_command_of_a_plugin_runs_and_is_shown_in_the_help(
    install: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    install("ink-well", COMMAND, "ink", command="ink")
    install("blot", "import no_such_module", "blot", command="blot")
    install("drop-let", "drop = 5", "drop", command="drop")
    assert main(["ink", "pour", "4"]) == 4
    assert capsys.readouterr().out == "poured 4\n"
    assert main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert "  ink " in shown and "Pour and draw." in shown
    assert main(["blot"]) == 1
    assert "the plugin 'blot' of blot 1.0 cannot be imported" in capsys.readouterr().err
    assert main(["drop"]) == 1
    assert "the command 'drop' of drop-let 1.0 is no click.Command" in capsys.readouterr().err
    assert main(["blob"]) == 2


def test_the_help_imports_no_node_of_any_plugin() -> None:
    code = "import sys, markovpy.cli; print(markovpy.cli.main(['--help']), *sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    *shown, modules = done.stdout.splitlines()
    assert any(line.startswith("  sudoku ") and "grade sudoku" in line for line in shown)
    assert modules.startswith("0 ")
    assert {"numpy", "markovpy.nodes"}.isdisjoint(modules.split())


def test_no_command_of_markovpy_is_replaced(
    install: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    text = COMMAND.replace("ink.fill", "list.fill")
    install("ink-well", text, "list", command="ink")
    assert main(["list"]) == 0
    assert "mazes" in capsys.readouterr().out
    assert main(["plugins"]) == 1
    assert "the command 'list' of ink-well is one of markovpy's own" in capsys.readouterr().out


END = """
class End(Node):
    def step(self, state):
        state.end("no-solution", self, "this cannot be filled", "change a cell")
        return True

PLUGIN = Plugin(1, (kind("ink.end", lambda node, builder: End(node.number)),))
"""


def test_no_solution_has_an_exit_code(
    install: Any, tmp_path: Any, capsys: pytest.CaptureFixture[str], monkeypatch: Any
) -> None:
    install("ink-well", END, "ink")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p.mj").write_text("grid 3x1 values=BW\nink.end W\n")
    assert main(["run", "p.mj", "--seed", "1"]) == 4
    printed = capsys.readouterr()
    assert "p.mj:2:1: warning[no-solution]: this cannot be filled" in printed.err
    assert "proved that there is no solution" in printed.out
    assert main(["run", "p.mj", "--json"]) == 4
    assert json.loads(capsys.readouterr().out)["stopped"] == "no-solution"
    assert main(["run", "p.mj", "--seeds", "2", "--jobs", "1", "-o", "x{seed}.png"]) == 4
    assert "note: 2 of 2 seeds have no solution" in capsys.readouterr().err
