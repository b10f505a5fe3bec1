"""Lower bounds on the moves that a game still needs, derived from its rules and its ``win``.

What a won grid must be like says of some values where they have to lie: *items* and *targets*.
The steps say how items get from cell to cell; what else is in the way is left aside. The fewest
steps from a cell to a target, counted backwards from the targets, cannot be undercut, and an
item on a cell without a way can never be brought home: the game is lost then.

A move may take several items a step each, never more than the *pace* of the steps: the sum of
all ways, divided by the pace, is a lower bound that falls by at most one with each move.
"""

from __future__ import annotations

import math
import operator
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from markovpy.engine import conditions as written
from markovpy.engine.explorer import NO_WAY

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.grounding import Ground, Step
    from markovpy.engine.matching import Matching
    from markovpy.engine.state import State
    from markovpy.model.rule import Rule


@dataclass(frozen=True)
class Need:
    """What is asked of some values in every won grid.

    Args:
        values: The values, a mask.
        targets: Every cell that has one of them must be one of these.
        most: At most so many cells have one of them; None where that is not asked.
    """

    values: int
    targets: frozenset[int]
    most: int | None = None


@dataclass(frozen=True)
class Flow:
    """How the steps move items.

    Args:
        ways: Per cell, the cells that an item on it may get to in one step.
        vanishing: The cells on which an item may vanish.
        pace: The most items that one step moves or removes.
    """

    ways: dict[int, set[int]]
    vanishing: frozenset[int]
    pace: int


