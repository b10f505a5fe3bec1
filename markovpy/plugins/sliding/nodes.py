"""``sliding.shuffle`` and ``sliding.solve``: the nodes for boards in a grid."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markovpy.nodes.plugin import (
    STEPS,
    WEIGHT,
    Body,
    KindError,
    Limited,
    NodeError,
    NodeKind,
    Parameter,
)
from markovpy.plugins.sliding.boards import GAP, Puzzle, difference
from markovpy.plugins.sliding.geometry import Shape
from markovpy.plugins.sliding.shuffling import shuffled
from markovpy.plugins.sliding.solver import solve_puzzle, why_unsolvable

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder
    from markovpy.nodes.plugin import CheckedNode, Surroundings

_GAP = Parameter("gap", "symbol", "the value of the cell without a tile", required=True)


@dataclass(frozen=True)
class Setting:
    """What a node knows of its board before the run.

    Args:
        shape: The grid's size.
        symbols: How values are written.
        gap: The value of the cell without a tile.
        goal: The values as they should stand; None for as the run began.
        limit: Boards that a search may look at; None for what suits the size.
    """

    shape: Shape
    symbols: str
    gap: int
    goal: tuple[int, ...] | None = None
    limit: int | None = None

    def problem(self, values: Sequence[int], wanted: Iterable[int] | None = None) -> str:
        """Return why values are no board, or not that of the wanted values; empty for nothing."""
        needed = dict.fromkeys((*(values if wanted is None else wanted), self.gap))
        return difference(values, [*needed], self.name)

    def name(self, value: int) -> str:
        """Return how a value is called in a message."""
        symbol = f"'{self.symbols[value]}'"
        return f"the gap {symbol}" if value == self.gap else symbol

    def tiles(self, values: Iterable[int]) -> tuple[int, ...]:
        """Return values as tiles, the gap as ``GAP``."""
        return tuple(GAP if value == self.gap else value + 1 for value in values)


class Shuffle(Limited):
    """Permutes the board, once until the enclosing block starts anew.

    Every other board that slides lead to is equally likely; draws as
    :func:`markovpy.plugins.sliding.shuffling.shuffle` says.

    Args:
        number: See :class:`Limited`.
        setting: What is known of the board.
    """

    def __init__(self, number: int, setting: Setting) -> None:
        super().__init__(number, (1, 1))
        self.setting = setting

    def step(self, state: State) -> bool:
        """Shuffle the board in one turn."""
        if not self.due(state):
            return False
        setting = self.setting
        values = _values(state, setting)
        for cell, tile in enumerate(
            shuffled(setting.shape.width, setting.tiles(values), state.rng)
        ):
            state.write(cell, setting.gap if tile == GAP else tile - 1)
        self.counter += 1
        return True


class Solve(Limited):
    """Slides one tile a turn until the board is the goal. Draws nothing.

    The solution is found in the first turn, and again where something else has changed the
    board. Where there is none the program ends with that turn.

    Args:
        number: See :class:`Limited`.
        limits: See :class:`Limited`.
        setting: What is known of the board.
    """

    def __init__(self, number: int, limits: tuple[int, int], setting: Setting) -> None:
        super().__init__(number, limits)
        self.setting = setting
        self.expected = b""
        self.plan: list[int] = []

    def reset(self) -> None:
        """Forget the turns made and the solution."""
        super().reset()
        self.expected = b""
        self.plan = []

    def step(self, state: State) -> bool:
        """Slide the next tile."""
        if not self.due(state):
            return False
        values = _values(state, self.setting)
        goal = self.goal(state, values)
        if tuple(values) == goal:
            return False
        if values != self.expected:
            plan = self.solution(state, values, goal)
            if plan is None:
                return True
            self.plan = plan
        gap, cell = values.index(self.setting.gap), values.index(self.plan.pop())
        state.write(gap, values[cell])
        state.write(cell, self.setting.gap)
        self.expected = state.grid.tobytes()
        self.counter += 1
        return True

    def goal(self, state: State, values: bytes) -> tuple[int, ...]:
        """Return the goal, known to have the values of the board."""
        goal = self.setting.goal or tuple(state.start.tobytes())
        problem = self.setting.problem(values, goal)
        if problem or len(goal) != len(values):
            message = problem or "the board has another size than at the start"
            raise NodeError("bad-board", f"not the tiles of the goal: {message}", "name a goal=")
        return goal

    def solution(self, state: State, values: bytes, goal: tuple[int, ...]) -> list[int] | None:
        """Return the values to slide, last first; None where the program ends."""
        setting = self.setting
        puzzle = Puzzle(setting.shape, setting.tiles(values), setting.tiles(goal))
        if not puzzle.solvable:
            hint = "exchange two tiles of the board or of the goal"
            state.end("no-solution", self, why_unsolvable(puzzle), hint)
            return None
        found = solve_puzzle(puzzle, setting.limit)
        if not found.optimal:
            text = f"{found.moves} moves; there may be a solution of {found.bound} or more"
            state.note("not-shortest", self, text)
        return [tile - 1 for tile in reversed(found.tiles)]


def _values(state: State, setting: Setting) -> bytes:
    """Return the values of the grid, each of which must be there once."""
    values = state.grid.tobytes()
    problem = setting.problem(values)
    if problem:
        raise NodeError("bad-board", f"this is no board: {problem}", "each value stands there once")
    return values


def check_grid(around: Surroundings) -> None:
    """Refuse a grid that cannot hold a board: one layer, two cells, and a value for each cell.

    Raises:
        KindError: It cannot.
    """
    depth, height, width = around.shape
    cells, symbols = height * width, len(around.alphabet.symbols)
    if depth > 1:
        raise KindError("only-2d", "sliding puzzles are for 2-D grids", "give the grid one layer")
    if cells < 2 or cells > symbols > 0:
        message = f"a board of {cells} cells has {cells} values, each once; the grid has {symbols}"
        hint = "write grid 3x3 values=12345678_" if cells > 1 else "give the grid two cells or more"
        raise KindError("bad-board", message, hint)


def prepare(values: Mapping[str, Any], around: Surroundings) -> Setting:
    """Return what the arguments say.

    Raises:
        KindError: The goal is none.
    """
    _, height, width = around.shape
    symbols = around.alphabet.symbols
    setting = Setting(Shape(width, height), symbols, values["gap"])
    text = values.get("goal")
    if text is None:
        return Setting(setting.shape, symbols, setting.gap, limit=values.get("limit"))
    written = [symbol for symbol in text if symbol not in "/ \n"]
    unknown = [symbol for symbol in written if symbol not in symbols]
    if unknown:
        message = f"'{unknown[0]}' is no value of this grid"
        raise KindError("bad-board", message, f"its values are {symbols}", "goal")
    goal = tuple(symbols.index(symbol) for symbol in written)
    problem = setting.problem(goal)
    if not problem and len(goal) != width * height:
        problem = f"{len(goal)} values for {width * height} cells"
    if problem:
        hint = "write the rows apart with /, each value once"
        raise KindError("bad-board", f"this is no board: {problem}", hint, "goal")
    return Setting(setting.shape, symbols, setting.gap, goal, values["limit"])


def _shuffle(node: CheckedNode, builder: Builder) -> Shuffle:
    return Shuffle(node.number, node.data)


def _solve(node: CheckedNode, builder: Builder) -> Solve:
    return Solve(node.number, node.limits, node.data)


SHUFFLE = NodeKind(
    name="sliding.shuffle",
    summary="permutes the values of the grid at random so that slides lead back, never to itself",
    body=Body.NONE,
    parameters=(_GAP, WEIGHT),
    needs=check_grid,
    prepare=prepare,
    build=_shuffle,
)
SOLVE = NodeKind(
    name="sliding.solve",
    summary="slides a tile a turn to the goal, of up to 16 cells in the fewest moves",
    body=Body.NONE,
    parameters=(
        _GAP,
        Parameter("goal", "text", 'the rows of the goal, `"123/45_"`; else as the run began'),
        Parameter("limit", "count", "boards that the search may look at", minimum=1),
        STEPS,
        WEIGHT,
    ),
    needs=check_grid,
    prepare=prepare,
    build=_solve,
)
