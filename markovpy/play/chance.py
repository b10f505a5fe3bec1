"""Whether what follows a move is left to chance.

Many nodes draw where nothing depends on it: ``prl`` tosses a coin for each match that always
falls the same way without ``p=``, and ``one`` draws from a single match too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from markovpy.engine.rules import count_matches
from markovpy.errors import Diagnostic, RunError

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


def doubtful(game: CheckedGame) -> dict[int, CheckedNode]:
    """Return what of a game's moves and answers may leave something to chance.

    Returns:
        By the number of a node that acts, who is to blame if something was drawn in that turn:
        the node itself, or the outermost node around it that may leave something to chance.
    """
    found: dict[int, CheckedNode] = {}
    _doubt(moving_nodes(game), None, found)
    return found


def _doubt(
    nodes: Sequence[CheckedNode], around: CheckedNode | None, found: dict[int, CheckedNode]
) -> None:
    for node in nodes:
        to_blame = around if around is not None or is_sure(node) else node
        if to_blame is not None:
            found[node.number] = to_blame
        _doubt((*node.children, *node.otherwise), to_blame, found)


def is_sure_if_single(node: CheckedNode) -> bool:
    """Return whether what a node does follows from the grid where it matches once at most."""
    return node.kind.name in SINGLE and _is_fixed(node)


def moving_nodes(game: CheckedGame) -> list[CheckedNode]:
    """Return the nodes of a game's moves and answers, without those inside them."""
    moves = [
        node
        for part in game.responders
        for node in (part.nodes if hasattr(part, "nodes") else (part,))
    ]
    return [*moves, *game.answer]


def every_node(nodes: Sequence[CheckedNode]) -> Iterator[CheckedNode]:
    """Yield nodes and all nodes inside them."""
    for node in nodes:
        yield node
        yield from every_node(node.children)
        yield from every_node(node.otherwise)


def is_sure(node: CheckedNode) -> bool:
    """Return whether what a node does follows from the grid alone."""
    return node.kind.name in SURE and _is_fixed(node)


def _is_fixed(node: CheckedNode) -> bool:
    low, high = node.limits
    least, most = node.arguments.get("passes") or (0, 0)
    coins = any(rule.probability < 1 for found in node.rules for rule in found.variants)
    return low == high and least == most and not coins and not node.elements


def check_chance(session: Session, event: Event, nodes: dict[int, CheckedNode]) -> None:
    """Make sure that an event's outcome, which involved draws, is not left to chance.

    The game is where the event comes, and is somewhere behind it afterwards.

    Args:
        session: The game.
        event: The event.
        nodes: Those of the game that may leave something to chance.

    Raises:
        RunError: It is; the error names the node.
    """
    game = session.game
    state = game.state
    before = state.rng.snapshot()
    session.compiled.send(game, event)
    if state.rng.snapshot() != before:
        raise _error(session, nodes[state.entered])
    while not game.waiting:
        grid, drawn = state.grid.copy(), state.rng.snapshot()
        state.ranged = -1
        session.compiled.advance(game, 1)
        if state.ranged in nodes:
            raise _error(session, nodes[state.ranged])
        if state.entered in nodes and state.rng.snapshot() != drawn:
            node = nodes[state.entered]
            if node.number == state.entered and is_sure_if_single(node):
                after = state.grid.copy()
                state.grid[:] = grid
                matches = count_matches(session.compiled.table(node), state, 2)
                state.grid[:] = after
                if matches < 2:
                    continue
            raise _error(session, node)


def _error(session: Session, node: CheckedNode) -> RunError:
    message = "this leaves to chance what a move does, so no list of moves is sure to win"
    hint = "a game can be solved if its moves and answers draw nothing: lists of rules, prl"
    return RunError(
        [Diagnostic("left-to-chance", message, node.span, hint)], session.program.source
    )
