"""Games that are left and gone on with: kept for the next server, and opened from replay files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from markovpy.play.web.app import LARGEST_REPLAY
from markovpy.play.web.table import BEGUN
from support.games import SLIDING, SNAKE, SOKOBAN, SUDOKU
from support.page import Browser


def left_at(folder: Path, level: int = 2) -> Browser:
    """Return a browser in which two moves of a level were made."""
    browser = Browser(SOKOBAN, folder, level=level)
    assert browser.send("down")["moves"] == 1
    browser.send("down")
    return browser


def kept(folder: Path) -> list[Path]:
    return sorted((folder / "unfinished").glob("*"))


def test_another_server_offers_to_go_on(tmp_path: Path) -> None:
    before = left_at(tmp_path).state()
    again = Browser(SOKOBAN, tmp_path, level=2)
    offer = again.state()["offer"]
    assert (again.state()["moves"], offer["moves"], offer["changes"]) == (0, 2, "")
    after = again.act("resume")
    assert after["board"] == before["board"]
    assert (after["moves"], after["offer"], after["running"]) == (2, None, False)
    assert after["seconds"] >= offer["seconds"]
    assert again.act("undo")["moves"] == 1
    # a level that was not begun has none, and going back to the other one offers it again
    assert again.act("level", level=1)["offer"] is None
    assert again.act("level", level=2)["offer"]["moves"] == 1


def test_a_game_that_has_ended_is_not_kept(tmp_path: Path) -> None:
    browser = Browser(SOKOBAN, tmp_path, level=3)
    for event in ("right", "down", "right"):
        browser.send(event)
    assert len(kept(tmp_path)) == 1
    for event in ("right", "up", "left", "left"):
        won = browser.send(event)
    assert won["status"] == "won"
    assert kept(tmp_path) == []
    assert Browser(SOKOBAN, tmp_path, level=3).state()["offer"] is None


def test_a_sudoku_of_notes_alone_is_kept(tmp_path: Path) -> None:
    browser = Browser(SUDOKU, tmp_path)
    for event in (["click", 1, 3], "key n", "key 4"):
        after = browser.send(event)
    assert (after["moves"], after["begun"]) == (0, True)
    again = Browser(SUDOKU, tmp_path)
    assert again.state()["offer"] is not None
    resumed = again.act("resume")
    assert resumed["board"]["marks"] == after["board"]["marks"]
    assert resumed["offer"] is None
    while resumed["begun"]:
        resumed = again.act("undo")
    assert Browser(SUDOKU, tmp_path).state()["offer"] is None


def test_beginning_anew_forgets_it_and_a_few_moves_do_not(tmp_path: Path) -> None:
    left_at(tmp_path)
    again = Browser(SOKOBAN, tmp_path, level=2)
    for number in range(BEGUN):
        assert Browser(SOKOBAN, tmp_path, level=2).state()["offer"]["moves"] == 2
        moved = again.send(("down", "up")[number % 2])
        assert moved["offer"] is None
    assert Browser(SOKOBAN, tmp_path, level=2).state()["offer"]["moves"] == BEGUN
    other = Browser(SOKOBAN, tmp_path, level=2)
    assert other.act("fresh")["offer"] is None
    assert kept(tmp_path) == []
    assert other.client.post("/game/resume", json={}).status_code == 400


def test_a_seed_that_is_asked_for_is_played(tmp_path: Path) -> None:
    browser = Browser(SLIDING, tmp_path, seed=1)
    while not browser.send("left")["result"]:
        browser.send("right")
    assert Browser(SLIDING, tmp_path, seed=2).state()["offer"] is None
    assert Browser(SLIDING, tmp_path, seed=1).state()["offer"]["moves"] == browser.state()["moves"]
    drawn = Browser(SLIDING, tmp_path)
    assert drawn.act("resume")["seed"] == 1


def test_a_program_that_was_changed_says_so(tmp_path: Path) -> None:
    before = left_at(tmp_path).state()
    dressed = SOKOBAN + "color W 405060\n"
    changed = Browser(dressed, tmp_path, level=2)
    assert "the program is not the same" in changed.state()["offer"]["changes"]
    assert changed.act("resume")["board"]["values"] == before["board"]["values"]

    other = Browser(SOKOBAN.replace("PCB -> BPC", "PCB -> PBC"), tmp_path, level=2)
    refused = other.client.post("/game/resume", json={})
    assert refused.json()["error"]["code"] == "replay-differs"
    assert "the program is not the same" in refused.json()["error"]["hint"]
    assert (other.state()["moves"], other.state()["offer"]) == (0, None)
    assert other.send("down")["moves"] == 1


@pytest.mark.parametrize(
    "key, value", [("moves", "x"), ("level", 99), ("seconds", -1), ("form", "")]
)
def test_what_is_damaged_is_not_offered(tmp_path: Path, key: str, value: object) -> None:
    left_at(tmp_path)
    (file,) = kept(tmp_path)
    file.write_text(json.dumps({**json.loads(file.read_text()), key: value}), encoding="utf-8")
    again = Browser(SOKOBAN, tmp_path, level=2)
    assert again.state()["offer"] is None
    assert again.send("down")["moves"] == 1


def test_a_game_goes_on_where_nothing_can_be_kept(tmp_path: Path) -> None:
    (tmp_path / "unfinished").write_text("a file, where the folder should be")
    browser = Browser(SOKOBAN, tmp_path, level=2)
    moved = browser.send("down")
    assert moved["moves"] == 1
    assert "not kept" in moved["problem"]


def test_help_is_remembered(tmp_path: Path) -> None:
    browser = Browser(SOKOBAN, tmp_path, level=2)
    browser.send("down")
    browser.act("hint")
    again = Browser(SOKOBAN, tmp_path, level=2)
    assert again.act("resume")["helped"]


def test_after_an_undo_time_waits_for_the_player(tmp_path: Path) -> None:
    snake = Browser(SNAKE, tmp_path, seed=5)
    assert snake.send("tick")["running"]
    snake.send("tick")
    assert not snake.act("undo")["running"]
    assert snake.send("tick")["running"]


def test_a_replay_is_opened(tmp_path: Path) -> None:
    browser = left_at(tmp_path / "a")
    file = browser.client.get("/game/replay.json").text
    other = Browser(SLIDING, tmp_path / "b")
    differs = other.client.post("/game/replay", content=file)
    assert differs.status_code == 400

    other = Browser(SOKOBAN, tmp_path / "b")
    opened = other.client.post("/game/replay", content=file).json()
    assert (opened["level"], opened["moves"], opened["helped"]) == (2, 2, True)
    assert opened["board"] == browser.state()["board"]
    assert other.act("undo")["moves"] == 1


def test_a_replay_of_another_game_that_is_here_is_opened(tmp_path: Path) -> None:
    browser = Browser(SOKOBAN, tmp_path)
    browser.act("game", name="ice")
    browser.send("right")
    file = browser.client.get("/game/replay.json").text
    opened = Browser(SOKOBAN, tmp_path).client.post("/game/replay", content=file).json()
    assert (opened["name"], opened["moves"]) == ("ice", 1)


@pytest.mark.parametrize(
    "data, code",
    [
        (b"", "bad-replay"),
        (b"\xff\xfe", "bad-replay"),
        (b"{}", "bad-replay"),
        (b"[" * 99_999, "bad-replay"),
        (b" " * (LARGEST_REPLAY + 1), "too-large"),
    ],
)
def test_what_is_no_replay_is_refused(tmp_path: Path, data: bytes, code: str) -> None:
    browser = Browser(SOKOBAN, tmp_path)
    before = browser.state()
    refused = browser.client.post("/game/replay", content=data)
    assert refused.json()["error"]["code"] == code
    assert browser.state() == before
