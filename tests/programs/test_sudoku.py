"""The sudoku programs: solved as published, watched to the same end, generated as asked for."""

from __future__ import annotations

import pytest

import markovpy
from markovpy.plugins.sudoku import LEVELS, check, count, grade, solve

ESCARGOT = "162857493534129678789643521475312986913586742628794135356478219241935867897261354"


def digits(text: str) -> list[list[int]]:
    """Return a board's digits, 0 for an empty cell."""
    return [[0 if symbol == "." else int(symbol) for symbol in row] for row in text.split("\n")]


@pytest.mark.parametrize("name", ["sudoku_solve", "sudoku_watch"])
def test_the_start_grid_is_solved(name: str) -> None:
    program = markovpy.load(name)
    begun, done = program.begin(seed=1), program.run(seed=1)
    assert program.warnings == () and done.stopped == "done" and done.notes == ()
    puzzle, solution = begun.text().replace("\n", ""), done.text().replace("\n", "")
    assert check(digits(done.text())).solved
    assert all(given in (".", digit) for given, digit in zip(puzzle, solution, strict=True))
    assert count(puzzle) == 1
    if name == "sudoku_watch":
        assert solution == ESCARGOT
    else:
        assert grade(puzzle).level == "hard"


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_new_puzzles_are_of_the_level_asked_for(level: int) -> None:
    program = markovpy.load("sudoku_new")
    for seed in range(3):
        puzzle = program.run(seed=seed, set={"level": level}).text().replace("\n", "")
        givens = [symbol != "." for symbol in puzzle]
        assert givens == givens[::-1]
        assert grade(puzzle).level == LEVELS[level - 1]


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_each_level_to_play_has_its_grade_and_its_solution_wins(level: int) -> None:
    game = markovpy.Session(markovpy.load("sudoku_play"), level=level, seed=level)
    puzzle = game.text().replace("\n", "")
    assert grade(puzzle).level == game.title.lower() == LEVELS[level - 1]
    for cell, digit in enumerate(solve(puzzle).text):
        if puzzle[cell] == ".":
            game.send(("click", cell % 9, cell // 9))
            assert game.send(f"key {digit}").acted
    assert game.status == "won"


@pytest.mark.parametrize("name", ["sudoku_play", "sudoku_play_mini", "sudoku_play_own"])
def test_programs_to_play_tell_what_to_do_and_wait(name: str) -> None:
    program = markovpy.load(name)
    assert program.warnings == () and "digits fill it" in program.about["about"]
    assert program.run(seed=1).stopped == "input"


def test_small_puzzles_have_one_solution_and_few_givens() -> None:
    program = markovpy.load("sudoku_mini")
    for seed in range(10):
        board = digits(program.run(seed=seed).text())
        assert count(board, box=(2, 3)) == 1
        assert 10 <= sum(digit > 0 for row in board for digit in row) <= 14
