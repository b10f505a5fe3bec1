"""What a run is asked for: seeds, sizes, names, starts and colours, and what is wrong with them."""

from __future__ import annotations

import math
import numbers
import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from markovpy import arguments
from markovpy.compiler.dimensions import size_problem
from markovpy.engine.random import MAXIMUM_SEED
from markovpy.errors import input_error
from markovpy.model.moves import Move, read_moves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from markovpy.model.palette import RGB

LARGEST_SCALE = 10_000
_COLOR = "colour of three numbers"


def draw_seed() -> int:
    """Return a seed drawn by the system."""
    return random.SystemRandom().randrange(MAXIMUM_SEED + 1)


def checked_seed(seed: int | None) -> int:
    """Return a seed, drawn for None; anything but a seed is an error."""
    if seed is None:
        return draw_seed()
    seed = arguments.whole_number(seed, "seed", code="bad-seed")
    if not 0 <= seed <= MAXIMUM_SEED:
        message = f"{seed} is no seed: seeds are 0 to {MAXIMUM_SEED:,}"
        raise input_error("bad-seed", message, "seed")
    return seed


def checked_names(names: Any) -> dict[str, float]:
    """Return values for ``let`` names; each has to be a finite number."""
    given = {} if names is None else arguments.mapping(names, "set")
    for name, value in given.items():
        if not isinstance(value, numbers.Real) or not math.isfinite(value):
            raise input_error("bad-set", f"{name}={value!r} is no number", "set")
    return dict(given)


def checked_size(size: Any) -> tuple[int, int, int] | None:
    """Return a size as ``(width, height, depth)``; anything but a size is an error."""
    if size is None:
        return None
    if not isinstance(size, Sequence) or isinstance(size, str) or len(size) not in (2, 3):
        message = "a size has two or three numbers: (width, height) or (width, height, depth)"
        raise input_error("bad-size", message, "size")
    sides = [arguments.whole_number(side, "size", code="bad-size") for side in size]
    width, height, depth = (*sides, 1)[:3]
    problem = size_problem(width, height, depth)
    if problem:
        raise input_error("bad-size", problem, "size")
    return width, height, depth


def checked_start(start: NDArray[Any]) -> NDArray[np.uint8]:
    """Return a start grid, shape ``(depth, height, width)``; other arrays are an error."""
    try:
        array = np.asarray(start)
    except ValueError:
        array = np.empty(0)
    if array.ndim not in (2, 3) or array.size == 0 or array.dtype.kind not in "iub":
        message = (
            "a start grid is an array of whole numbers, (height, width) or (depth, height, width)"
        )
        raise input_error("bad-start", message, "start")
    if array.min() < 0 or array.max() > 255:
        raise input_error("bad-start", "a value of the start grid is no value", "start")
    return array.astype(np.uint8).reshape((1,) * (3 - array.ndim) + array.shape)


def checked_moves(moves: Any) -> tuple[Move, ...]:
    """Return moves of a game, read where they are a text; what is no move is an error."""
    if isinstance(moves, str):
        return tuple(read_moves(moves))
    given = arguments.sequence(moves, "moves", "text or sequence of moves")
    return tuple(arguments.instance(move, Move, "moves", "move of read_moves") for move in given)


def checked_scale(scale: int | None) -> int | None:
    """Return how many pixels a cell has; None for as many as are handy."""
    return None if scale is None else arguments.whole_number(scale, "scale", 1, LARGEST_SCALE)


def checked_palette(palette: Any) -> Mapping[str, RGB]:
    """Return colours by symbol: three whole numbers from 0 to 255 each."""
    given = {} if palette is None else arguments.mapping(palette, "palette")
    for color in given.values():
        if len(arguments.sequence(color, "palette", _COLOR)) != 3:
            raise input_error("bad-argument", f"{color!r} is no {_COLOR}", "palette")
        for part in color:
            arguments.whole_number(part, "palette", 0, 255)
    return given
