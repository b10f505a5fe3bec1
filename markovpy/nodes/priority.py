"""Bare rules that stand together in an ``on`` block: a list of alternatives.

Not a kind that is written by a name, and so not in the registry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.engine.moves import MoveList, Priority
from markovpy.nodes.kind import Body, NodeKind

if TYPE_CHECKING:
    from markovpy.nodes.checked import Builder, CheckedNode


def build(node: CheckedNode, builder: Builder) -> Priority:
    """Return the running node; ``data`` says which alternative each rule belongs to."""
    sizes = [len(rule.variants) for rule in node.rules]
    shape = builder.stage(node).shape
    return Priority(node.number, MoveList(builder.table(node), sizes, node.data, shape))


KIND = NodeKind(
    name="rule",
    summary="the first of its rules that fits acts, once, at its lowest place",
    body=Body.RULES,
    parameters=(),
    build=build,
)
