"""Games that were begun and not ended, kept in the user's data folder, a file a level."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING

from markovpy.errors import MarkovError
from markovpy.model.moves import read_moves
from markovpy.play.replay import Replay, read_replay, replay_of, start_digest
from markovpy.render.saving import replacing

if TYPE_CHECKING:
    from markovpy.api.program import Program
    from markovpy.play.session import Session


@dataclass(frozen=True)
class Bookmark:
    """Where a game was left.

    Args:
        replay: How it came there.
        seconds: How long that took.
        helped: Whether there was an answer that helped.
    """

    replay: Replay
    seconds: float
    helped: bool

    @property
    def move_count(self) -> int:
        """How many moves were made."""
        return len(read_moves(self.replay.moves))

    def text(self) -> str:
        """Return the file's text: that of a replay with two entries more."""
        entries = json.loads(self.replay.text())
        entries |= {"seconds": round(self.seconds, 1), "helped": self.helped}
        return json.dumps(entries, indent=1, ensure_ascii=False) + "\n"


class Bookmarks:
    """The unfinished games of a program.

    A level is known by the program's name and by what it starts from; a program that was
    changed finds its bookmarks, and :meth:`Replay.changes` says that it was.

    Args:
        program: The program.
        folder: Where the files are; None for the user's data folder.
    """

    def __init__(self, program: Program, folder: Path | None = None) -> None:
        self._program = program
        self._folder = bookmarks_folder() if folder is None else folder

    def find(self, level: int) -> Bookmark | None:
        """Return where a level's game was left; None where there is none that can be read."""
        try:
            text = self._path(level).read_text(encoding="utf-8")
            found = _bookmark(text)
        except (OSError, ValueError, MarkovError):
            return None
        return found if found.replay.level == level else None

    def put(self, session: Session, seconds: float) -> None:
        """Keep a game as it is now.

        Raises:
            OSError: The file cannot be written.
        """
        path = self._path(session.level)
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            mark = Bookmark(replay_of(session), seconds, session.helped)
            temporary.write_text(mark.text(), encoding="utf-8")

    def remove(self, level: int) -> None:
        """Forget a level's game.

        Raises:
            OSError: The file cannot be removed.
        """
        self._path(level).unlink(missing_ok=True)

    def _path(self, level: int) -> Path:
        name = re.sub(r"[^\w-]+", "", Path(self._program.source.name).stem) or "game"
        return self._folder / f"{name}-{start_digest(self._program, level)[:16]}.json"


def bookmarks_folder() -> Path:
    """Return the folder of the user's unfinished games."""
    from platformdirs import user_data_path

    return user_data_path("markovpy", appauthor=False) / "unfinished"


def _bookmark(text: str) -> Bookmark:
    """Return what a file's text holds.

    Raises:
        ValueError: It is no bookmark.
        ProgramError: It is no replay either.
        RunError: Its moves are none.
    """
    replay = read_replay(text, "bookmark")
    entries = json.loads(text)
    seconds, helped = entries.get("seconds"), entries.get("helped")
    if not isinstance(seconds, float | int) or not 0 <= seconds < inf or type(helped) is not bool:
        raise ValueError("seconds, helped")
    read_moves(replay.moves)
    return Bookmark(replay, float(seconds), helped)
