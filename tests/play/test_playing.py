"""The search of games that have to be played: against playing every move with the game itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markovpy
from markovpy import ProgramError, RunError, Session
from markovpy.engine.explorer import EXHAUSTED, FEWEST, GOING_ON, Order
from markovpy.engine.random import Random
from markovpy.play import solve
from markovpy.play.plans import PlayPlan, play_plan
from markovpy.play.session import run_game
from markovpy.play.solving import DEEP, GREEDY
from support.games import everything, exhaustive, moves_between

WINS = ["no C off G", "no C", "any AC and not any CB", "count C == 1", "count A == 7"]


@st.composite
def rules(draw: st.DrawFn, indent: str) -> str:
    lines = []
    for _ in range(draw(st.integers(1, 2))):
        left = draw(st.text("ABC*", min_size=1, max_size=3))
        right = draw(st.text("ABC*", min_size=len(left), max_size=len(left)))
        lines.append(f"{indent}{left} -> {right}\n")
    return "".join(lines)


@st.composite
def nodes(draw: st.DrawFn) -> str:
    """Draw what may stand in a move, or answer it."""
    kind = draw(
        st.sampled_from(["prl once", "prl", "once", "all once", "one steps=2", "if", "repeat"])
    )
    if kind == "if":
        condition = draw(st.sampled_from(["any CA", "no B", "count A > 2"]))
        other = draw(
            st.sampled_from(["", f"    else:\n        prl once:\n{draw(rules(' ' * 12))}"])
        )
        return f"    if {condition}:\n        prl once:\n{draw(rules(' ' * 12))}{other}"
    if kind == "repeat":
        return f"    repeat 2:\n        prl once:\n{draw(rules(' ' * 12))}"
    return f"    {kind}:\n{draw(rules(' ' * 8))}"


@st.composite
def games(draw: st.DrawFn) -> str:
    """Draw a game on six cells, of blocks with bare rules and nodes, and perhaps an answer."""
    blocks = []
    for _ in range(draw(st.integers(1, 2))):
        event = draw(st.sampled_from(["arrows", "click", "space", "left down", "a"]))
        inside = draw(st.lists(st.one_of(rules("    "), nodes()), min_size=1, max_size=2))
        blocks.append(f"on {event}:\n" + "".join(inside))
    answer = "".join(
        line[4:] + "\n" for line in "".join(draw(st.lists(nodes(), max_size=2))).splitlines()
    )
    cells = draw(st.text("ABCabc", min_size=6, max_size=6))
    lose = draw(st.sampled_from(["", "lose any CCC\n", "lose count B == 0\n"]))
    return (
        'grid 3x2 values=ABC\ngoal G from=A to=C\nlegend "a"=A+G "b"=B+G "c"=C+G\n'
        f"level x {{\n{cells[:3]}\n{cells[3:]}\n}}\n{''.join(blocks)}{answer}"
        f"win {draw(st.sampled_from(WINS))}\n{lose}"
    )


@settings(max_examples=100, deadline=None)
@given(games())
def test_any_game_is_searched_as_it_is_played(text: str) -> None:
    try:
        session = Session(markovpy.parse(text))
        grids, varies = reached(session)
    except (ProgramError, RunError):
        return  # a rule that changes nothing, for one; or a node that acts for ever
    before = session.text()
    try:
        best, found = solve(session, optimal=True), solve(session)
    except RunError as error:
        assert error.diagnostics[0].code == "left-to-chance"
        return
    finally:
        assert session.text() == before
    outcome, fewest = exhaustive(session)
    assert (best.outcome, best.move_count) == (outcome, fewest)
    assert found.outcome == outcome
    assert found.move_count >= fewest
    if outcome == "impossible" and session.status == "playing":
        try:
            counts = {everywhere(play_plan(session), order) for order in (FEWEST, GREEDY, DEEP)}
        except RunError:
            return  # that it is impossible was proved without making its moves
        assert counts == {grids}
        assert not varies


def reached(session: Session) -> tuple[int, bool]:
    """Return how many grids can be reached, lost ones aside, by making every move.

    Also whether any of the moves comes out otherwise if other numbers are drawn.
    """
    game = session.game
    start = game.snapshot()
    found = {start.grid}
    waiting = [start]
    varies = False
    while waiting:
        before = waiting.pop()
        for event in everything(session):
            outcomes = set()
            for seed in range(4):
                game.restore(replace(before, generator=Random(seed).snapshot()))
                session.compiled.send(game, event)
                run_game(game, session.compiled)
                outcomes.add((game.state.grid.tobytes(), game.status))
            varies = varies or len(outcomes) > 1
            after = game.snapshot()
            if after.status != "lost" and after.grid not in found:
                found.add(after.grid)
                if after.status == "playing":
                    waiting.append(after)
    game.restore(start)
    return len(found), varies


def everywhere(plan: PlayPlan, order: Order) -> int:
    """Return how many states a search that finds no win looks at, and put the game back."""
    explorer = plan.explorer(plan.guess, order, 10_000)
    while explorer.standing == GOING_ON:
        explorer.advance(1)
    plan.session.game.restore(plan.before)
    assert explorer.standing == EXHAUSTED
    return explorer.count


@pytest.mark.parametrize(
    ("answer", "code", "line"),
    [
        ("prl:\n    A -> C\n    C -> A", "cap", 7),
        ("repeat 1..2:\n    prl once:\n        A -> C\n        C -> A", "left-to-chance", 7),
        ("repeat 0..1:\n    prl once:\n        A -> C\nprl once: A -> B", "left-to-chance", 7),
        ("choose:\n    once: A -> B\n    once: C -> B", "left-to-chance", 7),
        ("once: B -> C", "left-to-chance", 7),
    ],
)
def test_what_is_wrong_with_a_move_is_told_with_its_place(
    answer: str, code: str, line: int
) -> None:
    text = (
        f"grid 4x1 values=ABCD\nstart {{\nABBC\n}}\non space:\n    AB -> BA\n{answer}\nwin any D\n"
    )
    session = Session(markovpy.parse(text))
    with pytest.raises(RunError) as caught:
        solve(session)
    assert caught.value.diagnostics[0].code == code
    assert f":{line}:" in str(caught.value)
    assert session.text() == "ABBC"


@pytest.mark.parametrize("key", ["e", "7", "é", "я"])
def test_every_key_that_a_game_names_is_pressed(key: str) -> None:
    text = f"grid 3x1 values=BPW\nput P at 0,0\non {key}:\n    prl once: PB -> BW\nwin any W\n"
    assert solve(markovpy.parse(text)).moves == f"k({key})"


def slides(board: str) -> Iterable[str]:
    """Yield where a penguin on ice may get to by one move."""
    width = board.index("\n") + 1
    for step in (1, -1, width, -width):
        cells = list(board)
        place = board.index("P")
        while cells[place + step] in "_F":
            cells[place], cells[place + step] = "_", "P"
            place += step
        if "".join(cells) != board:
            yield "".join(cells)


def drives(board: str) -> Iterable[str]:
    """Yield what a traffic jam may become when one car moves by one cell."""
    width = board.index("\n") + 1
    for place, end in enumerate(board):
        step = {"►": 1, "R": 1, "◄": -1, "L": -1, "▼": width, "▲": -width}.get(end, 0)
        if step and board[place + step] == "·":
            tail = place - step
            while board[tail] == "■":
                tail -= step
            low, high = min(tail, place + step), max(tail, place + step) + 1
            line = list(board[low : high : abs(step)])
            empty = line.pop() if step > 0 else line.pop(0)
            line = [empty, *line] if step > 0 else [*line, empty]
            cells = list(board)
            cells[low : high : abs(step)] = line
            yield "".join(cells)


def jumps(board: str) -> Iterable[str]:
    """Yield what becomes of a board when another peg is chosen, or the chosen one jumps."""
    width = board.index("\n") + 1
    chosen = board.find("◉")
    for place, value in enumerate(board):
        if value == "●":
            yield board.replace("◉", "●")[:place] + "◉" + board.replace("◉", "●")[place + 1 :]
    for step in (1, -1, width, -width) if chosen >= 0 else ():
        over, to = chosen + step, chosen + 2 * step
        if min(over, to) >= 0 and board[over : over + 1] + board[to : to + 1] == "●○":
            cells = list(board)
            cells[chosen], cells[over], cells[to] = "○", "○", "◉"
            yield "".join(cells)


def has_one_peg(board: str) -> bool:
    return board.count("●") + board.count("◉") == 1


@pytest.mark.parametrize(
    ("name", "level", "after", "won"),
    [
        *(("ice", level, slides, lambda board: "F" not in board) for level in (2, 4)),
        *(("traffic", level, drives, lambda board: "RE" in board) for level in (1, 2)),
        *(("peg_solitaire_play", level, jumps, has_one_peg) for level in (1, 2)),
    ],
)
def test_shipped_games_take_the_fewest_moves(
    name: str,
    level: int,
    after: Callable[[str], Iterable[str]],
    won: Callable[[str], bool],
) -> None:
    session = Session(markovpy.load(name), level, seed=1)
    found = solve(session, optimal=True)
    assert found.fewest
    assert found.move_count == moves_between(session.text(), won, after)


def test_all_pegs_but_one_go_from_the_english_board() -> None:
    session = Session(markovpy.load("peg_solitaire_play"), 4, seed=1)
    found = solve(session, limit=500_000)
    assert (found.outcome, found.fewest) == ("solved", False)
    assert found.bound <= found.move_count
    session.play(found.moves)
    assert session.status == "won"
