"""Lines and indentation: from the tokens of each line to one stream with block marks.

Wherever lines do not fit together this reports it and mends the stream, so that the parser
behind it meets no fault that follows from another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markovpy.errors import Diagnostic
from markovpy.lang.explain import find_slip, span_of, statement_start
from markovpy.source import Source, Span

if TYPE_CHECKING:
    from lark import Token

MAX_DEPTH = 60
_VALUES = frozenset({"WORD", "STRING", "PICTURE"})
_COMMENTED_SYMBOL = re.compile(r"(?:color|legend|put|sprite)[ \t]+#")


@dataclass(slots=True)
class Line:
    """One logical line: a picture's line ends do not end it.

    Args:
        tokens: What stands in it, without its end.
        broken: Whether a fault in it has been reported; the parser then gets a stand-in.
        fault: The offset of the fault, for a line that has no tokens before it.
    """

    tokens: list[Token]
    broken: bool = False
    fault: int = 0

    @property
    def start(self) -> int:
        """The offset of its first character that is not a blank."""
        return span_of(self.tokens[0]).start if self.tokens else self.fault

    @property
    def opens_block(self) -> bool:
        """Whether a block must follow below."""
        return not self.broken and self.tokens[-1].type == "COLON"


def check_line(line: Line, text: str) -> Diagnostic | None:
    """Return a fault of a line that parses, but cannot be meant; None if there is none.

    Args:
        line: A line that is not broken.
        text: The program.
    """
    tokens = line.tokens
    if tokens[0].startswith("#"):
        return Diagnostic(
            "stray-hash",
            "'#' directly before a word starts no comment",
            span_of(tokens[0]),
            "put a blank behind the '#'",
        )
    cut = _COMMENTED_SYMBOL.match(text, line.start)
    if cut and len(tokens) == 1:
        message = f"'#' begins a comment here, so '{tokens[0]}' has no symbol"
        span = Span(cut.end() - 1, cut.end())
        return Diagnostic("stray-hash", message, span, 'write the symbol in quotes: "#"')
    before = tokens[0]
    for after in tokens[1:]:
        if (
            before.end_pos == after.start_pos
            and before.type in _VALUES
            and after.type in ("WORD", "STRING")
        ):
            return Diagnostic(
                "missing-blank",
                "no blank between two values",
                span_of(before).to(span_of(after)),
                "put a blank between them, or one pair of quotes around the whole",
            )
        before = after
    return find_slip(tokens)


def probe(line: Line) -> list[Token]:
    """Return the tokens of a line that is not broken as a program of its own."""
    if not line.opens_block:
        return [*line.tokens, _mark("_NEWLINE")]
    block = ("_NEWLINE", "_INDENT", "WORD", "_NEWLINE", "_DEDENT")
    return [*line.tokens, *map(_mark, block)]


def arrange(lines: list[Line], source: Source, report: Callable[[Diagnostic], None]) -> list[Token]:
    """Return the tokens of all lines with line ends and the marks of blocks between them."""
    layout = _Layout(source, report)
    for line in lines:
        layout.add(line)
    return layout.finish()


def _mark(kind: str) -> Token:
    """Return a token that stands for no text of its own."""
    from lark import Token

    return Token(kind, "", 0)


@dataclass
class _Layout:
    """The stream so far, the open levels of indentation and the line not yet written.

    A line is written when the next one is known, since that decides whether it has a block.
    After a fault of indentation ``lost`` is set: further ones would only follow from it.
    """

    source: Source
    report: Callable[[Diagnostic], None]
    levels: list[int] = field(default_factory=lambda: [0])
    tokens: list[Token] = field(default_factory=list)
    previous: Line | None = None
    lost: bool = False

    def add(self, line: Line) -> None:
        """Write the line before this one and enter or leave blocks."""
        indentation = self._indentation(line)
        if indentation > self.levels[-1]:
            self._enter(line, indentation)
        else:
            self._write_previous(deeper=False)
            while indentation < self.levels[-1]:
                self.levels.pop()
                self.tokens.append(_mark("_DEDENT"))
            if indentation > self.levels[-1]:
                self._complain(
                    "bad-dedent",
                    f"indented by {indentation}, but no open block is",
                    Span(line.start - indentation, line.start),
                    f"indent by one of {', '.join(map(str, self.levels))}"
                    if len(self.levels) > 1
                    else "remove the indentation, or align the line with its block",
                )
        self._check_depth(line)
        self.previous = line

    def finish(self) -> list[Token]:
        """Write the last line, close what is open and return the stream."""
        self._write_previous(deeper=False)
        self.tokens.extend(_mark("_DEDENT") for _ in self.levels[1:])
        return self.tokens

    def _indentation(self, line: Line) -> int:
        """Return how many blanks stand before a line."""
        begin = self.source.text.rfind("\n", 0, line.start) + 1
        blanks = self.source.text[begin : line.start]
        tab = blanks.find("\t")
        if tab >= 0:
            self._complain(
                "tab-indentation",
                "a tab in the indentation",
                Span(begin + tab, begin + tab + 1),
                "indent with spaces",
            )
        return len(blanks.expandtabs(4))

    def _enter(self, line: Line, indentation: int) -> None:
        """Open a block, or report that nothing asked for one."""
        previous = self.previous
        if previous is None or not (previous.opens_block or previous.broken):
            hint = "remove the indentation"
            if previous and not any(token.type == "ARROW" for token in previous.tokens):
                number = self.source.position(span_of(previous.tokens[-1]).end)[0]
                hint += f", or end line {number} with ':' if this is its block"
            span = Span(line.start - indentation, line.start)
            self._complain("unexpected-indent", "indented, but no block was opened", span, hint)
        if previous is None:
            return
        self._write_previous(deeper=True)
        self.levels.append(indentation)
        self.tokens.append(_mark("_INDENT"))

    def _write_previous(self, *, deeper: bool) -> None:
        line = self.previous
        if line is None:
            return
        if line.opens_block and not deeper:
            name = line.tokens[statement_start(line.tokens, len(line.tokens) - 1)]
            self._complain(
                "missing-block",
                f"nothing stands below '{name}:'",
                span_of(name).to(span_of(line.tokens[-1])),
                "indent the lines that belong to it, or remove the ':'",
            )
            line.broken = True
        whole = not line.broken and line.opens_block == deeper
        if whole:
            self.tokens.extend(line.tokens)
        else:
            self.tokens.append(_mark("WORD"))
            if deeper:
                self.tokens.append(_mark("COLON"))
        self.tokens.append(_mark("_NEWLINE"))

    def _check_depth(self, line: Line) -> None:
        depth = len(self.levels) - 1
        for token in line.tokens:
            if token.type == "COLON":
                depth += 1
                if depth > MAX_DEPTH:
                    self.report(
                        Diagnostic(
                            "too-deep",
                            f"more than {MAX_DEPTH} blocks inside one another",
                            span_of(token),
                            "give inner blocks a name with define",
                        )
                    )
                    line.broken = True
                    return

    def _complain(self, code: str, message: str, span: Span, hint: str) -> None:
        if not self.lost:
            self.report(Diagnostic(code, message, span, hint))
        self.lost = self.lost or code != "missing-block"
