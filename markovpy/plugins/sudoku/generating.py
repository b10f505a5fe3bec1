"""``sudoku.generate``: write a new puzzle."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markovpy.nodes.plugin import (
    WEIGHT,
    Body,
    KindError,
    Limited,
    NodeError,
    NodeKind,
    Parameter,
)
from markovpy.plugins.sudoku.boards import BOX, check_grid, read_shape
from markovpy.plugins.sudoku.generator import Generated, generate
from markovpy.plugins.sudoku.grading import LEVELS
from markovpy.plugins.sudoku.shape import PuzzleError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder
    from markovpy.nodes.plugin import CheckedNode, Node, Surroundings
    from markovpy.plugins.sudoku.shape import Shape

_ENDS = {"out-of-reach": "contradiction", "impossible-wish": "no-solution"}


WISHES = (
    Parameter(
        "level",
        "choice",
        "how hard it is by the techniques that it needs: `easy`, `medium`, `hard` or `expert`",
        choices=LEVELS,
    ),
    Parameter("clues", "range", "how many givens it has: `30`, or `36..40`"),
    Parameter("minimal", "flag", "no given can be left out without a second solution"),
    Parameter("symmetric", "flag", "the givens lie alike after half a turn"),
    BOX,
)


@dataclass(frozen=True)
class Wishes:
    """What a puzzle is to be like; see :func:`~markovpy.plugins.sudoku.generator.generate`."""

    shape: Shape
    clues: tuple[int, int] | None
    minimal: bool
    symmetric: bool
    level: str | None


class Generate(Limited):
    """Writes a puzzle with exactly one solution over the whole board, in one turn.

    Draws as :func:`~markovpy.plugins.sudoku.generator.generate` says. Where the wishes cannot be
    fulfilled in a bounded number of tries the program ends with that turn, and says how near it
    came; the board stays as it was.

    Args:
        number: See :class:`Limited`.
        wishes: What the puzzle is to be like.
    """

    def __init__(self, number: int, wishes: Wishes) -> None:
        super().__init__(number, (1, 1))
        self.wishes = wishes

    def step(self, state: State) -> bool:
        """Write a puzzle, once until the enclosing block starts anew."""
        if not self.due(state):
            return False
        made = make(state, self, self.wishes)
        if made is None:
            return True
        for cell, digit in enumerate(made.cells):
            state.write(cell, digit)
        self.counter += 1
        return True


def make(state: State, node: Node, wishes: Wishes) -> Generated | None:
    """Make a puzzle; where the wishes are out of reach, end the program and return None."""
    shape = wishes.shape
    try:
        return generate(
            state.rng,
            shape.side,
            (shape.box_height, shape.box_width),
            clues=wishes.clues,
            minimal=wishes.minimal,
            symmetric=wishes.symmetric,
            level=wishes.level,
        )
    except PuzzleError as error:
        code = error.diagnostics[0].code
        if code not in _ENDS:
            raise NodeError(code, error.message, error.hint) from error
        state.end(_ENDS[code], node, error.message, error.hint)
        return None


def prepare(values: Mapping[str, Any], around: Surroundings) -> Wishes:
    """Return what the arguments ask for."""
    shape = read_shape(values, around)
    clues = values["clues"]
    if clues is not None and clues[1] > shape.cells:
        message = f"a board of {shape.cells} cells has no room for {clues[1]} givens"
        raise KindError("too-large", message, f"ask for at most {shape.cells}", "clues")
    return Wishes(shape, clues, values["minimal"], values["symmetric"], values["level"])


def build(node: CheckedNode, builder: Builder) -> Generate:
    """Return the running node."""
    return Generate(node.number, node.data)


KIND = NodeKind(
    name="sudoku.generate",
    summary="writes a puzzle that has exactly one solution, over whatever is in the grid",
    body=Body.NONE,
    parameters=(*WISHES, WEIGHT),
    needs=check_grid,
    prepare=prepare,
    build=build,
)
