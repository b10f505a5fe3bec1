"""A run as numbered PNG files in a folder."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from markovpy.render.look import Grid, Look
from markovpy.render.picture import write_png
from markovpy.render.saving import replacing

if TYPE_CHECKING:
    from markovpy.engine.interactive import Mark


class Frame(NamedTuple):
    """A run after one of its turns.

    Args:
        turn: How many turns were made.
        grid: What its pictures show.
        marks: What is drawn over the cells.
    """

    turn: int
    grid: Grid
    marks: Sequence[Mark] = ()


def frame_name(turn: int, last_turn: int) -> str:
    """Return the file name of a turn; names sort in the order of the turns.

    Args:
        turn: From 0 (the start) to ``last_turn``.
        last_turn: The last turn that is or may be reached: it sets the number of digits.

    Example:
        >>> frame_name(123, 200_000)
        'frame_000123.png'
    """
    if not 0 <= turn <= last_turn:
        raise ValueError(f"turn {turn} is not between 0 and {last_turn}")
    return f"frame_{turn:0{len(str(last_turn))}}.png"


def write_frames(
    folder: str | PathLike[str],
    frames: Iterable[Frame],
    look: Look,
    last_turn: int,
    metadata: Mapping[str, str] | None = None,
) -> Iterator[Path]:
    """Write each frame to its own PNG file and yield its path once it is written.

    Args:
        folder: An existing folder; only files of the yielded names are replaced.
        frames: The frames.
        look: One without a scale is fitted to each frame.
        last_turn: See :func:`frame_name`.
        metadata: Text to keep in every file, by name.
    """
    for turn, grid, marks in frames:
        path = Path(folder) / frame_name(turn, last_turn)
        with replacing(path) as temporary:
            write_png(temporary, grid, look.fit(grid.shape), metadata, marks)
        yield path
