"""Sudoku puzzles in files: every layout gives the same cells, and nothing is made up."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markovpy.errors import ProgramError
from markovpy.plugins.sudoku.files.puzzle import Reading
from markovpy.plugins.sudoku.files.text import read_puzzles
from markovpy.plugins.sudoku.files.workbook import read_workbook
from markovpy.plugins.sudoku.files.writing import csv_text, grids_text
from markovpy.plugins.sudoku.shape import DIGITS, Shape
from support.shared import shared

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = [PUZZLE[place : place + 9] for place in range(0, 81, 9)]
GRID = "\n".join(ROWS)
NUMBERS = [["" if c == "." else c for c in row] for row in ROWS]


def framed(frame: str, rule: str, bar: str, rows: list[str]) -> str:
    """Return rows as people print them, with a frame around the boxes."""
    parts = [bar + bar.join(row[x : x + 3] for x in (0, 3, 6)) + bar for row in rows]
    bands = ["\n".join(parts[y : y + 3]) for y in (0, 3, 6)]
    return f"{frame}\n" + f"\n{rule}\n".join(bands) + f"\n{frame}\n"


def found(text: str, box: tuple[int, int] | None = None) -> list[str]:
    """Return the puzzles of a text without faults."""
    reading = read_puzzles(text, "x", box)
    assert reading.problems == []
    return [puzzle.cells for puzzle in reading.puzzles]


def told(reading: Reading) -> list[tuple[int, str]]:
    """Return line and message of each problem."""
    return [
        (reading.source.position(problem.span.start)[0] if problem.span else 0, problem.message)
        for problem in reading.problems
    ]


@pytest.mark.parametrize("empty", "0.*_Xx ")
@pytest.mark.parametrize("text", [PUZZLE, GRID], ids=["line", "grid"])
def test_any_sign_of_an_empty_cell(text: str, empty: str) -> None:
    assert found(text.replace(".", empty)) == [PUZZLE]


@pytest.mark.parametrize("empty", ". 0*X")
def test_a_boxed_print_with_a_trailer(empty: str) -> None:
    rows = [row.replace(".", empty) for row in ROWS]
    text = framed("*-----------*", "|---+---+---|", "|", rows)
    assert found(text) == [PUZZLE]
    assert found(text + "Version 4.2n\n") == [PUZZLE]
    wide = [" ".join(row) for row in ROWS]
    assert found(framed("", "------+-------+------", " ", [r.replace(" ", "") for r in wide])) == [
        PUZZLE
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"\ufeff{GRID}",
        GRID.replace("\n", "\r\n"),
        GRID.replace("\n", "\r"),
        "\n".join(" ".join(row) for row in ROWS),
        "\n\n".join("\n".join(ROWS[y : y + 3]) for y in (0, 3, 6)),
        "\n".join(f"{r[:3]} {r[3:6]} {r[6:]}" for r in ROWS),
        framed("┏━━━┳━━━┳━━━┓", "┣━━━╋━━━╋━━━┫", "┃", ROWS),
        framed(".---.---.---.", ":---+---+---:", "|", ROWS),
        "#B03-08-2006\n#LEasy\n#Da text of 81 digits\n" + GRID,
        f"[Puzzle]\n{GRID}\n[State]\n{GRID.replace('.', '1')}\n",
        f"Puzzle 17 (easy)\n{GRID}\n",
        " | ".join(ROWS),
        " ".join(PUZZLE),
        ",".join(PUZZLE),
        "\n".join(PUZZLE[place : place + 27] for place in (0, 27, 54)),
        f"{PUZZLE}\t{PUZZLE.replace('.', '1')}",
        f"a name;{PUZZLE};easy",
        f"{PUZZLE}:1:solution",
        f'"{PUZZLE}","x"',
        f"{PUZZLE} # remark",
    ],
)
def test_layouts_of_one_puzzle(text: str) -> None:
    assert found(text) == [PUZZLE]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "head",
    ["", "\ufeff", "c1 c2 c3 c4 c5 c6 c7 c8 c9\n", "a b c d e f g h i\n", "0 1 2 3 4 5 6 7 8\n"],
)
@pytest.mark.parametrize("decimals", ["", ".0", ",0"])
def test_csv(separator: str, end: str, head: str, decimals: str) -> None:
    if decimals == ",0" and separator == ",":
        decimals = ".00"
    rows = [separator.join(c and c + decimals for c in row) for row in NUMBERS]
    text = head.replace(" ", separator) + "\n".join(rows) + "\n"
    assert found(text.replace("\n", end)) == [PUZZLE]
    assert found(text.replace(f"{separator}{separator}", f"{separator}NaN{separator}")) == [PUZZLE]


def test_csv_with_numbered_rows_and_columns() -> None:
    rows = [f"{number}," + ",".join(row) for number, row in enumerate(NUMBERS)]
    assert found(",0,1,2,3,4,5,6,7,8\n" + "\n".join(rows)) == [PUZZLE]


def test_several_puzzles_in_one_csv() -> None:
    beside = "\n".join(",".join([*row, "", *row]) for row in NUMBERS)
    assert found(f"{beside}\n{',' * 18}\n{beside}") == [PUZZLE] * 4
    assert found(f"{beside}\n\n{beside}") == [PUZZLE] * 4
    assert found(f"quizzes,solutions\n{PUZZLE},{PUZZLE}\n{PUZZLE},{PUZZLE}\n") == [PUZZLE] * 2
    assert found("\n".join([",".join(PUZZLE)] * 3)) == [PUZZLE] * 3


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_collections_give_line_numbers(end: str) -> None:
    text = f"# 17 clues\n{PUZZLE}\n\n# more\n{PUZZLE}\n{GRID}\n{GRID}\n\n{GRID}\n"
    reading = read_puzzles(text.replace("\n", end), "x")
    assert [puzzle.line for puzzle in reading.puzzles] == [2, 5, 6, 15, 25]
    assert {puzzle.cells for puzzle in reading.puzzles} == {PUZZLE}
    assert reading.problems == []


@pytest.mark.parametrize(
    ("name", "separator", "place"),
    [
        ("sudoku17.txt", "\t", 0),
        ("hardest.txt", "\t", 1),
        ("top1465_sample.txt", "\t", 0),
        ("multi_solution.txt", "\t", 0),
        ("tdoku_test_puzzles.txt", ":", 0),
    ],
)
def test_shared_collections(name: str, separator: str, place: int) -> None:
    text = shared("data", name).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    expected = [line.split(separator)[place].replace("0", ".") for line in lines]
    assert {len(cells) for cells in expected} == {81}
    assert found(text) == expected


def test_eighty_cells_are_never_filled_up() -> None:
    short = PUZZLE[:49] + PUZZLE[50:]
    assert told(read_puzzles(short, "x")) == [(1, "80 cells, expected 81")]
    reading = read_puzzles(f"{PUZZLE}\n{short}\n{PUZZLE}.\n{PUZZLE}\n", "x")
    assert told(reading) == [(2, "80 cells, expected 81"), (3, "82 cells, expected 81")]
    assert [(puzzle.line, puzzle.cells) for puzzle in reading.puzzles] == [(1, PUZZLE), (4, PUZZLE)]
    for row in (ROWS[3][:-1], ROWS[3] + "."):
        reading = read_puzzles("\n".join([*ROWS[:3], row, *ROWS[4:]]), "x")
        assert told(reading) == [(4, f"row 4 of this grid has {len(row)} cells, expected 9")]
        assert reading.puzzles == []
    moved = [*ROWS[:3], ROWS[3][:-1], ROWS[4] + ".", *ROWS[5:]]
    assert read_puzzles("\n".join(moved), "x").puzzles == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (f"{PUZZLE[:12]}?{PUZZLE[13:]}\n{PUZZLE}", (1, "'?' is no digit of a 9x9 board (cell 13)")),
        (f"{PUZZLE}\nhello\n{PUZZLE}", (2, "there is no puzzle in this line")),
        ("\n".join(ROWS[:6]), (1, "6 rows of 9 cells, expected 9 rows")),
        (GRID.replace("4..8.3..1", "4..8.A..1"), (5, "'A' is no digit of a 9x9 board")),
        (
            "\n".join(",".join(row) for row in NUMBERS[:8]),
            (1, "8 rows of 9 fields make no puzzle, expected 9 rows of 9"),
        ),
        (
            "\n".join(",".join(row) for row in NUMBERS).replace("6,,,1", "5.5,,,1"),
            (2, "'5.5' is no digit of a 9x9 board"),
        ),
        ("hello", (0, "there is no puzzle in it")),
        ("", (0, "there is no puzzle in it")),
    ],
)
def test_what_is_no_puzzle_is_reported(text: str, expected: tuple[int, str]) -> None:
    assert told(read_puzzles(text, "x")) == [expected]


def test_the_stated_box_decides_the_size() -> None:
    six = "123456456123231564564231312645645312"
    assert found(six, (2, 3)) == [six]
    assert told(read_puzzles(PUZZLE, "x", (2, 3))) == [(1, "81 cells, expected 36")]
    four = "1300000000000204"
    assert found(f"{four}\n{four}") == [four.replace("0", ".")] * 2
    assert found("13..\n....\n....\n.2.4") == [four.replace("0", ".")]
    with pytest.raises(ProgramError, match="6x6"):
        read_puzzles(PUZZLE, "x", (6, 6))


def test_rows_of_blanks_are_rows() -> None:
    cells = PUZZLE[:27] + "." * 9 + PUZZLE[36:]
    rows = [cells[place : place + 9].replace(".", " ") for place in range(0, 81, 9)]
    assert found("\n".join(rows)) == [cells]


def test_tables_that_are_none() -> None:
    rows = [",".join(row) for row in NUMBERS]
    short = "\n".join([*rows[:4], rows[4][:-2], *rows[5:]])
    assert told(read_puzzles(short, "x")) == [(5, "a row has 8 fields, another one 9")]
    ((line, message),) = told(read_puzzles(f"{PUZZLE}\n,,,{'1' * 200_000}", "x"))
    assert (line, message[:16]) == (2, "this is no table")


SHAPES = [Shape(2, 2), Shape(2, 3), Shape(3, 3), Shape(3, 4), Shape(4, 4), Shape(5, 5)]


def written(layout: str) -> Callable[[list[str], Shape], str]:
    """Return what writes boards in a layout."""
    if layout == "lines":
        return lambda boards, _: "\n".join(boards)
    make = csv_text if layout == "csv" else grids_text
    return lambda boards, shape: make([(board, shape) for board in boards])


@pytest.mark.parametrize("layout", ["lines", "grid", "csv"])
@given(data=st.data())
def test_what_is_written_is_what_is_read(layout: str, data: st.DataObject) -> None:
    shape = data.draw(st.sampled_from(SHAPES))
    cells = st.text("." + DIGITS[: shape.side], min_size=shape.cells, max_size=shape.cells)
    boards = data.draw(
        st.lists(cells.map(lambda c: DIGITS[shape.side - 1] + c[1:]), min_size=1, max_size=3)
    )
    box = (shape.box_height, shape.box_width)
    assert found(written(layout)(boards, shape), box) == boards


@given(st.text("123456789.0*_X |-+,;\t\nA#[]e", max_size=300))
def test_any_text_is_read_or_reported(text: str) -> None:
    reading = read_puzzles(text, "x")
    assert reading.puzzles or reading.problems
    assert all(problem.format(reading.source) for problem in reading.problems)
    assert all(puzzle.side**2 == len(puzzle.cells) for puzzle in reading.puzzles)


def workbook(**sheets: dict[str, list[list[object]]]) -> bytes:
    """Return a workbook; for each sheet the rows that stand from a cell on."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, blocks in sheets.items():
        page = book.create_sheet(name)
        for anchor, rows in blocks.items():
            cell = page[anchor]
            for y, row in enumerate(rows):
                for x, value in enumerate(row):
                    page.cell(cell.row + y, cell.column + x, value)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