@dataclass(frozen=True)
class Bound:
    """A lower bound: the weights of a grid's values, less an offset, divided, rounded up.

    Args:
        weights: Per cell and value, its weight.
        offset: What is taken off the sum.
        divisor: By what it is divided.
    """

    weights: dict[tuple[int, int], int]
    offset: int = 0
    divisor: int = 1

    def of(self, cells: Sequence[int]) -> int:
        """Return the bound for a grid, flat; at least :data:`NO_WAY` where nothing helps."""
        weights = [self.weights.get(place, 0) for place in enumerate(cells)]
        if NO_WAY in weights:
            return NO_WAY
        return max(0, -((self.offset - sum(weights)) // self.divisor))


@dataclass(frozen=True)
class Estimate:
    """How far grids are from a win, as far as is known.

    Args:
        bounds: Bounds.
        matching: Bounds the ways to targets where each item needs its own.
        proven: Whether no win takes fewer moves than these say; else they are a guess.
    """

    bounds: tuple[Bound, ...] = ()
    matching: Matching | None = None
    proven: bool = True


def needs_of(wins: Sequence[written.Condition], state: State) -> tuple[Need, ...]:
    """Return what every won grid must be like; nothing where several ways to win are given."""
    return tuple(_needs(wins[0], state)) if len(wins) == 1 else ()


def _needs(condition: written.Condition, state: State) -> Iterator[Need]:
    if isinstance(condition, written.Both):
        yield from _needs(condition.left, state)
        yield from _needs(condition.right, state)
    elif isinstance(condition, written.Marked) and not condition.expected:
        barred = ((state.marks & condition.bit) != 0) == condition.on
        yield Need(condition.values, _cells(~barred))
    elif isinstance(condition, written.Exists) and not condition.expected:
        for mask in single_masks(condition.table.variants):
            yield Need(mask, frozenset())
    elif isinstance(condition, written.GridIs):
        grid = state.start if condition.grid is None else condition.grid
        for value in np.unique(grid).tolist():
            yield Need(1 << value, _cells(grid == value))
    elif isinstance(condition, written.Comparison):
        yield from _most(condition)


def _most(condition: written.Comparison) -> Iterator[Need]:
    """Yield what a comparison of a count with a number asks for, as far as it bounds it."""
    count, number = condition.left, condition.right
    if not isinstance(count, written.Count) or not isinstance(number, written.Constant):
        return
    masks = single_masks(count.table.variants)
    if len(masks) == 1 and condition.comparison in (operator.eq, operator.le):
        yield Need(masks[0], frozenset(), math.floor(number.number))
    elif len(masks) == 1 and condition.comparison is operator.lt:
        yield Need(masks[0], frozenset(), math.ceil(number.number) - 1)


def single_masks(variants: Sequence[Rule]) -> list[int]:
    """Return the masks of patterns that are one cell each; nothing where one is larger."""
    masks = [rule.lhs[0] for rule in variants if len(rule.lhs) == 1]
    return masks if len(masks) == len(variants) else []


def _cells(chosen: NDArray[np.bool_]) -> frozenset[int]:
    return frozenset(np.flatnonzero(chosen.reshape(-1)).tolist())


def flow_of(ground: Ground, values: int) -> Flow:
    """Return how the steps move items of some values."""
    ways: dict[int, set[int]] = {}
    vanishing: set[int] = set()
    pace = 0
    for step in ground.live:
        losses, gains, sure_gains = _changes(step, values)
        pace = max(pace, len(losses))
        for cell in losses:
            ways.setdefault(cell, set()).update(gains)
        if len(losses) > sure_gains:
            vanishing.update(losses)
    return Flow(ways, frozenset(vanishing), pace)


def _changes(step: Step, values: int) -> tuple[list[int], list[int], int]:
    """Return the cells that a step may take items from, those it may put them on.

    The last is the number of cells that surely get one they did not have.
    """
    losses, gains, sure = [], [], 0
    before = dict(step.tests)
    for cell, value in step.writes:
        if values >> value & 1:
            if before[cell] & ~values:
                gains.append(cell)
                sure += not before[cell] & values
        elif before[cell] & values:
            losses.append(cell)
    return losses, gains, sure


def distances(targets: frozenset[int], flow: Flow) -> dict[int, int]:
    """Return the fewest steps from each cell to a target; none where there is no way."""
    sources: dict[int, list[int]] = {}
    for cell, others in flow.ways.items():
        for other in others:
            sources.setdefault(other, []).append(cell)
    found = dict.fromkeys(targets, 0)
    found.update((cell, 1) for cell in flow.vanishing if cell not in found)
    waiting = deque(sorted(found, key=found.__getitem__))
    while waiting:
        cell = waiting.popleft()
        for source in sources.get(cell, ()):
            if source not in found:
                found[source] = found[cell] + 1
                waiting.append(source)
    return found


@dataclass(frozen=True)
class Field:
    """How far items are from home.

    Args:
        need: Which items, and what is asked of them.
        distances: The fewest steps by the cell; cells that are missing have no way.
        losses: Per step, how many items it may move or remove.
        keeps: Whether no item ever vanishes: then each needs a target of its own.
    """

    need: Need
    distances: dict[int, int]
    losses: tuple[int, ...]
    keeps: bool

    def crowded(self, cells: Sequence[int]) -> int:
        """Return how many items there are if some can never have a target; 0 where all can."""
        count = sum(self.need.values >> value & 1 for value in cells)
        return count if self.keeps and count > len(self.need.targets) else 0

    def weights(self, possible: Sequence[int]) -> dict[tuple[int, int], int]:
        """Return the weight of each item on each cell that it may ever be on."""
        return {
            (cell, value): self.distances.get(cell, NO_WAY)
            for cell, mask in enumerate(possible)
            for value in range((mask & self.need.values).bit_length())
            if mask & self.need.values & 1 << value
        }


def fields_of(ground: Ground, needs: Sequence[Need]) -> list[Field]:
    """Return the fields of all needs that ask for places."""
    found = []
    for need in needs:
        if need.most is None:
            flow = flow_of(ground, need.values)
            losses = tuple(len(_changes(step, need.values)[0]) for step in ground.live)
            found.append(Field(need, distances(need.targets, flow), losses, not flow.vanishing))
    return found


def bounds_of(ground: Ground, needs: Sequence[Need], fields: Sequence[Field]) -> list[Bound]:
    """Return lower bounds; a game that cannot be won has one of at least :data:`NO_WAY`.

    Args:
        ground: The steps.
        needs: What every won grid must be like.
        fields: Those of the needs; from them are chosen those that bound the start best.
    """
    found = [_counting(ground, need, need.most) for need in needs if need.most is not None]
    if fields:
        found.append(_best_sum(ground, list(fields)))
    return found


def _counting(ground: Ground, need: Need, most: int) -> Bound:
    """Return the bound that follows from how many items a step can remove."""
    fall = 0
    for step in ground.live:
        losses, _, sure = _changes(step, need.values)
        fall = max(fall, len(losses) - sure)
    if not fall:
        count = sum(need.values >> value & 1 for value in ground.start)
        return Bound({}, -NO_WAY if count > most else 0)
    weights = {
        (cell, value): 1
        for cell, mask in enumerate(ground.possible)
        for value in range(mask.bit_length())
        if mask & need.values & 1 << value
    }
    return Bound(weights, most, fall)


def _best_sum(ground: Ground, fields: list[Field]) -> Bound:
    """Return the sum of fields, without those that slow its pace more than they add."""
    chosen = fields
    best = _sum_of(ground, chosen)
    while len(chosen) > 1:
        rest = [[field for field in chosen if field is not left] for left in chosen]
        bounds = [_sum_of(ground, left) for left in rest]
        values = [bound.of(ground.start) for bound in bounds]
        number = max(range(len(values)), key=values.__getitem__)
        if values[number] <= best.of(ground.start):
            break
        chosen, best = rest[number], bounds[number]
    return best


def _sum_of(ground: Ground, fields: Sequence[Field]) -> Bound:
    weights: dict[tuple[int, int], int] = {}
    for field in fields:
        for place, weight in field.weights(ground.possible).items():
            weights[place] = min(NO_WAY, weights.get(place, 0) + weight)
    pace = max((sum(counts) for counts in zip(*(field.losses for field in fields))), default=0)
    return Bound(weights, 0, max(1, pace))
