"""Where lines between cells lie in a picture."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markovpy.render.look import SMALLEST_LINED_CELL

if TYPE_CHECKING:
    from markovpy.render.look import Look

Ends = list[tuple[int, int]]


@dataclass(frozen=True)
class Lines:
    """The lines of a layer's picture, half of each in either of two cells.

    Args:
        look: How it is drawn.
        scale: Pixels a cell.

    Attributes:
        thin: Pixels of a thin line; 0 where none are drawn.
        margin: Pixels of a thick line; the picture is larger by so many.
    """

    look: Look
    scale: int
    thin: int = field(init=False)
    margin: int = field(init=False)

    def __post_init__(self) -> None:
        shown = bool(self.look.lines) and self.scale >= SMALLEST_LINED_CELL
        thin = max(1, self.scale // 32)
        object.__setattr__(self, "thin", thin if shown else 0)
        object.__setattr__(self, "margin", max(thin + 1, self.scale // 7) if shown else 0)

    def across(self, cells: int) -> Ends:
        """Return where the upright lines of so many columns begin and end, from the left."""
        return self._lines(cells, self.look.lines)

    def down(self, cells: int) -> Ends:
        """Return where the level lines of so many rows begin and end, from the top."""
        return self._lines(cells, self.look.lines_down or self.look.lines)

    def _lines(self, cells: int, every: int) -> Ends:
        found = []
        for border in range(cells + 1):
            is_thick = self.margin and (border % every == 0 or border == cells)
            line = self.margin if is_thick else self.thin
            start = border * self.scale + self.margin // 2 - line // 2
            found.append((start, start + line))
        return found
