"""A solution of any board without search: line by line, each tile along a short way."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Sequence

from markovpy.plugins.sliding.geometry import WALL, Shape

_CORE = 3


class LineByLine:
    """Solves the outer lines that the goal's gap is not on, until three rows and columns remain.

    Args:
        shape: The board's size, two cells or more each way.
        homes: Per cell the goal cell of what is in it; the board must be solvable.
        gap: The cell without a tile.

    Attributes:
        path: The cells the gap has been in, the first one included.
    """

    def __init__(self, shape: Shape, homes: Sequence[int], gap: int) -> None:
        self.shape = shape
        self.homes = list(homes)
        self.gap = gap
        self.home_of_gap = homes[gap]
        self.path = [gap]
        self.free = set(range(shape.cells))

    def run(self) -> list[int]:
        """Solve the lines.

        Returns:
            The cells that are left, where every tile left has its goal.
        """
        left, right, top, bottom = 0, self.shape.width - 1, 0, self.shape.height - 1
        gap_y, gap_x = divmod(self.home_of_gap, self.shape.width)
        while max(right - left, bottom - top) >= _CORE:
            if bottom - top >= right - left:
                y, inward = (top, 1) if gap_y != top else (bottom, -1)
                top, bottom = (top + 1, bottom) if y == top else (top, bottom - 1)
                cells = [self._cell(x, y) for x in range(left, right + 1)]
                self._solve_line(cells, inward * self.shape.width)
            else:
                x, inward = (left, 1) if gap_x != left else (right, -1)
                left, right = (left + 1, right) if x == left else (left, right - 1)
                cells = [self._cell(x, y) for y in range(top, bottom + 1)]
                self._solve_line(cells, inward)
        return sorted(self.free)

    def _cell(self, x: int, y: int) -> int:
        return y * self.shape.width + x

    def _solve_line(self, cells: Sequence[int], inward: int) -> None:
        """Bring home the tiles of a line; ``inward`` is the step to the next line."""
        for cell in cells[:-2]:
            self._bring(self.homes.index(cell), cell)
            self.free.remove(cell)
        first, last = cells[-2:]
        self._bring(self.homes.index(first), first)
        if (self.gap, self.homes[last + inward]) == (last, last):
            self._slide(last + inward)
        if self.homes[last] != last:
            self.free.remove(first)
            self._bring(self.homes.index(last), last + 2 * inward)
            self.free.add(first)
            room = {cell + i * inward for cell in (first, last) for i in range(_CORE)}
            self._bring_both(first, last, room)
        self.free -= {first, last}

    def _bring(self, cell: int, goal: int) -> None:
        """Slide the tile in a cell to another cell, each time by the step that costs least."""
        steps = self._distances(goal)
        while cell != goal:
            nearer = [c for c in self.shape.beside(cell) if c in steps and steps[c] < steps[cell]]
            ways = [(self._way(other, cell), other) for other in nearer]
            way, other = min(
                ((way, other) for way, other in ways if way is not None), key=lambda w: len(w[0])
            )
            for step in (*way, cell):
                self._slide(step)
            cell = other

    def _bring_both(self, first: int, last: int, room: Collection[int]) -> None:
        """Slide the tiles of two cells home, without either leaving the cells of ``room``."""
        start = (self.homes.index(first), self.homes.index(last), self.gap)
        came: dict[tuple[int, int, int], tuple[int, int, int]] = {start: start}
        queue = deque([start])
        while queue:
            state = one, other, gap = queue.popleft()
            if (one, other) == (first, last):
                break
            for cell in self.shape.beside(gap):
                later = (gap if one == cell else one, gap if other == cell else other, cell)
                inside = later[0] in room and later[1] in room
                if cell in self.free and inside and later not in came:
                    came[later] = state
                    queue.append(later)
        way = []
        while state != start:
            way.append(state[2])
            state = came[state]
        for step in reversed(way):
            self._slide(step)

    def _distances(self, goal: int) -> dict[int, int]:
        """Return the steps from each free cell to one of them."""
        steps = {goal: 0}
        queue = deque([goal])
        while queue:
            cell = queue.popleft()
            for other in self.shape.beside(cell):
                if other in self.free and other not in steps:
                    steps[other] = steps[cell] + 1
                    queue.append(other)
        return steps

    def _way(self, goal: int, barred: int) -> list[int] | None:
        """Return the cells the gap goes to on a shortest way that spares one cell."""
        came = {self.gap: WALL}
        queue = deque([self.gap])
        while queue and goal not in came:
            cell = queue.popleft()
            for other in self.shape.beside(cell):
                if other in self.free and other != barred and other not in came:
                    came[other] = cell
                    queue.append(other)
        if goal not in came:
            return None
        way = []
        while goal != self.gap:
            way.append(goal)
            goal = came[goal]
        return way[::-1]

    def _slide(self, cell: int) -> None:
        """Move the gap to the next cell; a step there and back is left out."""
        self.homes[self.gap], self.homes[cell] = self.homes[cell], self.homes[self.gap]
        if len(self.path) > 1 and self.path[-2] == cell:
            self.path.pop()
        else:
            self.path.append(cell)
        self.gap = cell
