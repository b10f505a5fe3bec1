"""Blank cells in grids with bars: told from margins by the columns that digits stand in."""

from __future__ import annotations

import re
from collections.abc import Sequence

from markovpy.plugins.sudoku.files.faults import BARS, CELLS
from markovpy.plugins.sudoku.files.puzzle import EMPTY

_BAR = re.compile(f"[{re.escape(BARS)}]")
_PITCHES = (1, 2, 3, 4)


def fill_blanks(rows: Sequence[str], sides: Sequence[int]) -> list[str]:
    """Return the rows of one grid with a point in each blank cell; unchanged where that is unsure.

    Between bars cells stand at equal distances, with margins of equal width or one more. Only where
    a single such way has all digits in cells are blanks read as cells.

    Args:
        rows: As many lines as the grid has rows, without the lines of its frame.
        sides: The sides that boards can have.
    """
    side, width = len(rows), max(map(len, rows))
    padded = [row.ljust(width) for row in rows]
    bars = {tuple(bar.start() for bar in _BAR.finditer(row)) for row in padded}
    if side not in sides or len(bars) != 1 or not (places := bars.pop()):
        return list(rows)
    edges = [*zip((-1, *places), (*places, width), strict=True)]
    parts = [(a + 1, b) for a, b in edges if b - a > 1 and not _outside(padded, a, b, width)]
    if not parts or side % len(parts):
        return list(rows)
    cells = [_cells(padded, *part, side // len(parts)) for part in parts]
    if not all(cells):
        return list(rows)
    wanted = {place for part in cells for place in part}
    return [
        "".join(EMPTY if c == " " and x in wanted else c for x, c in enumerate(row))
        for row in padded
    ]


def _outside(rows: Sequence[str], left: int, right: int, width: int) -> bool:
    """Return whether nothing stands between an outer bar and the end of the lines."""
    outer = left == -1 or right == width
    framed = all(row.rstrip()[-1:] in BARS and row.lstrip()[:1] in BARS for row in rows)
    return outer and framed and not any(row[left + 1 : right].strip() for row in rows)


def _cells(rows: Sequence[str], start: int, end: int, count: int) -> list[int]:
    """Return the columns of so many cells between two bars; empty where several ways fit."""
    used = {x for row in rows for x in range(start, end) if row[x] != " "}
    if {row[x].upper() for row in rows for x in used} - CELLS - {" "}:
        return []
    found = []
    for pitch in _PITCHES:
        length = pitch * (count - 1) + 1
        for margin in range(max(0, end - start - length + 1)):
            places = range(start + margin, start + margin + length, pitch)
            if abs(2 * margin + length - (end - start)) <= 1 and used <= set(places):
                found.append(list(places))
        if count == 1:
            break
    return found[0] if len(found) == 1 else []
