"""Levels out of games that generate theirs, kept if the solver proves that they are worth it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from markovpy.errors import RunError, input_error
from markovpy.model.level import Level
from markovpy.play.session import Session
from markovpy.play.solving import solve

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from markovpy.api.program import Program
    from markovpy.play.solution import Solution

SYMBOLS = "# @$.*+"
"""What stands for a cell in a file, the first that fits."""

STATES = 1_000_000
"""States that the search of one level may find."""


@dataclass(frozen=True)
class Wish:
    """What levels are to be like.

    Args:
        count: How many of them.
        pushes: The least and the most pushes of a solution with the fewest moves.
        seed: The first seed that is tried.
        tries: How many seeds are tried at most, one after another.
    """

    count: int
    pushes: tuple[int, int]
    seed: int
    tries: int


def make_levels(
    program: Program,
    wish: Wish,
    size: tuple[int, ...] | None = None,
    names: Mapping[str, float] | None = None,
    going_on: Callable[[int, int], bool] = lambda tried, found: True,
) -> Iterator[Level]:
    """Yield levels that a game makes and the solver solves, none twice.

    Seeds whose run fails (a ``require`` that never holds) or whose search is given up are passed
    over. Where a start draws nothing, so that each seed gives the same one, one is tried.

    Args:
        program: A game whose start is drawn, with the symbols of level files in its ``legend``.
        wish: What they are to be like.
        size: ``(width, height)`` in cells; None for the program's.
        names: Values for the program's ``let`` names.
        going_on: Is told the seeds tried and the levels found, and says whether to go on.

    Raises:
        ProgramError: The program is no game, or a cell of its start has no symbol.
    """
    known: set[tuple[str, ...]] = set()
    for tried in range(wish.tries):
        if len(known) == wish.count or not going_on(tried, len(known)):
            return
        try:
            session = Session(program, 1, wish.seed + tried, size, names)
        except RunError:
            continue
        rows = level_rows(session)
        if rows in known:
            continue
        found = solve(session, optimal=True, limit=STATES)
        if found.outcome == "solved" and wish.pushes[0] <= found.push_count <= wish.pushes[1]:
            known.add(rows)
            yield _level(rows, session, found)
        if not session.varies:
            return


def level_rows(session: Session) -> tuple[str, ...]:
    """Return a game's grid in the symbols of level files, by the program's legend read backwards.

    Raises:
        ProgramError: No symbol stands for a cell.
    """
    checked = session.compiled.checked
    symbols = {
        (reading.value, reading.mark): symbol
        for symbol in reversed(SYMBOLS)
        if (reading := checked.legend.get(symbol)) is not None
    }
    marks = session.game.state.marks[0]
    rows = []
    for values, bits in zip(session.grid.tolist(), marks.tolist(), strict=True):
        cells = list(zip(values, bits, strict=True))
        for value, bit in cells:
            if (value, bit) not in symbols:
                where = " on a goal" if bit else ""
                message = f"no symbol of level files stands for '{session.symbols[value]}'{where}"
                hint = 'say it with a statement such as legend "#"=W " "=B "@"=P "$"=C "."=G'
                raise input_error("bad-legend", message, checked.source.name, hint)
        rows.append("".join(symbols[cell] for cell in cells))
    return tuple(rows)


def _level(rows: tuple[str, ...], session: Session, found: Solution) -> Level:
    comment = f"{found.move_count} moves, {found.push_count} pushes"
    return Level(f"Seed {session.seed}", "", comment, found.moves, rows)
