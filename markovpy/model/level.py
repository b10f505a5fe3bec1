"""A level: a grid to start from, one of several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from markovpy.errors import input_error
from markovpy.source import Source, Span

Place: TypeAlias = tuple[int, int]
"""Row and column of a cell, from 0."""


@dataclass(frozen=True)
class Level:
    """A level as it is written, its characters not yet read.

    Args:
        title: What it is called; empty if it has no name.
        author: Who made it; empty if that is not said.
        comment: What else is said of it, lines separated by a line feed.
        solution: The first solution stored with it, in LURD without run lengths; may be empty.
        rows: Its rows from top to bottom, all of one width.
        source: The file that it stands in; None for none.
        offsets: Where each cell is written in that file, row by row; a row's cells that were
            filled up are missing.
    """

    title: str
    author: str
    comment: str
    solution: str
    rows: tuple[str, ...]
    source: Source | None = field(default=None, compare=False, repr=False)
    offsets: tuple[Sequence[int], ...] = field(default=(), compare=False, repr=False)

    @property
    def width(self) -> int:
        """Cells in a row."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """Number of rows."""
        return len(self.rows)

    @property
    def line(self) -> int:
        """The line of the file in which its first row stands, from 1; 0 if it has none."""
        span = self.span()
        return 0 if self.source is None or span is None else self.source.position(span.start)[0]

    def span(self, place: Place | None = None) -> Span | None:
        """Return where a cell stands in the file; None where there is no file.

        Args:
            place: The cell; None for the first row.
        """
        first = next((row for row in self.offsets if row), None)
        row = first if place is None or not self.offsets else self.offsets[place[0]] or first
        if row is None:
            return None
        if place is None:
            return Span(row[0], row[-1] + 1)
        start = row[place[1]] if place[1] < len(row) else row[-1] + 1
        return Span(start, start + 1)


def pick_level(levels: Sequence[Level], number: int, name: str) -> Level:
    """Return a level of a collection by its number, from 1.

    Raises:
        ProgramError: There is no such level.
    """
    if not 1 <= number <= len(levels):
        hint = f"name one of 1..{len(levels)}"
        raise input_error("no-such-level", f"there is no level {number}", name, hint)
    return levels[number - 1]
