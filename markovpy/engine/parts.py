"""What a game consists of: what answers events, and what follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from markovpy.engine.node import Node, Steps

if TYPE_CHECKING:
    from markovpy.engine.conditions import Condition
    from markovpy.engine.interactive import Interactive
    from markovpy.engine.moves import Priority

Status: TypeAlias = Literal["playing", "won", "lost"]


@dataclass(frozen=True)
class Reaction:
    """What one ``on`` block does at one event.

    Args:
        block: Its children.
        lists: Those of them that are lists of bare rules.
        anchored: Whether they lie on the clicked cell.
    """

    block: Steps
    lists: tuple[Priority, ...]
    anchored: bool


@dataclass(frozen=True)
class Player:
    """A node that takes events itself.

    Args:
        node: The node.
        takes: The events that are handed to it: names, and ``key x`` for single keys.
        number: Its place among the program's nodes.
    """

    node: Interactive
    takes: frozenset[str]
    number: int


Responder: TypeAlias = tuple[str, Reaction] | Player
"""What may answer an event: a reaction with its trigger, or a node with those it takes."""


@dataclass(frozen=True)
class Parts:
    """What a game consists of, besides what runs before the input point.

    Args:
        responders: What answers events, in source order.
        answer: What follows each move.
        endings: What follows a game that is won or lost.
        wins: A game in which one of these holds is won.
        losses: A game in which one of these holds, and none of the others, is lost.
        settled: What values become at the input point: the new value, and the goal's bit.
    """

    responders: tuple[Responder, ...]
    answer: Steps
    endings: Mapping[Status, Steps]
    wins: tuple[Condition, ...]
    losses: tuple[Condition, ...]
    settled: Mapping[int, tuple[int, int]]


def steps(nodes: Sequence[Node]) -> Steps:
    """Return nodes as a block of their own."""
    return Steps(0, list(nodes), False)
