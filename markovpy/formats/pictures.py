"""Pictures to look at: photographs and sprites, of any size and mode."""

from __future__ import annotations

import io
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import numpy as np

from markovpy.errors import UnreadableFileError

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image as Picture

IMAGE_FORMATS = ("PNG", "GIF", "BMP", "WEBP", "TIFF", "JPEG", "PPM")
"""What Pillow may take a file for: no format that runs another program (PostScript)."""
MOST_PIXELS = 100_000_000
_LARGEST = f"{MOST_PIXELS:,} pixels, such as 10,000x10,000"
KEPT_SIDE = 2048
"""Pixels that the longer side keeps at most: more than any picture of a grid shows."""


@contextmanager
def opened(data: bytes, noun: str, largest: str) -> Iterator[Picture]:
    """Open an image file for what is done with it in the block.

    Args:
        data: A file that Pillow reads.
        noun: What messages call it.
        largest: The size that it may have, in words.

    Raises:
        UnreadableFileError: It is no image, damaged, or so large that opening it is a danger.
    """
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=IMAGE_FORMATS) as image:
            yield image
    except UnreadableFileError:
        raise
    except UnidentifiedImageError:
        hint = f"{noun}s are {', '.join(IMAGE_FORMATS)}"
        raise UnreadableFileError(f"this is no {noun}", hint) from None
    except Image.DecompressionBombError:
        raise UnreadableFileError(f"the {noun} has too many pixels", _smaller(largest)) from None
    except Exception as error:  # a decoder meets damaged data with any class of exception
        reason = str(error) or type(error).__name__
        raise UnreadableFileError(f"the {noun} cannot be read: {reason}") from None


def read_picture(data: bytes) -> NDArray[np.uint8]:
    """Return the pixels of a picture, upright as its camera says.

    Args:
        data: A file that Pillow reads.

    Returns:
        Red, green, blue and opacity, shape ``(height, width, 4)``; a larger one is scaled down
        to 2048 pixels a side.

    Raises:
        UnreadableFileError: It is no picture, damaged, or has more than 100,000,000 pixels.
    """
    from PIL import Image, ImageOps

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        with opened(data, "picture", _LARGEST) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                message = f"the picture has {width:,}x{height:,} pixels, which are too many"
                raise UnreadableFileError(message, _smaller(_LARGEST))
            image.draft(image.mode, (KEPT_SIDE, KEPT_SIDE))  # a large JPEG is read smaller
            upright = _eight_bits(ImageOps.exif_transpose(image))
            upright.thumbnail((KEPT_SIDE, KEPT_SIDE))
            return np.asarray(upright)


def _smaller(largest: str) -> str:
    return f"scale it down to at most {largest}"


def _eight_bits(image: Picture) -> Picture:
    """Return a picture in mode RGBA; one with more bits a pixel keeps its brightness.

    Where numbers are no fractions and go beyond a byte, black is 0 or the least, white the
    greatest, of sixteen bits the greatest that there can be.
    """
    from PIL import Image

    if image.mode in ("I", "F") or image.mode.startswith("I;16"):
        values = np.nan_to_num(np.asarray(image, dtype=float), posinf=0, neginf=0)
        lowest, highest = min(0.0, values.min()), values.max()
        if image.mode.startswith("I;16"):
            highest = 65_535.0
        elif lowest == 0 and highest <= 255:
            highest = 1.0 if image.mode == "F" and highest <= 1 else 255.0
        span = max(highest - lowest, 1e-300)
        image = Image.fromarray(((values - lowest) * (255 / span)).astype(np.uint8))
    return image.convert("RGBA")
