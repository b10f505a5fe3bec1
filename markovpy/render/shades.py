"""The colours of solid blocks: each value's own, two faces in the shade, and edges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from markovpy.model.palette import RGB

TOP, LEFT, RIGHT, EDGE = range(4)
SHADES = 4
"""Colours that each value but 0 has in an isometric picture."""

# What is left of red, green and blue: shadows are a little bluer than what throws them.
_LEFT = (0.78, 0.80, 0.86)
_RIGHT = (0.55, 0.57, 0.67)
_EDGE = (0.26, 0.27, 0.38)
_DARKEST = 48


def shade_index(value: NDArray[np.int16], shade: NDArray[np.int16] | int) -> NDArray[np.int16]:
    """Return the pixel values of values, from 1 on, in a shade; see :func:`face_colors`."""
    return np.asarray(value * SHADES - (SHADES - 1) + shade, np.int16)


def face_colors(colors: tuple[RGB, ...]) -> tuple[RGB, ...]:
    """Return the colours of isometric pictures by pixel value.

    Args:
        colors: One colour a value.

    Returns:
        First the colour of value 0, the background. Then four for each other value: its upper
        face (exactly its colour), its left face, its right face, its edges.
    """
    shaded = [shade for color in colors[1:] for shade in _shades(color)]
    return (colors[0], *shaded)


def _shades(color: RGB) -> tuple[RGB, RGB, RGB, RGB]:
    """Return the four colours of a value."""
    if max(color) < _DARKEST:
        # Nothing is darker than black: here the sides are lighter than the top.
        red, green, blue = color
        lighter = [(red + more, green + more, blue + more + 4) for more in (18, 36, 70)]
        return color, lighter[0], lighter[1], lighter[2]
    return color, _times(color, _LEFT), _times(color, _RIGHT), _times(color, _EDGE)


def _times(color: RGB, factors: tuple[float, float, float]) -> RGB:
    red, green, blue = (round(part * factor) for part, factor in zip(color, factors, strict=True))
    return red, green, blue
