"""Playing: what digits, questions and clicks do, how it is won, and what is seen."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import markovpy
from markovpy import Session
from markovpy.errors import RunError
from markovpy.play import read_moves, read_replay, replay_of, resume
from markovpy.plugins.sudoku import count, grade, is_unique, solve

PUZZLE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LOOK = "glyphs\nlines every=3\ncolor .123456789 ffffff\n"
TWO = "..343412..434321"  # 1 and 2 of rows 1 and 3 may be swapped
DIGITS = "123456789ABCDEFG"


def game(start: str = PUZZLE, arguments: str = "", seed: int = 1, look: str = "") -> Session:
    """Begin a puzzle; on an empty board of the size if the start is blank."""
    side = int(len(start) ** 0.5)
    text = f'grid {side}x{side} values=.{DIGITS[:side]}\nstart "{start}"\n{look}sudoku.play'
    return Session(markovpy.parse(f"{text} {arguments}"), seed=seed)


def enter(session: Session, cell: int, digit: str) -> bool:
    """Choose a cell and press a key; return whether the key did anything."""
    y, x = divmod(cell, session.size[0])
    session.send(("click", x, y))
    return session.send(f"key {digit.lower()}").acted


def board(session: Session) -> str:
    """Return the cells in one line."""
    return session.text().replace("\n", "")


def fill_in(session: Session, solution: str) -> None:
    """Enter all that is missing, as a solution says."""
    for cell, digit in enumerate(solution):
        if board(session)[cell] == ".":
            assert enter(session, cell, digit)


def framed(session: Session) -> dict[tuple[int, int], Any]:
    """Return the colours of frames by cell."""
    return {(m.x, m.y): m.frame for m in session.marks if m.frame}


def noted(session: Session) -> dict[tuple[int, int], str]:
    """Return what is noted, by cell."""
    notes: dict[tuple[int, int], str] = {}
    for mark in session.marks:
        if mark.place is not None:
            notes[mark.x, mark.y] = notes.get((mark.x, mark.y), "") + mark.text
    return notes


def is_red(color: Any) -> bool:
    """Return whether a colour is a strong red."""
    red, green, blue = (int(part) for part in color[:3])
    return red > green + 100 and red > blue + 100


def reds(session: Session) -> set[tuple[int, int]]:
    """Return the cells whose digit is red."""
    return {(m.x, m.y) for m in session.marks if m.text and m.color and is_red(m.color)}


def test_the_first_empty_cell_is_selected_and_arrows_and_clicks_select_others() -> None:
    session = game()
    assert set(framed(session)) == {(2, 0)}
    assert session.send("down").acted and session.send("left").acted
    assert set(framed(session)) == {(1, 1)}
    assert session.send(("click", 0, 8)).acted and set(framed(session)) == {(0, 8)}
    for refused in ("left", "down", ("click", 0, 8), ("click", 9, 0)):
        assert not session.send(refused).acted
    assert board(session) == PUZZLE


def test_digits_enter_and_several_keys_clear() -> None:
    session = game()
    for clear in ("key 0", "space"):
        assert session.send("key 4").acted and board(session)[2] == "4"
        assert not session.send("key 4").acted  # it is there
        assert session.send("key 2").acted and board(session)[2] == "2"
        assert session.send(clear).acted and board(session) == PUZZLE
        assert not session.send(clear).acted


def test_givens_and_what_is_no_digit_are_refused() -> None:
    session = game()
    for key in "qz8":
        assert session.send(f"key {key}").acted == (key == "8")
    session.send(("click", 0, 0))
    for event in ("key 1", "key 5", "key 0", "space"):
        assert not session.send(event).acted
    small = game("." * 16)
    assert {event[4:] for event in small.events if event[:3] == "key"} == set("01234chns")
    for key in "5678":
        assert not small.send(f"key {key}").acted


def test_a_digit_that_stands_against_others_stays_and_is_red_with_them() -> None:
    session = game()
    enter(session, 2, "8")  # row 1, column 3: an 8 in its column and box, none in its row
    assert board(session)[2] == "8" and session.status == "playing"
    assert reds(session) == {(2, 0), (2, 2)}
    assert "8 twice in column 3 (rows 1 and 3)" in session.message
    assert "8 twice in box 1" in session.message
    session.undo()
    assert reds(session) == set()


def test_notes_are_small_and_go_where_a_digit_rules_them_out() -> None:
    session = game()
    session.send("key n")
    assert "notes" in session.message
    for key in "124":
        session.send(f"key {key}")
    assert noted(session) == {(2, 0): "124"} and board(session) == PUZZLE
    assert {m.place for m in session.marks if m.place is not None} == {0, 1, 3}
    session.send("key 1")  # takes it back
    assert noted(session) == {(2, 0): "24"}
    session.send("key n")
    enter(session, 3, "2")  # in the same row
    assert noted(session) == {(2, 0): "4"}
    enter(session, 2, "0")
    assert noted(session) == {}


def test_a_hint_is_the_next_step_in_words_and_frames_its_cells() -> None:
    session = game()
    session.send("key h")
    assert "row 5, column 5 can only be 5" in session.message
    assert set(framed(session)) == {(2, 0), (4, 4)}
    enter(session, 40, "5")
    assert "can only be" not in session.message
    enter(session, 2, "1")  # no digit stands against it, but it is wrong: the solution has a 4
    session.send("key h")
    assert "row 1, column 3" in session.message and is_red(framed(session)[2, 0])


@pytest.mark.parametrize("level", ["medium", "hard", "expert"])
def test_hints_alone_lead_to_the_end(level: str) -> None:
    session = game("." * 81, f"level={level}", seed=2)
    solution = solve(board(session)).text
    while session.status == "playing":
        session.send("key h")
        places = any(word in session.message for word in ("can only be", "only one place"))
        for x, y in framed(session) if places else ():
            if f"row {y + 1}, column {x + 1}" in session.message:
                enter(session, 9 * y + x, solution[9 * y + x])
        assert session.move_count < 1000
    assert session.status == "won" and "hint" in session.message


def test_check_counts_and_frames_what_is_wrong() -> None:
    session = game()
    session.send("key c")
    assert "nothing is wrong" in session.message and not session.send("key c").acted
    enter(session, 2, "1")
    enter(session, 3, "6")  # right
    session.send("key c")
    assert "1 entry is wrong: row 1, column 3" in session.message
    assert [cell for cell, color in framed(session).items() if is_red(color)] == [(2, 0)]
    enter(session, 2, "4")
    assert not any(is_red(color) for color in framed(session).values())


def test_solve_gives_up_and_can_be_undone() -> None:
    session = game()
    enter(session, 2, "1")
    session.send("key s")
    assert board(session) == solve(PUZZLE).text
    assert session.status == "lost" and "solved for you" in session.message
    assert not session.send("key h").acted
    session.undo()
    assert session.status == "playing" and board(session)[2] == "1"


def test_entries_count_as_moves_and_choosing_a_cell_does_not() -> None:
    session = game()
    for event in ("right", ("click", 4, 4), "key n", "key 1", "key n", "key c"):
        session.send(event)
    assert session.move_count == 0
    enter(session, 2, "1")
    enter(session, 2, "0")
    assert session.move_count == 2
    session.undo()
    assert session.move_count == 1
    assert resume(session.program, read_replay(replay_of(session).text(), "replay")).move_count == 1


def test_a_hint_is_help_that_is_remembered() -> None:
    session = game()
    assert not session.helped
    session.send("key h")
    session.undo()
    assert session.helped
    session.restart()
    assert session.helped


def test_everything_can_be_undone_and_replayed() -> None:
    session = game(look=LOOK)
    seen = []
    events = ["key n", "key 1", "key 4", "key n", "right", "key 6", "key h", "key 7", "key c"]
    for event in [*events, "space", ("click", 8, 1), "key 8", "key h", "key s"]:
        seen.append((session.text(), session.marks, session.message, session.status))
        assert session.send(event).acted
    again = resume(session.program, read_replay(replay_of(session).text(), "replay"))
    for attribute in ("moves", "status", "message", "marks", "sha256"):
        assert getattr(again, attribute) == getattr(session, attribute)
    run = session.program.run(seed=1, moves=read_moves(session.moves))
    assert (run.stopped, run.text()) == ("lost", session.text())
    for before in reversed(seen):
        session.undo()
        assert (session.text(), session.marks, session.message, session.status) == before
    assert not session.undo()


def test_the_solution_wins() -> None:
    session = game()
    fill_in(session, solve(PUZZLE).text)
    assert session.status == "won" and session.message == "solved, easy"
    assert set(framed(session)) == set()
    session.undo()
    assert session.status == "playing" and "1 to fill" in session.message


def test_another_solution_than_the_stored_one_is_accepted_and_it_is_said() -> None:
    assert count(TWO) == 2
    said = []
    for first in ("12", "21"):
        session = game(TWO)
        fill_in(session, first + "343412" + first[::-1] + "434321")
        assert session.status == "won"
        said.append("the puzzle has several" in session.message)
    assert sorted(said) == [False, True]


def test_what_is_wrong_in_a_puzzle_with_several_solutions_is_what_fits_none() -> None:
    for first, wrong in (("1", "1"), ("2", "2"), ("1", "3")):
        session = game(TWO)
        enter(session, 0, first)
        session.send("key c")
        assert "nothing is wrong" in session.message
        enter(session, 8, wrong)  # below it in column 1
        session.send("key c")
        assert "1 entry is wrong: row 3, column 1" in session.message
        session.send("key s")
        assert board(session)[0] == first and board(session).count(".") == 0
    session = game(TWO)
    session.send("key h")
    assert "several solutions" in session.message


def test_a_full_board_with_a_fault_is_not_won() -> None:
    session = game(TWO)
    fill_in(session, "1234341212434321")
    assert session.status == "playing" and "full, but not right" in session.message


def test_other_sizes() -> None:
    four = game("13.........." + ".2.4")
    assert is_unique("13...........2.4")
    fill_in(four, solve("13...........2.4").text)
    assert four.status == "won"

    rows = [[(3 * (y % 2) + y // 2 + x) % 6 for x in range(6)] for y in range(6)]
    six = "".join(DIGITS[digit] for row in rows for digit in row)
    session = game("." + six[1:35] + ".", "box=3x2")
    fill_in(session, six)
    assert session.status == "won"

    rows = [[(4 * (y % 4) + y // 4 + x) % 16 for x in range(16)] for y in range(16)]
    large = "".join(DIGITS[digit] for row in rows for digit in row)
    session = game(large.replace("C", ".", 3).replace("G", ".", 2))
    assert "".join(sorted(event[4:] for event in session.events if event[:3] == "key")) == (
        "0123456789abcdefghnsv"
    )
    session.send("key n")
    assert "notes" in session.message
    assert enter(session, large.index("C"), "c") and noted(session) == {(11, 0): "C"}
    session.send("key n")
    session.send("key h")
    assert "can only be" in session.message
    session.send("key v")
    assert "nothing is wrong" in session.message
    fill_in(session, large)
    assert session.status == "won"


def test_a_run_that_has_not_begun_yet_shows_no_marks() -> None:
    run = game("." * 81).program.begin(seed=1)
    assert run.marks == ()
    run.finish()
    assert run.stopped == "input" and len(run.marks) == 81


def test_a_puzzle_is_made_on_an_empty_board_and_another_one_for_another_seed() -> None:
    session = game("." * 81, "level=medium symmetric", seed=5)
    first = board(session)
    assert is_unique(first) and grade(first).level == "medium"
    assert session.message.startswith("medium, ")
    givens = [symbol != "." for symbol in first]
    assert givens == givens[::-1]
    enter(session, first.index("."), "1")
    session.restart()
    assert board(session) == first
    session.new_game(6)
    assert board(session) != first and is_unique(board(session))
    session.new_game(5)
    assert board(session) == first


@pytest.mark.parametrize(
    ("start", "arguments", "code", "words"),
    [
        ("55" + "." * 79, "", "no-solution", "5 twice in row 1"),
        ("123." + "." * 8 + "...4", "", "no-solution", "exclude each other"),
        ("." * 81, "clues=16", "no-solution", "at least 17"),
    ],
)
def test_what_cannot_be_played_ends_with_a_reason(
    start: str, arguments: str, code: str, words: str
) -> None:
    with pytest.raises(RunError) as caught:
        game(start, arguments)
    (found,) = caught.value.diagnostics
    assert found.code == code and words in f"{found.message} {found.hint}"
    assert found.span is not None


def test_pictures_show_conflicts_in_red_notes_and_lines_over_all() -> None:
    session = game(look=LOOK)
    scale, margin = 40, 40 // 7
    cell = slice(margin, scale - margin)

    def part(x: int, y: int) -> Any:
        pixels = np.asarray(session.picture(scale).convert("RGB")).astype(int)
        inside = pixels[margin // 2 + y * scale :, margin // 2 + x * scale :]
        return inside[cell, cell].reshape(-1, 3)

    def has_red(x: int, y: int) -> bool:
        return any(map(is_red, part(x, y)))

    blank = part(3, 0)
    assert (blank == blank[0]).all()
    assert not (part(0, 0)[0] == part(3, 3)[0]).all()  # a given is shaded
    enter(session, 2, "8")
    assert has_red(2, 0) and has_red(2, 2) and not has_red(0, 1)
    session.send(("click", 3, 0))
    session.play("k(n)k(9)c8,8")
    noted_part = part(3, 0).reshape(scale - 2 * margin, -1, 3)
    inked = np.argwhere((noted_part != noted_part[0, 0]).any(axis=2))
    assert inked.size and inked.min(axis=0).tolist() >= [scale // 3, scale // 3]
    pixels = np.asarray(session.picture(scale).convert("RGB"))
    line = np.array(session.look().line_color)
    for border in (0, 3, 6, 9):
        assert (pixels[:, border * scale : border * scale + margin] == line).all()
