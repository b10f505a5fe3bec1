"""A game's moves written out for one grid: each rule at each place where it can ever fit.

What a search works on. Cells that no move can change are left out, and so are values that
cells cannot have: both follow from the rules, by letting all of them act wherever they might.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

import numpy as np

from markovpy.model.events import KEY, Event

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.moves import MoveList
    from markovpy.engine.table import RuleTable
    from markovpy.model.rule import Rule

Cells = tuple[tuple[int, int], ...]
Place = tuple[Event, bool, Cells, Cells]
"""An event, whether it pushes, what is tested, what is written; see :class:`Step`."""

MOST_STEPS = 2_000_000


class TooLargeError(Exception):
    """There are too many places where rules can fit."""


@dataclass(frozen=True)
class Step:
    """A rule of a move at one place.

    Of an event's steps that fit the one of lowest rank acts.

    Args:
        event: The event's number.
        rank: Its place among the steps of its event.
        pushes: Whether it belongs to another alternative than the last of its list.
        tests: Cells and the masks of values that they may hold; all it looks at or writes.
        writes: Cells and the values that they get.
    """

    event: int
    rank: int
    pushes: bool
    tests: tuple[tuple[int, int], ...]
    writes: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Ground:
    """All steps of a game.

    Args:
        shape: The grid's ``(depth, height, width)``.
        start: The values that it was written out for, flat.
        possible: Per cell, the mask of the values that it may ever have.
        events: The events that the steps' numbers stand for.
        steps: The steps.
        lost: The numbers of those after which the game cannot be won.
    """

    shape: tuple[int, int, int]
    start: tuple[int, ...]
    possible: tuple[int, ...]
    events: tuple[Event, ...]
    steps: tuple[Step, ...]
    lost: frozenset[int] = frozenset()

    @property
    def live(self) -> list[Step]:
        """The steps that a way to win may take."""
        return [step for number, step in enumerate(self.steps) if number not in self.lost]

    def covers(self, cells: Sequence[int]) -> bool:
        """Return whether a grid's values are among those that were thought of."""
        return all(mask >> value & 1 for mask, value in zip(self.possible, cells, strict=True))


class Mover(Protocol):
    """Something that answers events."""

    @property
    def trigger(self) -> str:
        """The events that it answers."""

    @property
    def rules(self) -> Sequence[Rule]:
        """Oriented rules that write all that it ever writes."""

    def places(self, possible: NDArray[np.uint64]) -> Iterable[Place]:
        """Yield what it does where, what goes before first.

        Args:
            possible: Per cell, the mask of the values that it may ever have.
        """


def ground(movers: Sequence[Mover], grid: NDArray[np.uint8]) -> Ground:
    """Return the steps of moves from a grid on.

    Args:
        movers: What answers events; of those that answer one the first that can acts.
        grid: The values now, shape ``(depth, height, width)``.

    Raises:
        TooLargeError: There are more than :data:`MOST_STEPS`.
    """
    possible = possible_values([rule for mover in movers for rule in mover.rules], grid)
    events: dict[Event, int] = {}
    steps: list[Step] = []
    for mover in movers:
        for event, pushes, tests, writes in mover.places(possible):
            number = events.setdefault(event, len(events))
            steps.append(Step(number, len(steps), pushes, tests, writes))
            if len(steps) > MOST_STEPS:
                raise TooLargeError
    start = tuple(grid.reshape(-1).tolist())
    flat = tuple(possible.reshape(-1).tolist())
    shape: tuple[int, int, int] = (grid.shape[0], grid.shape[1], grid.shape[2])
    return Ground(shape, start, flat, tuple(events), tuple(steps))


def possible_values(rules: Sequence[Rule], grid: NDArray[np.uint8]) -> NDArray[np.uint64]:
    """Return, per cell, the mask of values that rules may ever give it; shaped as the grid."""
    possible = np.uint64(1) << grid.astype(np.uint64)
    while True:
        before = possible.copy()
        for rule in rules:
            here = fits(rule, possible)
            for cell, value in zip(rule.cells(), rule.rhs):
                if value >= 0:
                    window = _window(rule, possible, cell)
                    window |= here.astype(np.uint64) << np.uint64(value)
        if (before == possible).all():
            return possible


def fits(rule: Rule, possible: NDArray[np.uint64]) -> NDArray[np.bool_]:
    """Return at which anchors a rule may ever match."""
    depth, height, width = possible.shape
    room = (depth - rule.depth + 1, height - rule.height + 1, width - rule.width + 1)
    found = np.ones([max(0, size) for size in room], dtype=bool)
    for cell, mask in zip(rule.cells(), rule.lhs):
        found &= _window(rule, possible, cell) & np.uint64(mask) != 0
    return found


