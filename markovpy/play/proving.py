"""Which guesses at how far a win is are lower bounds, for a game that has to be played.

A guess is a sum of weights of what lies on the cells. In a list of bare rules one rule acts at
one place a move, so that the sum falls by no more than that rule can take off it. Where no
other node of the move, and none of the answer, can take anything off it, however often its
rules act, the greatest fall of the lists is the greatest fall of a move.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from markovpy.engine.grounding import LooseMover
from markovpy.nodes.checked import every_node

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from markovpy.compiler.program import CheckedGame
    from markovpy.engine.aims import Bound
    from markovpy.nodes.checked import CheckedNode

LIST = "rule"
OVERLAPPING = "prl"
"""The kind whose matches may write over each other, so that a part of what one writes stays."""


def proven(
    game: CheckedGame, guesses: Sequence[Bound], possible: NDArray[np.uint64]
) -> tuple[Bound, ...]:
    """Return those guesses that can be proved, with what a move can take off them.

    Args:
        game: A game of which all nodes write by their rules only.
        guesses: The guesses.
        possible: Per cell, the mask of the values that it may ever have.
    """
    found = []
    for guess in guesses:
        pace = _pace(game, guess, possible)
        if pace is not None:
            found.append(replace(guess, divisor=max(1, pace)))
    return tuple(found)


def _pace(game: CheckedGame, guess: Bound, possible: NDArray[np.uint64]) -> int | None:
    """Return the most that a move takes off a guess; None where that is not known."""
    pace = 0
    for part in game.responders:
        nodes = part.nodes if hasattr(part, "nodes") else (part,)
        lists = [node for node in nodes if node.kind.name == LIST]
        others = [node for node in nodes if node.kind.name != LIST]
        if any(_takes_off(node, guess, possible) for node in every_node(others)):
            return None
        pace = max(pace, sum(_greatest(node, guess, possible) for node in lists))
    if any(_takes_off(node, guess, possible) for node in every_node(game.answer)):
        return None
    return pace


def _takes_off(node: CheckedNode, guess: Bound, possible: NDArray[np.uint64]) -> bool:
    """Return whether a node's rules can take anything off a guess."""
    falls = _falls(node, guess, possible)
    if node.kind.name == OVERLAPPING:
        return any(fall > 0 for cells in falls for fall in cells)
    return any(sum(cells) > 0 for cells in falls)


def _greatest(node: CheckedNode, guess: Bound, possible: NDArray[np.uint64]) -> int:
    """Return the most that one match of a node's rules can take off a guess."""
    return max((sum(cells) for cells in _falls(node, guess, possible)), default=0)


def _falls(node: CheckedNode, guess: Bound, possible: NDArray[np.uint64]) -> Iterator[list[int]]:
    """Yield, for each match that there may ever be, what it can take off at each cell."""
    rules = [variant for rule in node.rules for variant in rule.variants]
    for _, _, tests, writes in LooseMover(rules).places(possible):
        before = dict(tests)
        yield [
            max(_weights(guess, cell, before[cell])) - guess.weights.get((cell, value), 0)
            for cell, value in writes
        ]


def _weights(guess: Bound, cell: int, mask: int) -> Iterator[int]:
    """Yield the weights of a cell's values."""
    for value in range(mask.bit_length()):
        if mask >> value & 1:
            yield guess.weights.get((cell, value), 0)
