"""Random full grids, and puzzles with exactly one solution that fulfil wishes."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from functools import cached_property

from markovpy.engine.random import MAXIMUM_SEED, Random
from markovpy.plugins.sudoku.general import General
from markovpy.plugins.sudoku.grading import LEVELS, Grade, Level, as_level, grade_cells, level_up_to
from markovpy.plugins.sudoku.reading import Box
from markovpy.plugins.sudoku.shape import PuzzleError, Shape
from markovpy.plugins.sudoku.solver import as_index, general_solver, solver, text_of
from markovpy.plugins.sudoku.symmetry import orbits

Clues = int | tuple[int, int]
_TRIES = 1000
_BUDGET = 2000
_EASY_SHARE = 0.45
_CLIMB = 25
_PUT_BACK = 4
_FEWEST = {Shape(3, 3): 17, Shape(2, 2): 4}


@dataclass(frozen=True)
class Generated:
    """A puzzle with exactly one solution.

    Args:
        cells: A byte a cell, 0 for an empty one.
        solution: Its solution, a byte a cell.
        shape: The board.
        seed: What it was drawn with; None where a generator was given.
    """

    cells: bytes
    solution: bytes
    shape: Shape
    seed: int | None = None

    @property
    def clues(self) -> int:
        """Return the number of givens."""
        return self.shape.cells - self.cells.count(0)

    @property
    def text(self) -> str:
        """Return the puzzle with a character a cell, ``.`` for an empty one."""
        return text_of(self.cells, self.shape)

    @cached_property
    def grade(self) -> Grade:
        """Return how hard it is."""
        return grade_cells(self.cells, self.shape)


def fill(rng: Random, shape: Shape) -> bytes:
    """Return a random full grid, a byte a cell.

    It is found by search: each choice draws where the look for the most constrained cell or
    unit begins, and which of its candidates or places is taken (two draws).
    """
    engine = general_solver(shape)
    engine.count(bytes(shape.cells), 1, rng=rng)
    return engine.solution()


def generate(
    seed: int | Random | None = None,
    side: int = 9,
    box: Box | None = None,
    *,
    clues: Clues | None = None,
    minimal: bool = False,
    symmetric: bool | str = False,
    level: str | None = None,
) -> Generated:
    """Make a puzzle with exactly one solution.

    Givens of a random full grid are taken away in random order as long as the solution stays
    the only one. A try that does not fulfil the wishes is followed by another one; there are
    1,000 tries on 9x9, fewer on larger boards.

    Args:
        seed: A seed (same seed, same puzzle), a generator to draw from, or None for any.
        side: The side of the board.
        box: ``(height, width)`` of a box; None where the side is a square number.
        clues: How many givens: a number, or ``(least, most)``. None for as few as the try gives,
            and with ``level="easy"`` 45 in a hundred cells.
        minimal: Whether no given may be left out without losing uniqueness.
        symmetric: Whether givens lie alike after a half turn; or the name of another symmetry,
            see :data:`~markovpy.plugins.sudoku.symmetry.KINDS`.
        level: ``easy``, ``medium``, ``hard`` or ``expert``: the grade it is to have.

    Raises:
        PuzzleError: A wish makes no sense, cannot be fulfilled, or was not in all tries; then the
            message says what was reached.
    """
    shape = Shape.of(side, box)
    wishes = _Wishes(
        shape,
        _band(clues, shape),
        minimal,
        orbits(shape.side, symmetric),
        None if level is None else as_level(level),
    )
    rng, number = _generator(seed)
    return _Maker(wishes, rng, number).make()


def _generator(seed: int | Random | None) -> tuple[Random, int | None]:
    if isinstance(seed, Random):
        return seed, None
    number = secrets.randbelow(MAXIMUM_SEED + 1) if seed is None else as_index(seed)
    if number is None or not 0 <= number <= MAXIMUM_SEED:
        raise PuzzleError("bad-wish", f"seed {seed!r}", f"seeds go from 0 to {MAXIMUM_SEED:,}")
    return Random(number), number


def _band(clues: Clues | None, shape: Shape) -> tuple[int, int] | None:
    """Return the least and the greatest number of givens that is wished."""
    if clues is None:
        return None
    band = clues if isinstance(clues, (tuple, list)) else (clues, clues)
    numbers = [as_index(number) for number in band]
    least, most = numbers if len(numbers) == 2 else (None, None)
    if least is None or most is None:
        hint = "give a number, or (least, most)"
        raise PuzzleError("bad-wish", f"clues={clues!r} is no number of givens", hint)
    fewest = _FEWEST.get(shape, shape.side - 1)
    if least > most:
        raise PuzzleError("bad-wish", f"{least} to {most} givens", "the smaller number goes first")
    if most > shape.cells:
        raise PuzzleError("bad-wish", f"{most} givens on {shape.cells} cells")
    if most < fewest:
        raise PuzzleError(
            "impossible-wish",
            f"no puzzle with {most} givens has exactly one solution",
            f"a {shape.side}x{shape.side} puzzle needs at least {fewest}",
        )
    return max(least, fewest), most


@dataclass(frozen=True)
class _Wishes:
    shape: Shape
    band: tuple[int, int] | None
    minimal: bool
    orbits: tuple[tuple[int, ...], ...]
    level: Level | None


class _Maker:
    """Tries to fulfil wishes.

    A try draws a full grid (see :func:`fill`), then, for a band, the number of givens to stop at,
    then the order of the cells (or of the sets of cells that lie alike). Where fewer givens are
    wished than a try leaves, the next tries start from the best puzzle so far, put four givens
    back, and take away again.

    Args:
        wishes: What the puzzle is to be like.
        rng: Draws.
        seed: What it was made with.
    """

    def __init__(self, wishes: _Wishes, rng: Random, seed: int | None) -> None:
        self.wishes = wishes
        self.shape = wishes.shape
        self.rng = rng
        self.seed = seed
        self.engine = solver(wishes.shape)
        self.nearest: Generated | None = None
        self.gap = (0, 0)

    def make(self) -> Generated:
        """Return the first puzzle that fulfils the wishes."""
        tries = max(10, int(_TRIES * min(1.0, (81 / self.shape.cells) ** 3)))
        best: Generated | None = None
        for number in range(tries):
            if best is not None and number % _CLIMB and self.has_too_many(best):
                made = self.attempt(best.solution, best.cells)
                best = made if made.clues <= best.clues else best
            else:
                best = made = self.attempt(fill(self.rng, self.shape), None)
            if self.fits(made):
                return made
            self.note(made)
        raise self.failure(tries)

    def attempt(self, solution: bytes, start: bytes | None) -> Generated:
        """Take givens away from a full grid, or from a puzzle with some put back."""
        goal = self.goal()
        puzzle = bytearray(solution)
        if start is not None:
            puzzle = bytearray(start)
            gone = [orbit for orbit in self.wishes.orbits if not start[orbit[0]]]
            for orbit in self.shuffled(gone)[:_PUT_BACK]:
                for cell in orbit:
                    puzzle[cell] = solution[cell]
        left = self.shape.cells - puzzle.count(0)
        for orbit in self.shuffled(self.wishes.orbits):
            if left == goal:
                break
            if puzzle[orbit[0]] and left - len(orbit) >= goal and self.can_go(puzzle, orbit):
                left -= len(orbit)
        return Generated(bytes(puzzle), solution, self.shape, self.seed)

    def goal(self) -> int:
        """Return the number of givens to stop at."""
        if self.wishes.minimal:
            return 0
        if self.wishes.band is not None:
            least, most = self.wishes.band
            return least + self.rng.below(most - least + 1) if most > least else least
        return int(_EASY_SHARE * self.shape.cells) if self.wishes.level == "easy" else 0

    def shuffled(
        self, orbits: tuple[tuple[int, ...], ...] | list[tuple[int, ...]]
    ) -> list[tuple[int, ...]]:
        """Return sets of cells in random order (Fisher and Yates, from the end)."""
        order = list(orbits)
        for last in range(len(order) - 1, 0, -1):
            other = self.rng.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order

    def can_go(self, puzzle: bytearray, orbit: tuple[int, ...]) -> bool:
        """Take givens away if the solution stays the only one, and the level is not passed."""
        kept = [puzzle[cell] for cell in orbit]
        for cell in orbit:
            puzzle[cell] = 0
        if self.is_sound(puzzle):
            return True
        for cell, digit in zip(orbit, kept):
            puzzle[cell] = digit
        return False

    def is_sound(self, puzzle: bytearray) -> bool:
        """Return whether a puzzle has one solution, and on large boards is not above the level.

        On 9x9 it is quicker to take givens away without a look at the level, and to try again.
        """
        if not isinstance(self.engine, General):
            return self.engine.count(bytes(puzzle), 2) == 1
        level = self.wishes.level
        if level is not None and level != "expert":
            return level_up_to(bytes(puzzle), self.shape, level) is not None
        return self.engine.count(bytes(puzzle), 2, budget=_BUDGET) == 1  # giving up is no proof

    def has_too_many(self, made: Generated) -> bool:
        """Return whether a puzzle has more givens than wished."""
        return self.wishes.band is not None and made.clues > self.wishes.band[1]

    def fits(self, made: Generated) -> bool:
        """Return whether a puzzle fulfils the wishes."""
        wishes = self.wishes
        if self.clue_gap(made):
            return False
        if wishes.minimal and not self.is_minimal(made.cells):
            return False
        return wishes.level is None or self.level_gap(made) == 0

    def is_minimal(self, cells: bytes) -> bool:
        """Return whether no given can go; proved, without a budget."""
        engine = self.engine
        return all(engine.count(cells, 1, cell) for cell, digit in enumerate(cells) if digit)

    def level_gap(self, made: Generated) -> int:
        """Return how many levels a puzzle is below the wish; 1 if it is above."""
        if self.wishes.level is None:
            return 0
        found = level_up_to(made.cells, self.shape, self.wishes.level)
        return 1 if found is None else LEVELS.index(self.wishes.level) - LEVELS.index(found)

    def clue_gap(self, made: Generated) -> int:
        """Return how many givens a puzzle has too many or too few."""
        if self.wishes.band is None:
            return 0
        least, most = self.wishes.band
        return max(least - made.clues, made.clues - most, 0)

    def note(self, made: Generated) -> None:
        """Keep the try that is nearest to the wishes."""
        gap = (self.clue_gap(made), self.level_gap(made))
        if self.nearest is None or gap < self.gap:
            self.nearest = made
            self.gap = gap

    def failure(self, tries: int) -> PuzzleError:
        """Return the error that says what was reached."""
        made, wishes = self.nearest, self.wishes
        assert made is not None
        if wishes.band is not None and self.gap[0]:
            least, most = wishes.band
            wished = f"{least}" if least == most else f"{least} to {most}"
            message = f"reached {made.clues} givens, not {wished}, in {tries:,} tries"
        elif wishes.level is not None and self.gap[1]:
            message = f"reached level {made.grade.level}, not {wishes.level}, in {tries:,} tries"
        else:
            message = f"no puzzle of {tries:,} tries was minimal"
        return PuzzleError("out-of-reach", message, "ask for less, or try another seed")
