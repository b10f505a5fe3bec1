"""Symbols drawn as small black-and-white stamps, one cell large."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

_EMPTY = "._"
# Shapes that point somewhere: as pointing right, and the quarter turns that take it there.
_POINTERS = {
    **{symbol: ("►", turns) for turns, symbol in enumerate("►▲◄▼")},
    **{symbol: ("►", turns) for turns, symbol in enumerate("▶▲◀▼")},
    **{symbol: ("▷", turns) for turns, symbol in enumerate("▷△◁▽")},
    **{symbol: ("→", turns) for turns, symbol in enumerate("→↑←↓")},
}
# Sides of a cell that a box drawing character reaches, by the words of its Unicode name.
_ARMS = {
    "HORIZONTAL": ((-1, 0), (1, 0)),
    "VERTICAL": ((0, -1), (0, 1)),
    "LEFT": ((-1, 0),),
    "RIGHT": ((1, 0),),
    "UP": ((0, -1),),
    "DOWN": ((0, 1),),
}


@lru_cache(maxsize=1024)
def stamp(symbol: str, scale: int) -> NDArray[np.bool_]:
    """Return which pixels of a cell a symbol inks, ``(scale, scale)``, not antialiased.

    Triangles, arrows, squares, circles, diamonds and box characters are drawn here; all else
    comes from Pillow's own font, which shows a small box for a character it lacks. ``.`` and
    ``_`` are how an empty cell is written, and ink nothing. A text of more characters is one of
    that font, as large as fits.
    """
    shape, turns = _POINTERS.get(symbol, (symbol, 0))
    image = Image.new("1", (scale, scale))
    draw = ImageDraw.Draw(image)
    is_drawn = len(shape) == 1 and (
        shape in _EMPTY
        or _draw_shape(draw, shape, scale)
        or _draw_box_character(draw, shape, scale)
    )
    if not is_drawn:
        _draw_character(draw, shape, scale)
    inked = np.rot90(np.array(image, dtype=np.bool_), turns)
    inked.setflags(write=False)
    return inked


def _draw_shape(draw: ImageDraw.ImageDraw, symbol: str, scale: int) -> bool:
    """Draw a symbol that is a plain shape; return whether it is one."""
    low, high = scale // 5, scale - 1 - scale // 5
    square = (low, low, high, high)
    thickness = max(1, scale // 14)
    middle = (scale - 1) / 2
    diamond = [(middle, low - 1), (high + 1, middle), (middle, high + 1), (low - 1, middle)]
    if symbol == "►":
        draw.polygon(_triangle(scale, -0.3, 0.3), fill=1)
    elif symbol == "▷":
        draw.polygon(_triangle(scale, -0.3, 0.3), fill=0, outline=1, width=thickness)
    elif symbol == "→":
        draw.line([(0.14 * scale, middle), (middle, middle)], fill=1, width=max(1, scale // 7))
        draw.polygon(_triangle(scale, -0.04, 0.36), fill=1)
    elif symbol in "■█":
        draw.rectangle(square, fill=1)
    elif symbol == "□":
        draw.rectangle(square, outline=1, width=thickness)
    elif symbol == "●":
        draw.ellipse(square, fill=1)
    elif symbol == "○":
        draw.ellipse(square, outline=1, width=thickness)
    elif symbol == "◆":
        draw.polygon(diamond, fill=1)
    elif symbol == "◇":
        draw.polygon(diamond, fill=0, outline=1, width=thickness)
    else:
        return False
    return True


def _triangle(scale: int, base: float, tip: float) -> list[tuple[float, float]]:
    """Return the corners of a triangle that points right.

    Args:
        scale: Pixels a cell.
        base: Where its upright side lies, in cells right of the middle.
        tip: Where its tip lies, in cells right of the middle.
    """
    middle = (scale - 1) / 2
    side = 0.34 * scale
    left = middle + base * scale
    return [(middle + tip * scale, middle), (left, middle - side), (left, middle + side)]


def _draw_box_character(draw: ImageDraw.ImageDraw, symbol: str, scale: int) -> bool:
    """Draw a line character as bars to the cell's sides; return whether it is one."""
    name = unicodedata.name(symbol, "")
    if not name.startswith("BOX DRAWINGS") or "DIAGONAL" in name:
        return False
    thickness = max(1, scale // (5 if "HEAVY" in name or "DOUBLE" in name else 8))
    low = (scale - thickness) // 2
    high = low + thickness - 1
    for word in name.split():
        for dx, dy in _ARMS.get(word, ()):
            left, right = (0 if dx < 0 else low), (scale - 1 if dx > 0 else high)
            top, bottom = (0 if dy < 0 else low), (scale - 1 if dy > 0 else high)
            draw.rectangle((left, top, right, bottom), fill=1)
    return True


def _draw_character(draw: ImageDraw.ImageDraw, symbol: str, scale: int) -> None:
    """Draw a character of the font, its ink centred sideways, capitals centred in height.

    Of several the font is as large as the cell lets, with a pixel to spare on either side.
    """
    size = -(-scale * 4 // 5)
    draw.fontmode = "1"
    if len(symbol) > 1:
        while size > 1 and _ink_width(symbol, size) > scale - 2:
            size -= 1
    font = _font(size)
    ink = font.getmask(symbol, mode="1").getbbox() or (0, 0, 0, 0)
    left = draw.textbbox((0, 0), symbol, font=font, anchor="ls")[0]
    capital_top = draw.textbbox((0, 0), "X", font=font, anchor="ls")[1]
    x = round((scale - ink[2] - ink[0]) / 2 - left)
    y = round((scale - capital_top) / 2)
    draw.text((x, y), symbol, fill=1, font=font, anchor="ls")


def _ink_width(text: str, size: int) -> int:
    left, _, right, _ = _font(size).getmask(text, mode="1").getbbox() or (0, 0, 0, 0)
    return int(right - left)


def text_stamp(text: str, size: int) -> NDArray[np.bool_]:
    """Return which pixels a line of text inks, not antialiased, cut to its width.

    Args:
        text: At least one character that is not blank.
        size: The font's, in pixels. All stamps of a size have the same height.
    """
    font = _font(size)
    box = ImageDraw.Draw(Image.new("1", (1, 1))).textbbox((0, 0), text, font=font, anchor="ls")
    image = Image.new("1", (int(box[2] - box[0]) + 2, size))
    draw = ImageDraw.Draw(image)
    draw.fontmode = "1"
    draw.text((1 - int(box[0]), size - 1 - size // 5), text, fill=1, font=font, anchor="ls")
    inked = np.array(image, dtype=np.bool_)
    used = np.flatnonzero(inked.any(axis=0))
    return inked[:, used[0] : used[-1] + 1]


@lru_cache(maxsize=64)
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
