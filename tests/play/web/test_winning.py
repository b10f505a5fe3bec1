"""Every shipped game, played in a real browser from its start to a win."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

import markovpy
from markovpy.model.events import Event
from markovpy.play.session import Session
from markovpy.play.solving import solve
from markovpy.play.web.shelf import Shelf
from markovpy.plugins import sudoku
from support.chromium import NEEDED, PHONE, Page
from support.snake import Snake

pytestmark = NEEDED
Opener = Callable[..., Page]
Hand = Callable[[Page, Event], None]

GAMES = list(Shelf(markovpy.load("sokoban")).titles)
LONG = {
    "sliding15",
    "sliding24",
    "sliding_picture",
    "snake_play",
    "sudoku_play",
    "sudoku_play_mini",
    "sudoku_play_own",
    "traffic",
}
SEED = 3
AT_ONCE = 5
"""Moves that are made before the page has to have caught up."""
KEYS = {"left": "ArrowLeft", "right": "ArrowRight", "up": "ArrowUp", "down": "ArrowDown"}
SWIPES = {"left": (-60, 0), "right": (60, 0), "up": (0, -60), "down": (0, 60)}


def slow(names: Iterable[str], which: Iterable[str]) -> list[Any]:
    """Return names as parameters, some of them of slow tests."""
    return [pytest.param(name, marks=[pytest.mark.slow] * (name in which)) for name in names]


@pytest.mark.parametrize("name", slow(GAMES, LONG))
def test_a_shipped_game_is_won(play: Opener, name: str) -> None:
    win(play(markovpy.load(name), seed=SEED, frozen=name == "snake_play"), name)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in GAMES if markovpy.load(name).levels])
def test_all_levels_are_won_one_after_the_other(play: Opener, name: str) -> None:
    program = markovpy.load(name)
    game = play(program, seed=SEED)
    for level in range(1, len(program.levels)):
        assert game.state()["level"] == level
        win(game, name)
        game.page.keyboard.press("Enter")
        game.counted(0)
    win(game, name)
    assert game.page.get_by_role("button", name="Next level").count() == 0
    game.shows("#banner", "ell done!")


@pytest.mark.parametrize("name", slow(["ice", "traffic"], ["traffic"]))
def test_a_game_is_won_by_touch(play: Opener, name: str) -> None:
    win(play(markovpy.load(name), PHONE, seed=SEED), name, with_a_finger)


def win(game: Page, name: str, hand: Hand | None = None) -> None:
    """Play the game that a page shows to a win, which anyone can see then."""
    hand = hand or with_keys_and_mouse
    if name == "snake_play":
        steer(game)
    else:
        session = Session(markovpy.load(name), game.state()["level"], game.state()["seed"])
        enter(game, puzzle(session) if session.game.players else solve(session).events, hand)
    game.shows("#banner.won", "")
    game.shows("#banner .smile", "")
    assert game.page.locator("#headline").inner_text()
    assert game.state()["status"] == "won"


def enter(game: Page, events: Iterable[Event], hand: Hand) -> None:
    """Make moves, each of which counts."""
    for number, event in enumerate(events, 1):
        hand(game, event)
        if number % AT_ONCE == 0 or event.cell is not None:
            game.counted(number)


def with_keys_and_mouse(game: Page, event: Event) -> None:
    if event.cell is not None:
        game.page.mouse.click(*game.place(*event.cell))
    else:
        game.page.keyboard.press(KEYS.get(event.name, event.key))


def with_a_finger(game: Page, event: Event) -> None:
    if event.cell is not None:
        game.page.touchscreen.tap(*game.place(*event.cell))
    else:
        game.swipe(*SWIPES[event.name])


def puzzle(session: Session) -> Iterator[Event]:
    """Yield what fills a sudoku in; its first empty cell is chosen from the start."""
    width = session.size[0]
    clues = session.text().replace("\n", "")
    box = (2, 3) if width == 6 else None
    solution = sudoku.solve(clues, box).text
    empty = [cell for cell, clue in enumerate(clues) if clue == "."]
    for cell in empty:
        if cell != empty[0]:
            yield Event("click", (cell % width, cell // width))
        yield Event("key", key=solution[cell])


def steer(game: Page) -> None:
    """Win a game of snake: with an arrow round corners, and waiting where it goes straight on."""
    symbols = Session(markovpy.load("snake_play")).symbols
    number = 0
    while (state := game.state())["status"] == "playing":
        board = state["board"]
        signs = "".join(symbols[value] for value in board["values"])
        rows = [signs[at : at + board["width"]] for at in range(0, len(signs), board["width"])]
        snake = Snake(rows)
        direction = snake.direction()
        if number and direction == snake.heading:
            game.page.clock.run_for(250)
        else:
            game.page.keyboard.press(KEYS[direction])
        number += 1
        game.counted(number)
