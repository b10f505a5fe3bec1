"""A player of the shipped game of snake, who steers by what the board shows."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence

Cell = tuple[int, int]
STEPS = {"right": (1, 0), "down": (0, 1), "left": (-1, 0), "up": (0, -1)}
HEADS = dict(zip("►▼◄▲", STEPS))
_TOWARDS_THE_HEAD = dict(zip("rdluRDLU", [*STEPS, *STEPS]))
_TAILS = "RDLU"


class Snake:
    """A board with a snake.

    Args:
        rows: The board's symbols, a string a row.

    Attributes:
        body: The cells of the snake, from the tail to the head.
        heading: The direction of its head.
    """

    def __init__(self, rows: Sequence[str]) -> None:
        cells = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
        self._free = {cell for cell, sign in cells.items() if sign != "W"}
        self._apple = next(cell for cell, sign in cells.items() if sign == "F")
        cell = next(cell for cell, sign in cells.items() if sign in _TAILS)
        self.body = [cell]
        while cells[cell] not in HEADS:
            cell = _beside(cell, _TOWARDS_THE_HEAD[cells[cell]])
            self.body.append(cell)
        self.heading = HEADS[cells[cell]]

    def direction(self) -> str:
        """Return where to step: to the apple if the tail can be reached afterwards, else round."""
        path = self._path(self.body, self._apple)
        if path and self._path(_after(self.body, path), self.body[0]):
            return self._towards(path[0])
        ways = [cell for cell in self._around(self.body[-1]) if cell not in self.body[1:]]
        safe = [cell for cell in ways if self._path([*self.body[1:], cell], self.body[0])]
        return self._towards(max(safe or ways, key=self._distance))

    def _distance(self, cell: Cell) -> int:
        return sum(abs(a - b) for a, b in zip(cell, self._apple))

    def _towards(self, cell: Cell) -> str:
        return next(name for name in STEPS if _beside(self.body[-1], name) == cell)

    def _around(self, cell: Cell) -> Iterator[Cell]:
        return (near for name in STEPS if (near := _beside(cell, name)) in self._free)

    def _path(self, body: Sequence[Cell], goal: Cell) -> list[Cell]:
        """Return the shortest way of the head to a cell round the body, which lies still."""
        came: dict[Cell, Cell] = {body[-1]: body[-1]}
        waiting = deque([body[-1]])
        blocked = set(body[1:])
        while waiting and goal not in came:
            cell = waiting.popleft()
            for near in self._around(cell):
                if near not in came and near not in blocked:
                    came[near] = cell
                    waiting.append(near)
        path: list[Cell] = []
        cell = goal
        while cell in came and cell != body[-1]:
            path.append(cell)
            cell = came[cell]
        return path[::-1]


def _beside(cell: Cell, name: str) -> Cell:
    dx, dy = STEPS[name]
    return cell[0] + dx, cell[1] + dy


def _after(body: Sequence[Cell], path: Iterable[Cell]) -> list[Cell]:
    """Return the snake once it has eaten what lies at the end of a path."""
    whole = [*body, *path]
    return whole[-len(body) - 1 :]
