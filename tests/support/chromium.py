"""The page of games in a real browser: Debian's Chromium, without a screen."""

from __future__ import annotations

import io
import shutil
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

import markovpy

if TYPE_CHECKING:
    from markovpy.api.program import Program

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
uvicorn = pytest.importorskip("uvicorn", reason="uvicorn is not installed")

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser"))), None)
NEEDED = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium here")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --no-first-run --disable-background-networking"
    " --disable-component-update --disable-sync"
)
DESKTOP = {"viewport": {"width": 1000, "height": 700}}
PHONE = {
    "viewport": {"width": 390, "height": 780},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
WAIT = 20_000
"""Milliseconds; for a machine that does much else."""


class Page:
    """The page of a game in a browser.

    Args:
        page: What Playwright calls a page.
        address: Where it is.
        frozen: Whether time stands still, once it is there, but for what Playwright's clock says.

    Attributes:
        page: What Playwright calls a page.
        faults: What went wrong in it: errors of its scripts, and whatever it wanted from elsewhere.
    """

    def __init__(self, page: Any, address: str, frozen: bool = False) -> None:
        self.page = page
        self.faults: list[str] = []
        self._sizes: dict[str, tuple[int, int]] = {}  # of boards, by the page's title
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on("request", self._look)
        self._home = address.partition("?")[0]
        if frozen:
            page.clock.install(time=0)
        page.goto(address)
        page.wait_for_selector("#moves")
        self.has("#moves", "0")
        page.wait_for_selector("#board")  # it is drawn
        if frozen:
            page.clock.pause_at(3_600_000)

    def _look(self, request: Any) -> None:
        if not request.url.startswith((self._home, "blob:")):
            self.faults.append(request.url)

    def has(self, selector: str, text: str) -> None:
        """Wait until a part of the page has a text."""
        sync_api.expect(self.page.locator(selector)).to_have_text(text)

    def counted(self, moves: int) -> None:
        """Wait until the page shows how many moves were made; sooner than :meth:`has` sees it."""
        shown = self.page.locator("#moves")
        end = time.monotonic() + WAIT / 1000
        while (found := shown.inner_text()) != str(moves):
            assert time.monotonic() < end, f"{found} moves are not {moves}"

    def shows(self, selector: str, text: str) -> None:
        """Wait until a part of the page can be seen and holds a text."""
        found = self.page.locator(selector)
        sync_api.expect(found).to_be_visible()
        sync_api.expect(found).to_contain_text(text)

    def hides(self, selector: str) -> None:
        """Wait until a part of the page cannot be seen."""
        sync_api.expect(self.page.locator(selector)).to_be_hidden()

    def state(self) -> dict[str, Any]:
        """Return the game as the server has it."""
        state: dict[str, Any] = self.page.evaluate("fetch('/game').then((a) => a.json())")
        return state

    def place(self, column: int, row: int) -> tuple[float, float]:
        """Return the middle of a cell on the screen."""
        box = self.page.locator("#board").bounding_box()
        title = self.page.title()
        if title not in self._sizes:
            board = self.state()["board"]
            self._sizes[title] = board["width"], board["height"]
        across, down = box["width"] / self._sizes[title][0], box["height"] / self._sizes[title][1]
        return box["x"] + (column + 0.5) * across, box["y"] + (row + 0.5) * down

    def swipe(self, across: float, down: float) -> None:
        """Draw a finger over the board, from its middle; as many pixels as are said."""
        box = self.page.locator("#board").bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touch = self.page.context.new_cdp_session(self.page)
        for kind, points in (
            ("touchStart", [{"x": x, "y": y}]),
            ("touchMove", [{"x": x + across, "y": y + down}]),
            ("touchEnd", []),
        ):
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
        touch.detach()

    def color(self, column: int, row: int) -> tuple[int, ...]:
        """Return the colour in the middle of a cell, as it is drawn."""
        x, y = self.place(column, row)
        image = Image.open(io.BytesIO(self.page.screenshot())).convert("RGB")
        ratio = image.width / self.page.viewport_size["width"]
        found = image.getpixel((int(x * ratio), int(y * ratio)))
        assert isinstance(found, tuple)
        return tuple(int(part) for part in found)

    def is_drawn(self, column: int, row: int, color: tuple[int, ...], nearly: int = 8) -> None:
        """Wait until a cell has a colour in its middle."""
        end = time.monotonic() + WAIT / 1000
        while True:
            found = self.color(column, row)
            if all(abs(a - b) <= nearly for a, b in zip(found, color)):
                return
            assert time.monotonic() < end, f"{found} is not {color}"


@contextmanager
def served(game: str | Program, folder: Path, **arguments: Any) -> Iterator[str]:
    """Serve a program, or the text of one, and give the page's address."""
    from markovpy.play.web.app import Host

    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        program = markovpy.parse(game, name="game.mj") if isinstance(game, str) else game
        host = Host(program, port, folder=folder, **arguments)
        config = uvicorn.Config(host.app, log_level="warning", lifespan="off", ws="none")
        server = uvicorn.Server(config)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}/?key={host.key}"
        finally:
            server.should_exit = True
            server.force_exit = True
            thread.join()
