"""Small games that several test modules play, and how they are won by trying everything."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from itertools import product
from typing import TypeVar

from markovpy.model.events import ARROWS, Event
from markovpy.play.session import Session, run_game

T = TypeVar("T", bound=Hashable)

SOKOBAN = """
grid values=BPCW
goal G from=B to=C
legend "#"=W " "=B "-"=B "_"=B "@"=P "$"=C "."=G "*"=C+G "+"=P+G
level smallest {
    #####
    #@$.#
    #####
}
level "Claire" {
    #######
    #.@ # #
    #$* $ #
    #   $ #
    # ..  #
    #  *  #
    #######
}
level "On a goal" {
    ######
    #+ $ #
    #    #
    ######
}
level done {
    ####
    #@*#
    ####
}
on arrows:
    PCB -> BPC
    PB -> BP
win no C off G
"""

SLIDING = """
grid 3x3 values=_12345678
start {
    123
    456
    78_
}
one steps=20..21:
    for t in 12345678:
        _t -> t_
on arrows:
    for t in 12345678:
        _t -> t_
on click:
    for t in 12345678:
        t_ -> _t
win grid is start
"""

SUDOKU = """
grid 4x4 values=.1234
glyphs
lines every=2
start "1234/3412/2143/4..."
sudoku.play
"""

SNAKE = """
grid 9x7 values=_W►▼◄▲XFrdluRDLU
facing ►▼◄▲
facing rdlu
facing RDLU
put W at border
put ► at 4,3
once symmetry=none: __► -> Rr*
once: _ -> F
on arrows: [▲▼] -> ►
on tick:
    once:
        ►[_F] -> r►
        ►[WrdluRDLU] -> X*
    if no F:
        once: _ -> F
    else:
        once:
            for t T in rR dD lL uU:
                Rt -> _T
lose any X
"""


def exhaustive(session: Session) -> tuple[str, int]:
    """Return the outcome and the fewest moves, by making every move at every grid.

    Args:
        session: The game, where it waits, and is left; its moves draw nothing.
    """
    if session.status != "playing":
        return ("solved" if session.status == "won" else "impossible"), 0
    game, compiled = session.game, session.compiled
    start = game.snapshot()
    known = {start.grid}
    layer = [start]
    depth = 0
    while layer:
        depth += 1
        after = []
        for before, event in product(layer, everything(session)):
            game.restore(before)
            compiled.send(game, event)
            run_game(game, compiled)
            if game.status == "won":
                game.restore(start)
                return "solved", depth
            if game.status == "playing" and game.state.grid.tobytes() not in known:
                known.add(game.state.grid.tobytes())
                after.append(game.snapshot())
        layer = after
    game.restore(start)
    return "impossible", 0


def everything(session: Session) -> list[Event]:
    """Return what a flat game takes."""
    width, height, _ = session.size
    events = [
        *(Event(name) for name in (*ARROWS, "space", "action", "tick")),
        *(Event("click", (x, y)) for x, y in product(range(width), range(height))),
        *(Event("key", key=key) for key in "abcdefghijklmnopqrstuvwxyz0123456789"),
    ]
    return [event for event in events if {event.name, event.trigger} & session.events]


def moves_between(
    start: T, won: Callable[[T], bool], after: Callable[[T], Iterable[T]]
) -> int | None:
    """Return the fewest moves from a state to one that is won, in a plain model."""
    depths = {start: 0}
    waiting = deque([start])
    while waiting:
        state = waiting.popleft()
        if won(state):
            return depths[state]
        for other in after(state):
            if other not in depths:
                depths[other] = depths[state] + 1
                waiting.append(other)
    return None
