"""``convchain``: texture by example."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Any

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
if cython.compiled:
    from cython.cimports.libc.math import pow as power
else:
    from math import pow as power

    from markovpy.engine.memory import doubles, ints, octets
from markovpy.engine.limited import Limited
from markovpy.errors import UnreadableFileError
from markovpy.model.symmetry import SQUARE_GROUPS
from markovpy.nodes.kind import Body, KindError, NodeKind
from markovpy.nodes.parameter import ONCE, STEPS, SYMMETRY, WEIGHT, Parameter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode
    from markovpy.nodes.kind import Surroundings

OPAQUE_WHITE = 0xFFFFFFFF
DEFAULT_N = 3
LARGEST_N = 4
UNSEEN = 0.1
"""The weight of a pattern that the sample does not hold."""


@dataclass(frozen=True)
class Texture:
    """What a convchain node is to do.

    Args:
        shape: The grid's ``(height, width)``.
        n: The side of the patterns.
        weights: How often the sample holds each pattern, by the pattern's number: bit
            ``x + y * n`` is set where the pattern is white.
        ground: The value that is replaced.
        black: The value that stands for what is not white.
        white: The value that stands for white.
        temperature: How readily patterns become less likely; 0 for never.
    """

    shape: tuple[int, int]
    n: int
    weights: NDArray[np.float64]
    ground: int
    black: int
    white: int
    temperature: float


class ConvChain(Limited):
    """Fills an area with black and white so that its patterns are as frequent as in a sample.

    The first turn gives every cell of the area black or white by ``Next(2)``. Each later turn
    draws as many cells as the grid has, ``Next(cells)`` each, and turns those of the area over
    with the chance that the Metropolis algorithm asks for: the product of ratios of weights
    over all patterns that hold the cell, one number drawn where it is below 1. The grid's edges
    meet. (MarkovJunior, ConvChainNode; P. F. Harrison 2005 has the idea.)

    Args:
        number: See :class:`Node`.
        limits: See :class:`Limited`.
        texture: What to do.
    """

    def __init__(self, number: int, limits: tuple[int, int], texture: Texture) -> None:
        super().__init__(number, limits)
        self.height, self.width = texture.shape
        self.n = texture.n
        self.ground, self.black, self.white = texture.ground, texture.black, texture.white
        self.exponent = 1 / texture.temperature if texture.temperature else inf
        self.area_array = np.zeros(self.height * self.width, dtype=np.uint8)
        self.weight_array = texture.weights
        self.place_array = np.array(
            [places(self.n, self.width), places(self.n, self.height)], dtype=np.int32
        )
        self.row_array = np.zeros(3 * self.n, dtype=np.int32)
        self.area = octets(self.area_array)
        self.weights = doubles(self.weight_array)
        self.places = ints(self.place_array)
        self.rows = ints(self.row_array)
        self.windows = 1 + max(
            place for place in range(2 * self.n - 1) if self.place_array[:, place].max() >= 0
        )

    def reset(self) -> None:
        """Forget the area, and begin with noise again."""
        self.counter = 0
        self.drawn = False
        self.area_array[:] = 0

    def step(self, state: State) -> bool:
        """Make noise, then improve it; False where there is no area, or enough was done."""
        if not self.due(state):
            return False
        acted = True
        if self.counter == 0:
            acted = self.make_noise(state)
        else:
            self.improve(state)
        self.counter += 1
        if acted:
            state.unlogged = True
            state.actor = self.number
        return acted

    def make_noise(self, state: State) -> bool:
        """Take the ground as the area and fill it with noise; False where there is none."""
        found = False
        for cell in range(state.size):
            if state.cells[cell] == self.ground:
                state.cells[cell] = self.white if state.rng.below(2) else self.black
                self.area[cell] = 1
                found = True
        return found

    def improve(self, state: State) -> None:
        """Look at as many drawn cells as there are."""
        for _ in range(state.size):
            cell = state.rng.below(state.size)
            if not self.area[cell]:
                continue
            gain = self.gain(state, cell)
            if gain < 1:
                if self.exponent != 1:
                    gain = power(gain, self.exponent)
                if gain <= state.rng.fraction():
                    continue
            black = state.cells[cell] == self.black
            state.cells[cell] = self.white if black else self.black

    def gain(self, state: State, cell: int) -> float:
        """Return how much likelier the grid would be with a cell turned over.

        Windows are walked through row by row from the one whose last cell is the given one; that
        is the order in which rounding errors come about.
        """
        n = self.n
        y = cell // self.width
        x = cell - y * self.width
        self.gather(state, x, y)
        gain = 1.0
        row_mask = (1 << n) - 1
        for top in range(self.windows):
            if self.places[2 * n - 1 + top] < 0:
                continue
            for left in range(self.windows):
                if self.places[left] < 0:
                    continue
                pattern = 0
                for i in range(n):
                    pattern |= (self.rows[top + i] >> left & row_mask) << i * n
                own = 1 << self.places[2 * n - 1 + top] * n + self.places[left]
                gain *= self.weights[pattern ^ own] / self.weights[pattern]
        return gain

    def gather(self, state: State, x: int, y: int) -> None:
        """Note what is white around a cell: per row of cells, a bit each."""
        n = self.n
        length = self.windows + n - 1
        first = (x - n + 1) % self.width
        if first < 0:
            first += self.width
        row = (y - n + 1) % self.height
        if row < 0:
            row += self.height
        for i in range(length):
            bits = 0
            column = first
            for j in range(length):
                if state.cells[row * self.width + column] == self.white:
                    bits |= 1 << j
                column += 1
                if column == self.width:
                    column = 0
            self.rows[i] = bits
            row += 1
            if row == self.height:
                row = 0


def places(n: int, side: int) -> list[int]:
    """Return where, in each window that may hold a cell, the cell stands.

    Windows begin n - 1 before the cell to n - 1 behind it; on a grid so small that windows meet
    themselves it counts where the cell stands last.

    Args:
        n: The windows' side.
        side: The grid's.

    Returns:
        A place per window, -1 where the cell is not in it.
    """
    found = []
    for window in range(2 * n - 1):
        inside = [place for place in range(n) if (window + place - n + 1) % side == 0]
        found.append(max(inside, default=-1))
    return found


def pattern_weights(
    white: NDArray[np.bool_], n: int, orientations: tuple[int, ...]
) -> NDArray[np.float64]:
    """Return how often each pattern occurs in a sample whose edges meet.

    Args:
        white: Which pixels are white, shape ``(height, width)``.
        n: The patterns' side.
        orientations: Which of the eight orientations of each pattern count.

    Returns:
        A weight per pattern number (see :class:`Texture`), never 0.
    """
    bits = np.arange(n * n).reshape(n, n)
    weights = np.zeros(1 << n * n)
    for orientation in orientations:
        reflected = np.fliplr(bits) if orientation % 2 else bits
        turned = np.rot90(reflected, -(orientation // 2))
        numbers = np.zeros(white.shape, dtype=np.int64)
        for (y, x), bit in np.ndenumerate(turned):
            numbers += np.roll(white, (-y, -x), axis=(0, 1)).astype(np.int64) << int(bit)
        weights += np.bincount(numbers.reshape(-1), minlength=len(weights))
    weights[weights == 0] = UNSEEN
    return weights


def prepare(values: Mapping[str, Any], around: Surroundings) -> Texture:
    """Return what the arguments ask for: read the sample and count its patterns."""
    depth, height, width = around.shape
    if depth > 1:
        hint = "give the grid one layer"
        raise KindError("only-2d", "'convchain' is for 2-D grids only", hint)
    n = DEFAULT_N if values["n"] is None else values["n"]
    if n > LARGEST_N:
        message = f"patterns of {n}x{n} cells are too many to count"
        raise KindError("too-large", message, f"n is 1 to {LARGEST_N}", "n")
    temperature = 1.0 if values["temperature"] is None else values["temperature"]
    if temperature < 0:
        message = f"{temperature} is no temperature: it is 0 or more"
        raise KindError("bad-temperature", message, parameter="temperature")
    if values["black"] == values["white"]:
        message = "'black=' and 'white=' are the same value"
        raise KindError("repeated-value", message, "name two values", "white")
    name = values["sample"]
    try:
        pixels = around.files.colors(name)
    except UnreadableFileError as error:
        message = f"{name}: {error.message}"
        raise KindError("unreadable-file", message, error.hint, "sample") from None
    if len(pixels) > 1:
        raise KindError("only-2d", f"{name}: a sample is a picture", "name a PNG", "sample")
    weights = pattern_weights(pixels[0] == OPAQUE_WHITE, n, SQUARE_GROUPS[around.symmetry])
    return Texture(
        (height, width),
        n,
        weights,
        values["on"],
        values["black"],
        values["white"],
        float(temperature),
    )


def build(node: CheckedNode, builder: Builder) -> ConvChain:
    """Return the running node."""
    return ConvChain(node.number, node.limits, node.data)


KIND = NodeKind(
    name="convchain",
    summary="a texture by example: the first turn fills an area with black and white at random, "
    "each later one makes its patterns more like those of a sample picture; never done without "
    "`steps=`",
    markovjunior="`<convchain>`",
    body=Body.NONE,
    parameters=(
        Parameter(
            "sample",
            "text",
            "the picture's file; pixels of opaque white are white, all others black",
            required=True,
        ),
        Parameter(
            "n", "count", "the side of the patterns compared, 1 to 4", minimum=1, default="3"
        ),
        Parameter("on", "symbol", "the value that marks the area to fill", required=True),
        Parameter("black", "symbol", "the value that black becomes", required=True),
        Parameter("white", "symbol", "the value that white becomes", required=True),
        Parameter(
            "temperature",
            "decimal",
            "how readily patterns that the sample lacks are taken, 0 for never",
            default="1.0",
        ),
        STEPS,
        ONCE,
        replace(SYMMETRY, summary="the orientations in which the sample is read", native=True),
        WEIGHT,
    ),
    prepare=prepare,
    build=build,
)
