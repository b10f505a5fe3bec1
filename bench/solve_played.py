"""``markovpy solve`` on games that have to be played: states, seconds and moves made a second.

``python bench/solve_played.py``. The ratio is the speed of the compiled loop beside that of the
same moves made one by one through the game's own interface, from states of the same level, in
one run, by the time of the processor.
"""

from __future__ import annotations

import time
from itertools import product

from common import table

import markovpy
from markovpy.engine.aims import Estimate
from markovpy.engine.explorer import FEWEST
from markovpy.play import Session, solve
from markovpy.play.plans import PlayPlan, play_plan
from markovpy.play.session import run_game

GAMES = [
    (name, level) for name in ("traffic", "peg_solitaire_play", "ice") for level in range(1, 5)
]
MOST = 20_000
"""So many states are looked at for the speed of the compiled loop."""

SECONDS = 2.0
"""For so long moves are made one by one."""


def compiled_speed(plan: PlayPlan) -> float:
    """Return how many moves a second a search in breadth makes in the compiled loop."""
    explorer = plan.explorer(Estimate(), FEWEST, MOST)
    began = time.process_time()
    explorer.advance(MOST)
    found = explorer.moves / (time.process_time() - began)
    plan.session.game.restore(plan.before)
    return found


def interpreted_speed(plan: PlayPlan) -> float:
    """Return the same for a search through :meth:`Game.send`, :meth:`Game.restore` and a set."""
    session, game = plan.session, plan.session.game
    moves = 0
    began = time.process_time()
    known = {plan.before.grid}
    layer = [plan.before]
    while layer and time.process_time() - began < SECONDS:
        after = []
        for before, event in product(layer, plan.played.events):
            game.restore(before)
            session.compiled.send(game, event)
            run_game(game, session.compiled)
            moves += game.effect.acted
            if game.status == "playing" and game.state.grid.tobytes() not in known:
                known.add(game.state.grid.tobytes())
                after.append(game.snapshot())
            if time.process_time() - began > SECONDS:
                break
        layer = after
    found = moves / (time.process_time() - began)
    game.restore(plan.before)
    return found


def main() -> None:
    """Measure and print."""
    rows = []
    for name, level in GAMES:
        session = Session(markovpy.load(name), level, 1)
        plan = play_plan(session)
        fast, slow = compiled_speed(plan), interpreted_speed(plan)
        cells = [f"{name} {level}", f"{fast:,.0f}", f"{slow:,.0f}", f"{fast / slow:.0f}"]
        for optimal in (False, True):
            found = solve(session, optimal=optimal, seconds=60)
            moves = str(found.move_count) if found.outcome == "solved" else found.outcome
            fewest = " (fewest)" if found.fewest and not optimal else ""
            cells += [f"{moves}{fewest}", f"{found.states:,}", f"{found.seconds:.2f}"]
        rows.append(cells)
    head = ["game, level", "moves a second", "through the game", "ratio"]
    print(table([*head, "any: moves", "states", "s", "fewest: moves", "states", "s"], rows))


if __name__ == "__main__":
    main()
