"""Frames and GIFs: the run once more, drawn as it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from markovpy.commands.console import Interrupts, Progress
from markovpy.commands.outputs import old_frames, writing
from markovpy.errors import input_error
from markovpy.render.frames import Frame, write_frames
from markovpy.render.gif import FASTEST, GifWriter, thin, write_gif
from markovpy.render.picture import picture_size
from markovpy.render.saving import replacing

if TYPE_CHECKING:
    from markovpy.api import Run
    from markovpy.render.look import Look

MOST_FRAMES = 2_000
LARGEST_OUTPUT = 1_000_000_000
MOST_FILES = 100_000
_SAMPLES = 12


@dataclass(frozen=True)
class Film:
    """A run to be shown as it goes.

    Args:
        again: Begins the run anew; it is the same each time.
        turns: How many turns it has.
        step: Every how many turns there is a frame.
        look: How it is drawn, with a scale unless its grids have several sizes.
        quiet: Whether no progress is shown.
        opening: In a game with moves, begins it anew without them and lets it come to wait for
            the first, which is the first frame; None where that is the grid before any turn.
        start: The turns before the first frame.
        ended: Whether the run ends with its last turn; else it was interrupted there.
    """

    again: Callable[[], Run]
    turns: int
    step: int
    look: Look
    quiet: bool
    opening: Callable[[], Run] | None = None
    start: int = 0
    ended: bool = True

    @property
    def count(self) -> int:
        """How many frames there are: the start, every ``step``-th turn, and the end."""
        return -(-(self.turns - self.start) // self.step) + 1

    def canvas(self) -> tuple[int, int]:
        """Return the pixels, width and height, that the largest of its pictures needs."""
        shapes = self.again().shapes
        blocks = self.look.shows_blocks(shapes[0])
        look = replace(self.look, view="isometric" if blocks else "layers")
        sizes = [
            picture_size(shape, look.fit(shape))
            for shape in ((1, *shape) if blocks and len(shape) == 2 else shape for shape in shapes)
        ]
        return max(width for width, _ in sizes), max(height for _, height in sizes)

    def progress(self, path: Path) -> Progress:
        """Return a bar for the frames."""
        return Progress(f"writing {path.name}", "frames", exact=True, quiet=self.quiet)

    def frames(self, interrupts: Interrupts, progress: Progress) -> Iterator[Frame]:
        """Yield the frames, until a Ctrl-C."""
        run = self.again()
        run.watch()
        run.advance(self.start)
        first = run if self.opening is None else self.opening()
        yield Frame(self.start, first.shown, first.marks)
        shown = 1
        while run.turns < self.turns and not interrupts.requested:
            run.advance(min(self.step, self.turns - run.turns))
            shown += 1
            progress.show(shown, self.count)
            if self.ended and run.turns == self.turns:
                run.finish()  # a game that is won may look different, without a further turn
            yield Frame(run.turns, run.shown, run.marks)


def choose_step(turns: int, every: int | None) -> tuple[int, str]:
    """Return every how many turns there is a frame, and what to say of it.

    Args:
        turns: How many turns the run has.
        every: What the user asked for.
    """
    if every is not None:
        return every, ""
    step = thin(turns + 1, MOST_FRAMES)
    if step == 1:
        return 1, ""
    frames = -(-turns // step) + 1
    note = f"{turns + 1:,} frames thinned to {frames:,}: one for every {step:,} turns"
    return step, f"{note}; choose with --every K"


def check_amount(film: Film, path: Path, to_gif: bool) -> None:
    """Refuse an output of a monstrous size, estimated from a few frames.

    Raises:
        ProgramError: It would be.
    """
    if film.count <= MOST_FRAMES:
        return
    hint = "give a larger --every, a smaller --scale, or --force to write it anyway"
    if not to_gif and film.count > MOST_FILES:
        raise input_error("too-much", f"{film.count:,} files would be written", str(path), hint)
    total = _bytes_a_frame(film, to_gif) * film.count
    if total > LARGEST_OUTPUT:
        size = f"{film.count:,} frames would take about {total / 1e9:,.1f} GB"
        raise input_error("too-much", size, str(path), hint)


def _bytes_a_frame(film: Film, to_gif: bool) -> float:
    """Return how large a frame is on average, from some spread over the run."""
    from markovpy.render.picture import picture

    run = film.again()
    run.watch()
    total = 0
    for sample in range(_SAMPLES):
        spread = (film.turns - film.start - film.step) * sample // _SAMPLES
        run.advance(film.start + spread - run.turns)
        buffer, before = BytesIO(), run.shown.copy()
        run.advance(film.step)
        if to_gif:
            write_gif(buffer, [before], film.look, FASTEST, 0)
            total -= buffer.tell()
            buffer = BytesIO()
            write_gif(buffer, [before, run.shown], film.look, FASTEST, 0)
        else:
            picture(run.shown, film.look).save(buffer, "PNG")
        total += buffer.tell()
    return total / _SAMPLES


def write_animation(path: Path, film: Film, fps: float, hold: float) -> tuple[str, bool]:
    """Write a run as a GIF.

    Returns:
        What to say of it, and whether a Ctrl-C ended it early.

    Raises:
        ProgramError: The file cannot be written.
    """
    with writing(path), Interrupts() as interrupts:
        path.parent.mkdir(parents=True, exist_ok=True)
        with (
            film.progress(path) as progress,
            replacing(path) as temporary,
            GifWriter(temporary, film.look, fps, hold, film.canvas()) as writer,
        ):
            for frame in film.frames(interrupts, progress):
                writer.add(frame.grid, frame.marks)
            summary = writer.close()
    cut = ", cut short" if interrupts.requested else ""
    length = f"{summary.seconds:.1f} s at {summary.fps:g} fps"
    return f"{path} ({summary.frames:,} frames, {length}{cut})", interrupts.requested


def write_folder(folder: Path, film: Film, metadata: dict[str, str]) -> tuple[str, bool, int]:
    """Write a run as numbered PNG files.

    Returns:
        What to say of it, whether a Ctrl-C ended it early, and how many numbered files of
        other runs are left in the folder.

    Raises:
        ProgramError: A file cannot be written.
    """
    first = last = folder
    count = 0
    with writing(folder), Interrupts() as interrupts:
        folder.mkdir(parents=True, exist_ok=True)
        with film.progress(folder) as progress:
            frames = film.frames(interrupts, progress)
            for path in write_frames(folder, frames, film.look, film.turns, metadata):
                first = first if count else path
                last = path
                count += 1
    cut = ", cut short" if interrupts.requested else ""
    text = f"{first} to {last.name} ({count:,} frames{cut})"
    return text, interrupts.requested, len(old_frames(folder)) - count
