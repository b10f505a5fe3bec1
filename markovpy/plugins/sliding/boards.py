"""Boards as people write them: read, checked, and judged by parity."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markovpy.errors import ProgramError, input_error
from markovpy.plugins.sliding.geometry import Shape

GAP = 0
_NAMED = 5


@dataclass(frozen=True)
class Puzzle:
    """A board and a goal with the same tiles.

    Args:
        shape: The board's size.
        tiles: The tiles of the board, row by row, ``GAP`` where there is none.
        goal: The tiles of the goal, likewise.
    """

    shape: Shape
    tiles: tuple[int, ...]
    goal: tuple[int, ...]

    @property
    def homes(self) -> list[int]:
        """Per cell of the board, the goal cell of what is in it."""
        home = {tile: cell for cell, tile in enumerate(self.goal)}
        return [home[tile] for tile in self.tiles]

    @property
    def solvable(self) -> bool:
        """Whether slides lead from the board to the goal."""
        if min(self.shape.width, self.shape.height) == 1:
            order = [tile for tile in self.tiles if tile != GAP]
            return order == [tile for tile in self.goal if tile != GAP]
        homes = self.homes
        gap = self.tiles.index(GAP)
        steps = self.shape.distance(gap, homes[gap])
        return (is_odd(homes) + steps) % 2 == 0


def is_odd(places: Sequence[int]) -> bool:
    """Return whether a permutation of 0, 1, 2 … takes an odd number of exchanges."""
    seen = [False] * len(places)
    exchanges = 0
    for start in range(len(places)):
        place = start
        while not seen[place]:
            seen[place] = True
            place = places[place]
            exchanges += place != start
    return exchanges % 2 == 1


def usual_goal(cells: int) -> tuple[int, ...]:
    """Return 1, 2, 3 … row by row with the gap last."""
    return (*range(1, cells), GAP)


def read_puzzle(tiles: Iterable[int], width: int, goal: Iterable[int] | None = None) -> Puzzle:
    """Return a board and its goal, checked.

    Args:
        tiles: Whole numbers row by row, each once, 0 the gap.
        width: Columns.
        goal: The same numbers as they should stand; None for 1, 2, 3 … and the gap last.

    Raises:
        ProgramError: Something is no whole number, missing or there twice, or the rows are
            not full; the message names it.
    """
    board = _numbers(tiles, "board")
    columns = _number(width, "width")
    if columns < 1 or not board or len(board) % columns:
        message = f"{_count(board)} do not fill rows of {columns}"
        raise input_error("bad-board", message, "board", "give width * height numbers, 0 the gap")
    shape = Shape(columns, len(board) // columns)
    wanted = usual_goal(len(board)) if goal is None else _numbers(goal, "goal")
    if goal is not None:
        _check_goal(wanted, board)
    problem = difference(board, wanted)
    if problem:
        hint = "each tile stands on the board once" + ("" if goal is None else ", as in the goal")
        raise input_error("bad-board", problem, "board", hint)
    return Puzzle(shape, board, wanted)


def name_of(tile: int) -> str:
    """Return what a tile is called in a message."""
    return "the gap (0)" if tile == GAP else f"tile {tile}"


def difference(
    found: Sequence[int], wanted: Sequence[int], name: Callable[[int], str] = name_of
) -> str:
    """Return what is missing, surplus or there twice, in words; nothing if all is right."""
    have, need = Counter(found), Counter(wanted)
    parts = []
    for tile in sorted(have):
        if have[tile] > max(1, need[tile]):
            parts.append(f"{name(tile)} is there {_times(have[tile])}")
        elif have[tile] > need[tile]:
            parts.append(f"there is no {name(tile)} in such a puzzle")
    parts += [f"{name(tile)} is missing" for tile in sorted(need) if not have[tile]]
    if len(parts) > _NAMED:
        parts[_NAMED:] = [f"and {len(parts) - _NAMED} more"]
    return ", ".join(parts)


def _check_goal(goal: tuple[int, ...], board: tuple[int, ...]) -> None:
    problem = ""
    if len(goal) != len(board):
        problem = f"{_count(goal)} for {len(board)} cells"
    else:
        twice = [tile for tile, count in sorted(Counter(goal).items()) if count > 1]
        if twice:
            problem = f"{name_of(twice[0])} is there {_times(goal.count(twice[0]))}"
        elif GAP not in goal:
            problem = "the gap (0) is missing"
    if problem:
        raise input_error(
            "bad-board", problem, "goal", "name each tile of the board once, 0 the gap"
        )


def _numbers(tiles: Iterable[int], name: str) -> tuple[int, ...]:
    try:
        listed = list(tiles)
    except TypeError:
        raise _no_number(tiles, name) from None
    return tuple(_number(tile, name) for tile in listed)


def _number(value: object, name: str) -> int:
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise _no_number(value, name) from None


def _no_number(value: object, name: str) -> ProgramError:
    hint = "list the rows one after the other" if isinstance(value, Sequence) else ""
    return input_error("bad-board", f"{value!r} is no whole number", name, hint)


def _count(tiles: Sequence[int]) -> str:
    return "1 number" if len(tiles) == 1 else f"{len(tiles)} numbers"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{count} times"
