"""The search over a game whose moves cannot be written out: it is played, from state to state.

What :class:`~markovpy.engine.game.Game` does with an event is done here in a compiled loop: the
first block of the event that can act does, then the answer acts.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NoReturn

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.explorer import Explorer
from markovpy.engine.parts import Player
from markovpy.engine.random import Random

if not cython.compiled:
    from markovpy.engine.explorer import _LOST, _PLAYING, _WON
    from markovpy.engine.matching import lowest
    from markovpy.engine.memory import octets
    from markovpy.engine.pure import memcpy

if TYPE_CHECKING:
    from markovpy.engine.aims import Estimate
    from markovpy.engine.explorer import Order
    from markovpy.engine.game import Game
    from markovpy.engine.layout import Layout
    from markovpy.engine.moves import Priority
    from markovpy.engine.node import Block
    from markovpy.engine.parts import Reaction
    from markovpy.engine.table import RuleTable
    from markovpy.engine.verdict import Verdict
    from markovpy.model.events import Event

CHANCE, FAILURE = "chance", "failure"
EVERY = (1 << 64) - 1


@dataclass(frozen=True)
class Played:
    """A game laid out for :class:`PlayExplorer`.

    Args:
        game: The game; it waits where the search starts, and is left anywhere.
        layout: The bits of its grid.
        events: All that can happen to it.
        cap: The most turns of a move.
        fault: Is called where a move is left to chance, or fails, with the event, before which
            the game is, and :data:`CHANCE` or :data:`FAILURE`. It raises what there is to say.
        judged: Whether the game itself is asked how it stands, rather than the verdicts.
    """

    game: Game
    layout: Layout
    events: tuple[Event, ...]
    cap: int
    fault: Callable[[Event, str], NoReturn]
    judged: bool


class Reply:
    """A block, or a node that takes events, which may answer an event.

    Args:
        block: The block.
        lists: Its children, where all of them are lists of bare rules: they tell at once
            whether it can act. Else nothing.
        anchored: Whether it lies on the clicked cell.
        player: The node, in place of a block; None for none.
    """

    def __init__(
        self,
        block: Block | None,
        lists: tuple[Priority, ...],
        anchored: bool,
        player: Player | None,
    ) -> None:
        self.block = block
        self.lists = lists
        self.count = len(lists)
        self.anchored = anchored
        self.player = player
        tables = [moves.moves.table for moves in lists]
        self.first_values = EVERY if not anchored or not lists else _first_values(tables)

    def may_act(self, cells, clicked: int) -> bool:  # noqa: ANN001  (a pointer when compiled)
        """Return whether it can act on a grid, as far as that is seen at once."""
        if clicked >= 0 and not self.first_values >> cells[clicked] & 1:
            return False
        for i in range(self.count):
            moves = self.lists[i]
            if moves.moves.find(cells, clicked if self.anchored else -1) >= 0:
                return True
        return self.count == 0


def _first_values(tables: Sequence[RuleTable]) -> int:
    """Return the values that the clicked cell has to have one of, a mask."""
    found = 0
    for table in tables:
        for rule, first in zip(table.variants, table.firsts):
            found |= rule.lhs[list(rule.cells()).index(first)]
    return found & EVERY


class PlayExplorer(Explorer):
    """A search by playing.

    A state's words are its grid's, and behind them a number that stands for what the nodes
    that take events keep, if there are any.

    Args:
        played: The game.
        start: The words of the grid.
        estimate: See :class:`Explorer`.
        verdicts: Likewise.
        order: Likewise.
        limit: Likewise.

    Attributes:
        moves: How many moves were made.
    """

    def __init__(
        self,
        played: Played,
        start: np.ndarray,
        estimate: Estimate,
        verdicts: tuple[Verdict, Verdict],
        order: Order,
        limit: int,
    ) -> None:
        self.game = played.game
        self.players = list(played.game.players)
        self.kept: list[Hashable] = []
        self.numbers: dict[Hashable, int] = {}
        words = [start, [0]] if self.players else [start]
        super().__init__(
            played.layout, np.concatenate(words).astype(np.uint64), estimate, verdicts, order, limit
        )
        self.moves = 0
        self.fault = played.fault
        self.judged = played.judged
        self.cap = played.cap
        self.board = played.game.state
        self.board.proving = True
        self.answer = played.game.parts.answer
        self.generator = Random(0)
        self.generator.adopt(self.board.rng)
        self._take_layout(played.layout)
        self._take_events(played)
        if self.players:
            self.note_players()
        self.arrive(-1, -1, 0)

    def _take_layout(self, layout: Layout) -> None:
        self.size = len(layout.start)
        numbers = np.full(self.size * 64, -1, dtype=np.int32)
        for (cell, value), bit in layout.bits.items():
            numbers[cell * 64 + value] = bit
        self.bit_of = self._ints(numbers)
        self.cell_of = self._ints(np.array([*(c for c, _ in layout.places), 0], dtype=np.int32))
        self.value_of = self._ints(np.array([*(v for _, v in layout.places), 0], dtype=np.int32))
        self.grid_words = layout.words
        self.before_array = np.array(layout.start, dtype=np.uint8)
        self.before = octets(self.before_array)

    def _take_events(self, played: Played) -> None:
        """Sort out what may answer each event."""
        self.events = played.events
        self.event_count = len(played.events)
        groups: dict[tuple[str, str], list[Reply]] = {}
        for event in played.events:
            key = (event.name, event.trigger)
            if key not in groups:
                groups[key] = _replies(played.game, event)
        self.replies = [groups[event.name, event.trigger] for event in played.events]
        cells = [played.game.index_of(event) if event.cell else -1 for event in played.events]
        self.clicked = self._ints(np.array([*cells, 0], dtype=np.int32))

    def expand(self, number: int) -> bool:
        """Make every move from a state; False where there is no more room."""
        self.store.load(number, self.grid)
        self.decode()
        depth = self.store.depth[number] + 1
        for event in range(self.event_count):
            if self.answers(event):
                self.moves += 1
                self.encode()
                if not self.arrive(number, event, depth):
                    return False
                self.put_back()
        return True

    def decode(self) -> None:
        """Lay out the grid of the words, and put the game there."""
        for word in range(self.grid_words):
            bits = self.grid[word]
            while bits:
                bit = 64 * word + lowest(bits)
                self.before[self.cell_of[bit]] = self.value_of[bit]
                bits &= bits - 1
        self.put_back()

    def put_back(self) -> None:
        """Put the game where the state is that is looked at."""
        memcpy(self.board.cells, self.before, self.size)
        self.board.clear_log()
        self.board.rng.adopt(self.generator)
        self.board.rng.choices = 0
        if self.players:
            kept = self.kept[self.grid[self.words - 1]]
            for player, snapshot in zip(self.players, kept):
                player.restore(snapshot)

    def encode(self) -> None:
        """Put the words of the game's grid into the other one."""
        cells = self.board.cells
        for word in range(self.words):
            self.child[word] = self.grid[word]
        for cell in range(self.size):
            if cells[cell] != self.before[cell]:
                self.turn_bit(64 * cell + self.before[cell])
                self.turn_bit(64 * cell + cells[cell])
        if self.players:
            self.note_players()

    def turn_bit(self, place: int) -> None:
        """Turn the bit of a cell and value over in the other grid's words.

        Raises:
            RuntimeError: No rule was thought to give the cell this value.
        """
        bit = self.bit_of[place]
        if bit < 0:
            raise RuntimeError(
                f"cell {place // 64} got the value {place % 64}, which it cannot get"
            )
        self.child[bit >> 6] ^= bit_mask(bit & 63)

    def note_players(self) -> None:
        """Put the number of what the nodes that take events keep behind the grid's words."""
        kept = tuple(player.snapshot() for player in self.players)
        if kept not in self.numbers:
            self.numbers[kept] = len(self.kept)
            self.kept.append(kept)
        self.child[self.words - 1] = self.numbers[kept]

    def answers(self, event: int) -> bool:
        """Let an event happen; return whether it was a move: where not, nothing changes."""
        replies = self.replies[event]
        clicked = self.clicked[event]
        for reply in replies:
            if reply.player is not None:
                if self.asks(reply.player, event):
                    self.run(self.answer, event, 1)
                    return True
            elif reply.may_act(self.board.cells, clicked):
                self.board.clicked = clicked if reply.anchored else -1
                turns = self.run(reply.block, event, 0)
                self.board.clicked = -1
                if turns:
                    self.run(self.answer, event, turns)
                    return True
                self.board.rng.adopt(self.generator)
        return False

    def asks(self, player: Player, event: int) -> bool:
        """Hand an event to a node that takes it; return whether it was a move."""
        self.board.entered = player.number
        acted = player.node.event(self.board, self.events[event])
        if self.board.rng.choices:
            self.fail(event, CHANCE)
        if acted:
            self.board.turn += 1
            self.board.begin_turn()
        else:
            self.board.rng.adopt(self.generator)
        return acted

    def run(self, block: Block, event: int, turns: int) -> int:
        """Let a block act until it ends; return the turns made, and those before it."""
        board = self.board
        board.current = block
        board.begin_turn()
        while board.current is not None:
            node = board.current
            acted = node.step(board)
            if board.rng.choices:
                self.fail(event, CHANCE)
            if acted or node.idles:
                turns += 1
                board.turn += 1
                board.begin_turn()
                if turns >= self.cap:
                    self.fail(event, FAILURE)
        if board.verdict is not None:
            self.fail(event, FAILURE)
        return turns

    def fail(self, event: int, why: str) -> None:
        """Let the game say what is wrong with an event."""
        self.put_back()
        self.fault(self.events[event], why)

    def judge(self) -> int:
        """Return how the game's grid is judged."""
        if not self.judged:
            return Explorer.judge(self)
        said = self.game.judged()
        return _WON if said == "won" else _LOST if said == "lost" else _PLAYING


def _replies(game: Game, event: Event) -> list[Reply]:
    """Return what may answer an event, in order."""
    found = []
    for responder in game.parts.responders:
        if isinstance(responder, Player):
            if not responder.takes.isdisjoint((event.name, event.trigger)):
                found.append(Reply(None, (), False, responder))
        elif responder[0] == event.trigger:
            found.append(_reply(responder[1]))
    return found


def _reply(reaction: Reaction) -> Reply:
    lists = reaction.lists if len(reaction.lists) == reaction.block.count else ()
    return Reply(reaction.block, lists, reaction.anchored, None)


def bit_mask(bit: int) -> int:
    """Return the mask of one bit."""
    one = 1
    return one << bit
