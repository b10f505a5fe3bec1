"""``markovpy sudoku``: outcomes, exit codes, and what is printed and written."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from markovpy.plugins.sudoku.picture import COLORS, CONFLICT, ENTRY, INK, SCALE
from support.shared import shared

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
TWICE = ".99" + "." * 78
SEVERAL = "8.........59.......76.........4287.5...956..8...713......694517...831962...572483"
IMPOSSIBLE = ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
SIX = "123456456123231564564231312645645312"


def printed(text: str) -> list[dict[str, Any]]:
    """Return the objects of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize(
    ("puzzle", "code", "said"),
    [
        (PUZZLE, 0, "one solution (30 cells were given)"),
        (SOLUTION, 0, "already solved"),
        (IMPOSSIBLE, 4, "no solution"),
        (SEVERAL, 5, "several solutions, this is one of them (35 cells were given)"),
        (TWICE, 4, "invalid: 9 twice in row 1 (columns 2 and 3)"),
        (f"6{SOLUTION[1:5]}5{SOLUTION[6:]}", 4, "invalid: "),
    ],
)
def test_three_outcomes(call: Any, puzzle: str, code: int, said: str) -> None:
    found = call("sudoku", "solve", puzzle)
    assert found.code == code
    assert found.out.splitlines()[-1].startswith(said)
    checked = call("sudoku", "check", puzzle)
    assert checked.code == code
    assert ("invalid" in checked.out) == ("invalid" in said)
    assert call("sudoku", "count", puzzle).code == code


def test_a_solution_as_grid_and_data(call: Any) -> None:
    found = call("sudoku", "solve", PUZZLE)
    rows = [line for line in found.out.splitlines()[:-1] if "-" not in line]
    assert "".join(rows).replace(" ", "").replace("|", "") == SOLUTION
    assert printed(call("sudoku", "solve", PUZZLE, "--json").out) == [
        {"line": 1, "solutions": 1, "solution": SOLUTION}
    ]


def test_counts(call: Any) -> None:
    assert call("sudoku", "count", SEVERAL).out == "2 solutions\n"
    assert call("sudoku", "count", IMPOSSIBLE).out == "no solution\n"
    empty = call("sudoku", "count", "." * 81, "--limit", 1000)
    assert (empty.code, empty.out) == (5, "at least 1,000 solutions\n")
    assert call("sudoku", "count", "." * 16, "--json").out == (
        '{"line": 1, "solutions": 288, "at_least": false}\n'
    )
    assert call("sudoku", "count", "." * 81, "--limit", 1).code == 2


