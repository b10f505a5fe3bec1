"""``markovpy run --seeds``: many seeds, to look at and choose from."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from markovpy.commands import inputs, outputs
from markovpy.commands.console import Interrupts, Progress, say, tell
from markovpy.commands.job import Setup, plan_for, set_up
from markovpy.commands.memory import runs_that_fit
from markovpy.commands.outputs import Plan
from markovpy.commands.request import Request
from markovpy.commands.run import FINE, GAVE_UP, IMPOSSIBLE, INTERRUPTED, show_warnings
from markovpy.commands.workers import Outcome, cores, run_beside, run_here
from markovpy.errors import input_error
from markovpy.render.saving import replacing

FAILED = 1

_UNFINISHED = {
    "failed": "failed",
    "cap": "gave up at the cap",
    "contradiction": "gave up after contradictions",
    "no-solution": "have no solution",
}


def run_batch(request: Request, seeds: tuple[int, ...]) -> int:
    """Run a program for many seeds, write what is asked for, and say so.

    Args:
        request: What is asked for.
        seeds: Its seeds, at least one.

    Returns:
        The exit code: 130 after a Ctrl-C, else 1 where a seed failed, else 3 where one gave up
        at the cap or after contradictions, else 4 where one was proved to have no solution.

    Raises:
        MarkovError: The program or an input is wrong, or an output cannot be written.
        UsageError: A name to set does not exist.
    """
    text = inputs.read_stdin() if request.program == "-" else None
    setup = set_up(request, text)
    side = _check(setup, seeds)
    if not request.quiet:
        show_warnings(request, setup.program)
    jobs = min(request.jobs or min(cores(), runs_that_fit(setup.program)), len(seeds))
    report = _Report(request, seeds)
    bar = Progress(request.label, "seeds", exact=True, quiet=request.quiet)
    with Interrupts() as interrupts, bar:
        found: Iterable[Outcome | None]
        if jobs == 1:
            found = run_here(setup, seeds, side, interrupts)
        else:
            found = run_beside(request, text, seeds, side, jobs, interrupts)
        for outcome in found:
            if outcome is not None:
                report.add(outcome, bar)
            bar.show(len(report.outcomes), len(seeds))
    report.flush(bar)
    if request.sheet is not None and report.outcomes:
        line = _write_sheet(request.sheet, setup, report.ordered())
        if not request.quiet and not request.as_json:
            say(line)
    return report.end()


def _check(setup: Setup, seeds: tuple[int, ...]) -> int | None:
    """Make sure that everything can be run and written.

    Returns:
        Pixels that a picture of the sheet may have a side; None for no sheet.
    """
    request = setup.request
    first = setup.begin(seeds[0])
    setup.check(first)
    for seed in seeds[1:]:
        setup.check_files(plan_for(request, seed))
    if request.sheet is None:
        return None
    from markovpy.render.picture import picture_size
    from markovpy.render.sheet import sheet_size, tile_side

    setup.check_files(Plan((request.sheet,)))
    side = tile_side(len(seeds))
    sizes = [picture_size(shape, setup.look.fit(shape, side)) for shape in first.run.shapes]
    tile = max(width for width, _ in sizes), max(height for _, height in sizes)
    _, width, height = sheet_size(len(seeds), *tile)
    if width * height > outputs.LARGEST_PICTURE:
        size = f"the sheet would have {width:,}x{height:,} pixels"
        hint = "give a smaller --scale, or fewer seeds"
        raise input_error("cannot-write", size, str(request.sheet), hint)
    return side


class _Report:
    """Says what became of each seed, in the order of the seeds, as soon as it is known.

    Args:
        request: What was asked for.
        seeds: Its seeds.
    """

    def __init__(self, request: Request, seeds: tuple[int, ...]) -> None:
        self.outcomes: dict[int, Outcome] = {}
        self._request = request
        self._seeds = seeds
        self._unsaid = list(reversed(seeds))
        self._said: set[str] = set()

    def ordered(self) -> list[Outcome]:
        """Return the outcomes in the order of the seeds."""
        return [self.outcomes[seed] for seed in self._seeds if seed in self.outcomes]

    def add(self, outcome: Outcome, bar: Progress) -> None:
        """Note an outcome, and say what can be said in order."""
        self.outcomes[outcome.seed] = outcome
        while self._unsaid and self._unsaid[-1] in self.outcomes:
            self._say(self.outcomes[self._unsaid.pop()], bar)

    def flush(self, bar: Progress) -> None:
        """Say what was held back for seeds that never came."""
        for seed in reversed(self._unsaid):
            if seed in self.outcomes:
                self._say(self.outcomes[seed], bar)

    def _say(self, outcome: Outcome, bar: Progress) -> None:
        request = self._request
        bar.clear()
        if not request.quiet:
            self._once([f"note: {note}" for note in outcome.notes])
        if request.as_json:
            name = inputs.STDIN if request.program == "-" else request.program
            say(json.dumps({"program": name, **(outcome.data or {})}))
            return
        if outcome.stopped == "failed":
            known = outcome.problem in self._said
            self._said.add(outcome.problem)
            tell(f"seed {outcome.seed}: {'the same' if known else outcome.problem}")
            return
        if outcome.problem:
            self._once([outcome.problem])
        if not request.quiet:
            say(outcome.line)

    def _once(self, texts: Iterable[str]) -> None:
        for text in texts:
            if text not in self._said:
                self._said.add(text)
                tell(text)

    def end(self) -> int:
        """Say how many seeds did not come to a good end; return the exit code."""
        request, total = self._request, len(self._seeds)
        ends = Counter(outcome.stopped for outcome in self.outcomes.values())
        if not request.quiet and not request.as_json:
            for stopped, what in _UNFINISHED.items():
                if ends[stopped]:
                    tell(f"note: {ends[stopped]} of {total} seeds {what}")
        if len(self.outcomes) < total or ends["interrupted"]:
            tell(f"interrupted: {len(self.outcomes)} of {total} seeds are done")
            return INTERRUPTED
        if ends["failed"]:
            return FAILED
        if ends["cap"] or ends["contradiction"]:
            return GAVE_UP
        return IMPOSSIBLE if ends["no-solution"] else FINE


def _write_sheet(path: Path, setup: Setup, outcomes: Sequence[Outcome]) -> str:
    """Write the contact sheet; return what to say of it.

    Raises:
        ProgramError: It cannot be written.
    """
    from PIL.PngImagePlugin import PngInfo

    from markovpy.render.sheet import Tile, sheet

    facts = {
        "markovpy.program": setup.program.digest,
        "markovpy.name": setup.program.source.name,
        "markovpy.seed": ",".join(str(outcome.seed) for outcome in outcomes),
    }
    texts = PngInfo()
    for name, value in facts.items():
        texts.add_text(name, value)
    image = sheet([outcome.tile or Tile(str(outcome.seed)) for outcome in outcomes])
    with outputs.writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with replacing(path) as temporary:
            image.save(temporary, "PNG", pnginfo=texts)
    count = sum(outcome.tile is not None for outcome in outcomes)
    return f"wrote {path} ({count:,} pictures)" if count != 1 else f"wrote {path} (1 picture)"
