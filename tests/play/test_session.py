"""Sessions: moves, undo, levels, restarts; the values come from counting by hand or the data."""

from __future__ import annotations

import csv

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markovpy
from markovpy import MarkovError, ProgramError, RunError, Session
from markovpy.play import read_moves, read_replay, replay_of, resume
from support.games import SLIDING, SNAKE, SOKOBAN
from support.shared import shared


def session(text: str = SOKOBAN, **arguments: int) -> Session:
    return Session(markovpy.parse(text), **arguments)


def test_the_smallest_level_is_one_push() -> None:
    game = session()
    assert game.status == "playing"
    assert game.send("right").token == "R"
    assert (game.status, game.moves, game.move_count, game.push_count) == ("won", "R", 1, 1)
    assert game.text() == "WWWWW\nWBPCW\nWWWWW"
    assert not game.send("left").acted  # it has ended


def test_a_refused_move_is_not_counted_and_changes_nothing() -> None:
    game = session()
    before = game.text()
    for event in ("left", "up", "down", "space", "tick", ("click", 1, 1), "key x"):
        assert not game.send(event).acted
    assert (game.text(), game.moves, game.undo()) == (before, "", False)


def test_the_known_optimum_of_claire() -> None:
    game = session(level=2)
    game.play("DDrdrruLruLLDllU")
    assert (game.status, game.move_count, game.push_count) == ("won", 16, 7)
    assert game.title == "Claire"


def test_a_goal_under_the_player_stays() -> None:
    game = session(level=3)
    goal = game.goals["G"]
    assert np.argwhere(goal).tolist() == [[1, 1]]
    game.play("rdrruLL")
    assert (game.status, game.move_count, game.push_count) == ("won", 7, 2)
    assert (game.goals["G"] == goal).all()


def test_a_level_that_is_solved_is_won_at_once() -> None:
    game = session(level=4)
    assert (game.status, game.moves, game.move_count) == ("won", "", 0)


def test_undo_gives_back_everything() -> None:
    game = session(SNAKE, seed=5)
    states = [(game.text(), game.game.snapshot())]
    for move in ".u..l.d...":
        game.play(move)
        states.append((game.text(), game.game.snapshot()))
    while len(states) > 1:
        states.pop()
        assert game.undo()
        assert (game.text(), game.game.snapshot()) == states[-1]
    assert not game.undo()


def test_undo_after_the_end_goes_on() -> None:
    game = session()
    game.play("R")
    assert game.undo()
    assert (game.status, game.moves) == ("playing", "")
    assert game.send("right").acted


def test_snake_turns_its_symbols_and_dies_at_the_wall() -> None:
    game = session(SNAKE, seed=5)
    assert game.grid[3, 2:5].tolist() == [game.symbols.index(s) for s in "Rr►"]
    game.play("u.")
    assert game.symbols[game.grid[2, 4]] == "▲"
    assert game.symbols[game.grid[3, 4]] == "u"
    game.play("..")
    assert game.status == "lost"
    assert game.tick == 4


@pytest.mark.parametrize("direction", ["right", "left", "up", "down"])
def test_the_gap_moves_with_the_arrow(direction: str) -> None:
    game = session(SLIDING, seed=3)
    y, x = np.argwhere(game.grid == 0)[0]
    dx, dy = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}[direction]
    inside = 0 <= x + dx < 3 and 0 <= y + dy < 3
    outcome = game.send(direction)
    assert outcome.acted == inside
    if inside:
        assert np.argwhere(game.grid == 0)[0].tolist() == [y + dy, x + dx]
        assert outcome.token == direction[0]  # the tiles are one alternative


def test_a_click_moves_the_clicked_tile_only() -> None:
    game = session(SLIDING, seed=3)
    y, x = (int(place) for place in np.argwhere(game.grid == 0)[0])
    for cy, cx in np.ndindex(3, 3):
        acted = game.send(("click", cx, cy)).acted
        assert acted == (abs(cy - y) + abs(cx - x) == 1)
        if acted:
            assert int(game.grid[cy, cx]) == 0
            game.undo()
    assert not game.send(("click", 3, 0)).acted


def test_restart_repeats_the_shuffle_and_a_new_game_does_not() -> None:
    game = session(SLIDING, seed=3)
    first = game.text()
    game.play(
        "".join(t for t in "lurd" if game.send({"l": "left", "u": "up"}.get(t, "tick")).token)
    )
    game.restart()
    assert (game.text(), game.moves, game.seed) == (first, "", 3)
    game.new_game(4)
    assert game.text() != first


def test_a_shuffle_that_wins_is_drawn_again() -> None:
    text = """
grid 3x1 values=_1
start "1__"
one steps=0..2: 1_ -> _1
on right: 1_ -> _1
win grid is start
"""
    for seed in range(40):
        assert session(text, seed=seed).status == "playing"


