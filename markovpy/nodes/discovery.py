"""The plugins that are installed, found by their entry points.

Nothing is imported before a program, or the command line, uses a plugin's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from markovpy.errors import Diagnostic
from markovpy.nodes.kind import NodeKind
from markovpy.nodes.plugin import INTERFACE, Plugin

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "markovpy.nodes"
_PACKAGE = Path(__file__).parents[1]
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
    return tuple(sorted(_entries()))


def find_plugins(name: str) -> tuple[Found, ...]:
    """Return all plugins of one name: none can be used where there are several."""
    found = _entries().get(name, ())
    if len(found) < 2:
        return tuple(_loaded(entry) for entry in found)
    owners = [_distribution(entry) for entry in found]
    both = " and ".join(" ".join(owner) for owner in owners)
    message = f"{len(found)} plugins are called '{name}': those of {both}"
    hint = f"keep one of them: pip uninstall {owners[-1][0]}"
    problem = Diagnostic("plugin-clash", message, hint=hint)
    return tuple(Found(name, *owner, problem=problem) for owner in owners)


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
    _entries.cache_clear()
    _loaded.cache_clear()


def failure(kind: NodeKind, error: Exception) -> Diagnostic:
    """Return what to say where the code of a plugin fails in a way that nobody meant."""
    name = kind.name.partition(".")[0]
    found = next(iter(find_plugins(name)), Found(name, name, ""))
    return plugin_failure(found, f"'{kind.name}'", error)


def plugin_failure(found: Found, part: str, error: Exception) -> Diagnostic:
    """Return what to say where a part of a plugin failed in a way that nobody meant."""
    owner = f"{found.distribution} {found.version}".rstrip()
    message = f"{part} of {owner} failed: {_told(error, found.package)}"
    return Diagnostic("plugin-failed", message, hint=f"tell the author of {found.distribution}")


@cache
def _entries() -> dict[str, tuple[EntryPoint, ...]]:
    """Return the entry points by their name."""
    from importlib.metadata import entry_points  # only where needed, since it takes long to import

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for entry in entry_points(group=GROUP):
        found[entry.name] = (*found.get(entry.name, ()), entry)
    return found


def _distribution(entry: EntryPoint) -> tuple[str, str]:
    """Return the name and version of the distribution that declares an entry point."""
    assert entry.dist is not None, "entry points that are found have a distribution"
    return entry.dist.name, entry.dist.version


@cache
def _loaded(entry: EntryPoint) -> Found:
    """Import a plugin and look at what it declares."""
    owner = _distribution(entry)
    try:
        plugin = entry.load()
    except (Exception, SystemExit) as error:
        message = f"the plugin '{entry.name}' of {' '.join(owner)} cannot be imported"
        told = _told(error, _package(entry))
        problem = Diagnostic("plugin-import", f"{message}: {told}", hint=_advice(owner[0]))
        return Found(entry.name, *owner, problem=problem)
    return replace(_judged(entry.name, owner, plugin), package=_package(entry))


def _package(entry: EntryPoint) -> str:
    return entry.module.partition(".")[0]


def _judged(name: str, owner: tuple[str, str], plugin: object) -> Found:
    """Return a plugin, or why what it declares cannot be used."""
    whole, (distribution, _) = " ".join(owner), owner
    code, hint = "bad-plugin", f"tell the author of {distribution}"
    if not isinstance(plugin, Plugin):
        message = f"the entry point '{name}' of {whole} names no plugin"
        hint = f"{hint}: it must name a markovpy.nodes.plugin.Plugin"
    elif plugin.interface != INTERFACE:
        code = "plugin-version"
        message = (
            f"the plugin '{name}' of {whole} is written for version {plugin.interface} of the "
            f"plugin interface, this markovpy has version {INTERFACE}"
        )
        hint = _advice(distribution)
    elif fault := _fault(name, plugin.kinds):
        message = f"the plugin '{name}' of {whole} {fault}"
    else:
        return Found(name, *owner, plugin)
    return Found(name, *owner, problem=Diagnostic(code, message, hint=hint))


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


def _told(error: BaseException, package: str) -> str:
    """Return an error of a plugin's code in a line, with the innermost place in the plugin.

    What the plugin's own code calls, such as numpy, is passed over.

    Args:
        error: The error.
        package: The top-level package or module of the plugin.
    """
    import traceback

    theirs = [
        (frame.f_globals.get("__name__", ""), f" ({Path(file).name}, line {line})")
        for frame, line in traceback.walk_tb(error.__traceback__)
        if not _is_ours(file := frame.f_code.co_filename)
    ]
    own = [place for name, place in theirs if name.partition(".")[0] == package]
    place = next(reversed(own or [place for _, place in theirs]), "")
    reason = str(error).strip().split("\n")[0]
    kind = type(error).__name__
    return (f"{kind}: {reason}" if reason else kind) + place


def _is_ours(filename: str) -> bool:
    """Return whether a file is part of what calls plugins; compiled files have relative names."""
    if filename.startswith(("<frozen ", _PACKAGE.name + "/")) or "importlib" in filename:
        return True
    return _PACKAGE in Path(filename).parents and _PACKAGE / "plugins" not in Path(filename).parents


def _advice(distribution: str) -> str:
    return f"upgrade {distribution} or markovpy, or remove the plugin: pip uninstall {distribution}"
