"""One run from its options to its files: what ``run`` does once, and a batch once a seed."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from markovpy import api
from markovpy.commands import inputs, outputs
from markovpy.commands.console import Interrupts, Progress, tell
from markovpy.commands.memory import check_memory
from markovpy.commands.outputs import Plan
from markovpy.commands.request import Request
from markovpy.model.moves import read_moves

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markovpy.commands.animate import Film
    from markovpy.model.palette import RGB
    from markovpy.render.look import Look

DEFAULT_FPS = 30.0
DEFAULT_FPS_OF_MOVES = 8.0
DEFAULT_HOLD = 2.0
_ENDINGS = {
    "done": "done",
    "steps": "stopped after the turns asked for",
    "cap": "gave up at the cap",
    "contradiction": "gave up: every try ended in a contradiction",
    "no-solution": "proved that there is no solution",
    "interrupted": "interrupted",
    "input": "waiting for a move",
    "won": "won",
    "lost": "lost",
}


@dataclass(frozen=True)
class Setup:
    """A program and all that its runs have in common.

    Args:
        request: What was asked for.
        program: The program.
        look: How it is drawn.
        arguments: Those of every run; only the seed is missing.
        palette: RGB by symbol, as asked for.
    """

    request: Request
    program: api.Program
    look: Look
    arguments: dict[str, Any]
    palette: Mapping[str, RGB]

    def begin(self, seed: int | None) -> Job:
        """Return a run before its first turn; None draws the seed.

        Raises:
            MarkovError: The program does not fit the start.
        """
        arguments = {**self.arguments, "seed": seed}
        with inputs.naming(self.request.start):
            run = self.program.begin(**arguments)
        arguments["seed"] = run.seed
        plan = plan_for(self.request, run.seed)
        look = self.look
        if look.dress is not None:  # which depends on the level
            look = replace(run.look(self.palette), scale=look.scale, view=look.view)
        look = look.fit(run.grid.shape) if len(run.shapes) == 1 else look
        return Job(self.request, self.program, run, arguments, look, plan)

    def check(self, job: Job) -> None:
        """Make sure that what a job writes can and may be written.

        Raises:
            MarkovError: Something cannot, or may not.
        """
        for shape in job.run.shapes:
            outputs.check_pictures(job.plan, shape, self.look)
        self.check_files(job.plan)

    def check_files(self, plan: Plan) -> None:
        """Make sure that files may be written, whatever is in them; see :meth:`check`."""
        request = self.request
        read = [request.program, request.start, request.palette, request.picture]
        paths = [Path(name) for name in read if name is not None] + list(self.program.files)
        named = bool(request.outputs) or request.sheet is not None
        outputs.check_plan(plan, named, paths, request.force)
        if not request.force:
            outputs.check_replaced(plan)


@dataclass
class Job:
    """A run with all that belongs to it.

    Args:
        request: What was asked for.
        program: The program.
        run: The run, before its first turn.
        arguments: Those it was begun with, the seed among them.
        look: How it is drawn, with a scale unless its grids have several sizes.
        plan: What is written.
        paths: What was written so far.
        written: The same in words.
        notes: What to say on stderr in the end.
        interrupted: Whether a Ctrl-C ended the run or its pictures.
        seconds: How long the turns took.
    """

    request: Request
    program: api.Program
    run: api.Run
    arguments: dict[str, Any]
    look: Look
    plan: Plan
    paths: list[str] = field(default_factory=list)
    written: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def stopped(self) -> str:
        """Why the run ended, as the JSON says it."""
        return "interrupted" if self.interrupted else self.run.stopped or "interrupted"

    def again(self) -> api.Run:
        """Return the same run before its first turn."""
        return self.program.begin(**self.arguments)

    def opening(self) -> api.Run:
        """Return a game that waits for its first move."""
        run = self.program.begin(**{**self.arguments, "moves": (), "steps": 0})
        run.finish()
        return run

    @property
    def headline(self) -> str:
        """What was run, and how it ended."""
        run = self.run
        width, height, depth = run.size
        size = f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
        turns = f"{run.turns:,} turn" + ("" if run.turns == 1 else "s")
        took = f"{self.seconds:.2f} s, {_ENDINGS[self.stopped]}"
        if self.program.is_game and (run.moves or self.request.level is not None):
            moves = f"{run.moves:,} move" + ("" if run.moves == 1 else "s")
            level = f" level {self.request.level_number}" if self.program.levels else ""
            pushes = f", {run.pushes:,} push{'es' * (run.pushes != 1)}" if run.has_goals else ""
            size += f"{level}, {moves}{pushes},"
        return f"{self.request.label} {size} seed {run.seed}: {turns} in {took}"

    def facts(self) -> dict[str, Any]:
        """Return what came out as plain data."""
        run, program, request = self.run, self.program, self.request
        level = request.level_number
        warnings = program.warnings_at(level)
        found = [*warnings, *([run.message] if run.message else []), *run.notes]
        game = {"level": level, "moves": run.moves, "pushes": run.pushes}
        return {
            **(game if program.is_game else {}),
            "program": inputs.STDIN if request.program == "-" else request.program,
            "seed": run.seed,
            "size": list(run.size),
            "symbols": run.symbols,
            "turns": run.turns,
            "sha256": run.sha256,
            "stopped": self.stopped,
            "outputs": self.paths,
            "engine": api.engine(),
            "seconds": round(self.seconds, 6),
            "diagnostics": [diagnostic.as_dict(program.source) for diagnostic in found],
        }

    def finish(self) -> None:
        """Make all turns, or those until a Ctrl-C."""
        began = time.perf_counter()
        bar = Progress(self.request.label, "turns", exact=False, quiet=self.request.quiet)
        with Interrupts() as interrupts, bar:

            def look_up(done: int, total: int) -> None:
                bar.show(done, total)
                if interrupts.requested:
                    raise _StoppedError

            try:
                self.run.finish(look_up)
            except _StoppedError:
                self.interrupted = self.run.stopped is None
        self.seconds = time.perf_counter() - began

    def write(self) -> None:
        """Write all that is planned.

        Raises:
            MarkovError: Something cannot be written.
        """
        _write_stills(self)
        _write_gifs(self)
        _write_frames(self)


def set_up(request: Request, text: str | None = None) -> Setup:
    """Read and check the program and what its runs have in common.

    Args:
        request: What is asked for.
        text: The program's text where that was read already.

    Raises:
        MarkovError: Something is wrong.
        UsageError: A name to set does not exist.
    """
    program = inputs.load(
        request.program, request.size, request.resources, text, request.levels, request.strict
    )
    names = dict(request.settings)
    problem = inputs.check_names(names, program)
    if problem:
        raise click.BadParameter(problem, param_hint="'--set'")
    check_memory(program)
    palette = inputs.read_palette(request.palette) if request.palette else {}
    if request.picture is not None:
        inputs.use_picture(program, request.picture)
    look = replace(program.look(palette), scale=request.scale, view=request.view)
    arguments: dict[str, Any] = {
        "steps": request.steps,
        "set": names,
        "level": request.level_number,
    }
    if request.moves is not None:
        arguments["moves"] = read_moves(request.moves, request.moves_name)
        inputs.check_game(program)
    if request.start is not None:
        colors = dict(zip(program.symbols, look.colors, strict=False))
        arguments["start"] = inputs.read_start(request.start, colors)
    return Setup(request, program, look, arguments, palette)


def plan_for(request: Request, seed: int) -> Plan:
    """Return what the run with a seed writes."""
    if request.outputs or request.frames is not None:
        files = tuple(outputs.with_seed(path, seed) for path in request.outputs)
        folder = outputs.with_seed(request.frames, seed) if request.frames is not None else None
        return Plan(files, folder)
    if request.sheet is not None:
        return Plan(())
    return Plan((Path(f"{request.label}_{seed}.png"),))


class _StoppedError(Exception):
    """Ends a run between two turns."""


def _write_stills(job: Job) -> None:
    facts = outputs.describe(job.program, job.run)
    facts |= {"markovpy.turns": str(job.run.turns), "markovpy.sha256": job.run.sha256}
    for path in job.plan.stills:
        outputs.write_still(path, job.run, job.look, facts)
        job.paths.append(str(path))
        job.written.append(str(path))


def _write_gifs(job: Job) -> None:
    for path in job.plan.gifs:
        from markovpy.commands import animate
        from markovpy.render.gif import FASTEST

        film = _film(job)
        if not job.request.force:
            animate.check_amount(film, path, to_gif=True)
        usual = DEFAULT_FPS_OF_MOVES if job.run.moves else DEFAULT_FPS
        fps = usual if job.request.fps is None else job.request.fps
        hold = DEFAULT_HOLD if job.request.hold is None else job.request.hold
        if fps > FASTEST:
            limit = f"a GIF has at most {FASTEST:g} frames a second"
            job.notes.append(f"{limit}, not {fps:g}: viewers slow faster ones down")
        text, cut = animate.write_animation(path, film, fps, hold)
        job.interrupted |= cut
        job.paths.append(str(path))
        job.written.append(text)


def _write_frames(job: Job) -> None:
    folder = job.plan.frames
    if folder is None:
        return
    from markovpy.commands import animate

    film = _film(job)
    if not job.request.force:
        animate.check_amount(film, folder, to_gif=False)
    facts = outputs.describe(job.program, job.run)
    text, cut, others = animate.write_folder(folder, film, facts)
    if others:
        job.notes.append(f"{folder} also holds {others:,} frames of other runs")
    job.interrupted |= cut
    job.paths.append(str(folder))
    job.written.append(text)


def _film(job: Job) -> Film:
    """Return the run as frames; say so where they are thinned."""
    from markovpy.commands.animate import Film, choose_step

    start = job.run.opening or 0 if job.run.moves else 0
    step, note = choose_step(job.run.turns - start, job.request.every)
    if note and note not in job.notes:
        job.notes.append(note)
    if job.interrupted and not job.request.quiet:
        tell("interrupted; drawing what is done so far (Ctrl-C stops that too)")
    opening = job.opening if job.run.moves else None
    ended = job.run.stopped is not None
    return Film(job.again, job.run.turns, step, job.look, job.request.quiet, opening, start, ended)
