"""``markovpy plugins``, and the commands that plugins add."""

from __future__ import annotations

import json
import textwrap
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markovpy.commands.console import say
from markovpy.errors import Diagnostic, PluginError
from markovpy.nodes.discovery import find_plugins, plugin_names
from markovpy.nodes.plugin import INTERFACE
from markovpy.source import Source

if TYPE_CHECKING:
    from collections.abc import Collection

    import click

    from markovpy.nodes.discovery import Found


def list_plugins(own_commands: Collection[str], as_json: bool) -> int:
    """Print the installed plugins; return 1 where one cannot be used.

    Args:
        own_commands: The names of markovpy's own commands, which no plugin's command replaces.
        as_json: Whether to print data.
    """
    found = [_checked(f, own_commands) for name in plugin_names() for f in find_plugins(name)]
    if as_json:
        say(json.dumps({"interface": INTERFACE, "plugins": [_facts(f) for f in found]}))
    elif not found:
        say("no plugins are installed")
    else:
        for plugin in found:
            say(_described(plugin))
    return int(any(plugin.problem is not None for plugin in found))


def plugin_command(name: str) -> click.Command | None:
    """Return the command that a plugin of this name adds; None for none.

    Raises:
        PluginError: The plugin cannot be used.
    """
    for found in find_plugins(name):
        if found.problem is not None:
            raise PluginError([found.problem], Source("", name))
        if found.plugin is not None and found.plugin.command is not None:
            return found.plugin.command()
    return None


def plugins_with_commands() -> list[str]:
    """Return the names of the plugins that add a command, as far as they can be used."""
    found = (plugin for name in plugin_names() for plugin in find_plugins(name))
    return [plugin.name for plugin in found if _has_command(plugin)]


def _checked(found: Found, own_commands: Collection[str]) -> Found:
    """Return a plugin with what only the command line knows to be wrong with it."""
    if found.plugin is None or found.plugin.command is None or found.name not in own_commands:
        return found
    message = f"the command '{found.name}' of {found.distribution} is one of markovpy's own"
    return replace(found, problem=Diagnostic("plugin-clash", message))


def _facts(found: Found) -> dict[str, Any]:
    problem = found.problem
    return {
        "name": found.name,
        "distribution": found.distribution,
        "version": found.version,
        "nodes": [kind.name for kind in found.kinds],
        "command": _has_command(found),
        "problem": problem and problem.as_dict(Source("", found.distribution)),
    }


def _has_command(found: Found) -> bool:
    return found.problem is None and found.plugin is not None and found.plugin.command is not None


def _described(found: Found) -> str:
    lines = [f"{found.name}  ({found.distribution} {found.version})"]
    for kind in found.kinds:
        text = f"  {kind.name}: {kind.summary}"
        lines.append(textwrap.fill(text, 100, subsequent_indent="      "))
    if _has_command(found):
        lines.append(f"  command: markovpy {found.name}")
    if found.problem is not None:
        lines.append(f"  cannot be used: {found.problem.message}")
        lines += [f"  = hint: {found.problem.hint}"] if found.problem.hint else []
    return "\n".join(lines)
