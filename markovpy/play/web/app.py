"""What the page asks for, and what it gets: the routes."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from markovpy.errors import MarkovError
from markovpy.play.replay import replay_file, replay_of
from markovpy.play.web import view
from markovpy.play.web.guard import Guard, failure
from markovpy.play.web.shelf import Shelf
from markovpy.play.web.table import Table

if TYPE_CHECKING:
    from starlette.requests import Request

    from markovpy.api.program import Program

PAGE = Path(__file__).parent / "page"
LARGEST_MESSAGE = 10_000
LARGEST_PICTURE = 30_000_000
LARGEST_REPLAY = 2_000_000
MOST_TABLES = 32
DEFAULT_CELL = 64


class RefusalError(Exception):
    """A request that cannot be answered.

    Args:
        status: The HTTP status.
        code: A short stable name.
        message: The fact in the user's words.
        hint: What to do.
    """

    def __init__(self, status: int, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.response = failure(status, code, message, hint)


class Host:
    """The page's server: a table for each browser that came with the key.

    Args:
        program: The game that is asked for.
        port: Where it is served.
        level: The level to begin with.
        seed: The first game's seed; None to draw one.
        folder: Where records and unfinished games are kept; None for the user's data folder.
        picture: A picture file to cut into the cells; None for the programs' own.

    Attributes:
        key: What the page's address has to hold at first.
        app: The ASGI application.
    """

    def __init__(
        self,
        program: Program,
        port: int,
        level: int = 1,
        seed: int | None = None,
        folder: Path | None = None,
        picture: bytes | None = None,
    ) -> None:
        self.key = secrets.token_urlsafe(16)
        self._cookie = f"markovpy-{port}"
        self._shelf = Shelf(program)
        self._begin: Callable[[], Table] = lambda: Table(self._shelf, level, seed, folder, picture)
        self._tables: dict[str, Table] = {}
        self._ready = self._begin()  # so that what is wrong with the game is said at once
        routes = [
            Route("/", self.page),
            Mount("/page", StaticFiles(directory=PAGE)),
            Route("/game", self.state),
            Route("/game/cells.png", self.cells),
            Route("/game/whole.png", self.whole),
            Route("/game/replay.json", self.replay),
            Route("/game/replay", self.open_replay, methods=["POST"]),
            Route("/game/levels", self.levels),
            Route("/game/search", self.search),
            Route("/game/picture", self.picture, methods=["POST", "DELETE"]),
            Route("/game/{action}", self.act, methods=["POST"]),
        ]
        handlers: dict[Any, Callable[..., Response]] = {
            RefusalError: lambda request, error: error.response,
            MarkovError: lambda request, error: _reported(error),
            HTTPException: lambda request, error: failure(
                error.status_code, "no-such-page", error.detail.lower()
            ),
        }
        starlette = Starlette(routes=routes, exception_handlers=handlers)
        self.app = Guard(starlette, port)

    def page(self, request: Request) -> Response:
        """Return the page; who has the key gets a table."""
        response = FileResponse(PAGE / "index.html")
        given = request.query_params.get("key", "")
        if secrets.compare_digest(given.encode(), self.key.encode()):
            token = request.cookies.get(self._cookie, "")
            if token not in self._tables:
                token = self._lay()
            response.set_cookie(self._cookie, token, httponly=True, samesite="strict")
        return response

    def _lay(self) -> str:
        """Lay a table for a browser; the one laid first goes where there are too many."""
        token = secrets.token_urlsafe(16)
        if len(self._tables) >= MOST_TABLES:
            self._tables.pop(next(iter(self._tables)))
        self._tables[token] = self._ready if not self._tables else self._begin()
        return token

    def _table(self, request: Request) -> Table:
        table = self._tables.get(request.cookies.get(self._cookie, ""))
        if table is None:
            message = "this browser has no game here"
            raise RefusalError(403, "no-game", message, "open the address that markovpy printed")
        return table

    def state(self, request: Request) -> Response:
        """Return the game as it is now."""
        table = self._table(request)
        with table.lock:
            return JSONResponse(table.state())

    def cells(self, request: Request) -> Response:
        """Return the sheet with a picture of each cell number."""
        table = self._table(request)
        scale = request.query_params.get("scale", str(DEFAULT_CELL))
        if not scale.isascii() or not scale.isdecimal() or len(scale) > 4:
            raise RefusalError(400, "bad-message", "scale is no number of pixels")
        with table.lock:
            image = view.sheet(table.session, int(scale))
        return Response(view.png(image), media_type="image/png")

    def whole(self, request: Request) -> Response:
        """Return the picture that the pieces make."""
        table = self._table(request)
        with table.lock:
            image = view.whole(table.session)
        if image is None:
            raise RefusalError(404, "no-picture", "this game has no picture")
        return Response(view.png(image), media_type="image/png")

    def replay(self, request: Request) -> Response:
        """Return the moves so far as a replay file."""
        table = self._table(request)
        with table.lock:
            replay, name = replay_of(table.session), replay_file(table.session)
        headers = {"content-disposition": f"attachment; filename*=UTF-8''{quote(name)}"}
        return Response(replay.text(), media_type="application/json", headers=headers)

    async def open_replay(self, request: Request) -> Response:
        """Go on with the game of a replay file."""
        table = self._table(request)
        text = (await _body(request, LARGEST_REPLAY)).decode(errors="replace")
        return await run_in_threadpool(_answer, table, lambda: table.open_replay(text))

    def levels(self, request: Request) -> Response:
        """Return the list of levels."""
        table = self._table(request)
        with table.lock:
            return JSONResponse(table.levels())

    def end_searches(self) -> None:
        """End the searches that go on, soon."""
        for table in list(self._tables.values()):
            table.end_search()

    def search(self, request: Request) -> Response:
        """Return how far the search for an answer is."""
        return JSONResponse({"text": self._table(request).progress})

    async def picture(self, request: Request) -> Response:
        """Take a picture to cut into pieces, or go back to the program's own."""
        table = self._table(request)
        data = None
        if request.method == "POST":
            data = await _body(request, LARGEST_PICTURE)
        return await run_in_threadpool(_answer, table, lambda: table.use_picture(data))

    async def act(self, request: Request) -> Response:
        """Do what the page asks for, and return the game as it is then."""
        table = self._table(request)
        message = _message(await _body(request, LARGEST_MESSAGE), request)
        question = {"hint": table.hint, "solve": table.solve}.get(request.path_params["action"])
        if question is not None:
            return await run_in_threadpool(_told, table, question)
        action = _action(table, request.path_params["action"], message)
        return await run_in_threadpool(_answer, table, action)


