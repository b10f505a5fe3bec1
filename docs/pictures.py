"""Write the generated pages and draw every picture of the documentation.

Run it from anywhere: it writes ``kinds.md`` and ``gallery.md`` beside itself, draws a picture for
each program in a page that has ``picture=`` behind its fence, one for each shipped program and the
README's, and removes pictures that no longer belong to anything. Running it again writes the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import markovpy
from making import drawing, gallery, kinds
from making.choices import README
from making.fences import DOCS, EXAMPLES, PICTURES, blocks, pages
from markovpy.render.saving import replacing
from markovpy.resources import programs

IN_PAGE = 360
IN_GALLERY = 480
PAGES = {"kinds.md": kinds.page, "gallery.md": gallery.page}


def pictures() -> Iterator[tuple[str, bytes]]:
    """Yield name and content of every picture file."""
    yield "gallery.png", drawing.sheet(README)
    for page in pages():
        for block in blocks(page):
            if "picture" in block.words:
                yield block.words["picture"], drawing.draw_block(block, EXAMPLES, IN_PAGE)
    for name in programs():
        content = drawing.draw(markovpy.load(name), gallery.shot(name), IN_GALLERY)
        yield gallery.picture(name), content


def write(path: Path, content: bytes) -> None:
    """Write a file, whole or not at all, if it has not this content already."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != content:
        with replacing(path) as temporary:
            temporary.write_bytes(content)
        print(f"wrote {path.relative_to(DOCS)}")


def main() -> None:
    """Write all pages, then all pictures."""
    for name, page in PAGES.items():
        write(DOCS / name, page().encode())
    written = set()
    for name, content in pictures():
        write(PICTURES / name, content)
        written.add(PICTURES / name)
    for path in sorted(PICTURES.rglob("*.*")):
        if path not in written:
            path.unlink()
            print(f"removed {path.relative_to(DOCS)}")


if __name__ == "__main__":
    main()
