"""What installed distributions declare by entry points, and what is wrong with that.

Nothing is imported before an entry point is loaded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markovpy.errors import Diagnostic

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_PACKAGE = Path(__file__).parent


@dataclass(frozen=True)
class Entry:
    """An entry point.

    Args:
        name: Its name.
        distribution: The name of the distribution that declares it.
        version: That distribution's version.
        point: The entry point itself.
    """

    name: str
    distribution: str
    version: str
    point: EntryPoint

    @property
    def owner(self) -> str:
        """The distribution and its version."""
        return f"{self.distribution} {self.version}"

    @property
    def package(self) -> str:
        """The top-level package or module of what it names."""
        return self.point.module.partition(".")[0]

    def load(self) -> Any:
        """Import what it names; return that, or a diagnostic where it cannot be imported."""
        try:
            return self.point.load()
        except (Exception, SystemExit) as error:
            message = f"the plugin '{self.name}' of {self.owner} cannot be imported"
            told = f"{message}: {told_error(error, self.package)}"
            return Diagnostic("plugin-import", told, hint=advice(self.distribution))


def entry_names(group: str) -> tuple[str, ...]:
    """Return the names in a group of entry points, sorted."""
    return tuple(sorted(_entries(group)))


def find_entries(group: str, name: str) -> tuple[Entry, ...]:
    """Return all entry points of one name in a group."""
    return _entries(group).get(name, ())


def forget_entries() -> None:
    """Look again at what is installed, when something is asked for the next time."""
    _entries.cache_clear()


def clash(entries: Sequence[Entry]) -> Diagnostic:
    """Return what to say of several entry points of one name, of which none can be used."""
    name, both = entries[0].name, " and ".join(entry.owner for entry in entries)
    message = f"{len(entries)} plugins are called '{name}': those of {both}"
    hint = f"keep one of them: pip uninstall {entries[-1].distribution}"
    return Diagnostic("plugin-clash", message, hint=hint)


def told_error(error: BaseException, package: str) -> str:
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


def advice(distribution: str) -> str:
    """Return what to do about a distribution that does not fit this markovpy."""
    return f"upgrade {distribution} or markovpy, or remove the plugin: pip uninstall {distribution}"


@cache
def _entries(group: str) -> dict[str, tuple[Entry, ...]]:
    """Return the entry points of a group by their name."""
    from importlib.metadata import entry_points  # only where needed, since it takes long to import

    found: dict[str, tuple[Entry, ...]] = {}
    for point in entry_points(group=group):
        assert point.dist is not None, "entry points that are found have a distribution"
        entry = Entry(point.name, point.dist.name, point.dist.version, point)
        found[point.name] = (*found.get(point.name, ()), entry)
    return found


def _is_ours(filename: str) -> bool:
    """Return whether a file is part of what calls plugins; compiled files have relative names."""
    if filename.startswith(("<frozen ", _PACKAGE.name + "/")) or "importlib" in filename:
        return True
    return _PACKAGE in Path(filename).parents and _PACKAGE / "plugins" not in Path(filename).parents
