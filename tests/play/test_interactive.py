"""Nodes that take events themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pytest

import markovpy
from markovpy import ProgramError, Session
from markovpy.engine.state import State
from markovpy.nodes import registry
from markovpy.nodes.plugin import Body, Event, Mark, Node, NodeKind
from markovpy.play import read_moves, solve

PROGRAM = "grid 3x2 values=.12\nfill_in\nall: 2 -> 1\nwin no .\n"


class Fill(Node):
    """A click chooses a cell, a digit fills it."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.chosen: tuple[int, ...] | None = None

    def event(self, state: State, event: Event) -> bool:
        """Choose or fill a cell."""
        if event.name == "click":
            inside = event.cell is not None and event.cell[0] < state.width
            self.chosen = event.cell if inside else self.chosen
            return inside
        if self.chosen is None or event.key not in ("1", "2"):
            return False
        state.write(self.chosen[1] * state.width + self.chosen[0], int(event.key))
        return True

    def snapshot(self) -> object:
        """Return the chosen cell."""
        return self.chosen

    def restore(self, snapshot: object) -> None:
        """Choose again what was chosen."""
        assert snapshot is None or isinstance(snapshot, tuple)
        self.chosen = snapshot

    def marks(self, state: State) -> Sequence[Mark]:
        """Frame the chosen cell."""
        if self.chosen is None:
            return ()
        return (Mark(self.chosen[0], self.chosen[1], frame=(255, 0, 0)),)

    def message(self, state: State) -> str:
        """Say what is left."""
        return f"{int((state.grid == 0).sum())} to fill"


@pytest.fixture(autouse=True)
def kind() -> Iterator[None]:
    """Make the kind known meanwhile."""
    registry()["fill_in"] = NodeKind(
        name="fill_in",
        summary="fills cells",
        body=Body.NONE,
        parameters=(),
        build=lambda node, builder: Fill(node.number),
        takes=frozenset({"click", "key"}),
    )
    yield
    del registry()["fill_in"]


def test_a_node_makes_the_program_a_game() -> None:
    program = markovpy.parse(PROGRAM)
    assert program.is_game
    game = Session(program, seed=1)
    assert (game.status, game.message, game.marks) == ("playing", "6 to fill", ())
    assert game.events == {"click", "key"}
    assert not game.send("key 1").acted
    assert not game.send("left").acted
    assert game.send(("click", 1, 0)).token == "c1,0"
    assert game.marks == (Mark(1, 0, frame=(255, 0, 0)),)


def test_the_answer_follows_and_undo_goes_back_in_the_node_too() -> None:
    game = Session(markovpy.parse(PROGRAM), seed=1)
    game.play("c1,0k(2)c2,1")
    assert game.text() == ".1.\n..."  # the answer made a 1 of the 2
    assert (game.moves, game.move_count) == ("c1,0 k(2)c2,1", 3)
    assert game.marks[0].x == 2
    game.undo()
    assert game.marks[0].x == 1
    game.undo()
    game.undo()
    assert (game.marks, game.text()) == ((), "...\n...")


def test_it_can_be_won_and_replayed_as_a_run() -> None:
    moves = "".join(f"c{x},{y}k(1)" for y in range(2) for x in range(3))
    game = Session(markovpy.parse(PROGRAM), seed=1)
    game.play(moves)
    assert game.status == "won"
    run = game.program.begin(seed=1, moves=read_moves(game.moves), traced=True)
    run.finish()
    assert (run.stopped, run.text()) == ("won", game.text())
    assert run.trace is not None
    assert np.array_equal(list(run.trace.frames())[-1][0], run.grid)


def test_it_stands_at_the_top_level() -> None:
    with pytest.raises(ProgramError, match="'fill_in' stands inside a block"):
        markovpy.parse("grid 3x2 values=.12\nif no 1:\n    fill_in")


def test_marks_are_drawn_over_the_grid() -> None:
    game = Session(markovpy.parse(PROGRAM), seed=1)
    plain = np.asarray(game.picture(20).convert("RGB"))
    game.play("c1,0")
    marked = np.asarray(game.picture(20))
    changed = np.argwhere((plain != marked).any(axis=2))
    assert changed.min(axis=0).tolist() == [0, 20]
    assert changed.max(axis=0).tolist() == [19, 39]
    assert tuple(marked[0, 20]) == (255, 0, 0)
    run = game.program.run(seed=1, moves=read_moves("c1,0"))
    assert np.array_equal(np.asarray(run.image(20)), marked)


def test_what_it_keeps_is_part_of_a_state_for_the_solver() -> None:
    game = Session(markovpy.parse(PROGRAM), seed=1)
    game.play("c1,0k(2)c2,1")
    found = solve(game, optimal=True)
    assert (found.outcome, found.move_count, found.fewest) == ("solved", 9, True)
    assert game.marks[0].x == 2
    game.play(found.moves)
    assert game.status == "won"
