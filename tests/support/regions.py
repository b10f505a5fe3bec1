"""What is true of a grid: connected parts, paths, distances, shapes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

import markovpy

Mask: TypeAlias = NDArray[np.bool_]
"""Which cells are meant, ``(height, width)`` or ``(depth, height, width)``."""
Cell: TypeAlias = tuple[int, ...]
"""A place, in the order of the array's axes."""

ARMS = {
    **dict(zip(".╺╻╸╹", ["", "r", "d", "l", "u"])),
    **dict(zip("━═┃║", ["rl", "rl", "du", "du"])),
    **dict(zip("┏┓┛┗", ["rd", "dl", "lu", "ur"])),
    **dict(zip("┣┳┫┻╋", ["urd", "rdl", "dlu", "lur", "rdlu"])),
}
"""The sides of its cell that a piece of road reaches."""
STEPS = {"r": (0, 1), "d": (1, 0), "l": (0, -1), "u": (-1, 0)}
"""Down and right for each side."""
OPPOSITE = {"r": "l", "d": "u", "l": "r", "u": "d"}


@cache
def program(name: str, *size: int) -> markovpy.Program:
    """Return a shipped program, loaded once for each size (width, height and depth)."""
    return markovpy.load(name, size=size or None)


def drawn(run: markovpy.Run) -> NDArray[np.str_]:
    """Return a run's grid as symbols."""
    return np.array(list(run.symbols))[run.grid]


def grid(text: str) -> NDArray[np.str_]:
    """Return the grid that the lines of a text draw."""
    return np.array([list(line.strip()) for line in text.strip().split("\n")])


def one_of(cells: NDArray[np.str_], symbols: str) -> Mask:
    """Return where a grid of symbols holds one of some symbols."""
    return np.isin(cells, list(symbols))


def offsets(dimensions: int, diagonal: bool = False) -> list[Cell]:
    """Return the steps to the neighbours of a cell."""
    steps = product((-1, 0, 1), repeat=dimensions)
    return [s for s in steps if any(s) and (diagonal or sum(map(abs, s)) == 1)]


def places(mask: Mask) -> list[Cell]:
    """Return the cells of a mask, in scan order."""
    return [tuple(map(int, place)) for place in np.argwhere(mask)]


def grids(run: markovpy.Run) -> Iterator[NDArray[np.str_]]:
    """Yield the symbols of a run that has just begun, before its first turn and after each."""
    yield drawn(run)
    while run.advance(1):
        yield drawn(run)


def distances(sources: Mask, passable: Mask, diagonal: bool = False) -> NDArray[np.int64]:
    """Return the steps from the nearest source through passable cells; -1 where none leads."""
    open_cells, jumps = _flat(passable & ~sources, diagonal)
    steps = np.full(np.pad(sources, 1).shape, -1, np.int64)
    flat = steps.reshape(-1)
    wave = np.flatnonzero(np.pad(sources, 1)).tolist()
    step = 0
    while wave:
        flat[wave] = step
        step += 1
        reached = []
        for cell in wave:
            for jump in jumps:
                if open_cells[cell + jump]:
                    open_cells[cell + jump] = False
                    reached.append(cell + jump)
        wave = reached
    return steps[(slice(1, -1),) * steps.ndim]


def components(mask: Mask, diagonal: bool = False) -> list[Mask]:
    """Return the connected parts of a mask, in the order of their first cells."""
    left, jumps = _flat(mask, diagonal)
    parts = []
    for start in np.flatnonzero(np.pad(mask, 1)).tolist():
        if not left[start]:
            continue
        left[start] = False
        found = [start]
        for cell in found:
            for jump in jumps:
                if left[cell + jump]:
                    left[cell + jump] = False
                    found.append(cell + jump)
        part = np.zeros(np.pad(mask, 1).shape, np.bool_)
        part.reshape(-1)[found] = True
        parts.append(part[(slice(1, -1),) * mask.ndim])
    return parts


def _flat(mask: Mask, diagonal: bool) -> tuple[list[bool], list[int]]:
    """Return a mask with a margin as a flat list, and how far apart neighbours lie in it."""
    padded = np.pad(mask, 1)
    strides = [int(np.prod(padded.shape[axis + 1 :])) for axis in range(mask.ndim)]
    jumps = [sum(a * b for a, b in zip(s, strides)) for s in offsets(mask.ndim, diagonal)]
    return padded.reshape(-1).tolist(), jumps


def is_connected(mask: Mask) -> bool:
    """Return whether a mask has exactly one connected part."""
    return len(components(mask)) == 1


def beside(mask: Mask, diagonal: bool = False) -> Mask:
    """Return which cells have a neighbour in a mask."""
    return degrees(mask, diagonal) > 0


def degrees(mask: Mask, diagonal: bool = False) -> NDArray[np.int64]:
    """Return how many neighbours in a mask each cell of the grid has."""
    padded = np.pad(mask, 1)
    total = np.zeros(mask.shape, np.int64)
    for step in offsets(mask.ndim, diagonal):
        total += padded[tuple(slice(1 + s, 1 + s + n) for s, n in zip(step, mask.shape))]
    return total


def edges(mask: Mask) -> int:
    """Return the number of pairs of neighbours in a mask."""
    return int(degrees(mask)[mask].sum()) // 2


def is_tree(mask: Mask) -> bool:
    """Return whether a mask is connected and has no loop."""
    return is_connected(mask) and edges(mask) == mask.sum() - 1


def path_ends(mask: Mask) -> list[Cell] | None:
    """Return both ends of a simple path of at least two cells; None if it is none."""
    if not is_tree(mask) or mask.sum() < 2 or degrees(mask)[mask].max() > 2:
        return None
    return places(mask & (degrees(mask) == 1))


def is_closed_curve(mask: Mask) -> bool:
    """Return whether a mask is one closed curve that does not touch itself."""
    return is_connected(mask) and bool((degrees(mask)[mask] == 2).all())


def rectangle(mask: Mask) -> tuple[int, int] | None:
    """Return width and height of a filled rectangle; None if the mask is none."""
    rows, columns = np.nonzero(mask)
    height, width = (int(np.ptp(side)) + 1 for side in (rows, columns))
    return (width, height) if mask.sum() == width * height else None


def inversions(row: NDArray[np.uint8]) -> int:
    """Return how many pairs of a row stand in the wrong order."""
    return sum(int((row[:place] > value).sum()) for place, value in enumerate(row))


def loose_arms(cells: NDArray[np.str_]) -> list[tuple[Cell, str]]:
    """Return the arms of road pieces that meet no arm, with their sides."""
    found = []
    for cell in places(cells != "."):
        for side in ARMS[str(cells[cell])]:
            other = tuple(a + b for a, b in zip(cell, STEPS[side]))
            inside = all(0 <= a < n for a, n in zip(other, cells.shape))
            if not inside or OPPOSITE[side] not in ARMS[str(cells[other])]:
                found.append((cell, side))
    return found
