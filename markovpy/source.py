"""Program text with positions: what every later stage points into."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of character offsets in a source text."""

    start: int
    end: int

    def to(self, other: Span) -> Span:
        """Return the span from the start of this one to the end of the other."""
        return Span(self.start, other.end)


@dataclass(frozen=True)
class Source:
    """A text and the name it is reported under.

    Args:
        text: The text, each line ended by one line feed (see :meth:`decode`).
        name: What errors call it: a path as the user wrote it, or ``<stdin>``.
    """

    text: str
    name: str = "<text>"

    @classmethod
    def decode(cls, data: str, name: str = "<text>") -> Source:
        """Return a source without byte order mark, each line ended by one line feed."""
        text = data.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        return cls(text, name)

    @cached_property
    def _line_starts(self) -> list[int]:
        starts = [0]
        starts.extend(i + 1 for i, character in enumerate(self.text) if character == "\n")
        return starts

    def position(self, offset: int) -> tuple[int, int]:
        """Return the 1-based line and column of an offset."""
        line = bisect_right(self._line_starts, offset)
        return line, offset - self._line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Return the text of a 1-based line without its line end."""
        start = self._line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    def slice(self, span: Span) -> str:
        """Return the text under a span."""
        return self.text[span.start : span.end]
