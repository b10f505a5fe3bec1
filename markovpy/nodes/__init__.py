"""The node kinds: one module each, all of the same form."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from markovpy.nodes import (
    all,
    branch,
    choose,
    convchain,
    convolution,
    loop,
    map,
    markov,
    once,
    one,
    path,
    prl,
    repeat,
    require,
    sequence,
    wfc,
)
from markovpy.nodes.discovery import find_plugin_kind
from markovpy.nodes.kind import NodeKind

if TYPE_CHECKING:
    from markovpy.errors import Diagnostic

_MODULES = (
    *(one, once, all, prl, markov, sequence, repeat, choose, branch, loop, require),
    *(convolution, convchain, path, map, wfc),
)


@cache
def registry() -> dict[str, NodeKind]:
    """Return every built-in node kind by name."""
    return {module.KIND.name: module.KIND for module in _MODULES}


def look_up(name: str) -> NodeKind | Diagnostic | None:
    """Return the node kind of a name, built in or a plugin's.

    Returns:
        The kind; why its plugin cannot be used, without a position; None where there is none.
    """
    return find_plugin_kind(name) if "." in name else registry().get(name)


def find_kind(name: str) -> NodeKind | None:
    """Return the node kind of a name; None where there is none that can be used."""
    found = look_up(name)
    return found if isinstance(found, NodeKind) else None
