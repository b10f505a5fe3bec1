"""Comments: what a program says to its readers only.

The syntax tree has none. Whoever writes a program anew takes them from its source, and the
writer puts each back where its offset says.
"""

from __future__ import annotations

from dataclasses import dataclass

from markovpy.errors import columns


@dataclass(frozen=True, slots=True)
class Comment:
    """One comment, of one line.

    Args:
        text: From its ``#`` to its end.
        offset: Where it stands in the source.
        alone: Whether nothing stands before it on its line.
        column: How many columns stand before it; -1 where that says nothing.
        blank: Whether a blank line comes before it.
    """

    text: str
    offset: int
    alone: bool
    column: int = -1
    blank: bool = False


def comment_at(source: str, offset: int, text: str) -> Comment:
    """Return the comment that begins at an offset of a source."""
    begin = source.rfind("\n", 0, offset) + 1
    before = source[begin:offset]
    column = columns(before)
    return Comment(text.rstrip(), offset, not before.strip(), column, after_blank(source, offset))


def after_blank(source: str, offset: int) -> bool:
    """Return whether the line before the line of an offset is blank."""
    begin = source.rfind("\n", 0, offset) + 1
    return begin > 0 and not source[source.rfind("\n", 0, begin - 1) + 1 : begin].strip()
