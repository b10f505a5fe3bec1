"""Draw the pictures of the README: run it from anywhere, it writes beside itself."""

from pathlib import Path

from PIL import Image

import markovpy

FOLDER = Path(__file__).parent / "pictures"
SIDE = 240
GAP = 8
COLUMNS = 4
CHOSEN = {
    "dungeon": 7,
    "flower": 7,
    "village": 7,
    "river": 7,
    "arctic_circle": 7,
    "city_blocks": 7,
    "skyline": 4,
    "island": 7,
}


def tile(name: str, seed: int) -> Image.Image:
    """Return a square picture of a shipped program."""
    image = markovpy.load(name).run(seed=seed).image().convert("RGB")
    image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS)
    square = Image.new("RGB", (SIDE, SIDE), image.getpixel((0, 0)))
    square.paste(image, ((SIDE - image.width) // 2, (SIDE - image.height) // 2))
    return square


def sheet() -> Image.Image:
    """Return the chosen programs side by side."""
    rows = -(-len(CHOSEN) // COLUMNS)
    step = SIDE + GAP
    image = Image.new("RGB", (COLUMNS * step - GAP, rows * step - GAP), "white")
    for place, (name, seed) in enumerate(CHOSEN.items()):
        image.paste(tile(name, seed), (place % COLUMNS * step, place // COLUMNS * step))
    return image


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    sheet().quantize(256).save(FOLDER / "gallery.png", optimize=True)
