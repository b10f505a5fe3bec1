"""Solutions: right, as short as can be, and the databases behind them."""

from __future__ import annotations

from pathlib import Path
from random import Random as PythonRandom

import numpy as np
import pytest

from markovpy import ProgramError
from markovpy.plugins.sliding import databases, find_solution, is_solvable, solve
from markovpy.plugins.sliding.geometry import Shape
from markovpy.plugins.sliding.solver import Search
from markovpy.plugins.sliding.tables import PatternSearch
from plugins.sliding.boards import korf, numbers, reached, slid
from support.shared import shared

pytestmark = pytest.mark.usefixtures("small_groups")
GOAL_OF_8 = numbers("123456780")


def test_solved_and_nearly_solved() -> None:
    assert solve(GOAL_OF_8, 3) == []
    assert solve(numbers("123/456/7.8"), 3) == [8]  # the tile moves left, the gap right
    assert solve([0], 1) == []
    assert solve(np.array([1, 2, 3, 0]), 2) == []


@pytest.mark.parametrize("width, height", [(2, 2), (3, 2), (2, 3)])
def test_every_small_board_in_the_fewest_moves(width: int, height: int) -> None:
    for goal in [(*range(1, width * height), 0), tuple(range(width * height))]:
        for board, distance in reached(goal, width).items():
            solution = find_solution(board, width, goal)
            assert slid(board, width, solution.tiles) == goal
            assert (solution.moves, solution.bound) == (distance, distance)


@pytest.mark.parametrize("width, height, gap", [(4, 2, 7), (2, 4, 2), (3, 3, 4), (3, 3, 1)])
def test_larger_boards_in_the_fewest_moves(width: int, height: int, gap: int) -> None:
    """A sample of all distances; also goals in any order, the gap in any cell."""
    draw = PythonRandom(3)
    goal = [*range(1, width * height)]
    draw.shuffle(goal)
    goal.insert(gap, 0)
    boards = reached(tuple(goal), width)
    for board in [*draw.sample(sorted(boards), 200), max(boards, key=boards.__getitem__)]:
        solution = find_solution(board, width, goal)
        assert slid(board, width, solution.tiles) == tuple(goal)
        assert solution.moves == boards[board]
        assert solution.optimal


def test_states_of_the_8_puzzle() -> None:
    lines = shared("data", "eight_puzzle.txt").read_text(encoding="utf-8").splitlines()
    samples = [line.split() for line in lines if line[:1].isdigit()]
    assert len(samples) > 100
    hardest = {"647850321", "867254301"}
    assert {board for distance, board in samples if distance == "31"} == hardest
    for distance, board in samples:
        assert len(solve(numbers(board), 3)) == int(distance)
    for board in ("806547231", "876041253"):
        assert len(solve(numbers(board), 3, range(9))) == 31


@pytest.mark.parametrize(
    ("board", "width", "moves"), [(".3/21", 2, 6), ("45./123", 3, 21), ("21/43/.5", 2, 21)]
)
def test_the_one_farthest_board(board: str, width: int, moves: int) -> None:
    assert len(solve(numbers(board), width)) == moves
    goal = tuple(sorted(numbers(board), key=lambda tile: tile or len(board)))
    distances = reached(goal, width)
    assert [other for other, far in distances.items() if far >= moves] == [numbers(board)]


def test_one_row_or_column() -> None:
    assert solve([1, 2, 0, 3, 4], 5) == [3, 4]
    assert solve([1, 2, 0, 3, 4], 1, [0, 1, 2, 3, 4]) == [2, 1]
    with pytest.raises(ProgramError, match="in one line no tile passes another"):
        solve([2, 3, 1, 0], 4)


def test_fewest_moves_of_4x4() -> None:
    instances = [(board, moves) for board, moves in korf() if moves <= 44]
    assert len(instances) >= 5
    for board, moves in instances:
        solution = find_solution(board, 4, range(16))
        assert slid(board, 4, solution.tiles) == tuple(range(16))
        assert (solution.moves, solution.optimal) == (moves, True)


