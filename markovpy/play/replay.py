"""Replay files: a game's moves, with all that is needed to make them again exactly."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markovpy import arguments
from markovpy.engine.random import MAXIMUM_SEED
from markovpy.errors import ProgramError, RunError, input_error
from markovpy.play.session import Session
from markovpy.render.saving import replacing

if TYPE_CHECKING:
    from markovpy.api.program import Program

FORM = "markovpy-replay-1"


@dataclass(frozen=True)
class Replay:
    """What a replay file holds.

    Args:
        name: What the program is called.
        program: The SHA-256 of its text.
        level: The level, from 1.
        start: The SHA-256 of what the game started from, level and marks.
        seed: The seed.
        moves: The moves as text.
        status: How the game stood after them.
        grid: The SHA-256 of the grid then, as :attr:`~markovpy.api.run.Run.sha256`.
    """

    name: str
    program: str
    level: int
    start: str
    seed: int
    moves: str
    status: str
    grid: str

    def text(self) -> str:
        """Return the file's text."""
        return json.dumps({"form": FORM, **asdict(self)}, indent=2, ensure_ascii=False) + "\n"

    def changes(self, program: Program) -> list[str]:
        """Return what is not as it was when the replay was made, in words."""
        found = []
        advice = ": if it was played with --levels, so now" if program.levels else ""
        if program.digest != self.program:
            found.append(f"the program is not the same as when {self.name} was played")
            advice = ""
        if self.level > max(1, len(program.levels)):
            found.append(f"there is no level {self.level}{advice}")
        elif start_digest(program, self.level) != self.start:
            which = f"level {self.level}" if program.levels else "the start"
            found.append(f"{which} is not the same{advice}")
        return found


def is_replay(text: str) -> bool:
    """Return whether a text is a replay file's, rather than moves."""
    return arguments.text(text, "text").lstrip("\ufeff \n\r\t").startswith("{")


def read_replay(text: str, name: str) -> Replay:
    """Return the replay that a file's text holds.

    Args:
        text: The text.
        name: What errors call the file.

    Raises:
        ProgramError: It is no replay, or holds something that none can.
    """
    try:
        data = json.loads(arguments.text(text, "text").lstrip("\ufeff"))
    except (ValueError, RecursionError):
        raise input_error("bad-replay", "this is no replay", name, "save it anew") from None
    if not isinstance(data, dict) or data.get("form") != FORM:
        hint = f'a replay says: "form": "{FORM}"'
        raise input_error("bad-replay", "this is no replay of this version", name, hint)
    values: dict[str, Any] = {}
    for field in fields(Replay):
        value = data.get(field.name)
        expected = int if field.name in ("level", "seed") else str
        if type(value) is not expected:
            message = f"the replay has no {field.name}"
            raise input_error("bad-replay", message, name, "save it anew")
        values[field.name] = value
    _check_numbers(values, name)
    return Replay(**values)


def _check_numbers(values: Mapping[str, Any], name: str) -> None:
    for what, least, most in (("level", 1, None), ("seed", 0, MAXIMUM_SEED)):
        number = values[what]
        if number < least or (most is not None and number > most):
            message = f"the replay's {what} is {number}"
            allowed = f"from {least} to {most}" if most else f"{least} or more"
            raise input_error("bad-replay", message, name, f"a {what} is {allowed}")


def replay_of(session: Session) -> Replay:
    """Return the replay of a session so far."""
    program = arguments.instance(session, Session, "session", "Session").program
    return Replay(
        program.source.name,
        program.digest,
        session.level,
        start_digest(program, session.level),
        session.seed,
        session.moves,
        session.status,
        session.sha256,
    )


def save_replay(session: Session, folder: Path) -> Path:
    """Write the replay of a session so far into a new file, and return its path.

    Raises:
        OSError: It cannot be written.
    """
    name = re.sub(r"[^\w-]+", "", Path(session.program.source.name).stem) or "game"
    stem = f"{name}-{session.level}"
    path, number = folder / f"{stem}.json", 1
    while path.exists():
        number += 1
        path = folder / f"{stem}-{number}.json"
    with replacing(path) as temporary:
        temporary.write_text(replay_of(session).text(), encoding="utf-8")
    return path


def resume(program: Program, replay: Replay) -> Session:
    """Return a session in which a replay's moves were made.

    Raises:
        ProgramError: They lead to another end than when they were played; the hint says what
            changed.
        RunError: One of them cannot be made any more; likewise.
    """
    arguments.instance(replay, Replay, "replay", "Replay")
    with explaining(program, replay):
        session = Session(program, replay.level, replay.seed)
        session.play(replay.moves)
    if (session.sha256, session.status) != (replay.grid, replay.status):
        raise differs(replay.changes(program), replay.name)
    return session


def differs(changes: list[str], name: str) -> ProgramError:
    """Return the error for a replay that does not end as it did.

    Args:
        changes: What is not as it was.
        name: What the error calls the replay.
    """
    message = "the moves lead to another end than when they were played"
    return input_error("replay-differs", message, name, _reason(changes))


def _reason(changes: list[str]) -> str:
    """Return why a replay is not what it was, given what is not as it was."""
    return "; ".join(changes) or "the file was changed, or another version of markovpy made it"


@contextmanager
def explaining(program: Program, replay: Replay) -> Iterator[None]:
    """Add to what is wrong while a replay's moves are made what changed since they were played.

    Raises:
        MarkovError: What is raised inside, with that for a hint.
    """
    try:
        yield
    except (ProgramError, RunError) as error:
        hint = _reason(replay.changes(program))
        told = [replace(found, hint=hint) for found in error.diagnostics]
        raise type(error)(told, error.source) from None


def start_digest(program: Program, level: int) -> str:
    """Return the SHA-256 of what a level's game starts from.

    Raises:
        ProgramError: There is no such level.
    """
    checked = program.compiled(level=level).checked
    digest = hashlib.sha256(f"{checked.shape} {checked.alphabet.symbols}".encode())
    if checked.start is not None:
        digest.update(checked.start.values.tobytes() + checked.start.marks.tobytes())
    return digest.hexdigest()
