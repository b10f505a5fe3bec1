"""Boards to begin with: at random, solvable, and not solved."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from markovpy.errors import input_error
from markovpy.plugins.sliding.boards import GAP, Puzzle, read_puzzle, usual_goal


class Draws(Protocol):
    """A generator of random numbers, such as :class:`markovpy.engine.random.Random`."""

    def below(self, bound: int, /) -> int:
        """Draw a whole number from 0 up to, not including, ``bound``."""


def shuffle(width: int, height: int, rng: Draws, goal: Iterable[int] | None = None) -> list[int]:
    """Return a random board from which the goal can be reached, and which is not the goal.

    All such boards are equally likely, the gap anywhere. Draws: for each cell from the last to
    the second one number below its place plus 1, the cell to exchange it with (R. Durstenfeld,
    *Random permutation*, 1964); all anew while the board is unsolvable or the goal. In one row
    or column: one number, the gap's place among the others.

    Args:
        width: Columns.
        height: Rows.
        rng: The generator to draw from.
        goal: The tiles row by row, 0 the gap; None for 1, 2, 3 … and the gap last.

    Raises:
        ProgramError: The size or the goal is no good, or there is no other board.
    """
    cells = width * height
    if width < 1 or height < 1 or cells < 2:
        message = f"{width}x{height} has no board but the goal"
        raise input_error("bad-size", message, "size", "give two cells or more")
    wanted = usual_goal(cells) if goal is None else tuple(goal)
    read_puzzle(wanted, width, usual_goal(cells))
    return shuffled(width, wanted, rng)


def shuffled(width: int, goal: tuple[int, ...], rng: Draws) -> list[int]:
    """Return a random solvable board for a goal of two or more tiles, not the goal itself."""
    tiles = list(goal)
    if width in (1, len(goal)):
        place = rng.below(len(goal) - 1)
        gap = goal.index(GAP)
        tiles.remove(GAP)
        tiles.insert(place + (place >= gap), GAP)
        return tiles
    shape = read_puzzle(goal, width, goal).shape
    while True:
        for last in range(len(tiles) - 1, 0, -1):
            other = rng.below(last + 1)
            tiles[last], tiles[other] = tiles[other], tiles[last]
        board = tuple(tiles)
        if board != goal and Puzzle(shape, board, goal).solvable:
            return tiles
