"""Sliding puzzles as games: recognised by their moves alone, solved in the fewest."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import markovpy
from markovpy import Session
from markovpy.play import Solution, hint, solve
from markovpy.plugins.sliding import advice, databases
from plugins.sliding.boards import Board, korf, numbers, reached
from support.games import SLIDING, exhaustive

pytestmark = pytest.mark.usefixtures("small_groups")

SYMBOLS = "_123456789ABCDEFGHIJKLMNO"
CONTROLS = {
    "arrows move the gap": "on arrows:\n    for t in {tiles}: _t -> t_\n",
    "arrows move the tile": "on arrows:\n    for t in {tiles}: t_ -> _t\n",
    "clicks": "on click:\n    for t in {tiles}: t_ -> _t\non win: _ -> 1\n",
    "keys": "on arrows:\n    for t in {tiles}: _t -> t_\non x:\n    for t in {tiles}: _t -> t_\n",
}
ARROWS = CONTROLS["arrows move the gap"]
METHOD = "sliding plugin"


def rows(board: Sequence[int], width: int) -> str:
    text = "".join(SYMBOLS[tile] for tile in board)
    return "\n".join(text[start : start + width] for start in range(0, len(text), width))


def game(board: Board, width: int, goal: Board, controls: str = ARROWS) -> Session:
    head = f"grid {width}x{len(board) // width} values={SYMBOLS[: len(board)]}\n"
    start = f"start {{\n{rows(board, width)}\n}}\n"
    win = f"win grid is {{\n{rows(goal, width)}\n}}\n"
    moves = controls.format(tiles=SYMBOLS[1 : len(board)])
    return Session(markovpy.parse(head + start + moves + win), seed=1)


def check_win(session: Session, found: Solution, moves: int) -> None:
    """Check that moves are as few as they can be, win, and begin with the hint."""
    assert (found.outcome, found.method) == ("solved", METHOD)
    assert (found.move_count, found.bound, found.fewest) == (moves, moves, True)
    assert session.move_count == 0
    assert hint(session) == found.events[0]
    session.play(found.moves)
    assert (session.status, session.move_count) == ("won", moves)


@pytest.mark.parametrize("controls", CONTROLS)
def test_8_puzzles_take_the_known_moves(controls: str) -> None:
    for board, moves in [("647850321", 31), ("867254301", 31), ("123456708", 1)]:
        session = game(numbers(board), 3, numbers("123456780"), CONTROLS[controls])
        check_win(session, solve(session, optimal=True), moves)


@pytest.mark.parametrize("controls", CONTROLS)
def test_15_puzzles_take_the_known_moves(controls: str) -> None:
    board, moves = min(korf(), key=lambda instance: instance[1])
    session = game(board, 4, tuple(range(16)), CONTROLS[controls])
    check_win(session, solve(session), moves)


@pytest.mark.parametrize(("width", "height"), [(2, 2), (3, 2), (2, 3)])
def test_the_farthest_boards_take_the_known_moves(width: int, height: int) -> None:
    goal = (*range(1, width * height), 0)
    boards = reached(goal, width)
    most = max(boards.values())
    for board in [board for board, moves in boards.items() if moves == most]:
        session = game(board, width, goal, CONTROLS["clicks"])
        check_win(session, solve(session), most)


def test_a_3x4_board_takes_as_few_moves_as_the_general_search_finds() -> None:
    session = game((1, 2, 3, 0, 4, 6, 8, 5, 9, 7, 10, 11), 4, tuple(range(12)))
    other = session.program.source.text.replace("win grid", "win count _ == 1 and grid")
    general = solve(markovpy.parse(other), optimal=True)
    assert general.method.startswith("A*")
    check_win(session, solve(session), general.move_count)


def test_a_shuffled_game_is_won_at_its_start_as_it_is_written() -> None:
    session = Session(markovpy.parse(SLIDING), seed=5)
    tiles = numbers(session.text().replace("_", "0").replace("\n", ""))
    moves = reached(numbers("123456780"), 3)[tiles]
    check_win(session, solve(session), moves)


def test_the_other_half_of_the_boards_is_impossible_at_once() -> None:
    board, _ = korf()[0]
    exchanged = tuple({1: 2, 2: 1}.get(tile, tile) for tile in board)
    found = solve(game(exchanged, 4, tuple(range(16))))
    assert (found.outcome, found.states, found.method) == ("impossible", 0, METHOD)
    assert "exchange of two tiles" in found.reason


def test_in_one_row_no_tile_passes_another() -> None:
    """Parity would say that ``2 3 1 .`` can be solved."""
    found = solve(game((2, 3, 1, 0), 4, (1, 2, 3, 0)))
    assert (found.outcome, found.states) == ("impossible", 0)
    assert "no tile passes another" in found.reason
    check_win(game((1, 0, 2, 3), 4, (1, 2, 3, 0)), solve(game((1, 0, 2, 3), 4, (1, 2, 3, 0))), 2)


def test_a_limit_leaves_a_solution_and_its_bound_unless_the_fewest_are_asked_for() -> None:
    board, moves = korf()[0]
    session = game(board, 4, tuple(range(16)))
    found = solve(session, limit=1000)
    assert (found.outcome, found.fewest) == ("solved", False)
    assert found.bound <= moves <= found.move_count
    assert solve(session, limit=1000, optimal=True).outcome == "gave-up"


@pytest.mark.parametrize("optimal", [True, False])
def test_a_search_that_is_stopped_says_what_it_knows_by_then(optimal: bool) -> None:
    board, moves = korf()[0]
    session = game(board, 4, tuple(range(16)))
    asked: list[int] = []

    def progress(states: int) -> bool:
        asked.append(states)
        return states < 1000

    found = solve(session, optimal=optimal, progress=progress)
    assert (found.outcome, found.reason) == ("gave-up", "interrupted")
    assert all(states < 1000 for states in asked[:-1])
    assert 41 <= found.bound <= moves  # 41 is the sum of rows and columns
    assert found.states >= asked[-1] > 0


def test_when_the_time_is_over_what_was_found_counts_unless_the_fewest_are_asked_for() -> None:
    board, moves = korf()[0]
    session = game(board, 4, tuple(range(16)))
    found = solve(session, seconds=0)
    assert (found.outcome, found.fewest) == ("solved", False)
    assert 41 <= found.bound <= moves <= found.move_count
    best = solve(session, seconds=0, optimal=True)
    assert best.outcome == "gave-up"
    assert 41 <= best.bound <= moves
    session.play(found.moves)
    assert session.status == "won"


def test_what_a_host_raises_ends_the_search() -> None:
    def progress(states: int) -> bool:
        raise LookupError

    with pytest.raises(LookupError):
        solve(game(korf()[0][0], 4, tuple(range(16))), progress=progress)


def test_a_search_without_memory_for_databases_is_left_to_the_general_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(advice, "memory_of", lambda shape, gap: 2 << 20)
    session = game(numbers("123450786"), 3, numbers("123456780"))
    assert solve(session).method == METHOD
    found = solve(session, memory=1)
    assert (found.outcome, found.move_count) == ("solved", 1)
    assert found.method != METHOD


def test_the_wait_for_tables_is_announced_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "_WORTH_KEEPING", 1)
    session = game((1, 2, 0), 3, (0, 1, 2))
    lines: list[str] = []
    solve(session, tell=lines.append)
    assert lines == []
    session = game(numbers("10234567"), 4, numbers("01234567"))
    for _ in range(2):
        solve(session, tell=lines.append)
    assert lines == ["making the tables for 4x2 boards, once: some seconds"]


SMALL = "grid 3x2 values=_12345W\nstart {\n    %s\n    %s\n}\n"
WON = "win grid is {\n    %s\n    %s\n}\n"
SLIDE = "for t in 12345: _t -> t_"
OTHERS = {
    "a wall": (("12W", "_34"), ("12W", "34_"), f"on arrows:\n    {SLIDE}\n"),
    "two gaps": (("123", "_4_"), ("123", "4__"), f"on arrows:\n    {SLIDE}\n"),
    "two tiles alike": (("12_", "344"), ("_12", "344"), f"on arrows:\n    {SLIDE}\n"),
    "other tiles in the goal": (("123", "45_"), ("123", "4W_"), f"on arrows:\n    {SLIDE}\n"),
    "a tile that stays": (
        ("123", "_45"),
        ("123", "45_"),
        "on arrows:\n    for t in 2345: _t -> t_\n",
    ),
    "two ways only": (
        ("123", "_45"),
        ("123", "45_"),
        f"on left:\n    {SLIDE}\non right:\n    {SLIDE}\n",
    ),
    "tiles that change places": (
        ("213", "45_"),
        ("123", "45_"),
        f"on arrows:\n    {SLIDE}\non x: 12 -> 21\n",
    ),
    "whole rows": (
        ("123", "_45"),
        ("123", "45_"),
        f"on arrows:\n    for t in 12345:\n        for u in 12345: _tu -> tu_\n    {SLIDE}\n",
    ),
    "a key that slides any": (("123", "_45"), ("123", "45_"), f"on x:\n    {SLIDE}\n"),
    "jumps": (
        ("123", "_45"),
        ("123", "45_"),
        "on arrows:\n    for t in 12345: _*t -> t*_\n",
    ),
    "something to lose": (
        ("123", "_45"),
        ("123", "45_"),
        f"on arrows:\n    {SLIDE}\nlose any 1_4\n",
    ),
    "what follows a move": (
        ("123", "_45"),
        ("123", "45_"),
        f"on arrows:\n    {SLIDE}\nonce: 5_1 -> 51_\n",
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_games_are_left_to_the_general_search(name: str) -> None:
    start, goal, moves = OTHERS[name]
    session = Session(markovpy.parse(SMALL % start + moves + WON % goal), seed=1)
    found = solve(session, optimal=True)
    assert found.method != METHOD
    assert (found.outcome, found.move_count) == exhaustive(session)
