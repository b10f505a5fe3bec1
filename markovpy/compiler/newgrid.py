"""The new grid that a node goes on to, and what holds on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markovpy.compiler.header import unions_in
from markovpy.compiler.symbols import read_unions
from markovpy.model import symmetry
from markovpy.model.alphabet import Alphabet

if TYPE_CHECKING:
    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Item, Statement
    from markovpy.nodes.kind import NewGrid, Stage


def open_grid(
    new: NewGrid, data: Any, symbols: str, items: Sequence[Item], context: Context
) -> Stage:
    """Return a new grid with the unions that stand in its block.

    Args:
        new: How its kind goes on to it.
        data: What the kind prepared; None where that failed, and the old grid's shape is taken.
        symbols: Those of its values.
        items: What stands in the block.
        context: The program.
    """
    shape = context.shape if data is None else new.shape(data)
    outer = context.alphabet
    context.alphabet = Alphabet(symbols)
    read_unions(context, unions_in(items))
    alphabet, context.alphabet = context.alphabet, outer
    return context.open_stage(shape, alphabet)


def scope_inside(stage: Stage, item: Statement, scope: Scope, context: Context) -> Scope:
    """Return what holds on a new grid, which may have another dimension."""
    three_dimensional = stage.shape[0] > 1
    if three_dimensional == context.three_dimensional:
        return scope
    name = symmetry.in_dimension(scope.symmetry, three_dimensional)
    if name is None:
        message = f"the new grid is 3-D and knows no symmetry '{scope.symmetry}'"
        hint = f"give '{item.name.text}' one that both know: symmetry=none, x or all"
        context.error("unknown-symmetry", message, item.span, hint)
    return replace(scope, symmetry=name or "all")
