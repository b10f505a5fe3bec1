"""The page in a real browser: Debian's Chromium, without a screen."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PIL import Image

import markovpy
from markovpy.play.advice import Going, Solver
from markovpy.play.session import Session
from support.chromium import NEEDED, PHONE, WAIT, Page, sync_api
from support.games import SLIDING, SNAKE, SOKOBAN, SUDOKU

pytestmark = NEEDED
Opener = Callable[..., Page]
LIGHTS = """
grid 3x3 values=BW
color B 102030
color W f0f0f0
on click:
    prl once:
        B -> W
        W -> B
win no B
"""


def test_sokoban_from_the_first_move_to_the_next_level(play: Opener) -> None:
    game = play(SOKOBAN)
    game.has("#level", "Level 1 of 4 · smallest")
    game.page.keyboard.press("ArrowUp")  # a wall
    game.page.keyboard.press("ArrowRight")
    game.shows("#banner", "Solved!")
    game.has("#moves", "1")
    sync_api.expect(game.page.locator("#banner .smile")).to_be_visible()
    sync_api.expect(game.page.locator("#banner .frown")).to_be_hidden()
    game.page.get_by_role("button", name="Next level").click()
    game.has("#level", "Level 2 of 4 · Claire")
    game.hides("#banner")
    for number, key in enumerate(("ArrowDown", "s", "ArrowRight"), 1):
        game.page.keyboard.press(key)
        game.has("#moves", str(number))
    game.page.get_by_role("button", name="Undo").click()
    game.has("#moves", "2")
    game.page.keyboard.press("Control+z")
    game.has("#moves", "1")
    before = game.state()["board"]

    game.page.reload()
    game.has("#moves", "1")
    game.has("#level", "Level 2 of 4 · Claire")
    assert game.state()["board"] == before

    sync_api.expect(game.page.locator("#board")).to_be_visible()
    game.page.keyboard.press(" ")
    game.has("#moves", "0")
    game.page.locator("#level").click()
    game.page.locator("#levels button").nth(0).click()
    game.has("#level", "Level 1 of 4 · smallest")
    game.has("#best", "1")
    game.has("#bests", "1 push0:00")


def test_the_last_level_ends_with_a_word(play: Opener) -> None:
    game = play(SOKOBAN, level=3)
    for key in "rdrruLL".lower():
        game.page.keyboard.press({"r": "d", "d": "s", "u": "w", "l": "a"}[key])
    game.shows("#banner", "Solved!")
    game.page.keyboard.press("Enter")
    game.shows("#banner", "That was the last level")


def test_a_game_that_cannot_be_won_any_more_says_so(play: Opener) -> None:
    level = "level a {\n#####\n#   #\n# @.#\n# $ #\n#   #\n#####\n}\n"
    text = SOKOBAN[: SOKOBAN.index("level")] + level + SOKOBAN[SOKOBAN.index("on arrows") :]
    game = play(text)
    game.page.keyboard.press("ArrowDown")  # against the wall
    game.shows("#banner", "cannot be won any more.What is framed can never get where it has to be.")
    game.page.locator("#banner").get_by_role("button", name="Undo").click()
    game.hides("#banner")
    game.page.get_by_role("button", name="Hint").click()
    game.shows("#notice", "Hint: left")


def test_a_level_that_cannot_be_won_from_the_start_says_why(play: Opener) -> None:
    begin = SOKOBAN[: SOKOBAN.index("level")]
    end = SOKOBAN[SOKOBAN.index("on arrows") :]
    stuck = 'level "Stuck" {\n#####\n#$@.#\n#####\n}\n'
    alone = 'level "Alone" {\n#####\n# $.#\n#####\n}\n'
    game = play(f"{begin}{stuck}{alone}{end}")
    game.has("#headline", "This cannot be won.")
    game.has("#choices", "Next level")
    game.page.keyboard.press("n")
    game.has("#headline", "This level is faulty.")
    game.has("#details", "Level 2 has no player.")
    game.has("#choices", "")
    game.hides("#notice")


def test_a_picture_of_ones_own(play: Opener, tmp_path: Path) -> None:
    colors = [(230, 30, 30), (30, 200, 30), (40, 40, 240)]
    image = Image.new("RGB", (3, 3))
    image.putdata([colors[(x + y) % 3] for y in range(3) for x in range(3)])
    picture = tmp_path / "own.png"
    image.resize((300, 300), Image.Resampling.NEAREST).save(picture)
    game = play(SLIDING, seed=1)
    game.hides("#whole")
    game.page.set_input_files("#file", picture)
    sync_api.expect(game.page.locator("#picture")).to_be_visible()
    values = game.state()["board"]["values"]
    for place, value in enumerate(values):
        if value:
            piece = value - 1
            game.is_drawn(place % 3, place // 3, colors[(piece % 3 + piece // 3) % 3])

    gap = values.index(0)
    beside = gap - 1 if gap % 3 else gap + 1
    game.page.mouse.click(*game.place(beside % 3, beside // 3))
    game.has("#moves", "1")
    assert game.state()["board"]["values"][gap] == values[beside]

    game.page.get_by_role("button", name="Finish").click()
    game.shows("#banner", "Well done!")
    game.shows("#details", "With help")
    game.is_drawn(2, 2, colors[4 % 3])  # the missing piece
    game.page.locator("#choices").get_by_role("button", name="New game").click()
    game.has("#moves", "0")
    sync_api.expect(game.page.locator("#picture")).to_be_visible()

    game.page.set_input_files("#file", {"name": "a.png", "mimeType": "image/png", "buffer": b"x"})
    game.shows("#notice", "This is no picture")
    game.page.get_by_role("button", name="Without my picture").click()
    game.hides("#whole")


def test_a_phone(play: Opener) -> None:
    game = play(LIGHTS, PHONE)
    game.is_drawn(0, 0, (16, 32, 48))
    game.page.touchscreen.tap(*game.place(0, 0))
    game.has("#moves", "1")
    game.is_drawn(0, 0, (240, 240, 240))

    game = play(SOKOBAN, PHONE, level=2)
    game.swipe(0, 60)
    game.has("#moves", "1")
    assert game.page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("width, height", [(844, 390), (667, 375), (568, 320)])
@pytest.mark.parametrize("name", ["sliding8", "klotski", "sudoku_play"])
def test_a_phone_on_its_side_shows_the_whole_board(
    play: Opener, name: str, width: int, height: int
) -> None:
    game = play(
        markovpy.load(name), {**PHONE, "viewport": {"width": width, "height": height}}, seed=3
    )
    box = game.page.locator("#board").bounding_box()
    assert box["y"] + box["height"] <= height
    assert box["height"] >= 0.6 * height or box["width"] >= 0.3 * width
    said = game.page.locator("#help").bounding_box()
    assert said["x"] >= box["x"] + box["width"]
    message = game.page.locator("#message").bounding_box()
    assert said["y"] + said["height"] <= message["y"]
    assert game.page.evaluate("document.documentElement.scrollWidth") <= width


def test_nothing_is_played_before_the_board_is_seen(play: Opener) -> None:
    game = play(SOKOBAN)
    held: list[Any] = []
    game.page.route("**/game/cells.png*", lambda route: held.append(route))
    game.page.reload()
    game.has("#level", "Level 1 of 4 · smallest")
    game.hides("#board")
    game.page.keyboard.press("ArrowRight")
    game.page.wait_for_timeout(200)
    assert game.state()["moves"] == 0
    for route in held:
        route.continue_()
    game.page.unroute("**/game/cells.png*")
    sync_api.expect(game.page.locator("#board")).to_be_visible()
    game.page.keyboard.press("ArrowRight")
    game.counted(1)


def test_a_search_says_how_far_it_is_and_can_be_stopped(
    play: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = Event()

    def way(solver: Solver, session: Session, going: Going) -> str:
        going(0, "making the tables")
        asked.set()
        while True:
            time.sleep(0.01)
            going(0, "")

    monkeypatch.setattr(Solver, "way", way)
    game = play(SLIDING, seed=1)

    def ask(how: Callable[[], None]) -> None:
        asked.clear()
        how()
        assert asked.wait(WAIT / 1000)
        game.shows("#notice", "Making the tables …")

    press = game.page.keyboard.press
    ask(lambda: press("h"))
    game.page.locator("#notice").get_by_role("button", name="Stop").click()
    game.has("#said", "The search was stopped.")
    ask(lambda: press("f"))
    press("Escape")
    game.has("#said", "The search was stopped.")
    ask(lambda: game.page.get_by_role("button", name="Hint").click())
    game.page.set_viewport_size({"width": 300, "height": 700})
    end = time.monotonic() + WAIT / 1000
    while game.page.locator("#board").bounding_box()["width"] > 300:
        assert time.monotonic() < end, "the board does not follow the window"
    game.page.select_option("#games", label="Snake")
    sync_api.expect(game.page).to_have_title("Snake")
    game.hides("#notice")


def test_the_keyboard_reaches_games_of_clicks(play: Opener) -> None:
    game = play(LIGHTS)
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):
        game.page.keyboard.press(key)
    game.has("#moves", "1")
    assert game.state()["board"]["values"] == [1] + [0] * 8


def test_time_passes_in_a_game_that_was_begun(play: Opener) -> None:
    game = play(SNAKE, seed=5)
    game.page.wait_for_timeout(600)
    game.has("#moves", "0")
    game.page.keyboard.press("ArrowUp")
    game.shows("#banner", "Lost.")
    game.has("#pushes", "")  # nothing is pushed onto goals in it
    sync_api.expect(game.page.locator("#banner .frown")).to_be_visible()
    game.page.locator("#choices").get_by_role("button", name="Try again").click()
    game.has("#moves", "0")


def test_sound_is_off_until_it_is_wanted(play: Opener) -> None:
    game = play(SOKOBAN)
    button = game.page.locator("#sound")
    sync_api.expect(button).to_have_attribute("aria-pressed", "false")
    button.click()
    sync_api.expect(button).to_have_attribute("aria-pressed", "true")
    game.page.reload()
    sync_api.expect(button).to_have_attribute("aria-pressed", "true")


def test_without_the_key_the_page_says_what_to_open(play: Opener) -> None:
    game = play(SOKOBAN)
    stranger = game.page.context.browser.new_context().new_page()
    stranger.goto(game.page.url)
    message = stranger.locator("#notice")
    sync_api.expect(message).to_contain_text("address that markovpy printed")
    stranger.context.close()


def test_sudoku(play: Opener) -> None:
    game = play(SUDOKU)
    game.page.mouse.click(*game.place(1, 3))
    game.page.keyboard.press("4")  # against the row
    game.shows("#message", "4 twice in row 4")
    game.page.keyboard.press("Backspace")
    game.page.keyboard.press("3")
    game.page.mouse.click(*game.place(2, 3))
    game.page.locator("#keys").get_by_role("button", name="2").click()
    game.hides("#banner")
    game.page.mouse.click(*game.place(3, 3))
    game.page.keyboard.press("1")
    game.shows("#banner", "Well done!")
    assert game.state()["board"]["values"][12:] == [4, 3, 2, 1]

    game.page.get_by_role("button", name="Restart").click()
    game.has("#moves", "0")
    game.page.keyboard.press("s")
    game.shows("#banner", "Solved for you: this is the solution.")
