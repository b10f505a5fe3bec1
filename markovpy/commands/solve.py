"""``markovpy solve``: find moves that win a game."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import click

from markovpy.commands import inputs
from markovpy.commands.console import Interrupts, Progress, say, tell
from markovpy.play.session import Session
from markovpy.play.solution import INTERRUPTED, MEMORY
from markovpy.play.solving import solve

if TYPE_CHECKING:
    from markovpy import api
    from markovpy.errors import Diagnostic
    from markovpy.play.solution import Solution

_EXITS = {"solved": 0, "gave-up": 3, "impossible": 4}
_EXIT_INTERRUPTED = 130


@dataclass(frozen=True)
class Task:
    """The arguments of ``markovpy solve``, as the command line names them."""

    program: str
    level: int | Literal["all"] | None = None
    levels: str | None = None
    moves: str | None = None
    optimal: bool = False
    limit: int | None = None
    memory: int = MEMORY
    seconds: float | None = None
    seed: int | None = None
    size: tuple[int, int, int] | None = None
    settings: tuple[tuple[str, float], ...] = ()
    as_json: bool = False
    quiet: bool = False


def solve_game(task: Task) -> int:
    """Search, and print what came of it; return the exit code.

    Raises:
        MarkovError: The program or an argument is wrong, or a move draws at random.
        UsageError: A name to set does not exist.
    """
    program = inputs.load(task.program, task.size, None, levels=task.levels)
    names: Mapping[str, float] = dict(task.settings)
    wrong = inputs.check_names(names, program)
    if wrong:
        raise click.UsageError(wrong + ".")
    inputs.check_game(program)
    if task.level == "all":
        return _solve_all(program, task, names)
    session = Session(program, task.level or 1, task.seed, task.size, names)
    if task.moves is not None:
        session.play(task.moves)
    _warn(program, task, program.warnings_at(session.level))
    if not task.as_json and not task.quiet:
        count = len(program.levels)
        if task.level is None and count > 1:
            tell(f"note: level 1 of {count}; --level N for another, --level all for each")
    found = _search(session, task)
    _report(found, session, task)
    return _exit_code(found)


def _solve_all(program: api.Program, task: Task, names: Mapping[str, float]) -> int:
    """Solve every level, and print a line for each; return the exit code of the worst."""
    if task.moves is not None:
        raise click.UsageError("--moves are those of one level: name it with --level N.")
    _warn(program, task, program.warnings)
    code = 0
    for number in range(1, max(1, len(program.levels)) + 1):
        session = Session(program, number, task.seed, task.size, names)
        found = _search(session, task)
        code = max(code, _exit_code(found))
        if task.as_json:
            say(json.dumps(_as_data(found, session)))
        elif task.quiet:
            say(found.moves)
        elif found.outcome == "solved":
            say(f"{_solved_words(found, session)}: {found.moves}")
        else:
            say(_unsolved_words(found, session))
        if code == _EXIT_INTERRUPTED:
            break
    return code


def _warn(program: api.Program, task: Task, warnings: Iterable[Diagnostic]) -> None:
    if not task.as_json and not task.quiet:
        for warning in warnings:
            tell(warning.format(program.source))


def _exit_code(found: Solution) -> int:
    return _EXIT_INTERRUPTED if found.reason == INTERRUPTED else _EXITS[found.outcome]


def _search(session: Session, task: Task) -> Solution:
    """Search until there is an answer, a limit, or a Ctrl-C."""
    label = f"level {session.level}" if session.program.levels else "searching"
    bar = Progress(label, "states", exact=False, quiet=task.quiet, saves=False)
    with Interrupts() as interrupts, bar:

        def going_on(states: int) -> bool:
            bar.show(states, task.limit or 0)
            return not interrupts.requested

        def announce(line: str) -> None:
            if not task.quiet:
                bar.clear()
                tell(line)

        return solve(
            session,
            optimal=task.optimal,
            limit=task.limit,
            memory=task.memory,
            seconds=task.seconds,
            progress=going_on,
            tell=announce,
        )


def _report(found: Solution, session: Session, task: Task) -> None:
    """Print what came of the search: as data, or in words."""
    if task.as_json:
        say(json.dumps(_as_data(found, session)))
    elif found.outcome == "solved":
        say(found.moves)
        if not task.quiet:
            say(_solved_words(found, session))
    else:
        say_or_tell = say if found.outcome == "impossible" else tell
        say_or_tell(_unsolved_words(found, session))


def _unsolved_words(found: Solution, session: Session) -> str:
    """Return why a level was not solved, in words."""
    said = "impossible" if found.outcome == "impossible" else "gave up"
    least = f"; {found.bound} moves at least" if found.bound > 1 else ""
    return f"{_subject(session)}: {said}: {found.reason}{least}; {_effort(found)}"


def _solved_words(found: Solution, session: Session) -> str:
    """Return how a level was solved, in words."""
    if not found.move_count:
        return f"{_subject(session)}: solved at the start"
    moves = f"{found.move_count} move{'s' * (found.move_count != 1)}"
    pushes = f", {found.push_count} push{'es' * (found.push_count != 1)}" if session.goals else ""
    least = f", {found.bound} at least" if found.bound else ""
    rest = f"maybe not the fewest moves{least}: see --optimal"
    measure = "fewest moves" if found.fewest else rest
    return f"{_subject(session)}: solved in {moves}{pushes} ({measure}); {_effort(found)}"


def _subject(session: Session) -> str:
    if not session.program.levels:
        return session.program.source.name
    title = f" ({session.title})" if session.title else ""
    return f"level {session.level}{title}"


def _effort(found: Solution) -> str:
    method = f"; {found.method}" if found.method else ""
    return f"{found.states:,} state{'s' * (found.states != 1)}, {found.seconds:.2f} s{method}"


def _as_data(found: Solution, session: Session) -> dict[str, Any]:
    """Return what came of the search as plain data."""
    solved = found.outcome == "solved"
    return {
        "outcome": found.outcome,
        "moves": found.move_count if solved else None,
        "pushes": found.push_count if solved else None,
        "lurd": found.moves if solved else None,
        "states": found.states,
        "seconds": round(found.seconds, 3),
        "fewest": found.fewest,
        "bound": found.bound if found.outcome != "impossible" else None,
        "method": found.method,
        "reason": found.reason,
        "level": session.level,
        "seed": session.seed,
        "diagnostics": [
            warning.as_dict(session.program.source)
            for warning in session.program.warnings_at(session.level)
        ],
    }
