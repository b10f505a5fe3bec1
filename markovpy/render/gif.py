"""Animated GIF files, written frame by frame: exact colours, exact total time, little memory.

Pillow compresses the pixels; the file around them is written here, because Pillow's own writer
keeps all frames, rounds every frame time by itself and loses stills beyond eleven minutes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import SEEK_END, BytesIO
from os import PathLike
from pathlib import Path
from struct import pack
from types import TracebackType
from typing import TYPE_CHECKING, BinaryIO, TypeVar

import numpy as np
from PIL import Image

from markovpy.render.indexing import ColorTable
from markovpy.render.look import Grid, Look, View
from markovpy.render.picture import picture_size, pixels

if TYPE_CHECKING:
    from markovpy.engine.interactive import Mark

FASTEST = 50.0
"""Frames a second that viewers still show as asked: 2 hundredths of a second a frame."""

_SHORTEST = 2
_LONGEST = 65_535
_SPLIT = 65_000
_LONGEST_SIDE = 65_535
_PALETTE_AT = 13
_LOOP_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"

Frame = TypeVar("Frame")


@dataclass(frozen=True)
class GifSummary:
    """What a GIF file came to hold.

    Args:
        frames: Grids shown, those equal to the one before included.
        images: Pictures stored: grids equal to the one before only prolong it.
        seconds: One pass of the animation.
        fps: Frames a second, at most 50 whatever was asked for.
    """

    frames: int
    images: int
    seconds: float
    fps: float


def write_gif(
    file: str | PathLike[str] | BinaryIO,
    frames: Iterable[Grid],
    look: Look,
    fps: float,
    hold: float,
    canvas: tuple[int, int] | None = None,
) -> GifSummary:
    """Write grids as a GIF that loops for ever; see :class:`GifWriter`."""
    with GifWriter(file, look, fps, hold, canvas) as writer:
        for grid in frames:
            writer.add(grid)
        return writer.close()


class GifWriter:
    """A GIF file that takes its frames one at a time and keeps only the last one in memory.

    All pictures share one palette and show exactly the colours of the look. Only the box that
    changed is stored. Times are hundredths of a second, rounded so that the total is kept. As a
    context manager it leaves a whole file behind even where an exception ends the frames early.

    Args:
        file: A path (its folder must exist, a file of this name is replaced) or a binary file.
        look: One without a scale is fitted to the first frame.
        fps: Frames a second, above 0; more than 50 is shown as 50, see :class:`GifSummary`.
        hold: Seconds that the last frame stays.
        canvas: Width and height in pixels (of :func:`picture_size`), where grids of several
            shapes follow; smaller pictures are centred, larger ones drawn in smaller cells.
            None for the size of the first frame.
    """

    def __init__(
        self,
        file: str | PathLike[str] | BinaryIO,
        look: Look,
        fps: float,
        hold: float,
        canvas: tuple[int, int] | None = None,
    ) -> None:
        if not fps > 0:
            raise ValueError("a GIF needs more than 0 frames a second")
        self._look = look
        self._fps = min(float(fps), FASTEST)
        self._hold = max(_SHORTEST, _round(hold * 100))
        self._canvas = canvas
        self._table = ColorTable(())
        self._written = 0
        self._frames = 0
        self._images = 0
        self._last: Grid | None = None
        self._pending = b""
        self._pending_since = 0
        self._summary: GifSummary | None = None
        with ExitStack() as opened:
            if isinstance(file, (str, PathLike)):
                self._file: BinaryIO = opened.enter_context(Path(file).open("wb"))
            else:
                self._file = file
            self._opened = opened.pop_all()

    def __enter__(self) -> GifWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if self._frames or error is None:
                self.close()
        finally:
            self._opened.close()

    def add(self, grid: Grid, marks: Sequence[Mark] = ()) -> None:
        """Append a frame; the grid is not kept and may change afterwards.

        Args:
            grid: The frame.
            marks: What is drawn over its cells, in as many colours as there is room for.

        Raises:
            ValueError: A picture larger than the canvas even with cells of one pixel.
        """
        drawn = self._draw(grid, marks)
        now = self._time(self._frames)
        if self._last is None:
            self._write_header(drawn)
            self._pending, self._pending_since = _image(drawn, 0, 0), now
        else:
            box = _changed(self._last, drawn)
            if box is not None:
                rows, columns = box
                self._write_pending(now, self._last)
                self._pending = _image(drawn[box], columns.start, rows.start)
                self._pending_since = now
        self._last = drawn
        self._frames += 1

    def close(self) -> GifSummary:
        """Finish the file and return what it holds; a second call returns the same.

        Raises:
            ValueError: There was no frame.
        """
        if self._summary is not None:
            return self._summary
        if self._last is None:
            raise ValueError("a GIF needs at least one frame")
        end = self._time(self._frames - 1) + self._hold
        self._write_pending(end, self._last)
        self._file.write(b"\x3b")
        if len(self._table.colors) > self._written:
            self._file.seek(_PALETTE_AT)
            self._file.write(self._palette())
            self._file.seek(0, SEEK_END)
        self._opened.close()
        self._summary = GifSummary(self._frames, self._images, end / 100, self._fps)
        return self._summary

    def _time(self, frame: int) -> int:
        """Return when a frame appears, in hundredths of a second."""
        return _round(frame * 100 / self._fps)

    def _draw(self, grid: Grid, marks: Sequence[Mark]) -> Grid:
        """Return a frame's pixels on the canvas."""
        if self._last is None:
            self._begin(grid.shape)
        elif grid.ndim == 2 and self._look.view == "isometric":
            grid = grid[None]
        assert self._canvas is not None
        width, height = self._canvas
        look = _shrink(self._look, grid.shape, width, height)
        drawn = pixels(grid, look)
        if marks:
            drawn = self._table.marked(drawn, marks, look)
        if drawn.shape == (height, width):
            return drawn
        whole = np.full((height, width), look.margin_for(grid.shape), np.uint8)
        top, left = (height - drawn.shape[0]) // 2, (width - drawn.shape[1]) // 2
        whole[top : top + drawn.shape[0], left : left + drawn.shape[1]] = drawn
        return whole

    def _begin(self, shape: tuple[int, ...]) -> None:
        """Choose what stays the same: scale, canvas, and whether blocks are drawn."""
        view: View = "isometric" if self._look.shows_blocks(shape) else "layers"
        self._look = replace(self._look.fit(shape), view=view)
        self._canvas = self._canvas or picture_size(shape, self._look)
        self._table = ColorTable(self._look.colors_for(shape))

    def _write_header(self, drawn: Grid) -> None:
        height, width = drawn.shape
        if max(height, width) > _LONGEST_SIDE:
            raise ValueError(f"a GIF is at most {_LONGEST_SIDE} pixels wide and high")
        screen = pack("<HHBBB", width, height, 0xF7, 0, 0)
        self._file.write(b"GIF89a" + screen + self._palette() + _LOOP_FOR_EVER)
        self._written = len(self._table.colors)

    def _palette(self) -> bytes:
        """Return the table of colours as the file holds it; what is added later changes it."""
        return bytes(part for color in self._table.colors for part in color).ljust(768, b"\0")

    def _write_pending(self, until: int, shown: Grid) -> None:
        """Write the image that waited for its duration, in parts where one is too short."""
        duration = until - self._pending_since
        while duration > _LONGEST:
            self._write_image(_SPLIT)
            self._pending = _image(shown[:1, :1], 0, 0)
            duration -= _SPLIT
        self._write_image(duration)

    def _write_image(self, duration: int) -> None:
        # Flags 4: the picture stays, the next one is drawn over it.
        control = b"\x21\xf9\x04" + pack("<BHBB", 4, duration, 0, 0)
        self._file.write(control + self._pending)
        self._images += 1