CELLS: list[list[object]] = [[int(c) if c else None for c in row] for row in NUMBERS]


def test_workbooks() -> None:
    text = [[c or None for c in row] for row in NUMBERS]
    floats = [[float(c) if c else None for c in row] for row in NUMBERS]
    below: dict[str, list[list[object]]] = {"B2": [["easy"]], "B3": CELLS, "B13": [["hard"]]}
    data = workbook(
        One={"A1": CELLS},
        Two={"C4": CELLS, "M4": list(floats)},
        Three={**below, "B14": list(text)},
        List={"A1": [["puzzle", "solution"], [PUZZLE, "1" * 81], [PUZZLE, ""]]},
    )
    reading = read_workbook(data, "x.xlsx")
    assert told(reading) == []
    assert [(p.sheet, p.line, p.cells) for p in reading.puzzles] == [
        ("One", 1, PUZZLE),
        *[("Two", 4, PUZZLE)] * 2,
        ("Three", 3, PUZZLE),
        ("Three", 14, PUZZLE),
        ("List", 2, PUZZLE),
        ("List", 3, PUZZLE),
    ]
    picked = read_workbook(data, "x.xlsx", sheet="Two", cells="M4:U12").puzzles
    assert [(p.line, p.cells) for p in picked] == [(4, PUZZLE)]


