"""The next step that a human could take, in words: hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from markovpy.plugins.sudoku.checking import check_cells, join
from markovpy.plugins.sudoku.grading import techniques
from markovpy.plugins.sudoku.reading import Box, Puzzle, read
from markovpy.plugins.sudoku.shape import PuzzleError, Shape
from markovpy.plugins.sudoku.solver import solver
from markovpy.plugins.sudoku.techniques import NAMES

if TYPE_CHECKING:
    from numpy.typing import NDArray

_FISH = {"X-wing", "swordfish"}


@dataclass(frozen=True)
class Step:
    """One step of a solution.

    Args:
        technique: Its name, one of ``techniques.NAMES``.
        cells: The cells that show it.
        digits: The digits it is about, from 1.
        places: What it puts where: ``(cell, digit)``.
        removes: The candidates it rules out: ``(cell, digit)``.
        message: The step in words.
    """

    technique: str
    cells: tuple[int, ...]
    digits: tuple[int, ...]
    places: tuple[tuple[int, int], ...]
    removes: tuple[tuple[int, int], ...]
    message: str


def next_step(
    puzzle: Puzzle, candidates: NDArray[np.int32] | None = None, box: Box | None = None
) -> Step | None:
    """Return the easiest step on a board, or None where it is full or nothing is certain.

    Args:
        puzzle: Givens and entries; text, lists or an array.
        candidates: For each cell the mask of digits that earlier steps left (bit 0 is digit 1),
            shape ``(cells,)``; None for all that rows, columns and boxes allow.
        box: ``(height, width)`` of a box; None where the side is a square number.

    Raises:
        PuzzleError: The board has no solution; what stands twice is named.
    """
    cells, shape = read(puzzle, box)
    if candidates is not None and np.shape(candidates) != (shape.cells,):
        message = f"candidates of shape {np.shape(candidates)} for {shape.cells} cells"
        raise PuzzleError("bad-wish", message, f"give a mask for each cell: ({shape.cells},)")
    number = _checked(cells, shape)
    return _step(cells, shape, candidates, number == 1)


def steps(puzzle: Puzzle, box: Box | None = None) -> Iterator[Step]:
    """Yield the steps that solve a puzzle, the easiest first each time."""
    cells, shape = read(puzzle, box)
    unique = _checked(cells, shape) == 1
    candidates = np.full(shape.cells, (1 << shape.side) - 1, dtype=np.int32)
    while (step := _step(cells, shape, candidates, unique)) is not None:
        yield step
        for cell, digit in step.removes:
            candidates[cell] &= ~(1 << digit - 1)
        filled = bytearray(cells)
        for cell, digit in step.places:
            filled[cell] = digit
        cells = bytes(filled)


def _checked(cells: bytes, shape: Shape) -> int:
    number: int = solver(shape).count(cells, 2)
    if number == 0:
        report = check_cells(cells, shape)
        message = report.message if report.conflicts else "the board has no solution"
        raise PuzzleError("bad-puzzle", message, "some digit on it is wrong")
    return number


def _step(
    cells: bytes, shape: Shape, candidates: NDArray[np.int32] | None, unique: bool
) -> Step | None:
    finder = techniques(shape)
    finder.load(cells, candidates)
    for number, name in enumerate(NAMES):
        if finder.find(number, True):
            return _Words(finder.arrays, shape).step(name)
    return _look_up(cells, shape) if unique and 0 in cells else None


def _look_up(cells: bytes, shape: Shape) -> Step:
    """Return the digit of the first empty cell, where no technique tells one."""
    engine = solver(shape)
    engine.count(cells, 1)
    cell = cells.index(0)
    digit = engine.solution()[cell]
    message = f"{shape.cell_name(cell)} is {shape.digits[digit - 1]}: only trying all ways shows it"
    return Step("trial", (cell,), (digit,), ((cell, digit),), (), message)


class _Words:
    """Tells what the search for techniques has found.

    Args:
        arrays: Its memory.
        shape: The board.
    """

    def __init__(self, arrays: dict[str, NDArray[np.int32]], shape: Shape) -> None:
        self.arrays = arrays
        self.shape = shape
        self.detail: tuple[int, int, int, int] = tuple(arrays["detail"].tolist())

    def step(self, name: str) -> Step:
        """Return the step of a technique."""
        kind = "subset" if name.split()[-1] in ("pair", "triple", "quad") else name
        kind = "fish" if name in _FISH else kind
        teller = getattr(self, "_tell_" + kind.lower().replace(" ", "_").replace("-", "_"))
        cells, digits, message = teller()
        places = tuple(
            (cell, digit) for cell, digit in enumerate(self.arrays["new"].tolist()) if digit
        )
        removes = tuple(
            (cell, digit)
            for cell, mask in enumerate(self.arrays["gone"].tolist())
            for digit in _digits(mask)
        )
        return Step(name, tuple(cells), tuple(digits), places, removes, message)

    def _digit(self, digit: int) -> str:
        return self.shape.digits[digit - 1]

    def _cells(self, cells: list[int]) -> str:
        return join([self.shape.cell_name(cell) for cell in cells], "; ")

    def _tell_naked_single(self) -> tuple[list[int], list[int], str]:
        cell, digit = self.detail[0], self.detail[1] + 1
        words = f"{self.shape.cell_name(cell)} can only be {self._digit(digit)}: "
        return [cell], [digit], words + "every other digit is ruled out there"

    def _tell_hidden_single(self) -> tuple[list[int], list[int], str]:
        cell, digit, unit = self.detail[0], self.detail[1] + 1, self.detail[2]
        words = f"{self._digit(digit)} has only one place in {self.shape.unit_name(unit)}: "
        return [cell], [digit], words + self.shape.cell_name(cell)

    def _tell_locked_candidates(self) -> tuple[list[int], list[int], str]:
        one, other, digit = self.detail[0], self.detail[1], self.detail[2] + 1
        name, shape = self._digit(digit), self.shape
        shared = [cell for cell in shape.units[one] if cell in shape.units[other]]
        held = [c for c in shared if self.arrays["candidates"][c] >> digit - 1 & 1]
        words = f"in {shape.unit_name(one)}, {name} can only stand in {shape.unit_name(other)}: "
        return held, [digit], words + f"{name} can go from the rest of {shape.unit_name(other)}"

    def _tell_subset(self) -> tuple[list[int], list[int], str]:
        hidden, unit, chosen, union = self.detail
        members, name = self.shape.units[unit], self.shape.unit_name(unit)
        positions, masks = (union, chosen) if hidden else (chosen, union)
        cells = [members[position - 1] for position in _digits(positions)]
        digits = _digits(masks)
        names = join([self._digit(digit) for digit in digits])
        if hidden:
            words = f"in {name}, {names} can only stand in {self._cells(cells)}: "
            return cells, digits, words + "no other digit can stand there"
        words = f"{self._cells(cells)} can only hold {names}: "
        return cells, digits, words + f"these can go from the rest of {name}"

    def _tell_fish(self) -> tuple[list[int], list[int], str]:
        kind, digit, lines, across = self.detail
        side, name = self.shape.side, self._digit(digit + 1)
        chosen, crossed = _digits(lines), _digits(across)
        rows, columns = (chosen, crossed) if kind == 2 else (crossed, chosen)
        cells = [side * (row - 1) + column - 1 for row in rows for column in columns]
        held = [c for c in cells if self.arrays["candidates"][c] >> digit & 1]
        kinds = ("rows", "columns") if kind == 2 else ("columns", "rows")
        where = f"{kinds[1]} {join([str(line) for line in crossed])}"
        words = f"in {kinds[0]} {join([str(line) for line in chosen])}, {name} can only stand in "
        return held, [digit + 1], words + f"{where}: {name} can go from the rest of these"

    def _tell_xy_wing(self) -> tuple[list[int], list[int], str]:
        pivot, one, other, digit = self.detail
        name = self._digit(digit + 1)
        first, second = [self._digit(d) for d in _digits(self.arrays["candidates"][pivot])]
        words = (
            f"whether {self.shape.cell_name(pivot)} is {first} or {second}, {name} stands in "
            f"{self.shape.cell_name(one)} or in {self.shape.cell_name(other)}: "
            f"{name} can go from the cells that see both"
        )
        return [pivot, one, other], [digit + 1], words

    def _tell_chain(self) -> tuple[list[int], list[int], str]:
        cell, digit = self.detail[0], self.detail[1] + 1
        start = 64 * cell + 2 * (digit - 1) + 1
        path = [start ^ 1]
        while path[-1] != start:
            path.append(int(self.arrays["parents"][path[-1]]))
        path.reverse()
        told = [self._statement(statement) for statement in path]
        words = f"if {told[0]}, then " + ", so ".join(told[1:-1])
        cells = list(dict.fromkeys(statement >> 6 for statement in path))
        digits = sorted({(statement >> 1 & 31) + 1 for statement in path})
        name = self._digit(digit)
        return cells, digits, f"{words}, and then {told[-1]}: so it is not {name}"

    def _statement(self, statement: int) -> str:
        verb = "is" if statement & 1 else "is not"
        digit = self._digit((statement >> 1 & 31) + 1)
        return f"{self.shape.cell_name(statement >> 6)} {verb} {digit}"

    def _tell_trial(self) -> tuple[list[int], list[int], str]:
        cell, digit = self.detail[0], self.detail[1] + 1
        name = self._digit(digit)
        words = f"if {self.shape.cell_name(cell)} is {name}, the singles that follow "
        return [cell], [digit], words + f"end in a contradiction: so it is not {name}"


def _digits(mask: int) -> list[int]:
    return [place + 1 for place in range(int(mask).bit_length()) if mask >> place & 1]
