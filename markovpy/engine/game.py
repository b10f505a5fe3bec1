"""A program that is played: the input point, its moves, and what follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

import numpy as np

from markovpy.engine.interactive import Counting, Helping, Judging, Opening
from markovpy.engine.parts import Parts, Player, Reaction, Responder, Status

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.interactive import Interactive, Mark
    from markovpy.engine.machine import Machine
    from markovpy.engine.node import Steps
    from markovpy.engine.state import State
    from markovpy.engine.trace import Trace
    from markovpy.model.events import Event

Grid: TypeAlias = "NDArray[np.uint8]"
Phase: TypeAlias = Literal["before", "move", "answer", "after", "input"]
MOST_SHUFFLES = 100


@dataclass(frozen=True)
class Effect:
    """What came of an event.

    Args:
        acted: Whether it was a move; where not, nothing changed.
        pushed: Whether another alternative than the last of its list fired.
        counts: Whether it was a step of the player's; choosing a cell is none.
    """

    acted: bool
    pushed: bool = False
    counts: bool = True


@dataclass(frozen=True)
class Snapshot:
    """Everything that changes from move to move: what a game can go back to.

    The marks of goals do not, and the counters of all nodes begin anew with each move.
    """

    grid: bytes
    generator: tuple[int, ...]
    turn: int
    status: Status
    players: tuple[object, ...]


class Game:
    """A game in the middle of being played.

    It is driven as a :class:`~markovpy.engine.machine.Machine` is. Where ``phase`` is
    ``input`` it waits: :meth:`send` starts a move, whose turns are then made by
    :meth:`advance`. A state depends on program, level, seed and moves only.

    Args:
        machine: Runs what stands before the input point, then everything else.
        refill: Puts a grid to its start, with the generator as it is.
        parts: What the game consists of.

    Attributes:
        status: Whether it is won or lost.
        phase: What is running.
        effect: What came of the last event, once ``phase`` is ``input`` again.
    """

    def __init__(
        self,
        machine: Machine,
        refill: Callable[[State], None],
        parts: Parts,
    ) -> None:
        self.machine = machine
        self.state: State = machine.state
        self.parts = parts
        self.status: Status = "playing"
        self.phase: Phase = "before"
        self.effect = Effect(False)
        self._refill = refill
        self._before = machine.state.rng.snapshot()
        self._shuffles = 0
        self._event: Event | None = None
        self._queue: Iterator[Responder] = iter(())
        self._reaction: Reaction | None = None
        self._turns = 0

    @property
    def trace(self) -> Trace | None:
        """Where the changes are recorded."""
        return self.machine.trace

    @property
    def waiting(self) -> bool:
        """Whether it waits for an event, or has ended."""
        return self.phase == "input"

    @property
    def has_drawn(self) -> bool:
        """Whether anything was drawn on which something may hang, so that the seed matters."""
        return bool(self.state.rng.choices)

    def advance(self, turns: int) -> int:
        """Make at most so many turns; fewer where it waits, or starts over often.

        Returns:
            The number of turns made.
        """
        state, begun = self.state, self.state.turn
        while state.turn - begun < turns and not self.waiting and state.verdict is None:
            before = state.turn
            self.machine.advance(turns - (before - begun))
            if state.verdict is not None:
                break
            if state.current is None:
                self._go_on()
            elif state.turn == before:
                break
        return state.turn - begun

    def _go_on(self) -> None:
        """Start what follows a part that has ended."""
        if self.phase == "before":
            self.machine.root.reset()
            self._settle()
            if not self._open():
                return
            self._judge()
            if self.status == "won" and self._shuffle_again():
                return
        elif self.phase == "move":
            if self._note_move():
                self._start("answer", self.parts.answer)
            else:
                self._try_next()
            return
        elif self.phase == "answer":
            self._judge()
        else:
            self.phase = "input"
            return
        ending = self.parts.endings.get(self.status)
        if ending is None:
            self.phase = "input"
        else:
            self._start("after", ending)

    def _start(self, phase: Phase, block: Steps) -> None:
        self.phase = phase
        self.state.current = block

    def _settle(self) -> None:
        """Turn values that stand for a goal, or for a value on one, into value and mark."""
        state = self.state
        settle(state.start, state.marks.copy(), self.parts.settled)
        if settle(state.grid, state.marks, self.parts.settled):
            self._take_turn()

    def _take_turn(self) -> None:
        """Count a turn that no node of the machine made."""
        state = self.state
        state.clear_log()
        state.unlogged = True
        state.turn += 1
        if self.trace is not None:
            self.trace.record(state)

    def _open(self) -> bool:
        """Let the nodes that take events begin; return whether the program goes on."""
        for part in self.parts.responders:
            if isinstance(part, Player) and isinstance(part.node, Opening):
                self.state.entered = part.number
                if part.node.begin(self.state):
                    self._take_turn()
        return self.state.verdict is None

    def _judge(self) -> None:
        found = self.judged()
        if found != "playing":
            self.status = found

    def judged(self) -> Status:
        """Return how the grid as it is, and the nodes that take events, would be judged."""
        said = {judge.status(self.state) for judge in self.judges}
        if "won" in said or any(condition.holds(self.state) for condition in self.parts.wins):
            return "won"
        if "lost" in said or any(condition.holds(self.state) for condition in self.parts.losses):
            return "lost"
        return "playing"

    @property
    def judges(self) -> tuple[Judging, ...]:
        """Those of the nodes that take events which know when the game is won or lost."""
        return tuple(player for player in self.players if isinstance(player, Judging))

    @property
    def won_by_chance(self) -> bool:
        """Whether it was started over as often as may be, and was won at the start each time."""
        return self.status == "won" and self._shuffles >= MOST_SHUFFLES

    def _shuffle_again(self) -> bool:
        """Start over where random draws gave a game that is won already."""
        if not self.has_drawn or self._shuffles >= MOST_SHUFFLES:
            return False
        self._shuffles += 1
        self.status = "playing"
        self.state.clear_log()
        self._refill(self.state)
        self.state.unlogged = True
        self.state.current = self.machine.root
        return True

    def send(self, event: Event) -> None:
        """Start a move; what comes of it is in ``effect`` once the game waits again."""
        assert self.waiting
        self.effect = Effect(False)
        if self.status != "playing":
            return
        self._event = event
        self._before = self.state.rng.snapshot()
        self._queue = iter(self.parts.responders)
        self.state.clear_log()
        self._try_next()

    def _try_next(self) -> None:
        """Let the next of the blocks and nodes for the event try; refuse it where none is left."""
        event, state = self._event, self.state
        assert event is not None
        for responder in self._queue:
            state.rng.restore(self._before)
            if isinstance(responder, Player):
                state.entered = responder.number
                named = not responder.takes.isdisjoint((event.name, event.trigger))
                if named and responder.node.event(state, event):
                    self._take_turn()
                    node = responder.node
                    counts = not isinstance(node, Counting) or node.counts(state)
                    self.effect = Effect(True, counts=counts)
                    self._start("answer", self.parts.answer)
                    return
            elif responder[0] == event.trigger:
                self._reaction = responder[1]
                self._turns = state.turn
                for moves in self._reaction.lists:
                    moves.fired = -1
                state.clicked = self.index_of(event) if self._reaction.anchored else -1
                self._start("move", self._reaction.block)
                return
        state.rng.restore(self._before)
        self.phase = "input"

    def index_of(self, event: Event) -> int:
        """Return the index of the clicked cell; -1 where it is outside the grid."""
        x, y, z = (*(event.cell or (-1, -1)), 0)[:3]
        state = self.state
        inside = 0 <= x < state.width and 0 <= y < state.height and 0 <= z < state.depth
        return (z * state.height + y) * state.width + x if inside else -1

    def _note_move(self) -> bool:
        """Return whether the block that was tried acted, and note how."""
        assert self._reaction is not None
        self.state.clicked = -1
        if self.state.turn == self._turns:
            return False
        fired = [moves for moves in self._reaction.lists if moves.fired >= 0][:1]
        self.effect = Effect(True, any(moves.fired < moves.moves.last for moves in fired))
        return True

    @property
    def players(self) -> tuple[Interactive, ...]:
        """The nodes that take events themselves."""
        found = [part.node for part in self.parts.responders if isinstance(part, Player)]
        return tuple(found)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What those nodes want drawn over the grid; nothing before the game has begun."""
        if self.phase == "before":
            return ()
        return tuple(mark for player in self.players for mark in player.marks(self.state))

    @property
    def helped(self) -> bool:
        """Whether they helped the player; not before the game has begun."""
        helpers = (player for player in self.players if isinstance(player, Helping))
        return self.phase != "before" and any(helper.helped(self.state) for helper in helpers)

    @property
    def message(self) -> str:
        """What they want said; empty for nothing."""
        if self.phase == "before":
            return ""
        return " ".join(filter(None, (player.message(self.state) for player in self.players)))

    def snapshot(self) -> Snapshot:
        """Return where the game is; it must be waiting."""
        state = self.state
        players = tuple(player.snapshot() for player in self.players)
        return Snapshot(
            state.grid.tobytes(),
            state.rng.snapshot(),
            state.turn,
            self.status,
            players,
        )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot, from wherever the game is; not for one that is recorded."""
        state = self.state
        for block in (self.parts.answer, *self.parts.endings.values()):
            block.reset()
        for responder in self.parts.responders:
            if not isinstance(responder, Player):
                responder[1].block.reset()
        state.clear_log()
        state.grid.reshape(-1)[:] = np.frombuffer(snapshot.grid, dtype=np.uint8)
        state.rng.restore(snapshot.generator)
        state.turn = snapshot.turn
        state.current = None
        state.verdict = None
        state.clicked = -1
        state.proving = False
        for player, kept in zip(self.players, snapshot.players, strict=True):
            player.restore(kept)
        self.status = snapshot.status
        self.phase = "input"


def settle(grid: Grid, marks: Grid, settled: Mapping[int, tuple[int, int]]) -> bool:
    """Replace values by others and marks; return whether there were any.

    Args:
        grid: Values; changed.
        marks: The goals' bits, shaped alike; changed.
        settled: Per value, the new value and the mark.
    """
    places = [(grid == value, *settled[value]) for value in settled]
    for place, value, mark in places:
        grid[place] = value
        marks[place] |= mark
    return any(place.any() for place, _, _ in places)
