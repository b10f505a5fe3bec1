"""A grid as a picture, and as a PNG file that says how it was made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from pathlib import Path
from typing import IO, TYPE_CHECKING, BinaryIO

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.PngImagePlugin import PngInfo

from markovpy.model.palette import RGB
from markovpy.render.dress import MOST_COLORS
from markovpy.render.glyphs import stamp
from markovpy.render.isometric import isometric_pixels, isometric_size
from markovpy.render.lines import Lines
from markovpy.render.look import Arrangement, Grid, Look, arrange
from markovpy.render.overlay import draw_marks

if TYPE_CHECKING:
    from markovpy.engine.interactive import Mark

_PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_LONGEST_TEXT = 1_000_000


def picture(grid: Grid, look: Look) -> Image.Image:
    """Return the grid as a picture of mode P; of mode RGB where it has more than 256 colours.

    A cell is a square of ``look.scale`` pixels (fitted where None) in exactly its symbol's
    colour. A 3-D grid is drawn as the look's view says: as blocks (see
    :func:`~.isometric.isometric_pixels`), or as layers side by side, z = 0 first, wrapped into
    rows that keep the picture near a square, a gap of one cell in a neutral gray between them.
    """
    drawn = pixels(grid, look, most=None)
    painted = look.painted(grid.shape, None)
    if painted is not None and len(painted.colors) > MOST_COLORS:
        return Image.fromarray(np.array(painted.colors, np.uint8)[drawn])
    if painted is not None:
        return image_of(drawn, painted.colors)
    if look.shows_blocks(grid.shape):
        return image_of(drawn, look.colors_for(grid.shape))
    count = max(len(look.colors), int(drawn.max()) + 1)
    return image_of(drawn, look.picture_colors[:count])


def picture_size(shape: tuple[int, ...], look: Look) -> tuple[int, int]:
    """Return width and height in pixels of the picture of a grid of this shape."""
    scale = look.scale_for(shape)
    if look.shows_blocks(shape):
        return isometric_size(shape, scale)
    width, height = arrange(shape).size
    margin = Lines(look, scale).margin
    return width * scale + margin, height * scale + margin


def pixels(grid: Grid, look: Look, most: int | None = MOST_COLORS) -> Grid:
    """Return the grid as indices into ``look.colors_for(grid.shape)``, a row of pixels a row.

    Args:
        grid: Values, ``(height, width)`` or ``(depth, height, width)``.
        look: One without a scale is fitted to the grid.
        most: How many colours a dressed grid may have; None for as many as it has, in
            ``look.painted(grid.shape, None).colors``.

    Returns:
        A new array, ``(height, width)`` in pixels.
    """
    scale = look.scale_for(grid.shape)
    if look.shows_blocks(grid.shape):
        return isometric_pixels(grid, scale)
    arrangement = arrange(grid.shape)
    cells = arrangement.flatten(grid, look.gap)
    painted = look.painted(grid.shape, most)
    if painted is not None or look.shows_glyphs(scale):
        height, width = cells.shape
        tiles: Grid = _tiles(look, scale) if painted is None else painted.tiles
        blocks = tiles[cells].transpose(0, 2, 1, 3)
        drawn = blocks.reshape(height * scale, width * scale)
    else:
        drawn = cells.repeat(scale, axis=0).repeat(scale, axis=1)
    return _draw_lines(drawn, look, scale, arrangement)


def image_of(drawn: Grid, colors: Sequence[RGB]) -> Image.Image:
    """Return pixels as a picture of mode P with the colours of their values."""
    image = Image.fromarray(drawn)
    image.putpalette([part for color in colors for part in color])
    return image


def _tiles(look: Look, scale: int) -> NDArray[np.uint8]:
    """Return each pixel value's cell with its symbol, ``(value, scale, scale)``."""
    count = len(look.colors)
    tiles = np.empty((count + 1, scale, scale), np.uint8)
    tiles[:] = np.arange(count + 1, dtype=np.uint8)[:, None, None]
    for value in range(len(look.symbols)):
        tiles[value][stamp(look.glyph(value), scale)] = look.ink(value)
    return tiles


def _draw_lines(drawn: Grid, look: Look, scale: int, arrangement: Arrangement) -> Grid:
    """Return the pixels with lines on all cell borders, with a margin for the outer halves."""
    thick = Lines(look, scale).margin
    if not thick:
        return drawn
    before = thick // 2
    lined = np.full((drawn.shape[0] + thick, drawn.shape[1] + thick), look.gap, drawn.dtype)
    lined[before : before - thick, before : before - thick] = drawn
    height, width = arrangement.height, arrangement.width
    for x, y in arrangement.corners():
        top, left = y * scale, x * scale
        layer = lined[top : top + height * scale + thick, left : left + width * scale + thick]
        lines = Lines(look, scale)
        for axis, ends in ((layer, lines.down(height)), (layer.T, lines.across(width))):
            for start, end in ends:
                axis[start:end] = look.line
    return lined


def write_png(
    file: str | PathLike[str] | BinaryIO,
    grid: Grid,
    look: Look,
    metadata: Mapping[str, str] | None = None,
    marks: Sequence[Mark] = (),
) -> None:
    """Write the picture of a grid as PNG.

    Args:
        file: Its folder must exist; a file of this name is replaced.
        grid: Values, ``(height, width)`` or ``(depth, height, width)``.
        look: One without a scale is fitted to the grid.
        metadata: Text to keep in the file, by name (such as ``markovpy.seed``).
        marks: What is drawn over the cells.
    """
    texts = PngInfo()
    for name, text in (metadata or {}).items():
        texts.add_text(name, text)
    look = look.fit(grid.shape)
    image = picture(grid, look)
    if marks:
        image = draw_marks(image, marks, look)
    image.save(file, "PNG", pnginfo=texts)


def read_png_metadata(path: str | PathLike[str]) -> dict[str, str]:
    """Return the texts kept in a PNG file, by name.

    Returns:
        Nothing for a file that is absent, unreadable or no PNG; pixels are never decoded.
    """
    try:
        with Path(path).open("rb") as file:
            if file.read(len(_PNG_SIGNATURE)) != _PNG_SIGNATURE:
                return {}
            return _read_texts(file)
    except (OSError, ValueError):
        return {}


def _read_texts(file: IO[bytes]) -> dict[str, str]:
    """Return the texts of the chunks before the pixels."""
    texts: dict[str, str] = {}
    while len(head := file.read(8)) == 8:
        length, kind = int.from_bytes(head[:4], "big"), head[4:]
        if kind in (b"IDAT", b"IEND"):
            break
        if kind not in (b"tEXt", b"iTXt") or length > _LONGEST_TEXT:
            file.seek(length + 4, 1)
            continue
        name, _, text = file.read(length).partition(b"\0")
        file.seek(4, 1)
        if kind == b"tEXt":
            texts[name.decode("latin-1")] = text.decode("latin-1")
        elif text[:1] == b"\0":
            text = text[2:].split(b"\0", 2)[-1]
            texts[name.decode("latin-1")] = text.decode("utf-8")
    return texts