def _answer(table: Table, action: Callable[[], Any]) -> Response:
    """Do something at a table, and return its state with what came of it."""
    with table.turn():
        result = action()
        return JSONResponse({**table.state(), "result": result})


def _told(table: Table, question: Callable[[], Any]) -> Response:
    """Return what came of a question, which holds nothing up, with the table's state then."""
    result = question()
    with table.lock:
        return JSONResponse({**table.state(), "result": result})


def _action(table: Table, name: str, message: dict[str, Any]) -> Callable[[], Any]:
    """Return what an action of the page's does.

    Raises:
        RefusalError: There is no such action, or it is not said what it needs.
    """
    plain: dict[str, Callable[[], Any]] = {
        "undo": table.undo,
        "restart": table.restart,
        "new": table.new_game,
        "stop": lambda: None,  # a search ends for whatever is done
        "resume": table.go_on,
        "fresh": table.begin_anew,
    }
    if name in plain:
        return plain[name]
    if name == "send":
        event = message.get("event")
        if isinstance(event, str) or (isinstance(event, list) and event):
            return lambda: table.send(event)
        raise RefusalError(400, "bad-message", "there is no event in it", '{"event": "left"}')
    if name == "level":
        level = message.get("level")
        if type(level) is int:
            return lambda: table.go_to(level)
        raise RefusalError(400, "bad-message", "there is no level in it", '{"level": 1}')
    if name == "game":
        game = message.get("name")
        if isinstance(game, str):
            return lambda: table.choose(game)
        raise RefusalError(400, "bad-message", "there is no name in it", '{"name": "sokoban"}')
    raise RefusalError(404, "no-such-page", "there is no such action")


async def _body(request: Request, most: int) -> bytes:
    """Return a request's body.

    Raises:
        RefusalError: It is too long.
    """
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > most:
            raise RefusalError(413, "too-large", f"there are more than {most:,} bytes")
    return bytes(body)


def _message(body: bytes, request: Request) -> dict[str, Any]:
    """Return a message's data.

    Raises:
        RefusalError: It is no message.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise RefusalError(415, "bad-message", "this is no JSON", "content-type: application/json")
    try:
        data = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        raise RefusalError(400, "bad-message", "this is no JSON") from None
    if not isinstance(data, dict):
        raise RefusalError(400, "bad-message", "a message is an object")
    return data


def _reported(error: MarkovError) -> Response:
    """Return the answer for an error of a program, move or picture."""
    first = error.diagnostics[0]
    return failure(400, first.code, first.message, first.hint)
