"""The tokens of expressions and conditions, read one at a time.

The reader decides what comes next: behind ``any`` it asks for a pattern, and the same
characters that would be an operator elsewhere belong to it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NoReturn

from markovpy.errors import Diagnostic
from markovpy.lang.syntax import Word
from markovpy.source import Span

MAX_OPERATORS = 100  # the tree is walked recursively, by the reader and by everyone after it

_TOKEN = re.compile(
    r"""(?P<number>\d+\.\d+|\d+|\.\d+)
      | (?P<name>[^\W\d]\w*)
      | (?P<operator>==|!=|<=|>=|[-+*/%()<>=])""",
    re.VERBOSE,
)
_PATTERN = re.compile(
    r"""(?P<quoted>"[^"\n]*")
      | (?P<picture>\{[^{}]*\})
      | (?P<bare>(?:\[[^\]\s]*\]|[^\s"{}()=<>:!+\-]|!(?!=))+)""",
    re.VERBOSE,
)
_BLANKS = re.compile(r"\s*")


class Fault(Exception):
    """The first fault of a text; it never leaves this package."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def fail(code: str, message: str, span: Span, hint: str) -> NoReturn:
    """Raise a fault."""
    raise Fault(Diagnostic(code, message, span, hint))


@dataclass(frozen=True, slots=True)
class Lexeme:
    """A token; its kind is ``number name operator other``, or ``end`` behind the last one."""

    kind: str
    text: str
    span: Span


class Scanner:
    """Walks over a text.

    Args:
        text: The text.
        offset: Where it stands in the source.
    """

    def __init__(self, text: str, offset: int) -> None:
        self._text = text
        self._offset = offset
        self._index = 0
        self._operators = 0

    def peek(self) -> Lexeme:
        """Return the next token without moving on."""
        start = self._skip_blanks()
        if start == len(self._text):
            return Lexeme("end", "", self._span(max(start - 1, 0), max(start, 1)))
        match = _TOKEN.match(self._text, start)
        if not match:
            return Lexeme("other", self._text[start], self._span(start, start + 1))
        return Lexeme(match.lastgroup or "", match[0], self._span(*match.span()))

    def take(self) -> Lexeme:
        """Return the next token and move behind it."""
        token = self.peek()
        if token.kind != "end":
            self._index = token.span.end - self._offset
        return token

    def take_if(self, *texts: str) -> Lexeme | None:
        """Return the next token and move behind it, if it is one of the texts."""
        return self.take() if self.peek().text in texts else None

    def take_operator(self, *texts: str) -> Lexeme | None:
        """Do as :meth:`take_if`; raise if the tree would get too deep."""
        token = self.take_if(*texts)
        if token:
            self._operators += 1
            if self._operators > MAX_OPERATORS:
                message = f"more than {MAX_OPERATORS} operators in one expression"
                fail("too-deep", message, token.span, "name a part of it with let")
        return token

    def take_pattern(self) -> Word | None:
        """Return the pattern or picture that comes next, whatever word it is."""
        match = _PATTERN.match(self._text, self._skip_blanks())
        if not match:
            return None
        self._index = match.end()
        span = self._span(*match.span())
        if match["bare"] is not None:
            return Word(match[0], span, "bare", span.start)
        kind = "picture" if match["picture"] is not None else "quoted"
        return Word(match[0][1:-1], span, kind, span.start + 1)  # type: ignore[arg-type]

    def _span(self, start: int, end: int) -> Span:
        return Span(self._offset + start, self._offset + end)

    def _skip_blanks(self) -> int:
        match = _BLANKS.match(self._text, self._index)
        self._index = match.end() if match else self._index
        return self._index
