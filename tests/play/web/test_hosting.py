"""What the page does around a game, in a real browser: tabs, files, keys, windows."""

from __future__ import annotations

import io
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import markovpy
from support.chromium import NEEDED, WAIT, Page, sync_api
from support.games import SLIDING, SOKOBAN
from support.page import picture

pytestmark = NEEDED
Opener = Callable[..., Page]


def test_a_second_tab_shows_the_same_game(play: Opener) -> None:
    first = play(markovpy.load("sliding8"), seed=3)
    second = Page(first.page.context.new_page(), first.page.url)
    first.page.get_by_role("button", name="Finish").click()
    sync_api.expect(second.page.locator("#moves")).not_to_have_text("0")
    second.page.keyboard.press("u")  # which stops what the other one shows
    second.page.wait_for_timeout(600)
    moves = second.page.locator("#moves").inner_text()
    assert int(moves) < 20
    first.has("#moves", moves)
    assert second.faults == []
    second.page.keyboard.press("r")
    second.counted(0)  # by now the first one was told, which stops what it shows
    first.counted(0)
    first.page.keyboard.press("f")
    sync_api.expect(first.page.locator("#moves")).not_to_have_text("0")
    first.page.keyboard.press("x")  # any key stops it
    first.page.wait_for_timeout(600)
    assert int(first.page.locator("#moves").inner_text()) < 20


def test_a_game_that_was_left_is_offered_after_a_restart(play: Opener) -> None:
    game = play(SOKOBAN, level=2)
    game.page.keyboard.press("ArrowDown")
    game.counted(1)
    board = game.state()["board"]
    for answer in ("Enter", "click"):
        again = play(SOKOBAN, level=2)
        again.shows("#banner", "You left a game unfinished.1 move in 0:0")
        again.hides("#banner .face")
        if answer == "Enter":
            again.page.keyboard.press("Enter")
            again.counted(1)
            assert again.state()["board"] == board
        else:
            again.page.get_by_role("button", name="Begin anew").click()
        again.hides("#banner")
    again.counted(0)
    assert play(SOKOBAN, level=2).state()["offer"] is None


def test_a_replay_is_saved_and_opened(play: Opener, tmp_path: Path) -> None:
    game = play(SOKOBAN, level=2)
    for number, key in enumerate(("ArrowDown", "ArrowDown", "ArrowRight"), 1):
        game.page.keyboard.press(key)
        game.counted(number)
    with game.page.expect_download() as download:
        game.page.keyboard.press("v")
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.name == "game-2.json"
    assert json.loads(file.read_text(encoding="utf-8"))["moves"] == "DDr"
    game.page.keyboard.press("r")
    game.counted(0)
    game.page.set_input_files("#saved", file)
    game.counted(3)
    game.page.set_input_files("#saved", {"name": "a", "mimeType": "a/b", "buffer": b"{}"})
    game.shows("#notice", "no replay")


def test_games_sizes_and_levels_are_chosen(play: Opener) -> None:
    game = play(SOKOBAN)
    game.page.select_option("#games", label="8-puzzle")
    sync_api.expect(game.page).to_have_title("8-puzzle")
    game.page.locator("#sizes").get_by_role("button", name="4×4").click()
    sync_api.expect(game.page).to_have_title("15-puzzle")
    game.page.select_option("#games", label="Picture puzzle")
    sync_api.expect(game.page).to_have_title("Picture puzzle · level 1")
    game.page.locator("#sizes").get_by_role("button", name="5×5").click()
    sync_api.expect(game.page).to_have_title("Picture puzzle · level 3")
    assert game.state()["board"]["width"] == 5
    game.shows("#whole", "The whole picture")


