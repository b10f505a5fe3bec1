"""Items and targets of a game, laid out to be matched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from markovpy.engine.aims import Field, distances, flow_of
from markovpy.engine.explorer import NO_WAY
from markovpy.engine.layout import WORD, in_words
from markovpy.engine.matching import MOST_TARGETS, Matching

if TYPE_CHECKING:
    from markovpy.engine.grounding import Ground
    from markovpy.engine.layout import Layout


def matching_of(ground: Ground, fields: Sequence[Field], layout: Layout) -> Matching | None:
    """Return a bound by pairs of items and targets, for the field with the most items.

    An item that stays where it is takes up its target.
    """
    pairs = [(_count(field, ground.start), number) for number, field in enumerate(fields)]
    able = [
        (count, -number)
        for count, number in pairs
        if fields[number].keeps and 1 < count <= len(fields[number].need.targets) <= MOST_TARGETS
    ]
    if not able:
        return None
    field = fields[-max(able)[1]]
    values = field.need.values
    flow = flow_of(ground, values)
    taken = {
        cell
        for cell in field.need.targets
        if not layout.moves(cell) and values >> ground.start[cell] & 1
    }
    targets = sorted(field.need.targets - taken)
    costs = np.full((len(targets), WORD * layout.words), NO_WAY, dtype=np.int32)
    for row, target in enumerate(targets):
        ways = distances(frozenset((target,)), flow)
        for (cell, value), bit in layout.bits.items():
            if values >> value & 1:
                costs[row, bit] = ways.get(cell, NO_WAY)
    items = np.zeros(layout.words, dtype=np.uint64)
    bits = [bit for (_, value), bit in layout.bits.items() if values >> value & 1]
    for word, mask in in_words(bits):
        items[word] = mask
    return Matching(costs, items, max(1, flow.pace), NO_WAY)


def _count(field: Field, cells: Sequence[int]) -> int:
    return sum(field.need.values >> value & 1 for value in cells)
