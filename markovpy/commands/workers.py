"""Runs of many seeds, one after the other or in processes side by side."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection, wait
from typing import TYPE_CHECKING, Any

from markovpy.commands import console, fail
from markovpy.commands.job import Job, Setup, set_up
from markovpy.errors import MarkovError

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess

    from markovpy.commands.console import Interrupts
    from markovpy.commands.request import Request
    from markovpy.render.look import Grid, Look
    from markovpy.render.sheet import Tile

_PATIENCE = 0.1


@dataclass(frozen=True)
class Outcome:
    """What became of a seed; it can be sent from one process to another.

    Args:
        seed: The seed.
        stopped: Why the run ended; ``failed`` where it did not end well.
        line: The same in words.
        data: The same as data; None for a run that a Ctrl-C ended.
        problem: What to say on stderr: an error, or a rule that was still firing at the cap.
        notes: What to say on stderr once, however many seeds it is true of.
        tile: The picture for the sheet, if there is one.
    """

    seed: int
    stopped: str
    line: str = ""
    data: dict[str, Any] | None = None
    problem: str = ""
    notes: tuple[str, ...] = ()
    tile: Tile | None = None


def run_seed(setup: Setup, seed: int, side: int | None) -> Outcome:
    """Run a seed and write its files; what is wrong is part of the outcome.

    Args:
        setup: The program, and what is asked for.
        seed: The seed.
        side: Pixels that the picture for the sheet may have a side; None for no such picture.
    """
    try:
        job = setup.begin(seed)
        job.finish()
        if job.interrupted:
            return Outcome(seed, "interrupted")
        job.write()
    except (MarkovError, MemoryError, OSError) as error:
        return failure(seed, fail.as_text(error), fail.as_data(error))
    written = f"; wrote {', '.join(job.paths)}" if job.paths else ""
    message = job.run.message
    return Outcome(
        seed,
        job.stopped,
        job.headline + written,
        job.facts(),
        message.format(job.program.source) if message is not None else "",
        tuple(job.notes),
        _tile(job, setup.look, side) if side is not None else None,
    )


def failure(seed: int, text: str, error: dict[str, Any]) -> Outcome:
    """Return the outcome of a seed that came to nothing."""
    return Outcome(seed, "failed", "", {"seed": seed, "error": error}, text)


def _tile(job: Job, look: Look, side: int) -> Tile:
    from markovpy.render.picture import pixels
    from markovpy.render.sheet import Tile

    grid: Grid = job.run.grid
    look = look.fit(grid.shape, side)
    return Tile(str(job.run.seed), pixels(grid, look), look.colors_for(grid.shape))


def run_here(
    setup: Setup, seeds: Sequence[int], side: int | None, interrupts: Interrupts
) -> Iterator[Outcome]:
    """Yield the outcomes of seeds that are run one after the other, until a Ctrl-C."""
    setup = replace(setup, request=replace(setup.request, quiet=True))
    for seed in seeds:
        outcome = run_seed(setup, seed, side)
        if outcome.data is not None:
            yield outcome
        if outcome.stopped == "interrupted" or interrupts.requested:
            return


def run_beside(
    request: Request,
    text: str | None,
    seeds: Sequence[int],
    side: int | None,
    jobs: int,
    interrupts: Interrupts,
) -> Iterator[Outcome | None]:
    """Yield the outcomes of seeds as processes finish them, and None when nothing happens.

    After a Ctrl-C the runs under way end, without an outcome. A process that dies takes only
    its seed along.

    Args:
        request: What is asked for.
        text: The program's text if it came from stdin.
        seeds: The seeds.
        side: See :func:`run_seed`.
        jobs: How many processes there are.
        interrupts: Whether there was a Ctrl-C.
    """
    waiting = list(reversed(seeds))
    busy: dict[Connection, tuple[SpawnProcess, int]] = {}
    told = False
    payload = (replace(request, quiet=True), text, side)
    try:
        for _ in range(min(jobs, len(waiting))):
            _give(*_start(payload), waiting, busy)
        while busy:
            for pipe in wait(list(busy), _PATIENCE):
                assert isinstance(pipe, Connection)
                process, seed = busy.pop(pipe)
                try:
                    outcome: Outcome = pipe.recv()
                except (EOFError, OSError):
                    pipe.close()
                    process.join()
                    yield _died(seed, process.exitcode)
                    if waiting:
                        _give(*_start(payload), waiting, busy)
                    continue
                if outcome.data is not None:
                    yield outcome
                _give(pipe, process, waiting, busy)
            yield None
            if interrupts.requested and not told:
                told = True
                waiting.clear()
                for pipe in busy:
                    with suppress(OSError):
                        pipe.send(None)
    finally:
        for process, _ in busy.values():
            process.kill()


def _give(
    pipe: Connection,
    process: SpawnProcess,
    waiting: list[int],
    busy: dict[Connection, tuple[SpawnProcess, int]],
) -> None:
    """Give a process its next seed, or let it go."""
    if not waiting:
        pipe.close()
        process.join()
        return
    seed = waiting.pop()
    busy[pipe] = process, seed
    with suppress(OSError):  # it may have died; reading from it will say so
        pipe.send(seed)


def _start(payload: tuple[Any, ...]) -> tuple[Connection, SpawnProcess]:
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs, *payload), daemon=True)
    with _ignored():
        process.start()
    theirs.close()
    return ours, process


@contextmanager
def _ignored() -> Iterator[None]:
    """Let processes that are started meanwhile not hear of a Ctrl-C: it is for this one."""
    try:
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    except ValueError:  # only the main thread hears of signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _died(seed: int, code: int | None) -> Outcome:
    message = f"its process ended with {code}; perhaps the memory ran out: try a smaller --jobs"
    error = {"exit": fail.WRONG, "message": message, "diagnostics": []}
    return failure(seed, f"markovpy: error: {message}", error)


def work(pipe: Connection, request: Request, text: str | None, side: int | None) -> None:
    """Run the seeds that come through a pipe, until it is closed: the whole life of a process.

    What comes while a seed runs is the wish to stop.
    """
    console.prepare()
    console.follow(pipe.poll)
    setup: Setup | None = None
    while True:
        try:
            seed = pipe.recv()
        except EOFError:
            return
        if seed is None:
            return
        try:
            setup = setup or set_up(request, text)
        except (MarkovError, MemoryError, OSError) as error:
            outcome = failure(seed, fail.as_text(error), fail.as_data(error))
        else:
            outcome = run_seed(setup, seed, side)
        try:
            pipe.send(outcome)
        except OSError:  # nobody is there any more
            return


def cores() -> int:
    """Return how many cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
