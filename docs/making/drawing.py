"""Pictures of programs: PNG and GIF files, the same bytes each time on the same Pillow."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from PIL import Image

import markovpy
from making.choices import Shot
from making.fences import Block
from markovpy.render.gif import every, thin, write_gif

MOST_FRAMES = 220
HOLD = 2.5
SIDE, GAP, COLUMNS = 240, 8, 4


def draw(program: markovpy.Program, shot: Shot, longest: int) -> bytes:
    """Return the picture file of a program.

    Args:
        program: What to run.
        shot: How to run it.
        longest: Pixels that the longer side may have.
    """
    size = tuple(map(int, shot.size.split("x"))) if shot.size else None
    run = program.run(seed=shot.seed, size=size)
    look = run.look().fit(run.grid.shape, longest)
    if not shot.every:
        return png(run.image(look.scale))
    buffer = BytesIO()
    frames = program.frames(seed=shot.seed, size=size, every=shot.every)
    shown = every(frames, thin(run.turns // shot.every + 2, MOST_FRAMES))
    write_gif(buffer, shown, look, shot.fps, HOLD)
    return buffer.getvalue()


def draw_block(block: Block, folder: Path, longest: int) -> bytes:
    """Return the picture file of a program in a page, as the words behind its fence say."""
    words = block.words
    shot = Shot(
        int(words.get("seed", "1")),
        words.get("size", ""),
        int(words.get("every", "0")),
        int(words.get("fps", "20")),
    )
    return draw(markovpy.parse(block.text, folder=folder, name=block.place), shot, longest)


def sheet(chosen: Mapping[str, int]) -> bytes:
    """Return a PNG file of shipped programs side by side.

    Args:
        chosen: Names and seeds.
    """
    rows = -(-len(chosen) // COLUMNS)
    step = SIDE + GAP
    image = Image.new("RGB", (COLUMNS * step - GAP, rows * step - GAP), "white")
    for place, (name, seed) in enumerate(chosen.items()):
        image.paste(_square(name, seed), (place % COLUMNS * step, place // COLUMNS * step))
    return png(image.quantize(256))


def _square(name: str, seed: int) -> Image.Image:
    """Return a square picture of a shipped program."""
    image = markovpy.load(name).run(seed=seed).image().convert("RGB")
    image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    square = Image.new("RGB", (SIDE, SIDE), image.getpixel((0, 0)))
    square.paste(image, ((SIDE - image.width) // 2, (SIDE - image.height) // 2))
    return square


def png(image: Image.Image) -> bytes:
    """Return a picture as a PNG file."""
    buffer = BytesIO()
    image.save(buffer, "PNG", optimize=True)
    return buffer.getvalue()
