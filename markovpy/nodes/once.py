"""``once``: ``one`` for a single turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.nodes.guidance import ELEMENTS, GUIDED_PARAMETERS, guide, prepare, review
from markovpy.nodes.kind import Body, NodeKind
from markovpy.nodes.one import GuidedOne, One
from markovpy.nodes.parameter import SYMMETRY, WEIGHT

if TYPE_CHECKING:
    from markovpy.nodes.checked import Builder, CheckedNode


def build(node: CheckedNode, builder: Builder) -> One:
    """Return the running node."""
    table = builder.table(node)
    if node.elements:
        return GuidedOne(node.number, table, (1, 1), guide(node, table))
    return One(node.number, table, (1, 1))


KIND = NodeKind(
    name="once",
    summary="at most one turn: one match, drawn uniformly; the same as `one steps=1`",
    markovjunior='`<one steps="1">`',
    body=Body.RULES,
    parameters=(SYMMETRY, WEIGHT, *GUIDED_PARAMETERS),
    build=build,
    elements=ELEMENTS,
    prepare=prepare,
    review=review,
)
