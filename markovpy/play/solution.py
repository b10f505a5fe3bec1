"""What a search for winning moves gives, and when it gives up."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

from markovpy.model.moves import token, write_moves
from markovpy.play.session import run_game

if TYPE_CHECKING:
    from markovpy.model.events import Event
    from markovpy.play.session import Session

Outcome = Literal["solved", "impossible", "gave-up"]
Progress = Callable[[int], bool]
"""Is told how many states were found so far; says whether the search may go on."""

MEMORY = 2000
"""The megabytes that the states of a search may take."""

INTERRUPTED = "interrupted"
"""The reason of a search that its host ended."""

_MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Solution:
    """What came of a search.

    Args:
        outcome: ``solved``, ``impossible`` where it was proved that no moves win, ``gave-up``.
        moves: The moves as text; empty where there are none.
        move_count: How many they are.
        push_count: In how many of them another alternative than the last of its list fires.
        states: How many different states were found.
        seconds: How long it took.
        fewest: Whether it was proved that no fewer moves win.
        method: How it was searched.
        reason: Why it is impossible, or was given up.
        events: The moves as events.
        bound: As far as is known, no win takes fewer moves.
    """

    outcome: Outcome
    moves: str = ""
    move_count: int = 0
    push_count: int = 0
    states: int = 0
    seconds: float = 0.0
    fewest: bool = False
    method: str = ""
    reason: str = ""
    events: tuple[Event, ...] = ()
    bound: int = 0


class Limits:
    """When a search gives up.

    Args:
        limit: The most states; None for as many as memory lets.
        memory: The most megabytes for states.
        seconds: The most seconds; None for any number.
        progress: Is told how far the search is, and may end it.

    Attributes:
        over: Whether :meth:`reached` has said that the time is over, or that it is interrupted.
        raised: What ``progress`` raised to end the search; None for nothing.
    """

    def __init__(
        self,
        limit: int | None,
        memory: int,
        seconds: float | None,
        progress: Progress | None,
    ) -> None:
        self._limit = limit
        self._memory = memory
        self._seconds = seconds
        self._progress = progress
        self._began = time.monotonic()
        self._reason = ""
        self.over = False
        self.raised: BaseException | None = None

    @property
    def seconds(self) -> float:
        """How long it took so far."""
        return time.monotonic() - self._began

    def states(self, size: int) -> int:
        """Return the most states, each of so many bytes, and note what would be given up for."""
        fitting = max(1, self._memory * _MEGABYTE // size)
        if self._limit is not None and self._limit <= fitting:
            self._reason = f"the limit of {self._limit:,} states was reached"
            return self._limit
        self._reason = f"the {fitting:,} states that fit into {self._memory:,} MB were not enough"
        return fitting

    @property
    def limit(self) -> int | None:
        """The most states that were asked for; None for as many as memory lets."""
        return self._limit

    @property
    def memory(self) -> int:
        """The most bytes for states."""
        return self._memory * _MEGABYTE

    def reached(self, states: int) -> bool:
        """Tell how far the search is; return whether to give up."""
        if self._seconds is not None and self.seconds > self._seconds:
            self._reason = f"the limit of {self._seconds:g} s was reached"
            self.over = True
        elif self._progress is not None and not self._told(self._progress, states):
            self._reason = INTERRUPTED
            self.over = True
        return self.over

    def _told(self, progress: Progress, states: int) -> bool:
        try:
            return progress(states)
        except BaseException as error:
            self.raised = error
            raise

    def note(self, reason: str) -> None:
        """Note what the search is given up for."""
        self._reason = reason

    def ended(self, outcome: Outcome, reason: str = "", states: int = 0) -> Solution:
        """Return how a search without moves ended."""
        return Solution(outcome, states=states, seconds=self.seconds, reason=reason)

    def given_up(self, states: int, bound: int = 0) -> Solution:
        """Return that the search was given up, and how many moves any win takes by then."""
        return replace(self.ended("gave-up", self._reason, states), bound=bound)

    @property
    def interrupted(self) -> bool:
        """Whether the host has ended the search."""
        return self.over and self._reason == INTERRUPTED

    def solved(self, session: Session, events: Sequence[Event], states: int) -> Solution:
        """Return the moves that were found, once they were played and do win.

        Raises:
            ValueError: They do not.
        """
        game = session.game
        before = game.snapshot()
        tokens = []
        pushes = 0
        try:
            for event in events:
                session.compiled.send(game, event)
                run_game(game, session.compiled)
                if not game.effect.acted:
                    raise ValueError(f"'{event}' is no move")
                pushes += game.effect.pushed
                tokens.append(token(event, game.effect.pushed))
            if game.status != "won":
                raise ValueError("the moves do not win")
        finally:
            game.restore(before)
        return Solution(
            "solved",
            write_moves(tokens),
            len(tokens),
            pushes,
            states,
            self.seconds,
            events=tuple(events),
        )
