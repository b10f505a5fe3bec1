"""``markovpy run``."""

from __future__ import annotations

import json
import sys
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

from markovpy import api
from markovpy.commands.console import can_show, is_color_terminal, say, tell
from markovpy.commands.job import Job, set_up
from markovpy.commands.request import Request

FINE, GAVE_UP, IMPOSSIBLE, INTERRUPTED = 0, 3, 4, 130
_EXITS = {
    "cap": GAVE_UP,
    "contradiction": GAVE_UP,
    "no-solution": IMPOSSIBLE,
    "interrupted": INTERRUPTED,
}
_PREVIEW = (64, 24)


def run_program(request: Request) -> int:
    """Run a program once, for many seeds, or for ever anew; return the exit code."""
    request.check()
    request = request.with_moves()
    if request.watch:
        from markovpy.commands.watch import watch

        return watch(request)
    if request.seeds is not None:
        from markovpy.commands.batch import run_batch

        return run_batch(request, request.seeds)
    return run_once(request)[0]


def run_once(request: Request) -> tuple[int, tuple[Path, ...]]:
    """Run a program, write what is asked for, and say so.

    Returns:
        The exit code, and the files that the program names.

    Raises:
        MarkovError: The program or an input is wrong, or an output cannot be written.
        UsageError: A name to set does not exist.
    """
    setup = set_up(request)
    with _explaining(request, setup.program):
        job = setup.begin(request.seed)
    setup.check(job)
    if not request.quiet:
        show_warnings(request, job.program)
    with _explaining(request, setup.program):
        job.finish()
    job.write()
    _report(job)
    check_replay(job)
    return exit_code(job), job.program.files


def _explaining(request: Request, program: api.Program) -> AbstractContextManager[None]:
    """Return what adds to errors what changed since a replay was made, if one is run."""
    if request.replay is None:
        return nullcontext()
    from markovpy.play.replay import explaining

    return explaining(program, request.replay)


def check_replay(job: Job) -> None:
    """Say what changed since a replay was made.

    Raises:
        MarkovError: The moves lead to another end than then.
    """
    replay = job.request.replay
    if replay is None or job.interrupted:
        return
    changes = replay.changes(job.program)
    from markovpy.play.replay import differs

    status = {"input": "playing"}.get(job.stopped, job.stopped)
    if (job.run.sha256, status) != (replay.grid, replay.status):
        raise differs(changes, job.request.moves_name)
    for change in changes if not job.request.quiet else ():
        tell(f"note: {change}; the moves lead to the same end")


def exit_code(job: Job) -> int:
    """Return the exit code that a run's end asks for."""
    if job.stopped in _EXITS:
        return _EXITS[job.stopped]
    return {"impossible": IMPOSSIBLE, "gave-up": GAVE_UP}.get(job.run.unsolved or "", FINE)


def show_warnings(request: Request, program: api.Program) -> None:
    """Print what is odd about the program, and a slow engine."""
    if not request.as_json:
        for warning in program.warnings_at(request.level_number):
            tell(warning.format(program.source))
    if api.engine() == "pure":
        tell("note: the engine is not compiled, so this run is slow; see: markovpy --version")


def _report(job: Job) -> None:
    """Print what came out: as data, or in words."""
    request, message = job.request, job.run.message
    if not request.quiet:
        for note in job.notes:
            tell(f"note: {note}")
    if request.as_json:
        say(json.dumps(job.facts()))
        return
    if message is not None:
        tell(message.format(job.program.source))
    for found in job.run.notes:
        if found.severity == "warning" or not request.quiet:
            tell(found.format(job.program.source))
    if request.quiet:
        return
    say(job.headline)
    for text in job.written:
        say(f"wrote {text}")
    if not request.outputs and request.frames is None:
        _show_picture(job)


def _show_picture(job: Job) -> None:
    """Print a small picture where there are colours to print it in."""
    if not is_color_terminal(sys.stdout):
        return
    from shutil import get_terminal_size

    from markovpy.render.terminal import UPPER_HALF, preview

    room = get_terminal_size()
    columns, rows = min(_PREVIEW[0], room.columns - 1), min(_PREVIEW[1], room.lines - 4)
    plain = not can_show(UPPER_HALF, sys.stdout)
    say(preview(job.run.shown, job.look, max(1, columns), max(1, rows), plain=plain))
