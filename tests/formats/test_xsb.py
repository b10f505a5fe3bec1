"""Sokoban levels in text: the forms that people use, and what is wrong with a level."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markovpy.errors import ProgramError
from markovpy.formats.xsb import read_levels, write_levels
from markovpy.model.level import Level, pick_level
from markovpy.model.sokoban import check_level
from markovpy.source import Source
from support.shared import shared

SMALLEST = ("#####", "#@$.#", "#####")
ROOM = ("#####", "#@$.#", "#   #", "#   #", "#####")


def one(text: str) -> Level:
    """Return the only level of a text."""
    (level,) = read_levels(text, "x.xsb")
    return level


def level(rows: str) -> Level:
    """Return a level from rows that ``/`` parts."""
    return one(rows.replace("/", "\n"))


def problems(rows: str) -> list[tuple[str, str]]:
    """Return code and message of what is wrong with a level."""
    return [(problem.code, problem.message) for problem in check_level(level(rows))]


def error(text: str) -> tuple[str, int, int]:
    """Return code, line and column of the error that a file gives."""
    with pytest.raises(ProgramError) as caught:
        read_levels(text, "x.xsb")
    (problem,) = caught.value.diagnostics
    assert problem.hint
    assert problem.span is not None
    return problem.code, *caught.value.source.position(problem.span.start)


@pytest.mark.parametrize(
    "text",
    [
        "#####\n#@$.#\n#####",
        "#####\r\n#@$.#\r\n#####\r\n",
        "#####\r#@$.#\r#####\r",
        "\ufeff#####\n#@$.#\n#####\n",
        "#####  \n#@$.#\t\n#####   \n\n",
        "   #####\n   #@$.#\n   #####",
        "--#####\n--#@$.#\n--#####",
        "5#|#@$.#|5#",
        "5#|#@$.#|5#|\n",
        "5#|\n#@$.#|\n5#",
        "5#\n#@$.#\n5#",
        "\n\n---------\n#####\n#@$.#\n#####\n=========\n",
        "#######\n# Hello #\n#######\n\n#####\n#@$.#\n#####\n",
    ],
)
def test_forms_of_the_same_level(text: str) -> None:
    found = one(text)
    assert found.rows == SMALLEST
    assert check_level(found) == []


def test_floor_as_blank_minus_and_underscore() -> None:
    assert one("#####\n#@$.#\n#---#\n#__ #\n#####").rows == ROOM
    assert one("5#\n#@$.#\n#3-#\n#2_ #\n5#").rows == ROOM


def test_run_lengths_of_two_digits_and_levels_a_line_each() -> None:
    wide, small = read_levels("12#|#@$.7-#|12#\n5#|#@$.#|5#", "x.xsb")
    assert wide.rows == ("############", "#@$.       #", "############")
    assert small.rows == SMALLEST


def test_ragged_rows_are_filled_up() -> None:
    found = one("  ###\n  #.#\n###$#\n#@  ##\n######").rows
    assert found == ("  ### ", "  #.# ", "###$# ", "#@  ##", "######")


def test_a_title_with_symbols_is_no_row() -> None:
    found = one("Level #3: 2 boxes + 1 goal\n#####\n#@$.#\n#####")
    assert (found.title, found.rows, found.line) == ("Level #3: 2 boxes + 1 goal", SMALLEST, 2)
    for title in ("1.", "#3.", "No. 1 - #", "3 # 4"):
        assert one(f"{title}\n#####\n#@$.#\n#####").title == title


LEVEL = "#####\n#@$.#\n#####\n"


@pytest.mark.parametrize("mark", ["", "; ", ":: ", "Title: ", "; Title: "])
@pytest.mark.parametrize(("between", "apart"), [("", ""), ("", "\n"), ("\n", "\n")])
def test_titles_before_and_after(mark: str, between: str, apart: str) -> None:
    before = f"{mark}a\n{between}{LEVEL}{apart}{mark}b\n{between}{LEVEL}"
    after = f"{LEVEL}{between}{mark}a\n{apart}{LEVEL}{between}{mark}b\n"
    for text in (before, after):
        found = read_levels(text, "x.xsb")
        assert [(each.title, each.rows) for each in found] == [("a", SMALLEST), ("b", SMALLEST)]


def test_a_collection_with_everything() -> None:
    text = (
        "A collection\nAuthor: A. Uthor\n\n"
        f"{LEVEL}Title: first\nComment:\nIt is\n  small.\nComment-End:\n\n"
        f"{LEVEL}Title: second\nAuthor: Other\nComment: one line\nSolution: R\n"
        "Snapshot: R\nSolution: lR\n\n"
        f"{LEVEL}Title: third\n; a remark\n\nSolution\n2r3U\nl R\n"
    )
    first, second, third = read_levels(text, "x.xsb")
    assert (first.title, first.author, first.comment) == ("first", "A. Uthor", "It is\nsmall.")
    assert (second.title, second.author, second.comment) == ("second", "Other", "one line")
    assert (third.title, third.author, third.comment) == ("third", "A. Uthor", "a remark")
    assert [each.solution for each in (first, second, third)] == ["", "R", "rrUUUlR"]
    assert [each.line for each in (first, second, third)] == [4, 13, 23]


def test_a_stored_solution_between_levels() -> None:
    first, second = read_levels(f"{LEVEL}\nSolution\nR\n\n{LEVEL}", "x.xsb")
    assert (first.solution, second.solution) == ("R", "")
    assert (first.title, second.title) == ("", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#####\n#@\t$.#\n#####", ("tab-in-level", 2, 3)),
        ("a\n\n#####\n#@$X#\n#####", ("odd-level-symbol", 4, 4)),
        ("5#|#@$X#|5#", ("odd-level-symbol", 1, 7)),
        ("5#|#@0$.#|5#", ("bad-run-length", 1, 6)),
        ("5#|#@$.99999999999-#|5#", ("bad-run-length", 1, 8)),
        ("900#|#@$.900-900-#|5#", ("level-too-large", 1, 1)),
        (f"{LEVEL}Comment:\nno end\n{LEVEL}", ("unclosed-comment", 4, 1)),
    ],
)
def test_errors_have_a_position(text: str, expected: tuple[str, int, int]) -> None:
    assert error(text) == expected


@pytest.mark.parametrize("text", ["", "hello\n", "#####\n#####\n", "...\n", "####\n# Hi #\n####"])
def test_no_level(text: str) -> None:
    with pytest.raises(ProgramError, match="no-levels"):
        read_levels(text, "x.xsb")


def test_two_players_and_none() -> None:
    assert problems("######/#@$.@#/######") == [
        ("many-players", "the level has 2 players (row 2, columns 2 and 5, counted from 1)")
    ]
    assert problems("#####/#@$.#/# + #/# $ #/#####")[0][1] == (
        "the level has 2 players (row 2, column 2; row 3, column 3, counted from 1)"
    )
    assert problems("#####/# $.#/#####") == [("no-player", "the level has no player")]


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("######/#@$$.#/######", "2 boxes, but 1 goal"),
        ("######/#@$..#/######", "1 box, but 2 goals"),
        ("####/#@$#/####", "1 box, but no goal"),
        ("#####/#@  #/#####", "no box and no goal"),
    ],
)
def test_boxes_and_goals_differ(rows: str, said: str) -> None:
    assert problems(rows) == [("boxes-and-goals", f"the level has {said}")]


def test_goals_under_player_and_boxes_count() -> None:
    assert problems("######/#+*$ #/######") == []
    assert problems("####/#@*#/####") == []


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ("#####/#@$. /#####", "row 2, column 5"),
        ("#####/ @$.#/#####", "row 2, column 1"),
        ("## ##/#@$.#/#####", "row 1, column 3"),
        ("#####/#@$.#/## ##", "row 3, column 3"),
        ("####/#  /#@ ###/# $ .#/######", "row 2, column 5"),
        ("##### /# $./#####", "row 2, column 5"),
    ],
)
def test_open_walls_name_the_gap(rows: str, place: str) -> None:
    found = problems(rows)
    assert found[-1] == ("open-level", f"the level is not closed: there is a gap at {place}")


def test_boxes_and_goals_out_of_reach() -> None:
    found = problems("#######/#@$.#$#/#.  #*#/#######")
    assert [code for code, _ in found] == ["unreachable-box"]
    assert "row 2, column 6" in found[0][1]
    codes = [code for code, _ in problems("#######/#@$ # #/#   #.#/#######")]
    assert codes == ["unreachable-goal"]
    assert problems("#######/#@$.#*#/#######") == []


def test_problems_show_the_row() -> None:
    found = one("; a\n\n  ######\n  #@$.@#\n  ######")
    (problem,) = check_level(found, "level 7")
    shown = problem.format(Source("", "other"))
    assert shown.startswith("x.xsb:4:7: error[many-players]: level 7 has 2 players (row 2, ")
    assert "4 |   #@$.@#\n  |       ^\n" in shown


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("6#|#@$.@#|6#", (1, 8)),
        ("12#\n# @ $.5-@#\n12#", (2, 9)),
        ("   6#\n   #@$.2@#\n   7#", (2, 9)),
        ("#####\n#@$.\n#####", (2, 5)),
    ],
)
def test_problems_point_into_the_file_whatever_form_it_has(
    text: str, place: tuple[int, int]
) -> None:
    (problem, *_) = check_level(one(text))
    assert problem.source is not None and problem.span is not None
    assert problem.source.position(problem.span.start) == place


def test_picking_from_a_collection() -> None:
    levels = [replace(one(LEVEL), title=str(number)) for number in range(1, 156)]
    assert [pick_level(levels, number, "x").title for number in (1, 155)] == ["1", "155"]
    for number in (0, 156, -1):
        with pytest.raises(ProgramError, match=r"1\.\.155"):
            pick_level(levels, number, "x")


def test_microban() -> None:
    text = shared("data", "microban_1_60.xsb").read_text(encoding="utf-8")
    levels = read_levels(text, "microban")
    assert [each.title for each in levels] == [str(number) for number in range(1, 61)]
    assert {each.author for each in levels} == {"David W. Skinner"}
    assert [problem for each in levels for problem in check_level(each)] == []
    assert levels[0].rows == (
        *("####  ", "# .#  ", "#  ###", "#*@  #"),
        *("#  $ #", "#  ###", "####  "),
    )
    assert read_levels(write_levels(levels), "again") == levels


words = st.text("abcXY 12#$;", max_size=12).map(lambda text: f"a{' '.join(text.split())}")
closed = st.lists(st.text("#@+$*. ", min_size=3, max_size=3), min_size=1, max_size=4).map(
    lambda rows: ("#####", *(f"#{row}#" for row in rows), "#####")
)
levels_of_files = st.builds(
    Level,
    title=words | st.just(""),
    author=words,
    comment=st.lists(words, max_size=2).map("\n".join),
    solution=st.text("lurdLURD", max_size=200),
    rows=closed,
)


@given(st.lists(levels_of_files, min_size=1, max_size=4))
def test_what_is_written_is_what_is_read(levels: list[Level]) -> None:
    assert read_levels(write_levels(levels), "x") == levels


@given(st.text("#@+$*. -_|0123456789\t\n;:aLurdComment-End Solution", max_size=80))
def test_any_text_gives_levels_or_an_error(text: str) -> None:
    try:
        levels = read_levels(text, "x")
    except ProgramError as wrong:
        assert str(wrong)
        return
    for each in levels:
        assert len({len(row) for row in each.rows}) == 1
        assert all(problem.format(Source("", "x")) for problem in check_level(each))
