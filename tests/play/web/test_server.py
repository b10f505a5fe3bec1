"""The page's server: what it answers, and what it keeps."""

from __future__ import annotations

import io
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
from PIL import Image
from starlette.testclient import TestClient

import markovpy
from markovpy import ProgramError, Session
from markovpy.cli import main
from markovpy.play import read_replay, resume
from markovpy.play.advice import Going, Solver
from markovpy.play.web.help import Help
from markovpy.play.web.server import serve
from markovpy.play.web.shelf import Shelf
from markovpy.play.web.table import Table
from support.games import SLIDING, SNAKE, SOKOBAN
from support.page import HERE, Browser, picture

WORDS = {"l": "left", "r": "right", "u": "up", "d": "down"}
WAIT = 60
"""Seconds; for a machine that does much else."""
CLAIRE = [WORDS[letter] for letter in "ddrdrrulrulldllu"]


@pytest.fixture
def sokoban(tmp_path: Path) -> Browser:
    return Browser(SOKOBAN, tmp_path)


@pytest.fixture
def sliding(tmp_path: Path) -> Browser:
    return Browser(SLIDING, tmp_path, seed=1)


def test_a_level_is_won_and_the_next_one_played(sokoban: Browser) -> None:
    before = sokoban.state()
    assert (before["level"], before["levels"], before["status"]) == (1, 4, "playing")
    refused = sokoban.send("left")
    assert (refused["result"], refused["moves"], refused["seconds"]) == (False, 0, 0)
    won = sokoban.send("right")
    assert (won["result"], won["status"], won["moves"], won["pushes"]) == (True, "won", 1, 1)
    assert won["best"]["moves"] == 1
    assert not won["running"]
    following = sokoban.act("level", level=2)
    assert (following["level"], following["levelTitle"], following["moves"]) == (2, "Claire", 0)
    for event in CLAIRE:
        last = sokoban.send(event)
    assert (last["status"], last["moves"], last["pushes"]) == ("won", 16, 7)
    levels = sokoban.client.get("/game/levels").json()
    assert [level["best"] and level["best"]["moves"] for level in levels] == [1, 16, None, None]
    assert levels[1]["title"] == "Claire"


def test_a_faulty_level_is_told(tmp_path: Path) -> None:
    faulty = SOKOBAN.replace(
        "on arrows:", 'level "Open" {\n    #####\n    #@$.\n    #####\n}\non arrows:', 1
    )
    browser = Browser(faulty, tmp_path)
    assert browser.state()["fault"] == ""
    said = browser.act("level", level=5)["fault"]
    assert said == "Level 5 is not closed: there is a gap at row 2, column 5."


def test_undo_and_restart(sokoban: Browser) -> None:
    start = sokoban.act("level", level=2)["board"]["values"]
    one = sokoban.send("down")["board"]["values"]
    sokoban.send("down")
    assert sokoban.act("undo")["board"]["values"] == one
    assert sokoban.act("restart")["board"]["values"] == start
    nothing = sokoban.act("undo")
    assert (nothing["result"], nothing["moves"]) == (False, 0)


def test_reloading_keeps_the_game(sokoban: Browser) -> None:
    sokoban.act("level", level=2)
    moved = sokoban.send("down")
    for address in ("/", f"/?key={sokoban.host.key}"):
        assert sokoban.client.get(address).status_code == 200
        state = sokoban.state()
        assert (state["level"], state["moves"]) == (2, 1)
        assert state["board"] == moved["board"]


def test_the_state_is_the_one_of_the_session_with_these_moves(sokoban: Browser) -> None:
    sokoban.act("level", level=2)
    for event in CLAIRE[:5]:
        sokoban.send(event)
    saved = sokoban.client.get("/game/replay.json")
    assert saved.headers["content-disposition"] == "attachment; filename*=UTF-8''game-2.json"
    again = resume(markovpy.parse(SOKOBAN, name="game.mj"), read_replay(saved.text, "saved"))
    assert again.moves == "DDrdr"
    assert again.grid.reshape(-1).tolist() == sokoban.state()["board"]["values"]


def test_each_browser_has_its_own_game(sokoban: Browser) -> None:
    other = TestClient(sokoban.host.app, HERE, headers={"origin": HERE})
    other.get("/", params={"key": sokoban.host.key})
    sokoban.act("level", level=2)
    assert other.get("/game").json()["level"] == 1


def test_records_are_kept_and_only_better_ones_are_told(tmp_path: Path) -> None:
    for moves, best, better in (("rlrdrrull", 9, []), ("rdrrull", 7, ["moves"])):
        browser = Browser(SOKOBAN, tmp_path, level=3)
        for move in moves:
            state = browser.send(WORDS[move])
        assert (state["status"], state["best"]["moves"]) == ("won", best)
        assert [name for name in state["better"] if name != "seconds"] == better


