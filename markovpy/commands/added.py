"""The commands that plugins add, found by their entry points.

One is imported when it is asked for, and for ``markovpy --help``; so its module declares what can
be typed, and imports what does the work when it is called.
"""

from __future__ import annotations

from dataclasses import dataclass

import click

from markovpy.errors import Diagnostic, PluginError
from markovpy.installed import Entry, clash, entry_names, find_entries
from markovpy.source import Source

GROUP = "markovpy.commands"


@dataclass(frozen=True)
class Added:
    """A command of a plugin.

    Args:
        entry: What declares it.
        command: The command; None where it cannot be used.
        problem: Why it cannot be used, without a position.
    """

    entry: Entry
    command: click.Command | None = None
    problem: Diagnostic | None = None


def added_names() -> tuple[str, ...]:
    """Return the names of all commands of plugins, sorted, without importing any."""
    return entry_names(GROUP)


def find_added(name: str) -> tuple[Added, ...]:
    """Return all commands of one name: none can be used where there are several."""
    entries = find_entries(GROUP, name)
    if len(entries) < 2:
        return tuple(_loaded(entry) for entry in entries)
    problem = clash(entries)
    return tuple(Added(entry, problem=problem) for entry in entries)


def added_command(name: str) -> click.Command | None:
    """Return the command that a plugin adds under a name; None for none.

    Raises:
        PluginError: It cannot be used.
    """
    for added in find_added(name):
        if added.problem is not None:
            raise PluginError([added.problem], Source("", name))
        return added.command
    return None


def usable_names() -> list[str]:
    """Return the names of those that can be used; imports all of them."""
    return [name for name in added_names() if any(added.command for added in find_added(name))]


def _loaded(entry: Entry) -> Added:
    """Import a command and look at whether it is one."""
    command = entry.load()
    if isinstance(command, Diagnostic):
        return Added(entry, problem=command)
    if isinstance(command, click.Command):
        return Added(entry, command)
    message = f"the command '{entry.name}' of {entry.owner} is no click.Command"
    hint = f"tell the author of {entry.distribution}"
    return Added(entry, problem=Diagnostic("bad-plugin", message, hint=hint))
