"""``markovpy run``."""

from __future__ import annotations

import json
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from markovpy import api
from markovpy.commands import inputs, outputs
from markovpy.commands.console import (
    Interrupts,
    Progress,
    can_show,
    is_color_terminal,
    say,
    tell,
)
from markovpy.commands.outputs import Plan
from markovpy.commands.request import Request

if TYPE_CHECKING:
    from markovpy.commands.animate import Film
    from markovpy.render.look import Look

FINE, GAVE_UP, INTERRUPTED = 0, 3, 130
DEFAULT_FPS = 30.0
DEFAULT_HOLD = 2.0
_PREVIEW = (64, 24)
_ENDINGS = {
    "done": "done",
    "steps": "stopped after the turns asked for",
    "cap": "gave up at the cap",
    "contradiction": "gave up: every try ended in a contradiction",
    "interrupted": "interrupted",
}


@dataclass
class Job:
    """A program with all that it runs with.

    Args:
        program: The program.
        run: The run, before its first turn.
        arguments: Those it was begun with, the seed among them.
        look: How it is drawn, with a scale unless its grids have several sizes.
        plan: What is written.
        paths: What was written so far.
        written: The same in words.
        notes: What to say on stderr in the end.
        interrupted: Whether a Ctrl-C ended the run or its pictures.
    """

    program: api.Program
    run: api.Run
    arguments: dict[str, Any]
    look: Look
    plan: Plan
    paths: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    interrupted: bool = False

    @property
    def stopped(self) -> str:
        """Why the run ended, as the JSON says it."""
        return "interrupted" if self.interrupted else self.run.stopped or "interrupted"

    def again(self) -> api.Run:
        """Return the same run before its first turn."""
        return self.program.begin(**self.arguments)


def run_program(request: Request) -> int:
    """Run a program once, or for ever anew; return the exit code."""
    request.check()
    if request.watch:
        from markovpy.commands.watch import watch

        return watch(request)
    return run_once(request)[0]


def run_once(request: Request) -> tuple[int, tuple[Path, ...]]:
    """Run a program, write what is asked for, and say so.

    Returns:
        The exit code, and the files that the program names.

    Raises:
        MarkovError: The program or an input is wrong, or an output cannot be written.
    """
    job = prepare(request)
    if not request.quiet:
        _show_warnings(request, job.program)
    seconds = _finish(job, request)
    _write_stills(job)
    _write_gifs(job, request)
    _write_frames(job, request)
    _report(job, request, seconds)
    codes = {"cap": GAVE_UP, "contradiction": GAVE_UP, "interrupted": INTERRUPTED}
    return codes.get(job.stopped, FINE), job.program.files


def prepare(request: Request) -> Job:
    """Read and check all that a run needs, outputs included.

    Raises:
        MarkovError: Something is wrong.
        UsageError: A name to set does not exist.
    """
    program = inputs.load(request.program, request.size, request.resources)
    names = dict(request.settings)
    problem = inputs.check_names(names, program)
    if problem:
        raise click.BadParameter(problem, param_hint="'--set'")
    inputs.check_memory(request.size or program.size)
    palette = inputs.read_palette(request.palette) if request.palette else {}
    look = replace(program.look(palette), scale=request.scale)
    colors = dict(zip(look.symbols, look.colors, strict=True))
    arguments: dict[str, Any] = {"seed": request.seed, "steps": request.steps, "set": names}
    if request.start is not None:
        arguments["start"] = inputs.read_start(request.start, colors)
    with inputs.naming(request.start):
        run = program.begin(**arguments)
    arguments["seed"] = run.seed
    plan = _plan(request, run.seed)
    for shape in run.shapes:
        outputs.check_pictures(plan, shape, look.fit(shape))
    read = [request.program, request.start, request.palette]
    paths = [Path(name) for name in read if name is not None] + list(program.files)
    outputs.check_plan(plan, bool(request.outputs), paths, request.force)
    if len(run.shapes) == 1:
        look = look.fit(run.grid.shape)
    return Job(program, run, arguments, look, plan)


def _plan(request: Request, seed: int) -> Plan:
    if request.outputs or request.frames is not None:
        return Plan(request.outputs, request.frames)
    return Plan((Path(f"{request.label}_{seed}.png"),))


