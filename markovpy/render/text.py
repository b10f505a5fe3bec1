"""A grid as text."""

from __future__ import annotations

import numpy as np

from markovpy.render.look import Grid


def grid_text(grid: Grid, symbols: str) -> str:
    """Return the rows of a grid as lines of symbols, without a line end after the last.

    Args:
        grid: Values, ``(height, width)`` or ``(depth, height, width)``. Layers are separated
            by a line ``---``, the top one (the largest z) first, as in picture blocks.
        symbols: One character a value.
    """
    codes = np.array([ord(symbol) for symbol in symbols], dtype=np.uint32)
    layers = grid[None] if grid.ndim == 2 else grid[::-1]
    return "\n---\n".join(
        "\n".join("".join(map(chr, row)) for row in codes[layer].tolist()) for layer in layers
    )
