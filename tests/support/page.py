"""A browser without a screen or scripts: what asks the server of the page of games."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

from PIL import Image
from starlette.testclient import TestClient

import markovpy
from markovpy.play.web.app import Host

PORT = 8000
HERE = f"http://127.0.0.1:{PORT}"


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


def picture(form: str = "PNG", size: tuple[int, int] = (90, 90), mode: str = "RGB") -> bytes:
    file = io.BytesIO()
    Image.linear_gradient("L").resize(size).convert(mode).save(file, form)
    return file.getvalue()
