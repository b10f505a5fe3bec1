"""The part of a board that is shown where it is larger than the window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import markovpy
from markovpy.play.records import Records
from markovpy.play.terminal.board import ColorBoard
from markovpy.play.terminal.plain import PlainBoard
from markovpy.play.terminal.player import Player
from markovpy.play.terminal.view import NO_STYLES, Screen, screen_of
from markovpy.play.terminal.viewport import Viewport

WIDE = (
    'grid values=BPW\nlegend "#"=W " "=B "@"=P\nlevel {\n'
    + "    " + "#" * 50 + "\n"
    + ("    #" + "    :   " * 6 + "#\n").replace(":", "#") * 8
    + "    #@" + " " * 47 + "#\n"
    + ("    #" + "    :   " * 6 + "#\n").replace(":", "#") * 8
    + "    " + "#" * 50 + "\n}\n"
    + "on arrows: PB -> BP\nwin no B\n"
)  # fmt: skip
CLICKED = "grid 40x30 values=BW\non click: B -> W\nwin no B\n"
LIFE = "grid 60x40 values=BW\nput W at 50,30\nput W at 50,31\non space: WB -> BW\nwin no W\n"
CODES = re.compile("\x1b\\[[0-9;]*m")


def player(text: str, folder: Path) -> Player:
    session = markovpy.Session(markovpy.parse(text), seed=1)
    return Player(session, Records(session.program, folder))


def plain(game: Player, columns: int, rows: int) -> tuple[Screen, list[str]]:
    """Return a screen without colours, and what is on its board."""
    screen = screen_of(game, PlainBoard(game.session, "ascii"), columns, rows, NO_STYLES)
    assert screen.canvas is not None
    end = screen.top + len(screen.canvas.lines)
    return screen, [line[screen.left :] for line in screen.lines[screen.top : end]]


@given(
    whole=st.integers(1, 90),
    room=st.integers(1, 60),
    focuses=st.lists(st.integers(0, 89), min_size=1, max_size=8),
)
def test_the_focus_is_always_inside(whole: int, room: int, focuses: list[int]) -> None:
    viewport = Viewport()
    for focus in focuses:
        at = min(focus, whole - 1)
        part = viewport.part((whole, 1), (room, 1), (at, 0))
        assert part.left <= at < part.left + part.size[0] <= whole
        assert part.size[0] == min(whole, room)
        at_an_edge = part.left == 0 or part.left + room >= whole
        assert at_an_edge or part.left + room // 3 <= at < part.left + room - room // 3


def test_the_part_stays_while_what_is_looked_at_stays_away_from_its_edge() -> None:
    viewport = Viewport()
    lefts = [viewport.part((90, 1), (30, 1), (x, 0)).left for x in (45, 46, 40, 45, 60)]
    assert lefts == [26, 27, 27, 27, 41]


def test_the_player_is_followed_and_arrows_say_that_there_is_more(tmp_path: Path) -> None:
    game = player(WIDE, tmp_path)
    _, shown = plain(game, 30, 14)
    assert any("@" in line for line in shown)
    assert not any("<" in line for line in shown)
    assert any(line.endswith(">") for line in shown)
    assert shown[0].split() == ["^", "^", "^"]
    assert shown[-1].split() == ["v", "v", "v"]
    for _ in range(24):
        game.press("right")
    screen, shown = plain(game, 30, 14)
    assert any("@" in line for line in shown)
    assert any(line.startswith("<") and line.endswith(">") for line in shown)
    assert all(len(line) <= 30 for line in screen.lines)
    for _ in range(24):
        game.press("right")
    _, shown = plain(game, 30, 14)
    assert any("@#" in line and line.startswith("<") for line in shown)  # the wall at the end
    assert not any(">" in line for line in shown)


def test_cells_shrink_before_a_part_is_shown(tmp_path: Path) -> None:
    game = player(WIDE, tmp_path)
    _, shown = plain(game, 50, 24)
    assert [len(line) for line in shown] == [50] * 19  # a column a cell, to the last one
    assert shown[0] == "#" * 50
    board = ColorBoard(game.session, "true")
    assert board.draw(50, 10, []).part.size == (50, 19)  # half a row a cell
    assert board.draw(49, 10, []).part.size == (47, 19)


def test_a_click_is_on_the_cell_that_is_shown_there(tmp_path: Path) -> None:
    game = player(CLICKED, tmp_path)
    for key in ["right"] * 12 + ["down"] * 9:
        game.press(key)
    assert game.cursor == (32, 24)
    screen, shown = plain(game, 32, 14)
    row, column = next((y, line.index("[.]")) for y, line in enumerate(shown) if "[.]" in line)
    shape = game.session.grid.shape
    assert screen.cell_at(screen.left + column + 1, screen.top + row, shape) == (32, 24)
    assert screen.cell_at(screen.left, screen.top, shape) is None  # where the arrows are
    colored = screen_of(game, ColorBoard(game.session, "true"), 32, 14, NO_STYLES)
    assert colored.canvas is not None
    place = colored.canvas.part
    assert colored.cell_at(colored.left + 1, colored.top + 1, shape) == (place.left, place.top)
    assert place.left <= 32 < place.left + place.size[0]


@pytest.mark.parametrize("text", [LIFE])
def test_where_nothing_is_steered_what_changed_last_is_seen(text: str, tmp_path: Path) -> None:
    game = player(text, tmp_path)
    plain(game, 30, 14)
    game.press("space")
    _, shown = plain(game, 30, 14)
    assert any("W" in line for line in shown)


def test_keys_are_shown_on_a_screen_of_their_own(tmp_path: Path) -> None:
    game = player(WIDE, tmp_path)
    screen, _ = plain(game, 30, 14)
    assert screen.lines[-1].split() == ["?", "keys", "q", "quit"]
    game.press("?")
    shown = screen_of(game, PlainBoard(game.session, "ascii"), 30, 14, NO_STYLES)
    assert shown.canvas is None
    assert "u, Backspace undo" in " ".join(shown.lines)
    game.press("right")
    assert (game.shows_keys, game.session.move_count) == (False, 0)