def test_all_is_reached_by_the_keyboard(play: Opener) -> None:
    game = play(SOKOBAN, level=2)
    press = game.page.keyboard.press
    reached = set()
    for _ in range(30):
        press("Tab")
        reached.add(game.page.evaluate("document.activeElement.id"))
    wanted = {"games", "previous", "level", "next", "sound", "hint", "finish", "replay", "saved"}
    assert wanted <= reached  # undo and restart have nothing to do yet
    game.page.locator("#level").focus()
    press("Enter")
    sync_api.expect(game.page.locator("#levels [aria-current]")).to_be_focused()
    press("Escape")
    game.hides("#list")
    press("ArrowDown")  # a move of the game, wherever the focus is
    game.counted(1)
    game.page.locator("#undo").focus()
    press(" ")
    game.counted(0)
    press("n")
    game.has("#level", "Level 3 of 4 · On a goal")


def choose_picture(game: Page, tmp_path: Path) -> None:
    (tmp_path / "own.png").write_bytes(picture())
    with game.page.expect_file_chooser() as chooser:
        game.page.get_by_text("Choose a picture…").click()
    chooser.value.set_files(tmp_path / "own.png")
    game.shows("#whole", "The whole picture")


def open_replay(game: Page, tmp_path: Path) -> None:
    (tmp_path / "none.json").write_text("{}")
    with game.page.expect_file_chooser() as chooser:
        game.page.get_by_text("Open a replay…").click()
    chooser.value.set_files(tmp_path / "none.json")
    game.shows("#notice", "replay")


def choose_nothing(game: Page, tmp_path: Path) -> None:
    with game.page.expect_file_chooser():
        game.page.get_by_text("Choose a picture…").click()
    game.page.locator("#file").dispatch_event("cancel")


def save(game: Page, tmp_path: Path) -> None:
    with game.page.expect_download():
        game.page.get_by_text("Save the replay").click()


def unfold_games(game: Page, tmp_path: Path) -> None:
    for _ in range(2):  # unfolds and folds
        game.page.locator("#games").click()
        game.page.wait_for_timeout(100)


def switch_sound(game: Page, tmp_path: Path) -> None:
    game.page.locator("#sound").click()


def ask_for_a_hint(game: Page, tmp_path: Path) -> None:
    game.page.locator("#hint").click()
    game.shows("#notice", "Hint: ")


@pytest.mark.parametrize(
    "use",
    [choose_picture, choose_nothing, open_replay, save, unfold_games, switch_sound, ask_for_a_hint],
)
def test_what_was_used_by_mouse_leaves_the_keys_to_the_game(
    play: Opener, tmp_path: Path, use: Callable[[Page, Path], None]
) -> None:
    game = play(SLIDING, seed=1)
    use(game, tmp_path)
    gap = game.state()["board"]["values"].index(0)
    there, back = ("Left", "Right") if gap % 3 else ("Right", "Left")
    game.page.keyboard.press(f"Arrow{there}")
    game.counted(1)
    game.page.keyboard.press(f"Arrow{back}")
    game.counted(2)
    game.page.keyboard.press("u")
    game.counted(1)
    game.page.keyboard.press(" ")  # restarts, wherever the focus was
    game.counted(0)
    assert game.state()["name"] == "game"


def test_enter_goes_on_after_the_replay_was_saved(play: Opener, tmp_path: Path) -> None:
    game = play(SOKOBAN)
    game.page.keyboard.press("ArrowRight")
    game.shows("#banner", "Solved!")
    save(game, tmp_path)
    game.page.keyboard.press("Enter")
    game.has("#level", "Level 2 of 4 · Claire")


@pytest.mark.parametrize("name", ["sliding_picture", "sudoku_play"])
def test_what_to_do_and_the_board_are_seen_at_once(play: Opener, name: str) -> None:
    game = play(markovpy.load(name), seed=3)
    for width, height in ((1280, 800), (1100, 800), (800, 600), (390, 844)):
        game.page.set_viewport_size({"width": width, "height": height})
        end = time.monotonic() + WAIT / 1000
        while not fits(game, width, height):
            assert time.monotonic() < end, (width, height)


