"""What answers a game's events, in a form that can be written out for every place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import prod
from typing import TYPE_CHECKING

import numpy as np

from markovpy.engine.grounding import ListMover, Mover, Place, TooLargeError
from markovpy.engine.parts import Player, Reaction
from markovpy.model.events import Event
from markovpy.play.chance import is_sure

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.game import Snapshot
    from markovpy.model.rule import Rule
    from markovpy.nodes.checked import CheckedNode
    from markovpy.play.session import Session

LOCAL = frozenset(("rule", "prl"))
"""Kinds of which a click's outcome depends on the cells around it alone."""

MOST_GRIDS = 4096
MOST_TURNS = 1000


def movers_of(session: Session) -> list[Mover] | None:
    """Return what answers a session's events; None where it cannot be written out."""
    checked = session.compiled.checked.game
    assert checked is not None
    blocks: dict[str, list[tuple[Reaction, Sequence[CheckedNode]]]] = {}
    for responder, part in zip(session.game.parts.responders, checked.responders, strict=True):
        if isinstance(responder, Player) or not hasattr(part, "nodes"):
            return None
        blocks.setdefault(responder[0], []).append((responder[1], part.nodes))
    movers: list[Mover] = []
    for trigger, reactions in blocks.items():
        nodes = [node for _, inside in reactions for node in inside]
        if all(len(r.lists) == r.block.count == 1 for r, _ in reactions):
            movers += [ListMover(trigger, r.lists[0].moves) for r, _ in reactions]
        elif trigger == "click" and all(n.kind.name in LOCAL and is_sure(n) for n in nodes):
            movers.append(ClickMover(session, tuple(r for r, _ in reactions), tuple(nodes)))
        else:
            return None
    return movers


@dataclass(frozen=True)
class ClickMover:
    """The blocks for clicks, of nodes that look at cells around the click only.

    What they do is found by letting them do it, for all that these cells may hold.

    Args:
        session: The game.
        reactions: What the blocks do.
        nodes: The nodes in them.
        trigger: The events: clicks.
    """

    session: Session
    reactions: tuple[Reaction, ...]
    nodes: tuple[CheckedNode, ...]
    trigger: str = "click"

    @property
    def rules(self) -> Sequence[Rule]:
        """The rules of all nodes."""
        return [rule for _, rule in self._anchored]

    @property
    def _anchored(self) -> list[tuple[tuple[int, int, int], Rule]]:
        """The rules, and of each the cell that has to lie on the clicked one."""
        tables = [self.session.compiled.table(node) for node in self.nodes]
        return [pair for table in tables for pair in zip(table.firsts, table.variants)]

    def places(self, possible: NDArray[np.uint64]) -> Iterable[Place]:
        """Yield what a click on each cell does for all that the cells around may hold."""
        depth, height, width = possible.shape
        flat = possible.reshape(-1).tolist()
        before = self.session.game.snapshot()
        try:
            for z, y, x in product(range(depth), range(height), range(width)):
                cells = sorted(self._around(x, y, z, (depth, height, width)))
                choices = [
                    [value for value in range(flat[cell].bit_length()) if flat[cell] >> value & 1]
                    for cell in cells
                ]
                if prod(map(len, choices)) > MOST_GRIDS:
                    raise TooLargeError
                event = Event("click", (x, y) if depth == 1 else (x, y, z))
                yield from self._outcomes(event, cells, choices, before)
        finally:
            self.session.game.restore(before)

    def _around(self, x: int, y: int, z: int, shape: tuple[int, int, int]) -> set[int]:
        """Return the cells that a click's outcome depends on."""
        found = set()
        depth, height, width = shape
        for (first_x, first_y, first_z), rule in self._anchored:
            left, top, bottom = x - first_x, y - first_y, z - first_z
            inside = left >= 0 and top >= 0 and bottom >= 0
            if (
                inside
                and left + rule.width <= width
                and top + rule.height <= height
                and bottom + rule.depth <= depth
            ):
                anchor = (bottom * height + top) * width + left
                found |= {anchor + (w * height + v) * width + u for u, v, w in rule.cells()}
        return found

    def _outcomes(
        self, event: Event, cells: list[int], choices: list[list[int]], before: Snapshot
    ) -> Iterator[Place]:
        """Yield what an event does for every choice of values."""
        grid = np.frombuffer(before.grid, dtype=np.uint8).copy()
        game = self.session.game
        for values in product(*choices):
            grid[cells] = values
            game.restore(replace(before, grid=grid.tobytes()))
            pushes = self._play(event)
            if pushes is None:
                continue
            after = game.state.grid.reshape(-1)[cells].tolist()
            tests = tuple((cell, 1 << value) for cell, value in zip(cells, values))
            changed = zip(cells, values, after)
            yield event, pushes, tests, tuple((c, new) for c, old, new in changed if old != new)

    def _play(self, event: Event) -> bool | None:
        """Let the blocks act; return whether they push, None where they cannot act.

        Raises:
            TooLargeError: They act for very long.
        """
        game = self.session.game
        state = game.state
        for reaction in self.reactions:
            for moves in reaction.lists:
                moves.fired = -1
            state.clicked = game.index_of(event)
            state.current = reaction.block
            turns = state.turn
            while state.current is not None:
                self.session.compiled.advance(game.machine, MOST_TURNS)
                if state.turn - turns >= MOST_TURNS:
                    raise TooLargeError
            if state.turn != turns:
                fired = [moves for moves in reaction.lists if moves.fired >= 0][:1]
                return any(moves.fired < moves.moves.last for moves in fired)
        return None
