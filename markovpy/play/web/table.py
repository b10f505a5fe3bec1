"""A table: where one browser plays, one game after the other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any

from markovpy.errors import RunError, input_error
from markovpy.play.bookmarks import Bookmark, Bookmarks
from markovpy.play.clock import Clock
from markovpy.play.records import Records
from markovpy.play.replay import Replay, differs, read_replay, replay_file, resume
from markovpy.play.session import Session
from markovpy.play.web.help import NOT_WANTED, Help, Way
from markovpy.play.web.shelf import Shelf, sizes_of
from markovpy.play.web.view import board, clicked, has_picture, takes_pictures

if TYPE_CHECKING:
    from markovpy.api.program import Program

BEGUN = 10
"""So many moves replace the unfinished game that is offered."""


class Table:
    """One browser's game, its clock, its records and where it was left.

    Args:
        shelf: The programs that can be played, that of the first game among them.
        level: The first level, from 1.
        seed: The first game's seed; None to draw one.
        folder: Where records and unfinished games are kept, in folders of their own; None for
            the user's data folder.
        picture: A picture file to cut into the cells; None for the programs' own.

    Attributes:
        session: The game.
        lock: Held while something is read here; :meth:`turn` where something is done.
        sheet: Changes whenever the cells look different.
    """

    def __init__(
        self,
        shelf: Shelf,
        level: int = 1,
        seed: int | None = None,
        folder: Path | None = None,
        picture: bytes | None = None,
    ) -> None:
        self._shelf = shelf
        self._folder = folder
        self._picture = picture
        self._offer: Bookmark | None = None
        self._turns = 0
        self._help = Help()
        self._clock = Clock(time.monotonic)
        self.lock = RLock()
        self.sheet = 0
        self._sit(shelf.first, level, seed)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for one's turn to do something here; a search that goes on ends for it."""
        with self.lock:
            self._turns += 1
            yield

    def _sit(self, program: Program, level: int, seed: int | None) -> None:
        """Begin another program's game."""
        self._seat(Session(program, level, seed))
        found = self._bookmarks.find(level)
        if found is not None and seed in (None, found.replay.seed):
            self._offer = found

    def _seat(self, session: Session, seconds: float = 0.0, helped: bool = False) -> None:
        """Go on with another session."""
        if helped:
            session.note_help()
        session.use_picture(self._picture if takes_pictures(session) else None)
        self.session = session
        program, folder = session.program, self._folder
        self._records = Records(program, None if folder is None else folder / "records")
        self._bookmarks = Bookmarks(program, None if folder is None else folder / "unfinished")
        self._begin(seconds)

    def _begin(self, seconds: float = 0.0) -> None:
        """Note that a game begins, or goes on."""
        self._clock.reset(seconds)
        self._offer = None
        self._better: tuple[str, ...] = ()
        self._problem = ""
        self.sheet += 1

    def send(self, event: str | Sequence[Any]) -> bool:
        """Let something happen to the game; return whether it was a move.

        Args:
            event: As :meth:`Session.send` takes it; a click is on the drawn plane.

        Raises:
            MarkovError: It is no event, or what follows the move never ends.
        """
        session = self.session
        if not isinstance(event, str) and event[:1] == ["click"]:
            event = ("click", *self._clicked(event[1:]))
        before = session.status
        if not session.send(event).acted:
            return False
        self._set_clock()
        if before == "playing" and session.status == "won":
            self._note_win()
        self._mark()
        return True

    def _mark(self) -> None:
        """Keep where the game is, or forget it if it has ended.

        A game that is offered is kept until another one is well under way.
        """
        session = self.session
        if self._offer is not None:
            if session.status != "playing" or session.move_count < BEGUN:
                return
            self._offer = None
        try:
            if session.status == "playing" and session.moves:
                self._bookmarks.put(session, self._clock.seconds)
            else:
                self._bookmarks.remove(session.level)
        except OSError as error:
            self._problem = f"the game is not kept: {_reason(error)}"

    def _set_clock(self) -> None:
        """Let time count while the game is played."""
        if self.session.status == "playing":
            self._clock.start()
        else:
            self._clock.stop()

    def _clicked(self, place: Sequence[Any]) -> tuple[int, ...]:
        """Return the cell of the grid at a place of the drawn plane, column and row."""
        if [type(part) for part in place] == [int, int]:
            cell = clicked(self.session, *place)
            if cell is not None:
                return cell
        raise input_error("unknown-event", "there is no such cell", "event", "click a cell")

    def _note_win(self) -> None:
        """Keep the result of a game that was won without help."""
        if self.session.helped:
            return
        try:
            self._better = self._records.add(self.session, self._clock.seconds)
        except OSError as error:
            self._problem = f"the record is not kept: {_reason(error)}"

    def undo(self) -> bool:
        """Take back the last move."""
        undone = self.session.undo()
        if undone:
            if self.session.tick is None:
                self._set_clock()
            else:
                self._clock.stop()  # until the player goes on
            self._better = ()
            self._mark()
        return undone

    def go_on(self) -> None:
        """Go on with the unfinished game that is offered.

        Raises:
            ProgramError: There is none, or the program was changed and its moves lead elsewhere.
            RunError: One of them cannot be made, though the program was not changed.
        """
        offer, self._offer = self._offer, None
        if offer is None:
            raise input_error("bad-replay", "there is no unfinished game", "resume")
        session = _resumed(self.session.program, offer.replay)
        self._seat(session, offer.seconds, offer.helped)

    def begin_anew(self) -> None:
        """Forget the unfinished game that is offered."""
        self._offer = None
        self._mark()

    def open_replay(self, text: str) -> None:
        """Go on with the game that a replay file holds; there is no record for it.

        Raises:
            ProgramError: It is no replay, or not of a game that is here as it was then.
            RunError: Likewise.
        """
        replay = read_replay(text, "replay")
        program = self.session.program
        name = Path(replay.name).stem
        if program.digest != replay.program and name in self._shelf.titles:
            program = self._shelf.program(name)
        self._seat(_resumed(program, replay), helped=True)

    def hint(self) -> dict[str, Any]:
        """Return the next move towards a win; see :meth:`Help.hint`."""
        return self._ask(self._help.hint)

    def solve(self) -> dict[str, Any]:
        """Return all moves to a win; see :meth:`Help.solution`."""
        return self._ask(self._help.solution)

    def _ask(self, tell: Callable[[Session, Way], dict[str, Any]]) -> dict[str, Any]:
        """Search in a game of its own, so that meanwhile this one can be looked at and played."""
        with self.turn():
            session, mine = self.session, self._turns
            copy = Session(session.program, session.level, session.seed)
            copy.play(session.moves)
        way = self._help.way(copy, lambda: self._turns == mine)
        with self.lock:
            if self._turns != mine:
                way = NOT_WANTED
            elif not isinstance(way, str):
                session.note_help()
                self._mark()
            return tell(session, way)

    def end_search(self) -> None:
        """Have the search that goes on end soon."""
        self._turns += 1

    @property
    def progress(self) -> str:
        """How far the search is that goes on, for the player."""
        return self._help.progress

    def restart(self) -> None:
        """Begin the same game again."""
        self.session.restart()
        self._begin()

    def new_game(self) -> None:
        """Begin the level with a drawn seed."""
        self.session.new_game()
        self._begin()

    def go_to(self, level: int) -> None:
        """Begin another level."""
        self.session.go_to(level)
        self._begin()
        self._offer = self._bookmarks.find(level)

    def choose(self, name: str) -> None:
        """Begin another program of the shelf.

        Raises:
            ProgramError: There is none of this name.
        """
        self._sit(self._shelf.program(name), 1, None)

    def use_picture(self, data: bytes | None) -> None:
        """Cut another picture into the cells, in this game and those that take one.

        Args:
            data: A picture file; None for the program's own.

        Raises:
            ProgramError: It is no picture, or the game takes none.
        """
        if data is not None and not takes_pictures(self.session):
            message = "this game has no pieces that a picture could be cut into"
            raise input_error("no-pieces", message, "picture")
        self.session.use_picture(data)
        self._picture = data
        self.sheet += 1

    def state(self) -> dict[str, Any]:
        """Return all that the page shows, as plain data."""
        session = self.session
        program = session.program
        best = self._records.best(session.level)
        return {
            "name": Path(program.source.name).stem,
            "title": program.about.get("title", ""),
            "about": program.about.get("about", ""),
            "games": self._shelf.titles,
            "sizes": self._shelf.sizes(program),
            "level": session.level,
            "levelTitle": session.title,
            "levels": len(program.levels),
            "levelSizes": sizes_of(program.levels),
            "varies": session.varies,
            "seed": session.seed,
            "status": session.status,
            "message": session.message,
            "begun": bool(session.moves),
            "moves": session.move_count,
            "pushes": session.push_count,
            "pushing": bool(session.goals),
            "seconds": round(self._clock.seconds, 1),
            "running": self._clock.runs,
            "best": None if best is None else asdict(best),
            "offer": self._offered(),
            "better": list(self._better),
            "helped": session.helped,
            "problem": self._problem or self._records.problem,
            "fault": self._fault(),
            "replay": replay_file(session),
            "events": sorted(session.events),
            "tick": session.tick,
            "pictures": takes_pictures(session),
            "pictured": has_picture(session),
            "ownPicture": session.tiles is not None,
            "help": self._help.offers(session),
            "hopeless": self._help.warning(session),
            "sheet": self.sheet,
            "board": board(session),
        }

    def _fault(self) -> str:
        """Return why the level cannot be won as it is written; empty where nothing is seen."""
        return " ".join(f"{fault[:1].upper()}{fault[1:]}." for fault in self.session.faults)

    def levels(self) -> list[dict[str, Any]]:
        """Return the levels with what they were won with at best."""
        titles = self.session.program.levels
        found = []
        for number, title in enumerate(titles, 1):
            best = self._records.best(number)
            found.append({"title": title, "best": None if best is None else asdict(best)})
        return found

    def _offered(self) -> dict[str, Any] | None:
        """Return what is said of the unfinished game; None where there is none to go on with."""
        if self._offer is None or self.session.moves:
            return None
        changes = self._offer.replay.changes(self.session.program)
        return {
            "moves": self._offer.move_count,
            "seconds": self._offer.seconds,
            "changes": "; ".join(changes),
        }


def _resumed(program: Program, replay: Replay) -> Session:
    """Return a session in which a replay's moves were made; see :meth:`Table.go_on`."""
    try:
        return resume(program, replay)
    except RunError as error:
        changes = replay.changes(program)
        if not changes:
            raise
        raise differs(changes, replay.name) from error


def _reason(error: OSError) -> str:
    return (error.strerror or "the folder cannot be used").lower()
