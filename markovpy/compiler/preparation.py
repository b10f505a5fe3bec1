"""What a kind makes of the place and the arguments of a node before the run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from markovpy.compiler.arguments import argument_places
from markovpy.compiler.blame import blaming
from markovpy.nodes.kind import KindError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Statement
    from markovpy.nodes.kind import NodeKind, Surroundings


def prepared(
    item: Statement,
    kind: NodeKind,
    values: Mapping[str, Any] | None,
    around: Surroundings,
    context: Context,
) -> Any:
    """Return what a kind prepares for a node; None for nothing, or where that was reported.

    Args:
        item: The node.
        kind: Its kind.
        values: Its arguments; None where one of them is wrong.
        around: Where it stands.
        context: The program.
    """
    try:
        with blaming(kind, item.span, context.tree.source):
            if kind.needs is not None:
                kind.needs(around)
            if kind.prepare is None or values is None:
                return None
            return kind.prepare(values, around)
    except KindError as error:
        places = argument_places(item.arguments, kind.parameters)
        places |= {a.key.text: a.value.span for a in item.arguments if a.key}
        span = places.get(error.parameter, item.span)
        context.error(error.code, error.message, span, error.hint)
        return None
