"""Techniques rule out what their definitions say, and grades do not depend on how a board lies."""

from __future__ import annotations

import random
from collections.abc import Iterable

import numpy as np
import pytest

from markovpy.plugins.sudoku import PuzzleError, Shape, generate, grade, next_step, solve, steps
from markovpy.plugins.sudoku.grading import level_up_to
from markovpy.plugins.sudoku.techniques import NAMES, Techniques
from support.pure import run_pure, uncompiled
from support.shared import shared

EVERYTHING = 511
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def puzzles(name: str) -> list[tuple[str, str]]:
    lines = shared("data", name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t")[-2:] for line in lines if not line.startswith("#")]
    return [(puzzle, solution) for puzzle, solution in rows if solution != "-"]


def cell(row: int, column: int) -> int:
    """Return the number of a cell; rows and columns from 1."""
    return 9 * (row - 1) + column - 1


def mask(*digits: int) -> int:
    return sum(1 << digit - 1 for digit in digits)


def board() -> np.ndarray:
    """Return an empty board with all candidates."""
    return np.full(81, EVERYTHING, dtype=np.int32)


def keep(candidates: np.ndarray, digit: int, cells: Iterable[int], kept: set[int]) -> None:
    """Take a digit from cells, apart from some."""
    for place in cells:
        if place not in kept:
            candidates[place] &= ~mask(digit)


def row(number: int) -> list[int]:
    return [cell(number, column) for column in range(1, 10)]


def column(number: int) -> list[int]:
    return [cell(line, number) for line in range(1, 10)]


def ruled_out(technique: str, candidates: np.ndarray) -> set[tuple[int, int]]:
    """Return all that a technique rules out, where none that is easier does."""
    finder = Techniques(Shape())
    finder.load(bytes(81), candidates)
    number = NAMES.index(technique)
    assert not any(finder.find(easier, False) for easier in range(number))
    assert finder.find(number, False)
    gone = finder.arrays["gone"]
    assert not finder.arrays["new"].any()
    first = next_step("." * 81, candidates)
    assert first is not None
    assert first.technique == technique
    found = {(c, d) for c in range(81) for d in range(1, 10) if gone[c] >> d - 1 & 1}
    assert set(first.removes) <= found
    return found


def test_locked_candidates() -> None:
    candidates = board()
    box = [cell(r, c) for r in (1, 2, 3) for c in (1, 2, 3)]
    keep(candidates, 5, box, {cell(2, 1), cell(2, 3)})
    expected = {(cell(2, c), 5) for c in range(4, 10)}
    assert ruled_out("locked candidates", candidates) == expected


@pytest.mark.parametrize(
    ("name", "columns"), [("pair", (1, 5)), ("triple", (1, 5, 9)), ("quad", (1, 2, 5, 9))]
)
def test_subsets(name: str, columns: tuple[int, ...]) -> None:
    digits = range(1, len(columns) + 1)
    cells = {cell(4, c) for c in columns}
    candidates = board()
    for place in cells:
        candidates[place] = mask(*digits)
    expected = {(place, d) for place in row(4) if place not in cells for d in digits}
    assert ruled_out(f"naked {name}", candidates) == expected
    candidates = board()
    for digit in digits:
        keep(candidates, digit, row(4), cells)
    expected = {(place, d) for place in cells for d in range(len(columns) + 1, 10)}
    assert ruled_out(f"hidden {name}", candidates) == expected


@pytest.mark.parametrize(("name", "lines"), [("X-wing", (1, 5)), ("swordfish", (1, 5, 9))])
@pytest.mark.parametrize("turned", [False, True])
def test_fish(name: str, lines: tuple[int, ...], turned: bool) -> None:
    crossed = {1: (2, 8), 5: (2, 8), 9: (2, 8)} if name == "X-wing" else {
        1: (2, 5), 5: (5, 8), 9: (2, 8)
    }  # fmt: skip
    candidates = board()
    for line in lines:
        keep(candidates, 7, row(line), {cell(line, c) for c in crossed[line]})
    across = {c for line in lines for c in crossed[line]}
    expected = {(cell(r, c), 7) for r in range(1, 10) for c in across if r not in lines}
    if turned:
        candidates = candidates.reshape(9, 9).T.ravel().copy()
        expected = {(place % 9 * 9 + place // 9, digit) for place, digit in expected}
    assert ruled_out(name, candidates) == expected


def test_xy_wing() -> None:
    candidates = board()
    candidates[cell(5, 5)] = mask(1, 2)
    candidates[cell(5, 9)] = mask(1, 3)
    candidates[cell(9, 5)] = mask(2, 3)
    assert ruled_out("XY-wing", candidates) == {(cell(9, 9), 3)}
    candidates = board()
    candidates[cell(5, 5)] = mask(1, 2)
    candidates[cell(4, 4)] = mask(1, 3)
    candidates[cell(5, 1)] = mask(2, 3)
    expected = {(cell(r, c), 3) for r, c in [(5, 4), (5, 6), (4, 1), (4, 2), (4, 3)]}
    assert ruled_out("XY-wing", candidates) == expected


def test_chain() -> None:
    """Two rows whose places share a column at one end: a skyscraper."""
    candidates = board()
    keep(candidates, 5, row(1), {cell(1, 1), cell(1, 5)})
    keep(candidates, 5, row(9), {cell(9, 1), cell(9, 6)})
    expected = {(cell(r, c), 5) for r, c in [(7, 5), (8, 5), (2, 6), (3, 6)]}
    assert ruled_out("chain", candidates) == expected


def solved_by_singles(puzzle: str) -> bool:
    """Solve with singles alone, written apart from the package."""
    values = [int(c) if c != "." else 0 for c in puzzle]
    units = [[9 * i + j for j in range(9)] for i in range(9)]
    units += [[9 * j + i for j in range(9)] for i in range(9)]
    units += [
        [9 * (r + i // 3) + c + i % 3 for i in range(9)] for r in (0, 3, 6) for c in (0, 3, 6)
    ]
    peers = [{c for unit in units if place in unit for c in unit} for place in range(81)]

    def possible(place: int) -> set[int]:
        return set() if values[place] else set(range(1, 10)) - {values[c] for c in peers[place]}

    while True:
        new = {place: found.pop() for place in range(81) if len(found := possible(place)) == 1}
        for unit in units:
            for digit in range(1, 10):
                places = [place for place in unit if digit in possible(place)]
                if len(places) == 1:
                    new[places[0]] = digit
        for place, digit in new.items():
            values[place] = digit
        if not new:
            return 0 not in values


def test_easy_means_that_singles_are_enough() -> None:
    for puzzle, _ in puzzles("sudoku17.txt")[::9]:
        assert (grade(puzzle).level == "easy") == solved_by_singles(puzzle)
    assert grade(EASY).level == "easy"


def test_the_hardest_puzzles_are_for_experts_and_need_trials() -> None:
    for puzzle, _ in puzzles("hardest.txt")[::8]:
        found = grade(puzzle)
        assert (found.level, found.technique) == ("expert", "trial")


def transformed(puzzle: str, chance: random.Random) -> str:
    """Return a puzzle with rows, columns, bands, stacks and digits shuffled, perhaps mirrored."""
    grid = np.array(list(puzzle)).reshape(9, 9)
    for _ in range(2):
        bands = chance.sample(range(3), 3)
        grid = grid[[3 * band + line for band in bands for line in chance.sample(range(3), 3)]].T
    if chance.random() < 0.5:
        grid = grid.T
    digits = str.maketrans("123456789", "".join(chance.sample("123456789", 9)))
    return "".join(grid.ravel()).translate(digits)


def test_grades_do_not_depend_on_how_a_board_lies() -> None:
    chance = random.Random(1)
    some = puzzles("sudoku17.txt")[::12] + puzzles("top1465_sample.txt")[::9]
    assert len({grade(puzzle).technique for puzzle, _ in some}) >= 6
    for puzzle, _ in some:
        for _ in range(4):
            assert grade(transformed(puzzle, chance)) == grade(puzzle)


def test_steps_are_right_and_solve() -> None:
    some = puzzles("sudoku17.txt")[::10] + puzzles("top1465_sample.txt")[::15]
    for puzzle, listed in [*some, puzzles("hardest.txt")[0]]:
        values = [int(c) for c in puzzle.replace(".", "0")]
        for step in steps(puzzle):
            assert step.places or step.removes
            assert step.message
            for place, digit in step.places:
                values[place] = digit
                assert listed[place] == str(digit)
            assert all(listed[place] != str(digit) for place, digit in step.removes)
        assert "".join(map(str, values)) == listed


def test_steps_in_words() -> None:
    step = next_step(EASY)
    assert step is not None
    assert step.message == "row 5, column 5 can only be 5: every other digit is ruled out there"
    assert step.places == ((40, 5),)
    solved = solve(EASY).text
    assert next_step(solved) is None
    ones = {cell(2, 4), cell(3, 7), cell(4, 2), cell(7, 3)}
    hidden = next_step("".join("1" if place in ones else "." for place in range(81)))
    assert hidden is not None
    assert hidden.message == "1 has only one place in box 1: row 1, column 1"


def test_boards_of_other_sizes_are_graded() -> None:
    found = grade("1300000000000204")
    assert found.level == "easy"
    assert level_up_to(solve("1300000000000204").givens, Shape(2, 2), "easy") == "easy"
    assert [step.technique for step in steps("1300000000000204")]


def test_what_cannot_be_graded_is_refused() -> None:
    with pytest.raises(PuzzleError, match="a puzzle with several solutions has no grade"):
        grade("." * 81)
    with pytest.raises(PuzzleError, match="a puzzle with no solution has no grade"):
        grade("55" + "." * 79)
    with pytest.raises(PuzzleError, match=r"5 twice in row 1 \(columns 1 and 2\)"):
        next_step("55" + "." * 79)
    assert next_step("." * 81) is None
    with pytest.raises(PuzzleError, match=r"candidates of shape \(9, 9\) for 81 cells"):
        next_step("." * 81, board().reshape(9, 9))


def test_uncompiled_gives_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    hard = puzzles("top1465_sample.txt")[1][0]
    script = (
        "from markovpy.plugins.sudoku import generate, grade, steps\n"
        "result = [grade(argument).rounds, [step.message for step in steps(argument)],"
        " generate(7, side=4).text]"
    )
    expected = [grade(hard).rounds, [s.message for s in steps(hard)], generate(7, side=4).text]
    assert run_pure(uncompiled(tmp_path_factory.mktemp("pure")), script, hard) == expected