def test_broken_puzzles_in_cells_are_reported() -> None:
    short, odd = PUZZLE[:80], "5Z" + PUZZLE[2:]
    faults = ["80 cells, expected 81", "'Z' is no digit of a 9x9 board (cell 2)"]
    data = workbook(One={"A1": [[PUZZLE], [short], [odd]]}, Two={"B3": [["name", short]]})
    reading = read_workbook(data, "x")
    assert [p.cells for p in reading.puzzles] == [PUZZLE]
    places = ["One!A2", "One!A3", "Two!C3"]
    expected = [f"{p}: {f}" for p, f in zip(places, [*faults, faults[0]], strict=True)]
    assert [message for _, message in told(reading)] == expected
    table = "".join(f"{n},a,b,{cells}\n" for n, cells in enumerate([PUZZLE, short, odd]))
    assert told(read_puzzles(table, "x")) == [(2, faults[0]), (3, faults[1])]


def test_fields_with_several_separators() -> None:
    assert found(f"name,{PUZZLE};x") == [PUZZLE]
    mixed = f"{PUZZLE[:9]}|{PUZZLE[9:]}".replace(".", "0", 3)
    assert told(read_puzzles(mixed, "x"))[0][1].startswith("81 cells, but with blanks")


def test_blanks_in_a_frame_are_explained() -> None:
    reading = read_puzzles("│ 5 3   │   7   │       │\n│ 6     │ 1 9 5 │       │\n", "x")
    assert reading.puzzles == []
    assert "write . or 0 for each empty cell" in reading.problems[0].hint