def _show_warnings(request: Request, program: api.Program) -> None:
    """Print what is odd about the program, and a slow engine."""
    if not request.as_json:
        for warning in program.warnings:
            tell(warning.format(program.source))
    if api.engine() == "pure":
        tell("note: the engine is not compiled, so this run is slow; see: markovpy --version")


def _finish(job: Job, request: Request) -> float:
    """Make all turns, or those until a Ctrl-C; return the seconds it took."""
    began = time.perf_counter()
    bar = Progress(request.label, "turns", exact=False, quiet=request.quiet)
    with Interrupts() as interrupts, bar:

        def look_up(done: int, total: int) -> None:
            bar.show(done, total)
            if interrupts.requested:
                raise _StoppedError

        try:
            job.run.finish(look_up)
        except _StoppedError:
            job.interrupted = job.run.stopped is None
    return time.perf_counter() - began


class _StoppedError(Exception):
    """Ends a run between two turns."""


def _write_stills(job: Job) -> None:
    facts = outputs.describe(job.program, job.run)
    facts |= {"markovpy.turns": str(job.run.turns), "markovpy.sha256": job.run.sha256}
    for path in job.plan.stills:
        outputs.write_still(path, job.run, job.look, facts)
        job.paths.append(str(path))
        job.written.append(str(path))


def _write_gifs(job: Job, request: Request) -> None:
    for path in job.plan.gifs:
        from markovpy.commands import animate
        from markovpy.render.gif import FASTEST

        film = _film(job, request)
        if not request.force:
            animate.check_amount(film, path, to_gif=True)
        fps = DEFAULT_FPS if request.fps is None else request.fps
        hold = DEFAULT_HOLD if request.hold is None else request.hold
        if fps > FASTEST:
            limit = f"a GIF has at most {FASTEST:g} frames a second"
            job.notes.append(f"{limit}, not {fps:g}: viewers slow faster ones down")
        text, cut = animate.write_animation(path, film, fps, hold)
        job.interrupted |= cut
        job.paths.append(str(path))
        job.written.append(text)


def _write_frames(job: Job, request: Request) -> None:
    folder = job.plan.frames
    if folder is None:
        return
    from markovpy.commands import animate

    film = _film(job, request)
    if not request.force:
        animate.check_amount(film, folder, to_gif=False)
    facts = outputs.describe(job.program, job.run)
    text, cut, others = animate.write_folder(folder, film, facts)
    if others:
        job.notes.append(f"{folder} also holds {others:,} frames of other runs")
    job.interrupted |= cut
    job.paths.append(str(folder))
    job.written.append(text)


def _film(job: Job, request: Request) -> Film:
    """Return the run as frames; say so where they are thinned."""
    from markovpy.commands.animate import Film, choose_step

    step, note = choose_step(job.run.turns, request.every)
    if note and note not in job.notes:
        job.notes.append(note)
    if job.interrupted and not request.quiet:
        tell("interrupted; drawing what is done so far (Ctrl-C stops that too)")
    return Film(job.again, job.run.turns, step, job.look, request.quiet)


def _report(job: Job, request: Request, seconds: float) -> None:
    """Print what came out: as data, or in words."""
    run, message = job.run, job.run.message
    if not request.quiet:
        for note in job.notes:
            tell(f"note: {note}")
    if request.as_json:
        say(json.dumps(_facts(job, request, seconds)))
        return
    if message is not None:
        tell(message.format(job.program.source))
    if request.quiet:
        return
    width, height, depth = run.size
    size = f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
    turns = f"{run.turns:,} turn" + ("" if run.turns == 1 else "s")
    ending = _ENDINGS[job.stopped]
    say(f"{request.label} {size} seed {run.seed}: {turns} in {seconds:.2f} s, {ending}")
    for text in job.written:
        say(f"wrote {text}")
    if not request.outputs and request.frames is None:
        _show_picture(job)


def _facts(job: Job, request: Request, seconds: float) -> dict[str, Any]:
    """Return what came out as plain data."""
    run, source = job.run, job.program.source
    found = [*job.program.warnings, *([run.message] if run.message else [])]
    return {
        "program": inputs.STDIN if request.program == "-" else request.program,
        "seed": run.seed,
        "size": list(run.size),
        "symbols": run.symbols,
        "turns": run.turns,
        "sha256": run.sha256,
        "stopped": job.stopped,
        "outputs": job.paths,
        "engine": api.engine(),
        "seconds": round(seconds, 6),
        "diagnostics": [diagnostic.as_dict(source) for diagnostic in found],
    }


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
