"""``sudoku.solve`` and ``sudoku.generate`` in programs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import markovpy
from markovpy.api import Run
from markovpy.engine.random import Random
from markovpy.errors import MarkovError
from markovpy.plugins.sudoku import Shape, check, count, generate, grade
from support.shared import shared

GRID = "grid 9x9 values=.123456789\n"
WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIKIPEDIA_SOLVED = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."


def flat(run: Run) -> str:
    """Return the board in one line."""
    return run.text().replace("\n", "")


def run(body: str, start: str = "." * 81, grid: str = GRID, seed: int = 1) -> Run:
    """Run a program on a start grid."""
    return markovpy.parse(f'{grid}start "{start}"\n{body}').run(seed=seed, traced=True)


def changes(made: Run) -> list[tuple[int, int]]:
    """Return the cell and the digit of each turn that changed one cell, in order."""
    assert made.trace is not None
    found = [made.trace.changes(turn) for turn in range(made.turns - 1)]
    assert {len(cells) for cells, _ in found} <= {1}
    return [(int(cells[0]), int(values[0])) for cells, values in found]


def lists() -> list[list[str]]:
    """Return puzzles and solutions that are published or listed."""
    found = []
    for name in ("hardest.txt", "sudoku17.txt"):
        text = shared("data", name).read_text(encoding="utf-8")
        rows = [line.split("\t")[-2:] for line in text.splitlines() if line[0] != "#"]
        found += [row for row in rows if row[1] != "-"][:8]
    return found


def test_pictures_of_solved_boards_set_givens_apart_and_show_conflicts_in_red() -> None:
    text = 'grid 4x4 values=.1234\nstart "1....3.......2.4"\nsudoku.solve'
    run = markovpy.parse(text.replace("....3.......2.4", "3...........2.4")).run(seed=1)
    fills = {(mark.x, mark.y): mark.fill for mark in run.marks}
    givens = {(0, 0), (1, 0), (1, 3), (3, 3)}
    assert len(fills) == 16 and len({mark.text for mark in run.marks}) == 4
    assert {fills[cell] for cell in givens}.isdisjoint(fills[c] for c in fills.keys() - givens)
    wrong = markovpy.parse(text.replace("1....3", "11....")).run(seed=1)
    red = [(m.x, m.y) for m in wrong.marks if m.color and m.color[0] > 2 * m.color[1] + 50]
    assert wrong.stopped == "no-solution" and red == [(0, 0), (1, 0)]


def test_a_puzzle_is_solved_in_one_turn() -> None:
    made = run("sudoku.solve", WIKIPEDIA)
    assert (flat(made), made.turns, made.stopped, made.notes) == (WIKIPEDIA_SOLVED, 2, "done", ())
    solved = run("sudoku.solve", WIKIPEDIA_SOLVED)
    assert (solved.turns, solved.stopped) == (1, "done")


@pytest.mark.parametrize("watch", ["", "watch"])
def test_listed_puzzles_get_the_listed_solution(watch: str) -> None:
    for puzzle, solution in lists():
        assert flat(run(f"sudoku.solve {watch}", puzzle)) == solution


def test_a_watched_search_writes_or_clears_one_cell_a_turn_and_never_a_conflict() -> None:
    made = run("sudoku.solve watch", ESCARGOT)
    board = np.array([".123456789".index(symbol) for symbol in ESCARGOT], dtype=np.uint8)
    taken_back = 0
    for cell, digit in changes(made):
        assert ESCARGOT[cell] == "."
        taken_back += digit == 0
        board[cell] = digit
        assert check(board).conflicts == ()
    assert taken_back > 10
    assert check(board).solved
    assert flat(made) == flat(run("sudoku.solve", ESCARGOT))


def test_an_easy_puzzle_needs_no_guess_to_be_watched() -> None:
    made = run("sudoku.solve watch", WIKIPEDIA)
    assert len(changes(made)) == WIKIPEDIA.count(".") == made.turns - 1
    few = run("sudoku.solve watch steps=5", WIKIPEDIA)
    assert changes(few) == changes(made)[:5]


def test_a_search_begins_anew_where_a_rule_changed_the_board() -> None:
    rule = "one steps=1 symmetry=none: 5346 -> 53.6"
    made = run(f"markov:\n    {rule}\n    sudoku.solve watch", WIKIPEDIA)
    assert flat(made) == WIKIPEDIA_SOLVED
    assert len(changes(made)) == WIKIPEDIA.count(".") + 2


def test_boards_of_other_shapes() -> None:
    mini = run("sudoku.solve box=3x2 watch", "1" + "." * 35, "grid 6x6 values=.123456\n")
    assert check([[int(s) for s in row] for row in mini.text().split("\n")], (2, 3)).solved
    tall = run("sudoku.solve box=2x3", "a" + "_" * 35, "grid 6x6 values=_abcdef\n")
    digits = np.array([["_abcdef".index(s) for s in row] for row in tall.text().split("\n")])
    assert check(digits, (3, 2)).solved


def test_a_puzzle_without_solution_ends_the_program_and_says_why() -> None:
    start = "55" + "." * 79
    made = run("sudoku.solve\nall: . -> 1", start)
    assert (made.stopped, flat(made), made.turns) == ("no-solution", start, 1)
    assert made.message is not None
    assert made.message.message == (
        "the puzzle has no solution: 5 twice in row 1 (columns 1 and 2)"
    )
    impossible = "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."
    made = run("sudoku.solve watch", impossible)
    assert (made.stopped, made.turns) == ("no-solution", 1)
    assert count(impossible) == 0


def test_of_several_solutions_one_is_filled_in_with_a_warning() -> None:
    start = WIKIPEDIA_SOLVED.replace("1", ".").replace("2", ".")
    made = run("sudoku.solve", start)
    assert [(note.code, note.severity) for note in made.notes] == [("several-solutions", "warning")]
    assert all(a in (".", b) for a, b in zip(start, flat(made), strict=True))
    assert check(flat(made)).solved
    assert made.stopped == "done"


WRONG = {
    "not square": ("grid 9x8 values=.123456789\nsudoku.solve", "bad-board", 2),
    "in layers": ("grid 9x9x2 values=.123456789\nsudoku.solve", "bad-board", 2),
    "too large": ("grid 26x26 values=.123456789\nsudoku.solve", "bad-board", 2),
    "too few digits": ("grid 9x9 values=.12345678\nsudoku.generate", "bad-board", 2),
    "no box": ("grid 6x6 values=.123456\nsudoku.solve", "bad-box", 2),
    "odd box": ("grid 6x6 values=.123456\nB -> B\nsudoku.solve box=two", "unknown-symbol", 3),
    "wrong box": ("grid 9x9 values=.123456789\nsudoku.generate box=9x2", "bad-box", 2),
    "no room": (GRID + "sudoku.generate clues=80..82", "too-large", 2),
    "no level": (GRID + "sudoku.generate level=heavy", "unknown-choice", 2),
    "block": (GRID + "sudoku.solve: . -> 1", "unexpected-block", 2),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_a_grid_or_argument_must_be(name: str) -> None:
    text, code, line = WRONG[name]
    with pytest.raises(MarkovError) as caught:
        markovpy.parse(text)
    first = caught.value.diagnostics[0]
    assert first.span is not None
    if name != "odd box":
        assert (first.code, caught.value.source.position(first.span.start)[0]) == (code, line)
    else:
        assert [d.code for d in caught.value.diagnostics][-1] == "bad-box"
        assert caught.value.diagnostics[-1].hint == "write box=3x2"


WISHES: dict[str, dict[str, Any]] = {
    "level=easy": {"level": "easy"},
    "level=medium symmetric": {"level": "medium", "symmetric": True},
    "level=expert": {"level": "expert"},
    "clues=36..40 symmetric": {"clues": (36, 40), "symmetric": True},
    "minimal": {"minimal": True},
}


@pytest.mark.parametrize("wish", WISHES)
def test_generated_puzzles_are_as_wished_and_drawn_by_the_run(wish: str) -> None:
    for seed in range(3):
        made = run(f"sudoku.generate {wish}", seed=seed)
        puzzle = flat(made)
        assert (made.turns, count(puzzle)) == (2, 1)
        assert puzzle == generate(Random(seed), **WISHES[wish]).text
        givens = [symbol != "." for symbol in puzzle]
        if "symmetric" in wish:
            assert givens == givens[::-1]
        if "clues" in wish:
            assert 36 <= sum(givens) <= 40
        if "level" in wish:
            assert grade(puzzle).level == WISHES[wish]["level"]
        if wish == "minimal":
            cells = [cell for cell in range(81) if givens[cell]]
            assert all(count(puzzle[:c] + "." + puzzle[c + 1 :], 2) == 2 for c in cells)


def test_what_is_drawn_before_changes_the_puzzle_and_each_pass_has_its_own() -> None:
    plain = flat(run("sudoku.generate clues=40"))
    assert flat(run("once: . -> 1\nsudoku.generate clues=40")) != plain
    rng = Random(1)
    puzzles = [generate(rng, clues=40).text for _ in range(3)]
    assert flat(run("repeat 3:\n    sudoku.generate clues=40")) == puzzles[-1]


@pytest.mark.parametrize(
    ("wish", "stopped", "said"),
    [
        ("clues=16", "no-solution", "no puzzle with 16 givens has exactly one solution"),
        ("clues=80 minimal", "contradiction", "givens, not 80, in 1,000 tries"),
    ],
)
def test_wishes_that_are_not_fulfilled_end_the_program(wish: str, stopped: str, said: str) -> None:
    made = run(f"sudoku.generate {wish}", WIKIPEDIA)
    assert (made.stopped, made.turns, flat(made)) == (stopped, 1, WIKIPEDIA)
    assert made.message is not None
    assert made.message.message.endswith(said)


def test_a_generated_puzzle_of_another_shape_is_solved() -> None:
    text = "grid 6x6 values=.123456\nsudoku.generate clues=12 box=3x2\nsudoku.solve box=3x2"
    for seed in range(5):
        made = markovpy.parse(text).run(seed=seed)
        assert (made.turns, made.notes) == (3, ())
        board = [[int(symbol) for symbol in row] for row in made.text().split("\n")]
        assert check(board, (Shape(2, 3).box_height, 3)).solved