def fits(game: Page, width: int, height: int) -> bool:
    """Return whether help and board can be seen without scrolling, as in large windows all can."""
    text, board = (game.page.locator(part).bounding_box() for part in ("#help", "#board"))
    across = game.page.evaluate("document.documentElement.scrollWidth")
    down = game.page.evaluate("document.documentElement.scrollHeight")
    return (
        0 < text["y"] < text["y"] + text["height"] <= board["y"]
        and board["y"] + board["height"] <= height < board["height"] * 3
        and across <= width
        and (down <= height or width < 900)
    )


def test_nothing_moves_by_itself_where_that_is_not_wanted(play: Opener) -> None:
    game = play(SOKOBAN, {"reduced_motion": "reduce"})
    game.page.keyboard.press("ArrowRight")
    game.shows("#banner.won", "Solved!")
    assert game.page.evaluate("document.getAnimations().length") == 0


def files() -> list[tuple[str, bytes, str]]:
    """Return files that are chosen for pictures: what each is, its bytes, what is said of it."""
    plain = Image.linear_gradient("L").resize((300, 200))

    def saved(image: Image.Image, form: str = "PNG", **options: Any) -> bytes:
        file = io.BytesIO()
        image.save(file, form, **options)
        return file.getvalue()

    turned = Image.Exif()
    turned[0x112] = 6
    frames = [plain.rotate(90), plain.rotate(180)]
    return [
        ("animated", saved(plain, "GIF", save_all=True, append_images=frames), ""),
        ("CMYK", saved(plain.convert("CMYK"), "JPEG"), ""),
        ("16 bits", saved(plain.convert("I;16")), ""),
        ("palette", saved(plain.convert("RGB").quantize(9), transparency=3), ""),
        ("turned", saved(plain, "JPEG", exif=turned), ""),
        ("one pixel", saved(plain.crop((0, 0, 1, 1))), ""),
        ("very wide", saved(plain.resize((9000, 3))), ""),
        ("empty", b"", "This is no picture: pictures are PNG"),
        ("text", b"hello", "This is no picture: pictures are PNG"),
        ("cut off", picture()[:60], "The picture cannot be read"),
        ("too large", saved(Image.new("1", (12_000, 10_000))), "12,000x10,000 pixels"),
        ("bomb", saved(Image.new("1", (20_000, 10_000))), "has too many pixels: scale it down to"),
    ]


def test_any_file_is_a_picture_or_politely_refused(play: Opener) -> None:
    game = play(SLIDING, seed=1)
    whole = game.page.locator("#picture")
    shown = None
    for name, data, said in files():
        game.page.set_input_files("#file", {"name": name, "mimeType": "image/png", "buffer": data})
        if said:
            game.shows("#notice", said)
        else:
            sync_api.expect(whole).not_to_have_attribute("src", shown or "")
            game.hides("#notice")
        shown = whole.get_attribute("src")
    assert game.state()["ownPicture"]


def test_large_boards_and_long_lists_of_levels(play: Opener, tmp_path: Path) -> None:
    rows = ["#" * 60, *["#" + " " * 58 + "#"] * 38, "#" * 60]
    rows[20] = "#" + " " * 40 + "@ $ ." + " " * 13 + "#"
    small = "#####\n#@$.#\n#####"
    file = tmp_path / "many.xsb"
    file.write_text("\n\n".join(["\n".join(rows), *[small] * 154]), encoding="utf-8")
    game = play(markovpy.load("sokoban", levels=file))
    for number in (1, 2, 3):
        game.page.keyboard.press("ArrowRight")
        game.counted(number)
    game.shows("#banner.won", "Solved!")
    game.page.locator("#level").click()
    buttons = game.page.locator("#levels button")
    sync_api.expect(buttons).to_have_count(155)
    sync_api.expect(buttons.first).to_contain_text("✓ 3 moves · 2 pushes · 0:0")
    buttons.last.click()
    game.has("#level", "Level 155 of 155")
    game.page.keyboard.press("ArrowRight")
    game.shows("#banner.won", "That was the last level")
