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

    grid: Grid = job.run.shown
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
    crew = _Crew((replace(request, quiet=True), text, side), seeds)
    told = False
    try:
        for _ in range(min(jobs, len(seeds))):
            crew.hire()
        while crew.busy:
            yield from crew.collect()
            yield None
            if interrupts.requested and not told:
                told = True
                crew.stop()
    finally:
        crew.kill()


class _Crew:
    """Processes that work on seeds, each with a pipe to this one.

    Args:
        payload: What each process is given besides its pipe, see :func:`work`.
        seeds: The seeds.
    """

    def __init__(
        self, payload: tuple[Request, str | None, int | None], seeds: Sequence[int]
    ) -> None:
        self.busy: dict[Connection, tuple[SpawnProcess, int]] = {}
        self._waiting = list(reversed(seeds))
        self._payload = payload

    def hire(self) -> None:
        """Start a process and give it a seed."""
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=work, args=(theirs, *self._payload), daemon=True)
        with _ignored():
            process.start()
        theirs.close()
        self._give(ours, process)

    def collect(self) -> Iterator[Outcome]:
        """Wait a while, and yield what has come of seeds."""
        ready = wait(list(self.busy), _PATIENCE)
        for pipe in [pipe for pipe in self.busy if pipe in ready]:
            process, seed = self.busy.pop(pipe)
            try:
                outcome: Outcome = pipe.recv()
            except (EOFError, OSError):
                pipe.close()
                process.join()
                yield _died(seed, process.exitcode)
                if self._waiting:
                    self.hire()
                continue
            self._give(pipe, process)
            if outcome.data is not None:
                yield outcome

    def stop(self) -> None:
        """Start nothing any more, and wish that all end."""
        self._waiting.clear()
        for pipe in self.busy:
            with suppress(OSError):
                pipe.send(None)

    def kill(self) -> None:
        """End what is still under way."""
        for process, _ in self.busy.values():
            process.kill()

    def _give(self, pipe: Connection, process: SpawnProcess) -> None:
        """Give a process its next seed, or let it go."""
        if not self._waiting:
            pipe.close()
            process.join()
            return
        seed = self._waiting.pop()
        self.busy[pipe] = process, seed
        with suppress(OSError):  # it may have died; reading from it will say so
            pipe.send(seed)


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
