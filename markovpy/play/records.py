"""The best results of games, kept in the user's data folder, a file a program."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, fields, replace
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markovpy.play.replay import start_digest
from markovpy.render.saving import replacing

if TYPE_CHECKING:
    from markovpy.api.program import Program
    from markovpy.play.session import Session

FORM = "markovpy-records-1"


@dataclass(frozen=True)
class Best:
    """The least that a level was won with, each number for itself.

    Args:
        moves: Moves.
        pushes: Moves written as capitals.
        seconds: Time.
    """

    moves: int
    pushes: int
    seconds: float

    def with_result(self, other: Best) -> Best:
        """Return the better of two in each number."""
        return Best(
            min(self.moves, other.moves),
            min(self.pushes, other.pushes),
            min(self.seconds, other.seconds),
        )


class Records:
    """The best results of a program's levels.

    A level is known by what it starts from, so levels of other files are told apart, and one
    that is changed begins anew. A file that cannot be read counts as empty; before it is
    written over, it is kept beside as ``NAME.damaged``.

    Args:
        program: The program.
        folder: Where the files are; None for the user's data folder.

    Attributes:
        path: The program's file.
        problem: What was wrong with the file, in words; empty if nothing was.
    """

    def __init__(self, program: Program, folder: Path | None = None) -> None:
        self._program = program
        self.path = (records_folder() if folder is None else folder) / f"{program.digest[:32]}.json"
        self.problem = ""
        self._starts: dict[int, str] = {}
        self._levels = self._read()

    def best(self, level: int) -> Best | None:
        """Return the best results of a level; None if it was never won."""
        return self._levels.get(self._start(level))

    def add(self, session: Session, seconds: float) -> tuple[str, ...]:
        """Keep the result of a game that was won.

        Args:
            session: The game.
            seconds: How long it took.

        Returns:
            In what it was better than all before: some of ``moves pushes seconds``. Nothing the
            first time.

        Raises:
            OSError: The file cannot be written; the result counts until the process ends.
        """
        result = Best(session.move_count, session.push_count, round(seconds, 1))
        before = self.best(session.level)
        best = result if before is None else before.with_result(result)
        if best == before:
            return ()
        # What another process has written meanwhile stays.
        self._levels = {**self._levels, **self._read(), self._start(session.level): best}
        self._write()
        if before is None:
            return ()
        names = (field.name for field in fields(Best))
        return tuple(name for name in names if getattr(result, name) < getattr(before, name))

    def _start(self, level: int) -> str:
        if level not in self._starts:
            self._starts[level] = start_digest(self._program, level)
        return self._starts[level]

    def _read(self) -> dict[str, Best]:
        try:
            data = json.loads(self.path.read_text(encoding="utf-8"))
            return _levels_of(data)
        except FileNotFoundError:
            return {}
        except OSError as error:
            self.problem = f"the records cannot be read: {error.strerror or error}"
        except (ValueError, TypeError, RecursionError):
            self.problem = f"the records are damaged; the file is kept as {self._damaged.name}"
        return {}

    @property
    def _damaged(self) -> Path:
        return self.path.with_name(self.path.name + ".damaged")

    def _write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if self.problem and self.path.exists():
            self.path.replace(self._damaged)
        levels = {start: asdict(best) for start, best in self._levels.items()}
        data = {"form": FORM, "name": self._program.source.name, "levels": levels}
        with replacing(self.path) as temporary:
            temporary.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        self.problem = ""


def records_folder() -> Path:
    """Return the folder of the user's records."""
    from platformdirs import user_data_path

    return user_data_path("markovpy", appauthor=False) / "records"


def _levels_of(data: Any) -> dict[str, Best]:
    """Return what a file's data holds.

    Raises:
        ValueError: It is not of this form.
        TypeError: Likewise.
    """
    if not isinstance(data, dict) or data.get("form") != FORM:
        raise ValueError(FORM)
    levels: dict[str, Best] = {}
    for start, numbers in dict(data.get("levels", {})).items():
        best = Best(**numbers)
        if any(isinstance(value, bool) or not 0 <= value < inf for value in asdict(best).values()):
            raise ValueError(start)
        levels[start] = replace(best, moves=int(best.moves), pushes=int(best.pushes))
    return levels