def test_exact_counts_of_a_list(call: Any) -> None:
    path = shared("data", "multi_solution.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    expected = [int(line.split("\t")[1]) for line in lines if line[0] != "#"]
    found = call("sudoku", "count", path, "--json")
    assert found.code == 5
    assert [entry["solutions"] for entry in printed(found.out)] == expected


def test_a_bad_line_is_reported_and_the_rest_goes_on(call: Any, folder: Path) -> None:
    short = PUZZLE[:49] + PUZZLE[50:]
    folder.joinpath("p.txt").write_text(f"# three\n{PUZZLE}\n{short}\n{IMPOSSIBLE}\n", "utf-8")
    found = call("sudoku", "solve", "p.txt")
    assert found.code == 1
    assert found.out.splitlines() == [SOLUTION, "-"]
    assert "p.txt:3:1: error[bad-puzzle]: 80 cells, expected 81" in found.err
    assert "2 puzzles: 1 with one solution, 1 with no solution" in found.err
    assert printed(call("sudoku", "solve", "p.txt", "--json").out) == [
        {"line": 2, "solutions": 1, "solution": SOLUTION},
        {"line": 3, "error": "80 cells, expected 81"},
        {"line": 4, "solutions": 0, "solution": None},
    ]
    alone = call("sudoku", "check", short)
    assert (alone.code, alone.out) == (1, "")
    assert "80 cells, expected 81" in alone.err


def test_solutions_of_a_list(call: Any) -> None:
    path = shared("data", "hardest.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    expected = [line.split("\t")[2] for line in lines if not line.startswith("#")]
    found = call("sudoku", "solve", path, "--quiet")
    assert found.code == 4
    assert found.out.splitlines() == expected
    assert found.err == ""


def test_the_box_must_be_stated_where_it_is_not_plain(call: Any) -> None:
    found = call("sudoku", "check", SIX)
    assert found.code == 1
    assert "--box 3x2 for 3 wide, 2 high" in found.err
    assert call("sudoku", "check", SIX, "--box", "3x2").out == "already solved\n"
    other = call("sudoku", "check", SIX, "--box", "2x3")
    assert (other.code, other.out[:8]) == (4, "invalid:")
    assert call("sudoku", "check", SIX, "--box", "2").code == 2
    four = call("sudoku", "solve", "1300000000000204", "--json").out
    assert printed(four)[0]["solution"] == "1342243141233214"


def test_files_are_written(call: Any, folder: Path) -> None:
    folder.joinpath("p.txt").write_text(f"{PUZZLE}\n{SEVERAL}\n", "utf-8")
    outputs = ["-o", "new/a.txt", "-o", "new/a.csv", "-o", "new/a.jsonl", "-o", "new/{line}.png"]
    assert call("sudoku", "solve", "p.txt", *outputs).code == 5
    text = folder.joinpath("new", "a.txt").read_text("utf-8").splitlines()
    assert text[0] == SOLUTION
    table = folder.joinpath("new", "a.csv").read_text("utf-8").splitlines()
    assert table[:2] == ["line,puzzle,solutions,solution", f"1,{PUZZLE},1,{SOLUTION}"]
    data = printed(folder.joinpath("new", "a.jsonl").read_text("utf-8"))
    assert [entry["solution"] for entry in data] == text
    assert {path.name for path in folder.joinpath("new").iterdir()} == {
        *("a.txt", "a.csv", "a.jsonl", "1.png", "2.png")
    }
    assert call("sudoku", "solve", PUZZLE, "-o", "one.csv").code == 0
    again = call("sudoku", "solve", "one.csv", "--json")
    assert printed(again.out)[0]["solution"] == SOLUTION


def test_nothing_is_written_where_something_is_wrong(call: Any, folder: Path) -> None:
    folder.joinpath("p.txt").write_text(f"{PUZZLE}\n{SEVERAL}\n", "utf-8")
    before = sorted(folder.iterdir())
    for words in (["-o", "a.png"], ["-o", "a.xyz"], ["-o", "fill.mj/a.txt"], ["-o", "p.txt"]):
        found = call("sudoku", "solve", "p.txt", *words)
        assert found.code in (1, 2)
        assert found.err
    assert sorted(folder.iterdir()) == before
    assert folder.joinpath("p.txt").read_text("utf-8") == f"{PUZZLE}\n{SEVERAL}\n"


def ink(path: Path, value: int) -> set[int]:
    """Return the cells of a 9x9 picture that have pixels of a colour."""
    with Image.open(path) as image:
        pixels = np.array(image.convert("RGB"))
    height, width, _ = pixels.shape
    assert height == width
    y, x = np.nonzero((pixels == COLORS[value]).all(axis=2))
    gap = (height - 9 * SCALE) / 10
    cells = {}
    for cell in range(81):
        top, left = (round(gap + place * (SCALE + gap)) for place in divmod(cell, 9))
        middle = (abs(y - top - SCALE / 2) < SCALE / 3) & (abs(x - left - SCALE / 2) < SCALE / 3)
        cells[cell] = bool(middle.any())
    return {cell for cell, inked in cells.items() if inked}


def test_givens_entries_and_conflicts_look_different(call: Any, folder: Path) -> None:
    givens = {cell for cell, digit in enumerate(PUZZLE) if digit != "."}
    call("sudoku", "solve", PUZZLE, "-o", "s.png")
    assert ink(folder / "s.png", INK) == givens
    assert ink(folder / "s.png", ENTRY) == set(range(81)) - givens
    assert ink(folder / "s.png", CONFLICT) == set()
    call("sudoku", "check", TWICE, "-o", "c.png")
    assert ink(folder / "c.png", CONFLICT) == {1, 2}


@pytest.mark.parametrize(
    ("target", "said"),
    [("absent.txt", "no such file"), (".", "directory"), ("free.mj", "no puzzle in it")],
)
def test_what_cannot_be_read(call: Any, target: str, said: str) -> None:
    found = call("sudoku", "solve", target)
    assert found.code == 1
    assert said in found.err


def test_what_is_typed(call: Any) -> None:
    for typed in ("", "1234"):
        found = call("sudoku", "solve", typed)
        assert found.code == 1
        assert "no such file, and this is no puzzle" in found.err
    dashed = call("sudoku", "solve", PUZZLE.replace(".", "-"))
    assert (dashed.code, dashed.out) == (0, call("sudoku", "solve", PUZZLE).out)
    assert "make a 9x9 board" in call("sudoku", "solve", "." * 36, "--box", "3x3").err


def test_a_group_without_a_command_is_help(call: Any) -> None:
    assert call("sudoku").err.startswith("Usage:")


def test_standard_input(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for data, code, said in (
        (f"{PUZZLE}\n", 0, "one solution (30"),
        (f"{PUZZLE[1:]}", 1, "<stdin>:1"),
    ):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data.encode())))
        found = call("sudoku", "check", "-")
        assert found.code == code
        assert said in found.out + found.err


def test_old_and_other_encodings(call: Any, folder: Path) -> None:
    for number, encoding in enumerate(("latin-1", "utf-16", "utf-8-sig")):
        path = folder / f"{number}.sdk"
        path.write_bytes(f"#Agrün\r\n{PUZZLE}\r\n".encode(encoding))
        assert (
            call("sudoku", "check", path).out
            == "one solution (30 cells are given, none conflicts)\n"
        )
    folder.joinpath("b").write_bytes(b"\0\1\2")
    assert call("sudoku", "check", "b").code == 1


