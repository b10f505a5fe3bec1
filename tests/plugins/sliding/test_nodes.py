"""``sliding.shuffle`` and ``sliding.solve`` in programs."""

from __future__ import annotations

import numpy as np
import pytest

import markovpy
from markovpy import ProgramError, RunError
from markovpy.api import Run
from markovpy.engine.random import Random
from markovpy.plugins.sliding import is_solvable, shuffle
from plugins.sliding.boards import numbers, reached

EIGHT = "grid 3x3 values=12345678_\n"
ORDERED = 'start "123/456/78_"\n'

pytestmark = pytest.mark.usefixtures("small_groups")


def run(text: str, seed: int = 1) -> Run:
    """Run a program with its trace."""
    return markovpy.parse(text).run(seed=seed, traced=True)


def test_shuffles_are_those_of_the_library() -> None:
    for seed in range(1, 6):
        made = run(f"{EIGHT}{ORDERED}sliding.shuffle gap=_", seed)
        assert numbers(made.text().replace("\n", "/").replace("_", "0")) == tuple(
            shuffle(3, 3, Random(seed))
        )
        assert (made.turns, made.stopped) == (2, "done")


def test_a_turn_slides_one_tile_and_the_shortest_way() -> None:
    boards = reached(numbers("123456780"), 3)
    for seed in range(1, 9):
        made = run(f"{EIGHT}{ORDERED}sliding.shuffle gap=_\nsliding.solve gap=_", seed)
        assert made.text().split() == ["123", "456", "78_"]
        board = tuple(shuffle(3, 3, Random(seed)))
        assert made.trace is not None
        grid = np.array(board)
        for turn in range(1, made.turns - 1):
            cells, _ = made.trace.changes(turn)
            gap = int(np.flatnonzero(grid == 0)[0])
            assert gap in cells
            (other,) = set(cells.tolist()) - {gap}
            assert abs(gap // 3 - other // 3) + abs(gap % 3 - other % 3) == 1
            grid[[gap, other]] = grid[[other, gap]]
        assert grid.tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 0]
        assert made.turns == 1 + boards[board] + 1
        assert (made.stopped, made.notes) == ("done", ())


def test_goal_and_start_of_ones_own() -> None:
    made = run('grid 3x2 values=_abcde\nstart "de_/abc"\nsliding.solve gap=_ goal="abc/de_"')
    assert made.text().split() == ["abc", "de_"]
    assert made.turns == 21 + 1  # the farthest board of 3x2
    made = run(f'{EIGHT}start "123/456/7_8"\nsliding.solve gap=_ goal="123 456 78_"')
    assert (made.text().split(), made.turns) == (["123", "456", "78_"], 2)
    made = run(f"{EIGHT}{ORDERED}sliding.solve gap=_")
    assert (made.turns, made.stopped) == (1, "done")


def test_what_rules_do_between_two_turns_is_seen() -> None:
    """Each second turn a rule moves the gap back; the solution goes on from there."""
    body = "sliding.solve gap=_ steps=4\none once: 8_ -> _8\nsliding.solve gap=_"
    made = run(f'{EIGHT}start "236/15_/478"\nsequence:\n    ' + body.replace("\n", "\n    "))
    assert made.stopped == "done"


def test_no_slides_lead_to_the_goal() -> None:
    made = run(f'{EIGHT}start "123/456/87_"\nsliding.solve gap=_ goal="123/456/78_"')
    assert made.stopped == "no-solution"
    made = run('grid 4x1 values=123_\nstart "231_"\nsliding.solve gap=_ goal="123_"')
    assert made.stopped == "no-solution"


def test_a_solution_that_may_not_be_the_shortest_is_noted() -> None:
    four = "grid 4x4 values=123456789ABCDEF_\n"
    start = 'start "EFC8/7BA5/6942/31D_"\n'
    assert is_solvable([14, 15, 12, 8, 7, 11, 10, 5, 6, 9, 4, 2, 3, 1, 13, 0], 4)
    made = run(f'{four}{start}sliding.solve gap=_ limit=1000 goal="1234/5678/9ABC/DEF_"')
    assert made.text().split() == ["1234", "5678", "9ABC", "DEF_"]
    assert [note.code for note in made.notes] == ["not-shortest"]


@pytest.mark.parametrize(
    "text, problem",
    [
        ("grid 3x3x2 values=12345678_\nsliding.shuffle gap=_", "only-2d"),
        ("grid 3x3 values=12345_\nsliding.solve gap=_", "bad-board.*9 values, each once; .* has 6"),
        ("grid 1x1 values=1_\nsliding.solve gap=_", "bad-board"),
        (f"{EIGHT}sliding.solve", "gap"),
        (f"{EIGHT}sliding.solve gap=x", "x"),
        (f'{EIGHT}sliding.solve gap=_ goal="123/456/79_"', "1:1|'9' is no value"),
        (f'{EIGHT}sliding.solve gap=_ goal="123/456/77_"', "bad-board.*'7' is there twice"),
        (f'{EIGHT}sliding.solve gap=_ goal="123/456/78"', "bad-board.*the gap '_' is missing"),
        (f'{EIGHT}sliding.solve gap=_ goal="123/456/_"', "bad-board.*7 values for 9 cells"),
        (f"{EIGHT}sliding.solve gap=_ limit=0", "limit"),
    ],
)
def test_programs_that_cannot_run(text: str, problem: str) -> None:
    with pytest.raises(ProgramError, match=problem):
        markovpy.parse(text)


@pytest.mark.parametrize(
    "body, problem",
    [
        ("sliding.shuffle gap=_", "'1' is there 9 times, the gap '_' is missing"),
        ("sliding.solve gap=_", "this is no board"),
        ('start "123/456/78_"\none once: 1 -> 2\nsliding.solve gap=_', "'2' is there twice"),
        ('start "123/456/78_"\none once: 1 -> 9\nsliding.solve gap=_', "goal: there is no '9'"),
    ],
)
def test_grids_that_hold_no_board(body: str, problem: str) -> None:
    with pytest.raises(RunError, match=problem) as caught:
        run(f"grid 3x3 values=12345678_9\n{body}")
    assert caught.value.diagnostics[0].span is not None
