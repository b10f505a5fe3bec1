"""Arguments of the library: what they may be, and what to say of wrong ones."""

from __future__ import annotations

import math
import numbers
import operator
import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from markovpy.compiler.dimensions import size_problem
from markovpy.engine.random import MAXIMUM_SEED
from markovpy.errors import input_error

if TYPE_CHECKING:
    from numpy.typing import NDArray


def draw_seed() -> int:
    """Return a seed drawn by the system."""
    return random.SystemRandom().randrange(MAXIMUM_SEED + 1)


def checked_seed(seed: int | None) -> int:
    """Return a seed, drawn for None; anything but a seed is an error."""
    if seed is None:
        return draw_seed()
    seed = whole_number(seed, "seed")
    if not 0 <= seed <= MAXIMUM_SEED:
        message = f"{seed} is no seed: seeds are 0 to {MAXIMUM_SEED:,}"
        raise input_error("bad-seed", message, "seed")
    return seed


def whole_number(value: Any, name: str) -> int:
    """Return a value as an int; anything but a whole number is an error."""
    try:
        return operator.index(value)
    except TypeError:
        message = f"{value!r} is no whole number"
        raise input_error(f"bad-{name}", message, name) from None


def checked_names(names: Mapping[str, Any]) -> dict[str, float]:
    """Return values for ``let`` names; each has to be a finite number."""
    for name, value in names.items():
        if not isinstance(value, numbers.Real) or not math.isfinite(value):
            raise input_error("bad-set", f"{name}={value!r} is no number", "set")
    return dict(names)


def checked_size(size: Any) -> tuple[int, int, int] | None:
    """Return a size as ``(width, height, depth)``; anything but a size is an error."""
    if size is None:
        return None
    if not isinstance(size, Sequence) or isinstance(size, str) or len(size) not in (2, 3):
        message = "a size has two or three numbers: (width, height) or (width, height, depth)"
        raise input_error("bad-size", message, "size")
    width, height, depth = (*(whole_number(side, "size") for side in size), 1)[:3]
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
