"""Marks over the cells of a picture: what a player has chosen, noted, or got wrong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PIL import ImageDraw, ImageFont

from markovpy.render.lines import Lines

if TYPE_CHECKING:
    from PIL.Image import Image

    from markovpy.engine.interactive import Mark
    from markovpy.render.look import Look

_PLACES = 3
_LARGE = 0.62
_SMALL = 0.26
_SMALLEST_TEXT = 5


def draw_marks(image: Image, marks: Iterable[Mark], look: Look) -> Image:
    """Return a flat picture with marks over its cells, in mode RGB.

    Args:
        image: The picture.
        marks: What to draw, in order.
        look: What the picture was drawn with, its scale among it.
    """
    assert look.scale is not None
    scale = look.scale
    drawn = image.convert("RGB")
    draw = ImageDraw.Draw(drawn)
    lines = Lines(look, scale)
    columns, rows = lines.across(image.width // scale), lines.down(image.height // scale)
    for mark in marks:
        left, top = columns[mark.x][1], rows[mark.y][1]
        right, bottom = columns[mark.x + 1][0] - 1, rows[mark.y + 1][0] - 1
        if mark.fill is not None:
            draw.rectangle((left, top, right, bottom), fill=mark.fill)
        if mark.frame is not None:
            width = max(1, scale // 12)
            draw.rectangle((left, top, right, bottom), outline=mark.frame, width=width)
        if mark.text:
            corner = mark.x * scale + lines.margin // 2, mark.y * scale + lines.margin // 2
            _write(draw, drawn, mark, *corner, look)
    return drawn


def _write(
    draw: ImageDraw.ImageDraw, image: Image, mark: Mark, left: int, top: int, look: Look
) -> None:
    """Write a mark's text, in the middle of its cell or at one of its nine places."""
    scale = look.scale or 1
    part = scale if mark.place is None else scale / _PLACES
    size = scale * (_LARGE if mark.place is None else _SMALL)
    if size < _SMALLEST_TEXT:
        return
    row, column = (0, 0) if mark.place is None else divmod(mark.place, _PLACES)
    x, y = left + (column + 0.5) * part, top + (row + 0.5) * part
    ground = image.getpixel((min(left + scale // 8, image.width - 1), top + scale // 8))
    assert isinstance(ground, tuple)
    color = mark.color or look.ink_on((int(ground[0]), int(ground[1]), int(ground[2])))
    draw.text((x, y), mark.text, fill=color, font=ImageFont.load_default(size), anchor="mm")
