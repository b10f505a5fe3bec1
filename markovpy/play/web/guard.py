"""Who may talk to the page's server, and what its answers tell the browser to keep to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_READING = ("GET", "HEAD")
_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' blob:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
}


class Guard:
    """Refuses requests for other hosts' names, and changes that other pages ask for.

    A name of another host that leads here (DNS rebinding) has the wrong ``Host``; another
    page's request has the wrong ``Origin``, or none.

    Args:
        app: What answers the others.
        port: Where it is served.
    """

    def __init__(self, app: ASGIApp, port: int) -> None:
        self._app = app
        self._hosts = frozenset(f"{name}:{port}" for name in LOOPBACK)
        self._origins = frozenset(f"http://{host}" for host in self._hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            raise ValueError(f"a page has no {scope['type']}")

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(_HEADERS)
            await send(message)

        refused = self._refused(scope["method"], Headers(scope=scope))
        app = self._app if refused is None else refused
        await app(scope, receive, send_guarded)

    def _refused(self, method: str, headers: Headers) -> JSONResponse | None:
        if headers.get("host") not in self._hosts:
            return failure(403, "bad-host", "this server answers to names of this machine only")
        if method not in _READING and headers.get("origin") not in self._origins:
            return failure(403, "other-origin", "another page cannot play this game")
        return None


def failure(status: int, code: str, message: str, hint: str = "") -> JSONResponse:
    """Return the answer that says what is wrong, as data.

    Args:
        status: The HTTP status.
        code: A short stable name.
        message: The fact in the user's words.
        hint: What to do, or an empty string.
    """
    return JSONResponse({"error": {"code": code, "message": message, "hint": hint}}, status)
