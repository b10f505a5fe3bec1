"""``once``: ``one`` for a single turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.nodes.kind import SYMMETRY, WEIGHT, Body, NodeKind
from markovpy.nodes.one import One

if TYPE_CHECKING:
    from markovpy.nodes.kind import Builder, CheckedNode


def build(node: CheckedNode, builder: Builder) -> One:
    """Return the running node."""
    return One(node.number, builder.table(node), (1, 1))


KIND = NodeKind(
    name="once",
    summary="at most one turn: one match, drawn uniformly; the same as `one steps=1`",
    body=Body.RULES,
    parameters=(SYMMETRY, WEIGHT),
    build=build,
)
