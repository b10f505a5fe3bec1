"""What a player is told who asks: the next step, and what is wrong."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from markovpy.plugins.sudoku.checking import join
from markovpy.plugins.sudoku.hints import next_step

if TYPE_CHECKING:
    from markovpy.plugins.sudoku.progress import Problem, Progress

_MOST_NAMED = 3


def hint(problem: Problem, progress: Progress, cells: bytes) -> Progress:
    """Return what is shown after a hint: the next step of a human, or what is wrong.

    What it rules out is kept, so that the next hint goes on from there.
    """
    shape = problem.shape
    progress = replace(progress, hints=progress.hints + 1)
    wrong = problem.wrong(cells)
    if wrong:
        said = f"first clear what is wrong: {_places(wrong, problem)}"
        return replace(progress, said=said, framed=frozenset(), wrong=wrong)
    full = (1 << shape.side) - 1
    left = np.array(progress.left or [full] * shape.cells, dtype=np.int32)
    board = np.frombuffer(cells, dtype=np.uint8)
    step = next_step(board, left, (shape.box_height, shape.box_width))
    if step is None:
        said = "nothing is certain here: the puzzle has several solutions"
        return replace(progress, said=said, framed=frozenset(), wrong=wrong)
    for cell, digit in step.removes:
        left[cell] &= ~(1 << digit - 1)
    return replace(
        progress,
        said=step.message,
        framed=frozenset((*step.cells, *(cell for cell, _ in step.places))),
        wrong=wrong,
        left=tuple(left.tolist()),
    )


def checked(problem: Problem, progress: Progress, cells: bytes) -> Progress:
    """Return what is shown after a check: which entries are wrong."""
    wrong = problem.wrong(cells)
    if wrong:
        number = "1 entry is" if len(wrong) == 1 else f"{len(wrong)} entries are"
        said = f"{number} wrong: {_places(wrong, problem)}"
    else:
        said = "nothing is wrong so far"
    return replace(progress, said=said, framed=frozenset(), wrong=wrong)


def _places(cells: frozenset[int], problem: Problem) -> str:
    """Return cells in words, not too many of them."""
    names = [problem.shape.cell_name(cell) for cell in sorted(cells)]
    if len(names) > _MOST_NAMED:
        names[_MOST_NAMED:] = [f"{len(names) - _MOST_NAMED} more"]
    return join(names, "; ")
