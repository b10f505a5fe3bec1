"""Solving, counting and checking give what is published, listed or proved."""

from __future__ import annotations

import itertools
import signal

import numpy as np
import pytest

from markovpy.engine.random import Random
from markovpy.plugins.sudoku import (
    PuzzleError,
    Shape,
    check,
    count,
    count_many,
    is_unique,
    solve,
    solve_many,
)
from markovpy.plugins.sudoku.general import GAVE_UP, General
from markovpy.plugins.sudoku.nine import Nine
from support.pure import run_pure, uncompiled
from support.shared import shared

SEVENTEEN = ".................1..2..3..4.......5....56..7...8.4.........13.2.6.......75...9..."
SOLVED = "315486927847295631692173584476312859129568473538947216984751362261834795753629148"


def lines(name: str, separator: str = "\t") -> list[list[str]]:
    text = shared("data", name).read_text(encoding="utf-8")
    return [line.split(separator) for line in text.splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("name", ["sudoku17.txt", "hardest.txt", "top1465_sample.txt"])
def test_lists_are_solved_as_listed(name: str) -> None:
    rows = [line[-2:] for line in lines(name)]
    answers = solve_many([puzzle for puzzle, _ in rows])
    for (puzzle, listed), grid, number in zip(rows, answers.grids, answers.counts):
        assert number == (listed != "-")
        assert solve(puzzle).text == ("" if listed == "-" else listed)
        assert "".join(map(str, grid)) == ("0" * 81 if listed == "-" else listed)


@pytest.mark.parametrize(
    ("name", "separator"), [("multi_solution.txt", "\t"), ("tdoku_test_puzzles.txt", ":")]
)
def test_counts_are_exact(name: str, separator: str) -> None:
    rows = lines(name, separator)
    listed = [int(row[1]) for row in rows]
    puzzles = [row[0] for row in rows]
    assert count_many(puzzles, limit=10**7).tolist() == listed
    assert count_many(puzzles).tolist() == [min(2, number) for number in listed]
    assert [count(puzzle) for puzzle in puzzles] == listed


def test_the_two_solvers_agree() -> None:
    general = General(Shape())
    for name in ("tdoku_test_puzzles.txt", "multi_solution.txt"):
        for row in lines(name, ":" if "tdoku" in name else "\t"):
            cells = solve(row[0]).givens
            assert general.count(cells, 10**7) == int(row[1])


def test_none_one_and_several_are_three_answers() -> None:
    impossible = [line for line in lines("hardest.txt") if line[-1] == "-"]
    assert [solve(line[-2]).outcome for line in impossible] == ["none"] * len(impossible)
    assert solve(impossible[0][-2]).message == "no solution"
    assert solve(SEVENTEEN).outcome == "one"
    several = solve("." * 81)
    assert (several.outcome, several.message) == ("several", "several solutions")
    assert check(several.text).solved
    assert (count("." * 81, 1000), count("." * 81, 1000).message) == (
        1000,
        "at least 1,000 solutions",
    )
    assert (count(SEVENTEEN).message, is_unique(SEVENTEEN)) == ("1 solution", True)


def test_puzzle_made_against_row_by_row_search() -> None:
    puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
    assert solve(puzzle).text.startswith("987654321")


def test_no_clue_of_a_17_clue_puzzle_can_go() -> None:
    puzzle = ".................1..2..3.4........5......642..7..8.......4.2.3..1........89.....7"
    givens = [cell for cell, digit in enumerate(puzzle) if digit != "."]
    fewer = [puzzle[:cell] + "." + puzzle[cell + 1 :] for cell in givens]
    counts = count_many(fewer, limit=10**6)
    assert (counts.min(), counts.max()) == (850, 149147)
    assert solve_many(fewer).counts.tolist() == [2] * 17
    cells = solve(puzzle).givens
    assert [Nine().count(cells, 10**6, cell) for cell in givens] == [n - 1 for n in counts]
    few = [(cell, n) for cell, n in zip(givens, counts) if n < 5000]
    assert few
    assert all(General(Shape()).count(cells, 5000, cell) == n - 1 for cell, n in few)


def test_digits_that_stand_twice_are_named() -> None:
    report = check(".99" + "." * 78)
    assert report.message == (
        "invalid: 9 twice in row 1 (columns 2 and 3); "
        "9 twice in box 1 (row 1, column 2 and row 1, column 3)"
    )
    assert report.cells == {1, 2}
    assert solve(".99" + "." * 78).message == report.message
    assert check("4.........4" + "." * 70).conflicts[0].message.startswith("4 twice in box 1")
    assert check("4" + "." * 35 + "4" + "." * 44).message == (
        "invalid: 4 twice in column 1 (rows 1 and 5)"
    )


def test_full_grids_are_solved_already_or_invalid() -> None:
    assert (check(SOLVED).message, solve(SOLVED).message) == ("already solved", "already solved")
    swapped = SOLVED[1] + SOLVED[0] + SOLVED[2:]
    assert not check(swapped).solved
    assert solve(swapped).outcome == "none"
    assert solve(swapped).message.startswith("invalid: ")


def test_all_4x4_grids_are_counted() -> None:
    assert count("." * 16) == 288
    assert solve("1300000000000204").text == "1342243141233214"


@pytest.mark.slow
@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
def test_all_6x6_grids_are_counted(box: tuple[int, int]) -> None:
    assert count("." * 36, limit=10**9, box=box) == 28_200_960


@pytest.mark.parametrize("box", [(2, 3), (3, 2)])
def test_6x6_grids_with_a_first_row_and_column(box: tuple[int, int]) -> None:
    """All first rows are alike (6! of them), so those with one of them are a 720th part."""
    assert count("123456" + "." * 30, box=box) * 720 == 28_200_960


def test_the_box_shape_matters_and_must_be_stated() -> None:
    grid = "123456456123231564564231312645645312"
    assert check(grid, (2, 3)).solved
    assert not check(grid, (3, 2)).solved
    with pytest.raises(PuzzleError, match=r"can have several shapes.*\n.*\(2, 3\), \(3, 2\)"):
        solve(grid)


def test_latin_squares_are_boards_with_flat_boxes() -> None:
    assert count("." * 16, box=(1, 4)) == count("." * 16, box=(4, 1)) == 576
    assert count("." * 25, box=(1, 5)) == 161_280


@pytest.mark.parametrize(
    ("side", "box"),
    [(1, None), (8, (2, 4)), (10, (5, 2)), (12, (3, 4)), (16, None), (20, (4, 5)), (25, None)],
)
def test_empty_boards_of_all_sizes_are_solved(side: int, box: tuple[int, int] | None) -> None:
    found = solve("." * side**2, box)
    assert found.outcome == ("one" if side == 1 else "several")
    report = check(found.text, box)
    assert report.solved


def test_a_board_of_16_is_solved() -> None:
    whole = solve("." * 256).cells
    assert whole is not None
    puzzle = np.frombuffer(whole, dtype=np.uint8).reshape(16, 16).copy()
    puzzle[::3, ::2] = 0
    found = solve(puzzle)
    assert found.grid is not None
    assert ((puzzle == 0) | (found.grid == puzzle)).all()


def test_arrays_are_read_and_left_alone() -> None:
    whole = np.array([int(c) if c != "." else 0 for c in SEVENTEEN]).reshape(9, 9)
    floats = np.where(whole == 0, np.nan, whole)
    objects = whole.astype(object)
    objects[whole == 0] = None
    forms = [whole, whole.astype(np.uint8), whole.ravel(), floats, objects, whole.T.copy().T]
    for form in forms:
        before = form.copy()
        assert solve(form).text == SOLVED
        assert str(form) == str(before)
        form.flags.writeable = False
        assert solve(form).text == SOLVED
    rows = [SEVENTEEN[i : i + 9] for i in range(0, 81, 9)]
    texts = ["\n".join(rows), SEVENTEEN.replace(".", " "), SEVENTEEN.replace(".", "*")]
    lists = [rows, [list(row) for row in rows], whole.tolist(), objects.tolist()]
    for given in [*texts, *lists]:
        assert solve(given).text == SOLVED
    assert count_many(np.stack([whole, whole])).tolist() == [1, 1]
    assert count_many(np.stack([floats, floats])).tolist() == [1, 1]


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        (SEVENTEEN[:49] + SEVENTEEN[50:], "80 cells, expected 81"),
        ("." * 80 + "A", "'A' in row 9, column 9 is no digit of a 9x9 board"),
        ("٣" + "." * 80, "'٣' in row 1, column 1 is no digit"),
        (np.zeros((8, 9)), "8 rows of 9 cells are no square board"),
        (np.zeros((9, 9, 1)), "an array of 3 dimensions is no board"),
        ([[1, 2], [3]], "the rows are not all of one length"),
        ([[0] * 9] * 8 + [[0] * 8 + [10]], "10 in row 9, column 9 is no digit"),
        (np.full((9, 9), 256), "256 in row 1, column 1 is no digit"),
        (np.full((9, 9), -1), "row 1, column 1 is no digit"),
        ([1.5] + [0] * 80, "row 1, column 1 is no digit"),
        ([float("inf")] + [0] * 80, "row 1, column 1 is no digit"),
        (np.full((9, 9), np.inf), "row 1, column 1 is no digit"),
        ([True] * 81, "list of bool is no puzzle"),
        ("", "0 cells, expected 16"),
        (None, "is no board"),
    ],
)
def test_what_is_no_puzzle_is_refused(puzzle: object, told: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        solve(puzzle)  # type: ignore[arg-type]
    assert told in str(caught.value)


def test_a_batch_tells_which_puzzle_is_wrong() -> None:
    with pytest.raises(PuzzleError, match="puzzle 2: 80 cells, 81 in puzzle 1"):
        count_many([SEVENTEEN, SEVENTEEN[1:]])
    with pytest.raises(PuzzleError, match="puzzle 3: 'q' in row 1, column 2 is no digit"):
        count_many([SEVENTEEN, SEVENTEEN, ".q" + "." * 79])
    with pytest.raises(PuzzleError, match="puzzle 2: 10 in row 2, column 1 is no digit"):
        count_many(np.array([[0] * 81, [0] * 9 + [10] + [0] * 71]))
    with pytest.raises(PuzzleError, match="a limit of 0"):
        count_many([SEVENTEEN], limit=0)
    with pytest.raises(PuzzleError, match="a limit of 'two'"):
        count(SEVENTEEN, limit="two")  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match=r"36 cells, expected 81 \(9x9, boxes 3 high and 3 wide"):
        solve("." * 36, (3, 3))
    with pytest.raises(PuzzleError, match="box=6 is not the shape of a box"):
        solve("." * 36, 6)  # type: ignore[arg-type]
    with pytest.raises(PuzzleError, match="boxes 2 high and 3 wide do not make a 9x9 board"):
        Shape.of(9, (2, 3))
    assert count_many([]).shape == (0,)


