"""Whether what follows a move is left to chance.

Many nodes draw where nothing depends on it: ``prl`` tosses a coin for each match that always
falls the same way without ``p=``, and ``one`` draws from a single match too. The generator
counts the draws that something may hang on (``choices``), whoever makes them; this module says
of what the program says, and who is to blame where a move made such a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markovpy.errors import Diagnostic, RunError
from markovpy.nodes.checked import every_node

if TYPE_CHECKING:
    from markovpy.compiler.program import CheckedGame
    from markovpy.model.events import Event
    from markovpy.nodes.checked import CheckedNode
    from markovpy.play.session import Session

SURE = frozenset(
    ("rule", "prl", "convolution", "markov", "sequence", "repeat", "if", "while", "for")
)
"""Kinds that leave nothing to chance where they have no ``p=`` and no range."""

SINGLE = frozenset(("one", "once", "all"))
"""Kinds that leave nothing to chance where there is one match only."""


def moving_nodes(game: CheckedGame) -> list[CheckedNode]:
    """Return the nodes of a game's moves and answers, without those inside them."""
    moves = [
        node
        for part in game.responders
        for node in (part.nodes if hasattr(part, "nodes") else (part,))
    ]
    return [*moves, *game.answer]


def is_sure(node: CheckedNode) -> bool:
    """Return whether what a node does follows from the grid alone."""
    return node.kind.name in SURE and _is_fixed(node)


def _is_fixed(node: CheckedNode) -> bool:
    low, high = node.limits
    least, most = node.arguments.get("passes") or (0, 0)
    coins = any(rule.probability < 1 for found in node.rules for rule in found.variants)
    return low == high and least == most and not coins and not node.elements


def check_chance(session: Session, event: Event) -> None:
    """Make sure that an event's outcome is not left to chance.

    The game is where the event comes, and is somewhere behind it afterwards.

    Args:
        session: The game.
        event: The event.

    Raises:
        RunError: It is; the error names the node.
    """
    game = session.game
    generator = game.state.rng
    game.state.proving = True
    generator.choices = 0
    session.compiled.send(game, event)
    while not generator.choices and not game.waiting:
        session.compiled.advance(game, 1)
    if generator.choices:
        raise _error(session, _to_blame(session))


def _to_blame(session: Session) -> CheckedNode:
    """Return who made a draw that something hangs on, in the turn just made.

    That is the node that acted last, or the outermost around it that may draw so; but where
    these cannot, one that was tried before it: the first that can.
    """
    checked = session.compiled.checked.game
    assert checked is not None
    nodes = moving_nodes(checked)
    entered = session.game.state.entered
    around = _doubtful_around(nodes, entered)
    doubtful = [node for node in every_node(nodes) if not is_sure(node)]
    doubtful.sort(key=lambda node: node.kind.name in SINGLE and _is_fixed(node))
    return around or next(iter(doubtful), session.compiled.by_number[entered])


def _doubtful_around(nodes: Sequence[CheckedNode], number: int) -> CheckedNode | None:
    """Return the outermost node that is not sure of those that a node stands in, or itself."""
    for node in nodes:
        inside = (*node.children, *node.otherwise)
        if any(found.number == number for found in every_node([node])):
            return _doubtful_around(inside, number) if is_sure(node) else node
    return None


def _error(session: Session, node: CheckedNode) -> RunError:
    message = "this leaves to chance what a move does, so no list of moves is sure to win"
    hint = "a game can be solved if its moves and answers draw nothing: lists of rules, prl"
    return RunError(
        [Diagnostic("left-to-chance", message, node.span, hint)], session.program.source
    )
