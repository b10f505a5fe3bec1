"""Measurements on grids that say whether a picture is right: reach, mazes, loops, odds.

A mask is an array of truth values, ``(height, width)`` or ``(depth, height, width)``; a cell is
an index into it, ``(y, x)`` or ``(z, y, x)``. Cells are neighbours where they share a side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from markovpy.api import Run

Mask: TypeAlias = NDArray[np.bool_]
Cell: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Graph:
    """Nodes and the edges between them.

    Args:
        nodes: Anything that can be told apart.
        edges: Pairs of nodes; the same pair twice is two edges.
    """

    nodes: tuple[Hashable, ...]
    edges: tuple[tuple[Hashable, Hashable], ...]

    @property
    def degrees(self) -> dict[Hashable, int]:
        """The number of edge ends at each node."""
        ends = Counter(end for edge in self.edges for end in edge)
        return {node: ends[node] for node in self.nodes}

    @property
    def parts(self) -> int:
        """The number of connected parts."""
        groups = _Groups(self.nodes)
        for first, second in self.edges:
            groups.join(first, second)
        return len({groups.name(node) for node in self.nodes})

    @property
    def loops(self) -> int:
        """The number of independent loops: edges that could go without parting anything."""
        return len(self.edges) - len(self.nodes) + self.parts

    @property
    def is_perfect(self) -> bool:
        """Whether it is connected and has nodes - 1 edges: one way between any two nodes."""
        return self.parts == 1 and len(self.edges) == len(self.nodes) - 1

    @property
    def dead_end_share(self) -> float:
        """The share of the nodes at which exactly one edge ends."""
        degrees = self.degrees.values()
        return sum(degree == 1 for degree in degrees) / len(degrees)

    def spanning_trees(self) -> int:
        """Return the number of its spanning trees.

        Source: G. Kirchhoff (1847): any cofactor of the Laplacian matrix.
        """
        place = {node: index for index, node in enumerate(self.nodes)}
        laplacian = np.zeros((len(place), len(place)))
        for first, second in self.edges:
            i, j = place[first], place[second]
            laplacian[[i, j], [i, j]] += 1
            laplacian[[i, j], [j, i]] -= 1
        return round(float(np.linalg.det(laplacian[1:, 1:])))


class _Groups:
    """Which nodes belong together (union-find)."""

    def __init__(self, nodes: Iterable[Hashable]) -> None:
        self._parent = {node: node for node in nodes}

    def name(self, node: Hashable) -> Hashable:
        """Return the node that stands for the group of a node."""
        while self._parent[node] != node:
            self._parent[node] = self._parent[self._parent[node]]
            node = self._parent[node]
        return node

    def join(self, first: Hashable, second: Hashable) -> None:
        """Make one group of the groups of two nodes."""
        self._parent[self.name(first)] = self.name(second)


def where(run: Run, symbols: str) -> Mask:
    """Return the mask of the cells that hold one of the symbols."""
    wanted = np.array([symbol in symbols for symbol in run.symbols])
    mask: Mask = wanted[run.grid]
    return mask


def drawn(picture: str, symbols: str = "#") -> Mask:
    """Return the mask of the cells of a text drawing that hold one of the symbols.

    Args:
        picture: Rows of the same length, indented alike; blank lines before and after.
        symbols: Those that count.
    """
    rows = [line.strip() for line in picture.strip().splitlines()]
    return np.array([[cell in symbols for cell in row] for row in rows])


def cells(mask: Mask) -> list[Cell]:
    """Return the true cells in scan order."""
    return [tuple(cell) for cell in np.argwhere(mask).tolist()]


@cache
def neighbours(cell: Cell, shape: tuple[int, ...]) -> tuple[Cell, ...]:
    """Return the cells that share a side with a cell and lie inside the shape."""
    return tuple(
        (*cell[:axis], place, *cell[axis + 1 :])
        for axis, side in enumerate(shape)
        for place in (cell[axis] - 1, cell[axis] + 1)
        if 0 <= place < side
    )


def beside(mask: Mask) -> Mask:
    """Return the mask of the cells that have a true neighbour."""
    found = np.zeros_like(mask)
    for cell in cells(mask):
        for near in neighbours(cell, mask.shape):
            found[near] = True
    return found


def flood(mask: Mask, starts: Iterable[Cell]) -> Mask:
    """Return the mask of the true cells that can be reached from the true ones of the starts."""
    reached = np.zeros_like(mask)
    waiting = [cell for cell in starts if mask[cell]]
    for cell in waiting:
        reached[cell] = True
    while waiting:
        for near in neighbours(waiting.pop(), mask.shape):
            if mask[near] and not reached[near]:
                reached[near] = True
                waiting.append(near)
    return reached


def is_connected(mask: Mask) -> bool:
    """Return whether every true cell can be reached from every other; no cells are connected."""
    return bool((flood(mask, cells(mask)[:1]) == mask).all())


def dead_ends(mask: Mask) -> list[Cell]:
    """Return the true cells with no or one true neighbour."""
    return [cell for cell in cells(mask) if sum(mask[n] for n in neighbours(cell, mask.shape)) <= 1]


def open_graph(mask: Mask) -> Graph:
    """Return the graph of the true cells, an edge between any two neighbours."""
    nodes = cells(mask)
    edges = tuple(
        (cell, near)
        for cell in nodes
        for near in neighbours(cell, mask.shape)
        if mask[near] and cell < near
    )
    return Graph(tuple(nodes), edges)


def maze_graph(mask: Mask, origin: Cell) -> Graph:
    """Return the graph of a maze whose cells lie on every second row and column.

    Args:
        mask: What is open.
        origin: One lattice cell; the lattice reaches as far as the mask.

    Raises:
        ValueError: A lattice cell is closed, or something is open that is neither a lattice
            cell nor lies between two of them.
    """
    lattice = np.zeros_like(mask)
    lattice[tuple(slice(start % 2, None, 2) for start in origin)] = True
    if not mask[lattice].all():
        message = "a cell of the lattice is closed"
        raise ValueError(message)
    nodes = cells(lattice)
    edges: list[tuple[Cell, Cell]] = []
    for cell in cells(mask & ~lattice):
        ends = [near for near in neighbours(cell, mask.shape) if lattice[near]]
        if len(ends) != 2:
            message = f"{cell} is open but lies between no two cells of the lattice"
            raise ValueError(message)
        edges.append((ends[0], ends[1]))
    return Graph(tuple(nodes), tuple(edges))


def rooms(mask: Mask) -> list[Mask]:
    """Return the rooms of a plan: what is made of squares of 2 x 2 true cells, by connection."""
    inside = np.zeros_like(mask)
    squares = mask[1:, 1:] & mask[1:, :-1] & mask[:-1, 1:] & mask[:-1, :-1]
    for y, x in np.argwhere(squares):
        inside[y : y + 2, x : x + 2] = True
    found = []
    left = inside.copy()
    while left.any():
        room = flood(inside, cells(left)[:1])
        found.append(room)
        left &= ~room
    return found


def contracted(mask: Mask) -> Graph:
    """Return the graph of the true cells with each room made one node, without its own edges."""
    name: dict[Hashable, Hashable] = {cell: cell for cell in cells(mask)}
    for number, room in enumerate(rooms(mask)):
        for cell in cells(room):
            name[cell] = ("room", number)
    edges = [(name[first], name[second]) for first, second in open_graph(mask).edges]
    return Graph(tuple(dict.fromkeys(name.values())), tuple(e for e in edges if e[0] != e[1]))


def path(mask: Mask, start: Cell) -> list[Cell]:
    """Return the true cells in the order of the one path that they form.

    Args:
        mask: The path.
        start: One of its ends.

    Raises:
        ValueError: They do not form a path that begins there.
    """
    order = [start]
    while True:
        ahead = [n for n in neighbours(order[-1], mask.shape) if mask[n] and n not in order[-2:]]
        if not ahead:
            break
        order.append(ahead[0])
        if len(ahead) > 1 or ahead[0] in order[:-1]:
            message = f"the path forks or meets itself beside {order[-1]}"
            raise ValueError(message)
    if not mask[start] or len(order) != mask.sum():
        message = f"{int(mask.sum())} cells, but a path of {len(order)} from {start}"
        raise ValueError(message)
    assert all(b in neighbours(a, mask.shape) for a, b in pairwise(order))
    return order


def chi_square(outcomes: Iterable[Hashable], kinds: int) -> float:
    """Return how far counts are from equal ones: the sum of (count - mean)^2 / mean.

    Args:
        outcomes: What came out, each time.
        kinds: How many outcomes there are, those that never came out too.
    """
    counts = Counter(outcomes)
    mean = sum(counts.values()) / kinds
    never = kinds - len(counts)
    return sum((count - mean) ** 2 for count in counts.values()) / mean + never * mean


LIKELY = {3: 16.27, 4: 18.47, 14: 36.12}
"""By degrees of freedom (kinds - 1): what chi-square stays below 999 times of 1000."""
