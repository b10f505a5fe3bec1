"""A game laid out for a search in compiled code: written out as steps, or to be played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, NoReturn, Protocol

from markovpy.api.run import MINIMUM_CAP, TURNS_A_CELL
from markovpy.engine.aims import Estimate
from markovpy.engine.grounding import possible_values
from markovpy.engine.judging import Sentence, UnsuitableError
from markovpy.engine.layout import Layout, StepTable
from markovpy.engine.pairing import matching_of
from markovpy.engine.playing import CHANCE, Played, PlayExplorer
from markovpy.engine.stepping import StepExplorer
from markovpy.engine.store import bytes_a_state
from markovpy.engine.verdict import Verdict
from markovpy.model.events import KEY, NAMES, USUAL_KEYS, Event
from markovpy.nodes.checked import every_node
from markovpy.play.chance import check_chance, moving_nodes
from markovpy.play.outlook import Outlook, cells_of, loose_outlook
from markovpy.play.proving import proven
from markovpy.play.session import run_game

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from markovpy.engine.explorer import Explorer, Order
    from markovpy.engine.game import Snapshot
    from markovpy.nodes.checked import CheckedNode
    from markovpy.play.session import Session

QUICK = 100_000

_BYTES_KEPT = 1000
_REWRITING = frozenset(
    ("rule", "one", "once", "all", "prl", "markov", "sequence", "choose", "repeat", "if", "while")
)
"""Kinds that write by their rules only, if nothing guides them."""


class Plan(Protocol):
    """What a search works on."""

    @property
    def state_size(self) -> int:
        """The bytes that a state takes."""

    @property
    def sure(self) -> Estimate:
        """What is proved of how far grids are from a win."""

    @property
    def guess(self) -> Estimate:
        """What is known of it, if only at a guess."""

    @property
    def quick(self) -> int:
        """So many states are first spent on the fewest moves, even if any will do."""

    @property
    def bound(self) -> int:
        """No win takes fewer moves."""

    @property
    def manner(self) -> str:
        """What to add to the name of a search's method."""

    def explorer(self, estimate: Estimate, order: Order, limit: int) -> Explorer:
        """Return a search that has not begun.

        Args:
            estimate: What it goes by.
            order: See :class:`Explorer`.
            limit: The most states.
        """

    def events(self, explorer: Explorer) -> list[Event]:
        """Return the moves that a search has found."""


@dataclass(frozen=True)
class StepPlan:
    """A game whose steps are written out.

    Args:
        outlook: The steps and bounds.
        layout: The bits.
        table: The steps laid out.
        verdicts: Whether a grid is won, and whether it is lost.
        sure: How far grids are from a win.
        manner: Nothing.
        quick: See :class:`Plan`.
    """

    outlook: Outlook
    layout: Layout
    table: StepTable
    verdicts: tuple[Verdict, Verdict]
    sure: Estimate
    manner: str = ""
    quick: int = QUICK

    @property
    def guess(self) -> Estimate:
        """The same: all of it is proved."""
        return self.sure

    @property
    def state_size(self) -> int:
        """The bytes that a state takes."""
        return bytes_a_state(self.layout.words)

    @property
    def bound(self) -> int:
        """No win takes fewer moves."""
        return self.outlook.bound

    def explorer(self, estimate: Estimate, order: Order, limit: int) -> StepExplorer:
        """Return a search that has not begun; see :class:`Plan`."""
        start = self.layout.encode(self.layout.start)
        table, layout = self.table, self.layout
        return StepExplorer(table, layout, start, estimate, self.verdicts, order, limit)

    def events(self, explorer: Explorer) -> list[Event]:
        """Return the moves that a search has found."""
        ground = self.outlook.ground
        return [ground.events[ground.steps[number].event] for number in explorer.solution()]


def step_plan(session: Session, outlook: Outlook) -> StepPlan | None:
    """Return what a search of written-out steps works on; None where a verdict cannot be.

    Args:
        session: The game.
        outlook: Its steps, from where it is, narrowed.
    """
    steps = outlook.ground
    layout = Layout(steps.start, steps.possible)
    verdicts = _verdicts(session, layout)
    if verdicts is None:
        return None
    table = StepTable(layout, steps.steps, steps.lost, len(steps.events))
    matching = matching_of(steps, outlook.fields, layout)
    estimate = Estimate(outlook.bounds, matching)
    return StepPlan(outlook, layout, table, verdicts, estimate)


