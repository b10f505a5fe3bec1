"""Which boards can be solved, which are boards at all, and shuffles."""

from __future__ import annotations

from itertools import permutations
from random import Random as PythonRandom

import pytest

from markovpy import ProgramError
from markovpy.engine.random import Random
from markovpy.plugins.sliding import distances, find_solution, is_solvable, shuffle, solve
from plugins.sliding.boards import counted, korf, numbers, reached

GOALS_OF_8 = ["123456780", "012345678", "123804765", "102345678"]


@pytest.mark.parametrize("width, height", [(2, 2), (3, 2), (2, 3), (4, 1), (1, 4), (5, 1), (2, 1)])
def test_every_small_board_is_judged_as_slides_say(width: int, height: int) -> None:
    """Also boards of one row, where parity says too much: 2 3 1 . cannot be solved."""
    goals = [(*range(1, width * height), 0), tuple(range(width * height))]
    goals.append(goals[0][1:3] + goals[0][:1] + goals[0][3:])
    for goal in goals:
        within = reached(goal, width)
        for board in permutations(goal):
            assert is_solvable(board, width, goal) == (board in within), (board, goal)


def test_other_shapes_against_the_parity_of_random_slides() -> None:
    """After slides a board is solvable; after one exchange of two tiles more it is not."""
    draw = PythonRandom(7)
    for width, height in [(3, 4), (4, 3), (2, 7), (5, 5), (4, 6), (7, 6)]:
        for _ in range(20):
            goal = draw.sample(range(width * height), width * height)
            board = list(goal)
            for _ in range(200):
                gap = board.index(0)
                cell = draw.choice([gap - width, gap + width, gap - 1, gap + 1])
                beside = abs(cell % width - gap % width) + abs(cell // width - gap // width) == 1
                if beside and 0 <= cell < len(board):
                    board[gap], board[cell] = board[cell], 0
            assert is_solvable(board, width, goal)
            one, other = (board.index(tile) for tile in (1, 2))
            board[one], board[other] = board[other], board[one]
            assert not is_solvable(board, width, goal)
            with pytest.raises(ProgramError, match="no slides lead to the goal"):
                solve(board, width, goal)


def test_korf_wants_the_gap_first() -> None:
    for board, _ in korf():
        assert is_solvable(board, 4, range(16))
        assert not is_solvable(board, 4)
        with pytest.raises(ProgramError, match="exchange of two tiles"):
            solve(board, 4)


@pytest.mark.parametrize(
    "tiles, goal, problem",
    [
        ([1, 2, 3, 4, 5, 6, 7, 8, 8], None, "tile 8 is there twice, the gap .0. is missing"),
        ([1, 2, 3, 4, 5, 6, 7, 8], None, "8 numbers do not fill rows of 3"),
        ([1, 2, 3, 4, 5, 6, 7, 8, 9], None, "no tile 9 in such a puzzle, the gap .0. is missing"),
        ([1, 2, 3, 4, 0, 6, 7, 8, 0], None, "the gap .0. is there twice, tile 5 is missing"),
        ([1, 2, 3, 4, 5, 6, 7, 9, 0], None, "there is no tile 9 .*, tile 8 is missing"),
        ([1, 2, 3, 4, 5, 6, -7, 8, 0], None, "there is no tile -7 .*, tile 7 is missing"),
        ([0] * 9, None, "the gap .0. is there 9 times, tile 1 .* missing, .* and 4 more"),
        ([1, 2, "x", 4, 5, 6, 7, 8, 0], None, "'x' is no whole number"),
        ([1, 2, 3.0, 4, 5, 6, 7, 8, 0], None, "3.0 is no whole number"),
        ([], None, "0 numbers do not fill rows of 3"),
        (7, None, "7 is no whole number"),
        ("abc", None, "'a' is no whole number"),
        (list(range(9)), [1, 2, 3], "3 numbers for 9 cells"),
        (list(range(9)), [1, 2, 3, 4, 5, 6, 7, 8, 8], "tile 8 is there twice"),
        (list(range(9)), [1, 2, 3, 4, 5, 6, 7, 8, 9], "the gap .0. is missing"),
        (list(range(9)), [1, 2, 3, 4, 5, 6, 7, 9, 0], "no tile 8 .*, tile 9 is missing"),
    ],
)
def test_what_is_wrong_with_a_board_is_named(tiles: object, goal: object, problem: str) -> None:
    with pytest.raises(ProgramError, match=problem):
        is_solvable(tiles, 3, goal)  # type: ignore[arg-type]


@pytest.mark.parametrize("width", [0, -3, 4, "3"])
def test_widths_that_do_not_fit(width: object) -> None:
    with pytest.raises(ProgramError, match="bad-board"):
        find_solution(range(9), width)  # type: ignore[arg-type]


@pytest.mark.parametrize("goal", GOALS_OF_8)
def test_distances_of_the_8_puzzle(goal: str) -> None:
    kinds = {"0": "corner", "4": "centre", "1": "midside", "8": "corner"}
    kind = kinds[str(goal.index("0"))]
    assert distances(3, 3, numbers(goal)) == counted(f"goal={kind} {goal}")


@pytest.mark.parametrize("width, height", [(2, 2), (3, 2), (2, 3), (4, 2)])
def test_distances_of_small_boards(width: int, height: int) -> None:
    assert distances(width, height) == counted(f"board={height}x{width}")


def test_distances_in_one_row() -> None:
    assert distances(5, 1) == [1, 1, 1, 1, 1]
    assert distances(1, 5, [1, 2, 0, 3, 4]) == [1, 2, 2]
    assert distances(1, 1) == [1]
    with pytest.raises(ProgramError, match="4x4 is no board of 1 to 12 cells"):
        distances(4, 4)


@pytest.mark.slow
def test_distances_of_3x4() -> None:
    assert distances(4, 3) == counted("board=3x4")


SIZES = [(w, h) for w in range(2, 6) for h in range(2, 6)] + [(1, 2), (6, 1), (9, 7)]


@pytest.mark.parametrize("width, height", SIZES)
def test_shuffled_boards(width: int, height: int) -> None:
    goal = (*range(1, width * height), 0)
    boards = [tuple(shuffle(width, height, rng)) for rng in [Random(5)] for _ in range(200)]
    for board in boards:
        assert board != goal
        assert is_solvable(board, width)
    places = {board.index(0) for board in boards}
    usual = range(width * height - 1) if 1 in (width, height) else range(width * height)
    assert places == set(usual) or width * height > 25


def test_shuffles_are_even() -> None:
    """Each of the 11 boards of 2x2 but the goal is as likely; a goal of one's own is heeded."""
    rng = Random(11)
    goal = (3, 0, 1, 2)
    counts: dict[tuple[int, ...], int] = {}
    for _ in range(11_000):
        board = tuple(shuffle(2, 2, rng, goal))
        counts[board] = counts.get(board, 0) + 1
    assert set(counts) == set(reached(goal, 2)) - {goal}
    assert sum((count - 1000) ** 2 / 1000 for count in counts.values()) < 29.6  # chi², p = 0.001


@pytest.mark.parametrize("width, height", [(1, 1), (0, 5), (3, -1)])
def test_sizes_without_a_shuffle(width: int, height: int) -> None:
    with pytest.raises(ProgramError, match="has no board but the goal"):
        shuffle(width, height, Random(0))
