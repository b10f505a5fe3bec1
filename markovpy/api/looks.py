"""How the pictures of a program look."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.compiler.program import Checked
    from markovpy.render.look import Look


def all_symbols(checked: Checked) -> str:
    """Return the symbols of all grids that a program goes through, each once."""
    return "".join(dict.fromkeys("".join(stage.alphabet.symbols for stage in checked.stages)))


def look_of(
    checked: Checked, symbols: str, palette: Mapping[str, tuple[int, int, int]] | None
) -> Look:
    """Return how grids of the given symbols look.

    Args:
        checked: The program.
        symbols: The symbols of the values that are drawn.
        palette: RGB by symbol, before the program's own colours and the default ones.
    """
    from markovpy.model.palette import default_color
    from markovpy.render.look import Look

    appearance = checked.appearance
    chosen = {**appearance.colors, **(palette or {})}
    colors = tuple(chosen.get(symbol) or default_color(symbol) for symbol in symbols)
    return Look(colors, symbols, appearance.glyphs, appearance.lines)


def grid_digest(grid: NDArray[np.uint8], symbols: str) -> str:
    """Return the SHA-256 of ``WIDTHxHEIGHTxDEPTH:`` and the symbols of a grid.

    Args:
        grid: Values, shape ``(depth, height, width)``; x is read fastest, then y, then z.
        symbols: ``symbols[value]`` is how a value is written.
    """
    depth, height, width = grid.shape
    written = np.array([ord(symbol) for symbol in symbols], dtype="<u4")
    text = written[grid.reshape(-1)].tobytes().decode("utf-32-le")
    return hashlib.sha256(f"{width}x{height}x{depth}:{text}".encode()).hexdigest()