def _verdicts(session: Session, layout: Layout) -> tuple[Verdict, Verdict] | None:
    """Return whether a grid is won, and lost; None where that cannot be read off its bits."""
    parts, state = session.game.parts, session.game.state
    try:
        wins, losses = Sentence(parts.wins, layout, state), Sentence(parts.losses, layout, state)
    except UnsuitableError:
        return None
    return Verdict(wins), Verdict(losses)


@dataclass(frozen=True)
class PlayPlan:
    """A game that has to be played to be searched.

    Args:
        session: The game; every search leaves it anywhere.
        before: Where the game is to go back to.
        played: It laid out.
        verdicts: Whether a grid is won, and whether it is lost, where bits tell.
        sure: What is proved of how far grids are from a win.
        guess: What is known of it at a guess, as if any rule might act at any time.
        manner: What tells its searches from those of written-out steps.
    """

    session: Session
    before: Snapshot
    played: Played
    verdicts: tuple[Verdict, Verdict]
    sure: Estimate
    guess: Estimate
    manner: str = ", by playing"

    @property
    def quick(self) -> int:
        """See :class:`Plan`; less where a guess may soon do better, as playing takes its time."""
        return QUICK // 4 if self.guess.bounds else QUICK

    @property
    def bound(self) -> int:
        """No win takes fewer moves."""
        cells = self.played.layout.start
        return max((bound.of(cells) for bound in self.sure.bounds), default=0)

    @property
    def state_size(self) -> int:
        """The bytes that a state takes; about, where nodes that take events keep something."""
        size = bytes_a_state(self.played.layout.words)
        return size + _BYTES_KEPT if self.played.game.players else size

    def explorer(self, estimate: Estimate, order: Order, limit: int) -> PlayExplorer:
        """Return a search that has not begun; see :class:`Plan`."""
        self.session.game.restore(self.before)
        start = self.played.layout.encode(self.played.layout.start)
        return PlayExplorer(self.played, start, estimate, self.verdicts, order, limit)

    def events(self, explorer: Explorer) -> list[Event]:
        """Return the moves that a search has found."""
        return [self.played.events[number] for number in explorer.solution()]


def play_plan(session: Session) -> PlayPlan:
    """Return what a search by playing works on."""
    checked = session.compiled.checked.game
    assert checked is not None
    game = session.game
    possible = _possible(session, list(every_node(moving_nodes(checked))))
    cells = cells_of(game)
    every = [(1 << len(session.symbols)) - 1] * len(cells)
    layout = Layout(cells, every if possible is None else possible.reshape(-1).tolist())
    verdicts = None if game.judges else _verdicts(session, layout)
    outlook = loose_outlook(session)
    guesses = () if outlook is None else outlook.bounds
    sure = () if possible is None else proven(checked, guesses, possible)
    played = Played(
        game,
        layout,
        tuple(_events(session)),
        max(MINIMUM_CAP, TURNS_A_CELL * game.state.size),
        partial(_raise, session),
        verdicts is None,
    )
    nothing = Verdict(Sentence((), layout, game.state))
    return PlayPlan(
        session,
        game.snapshot(),
        played,
        verdicts or (nothing, nothing),
        Estimate(sure),
        Estimate(guesses, proven=False),
    )


def _possible(session: Session, nodes: list[CheckedNode]) -> NDArray[np.uint64] | None:
    """Return, per cell, the mask of values that nodes may ever give it, any at any time.

    None where some write otherwise than by their rules.
    """
    if any(node.kind.name not in _REWRITING or node.elements for node in nodes):
        return None
    rules = [variant for node in nodes for rule in node.rules for variant in rule.variants]
    return possible_values(rules, session.game.state.grid)


def _raise(session: Session, event: Event, why: str) -> NoReturn:
    """Raise what there is to say of a move that is left to chance, or that fails.

    Args:
        session: The game, where the move comes.
        event: The move.
        why: :data:`CHANCE` or :data:`FAILURE`.
    """
    game = session.game
    game.restore(game.snapshot())
    if why == CHANCE:
        check_chance(session, event)
    else:
        session.compiled.send(game, event)
        run_game(game, session.compiled)
    raise AssertionError(f"nothing is wrong with '{event}'")


def _events(session: Session) -> Iterator[Event]:
    """Yield everything that a player or the clock can do."""
    taken = session.events
    for name in NAMES:
        if name == "click" and name in taken:
            width, height, depth = session.size
            for x, y, z in product(range(width), range(height), range(depth)):
                yield Event("click", (x, y) if depth == 1 else (x, y, z))
        elif name in taken:
            yield Event(name)
    named = {event.removeprefix(f"{KEY} ") for event in taken if event.startswith(f"{KEY} ")}
    for key in sorted(named.union(USUAL_KEYS if KEY in taken else ())):
        yield Event(KEY, key=key)
