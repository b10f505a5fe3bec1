"""Serving the page to this machine, until someone stops it."""

from __future__ import annotations

import contextlib
import os
import socket
import webbrowser
from collections.abc import Callable
from typing import TYPE_CHECKING

from markovpy.errors import input_error

if TYPE_CHECKING:
    from types import FrameType

    from markovpy.api.program import Program

ADDRESS = "127.0.0.1"


def serve(
    program: Program,
    *,
    level: int = 1,
    seed: int | None = None,
    picture: bytes | None = None,
    port: int = 0,
    browser: bool = True,
    say: Callable[[str], None] = print,
) -> None:
    """Serve a game's page to this machine, until a Ctrl-C.

    Args:
        program: A program that is a game.
        level: The level to begin with, from 1.
        seed: The first game's seed; None to draw one.
        picture: A picture file to cut into the cells; None for the programs' own.
        port: Where to serve; 0 for any port that is free.
        browser: Whether to open the page in the user's browser.
        say: Takes a line for the user: the page's address.

    Raises:
        ProgramError: What serves pages is not installed, the program is no game or has no such
            level, or the port is taken.
    """
    try:
        import uvicorn

        from markovpy.play.web.app import Host
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("uvicorn", "starlette", "anyio"):
            raise
        message = f"pages are served with {error.name}, which is not installed"
        raise input_error("no-web", message, "--web", "pip install 'markovpy[web]'") from None
    with _listen(port) as listening:
        number = int(listening.getsockname()[1])
        host = Host(program, number, level, seed, picture=picture)
        address = f"http://{ADDRESS}:{number}/?key={host.key}"
        say(f"Play it in the browser: {address}")
        say("Ctrl-C ends it.")
        if browser:
            webbrowser.open(address)
        config = uvicorn.Config(
            host.app, log_level="warning", lifespan="off", ws="none", server_header=False
        )

        class Server(uvicorn.Server):
            def handle_exit(self, sig: int, frame: FrameType | None) -> None:
                host.end_searches()  # which the server would wait for
                super().handle_exit(sig, frame)

        with contextlib.suppress(KeyboardInterrupt):
            Server(config).run(sockets=[listening])


def _listen(port: int) -> socket.socket:
    """Return a socket that listens on a port of the loopback address.

    Raises:
        ProgramError: The port cannot be had.
    """
    try:
        return socket.create_server((ADDRESS, port))
    except OSError as error:
        hint = "choose another one with --port, or none"
        reason = os.strerror(error.errno or 0).lower()
        raise input_error("bad-port", f"port {port}: {reason}", "--port", hint) from None