def test_a_click_moves_a_piece(sliding: Browser) -> None:
    values = sliding.state()["board"]["values"]
    gap = values.index(0)
    neighbour = gap - 1 if gap % 3 else gap + 1
    moved = sliding.send(["click", neighbour % 3, neighbour // 3])
    assert moved["result"] is True
    assert moved["board"]["values"][gap] == values[neighbour]
    assert moved["board"]["values"][neighbour] == 0


@pytest.mark.parametrize("mode, form", [("RGB", "JPEG"), ("RGBA", "PNG"), ("L", "GIF")])
def test_a_picture_of_ones_own(sliding: Browser, mode: str, form: str) -> None:
    assert sliding.client.get("/game/whole.png").status_code == 404
    plain = sliding.state()
    assert plain["pictures"] and not plain["pictured"]
    data = picture(form, (120, 60), mode)
    state = sliding.client.post("/game/picture", content=data).json()
    assert state["pictured"] and state["ownPicture"]
    whole = Image.open(io.BytesIO(sliding.client.get("/game/whole.png").content))
    assert whole.size == (360, 360)
    # the gap shows its ground, all other cells a piece each
    cells = state["board"]["cells"]
    assert len(set(cells)) == 9
    assert [cell >= state["board"]["kinds"] for cell in cells].count(False) == 1
    assert sliding.act("new")["pictured"]
    assert not sliding.client.delete("/game/picture").json()["pictured"]


def test_the_pieces_are_those_of_the_picture(sliding: Browser) -> None:
    colors = np.arange(9, dtype=np.uint8).reshape(3, 3) * 28
    image = np.kron(colors, np.ones((20, 20), np.uint8))
    file = io.BytesIO()
    Image.fromarray(image).save(file, "PNG")
    board = sliding.client.post("/game/picture", content=file.getvalue()).json()["board"]
    sheet = Image.open(io.BytesIO(sliding.client.get("/game/cells.png?scale=20").content)).convert(
        "RGB"
    )
    columns = board["sheet"]["columns"]
    assert sheet.width == 20 * columns
    for value, cell in zip(board["values"], board["cells"]):
        if value:
            y, x = divmod(cell, columns)
            red = sheet.getpixel((x * 20 + 10, y * 20 + 10))[0]
            assert red == colors.reshape(-1)[value - 1]


GRAYS = (40, 100, 160, 220)
"""The quarters of a picture, row by row."""


def quartered() -> Image.Image:
    """Return a picture with a gray in each quarter."""
    return Image.fromarray(np.kron(np.uint8(GRAYS).reshape(2, 2), np.ones((80, 80), np.uint8)))


def turned() -> Image.Exif:
    """Return what a camera says that was turned to the left: row 0 is the right side."""
    exif = Image.Exif()
    exif[0x112] = 6
    return exif


@pytest.mark.parametrize(
    "form, convert, options, expected",
    [
        ("PNG", lambda image: image, {}, GRAYS),
        ("JPEG", lambda image: image.convert("CMYK"), {}, GRAYS),
        ("GIF", lambda image: image, {"save_all": True, "append_images": [quartered()]}, GRAYS),
        ("PNG", lambda image: image.convert("RGB").quantize(9), {"transparency": 8}, GRAYS),
        ("PNG", lambda image: Image.fromarray(np.uint16(image) * 257), {}, GRAYS),
        ("TIFF", lambda image: Image.fromarray(np.float32(image) / 255), {}, GRAYS),
        ("JPEG", lambda image: image, {"exif": turned()}, (160, 40, 220, 100)),
    ],
)
def test_a_picture_of_any_kind_looks_as_it_should(
    sliding: Browser,
    form: str,
    convert: Callable[[Image.Image], Image.Image],
    options: dict[str, Any],
    expected: tuple[int, ...],
) -> None:
    file = io.BytesIO()
    convert(quartered()).save(file, form, **options)
    assert sliding.client.post("/game/picture", content=file.getvalue()).status_code == 200
    answer = sliding.client.get("/game/whole.png")
    whole = Image.open(io.BytesIO(answer.content)).convert("RGB")
    for place, gray in enumerate(expected):
        pixel = whole.getpixel((90 + 180 * (place % 2), 90 + 180 * (place // 2)))
        assert max(abs(part - gray) for part in pixel) <= 4


def test_a_sheet_has_a_cell_of_each_colour(tmp_path: Path) -> None:
    text = "grid 2x1 values=BW\ncolor W 102030\ncolor B 405060\non click: B -> W\nwin no B"
    browser = Browser(text, tmp_path)
    board = browser.state()["board"]
    for scale in (4, 33, 9999):
        answer = browser.client.get(f"/game/cells.png?scale={scale}")
        sheet = Image.open(io.BytesIO(answer.content)).convert("RGB")
        side = sheet.width // board["sheet"]["columns"]
        assert side == min(scale, 512)
        assert [sheet.getpixel((x, 0)) for x in (0, side)] == [(64, 80, 96), (16, 32, 48)]


def test_only_puzzles_of_pieces_take_pictures(sokoban: Browser, tmp_path: Path) -> None:
    assert not sokoban.state()["pictures"]
    few = 'grid 3x3 values=BW\nstart "W../.../..."\nlegend .=B\non click: B -> W\nwin no B'
    assert not Browser(few, tmp_path).state()["pictures"]
    refused = sokoban.client.post("/game/picture", content=picture())
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, "no-pieces")


def test_a_game_with_time(tmp_path: Path) -> None:
    snake = Browser(SNAKE, tmp_path, seed=5)
    assert snake.state()["tick"] == 4
    while (state := snake.send("tick"))["status"] == "playing":
        pass
    assert state["status"] == "lost"
    assert snake.send("tick")["result"] is False
    assert snake.act("undo")["status"] == "playing"


def test_three_dimensions_are_layers_side_by_side(tmp_path: Path) -> None:
    text = "grid 2x2x2 values=BW\nput B at 0,0,0\nonce: B -> W\non click: B -> W\nwin no B"
    browser = Browser(text, tmp_path, seed=3)
    board = browser.state()["board"]
    assert (board["width"], board["height"]) == (5, 2)
    assert board["values"][2] == board["values"][7] == 2  # between the layers
    free = next(x for x in (3, 4) if board["values"][x] == 0)
    after = browser.send(["click", free, 0])
    assert after["result"] is True
    assert after["board"]["values"][free] == 1
    between = browser.client.post("/game/send", json={"event": ["click", 2, 0]})
    assert between.status_code == 400


def test_a_picture_given_from_the_start_goes_with_games_of_pieces(tmp_path: Path) -> None:
    table = Table(Shelf(markovpy.load("sliding_picture")), 1, 1, tmp_path, picture())
    shown = []
    for name in ("sliding_picture", "sliding15", "sokoban", "sliding8"):
        table.choose(name)
        shown.append(table.state()["ownPicture"])
    assert shown == [True, True, False, True]
    table.use_picture(None)
    table.choose("sliding_picture")
    assert not table.state()["ownPicture"]


def test_the_port_has_to_be_free_and_the_program_a_game() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ProgramError) as caught:
        serve(markovpy.parse(SOKOBAN), port=taken.getsockname()[1], browser=False)
    assert caught.value.diagnostics[0].code == "bad-port"
    with pytest.raises(ProgramError, match="no-moves"):
        serve(markovpy.parse("grid 2x2 values=BW\nB -> W"), browser=False)
    with pytest.raises(ProgramError, match="level"):
        serve(markovpy.parse(SOKOBAN), level=9, browser=False)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_the_command_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    (tmp_path / "game.mj").write_text(SOKOBAN, encoding="utf-8")
    words = [sys.executable, "-m", "markovpy", "play", "game.mj", "--web", "--no-browser"]
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        words, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment
    ) as process:
        assert process.stdout is not None
        address = process.stdout.readline().decode().split()[-1]
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(address, timeout=60) as page:
            assert b"<canvas" in page.read()
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read().decode()
        assert process.wait(60) == 0
    assert "Traceback" not in rest


@pytest.mark.parametrize("words", [["--port", "8000"], ["--no-browser"], ["--web", "--port", "x"]])
def test_what_is_for_the_page_needs_the_page(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "game.mj", *words]) == 2
    assert "--port" in capsys.readouterr().err


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(ProgramError) as caught:
        serve(markovpy.parse(SOKOBAN), browser=False)
    (problem,) = caught.value.diagnostics
    assert problem.code == "no-web"
    assert problem.hint == "pip install 'markovpy[web]'"


def test_a_search_ends_where_something_else_is_asked_for() -> None:
    session = Session(markovpy.load("sokoban"), level=6, seed=1)
    asked = Help()
    answer = asked.hint(session, asked.way(session, lambda: False))
    assert answer == {"text": "No hint: something else was asked for.", "event": None}
    assert asked.hint(session, asked.way(session, lambda: True))["event"] is not None


def test_a_search_holds_nothing_up(sliding: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is told of it, the game's state and its pictures are there while it goes on."""
    told, over = Event(), Event()

    def way(solver: Solver, session: Session, going: Going) -> str:
        going(0, "making the tables")
        told.set()
        assert over.wait(WAIT)
        going(0, "")  # ends here, where something was done meanwhile
        return "nothing was found"

    monkeypatch.setattr(Solver, "way", way)
    for action, answer in (("stop", None), ("game", "ice"), ("end", None), ("", None)):
        told.clear()
        over.clear()
        with ThreadPoolExecutor() as pool:
            asked = pool.submit(sliding.act, "hint")
            assert told.wait(WAIT)
            assert sliding.client.get("/game/search").json() == {"text": "Making the tables"}
            assert sliding.state()["status"] == "playing"
            assert sliding.client.get("/game/cells.png").status_code == 200
            if action == "end":
                sliding.host.end_searches()
            elif action:
                named = {} if answer is None else {"name": answer}
                assert sliding.act(action, **named)["name"] == (answer or "game")
            over.set()
            reason = "something else was asked for" if action else "nothing was found"
            assert asked.result()["result"]["text"] == f"No hint: {reason}."
    assert not sliding.state()["helped"]
