"""The node kinds: one module each, all of the same form."""

from __future__ import annotations

from functools import cache

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
from markovpy.nodes.kind import NodeKind

_MODULES = (
    *(one, once, all, prl, markov, sequence, repeat, choose, branch, loop, require),
    *(convolution, convchain, path, map, wfc),
)


@cache
def registry() -> dict[str, NodeKind]:
    """Return every node kind by name."""
    return {module.KIND.name: module.KIND for module in _MODULES}
