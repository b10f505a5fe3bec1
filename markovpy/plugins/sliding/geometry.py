"""Boards as cells: neighbours, and the turns and mirrors that make two goals one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

UP, RIGHT, DOWN, LEFT = range(4)
"""Ways the gap can go, clockwise: the opposite way is two further."""
WALL = -1


@dataclass(frozen=True)
class Shape:
    """A board's size; its cells are counted row by row from 0.

    Args:
        width: Columns, at least 1.
        height: Rows, at least 1.
    """

    width: int
    height: int

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.width * self.height

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        """Per cell the cells up, right, down and left of it, flat; ``WALL`` past the border."""
        found = []
        for cell in range(self.cells):
            y, x = divmod(cell, self.width)
            found.append(cell - self.width if y > 0 else WALL)
            found.append(cell + 1 if x < self.width - 1 else WALL)
            found.append(cell + self.width if y < self.height - 1 else WALL)
            found.append(cell - 1 if x > 0 else WALL)
        return tuple(found)

    def beside(self, cell: int) -> list[int]:
        """Return the cells that share a side with one."""
        return [other for other in self.neighbours[4 * cell : 4 * cell + 4] if other != WALL]

    def distance(self, one: int, other: int) -> int:
        """Return the rows plus the columns between two cells."""
        (y, x), (v, u) = divmod(one, self.width), divmod(other, self.width)
        return abs(y - v) + abs(x - u)

    def colour(self, cell: int) -> int:
        """Return 0 or 1 as on a chess board: a step changes it."""
        return (cell // self.width + cell % self.width) & 1


@dataclass(frozen=True)
class Symmetry:
    """A turn or mirror of a board.

    Args:
        shape: The board's size afterwards.
        place: Per cell, where it comes to lie.
    """

    shape: Shape
    place: tuple[int, ...]


def symmetries(shape: Shape) -> Iterator[Symmetry]:
    """Yield the eight turns and mirrors of a board, the unchanged one first."""
    width, height = shape.width, shape.height
    for transposed in (False, True):
        turned = Shape(height, width) if transposed else shape
        for flip_y in (False, True):
            for flip_x in (False, True):
                place = []
                for cell in range(shape.cells):
                    y, x = divmod(cell, width)
                    y, x = (height - 1 - y if flip_y else y), (width - 1 - x if flip_x else x)
                    place.append(x * height + y if transposed else y * width + x)
                yield Symmetry(turned, tuple(place))


def standard(shape: Shape, gap: int) -> Symmetry:
    """Return the symmetry after which a board lies in the form that databases are kept for.

    The board is then at least as wide as high, and of the cells that the goal's gap can come
    to, it lies in the first.
    """
    wide = [one for one in symmetries(shape) if one.shape.width >= one.shape.height]
    return min(wide, key=lambda symmetry: symmetry.place[gap])
