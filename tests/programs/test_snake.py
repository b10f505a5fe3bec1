"""The snake: one path, as long as it ate, free to trap itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import pytest

import markovpy
from markovpy.api import Program, Run
from support.graphs import Cell, cells, path, where

SEEDS = range(100)
START = 4
"""Places the snake has at first: two, lengthened by two."""


@dataclass(frozen=True)
class Moment:
    """What there is between two turns.

    Args:
        body: The places the snake is on, from tail to head, without the gaps between.
        berries: Where they are.
        free: Places with nothing on them.
    """

    body: tuple[Cell, ...]
    berries: frozenset[Cell]
    free: frozenset[Cell]

    def ahead(self, what: frozenset[Cell]) -> frozenset[Cell]:
        """Return those of the places given that are next to the head's."""
        y, x = self.body[-1]
        return what & {(y - 2, x), (y + 2, x), (y, x - 2), (y, x + 2)}


def moment(run: Run) -> Moment:
    """Return what there is now; the snake must be one path of the right order."""
    (tail,), (head,) = cells(where(run, "T")), cells(where(run, "H"))
    order = path(where(run, "TSH"), tail)
    assert order[-1] == head
    assert len(order) % 2 == 1
    assert all(y % 2 == 1 and x % 2 == 1 for y, x in order[::2])
    berries, free = (frozenset(cells(where(run, symbol))) for symbol in "BP")
    return Moment(tuple(order[::2]), berries, free)


@cache
def program() -> Program:
    """Return the shipped program."""
    return markovpy.load("snake")


@cache
def games() -> list[list[Moment]]:
    """Return, for each seed, all moments from the one in which the last berry has appeared."""
    return [game(seed) for seed in SEEDS]


def game(seed: int, berries: int = 10, **names: int) -> list[Moment]:
    """Play one game."""
    run = program().begin(seed=seed, set={"berries": berries, **names})
    while int(where(run, "B").sum()) < berries:
        assert run.advance()
    moments = [moment(run)]
    while run.advance():
        moments.append(moment(run))
    if moments[-1:] == moments[-2:-1]:
        moments.pop()  # the program's last, idle turn
    return moments


def test_it_starts_with_four_places_and_ten_berries() -> None:
    assert program().size == (19, 19, 1)
    for moments in games():
        assert len(moments[0].body) == START
        assert len(moments[0].berries) == 10


def test_its_length_is_the_start_plus_what_it_ate() -> None:
    for moments in games():
        for now in moments:
            assert len(now.body) - START + len(now.berries) == 10
            assert len(now.body) + len(now.berries) + len(now.free) == 81


def test_it_moves_on_by_one_place_and_eats_where_it_can() -> None:
    for moments in games():
        for before, after in pairwise(moments):
            food = before.ahead(before.berries)
            head = after.body[-1]
            if food:
                assert head in food
                assert after.body == (*before.body, head)
            else:
                assert head in before.ahead(before.free)
                assert after.body == (*before.body[1:], head)


def test_it_makes_at_most_a_hundred_moves_fewer_only_if_trapped() -> None:
    trapped = 0
    for moments in games():
        last = moments[-1]
        assert len(moments) - 1 <= 100
        if len(moments) - 1 < 100:
            trapped += 1
            assert not last.ahead(last.berries | last.free)
    assert 0 < trapped < len(games())


def test_berries_and_moves_can_be_set() -> None:
    for seed in range(10):
        moments = game(seed, berries=3, moves=5)
        assert len(moments) <= 6
        assert len(moments[-1].body) - START + len(moments[-1].berries) == 3


@pytest.mark.parametrize(
    "size", [(1, 1), (2, 3), (3, 3), (5, 3), (5, 5), (4, 9), (20, 20), (39, 39)], ids=str
)
def test_snakes_of_any_size(size: tuple[int, int]) -> None:
    for seed in range(20):
        run = program().run(seed=seed, size=size)
        assert run.stopped == "done"
        if max(size) >= 5:
            moment(run)
        if min(size) >= 20:
            now = moment(run)
            assert len(now.body) - START + len(now.berries) == 10
