"""The page's server: what it answers, what it refuses, and what it keeps."""

from __future__ import annotations

import io
import socket
import sys
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from starlette.testclient import TestClient

import markovpy
from markovpy import ProgramError
from markovpy.play import read_replay, resume
from markovpy.play.web.app import LARGEST_MESSAGE, LARGEST_PICTURE, Host
from markovpy.play.web.server import serve
from support.games import SLIDING, SNAKE, SOKOBAN

PORT = 8000
HERE = f"http://127.0.0.1:{PORT}"
WORDS = {"l": "left", "r": "right", "u": "up", "d": "down"}
CLAIRE = [WORDS[letter] for letter in "ddrdrrulrulldllu"]


class Browser:
    """A browser that has opened the page."""

    def __init__(self, text: str, folder: Path, **arguments: Any) -> None:
        self.host = Host(markovpy.parse(text, name="game.mj"), PORT, folder=folder, **arguments)
        self.client = TestClient(self.host.app, HERE, headers={"origin": HERE})
        assert self.client.get("/", params={"key": self.host.key}).status_code == 200

    def state(self) -> dict[str, Any]:
        """Return what the page shows."""
        return self.client.get("/game").json()

    def act(self, action: str, **message: Any) -> dict[str, Any]:
        """Do what a button does."""
        response = self.client.post(f"/game/{action}", json=message)
        assert response.status_code == 200, response.text
        return response.json()

    def send(self, event: Any) -> dict[str, Any]:
        """Let something happen to the game."""
        return self.act("send", event=event)


@pytest.fixture
def sokoban(tmp_path: Path) -> Browser:
    return Browser(SOKOBAN, tmp_path)


@pytest.fixture
def sliding(tmp_path: Path) -> Browser:
    return Browser(SLIDING, tmp_path, seed=1)


def picture(form: str = "PNG", size: tuple[int, int] = (90, 90), mode: str = "RGB") -> bytes:
    file = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert(mode).save(file, form)
    return file.getvalue()


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
    assert [level["moves"] for level in levels] == [1, 16, None, None]
    assert levels[1]["title"] == "Claire"


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
    assert saved.headers["content-disposition"] == 'attachment; filename="game.replay.json"'
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


def bomb() -> bytes:
    """Return a PNG that claims 50,000 x 50,000 pixels."""
    data = bytearray(picture())
    data[16:24] = (50_000).to_bytes(4, "big") * 2
    data[29:33] = zlib.crc32(data[12:29]).to_bytes(4, "big")
    return bytes(data)


@pytest.mark.parametrize("data", [b"", b"no picture", picture()[:60], bomb(), b"%!PS-Adobe-3.0"])
def test_what_is_no_picture_is_refused(sliding: Browser, data: bytes) -> None:
    before = sliding.state()
    refused = sliding.client.post("/game/picture", content=data)
    assert refused.status_code == 400
    assert refused.json()["error"]["message"]
    assert sliding.state() == before


def test_a_picture_that_is_too_large_is_refused(sliding: Browser) -> None:
    refused = sliding.client.post("/game/picture", content=bytes(LARGEST_PICTURE + 1))
    assert (refused.status_code, refused.json()["error"]["code"]) == (413, "too-large")


@pytest.mark.parametrize(
    "action, body, status",
    [
        ("send", b"", 400),
        ("send", b"{", 400),
        ("send", b"[]", 400),
        ("send", b"\xff", 400),
        ("send", b"[" * 9_000, 400),
        ("send", b'{"event": 3}', 400),
        ("send", b'{"event": []}', 400),
        ("send", b'{"event": "jump"}', 400),
        ("send", b'{"event": {"a": 1}}', 400),
        ("send", b'{"event": [[], {}]}', 400),
        ("send", b'{"event": ["click", 99, 0]}', 400),
        ("send", b'{"event": ["click", -1, 0]}', 400),
        ("send", b'{"event": ["click", 1e3, 0]}', 400),
        ("send", b'{"event": ["click", true, 0]}', 400),
        ("send", b'{"event": ["key", "xy"]}', 400),
        ("level", b'{"level": 99}', 400),
        ("level", b'{"level": 0}', 400),
        ("level", b'{"level": "2"}', 400),
        ("level", b'{"level": true}', 400),
        ("game", b'{"name": "../../etc/passwd"}', 400),
        ("game", b"{}", 400),
        ("explode", b"{}", 404),
        ("send", b'{"event": "%s"}' % (b"x" * LARGEST_MESSAGE), 413),
    ],
)
def test_wrong_messages_are_refused(
    sokoban: Browser, action: str, body: bytes, status: int
) -> None:
    before = sokoban.state()
    refused = sokoban.client.post(
        f"/game/{action}", content=body, headers={"content-type": "application/json"}
    )
    assert refused.status_code == status, refused.text
    assert set(refused.json()["error"]) == {"code", "message", "hint"}
    assert sokoban.state() == before


