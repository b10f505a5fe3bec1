"""Solutions of sliding puzzles, and how good they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from markovpy.engine.interrupt import StoppedError, watched
from markovpy.errors import input_error
from markovpy.plugins.sliding.beam import Beam
from markovpy.plugins.sliding.boards import GAP, Puzzle, read_puzzle
from markovpy.plugins.sliding.databases import guide
from markovpy.plugins.sliding.deepening import FOUND, GAVE_UP, Deepening
from markovpy.plugins.sliding.geometry import Shape, standard
from markovpy.plugins.sliding.guide import Guide
from markovpy.plugins.sliding.lines import LineByLine

FEW_CELLS = 16
LIMIT_OF_SMALL = 1_000_000_000
LIMIT_OF_LARGE = 20_000_000
_LARGEST_SEARCHED = 400
_LARGEST_BEAM = 1 << 21
_UNBOUNDED = 1 << 16
_FIRST_BEAM = 64
_WIDENED = 8

GoesOn = Callable[[int], bool]
"""Is told how many boards were looked at; says whether the search may go on."""


@dataclass(frozen=True)
class Solution:
    """Slides that lead from a board to a goal.

    Args:
        tiles: The tiles to move, in order; a slide of several tiles counts each of them.
        bound: No solution has fewer moves.
        states: Boards that were looked at.
    """

    tiles: tuple[int, ...]
    bound: int
    states: int

    @property
    def moves(self) -> int:
        """The number of single-tile moves."""
        return len(self.tiles)

    @property
    def optimal(self) -> bool:
        """Whether it is proved that no solution has fewer moves."""
        return self.moves == self.bound


def is_solvable(tiles: Iterable[int], width: int, goal: Iterable[int] | None = None) -> bool:
    """Return whether slides lead from a board to a goal, by parity.

    On a board of one row or column no tile passes another: there the order must be right.

    Args:
        tiles: Whole numbers row by row, each once, 0 the gap.
        width: Columns.
        goal: The same numbers as they should stand; None for 1, 2, 3 … and the gap last.

    Raises:
        ProgramError: A tile is missing or there twice, or the rows are not full.
    """
    return read_puzzle(tiles, width, goal).solvable


def solve(
    tiles: Iterable[int],
    width: int,
    goal: Iterable[int] | None = None,
    *,
    limit: int | None = None,
) -> list[int]:
    """Return the tiles to move, in order: those of :func:`find_solution`."""
    return list(find_solution(tiles, width, goal, limit=limit).tiles)


def find_solution(
    tiles: Iterable[int],
    width: int,
    goal: Iterable[int] | None = None,
    *,
    limit: int | None = None,
) -> Solution:
    """Return a solution: of up to 16 cells one with the fewest moves, of larger boards a good one.

    The fewest moves are searched for by iterative deepening; where that reaches its limit, the
    best of a beam search and a line-by-line solution is taken, which is always found.

    Args:
        tiles: Whole numbers row by row, each once, 0 the gap.
        width: Columns.
        goal: The same numbers as they should stand; None for 1, 2, 3 … and the gap last.
        limit: Boards to look at, at most (about); None for 1,000,000,000 up to 16 cells and
            20,000,000 above.

    Raises:
        ProgramError: The board or the goal is malformed, or no slides lead to the goal.
    """
    puzzle = read_puzzle(tiles, width, goal)
    if limit is not None and limit < 1:
        raise input_error("bad-limit", f"limit={limit} is less than 1", "limit")
    if not puzzle.solvable:
        message = f"no slides lead to the goal: {why_unsolvable(puzzle)}"
        raise input_error("no-solution", message, "board", "exchange any two tiles of the board")
    return solve_puzzle(puzzle, limit)


def why_unsolvable(puzzle: Puzzle) -> str:
    """Return why no slides lead from a board to its goal."""
    if min(puzzle.shape.width, puzzle.shape.height) == 1:
        return "in one line no tile passes another"
    return "besides slides it takes an exchange of two tiles"


def solve_puzzle(
    puzzle: Puzzle, limit: int | None = None, goes_on: GoesOn | None = None
) -> Solution:
    """Return a solution of a solvable puzzle, see :func:`find_solution`.

    Args:
        puzzle: The puzzle.
        limit: Boards to look at, at most; None for what suits the size.
        goes_on: Is asked now and then; where it says no, the best solution by then is returned.
    """
    gap, goal_gap = puzzle.tiles.index(GAP), puzzle.goal.index(GAP)
    if min(puzzle.shape.width, puzzle.shape.height) == 1:
        step = 1 if goal_gap > gap else -1
        cells = list(range(gap + step, goal_gap + step, step)) if gap != goal_gap else []
        return Solution(_tiles(puzzle.tiles, gap, cells), len(cells), 0)
    search = searched(puzzle.shape, puzzle.homes, gap, limit, goes_on)
    return Solution(_tiles(puzzle.tiles, gap, search.cells), search.bound, search.states)


def _tiles(tiles: Sequence[int], gap: int, cells: Iterable[int]) -> tuple[int, ...]:
    """Return the tiles that move when the gap goes from cell to cell."""
    board = list(tiles)
    moved = []
    for cell in cells:
        moved.append(board[cell])
        board[gap], gap = board[cell], cell
    return tuple(moved)


def searched(
    shape: Shape,
    homes: Sequence[int],
    gap: int,
    limit: int | None = None,
    goes_on: GoesOn | None = None,
) -> Search:
    """Search on a board brought into the form that databases are kept for, and bring back.

    Args:
        shape: The board's size, two cells or more each way.
        homes: Per cell the goal cell of what is in it.
        gap: The cell without a tile.
        limit: Boards to look at, at most; None for what suits the size.
        goes_on: See :func:`solve_puzzle`.
    """
    symmetry = standard(shape, homes[gap])
    place = symmetry.place
    placed = [0] * shape.cells
    for cell, home in enumerate(homes):
        placed[place[cell]] = place[home]
    search = Search(symmetry.shape, placed, place[gap], limit, goes_on)
    search.run()
    back = {there: cell for cell, there in enumerate(place)}
    search.cells = [back[cell] for cell in search.cells]
    return search


class Search:
    """One search for a solution of a solvable board.

    Args:
        shape: The board's size.
        homes: Per cell the goal cell of what is in it.
        gap: The cell without a tile.
        limit: Boards to look at, at most; None for what suits the size.
        goes_on: See :func:`solve_puzzle`.

    Attributes:
        cells: The cells the gap goes to.
        bound: No solution has fewer moves.
        states: Boards that were looked at.
    """

    def __init__(
        self,
        shape: Shape,
        homes: list[int],
        gap: int,
        limit: int | None,
        goes_on: GoesOn | None = None,
    ) -> None:
        self.shape = shape
        self.homes = homes
        self.gap = gap
        self.few = shape.cells <= FEW_CELLS
        self.limit = limit or (LIMIT_OF_SMALL if self.few else LIMIT_OF_LARGE)
        self.goes_on = goes_on
        self.part: Deepening | Beam | None = None
        self.cells: list[int] = []
        self.bound = 0
        self.states = 0

    def run(self) -> None:
        """Search; a solution is always found."""
        if self.goes_on is None:
            self.search()
            return
        try:
            with watched(self.may_go_on):
                self.search()
        except StoppedError:
            self.count_part()
            self.cells = self.cells or self.line_by_line()

    def may_go_on(self) -> bool:
        """Ask whether to go on."""
        assert self.goes_on is not None
        return self.goes_on(self.states + (self.part.states if self.part else 0))

    def count_part(self) -> None:
        """Add to what is known what a part of the search found, to its end or not."""
        if self.part is not None:
            self.states += self.part.states
        if isinstance(self.part, Deepening):
            self.bound = max(self.bound, self.part.proved)
        if self.cells:
            self.bound = min(self.bound, len(self.cells))
        self.part = None

    def search(self) -> None:
        """Search as far as the limit lets."""
        if self.shape.cells > _LARGEST_SEARCHED:
            self.cells = self.line_by_line()
            homes = enumerate(self.homes)
            steps = (self.shape.distance(cell, home) for cell, home in homes if cell != self.gap)
            self.bound = sum(steps)
            return
        guided = guide(self.shape, self.homes[self.gap])
        if self.few:
            if self.deepen(guided, self.limit - self.limit // 8, _UNBOUNDED):
                return
            self.cells = self.line_by_line()
        else:
            self.cells = self.line_by_line()
            self.deepen(guided, self.limit // 4, len(self.cells))
        self.widen(guided)

    def deepen(self, guided: Guide, limit: int, below: int) -> bool:
        """Search for the fewest moves; return whether that came to an end.

        Args:
            guided: The databases of the goal.
            limit: Boards to look at, at most.
            below: Moves of the solution that is known.
        """
        search = Deepening(guided)
        search.begin(self.homes, self.gap)
        self.part = search
        outcome = search.run(limit, below)
        self.count_part()
        if outcome == FOUND:
            self.cells = search.moves[::-1]
        return outcome != GAVE_UP

    def widen(self, guided: Guide) -> None:
        """Search for shorter solutions with wider and wider beams."""
        beam = _FIRST_BEAM
        most = _LARGEST_BEAM // self.shape.cells
        while beam and len(self.cells) > self.bound:
            self.part = search = Beam(guided, beam)
            rest = self.limit - self.states
            if search.run(self.homes, self.gap, rest, len(self.cells)):
                self.cells = search.moves
            self.count_part()
            rest -= search.states
            wider = min(_WIDENED * beam, most, beam * rest // max(search.states, 1))
            beam = wider if wider >= 2 * beam else 0

    def line_by_line(self) -> list[int]:
        """Return a solution found line by line, the last cells solved in the fewest moves."""
        lines = LineByLine(self.shape, self.homes, self.gap)
        left = lines.run()
        number = {cell: i for i, cell in enumerate(left)}
        width = sum(cell - left[0] < self.shape.width for cell in left)
        homes = [number[lines.homes[cell]] for cell in left]
        core = searched(Shape(width, len(left) // width), homes, number[lines.gap])
        self.states += core.states
        return [*lines.path[1:], *(left[cell] for cell in core.cells)]
