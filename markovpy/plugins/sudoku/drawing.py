"""How a puzzle that is played looks: what is drawn over the grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.nodes.plugin import Mark
from markovpy.plugins.sudoku.checking import check_cells

if TYPE_CHECKING:
    from collections.abc import Iterator

    from markovpy.engine.interactive import RGB
    from markovpy.plugins.sudoku.progress import Problem, Progress
    from markovpy.plugins.sudoku.shape import Shape

_WHITE = (255, 255, 255)
_GIVEN = (224, 226, 230)
_PEER = (228, 238, 250)
_GIVEN_PEER = (206, 217, 232)
_SAME = (178, 207, 240)
_SELECTED = (255, 243, 176)
_CONFLICT = (250, 208, 208)
_INK = (24, 26, 32)
_ENTRY = (30, 80, 190)
_NOTE = (92, 98, 110)
RED = (200, 16, 36)
_FRAME = (30, 80, 190)
_HINT = (20, 140, 70)
_PLACES = 9


def marks(problem: Problem, progress: Progress, cells: bytes, ended: bool) -> list[Mark]:
    """Return what is drawn over the cells.

    Args:
        problem: The puzzle.
        progress: What is selected, noted and found.
        cells: What is in the grid, a byte a cell.
        ended: Whether the game has ended, so that nothing is selected.
    """
    shape = problem.shape
    conflicts = check_cells(cells, shape).cells
    selected = -1 if ended else progress.cell
    near = set() if ended else set(shape.peers[selected])
    drawn = []
    for cell, digit in enumerate(cells):
        given = problem.givens[cell] > 0
        fill = _GIVEN if given else _WHITE
        if cell in conflicts:
            fill = _CONFLICT
        elif cell == selected:
            fill = _SELECTED
        elif digit and not ended and digit == cells[selected]:
            fill = _SAME
        elif cell in near:
            fill = _GIVEN_PEER if given else _PEER
        ink = RED if cell in conflicts else _INK if given else _ENTRY
        frame = _frame(cell, selected, progress)
        drawn.append(_mark(cell, digit, shape, ink, fill, frame))
        if not digit:
            drawn += _notes(cell, progress.notes[cell], shape)
    return drawn


def board(givens: bytes, cells: bytes, shape: Shape) -> list[Mark]:
    """Return what is drawn over a board that nobody plays: givens shaded, conflicts red."""
    conflicts = check_cells(cells, shape).cells
    drawn = []
    for cell, digit in enumerate(cells):
        given = givens[cell] > 0
        ink = RED if cell in conflicts else _INK if given else _ENTRY
        fill = _CONFLICT if cell in conflicts else _GIVEN if given else _WHITE
        drawn.append(_mark(cell, digit, shape, ink, fill))
    return drawn


def _mark(
    cell: int, digit: int, shape: Shape, ink: RGB, fill: RGB, frame: RGB | None = None
) -> Mark:
    y, x = divmod(cell, shape.side)
    text = shape.digits[digit - 1] if digit else ""
    return Mark(x, y, text, color=ink, frame=frame, fill=fill)


def _frame(cell: int, selected: int, progress: Progress) -> RGB | None:
    """Return the colour of the frame around a cell; None for no frame."""
    if cell in progress.wrong:
        return RED
    if cell in progress.framed:
        return _HINT
    return _FRAME if cell == selected else None


def _notes(cell: int, mask: int, shape: Shape) -> Iterator[Mark]:
    """Yield the digits noted in a cell, each at its place; on large boards some share one."""
    y, x = divmod(cell, shape.side)
    shared = -(-shape.side // _PLACES)
    for place in range(_PLACES):
        digits = range(place * shared, min((place + 1) * shared, shape.side))
        text = "".join(shape.digits[digit] for digit in digits if mask >> digit & 1)
        if text:
            yield Mark(x, y, text, place, _NOTE)
