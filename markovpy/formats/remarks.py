"""What a MarkovJunior model says to its readers, as comments of ``.mj`` text.

That is XML comments, ``comment`` attributes, and text between elements, which nothing else reads.
"""

from __future__ import annotations

import inspect
from xml.parsers import expat

from markovpy.lang.comments import Comment, after_blank, comment_at
from markovpy.source import Source

TOP = -1  # before everything


def remarks_of(source: Source) -> tuple[Comment, ...]:
    """Return the comments of a well-formed model, in the order of their offsets.

    A comment outside the root is about the whole model: it comes first, as ``.mj`` programs
    open with what they do. That of an attribute stands behind what its element becomes.
    """
    return _Reader(source).read()


class _Reader:
    """Feeds the XML parser and keeps comments."""

    def __init__(self, source: Source) -> None:
        self.text = source.text
        self.data = source.text.encode("utf-8", "surrogatepass")
        self.depth = 0
        self.place = (0, 0)
        self.top: list[Comment] = []
        self.inside: list[Comment] = []
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.CommentHandler = self.comment
        self.parser.CharacterDataHandler = self.comment

    def read(self) -> tuple[Comment, ...]:
        """Return the comments."""
        self.parser.Parse(self.data, True)
        return (*self.top, *sorted(self.inside, key=lambda comment: comment.offset))

    def offset(self) -> int:
        """Return the character offset of the parser's place; places only grow."""
        place = self.parser.CurrentByteIndex
        before, characters = self.place
        characters += len(self.data[before:place].decode("utf-8", "replace"))
        self.place = (place, characters)
        return characters

    def start(self, _: str, attributes: dict[str, str]) -> None:
        """Open an element."""
        self.depth += 1
        text = " ".join(attributes.get("comment", "").split())
        if text and self.depth == 1:
            self.add_top([text])
        elif text:
            self.inside.append(Comment(f"# {text}", self.offset() + 1, alone=False))

    def end(self, _: str) -> None:
        """Close an element."""
        self.depth -= 1

    def comment(self, data: str) -> None:
        """Keep a comment, or text between elements."""
        lines = inspect.cleandoc(data).strip().splitlines()
        if not lines:
            return
        if self.depth == 0:
            self.add_top(lines)
            return
        offset = self.offset()
        first = comment_at(self.text, offset, _hash(lines[0]))
        if len(lines) == 1 and not first.alone:
            self.inside.append(Comment(first.text, offset, alone=False))
            return
        blank = first.alone and after_blank(self.text, offset)
        for number, line in enumerate(lines):
            self.inside.append(
                Comment(_hash(line), offset, True, first.column, blank and number == 0)
            )

    def add_top(self, lines: list[str]) -> None:
        """Keep lines about the whole model."""
        if self.top:
            self.top.append(Comment("#", TOP, alone=True))
        self.top += [Comment(_hash(line), TOP, alone=True) for line in lines]


def _hash(line: str) -> str:
    return f"# {line.rstrip()}".rstrip()