def test_a_form_cannot_be_sent(sokoban: Browser) -> None:
    refused = sokoban.client.post(
        "/game/send", content=b'{"event": "right"}', headers={"content-type": "text/plain"}
    )
    assert refused.status_code == 415


@pytest.mark.parametrize("origin", ["http://evil.example", f"https://127.0.0.1:{PORT}", "null", ""])
@pytest.mark.parametrize("method, path", [("POST", "/game/send"), ("DELETE", "/game/picture")])
def test_other_pages_cannot_play(sokoban: Browser, origin: str, method: str, path: str) -> None:
    headers = {"origin": origin}
    refused = sokoban.client.request(method, path, headers=headers, json={"event": "right"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "other-origin")
    assert sokoban.state()["moves"] == 0


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1", "127.0.0.1:1"])
def test_names_of_other_hosts_are_refused(sokoban: Browser, host: str) -> None:
    refused = sokoban.client.get("/", headers={"host": host})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "bad-host")


def test_without_the_key_there_is_no_game(sokoban: Browser) -> None:
    other = TestClient(sokoban.host.app, HERE, headers={"origin": HERE})
    for address in ("/", "/?key=", "/?key=wrong", "/?key=%C3%A4"):
        assert other.get(address).status_code == 200
        assert not other.cookies
    for path in ("/game", "/game/cells.png", "/game/whole.png", "/game/replay.json"):
        refused = other.get(path)
        assert (refused.status_code, refused.json()["error"]["code"]) == (403, "no-game")
    assert other.post("/game/send", json={"event": "right"}).status_code == 403
    assert other.post("/game/picture", content=picture()).status_code == 403


def test_the_browser_is_told_to_load_nothing_from_elsewhere(sokoban: Browser) -> None:
    answer = sokoban.client.get("/", params={"key": sokoban.host.key})
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self';" in policy
    assert "http" not in policy
    assert "unsafe" not in policy
    fresh = TestClient(sokoban.host.app, HERE)
    cookie = fresh.get("/", params={"key": sokoban.host.key}).headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    page = Path(markovpy.__file__).parent / "play" / "web" / "page"
    for file in page.iterdir():
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/2000/svg", "")
        assert "//" not in text.replace("// ", "").replace("http://", ""), file.name


@pytest.mark.parametrize("path", ["/page/../app.py", "/page/%2e%2e/app.py", "/page", "/etc", "/x"])
def test_nothing_else_is_served(sokoban: Browser, path: str) -> None:
    answer = sokoban.client.get(path)
    assert answer.status_code == 404
    assert "error" in answer.json()


@pytest.mark.parametrize("scale", ["x", "-5", "²", "99999999", "1e3"])
def test_wrong_scales_are_refused(sokoban: Browser, scale: str) -> None:
    assert sokoban.client.get("/game/cells.png", params={"scale": scale}).status_code == 400


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


def test_the_port_has_to_be_free_and_the_program_a_game() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(ProgramError) as caught:
        serve(markovpy.parse(SOKOBAN), port=taken.getsockname()[1], browser=False)
    assert caught.value.diagnostics[0].code == "bad-port"
    with pytest.raises(ProgramError, match="no-moves"):
        serve(markovpy.parse("grid 2x2 values=BW\nB -> W"), browser=False)
    with pytest.raises(ProgramError, match="level"):
        serve(markovpy.parse(SOKOBAN), level=9, browser=False)


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    with pytest.raises(ProgramError) as caught:
        serve(markovpy.parse(SOKOBAN), browser=False)
    (problem,) = caught.value.diagnostics
    assert problem.code == "no-web"
    assert problem.hint == "pip install 'markovpy[web]'"
