"""Pictures in full colour as numbers of a table that they share."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from PIL import Image

from markovpy.model.palette import RGB
from markovpy.render.overlay import draw_marks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.interactive import Mark
    from markovpy.render.look import Grid, Look

MOST = 256
_STEP = 17  # 16 shades a channel, black and white among them


class ColorTable:
    """The colours of a film: those of its look first, then what is drawn over the cells.

    Colours that marks name are exact. In between, where letters are smooth, there are 16 shades a
    channel. When the table is full the nearest colour is taken.

    Args:
        colors: The colours of the look, by pixel value.

    Attributes:
        colors: All colours.
    """

    def __init__(self, colors: Iterable[RGB]) -> None:
        self.colors = list(colors)
        self._places = {color: place for place, color in reversed(list(enumerate(self.colors)))}

    def marked(self, drawn: Grid, marks: Iterable[Mark], look: Look) -> Grid:
        """Return a flat picture with marks over its cells.

        Args:
            drawn: The picture without them, as numbers of the table.
            marks: What to draw, in order.
            look: What the picture was drawn with, its scale among it.
        """
        marks = tuple(marks)
        for color in (part for m in marks for part in (m.fill, m.frame, m.color) if part):
            self._add(color)
        before = np.array(self.colors, dtype=np.uint8)[drawn]
        after = np.asarray(draw_marks(Image.fromarray(before), marks, look))
        changed = (before != after).any(axis=2)
        found = drawn.copy()
        found[changed] = self._numbers(after[changed])
        return found

    def _numbers(self, pixels: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """Return the places of colours, shape ``(pixels, 3)``."""
        distinct, which = np.unique(pixels, axis=0, return_inverse=True)
        places = [self._nearest((int(red), int(green), int(blue))) for red, green, blue in distinct]
        return np.array(places, dtype=np.uint8)[which.reshape(-1)]

    def _nearest(self, color: RGB) -> int:
        """Return the place of a colour, or of the nearest one that the table can have."""
        if color in self._places:
            return self._places[color]
        if len(self.colors) < MOST:
            red, green, blue = (round(part / _STEP) * _STEP for part in color)
            self._add((red, green, blue))
            return self._places[red, green, blue]
        distances = ((np.array(self.colors, dtype=np.int32) - color) ** 2).sum(axis=1)
        return int(distances.argmin())

    def _add(self, color: RGB) -> None:
        """Add a colour where it is missing and there is room for it."""
        if color not in self._places and len(self.colors) < MOST:
            self._places[color] = len(self.colors)
            self.colors.append(color)
