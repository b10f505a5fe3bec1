"""What is drawn: marks of nodes over cells, lines, cells found again by where they are."""

from __future__ import annotations

import re
from typing import Any

import pyte
import pytest

import markovpy
from markovpy.engine.interactive import Mark
from markovpy.play.terminal.board import Canvas, ColorBoard, cell_at
from markovpy.play.terminal.plain import PlainBoard
from markovpy.play.terminal.substitutes import substitutes
from support.games import SOKOBAN

SUDOKU = """
grid 9x9 values=.123456789
put 5 at 0,0
glyphs
lines every=3
color .123456789 ffffff
on click: 5 -> 5
"""
MARKS = (
    Mark(1, 0, "7", color=(30, 80, 190)),
    Mark(2, 0, "8", fill=(250, 200, 200)),
    Mark(3, 0, frame=(30, 80, 190)),
    *(Mark(4, 0, digit, place=int(digit) - 1) for digit in "159"),
)


@pytest.fixture
def game(monkeypatch: pytest.MonkeyPatch) -> markovpy.Session:
    """Return a sudoku with marks."""
    session = markovpy.Session(markovpy.parse(SUDOKU), seed=1)
    monkeypatch.setattr(markovpy.Session, "marks", MARKS)
    return session


def shown(canvas: Canvas) -> tuple[list[str], Any]:
    """Return what a terminal shows: its lines and its buffer."""
    screen = pyte.Screen(canvas.columns, len(canvas.lines))
    pyte.Stream(screen).feed("\r\n".join(canvas.lines))
    return [line.replace("▀", " ") for line in screen.display], screen.buffer


def test_digits_notes_and_colours_at_three_rows_a_cell(game: markovpy.Session) -> None:
    lines, buffer = shown(ColorBoard(game, "true").draw(60, 27, []))
    rows = [re.sub(" +", " ", line).split() for line in lines[:3]]
    assert rows == [["1"], ["5", "7", "8", "5"], ["9"]]
    assert buffer[1][8].fg == "1e50be"  # the entry
    assert buffer[0][12].bg == "fac8c8"  # the conflict
    assert buffer[0][18].bg == "1e50be"  # the frame


def test_smaller_cells_have_their_notes_side_by_side(game: markovpy.Session) -> None:
    lines, _ = shown(ColorBoard(game, "true").draw(36, 18, []))
    assert lines[0][16:20] == "159 "
    lines, _ = shown(ColorBoard(game, "true").draw(18, 9, []))
    assert lines[0] == "5 7 8   15        "


def test_in_cells_too_small_for_sprites_shapes_are_written() -> None:
    session = markovpy.Session(markovpy.load("traffic"), seed=1)
    lines, buffer = shown(ColorBoard(session, "true").draw(16, 8, [((4, 1), (255, 0, 0))]))
    assert lines[1].split() == ["◄]►"]  # a car, one end of it framed
    assert lines[3][14] == " "  # the gate: a letter says nothing
    assert buffer[1][8].bg != buffer[1][10].bg
    lines, _ = shown(ColorBoard(session, "true").draw(32, 16, []))
    assert not "".join(lines).strip()  # there the sprites are


def test_thick_lines_are_seen_from_thin_ones(game: markovpy.Session) -> None:
    _, buffer = shown(ColorBoard(game, "true").draw(60, 27, []))
    thin, thick, last = (buffer[10][x].bg for x in (5, 17, 53))
    assert (thick, last) == ("3a3a42", "ffffff")
    assert "3a3a42" < thin < "ffffff"


def test_without_colours_marks_are_brackets(game: markovpy.Session) -> None:
    canvas = PlainBoard(game, "ascii").draw(60, 27, [((0, 8), (1, 1, 1))])
    assert canvas.lines[0] == " 5  7  8![.] .  .| .  .  . "
    assert canvas.lines[8].startswith("[.] . ")


def test_without_colours_blocks_are_set_apart(game: markovpy.Session) -> None:
    lines = PlainBoard(game, "ascii").draw(60, 27, []).lines
    assert lines[1] == " .  .  .| .  .  .| .  .  . "
    assert lines[2] == "_.__.__.|_.__.__.|_.__.__._"


@pytest.mark.parametrize("name", ["traffic", "peg_solitaire_play", "snake_play"])
def test_in_ascii_what_is_different_looks_different(name: str) -> None:
    session = markovpy.Session(markovpy.load(name), seed=1)
    shown = substitutes(session.symbols, "ascii")
    written = [shown.get(symbol, symbol) for symbol in session.symbols]
    assert len(set(written)) == len(session.symbols)
    assert "".join(written).isascii()
    assert [shown.get(symbol) for symbol in "►▼◄▲"] == [*">v<^"] or name[0] == "p"
    assert not substitutes(session.symbols, "utf-8")
    assert set(substitutes("a漢字", "utf-8")) == {*"漢字"}  # two columns wide


def test_256_colours_are_numbers(game: markovpy.Session) -> None:
    text = "".join(ColorBoard(game, "256").draw(60, 27, []).lines)
    assert "\x1b[48;5;231m" in text
    assert ";2;" not in text


@pytest.mark.parametrize(
    ("place", "shape", "cell"),
    [
        ((0, 0), (2, 3), (0, 0)),
        ((2, 1), (2, 3), (2, 1)),
        ((3, 1), (2, 3), None),
        ((4, 0), (2, 2, 3), None),  # layers lie below one another where that is nearer a square
        ((2, 3), (2, 2, 3), (2, 0, 1)),
        ((2, 2), (2, 2, 3), None),  # the gap between them
    ],
)
def test_the_cell_at_a_place(
    place: tuple[int, int], shape: tuple[int, ...], cell: tuple[int, ...] | None
) -> None:
    assert cell_at(place, shape) == cell


def test_without_colours_a_game_is_written_as_its_levels_are() -> None:
    session = markovpy.Session(markovpy.parse(SOKOBAN), level=2)
    session.play("DDu")
    lines = [line[::2] for line in PlainBoard(session, "ascii").draw(60, 27, []).lines]
    assert lines == [
        "#######",
        "#.  # #",
        "#$+ $ #",
        "#   $ #",
        "# *.  #",
        "#  *  #",
        "#######",
    ]