def test_a_random_start_that_wins_is_drawn_again() -> None:
    text = "grid 2x1 values=_12\nsymmetry none\nput 1 at random\non right: 1_ -> _1\nwin no 1_"
    for seed in range(40):
        assert session(text, seed=seed).text() == "1_"


def test_a_refused_move_gives_its_draws_back() -> None:
    game = session("grid 3x1 values=_12\nput 1 at 0,0\non a: one steps=1..9: 2 -> 1", seed=1)
    before = game.game.snapshot()
    assert not game.send("key a").acted
    assert game.game.snapshot() == before


def test_levels_that_are_not_there() -> None:
    game = session()
    for number in (0, 5):
        with pytest.raises(ProgramError, match=r"no level .*\n.*1\.\.4"):
            game.go_to(number)
    assert game.level == 1
    game.go_to(2)
    assert (game.level, game.size) == (2, (7, 7, 1))


@pytest.mark.parametrize(
    ("moves", "code", "text"),
    [
        ("L", "illegal-move", "move 1 (left)"),
        ("RR", "illegal-move", "move 2 (right)"),
        ("X", "unknown-move", "move 1"),
        ("r3", "unknown-move", "move 2"),
        ("0r", "unknown-move", "move 1"),
    ],
)
def test_wrong_moves_are_named_by_their_index(moves: str, code: str, text: str) -> None:
    with pytest.raises(RunError) as caught:
        session().play(moves)
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.code == code
    assert diagnostic.message.startswith(text)


def test_a_capital_is_checked_and_a_small_letter_is_not() -> None:
    game = session(level=2)
    with pytest.raises(RunError, match="capital"):
        game.play("R")
    assert game.moves == ""
    game.play("dd")
    assert game.moves == "DD"


def test_repetition_and_blanks() -> None:
    game = session(level=2)
    game.play("2d r\n d 2r u l")
    assert game.moves == "DDrdrruL"


def test_a_program_without_moves_is_no_game() -> None:
    with pytest.raises(ProgramError, match="no moves"):
        session("grid 3x3 values=BW\nB -> W")


def test_an_answer_that_never_ends_undoes_the_move() -> None:
    game = session("grid 2x1 values=_1\nput 1 at 0,0\non space: _ -> 1\n1_ -> _1", seed=1)
    assert game.status == "playing"
    endless = session("grid 3x1 values=_12\nput 1 at 0,0\non space: 1 -> 2\none: 2_ -> _2", seed=1)
    before = endless.text()
    with pytest.raises(RunError, match="does not come"):
        endless.send("space")
    assert (endless.text(), endless.move_count) == (before, 0)


def test_the_listed_optima_of_microban_win() -> None:
    folder = shared("data")
    with (folder / "microban_optimal.tsv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    program = markovpy.parse(SOKOBAN, levels=folder / "microban_1_60.xsb")
    for row in rows:
        game = Session(program, level=int(row["level"]))
        game.play(row["move_opt_lurd"])
        assert game.status == "won"
        assert game.moves == row["move_opt_lurd"]
        assert game.move_count == int(row["move_opt_moves"])
        assert game.push_count == int(row["move_opt_pushes"])


@settings(max_examples=30, deadline=None)
@given(st.text("lurd.", max_size=30), st.integers(0, 2**31 - 1))
def test_a_replay_is_exact(events: str, seed: int) -> None:
    game = session(SNAKE, seed=seed)
    for letter in events:
        try:
            game.play(letter)
        except MarkovError:
            continue
    again = session(SNAKE, seed=seed)
    again.play(game.moves)
    assert again.game.snapshot() == game.game.snapshot()
    resumed = resume(game.program, read_replay(replay_of(game).text(), "replay"))
    assert resumed.game.snapshot() == game.game.snapshot()
    assert resumed.undo() == bool(game.moves)
    run = game.program.run(seed=seed, moves=read_moves(game.moves))
    assert run.text() == game.text()
    assert run.stopped == {"playing": "input"}.get(game.status, game.status)


def test_a_run_takes_moves_as_a_text_too() -> None:
    program = markovpy.parse(SOKOBAN)
    run = program.run(seed=1, moves="R")
    assert (run.stopped, run.sha256) == ("won", program.run(seed=1, moves=read_moves("R")).sha256)
    with pytest.raises(MarkovError, match="is no move"):
        program.run(seed=1, moves="RX?")


@pytest.mark.parametrize("value", [None, 3, 2.5, b"left", object(), {}, [None], ["key", None]])
def test_what_is_no_event_is_refused(value: object) -> None:
    session = Session(markovpy.parse(SOKOBAN))
    with pytest.raises(ProgramError, match=r"unknown-event|bad-argument"):
        session.send(value)  # type: ignore[arg-type]
    assert session.move_count == 0


def test_a_start_that_is_won_however_it_is_drawn_is_an_error() -> None:
    text = "grid 5x1 values=BPG\nonce: B -> P\non arrows: PB -> BP\nwin no G\n"
    with pytest.raises(RunError, match="100 draws of the start in a row"):
        Session(markovpy.parse(text), seed=1)
