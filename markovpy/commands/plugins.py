"""``markovpy plugins``: what is installed, and what is wrong with it."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markovpy.commands.added import added_names, find_added
from markovpy.commands.console import say
from markovpy.errors import Diagnostic
from markovpy.nodes.discovery import find_plugins, plugin_names
from markovpy.nodes.plugin import INTERFACE
from markovpy.source import Source

if TYPE_CHECKING:
    from markovpy.nodes.kind import NodeKind


@dataclass
class _Listed:
    """What a distribution adds under one name: node kinds, a command, or both."""

    name: str
    distribution: str
    version: str
    kinds: tuple[NodeKind, ...] = ()
    command: bool = False
    problem: Diagnostic | None = None


def list_plugins(own_commands: Collection[str], as_json: bool) -> int:
    """Print the installed plugins; return 1 where one cannot be used.

    Args:
        own_commands: The names of markovpy's own commands, which no plugin's command replaces.
        as_json: Whether to print data.
    """
    found = _listed(own_commands)
    if as_json:
        say(json.dumps({"interface": INTERFACE, "plugins": [_facts(f) for f in found]}))
    elif not found:
        say("no plugins are installed")
    else:
        for plugin in found:
            say(_described(plugin))
    return int(any(plugin.problem is not None for plugin in found))


def _listed(own_commands: Collection[str]) -> list[_Listed]:
    """Return what is installed, by name and distribution."""
    listed: dict[tuple[str, str], _Listed] = {}
    for plugin in (found for name in plugin_names() for found in find_plugins(name)):
        key = plugin.name, plugin.distribution
        listed[key] = _Listed(*key, plugin.version, plugin.kinds, problem=plugin.problem)
    for added in (found for name in added_names() for found in find_added(name)):
        entry, problem = added.entry, added.problem
        if problem is None and entry.name in own_commands:
            message = f"the command '{entry.name}' of {entry.distribution}"
            problem = Diagnostic("plugin-clash", f"{message} is one of markovpy's own")
        key = entry.name, entry.distribution
        row = listed.setdefault(key, _Listed(*key, entry.version))
        row.command = problem is None
        row.problem = row.problem or problem
    return [listed[key] for key in sorted(listed)]


def _facts(found: _Listed) -> dict[str, Any]:
    problem = found.problem
    return {
        "name": found.name,
        "distribution": found.distribution,
        "version": found.version,
        "nodes": [kind.name for kind in found.kinds],
        "command": found.command,
        "problem": problem and problem.as_dict(Source("", found.distribution)),
    }


def _described(found: _Listed) -> str:
    lines = [f"{found.name}  ({found.distribution} {found.version})"]
    for kind in found.kinds:
        text = f"  {kind.name}: {kind.summary}"
        lines.append(textwrap.fill(text, 100, subsequent_indent="      "))
    if found.command:
        lines.append(f"  command: markovpy {found.name}")
    if found.problem is not None:
        lines.append(f"  cannot be used: {found.problem.message}")
        lines += [f"  = hint: {found.problem.hint}"] if found.problem.hint else []
    return "\n".join(lines)