def _window(
    rule: Rule, possible: NDArray[np.uint64], cell: tuple[int, int, int]
) -> NDArray[np.uint64]:
    """Return what lies at one of a rule's cells, by its anchor."""
    depth, height, width = possible.shape
    x, y, z = cell
    return possible[
        z : max(z, depth - rule.depth + 1 + z),
        y : max(y, height - rule.height + 1 + y),
        x : max(x, width - rule.width + 1 + x),
    ]


@dataclass(frozen=True)
class ListMover:
    """A block of one list of rules.

    Args:
        trigger: The events that it answers.
        moves: The list.
    """

    trigger: str
    moves: MoveList

    @property
    def rules(self) -> Sequence[Rule]:
        """The list's rules."""
        return self.moves.table.variants

    def places(self, possible: NDArray[np.uint64]) -> Iterable[Place]:
        """Yield where rules of the list can fit, those that would act first first."""
        flat = possible.reshape(-1).tolist()
        table = self.moves.table
        for rule_number, alternative in enumerate(self.moves.alternatives):
            numbers = range(*self.moves.start_array[rule_number : rule_number + 2].tolist())
            found = [
                (anchor, number)
                for number in numbers
                for anchor in anchors_of(table.variants[number], possible)
            ]
            for anchor, number in sorted(found):
                cells = window_of(table.variants[number], anchor, possible.shape)
                event = _event(self.trigger, table, number, anchor, possible.shape)
                pushes = alternative < self.moves.last
                yield event, pushes, *_tests_and_writes(table.variants[number], cells, flat)


@dataclass(frozen=True)
class LooseMover:
    """Rules of which any may act anywhere at any time: how values can move at all.

    Args:
        rules: The rules.
        trigger: Nothing.
    """

    rules: Sequence[Rule]
    trigger: str = ""

    def places(self, possible: NDArray[np.uint64]) -> Iterable[Place]:
        """Yield where the rules can fit."""
        flat = possible.reshape(-1).tolist()
        for rule in self.rules:
            for anchor in anchors_of(rule, possible):
                cells = window_of(rule, anchor, possible.shape)
                yield Event("tick"), False, *_tests_and_writes(rule, cells, flat)


def anchors_of(rule: Rule, possible: NDArray[np.uint64]) -> list[int]:
    """Return the anchors at which a rule may ever match, as cell indices."""
    _, height, width = possible.shape
    found = np.argwhere(fits(rule, possible)).tolist()
    return [(z * height + y) * width + x for z, y, x in found]


def window_of(rule: Rule, anchor: int, shape: tuple[int, ...]) -> list[int]:
    """Return the cells that a rule looks at from an anchor, in the order of its sides."""
    return [anchor + (z * shape[1] + y) * shape[2] + x for x, y, z in rule.cells()]


def _tests_and_writes(rule: Rule, cells: list[int], possible: list[int]) -> tuple[Cells, Cells]:
    """Return what a rule tests and writes at some cells."""
    tests = tuple(
        (cell, possible[cell] & mask)
        for cell, mask, value in zip(cells, rule.lhs, rule.rhs, strict=True)
        if value >= 0 or possible[cell] & ~mask
    )
    return tests, tuple((cell, value) for cell, value in zip(cells, rule.rhs) if value >= 0)


def _event(
    trigger: str, table: RuleTable, number: int, anchor: int, shape: tuple[int, ...]
) -> Event:
    """Return the event at which a variant acts at an anchor."""
    if not table.anchored:
        name, _, key = trigger.partition(" ")
        return Event(name, key=key) if name == KEY else Event(name)
    x, y, z = table.firsts[number]
    y += anchor // shape[2] % shape[1]
    z += anchor // (shape[2] * shape[1])
    cell = (x + anchor % shape[2], y)
    return Event("click", cell if shape[0] == 1 else (*cell, z))


def narrowed(ground: Ground, lost: frozenset[int]) -> Ground:
    """Return what is left where some steps end every hope: others then never fit.

    The lost ones are kept: where one of them fits it acts, rather than one of higher rank.

    Args:
        ground: The steps.
        lost: The numbers of those after which the game cannot be won.
    """
    possible = [1 << value for value in ground.start]
    waiting = [step for number, step in enumerate(ground.steps) if number not in lost]
    count = -1
    while count != len(waiting):
        count = len(waiting)
        left = []
        for step in waiting:
            if all(possible[cell] & mask for cell, mask in step.tests):
                for cell, value in step.writes:
                    possible[cell] |= 1 << value
            else:
                left.append(step)
        waiting = left
    kept: list[Step] = []
    numbers = []
    for number, step in enumerate(ground.steps):
        tests = tuple((cell, mask & possible[cell]) for cell, mask in step.tests)
        if all(mask for _, mask in tests):
            if number in lost:
                numbers.append(len(kept))
            kept.append(replace(step, tests=tests))
    return replace(ground, possible=tuple(possible), steps=tuple(kept), lost=frozenset(numbers))