def test_a_range_keeps_empty_edges() -> None:
    rows = [[None] * 9, *CELLS[1:8], [None] * 9]
    expected = "." * 9 + PUZZLE[9:72] + "." * 9
    data = workbook(Sheet={"B2": rows})
    assert [p.cells for p in read_workbook(data, "x", cells="B2:J10").puzzles] == [expected]
    reading = read_workbook(data, "x")
    assert reading.puzzles == []
    assert told(reading) == [
        (0, "Sheet!B3: 7 rows of 9 fields make no puzzle, expected 9 rows of 9")
    ]


def test_a_workbook_without_openpyxl(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(ProgramError, match=r"markovpy\[xlsx\]"):
        read_workbook(b"", "x")


def test_what_is_wrong_with_a_workbook() -> None:
    data = workbook(First={"A1": [["hello"]]}, Second={"A1": [[*CELLS[0][:8], 12], *CELLS[1:]]})
    assert told(read_workbook(data, "x", sheet="First")) == [(0, "there is no puzzle in it")]
    assert told(read_workbook(data, "x"))[0][1].startswith("Second!A1: 9 rows of 9 fields")
    for arguments, said in (
        ({"sheet": "Scond"}, "did you mean 'Second'"),
        ({"cells": "B2-J10"}, "no range of cells"),
    ):
        with pytest.raises(ProgramError, match=said):
            read_workbook(data, "x", **arguments)
    with pytest.raises(ProgramError, match="no Excel workbook"):
        read_workbook(b"PK no", "x")
