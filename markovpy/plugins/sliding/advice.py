"""Sliding puzzles among games: recognised by all that their moves can do, then solved."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from markovpy.nodes.plugin import Advice
from markovpy.plugins.sliding.boards import GAP, Puzzle
from markovpy.plugins.sliding.databases import memory_of, must_be_made
from markovpy.plugins.sliding.geometry import Shape
from markovpy.plugins.sliding.solver import solve_puzzle, why_unsolvable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from markovpy.nodes.plugin import Event, Step
    from markovpy.nodes.plugin import Puzzle as Game


class Exchange(NamedTuple):
    """Two cells whose values a step exchanges.

    Args:
        event: The number of the step's event.
        cells: The two cells.
        values: What is in them before it.
    """

    event: int
    cells: tuple[int, int]
    values: tuple[int, int]


class Slide(NamedTuple):
    """A tile moves into the gap.

    Args:
        gap: The cell of the gap before it.
        cell: The cell of the tile before it.
        value: The tile's value.
    """

    gap: int
    cell: int
    value: int


def advise(game: Game) -> Advice | None:
    """Solve a game that is a sliding puzzle; None for another one.

    It is one if each value is there once, in the goal too, and if its moves are these: the same
    value, the gap, changes places with any of its neighbours.
    """
    known = _slides(game)
    if known is None:
        return None
    gap, slides = known
    shape = Shape(game.shape[2], game.shape[1])
    puzzle = Puzzle(shape, _tiles(game.start, gap), _tiles(game.goal, gap))
    if not puzzle.solvable:
        reason = f"no slides lead to the goal: {why_unsolvable(puzzle)}"
        return Advice(impossible=reason)
    if memory_of(shape, puzzle.goal.index(GAP)) > game.memory:
        return None
    if must_be_made(shape, puzzle.goal.index(GAP)):
        game.tell(f"making the tables for {shape.width}x{shape.height} boards, once: some seconds")
    found = solve_puzzle(puzzle, game.limit, game.goes_on)
    moves = [tile - 1 for tile in found.tiles]
    return Advice(_events(game.start, gap, moves, slides), found.bound, found.states)


def _slides(game: Game) -> tuple[int, dict[Slide, Event]] | None:
    """Return the gap's value and the event of each slide; None where it is no sliding puzzle."""
    values = set(game.start)
    depth, height, width = game.shape
    cells = height * width
    if depth > 1 or cells < 2 or len(values) < cells or sorted(game.goal) != sorted(values):
        return None
    exchanges = [_exchange(step) for step in game.steps]
    known = [exchange for exchange in exchanges if exchange is not None]
    if not known or len(known) < len(exchanges):
        return None
    gaps = set.intersection(*(set(exchange.values) for exchange in known))
    if not gaps:
        return None
    gap = min(gaps)
    slides = _by_slide(known, gap, game.events)
    shape = Shape(width, height)
    if any(exchange.cells[1] not in shape.beside(exchange.cells[0]) for exchange in known):
        return None
    every = {
        Slide(cell, other, value)
        for cell in range(cells)
        for other in shape.beside(cell)
        for value in values - {gap}
    }
    return (gap, slides) if slides.keys() == every else None


def _exchange(step: Step) -> Exchange | None:
    """Return what a step exchanges; None where it does, or asks for, anything else."""
    if len(step.tests) != 2 or len(step.writes) != 2:
        return None
    (cell, mask), (other, other_mask) = step.tests
    if mask.bit_count() != 1 or other_mask.bit_count() != 1:
        return None
    value, other_value = mask.bit_length() - 1, other_mask.bit_length() - 1
    if value == other_value or dict(step.writes) != {cell: other_value, other: value}:
        return None
    return Exchange(step.event, (cell, other), (value, other_value))


def _by_slide(
    exchanges: Iterable[Exchange], gap: int, events: Sequence[Event]
) -> dict[Slide, Event]:
    """Return an event for each slide; none that could slide another tile into the same gap."""
    found: dict[int, list[Slide]] = defaultdict(list)
    ways: dict[tuple[int, int], set[int]] = defaultdict(set)
    for event, cells, values in exchanges:
        here = values.index(gap)
        slide = Slide(cells[here], cells[1 - here], values[1 - here])
        found[event].append(slide)
        ways[event, slide.gap].add(slide.cell)
    slides: dict[Slide, Event] = {}
    for event, its_slides in found.items():
        for slide in its_slides:
            if len(ways[event, slide.gap]) == 1:
                slides.setdefault(slide, events[event])
    return slides


def _tiles(values: Iterable[int], gap: int) -> tuple[int, ...]:
    """Return values as tiles, the gap as ``GAP``."""
    return tuple(GAP if value == gap else value + 1 for value in values)


def _events(
    start: Sequence[int], gap: int, moves: Iterable[int], slides: dict[Slide, Event]
) -> tuple[Event, ...]:
    """Return the events that slide values one after the other."""
    places = {value: cell for cell, value in enumerate(start)}
    events = []
    for value in moves:
        events.append(slides[Slide(places[gap], places[value], value)])
        places[gap], places[value] = places[value], places[gap]
    return tuple(events)
