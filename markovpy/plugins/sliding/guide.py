"""What guides a search to a goal: groups of tiles, and the databases of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from markovpy.plugins.sliding.geometry import Shape, Symmetry

MOST_CELLS = 64
"""Larger boards have no databases: each tile's rows and columns are counted alone."""
_LARGEST_TABLE = 1 << 24
_MOST_MEMORY = 48_000_000

Groups = tuple[tuple[int, ...], ...]

CHOSEN: dict[tuple[Shape, int], Groups] = {
    (Shape(4, 4), 0): ((1, 4, 5, 8, 9, 12), (2, 3, 6, 7, 10, 11), (13, 14, 15)),
}
"""Groups found by trial to look at the fewest boards, by shape and the goal cell of the gap."""


def group_size(cells: int) -> int:
    """Return how many tiles a database may have so that all of a board's are small enough."""
    for size in range(min(cells - 1, 8) if cells <= MOST_CELLS else 0, 1, -1):
        entries = cells**size
        if entries <= _LARGEST_TABLE and entries * ((cells - 1) // size) <= _MOST_MEMORY:
            return size
    return 1


def groups_of(shape: Shape, gap: int, across: bool = False) -> Groups:
    """Return the tiles of a board in groups that lie close together.

    The tiles are taken two columns (or rows) at a time, down and up by turns, as many as a
    database may have; two groups are made even.

    Args:
        shape: The board's size.
        gap: The goal cell of the gap.
        across: Whether to take rows in place of columns.
    """
    if not across and (shape, gap) in CHOSEN:
        return CHOSEN[shape, gap]

    def rank(cell: int) -> tuple[int, int, int]:
        y, x = divmod(cell, shape.width)
        if across:
            y, x = x, y
        return x // 2, -y if x // 2 % 2 else y, x

    tiles = sorted((cell for cell in range(shape.cells) if cell != gap), key=rank)
    size = group_size(shape.cells)
    if size < len(tiles) <= 2 * size:
        return tuple(tiles[: len(tiles) // 2]), tuple(tiles[len(tiles) // 2 :])
    return tuple(tuple(tiles[i : i + size]) for i in range(0, len(tiles), size))


@dataclass(frozen=True)
class View:
    """One sum of databases, looked up on the board as it is or mirrored.

    Args:
        tables: Per group, the moves of each placement.
        group: Per tile (goal cell), its group; -1 for the gap.
        strides: Per tile, what a step to the next cell adds to the index of its group.
        place: Per cell, where it lies in this view.
        steps: What a move adds to the index, flat ``(way of the gap, tile)``.
    """

    tables: tuple[NDArray[np.uint8], ...]
    group: NDArray[np.int32]
    strides: NDArray[np.int32]
    place: tuple[int, ...]
    steps: NDArray[np.int32]

    def indices(self, tiles: Sequence[int], gap: int) -> list[int]:
        """Return the index into each table.

        Args:
            tiles: Per cell the goal cell of its tile.
            gap: The cell without a tile.
        """
        found = [0] * len(self.tables)
        for cell, tile in enumerate(tiles):
            if cell != gap:
                found[self.group[tile]] += self.place[cell] * int(self.strides[tile])
        return found


@dataclass(frozen=True)
class Guide:
    """All that is known of a goal.

    Args:
        shape: The board's size.
        gap: The goal cell of the gap.
        views: One or two; the larger of their sums is a number of moves that any solution has.
    """

    shape: Shape
    gap: int
    views: tuple[View, ...]

    @property
    def ends(self) -> tuple[View, View]:
        """The first and the last view, which may be the same."""
        return self.views[0], self.views[-1]


def view(
    shape: Shape, groups: Groups, tables: Sequence[NDArray[np.uint8]], symmetry: Symmetry
) -> View:
    """Return databases as seen through a symmetry that leaves the goal's gap where it is."""
    cells = shape.cells
    group = np.full(cells, -1, dtype=np.int32)
    strides = np.zeros(cells, dtype=np.int32)
    place = symmetry.place
    home = {place[cell]: cell for cell in range(cells)}
    for number, members in enumerate(groups):
        for i, member in enumerate(members):
            group[home[member]] = number
            strides[home[member]] = cells**i
    offsets = [-shape.width, 1, shape.width, -1]
    if shape.width > 1 and place[1] != 1:  # transposed: up is left there
        offsets = [-1, shape.width, 1, -shape.width]
    steps = np.concatenate([-offset * strides for offset in offsets]).astype(np.int32)
    return View(tuple(tables), group, strides, place, steps)