def test_a_sheet_of_a_workbook(call: Any, folder: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "other"
    page = book.create_sheet("bank")
    for cell, digit in enumerate(PUZZLE):
        page.cell(2 + cell // 9, 3 + cell % 9, None if digit == "." else int(digit))
    book.save(folder / "p.xlsx")
    found = call("sudoku", "solve", "p.xlsx", "--sheet", "bank", "--range", "C2:K10", "--json")
    assert printed(found.out) == [
        {"line": 2, "sheet": "bank", "solutions": 1, "solution": SOLUTION}
    ]
    assert call("sudoku", "solve", "p.xlsx", "--json").code == 0
    assert "did you mean 'bank'" in call("sudoku", "solve", "p.xlsx", "--sheet", "bnk").err
    assert call("sudoku", "solve", "fill.mj", "--sheet", "bank").code == 1


def test_grades(call: Any, folder: Path) -> None:
    found = call("sudoku", "grade", PUZZLE)
    assert (found.code, found.out) == (0, "easy (naked single 10)\n")
    turned = "".join(PUZZLE[9 * y + x] for x in range(9) for y in reversed(range(9)))
    assert call("sudoku", "grade", turned).out == found.out
    folder.joinpath("p.txt").write_text(f"{PUZZLE}\n{SEVERAL}\n{SOLUTION}\n", "utf-8")
    several = call("sudoku", "grade", "p.txt")
    assert several.code == 5
    assert several.out.splitlines()[1:] == [
        "line 2: no grade: several solutions",
        "line 3: easy: already solved",
    ]
    assert "3 puzzles: 2 easy, 1 without a grade" in several.err
    data = printed(call("sudoku", "grade", "p.txt", "--json").out)
    assert [entry["level"] for entry in data] == ["easy", None, "easy"]


def test_made_puzzles_have_one_solution_and_what_was_wished(call: Any, folder: Path) -> None:
    words = ("sudoku", "generate", "--seed", 7, "--count", 3, "--clues", "28..34", "--symmetric")
    found = call(*words, "--json")
    assert found.code == 0
    assert call(*words, "--json").out == found.out
    made = printed(found.out)
    assert [entry["seed"] for entry in made] == [7, 8, 9]
    assert len({entry["puzzle"] for entry in made}) == 3
    for entry in made:
        puzzle = entry["puzzle"]
        assert 28 <= 81 - puzzle.count(".") == entry["clues"] <= 34
        assert [c == "." for c in puzzle] == [c == "." for c in reversed(puzzle)]
        solved = printed(call("sudoku", "solve", puzzle, "--json").out)[0]
        assert (solved["solutions"], solved["solution"]) == (1, entry["solution"])
        assert printed(call("sudoku", "grade", puzzle, "--json").out)[0]["level"] == entry["level"]
    assert call(*words, "-o", "m.txt", "-o", "{line}.png", "-o", "m.csv").code == 0
    assert folder.joinpath("m.txt").read_text().split() == [entry["puzzle"] for entry in made]
    assert folder.joinpath("3.png").exists()
    table = folder.joinpath("m.csv").read_text("utf-8").splitlines()
    assert table[0] == "line,puzzle,seed,solution,clues,level,technique"
    assert [row.split(",")[1] for row in table[1:]] == [entry["puzzle"] for entry in made]


def test_levels_and_minimal_puzzles(call: Any) -> None:
    for level in ("easy", "hard"):
        (made,) = printed(call("sudoku", "generate", "--level", level, "--seed", 3, "--json").out)
        assert made["level"] == level
    words = ("sudoku", "generate", "--minimal", "--seed", 1, "--box", "3x2", "--json")
    (made,) = printed(call(*words).out)
    puzzle = made["puzzle"]
    assert len(puzzle) == 36
    for cell, digit in enumerate(puzzle):
        if digit != ".":
            less = puzzle[:cell] + "." + puzzle[cell + 1 :]
            assert call("sudoku", "count", less, "--box", "3x2").code == 5
    shown = call("sudoku", "generate", "--seed", 3, "--level", "easy").out.splitlines()
    assert shown[-1].startswith("36 givens, easy (")
    assert shown[-1].endswith("seed 3")


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["--clues", 82], 1, "82 givens"),
        (["--clues", 10, "--count", 3], 4, "at least 17"),
        (["--clues", 17, "--side", 9, "--seed", 1], 3, "not 17"),
        (["--side", 6], 1, "--box 3x2"),
        (["--side", 12], 1, "--box 4x3"),
        (["--symmetric", "half"], 1, "half-turn"),
        (["--clues", "few"], 2, "such as 30 or 36..40"),
        (["--count", 2, "-o", "a.png"], 2, "{line}"),
        (["--count", 3, "--seed", 2**31 - 2], 1, "make --count 2"),
        (["--side", 7], 1, "--box 7x1"),
    ],
)
def test_wishes_that_are_not_granted(
    call: Any, folder: Path, words: list[object], code: int, said: str
) -> None:
    before = sorted(folder.iterdir())
    found = call("sudoku", "generate", *words)
    assert found.code == code
    assert said in found.err
    assert sorted(folder.iterdir()) == before
