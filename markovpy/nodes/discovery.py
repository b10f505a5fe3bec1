"""The plugins that are installed, found by their entry points.

Nothing is imported before a program, or the command line, uses a plugin's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from markovpy.errors import Diagnostic
from markovpy.installed import (
    Entry,
    advice,
    clash,
    entry_names,
    find_entries,
    forget_entries,
    told_error,
)
from markovpy.nodes.kind import NodeKind
from markovpy.nodes.plugin import INTERFACE, Plugin

GROUP = "markovpy.nodes"
_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True)
class Found:
    """An installed plugin.

    Args:
        name: Its name.
        distribution: The name of the distribution that it came with.
        version: That distribution's version.
        plugin: What it adds; None where it cannot be used.
        problem: Why it cannot be used, without a position.
        package: The top-level package or module that its code is in; empty if not known.
    """

    name: str
    distribution: str
    version: str
    plugin: Plugin | None = None
    problem: Diagnostic | None = None
    package: str = ""

    @property
    def kinds(self) -> tuple[NodeKind, ...]:
        """Its node kinds, as far as it can be used."""
        return self.plugin.kinds if self.plugin else ()


def plugin_names() -> tuple[str, ...]:
    """Return the names of the installed plugins, sorted, without importing any."""
    return entry_names(GROUP)


def find_plugins(name: str) -> tuple[Found, ...]:
    """Return all plugins of one name: none can be used where there are several."""
    entries = find_entries(GROUP, name)
    if len(entries) < 2:
        return tuple(_loaded(entry) for entry in entries)
    problem = clash(entries)
    return tuple(Found(name, e.distribution, e.version, problem=problem) for e in entries)


def find_plugin_kind(name: str) -> NodeKind | Diagnostic | None:
    """Return a plugin's node kind.

    Args:
        name: Its whole name, such as ``sudoku.solve``.

    Returns:
        The kind; why its plugin cannot be used; None where no plugin has it.
    """
    for found in find_plugins(name.partition(".")[0]):
        if found.problem is not None:
            return found.problem
        for kind in found.kinds:
            if kind.name == name:
                return kind
    return None


def plugin_kinds() -> dict[str, NodeKind]:
    """Return the node kinds of all plugins that can be used; imports all of them."""
    found = (plugin for name in plugin_names() for plugin in find_plugins(name))
    return {kind.name: kind for plugin in found for kind in plugin.kinds}


def advisers() -> Iterator[Found]:
    """Yield the plugins that solve puzzles, by name; imports those that are asked for."""
    for name in plugin_names():
        for found in find_plugins(name):
            if found.plugin is not None and found.plugin.adviser is not None:
                yield found


def forget_plugins() -> None:
    """Look again at what is installed, when a plugin is asked for the next time."""
    forget_entries()
    _loaded.cache_clear()


def failure(kind: NodeKind, error: Exception) -> Diagnostic:
    """Return what to say where the code of a plugin fails in a way that nobody meant."""
    name = kind.name.partition(".")[0]
    found = next(iter(find_plugins(name)), Found(name, name, ""))
    return plugin_failure(found, f"'{kind.name}'", error)


def plugin_failure(found: Found, part: str, error: Exception) -> Diagnostic:
    """Return what to say where a part of a plugin failed in a way that nobody meant."""
    owner = f"{found.distribution} {found.version}".rstrip()
    message = f"{part} of {owner} failed: {told_error(error, found.package)}"
    return Diagnostic("plugin-failed", message, hint=f"tell the author of {found.distribution}")


@cache
def _loaded(entry: Entry) -> Found:
    """Import a plugin and look at what it declares."""
    plugin = entry.load()
    problem = plugin if isinstance(plugin, Diagnostic) else _judged(entry, plugin)
    usable = plugin if problem is None else None
    return Found(entry.name, entry.distribution, entry.version, usable, problem, entry.package)


def _judged(entry: Entry, plugin: object) -> Diagnostic | None:
    """Return why what a plugin declares cannot be used; None where it can."""
    name, code, hint = entry.name, "bad-plugin", f"tell the author of {entry.distribution}"
    if not isinstance(plugin, Plugin):
        message = f"the entry point '{name}' of {entry.owner} names no plugin"
        hint = f"{hint}: it must name a markovpy.nodes.plugin.Plugin"
    elif plugin.interface != INTERFACE:
        code = "plugin-version"
        message = (
            f"the plugin '{name}' of {entry.owner} is written for version {plugin.interface} of "
            f"the plugin interface, this markovpy has version {INTERFACE}"
        )
        hint = advice(entry.distribution)
    elif fault := _fault(name, plugin.kinds):
        message = f"the plugin '{name}' of {entry.owner} {fault}"
    else:
        return None
    return Diagnostic(code, message, hint=hint)


def _fault(name: str, kinds: object) -> str:
    """Return what is wrong with the name of a plugin or its kinds; empty for nothing."""
    if not _NAME.fullmatch(name):
        return "has a name that is no word"
    if not isinstance(kinds, tuple) or not all(isinstance(kind, NodeKind) for kind in kinds):
        return "has nodes that are no tuple of NodeKind"
    names = [kind.name for kind in kinds]
    for kind in names:
        first, _, last = kind.partition(".")
        if first != name or not _NAME.fullmatch(last):
            return f"has a node '{kind}': its nodes are called '{name}.' and a word"
        if names.count(kind) > 1:
            return f"has two nodes '{kind}'"
    return ""
