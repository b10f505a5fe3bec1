"""The tiles of ``wfc tileset=``: small grids, and which may lie beside which."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from markovpy.errors import UnreadableFileError
from markovpy.nodes.kind import KindError
from markovpy.nodes.wfc_tileset import Tileset

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.nodes.kind import Surroundings

Shape = tuple[int, int, int]
MOST_CELLS = 2**31 - 1
_OPPOSITE = ((4, 5), (1, 3), (0, 2))  # directions along z, y and x, as in ``Tiles.allowed``


class Tiles:
    """Tiles in all their orientations.

    Args:
        cells: Their values, shape ``(tiles, depth, side, side)``.
        weights: How often each is wanted.
        allowed: ``allowed[d][a, b]``: whether b may lie beside a in direction d.
        places: Per name, the tiles it stands for.
        shape: How many tiles there are, ``(depth, height, width)``.
        steps: By how many cells each tile lies behind the one before, ``(z, y and x)``.
        periodic: Whether the grid wraps around.
        values: How many values the new grid has.
    """

    noun = "tile of the tileset"
    window = 1
    strict = True

    def __init__(
        self,
        cells: NDArray[np.uint8],
        weights: list[float],
        allowed: list[NDArray[np.bool_]],
        places: Mapping[str, range],
        shape: Shape,
        steps: tuple[int, int],
        periodic: bool,
        values: int,
    ) -> None:
        self.cells = cells
        self.weights = weights
        self.allowed = allowed
        self.places = places
        self.names = tuple(places)
        self.wave_shape = shape
        self.steps = steps
        self.periodic = periodic
        self.values = values
        self.new_shape = new_shape(shape, cells.shape[1:], steps)

    def choice(self, name: str) -> NDArray[np.bool_]:
        """Return which tiles a name stands for."""
        chosen = np.zeros(len(self.weights), dtype=bool)
        chosen[list(self.places[name])] = True
        return chosen

    def unplaceable(self) -> list[str]:
        """Return the names of tiles that have no place in a grid of this shape, in any orientation.

        A tile needs, along each axis, a neighbour on one side (on both, where the grid wraps
        around) that can be placed itself.
        """
        placeable = np.ones(len(self.weights), dtype=bool)
        while True:
            fits = placeable.copy()
            for side, (one, other) in zip(self.wave_shape, _OPPOSITE):
                if side == 1 and not (self.periodic and self.allowed[one].any()):
                    continue
                behind = (self.allowed[one] & placeable).any(axis=1)
                before = (self.allowed[other] & placeable).any(axis=1)
                fits &= behind & before if self.periodic else behind | before
            if (fits == placeable).all():
                return [name for name, tiles in self.places.items() if not fits[tiles].any()]
            placeable = fits

    def write(self, alive: NDArray[np.bool_], grid: NDArray[np.uint8]) -> None:
        """Write the values that most tiles give, the lowest of several, into a grid."""
        shape = self.cells.shape[1:]
        flat = self.cells.reshape(len(self.cells), -1)
        chosen = flat[alive.argmax(axis=1)]
        for place in np.flatnonzero(alive.sum(axis=1) != 1):
            left = flat[alive[place]]
            votes = [(left == value).sum(axis=0) for value in range(self.values)]
            chosen[place] = np.argmax(votes, axis=0)
        tiles = chosen.reshape(*self.wave_shape, *shape)
        deep, step = self.steps
        count_z, count_y, count_x = self.wave_shape
        # Where tiles overlap the later one counts, that is the one nearer to its own start.
        for z in reversed(range(shape[0])):
            for y in reversed(range(shape[1])):
                for x in reversed(range(shape[2])):
                    grid[
                        z : z + deep * (count_z - 1) + 1 : deep,
                        y : y + step * (count_y - 1) + 1 : step,
                        x : x + step * (count_x - 1) + 1 : step,
                    ] = tiles[:, :, :, z, y, x]


def new_shape(shape: Shape, tile: tuple[int, ...], steps: tuple[int, int]) -> Shape:
    """Return the shape of a grid of tiles."""
    (depth, height, width), (deep, step) = shape, steps
    return (
        deep * (depth - 1) + tile[0],
        step * (height - 1) + tile[1],
        step * (width - 1) + tile[2],
    )


def read(values: Mapping[str, Any], surroundings: Surroundings) -> Tiles:
    """Return the tiles of the tileset that the arguments name."""
    name = values["tileset"]
    folder = values["tiles"] or name.removesuffix(".xml")
    try:
        text = surroundings.files.text(name)
    except UnreadableFileError as error:
        message = f"{name}: {error.message}"
        raise KindError("unreadable-file", message, error.hint, "tileset") from None
    tileset = Tileset(name, folder, surroundings.files, len(values["values"]))
    tileset.read(text)
    tile = tileset.cells[0].shape
    steps = (tile[0] - (values["overlapz"] or 0), tile[1] - (values["overlap"] or 0))
    for parameter, step, side in (("overlapz", steps[0], tile[0]), ("overlap", steps[1], tile[1])):
        if step < 1:
            message = f"tiles of {side} cells cannot overlap by {values[parameter]}"
            raise KindError("bad-overlap", message, f"at most {side - 1}", parameter)
    depth, height, width = new_shape(surroundings.shape, tile, steps)
    if depth * height * width > MOST_CELLS:
        message = f"the new grid would have more than {MOST_CELLS:,} cells"
        raise KindError("too-large", message, "start from a smaller grid", "tileset")
    return Tiles(
        np.stack(tileset.cells),
        tileset.weights,
        tileset.allowed(),
        tileset.places,
        surroundings.shape,
        steps,
        values["periodic"],
        len(values["values"]),
    )