def test_a_search_gives_up_at_its_budget() -> None:
    assert General(Shape()).count(bytes(81), 10**9, budget=5000) == GAVE_UP


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers that send signals")
def test_a_long_count_can_be_interrupted() -> None:
    def ring(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, ring)
    try:
        for engine in (Nine(), General(Shape())):
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(KeyboardInterrupt):
                engine.count(bytes(81), 10**15)
    finally:
        signal.signal(signal.SIGALRM, before)


def test_units_and_peers() -> None:
    shape = Shape.of(12, (3, 4))
    for unit in shape.units:
        assert len(set(unit)) == 12
    assert len(shape.units) == 36
    for cell, peers in enumerate(shape.peers):
        assert len(peers) == 11 + 11 + 2 * 3
        assert all(cell in shape.peers[other] for other in peers)
    boxes = [shape.box(cell) for cell in range(144)]
    for first, second in itertools.combinations(range(144), 2):
        together = shape.row(first) // 3 == shape.row(second) // 3 and (
            shape.column(first) // 4 == shape.column(second) // 4
        )
        assert (boxes[first] == boxes[second]) == together


def test_uncompiled_gives_the_same(tmp_path_factory: pytest.TempPathFactory) -> None:
    script = (
        "from markovpy.plugins.sudoku import solve, count\n"
        "from markovpy.engine.random import Random\n"
        "from markovpy.plugins.sudoku.general import General\n"
        "from markovpy.plugins.sudoku.shape import Shape\n"
        "general = General(Shape.of(6, (2, 3)))\n"
        "general.count(bytes(36), 1, rng=Random(7))\n"
        "result = [solve(argument).text, count('.' * 16), list(general.solution())]"
    )
    result = run_pure(uncompiled(tmp_path_factory.mktemp("pure")), script, SEVENTEEN)
    general = General(Shape.of(6, (2, 3)))
    general.count(bytes(36), 1, rng=Random(7))
    assert result == [SOLVED, 288, list(general.solution())]