def test_mirrored_and_turned_puzzles_are_as_far() -> None:
    """The usual goal, gap last, is Korf's turned half round with other names."""
    board, moves = min(korf(), key=lambda instance: instance[1])
    usual = tuple(16 - tile if tile else 0 for tile in reversed(board))
    assert len(solve(usual, 4)) == moves
    transposed = tuple(board[cell % 4 * 4 + cell // 4] for cell in range(16))
    goal = tuple(cell % 4 * 4 + cell // 4 for cell in range(16))
    assert len(solve(transposed, 4, goal)) == moves


def test_a_limit_ends_a_search_with_a_good_solution_and_its_bound() -> None:
    board, moves = max(korf(), key=lambda instance: instance[1])
    solution = find_solution(board, 4, range(16), limit=300_000)
    assert slid(board, 4, solution.tiles) == tuple(range(16))
    assert not solution.optimal
    assert solution.bound <= moves < solution.moves + 1
    assert solution.states < 350_000
    with pytest.raises(ProgramError, match="limit=0 is less than 1"):
        solve(board, 4, range(16), limit=0)


@pytest.mark.parametrize("width, height", [(5, 4), (2, 9), (6, 6), (9, 9), (23, 19), (2, 40)])
def test_large_boards(width: int, height: int) -> None:
    """Solved whatever the limit, with a bound that parity and the tiles' ways agree with."""
    draw = PythonRandom(1)
    goal = list(range(width * height))
    board = list(goal)
    while board == goal or not is_solvable(board, width, goal):
        draw.shuffle(board)
        draw.shuffle(goal)
    solution = find_solution(board, width, goal, limit=100_000)
    assert slid(board, width, solution.tiles) == tuple(goal)
    ways = 0
    for cell, tile in enumerate(board):
        home = goal.index(tile)
        if tile:
            ways += abs(cell % width - home % width) + abs(cell // width - home // width)
    assert ways <= solution.bound <= solution.moves
    assert (solution.moves - ways) % 2 == 0


def test_short_solutions_of_large_boards_are_proved() -> None:
    draw = PythonRandom(4)
    board = goal = (*range(1, 25), 0)
    for _ in range(20):
        gap = board.index(0)
        near = [cell for cell in (gap - 5, gap - 1, gap + 1, gap + 5) if 0 <= cell < 25]
        near = [c for c in near if abs(c % 5 - gap % 5) + abs(c // 5 - gap // 5) == 1]
        board = slid(board, 5, [board[draw.choice(near)]])
    solution = find_solution(board, 5)
    assert slid(board, 5, solution.tiles) == goal
    assert solution.optimal
    assert solution.moves <= 20


def test_line_by_line_alone() -> None:
    """The solution that is always found, on boards whose gap belongs anywhere."""
    draw = PythonRandom(2)
    for width, height in [(4, 4), (5, 3), (3, 6), (7, 7), (2, 8)]:
        for _ in range(30):
            homes = draw.sample(range(width * height), width * height)
            gap = draw.randrange(width * height)
            names = [0 if cell == homes[gap] else cell + 1 for cell in range(width * height)]
            board = [names[home] for home in homes]
            if not is_solvable(board, width, names):
                continue
            at, tiles = gap, list(homes)
            for cell in Search(Shape(width, height), homes, gap, None).line_by_line():
                assert cell in Shape(width, height).beside(at)
                tiles[at], tiles[cell], at = tiles[cell], tiles[at], cell
            assert tiles == list(range(width * height))


@pytest.mark.parametrize("width, height, group, gap", [(3, 2, (1, 4), 5), (3, 3, (0, 1, 5), 4)])
def test_databases_against_plain_search(
    width: int, height: int, group: tuple[int, ...], gap: int
) -> None:
    """The fewest moves of the group over all boards, moves of other tiles being free."""
    goal = tuple(-1 if cell == gap else cell for cell in range(width * height))
    kept = tuple(cell if cell in group else 99 for cell in goal)
    start = (kept, gap)
    best, layer = {start: 0}, [start]
    while layer:
        later = []
        for tiles, hole in layer:  # grows while free moves are found
            for cell in Shape(width, height).beside(hole):
                moved = list(tiles)
                moved[hole], moved[cell] = tiles[cell], 99
                state = (tuple(moved), cell)
                cost = best[tiles, hole] + (tiles[cell] != 99)
                if cost < best.get(state, 1000):
                    best[state] = cost
                    (later if tiles[cell] != 99 else layer).append(state)
        layer = later
    expected: dict[int, int] = {}
    cells = width * height
    for (tiles, _), cost in best.items():
        index = sum(tiles.index(tile) * cells**i for i, tile in enumerate(group))
        expected[index] = min(cost, expected.get(index, 1000))
    table = PatternSearch(Shape(width, height), group, gap).run()
    assert {index: int(cost) for index, cost in enumerate(table) if cost != 255} == expected


def test_cached_databases(cache: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Written once, made anew where damaged, and not needed."""
    shape, groups = Shape(4, 3), ((1, 2, 4, 5, 8), (3, 6, 7))
    monkeypatch.setattr(databases, "_WORTH_KEEPING", 1)
    wanted = [table.copy() for table in databases.databases(shape, 0, groups)]
    (file,) = cache.glob("4x3-0-*.tables")
    monkeypatch.setattr(databases, "build", None)  # from here on the file must do
    assert all(map(np.array_equal, databases.databases(shape, 0, groups), wanted))
    monkeypatch.undo()
    monkeypatch.setattr(databases, "_WORTH_KEEPING", 1)
    whole = file.read_bytes()
    for damaged in (whole[:-1], whole[:-9] + b"?" + whole[-8:], b"", b"no database", whole + b"0"):
        file.write_bytes(damaged)
        monkeypatch.setattr(databases, "folder", lambda: file.parent)
        assert all(map(np.array_equal, databases.databases(shape, 0, groups), wanted))
        assert file.read_bytes() == whole
    assert [path.name for path in cache.iterdir() if path.suffix == ".part"] == []
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    monkeypatch.setattr(databases, "folder", lambda: blocked / "sliding")
    assert all(map(np.array_equal, databases.databases(shape, 0, groups), wanted))