def _round(number: float) -> int:
    """Return the nearest whole number, halves upwards."""
    return int(number + 0.5)


def _shrink(look: Look, shape: tuple[int, ...], width: int, height: int) -> Look:
    """Return the look with its scale reduced until the picture fits into a size."""
    while True:
        needed_width, needed_height = picture_size(shape, look)
        if needed_width <= width and needed_height <= height:
            return look
        if not look.scale or look.scale == 1:
            raise ValueError(
                f"a picture of {needed_width}x{needed_height} pixels does not fit "
                f"into the GIF's {width}x{height}"
            )
        look = replace(look, scale=look.scale - 1)


def _changed(before: Grid, after: Grid) -> tuple[slice, slice] | None:
    """Return the smallest box of rows and columns that holds all differences."""
    different = before != after
    rows = np.flatnonzero(different.any(axis=1))
    if not rows.size:
        return None
    columns = np.flatnonzero(different[rows[0] : rows[-1] + 1].any(axis=0))
    return (
        slice(int(rows[0]), int(rows[-1]) + 1),
        slice(int(columns[0]), int(columns[-1]) + 1),
    )


def _image(drawn: Grid, x: int, y: int) -> bytes:
    """Return an image block: where it lies, and its compressed pixels.

    Note: As a gray picture, Pillow stores the values as they are, whatever the palette.
    """
    buffer = BytesIO()
    image = Image.fromarray(np.ascontiguousarray(drawn))
    image.save(buffer, "GIF", optimize=False, interlace=False)
    data = buffer.getvalue()
    position = 13 + _table_size(data[10])
    position += 10 + _table_size(data[position + 9])
    descriptor = pack("<BHHHHB", 0x2C, x, y, drawn.shape[1], drawn.shape[0], 0)
    return descriptor + data[position:-1]


def _table_size(flags: int) -> int:
    """Return the bytes of the colour table that a flag byte announces."""
    return 3 * 2 ** ((flags & 7) + 1) if flags & 0x80 else 0


def thin(total_frames: int, limit: int) -> int:
    """Return the smallest step that leaves at most so many frames, see :func:`every`.

    Args:
        total_frames: Frames there are, at least 1.
        limit: Frames wanted at most, at least 2, since the first and the last always stay.
    """
    if limit < 2:
        raise ValueError("at least two frames remain: the first and the last")
    return max(1, -(-(total_frames - 1) // (limit - 1)))


def every(frames: Iterable[Frame], step: int) -> Iterator[Frame]:
    """Yield the first of every ``step`` frames, and always the last one."""
    held: list[Frame] = []
    for index, frame in enumerate(frames):
        held.clear()
        if index % step == 0:
            yield frame
        else:
            held.append(frame)
    yield from held
