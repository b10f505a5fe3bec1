"""The patterns of ``wfc sample=``: every small window of a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from markovpy.engine.wave import STEPS
from markovpy.errors import UnreadableFileError
from markovpy.model.symmetry import SQUARE_GROUPS, in_dimension
from markovpy.nodes.kind import KindError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.nodes.kind import Surroundings

Shape = tuple[int, int, int]
DEFAULT_WINDOW = 3
LARGEST_WINDOW = 16


class Model(Protocol):
    """What may stand where in a new grid.

    Attributes:
        wave_shape: The cells that are decided.
        new_shape: The new grid's ``(depth, height, width)``.
        weights: How often each pattern is wanted.
        allowed: See :class:`markovpy.engine.wave.Wave`, as ``window``, ``periodic`` and
            ``strict``.
        names: What a rule may choose from.
        noun: How such a name is called.
    """

    wave_shape: Shape
    new_shape: Shape
    weights: list[float]
    allowed: list[NDArray[np.bool_]]
    window: int
    periodic: bool
    strict: bool
    names: tuple[str, ...]
    noun: str

    def choice(self, name: str) -> NDArray[np.bool_]:
        """Return which patterns a name stands for."""

    def write(self, alive: NDArray[np.bool_], grid: NDArray[np.uint8]) -> None:
        """Write the values that most patterns give, the lowest of several, into a grid.

        Args:
            alive: Per cell, the patterns left.
            grid: The new grid.
        """


class Sample:
    """The windows of a picture.

    Args:
        patterns: One a row: values, x fastest.
        weights: How often each was counted.
        shape: The grid's ``(depth, height, width)``.
        window: Their side.
        periodic: Whether the new grid wraps around.
        symbols: The new grid's values.
    """

    noun = "value of the new grid"

    def __init__(
        self,
        patterns: NDArray[np.uint8],
        weights: list[float],
        shape: Shape,
        window: int,
        periodic: bool,
        symbols: str,
    ) -> None:
        self.patterns = patterns
        self.weights = weights
        self.wave_shape = self.new_shape = shape
        self.window = window
        self.periodic = periodic
        self.strict = not periodic  # the reference, which knows none of these, is not
        self.names = tuple(symbols)
        pictures = patterns.reshape(-1, window, window)
        self.allowed = [_agreement(pictures, dx, dy) for dx, dy, _ in STEPS[:4]]
        # Per pattern, one number for each of its cells and each value: 1 where it has that value.
        self.votes = np.eye(len(symbols), dtype=np.float32)[patterns].reshape(len(patterns), -1)

    def choice(self, name: str) -> NDArray[np.bool_]:
        """Return which patterns have the value in their first cell."""
        chosen: NDArray[np.bool_] = self.patterns[:, 0] == self.names.index(name)
        return chosen

    def write(self, alive: NDArray[np.bool_], grid: NDArray[np.uint8]) -> None:
        """Write the values that most patterns give, the lowest of several, into a grid."""
        _, height, width = grid.shape
        left_over = alive.sum(axis=1)
        if not self.periodic:
            y, x = np.indices((height, width))
            overhangs = (x + self.window > width) | (y + self.window > height)
            left_over[overhangs.reshape(-1)] = 0
        decided, open_cells = np.flatnonzero(left_over == 1), np.flatnonzero(left_over > 1)
        given = np.zeros((height * width, self.votes.shape[1]), dtype=np.float32)
        given[decided] = self.votes[alive[decided].argmax(axis=1)]
        given[open_cells] = alive[open_cells].astype(np.float32) @ self.votes
        by_place = given.reshape(height, width, self.window**2, -1)
        total = np.zeros((height, width, len(self.names)), dtype=np.float32)
        for place in range(self.window**2):
            down, right = divmod(place, self.window)
            total += np.roll(by_place[:, :, place], (down, right), (0, 1))
        grid[0] = total.argmax(axis=2)


def _agreement(pictures: NDArray[np.uint8], dx: int, dy: int) -> NDArray[np.bool_]:
    """Return which windows agree where one lies a step beside another."""
    n = pictures.shape[1]
    mine = pictures[:, max(0, dy) : n + min(0, dy), max(0, dx) : n + min(0, dx)]
    other = pictures[:, max(0, -dy) : n + min(0, -dy), max(0, -dx) : n + min(0, -dx)]
    keys: dict[bytes, int] = {}
    first = [keys.setdefault(part.tobytes(), len(keys)) for part in mine]
    second = [keys.setdefault(part.tobytes(), len(keys)) for part in other]
    agreed: NDArray[np.bool_] = np.array(first)[:, np.newaxis] == np.array(second)
    return agreed


def read(values: Mapping[str, Any], surroundings: Surroundings) -> Sample:
    """Return the windows of the sample that the arguments name."""
    name, window = values["sample"], values["n"] or DEFAULT_WINDOW
    bounded = bool(values["bounded_sample"])
    depth, height, width = surroundings.shape
    if depth > 1:
        message = "a sample is for 2-D grids"
        raise KindError("sample-in-layers", message, "take a tileset=", "sample")
    most = min(height, width, LARGEST_WINDOW)
    if window > most:
        message = f"a window of n={window} does not fit into the grid, {width}x{height}"
        if most == LARGEST_WINDOW:
            message = f"a window is at most {LARGEST_WINDOW} cells wide, n={window} is more"
        raise KindError("too-large", message, f"take a smaller one: n={min(most, 3)}", "n")
    picture = _picture(name, surroundings, values["values"])
    if bounded and window > min(picture.shape):
        size = f"{picture.shape[1]}x{picture.shape[0]}"
        message = f"the sample is {size}, smaller than n={window}"
        raise KindError("small-sample", message, "take a smaller n, or let it wrap", "sample")
    patterns, weights = _windows(picture, window, surroundings, bounded)
    periodic = not values["bounded"]
    return Sample(patterns, weights, surroundings.shape, window, periodic, values["values"])


def _picture(name: str, surroundings: Surroundings, symbols: str) -> NDArray[np.uint8]:
    """Return the sample as values: its colours numbered in the order in which they appear."""
    try:
        colors = surroundings.files.colors(name)
    except UnreadableFileError as error:
        message = f"{name}: {error.message}"
        raise KindError("unreadable-file", message, error.hint, "sample") from None
    if colors.shape[0] > 1:
        raise KindError("sample-in-layers", "the sample has layers", "take a picture", "sample")
    known, first, ordinal = np.unique(colors[0], return_index=True, return_inverse=True)
    if len(known) > len(symbols):
        message = f"the sample has {len(known)} colours, the new grid {len(symbols)} values"
        hint = "name a value for each colour, in the order in which they appear"
        raise KindError("too-many-colours", message, hint, "values")
    rank = np.argsort(np.argsort(first)).astype(np.uint8)
    picture: NDArray[np.uint8] = rank[ordinal].reshape(colors.shape[1:])
    return picture


def _windows(
    picture: NDArray[np.uint8], window: int, surroundings: Surroundings, bounded: bool
) -> tuple[NDArray[np.uint8], list[float]]:
    """Return the different windows, in the order in which they appear, and their counts.

    As in the reference they are counted over the cells of the new grid, which the sample fills
    again and again, and in every orientation.
    """
    _, height, width = surroundings.shape
    rows, columns = picture.shape
    orientations = SQUARE_GROUPS[in_dimension(surroundings.symmetry, False) or "all"]
    wrapped = picture[np.arange(rows + window) % rows][:, np.arange(columns + window) % columns]
    counted: dict[bytes, int] = {}
    lost = window - 1 if bounded else 0
    for y in range(min(rows, height) - lost):
        for x in range(min(columns, width) - lost):
            times = len(range(y, height - lost, rows)) * len(range(x, width - lost, columns))
            oriented = _oriented(wrapped[y : y + window, x : x + window])
            for number in orientations:
                key = oriented[number].tobytes()
                counted[key] = counted.get(key, 0) + times
    patterns = np.frombuffer(b"".join(counted), dtype=np.uint8).reshape(-1, window**2)
    return patterns, [float(count) for count in counted.values()]


def _oriented(pattern: NDArray[np.uint8]) -> list[NDArray[np.uint8]]:
    """Return a window's orientations: from the identity, alternately turned and mirrored."""
    result = []
    for _ in range(4):
        result += [pattern, pattern[:, ::-1]]
        pattern = pattern[:, ::-1].T
    return result
