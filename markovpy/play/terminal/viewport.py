"""The part of a board that is shown where there is no room for all of it."""

from __future__ import annotations

from dataclasses import dataclass

Size = tuple[int, int]
_LEAST_CELLS = 5
SIGNS = 1
"""Columns, or rows, that are left free at each side for signs that there is more."""
_ALMOST_AT_THE_EDGE = 3  # a part of so many


@dataclass(frozen=True)
class Part:
    """A rectangle of cells.

    Args:
        left: Its first column.
        top: Its first row.
        size: Its columns and rows.
        whole: Those of the board.
    """

    left: int
    top: int
    size: Size
    whole: Size

    @property
    def inset(self) -> Size:
        """The columns and rows of characters that signs take before the cells."""
        return (
            SIGNS if self.size[0] < self.whole[0] else 0,
            SIGNS if self.size[1] < self.whole[1] else 0,
        )

    def signed(self, lines: list[str], columns: int, arrows: str) -> list[str]:
        """Return lines with arrows at the sides beyond which there is more.

        Args:
            lines: What is shown of the board.
            columns: How wide they are.
            arrows: How to write left, up, right and down.
        """
        across, down = self.inset
        right = self.left + self.size[0] < self.whole[0]
        below = self.top + self.size[1] < self.whole[1]
        if across:
            near = {len(lines) // 2 + offset for offset in (-1, 0, 1)}
            lines = [
                f"{arrows[0] if self.left and row in near else ' '}{line}"
                f"{arrows[2] if right and row in near else ' '}"
                for row, line in enumerate(lines)
            ]
        if down:
            width = columns + 2 * across
            above, under = (
                " ".join(arrow * 3).center(width) if more else " " * width
                for arrow, more in ((arrows[1], self.top), (arrows[3], below))
            )
            lines = [above, *lines, under]
        return lines


class Viewport:
    """Chooses the part that is shown: it follows what one looks at, and moves no more than that."""

    def __init__(self) -> None:
        self._left = 0
        self._top = 0

    def part(self, whole: Size, room: Size, focus: Size | None) -> Part:
        """Return what is shown of a board.

        Args:
            whole: The columns and rows of its cells.
            room: As many can be shown.
            focus: The cell that has to be seen; None for any.
        """
        across, down = min(whole[0], room[0]), min(whole[1], room[1])
        x, y = focus or (self._left + across // 2, self._top + down // 2)
        self._left = _following(self._left, across, whole[0], x)
        self._top = _following(self._top, down, whole[1], y)
        return Part(self._left, self._top, (across, down), whole)


def least_cells(whole: Size) -> Size:
    """Return the columns and rows of the smallest part of a board that is of any use."""
    return min(whole[0], _LEAST_CELLS), min(whole[1], _LEAST_CELLS)


def _following(first: int, shown: int, whole: int, focus: int) -> int:
    """Return the first of so many places shown, such that the focus is not close to an edge."""
    margin = shown // _ALMOST_AT_THE_EDGE
    first = max(first, focus - shown + 1 + margin)
    first = min(first, focus - margin)
    return max(0, min(first, whole - shown))
