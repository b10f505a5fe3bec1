"""The page's server: what it refuses, and what it tells the browser to keep to."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from starlette.testclient import TestClient

import markovpy
from markovpy.play.web.app import LARGEST_MESSAGE, LARGEST_PICTURE
from support.games import SLIDING, SOKOBAN
from support.page import HERE, PORT, Browser, picture


@pytest.fixture
def sokoban(tmp_path: Path) -> Browser:
    return Browser(SOKOBAN, tmp_path)


@pytest.fixture
def sliding(tmp_path: Path) -> Browser:
    return Browser(SLIDING, tmp_path, seed=1)


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
@pytest.mark.parametrize(
    "method, path", [("POST", "/game/send"), ("POST", "/game/replay"), ("DELETE", "/game/picture")]
)
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
    assert other.post("/game/replay", content=b"{}").status_code == 403


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
