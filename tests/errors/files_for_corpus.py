"""The small files that the programs of the corpus name."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

BLACK = (0, 0, 0, 255)
CLEAR = (0, 0, 0, 0)
RED = (255, 0, 0, 255)
WHITE = (255, 255, 255, 255)


def picture(*rows: list[tuple[int, int, int, int]]) -> Image.Image:
    """Return an RGBA image of given pixels."""
    image = Image.new("RGBA", (len(rows[0]), len(rows)))
    image.putdata([pixel for row in rows for pixel in row])
    return image


def write(folder: Path) -> None:
    """Write all files into a folder."""
    rules = folder / "resources" / "rules"
    rules.mkdir(parents=True)
    two = picture([BLACK, WHITE])
    two.save(folder / "two.png")
    two.save(rules / "two.png")
    picture([BLACK, WHITE, RED]).save(folder / "odd.png")
    picture([BLACK, CLEAR]).save(folder / "alpha.png")
    picture([BLACK, WHITE], [RED, CLEAR]).save(folder / "four.png")
    (folder / "damaged.png").write_bytes((folder / "four.png").read_bytes()[:45])
    (folder / "words.png").write_text("no image")
    (folder / "latin.txt").write_bytes(b"B\xe9\n")
    (folder / "level.txt").write_text("BWB\nBxB\n")
    (folder / "good.txt").write_text("BWB\nBWB\n")
    (folder / "empty.txt").write_text("")
    (folder / "blocks.vox").write_bytes(b"VOX no")
