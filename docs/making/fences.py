"""Fenced blocks of Markdown files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
EXAMPLES = DOCS / "examples"
PICTURES = DOCS / "pictures"

_BLOCK = re.compile(r"^( *)```([^\n`]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Args:
        place: File and line.
        language: The first word behind the fence.
        words: The others: ``key=value``, or a word alone with an empty value.
        text: What is in it.
        program: The last program before it.
    """

    place: str
    language: str
    words: dict[str, str]
    text: str
    program: str = ""


def pages() -> list[Path]:
    """Return the Markdown files of the documentation, and the README."""
    return sorted([*DOCS.rglob("*.md"), ROOT / "README.md"])


def blocks(path: Path) -> Iterator[Block]:
    """Yield the fenced blocks of a Markdown file."""
    content = path.read_text(encoding="utf-8")
    program = ""
    for found in _BLOCK.finditer(content):
        indentation, head, body = found.groups()
        text = re.sub(rf"^{indentation}", "", body, flags=re.MULTILINE)
        line = content.count("\n", 0, found.start()) + 1
        language, *rest = head.split() or [""]
        words = dict(word.partition("=")[::2] for word in rest)
        yield Block(f"{path.relative_to(ROOT)}:{line}", language, words, text, program)
        if language in ("mj", "xml"):
            program = text
