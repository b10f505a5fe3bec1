"""Cells that are more than a colour: marks of goals, sprites, and pieces of a picture.

A dressed grid holds *cell numbers* in place of values: first the look's colours (values, then
values on each goal), then four that nothing in a grid has (gap, line, black, white), then the
pieces of the picture, one for each cell of the grid, row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from markovpy.model.palette import RGB
from markovpy.render.glyphs import stamp

if TYPE_CHECKING:
    from markovpy.render.look import Look

Pixels: TypeAlias = NDArray[np.uint8]
"""A picture, ``(height, width, 4)``, red, green, blue, opacity."""

SMALLEST_DRESSED_CELL = 4
"""Pixels a cell needs for more than its colour to be drawn in it."""
MOST_COLORS = 256
"""How many colours a GIF has."""
BLACK: RGB = (0, 0, 0)
WHITE: RGB = (255, 255, 255)
_DOT = 0.3
_SMALL_DOT = 0.2
_SMALLEST_LETTER = 8
_SMALL = 8
_DENSER = 1.7
"""In cells of less than so many pixels clear edges of a sprite would leave little of it."""


@dataclass(frozen=True, eq=False)
class Costume:
    """What is drawn in a cell, in this order.

    Args:
        color: What fills it.
        pictures: Pictures over it, each fitted into the cell; clear parts show what is below.
        dot: The colour of a round mark on top; None for none.
        large: Whether the mark is large.
    """

    color: RGB
    pictures: tuple[Pixels, ...] = ()
    dot: RGB | None = None
    large: bool = True


@dataclass(frozen=True, eq=False)
class Dress:
    """What cells look like, besides their colour.

    Args:
        costumes: One for each of the look's colours.
        picture: A picture that is cut into one piece for each cell; None for none. Of a picture
            of other proportions than the grid's the middle is taken, as large as it goes.
        homes: The value whose symbol each piece has, shape ``(height, width)``.
    """

    costumes: tuple[Costume, ...]
    picture: Pixels | None = None
    homes: NDArray[np.uint8] | None = None

    @property
    def pieces(self) -> int:
        """How many pieces there are."""
        return 0 if self.picture is None or self.homes is None else self.homes.size


@dataclass(frozen=True, eq=False)
class Paint:
    """The cells of a look, painted.

    Args:
        tiles: Colour numbers, ``(cell number, y, x)``.
        colors: The colours by number; those of the look come first.
    """

    tiles: NDArray[Any]
    colors: tuple[RGB, ...]


@lru_cache(maxsize=16)
def paint(look: Look, dress: Dress, most: int | None = None) -> Paint:
    """Return the painted cells of a look that has a scale.

    Args:
        look: The look.
        dress: Its dress.
        most: How many colours there may be; where the pictures have more, they get near ones.
            None for as many as they have.
    """
    assert look.scale is not None
    base = np.array(look.picture_colors, np.uint8)
    pieces = _pieces(dress, look.scale)
    if dress.homes is not None and look.shows_glyphs(look.scale):
        pieces = _lettered(pieces, dress.homes, look)
    drawn = np.concatenate([_painted(look, dress), pieces])
    room = None if most is None else max(0, most - len(base))
    tiles, colors = _numbered(drawn, base, room)
    return Paint(tiles, tuple((int(r), int(g), int(b)) for r, g, b in colors))


def mean_colors(look: Look, dress: Dress) -> tuple[RGB, ...]:
    """Return one colour for each cell number, for pictures that have a pixel a cell."""
    pieces = [tuple(int(part) for part in piece[0, 0]) for piece in _pieces(dress, 1)]
    return (*look.picture_colors, *((r, g, b) for r, g, b in pieces))


def _painted(look: Look, dress: Dress) -> NDArray[np.uint8]:
    """Return the cells without those of the picture, ``(cell number, y, x, 3)``."""
    scale = look.scale or 1
    count = len(look.colors)
    cells = np.empty((count + 4, scale, scale, 3), np.uint8)
    cells[:] = np.array(look.picture_colors, np.uint8)[:, None, None]
    for number, costume in enumerate(dress.costumes):
        cell = cells[number]
        cell[:] = costume.color
        for picture in costume.pictures:
            _lay(cell, picture)
        if look.shows_glyphs(scale) and not costume.pictures:
            cell[stamp(look.glyph(number), scale)] = look.ink_on(costume.color)
        if costume.dot is not None:
            cell[_disc(scale, _DOT if costume.large else _SMALL_DOT)] = costume.dot
    return cells


def _lay(cell: NDArray[np.uint8], picture: Pixels) -> None:
    """Draw a picture over a cell, as large as it fits, in the middle."""
    scale = cell.shape[0]
    image = Image.fromarray(picture)
    factor = scale / max(image.size)
    width, height = (max(1, round(side * factor)) for side in image.size)
    grows = factor >= 1
    resized = image.resize(
        (width, height), Image.Resampling.NEAREST if grows else Image.Resampling.BOX
    )
    if scale < _SMALL and not grows:
        resized.putalpha(resized.getchannel("A").point(lambda part: min(255, int(part * _DENSER))))
    whole = Image.fromarray(cell)
    whole.paste(resized, ((scale - width) // 2, (scale - height) // 2), resized)
    cell[:] = np.asarray(whole)


def _disc(scale: int, radius: float) -> NDArray[np.bool_]:
    """Return which pixels of a cell a round mark covers."""
    distances = (np.arange(scale) + 0.5 - scale / 2) ** 2
    within = distances[:, None] + distances[None, :] <= max(1.0, radius * scale) ** 2
    disc: NDArray[np.bool_] = within
    return disc


def _pieces(dress: Dress, scale: int) -> NDArray[np.uint8]:
    """Return the pieces of the picture, ``(piece, y, x, 3)``; clear parts are black."""
    if dress.picture is None or dress.homes is None:
        return np.empty((0, scale, scale, 3), np.uint8)
    rows, columns = dress.homes.shape
    image = Image.fromarray(dress.picture)
    box = middle(image.size, (columns, rows))
    size = (columns * scale, rows * scale)
    image = image.resize(size, Image.Resampling.LANCZOS, box)
    whole = Image.new("RGB", size)
    whole.paste(image, (0, 0), image)
    cut = np.asarray(whole).reshape(rows, scale, columns, scale, 3).transpose(0, 2, 1, 3, 4)
    return cut.reshape(rows * columns, scale, scale, 3)


def _lettered(pieces: NDArray[np.uint8], homes: NDArray[np.uint8], look: Look) -> NDArray[np.uint8]:
    """Return pieces with the symbol of their value in the top left corner, but for the gap's."""
    lettered = pieces.copy()
    side = max(_SMALLEST_LETTER, pieces.shape[1] // 3)
    for piece, value in zip(lettered, homes.reshape(-1)):
        if value == 0:
            continue
        corner = piece[:side, :side]
        red, green, blue = (int(part) for part in corner.mean(axis=(0, 1)))
        ink = look.ink_on((red, green, blue))
        corner[:] = WHITE if ink == BLACK else BLACK
        corner[stamp(look.glyph(int(value)), side)] = ink
    return lettered


def middle(size: tuple[int, int], shape: tuple[int, int]) -> tuple[float, float, float, float]:
    """Return the largest box in the middle of a picture that has other proportions.

    Args:
        size: Width and height of the picture.
        shape: Width and height that the box is in proportion to.
    """
    width, height = size
    factor = min(width / shape[0], height / shape[1])
    left, top = (width - shape[0] * factor) / 2, (height - shape[1] * factor) / 2
    return left, top, width - left, height - top


def _numbered(
    drawn: NDArray[np.uint8], base: NDArray[np.uint8], room: int | None
) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Return cells as colour numbers, and the colours: given ones first.

    Args:
        drawn: Colours, ``(cell, y, x, 3)``.
        base: The colours that come first.
        room: How many others there may be; None for no limit.
    """
    packed = _packed(drawn)
    others = np.setdiff1d(packed, _packed(base))
    if room is not None and len(others) > room:
        packed, others = _fewer(packed, others, base, room)
    known, first = np.unique(_packed(base), return_index=True)
    numbers = {int(color): int(place) for color, place in zip(known, first)}
    numbers |= {int(color): len(base) + place for place, color in enumerate(others)}
    present, inverse = np.unique(packed, return_inverse=True)
    table = np.array([numbers[int(color)] for color in present])
    tiles = table[inverse].reshape(packed.shape)
    colors = np.concatenate([base, _unpacked(others)])
    return tiles.astype(np.uint8 if len(colors) <= MOST_COLORS else np.int32), colors


def _fewer(
    packed: NDArray[np.int64], others: NDArray[np.int64], base: NDArray[np.uint8], room: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return cells in which the colours beyond the base ones are replaced by fewer near ones."""
    replaced = np.isin(packed, others)
    pixels = _unpacked(packed[replaced])
    if room == 0:
        distances = ((pixels[:, None].astype(int) - base[None].astype(int)) ** 2).sum(axis=2)
        near = base[distances.argmin(axis=1)]
    else:
        image = Image.fromarray(pixels.reshape(1, -1, 3))
        reduced = image.quantize(room, Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        near = np.asarray(reduced.convert("RGB"))[0]
    fewer = packed.copy()
    fewer[replaced] = _packed(near)
    return fewer, np.setdiff1d(fewer, _packed(base))


def _packed(colors: NDArray[np.uint8]) -> NDArray[np.int64]:
    packed: NDArray[np.int64] = colors.astype(np.int64) @ np.array([1 << 16, 1 << 8, 1])
    return packed


def _unpacked(packed: NDArray[np.int64]) -> NDArray[np.uint8]:
    return np.stack([packed >> 16, packed >> 8 & 255, packed & 255], axis=-1).astype(np.uint8)
