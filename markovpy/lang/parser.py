"""Program text to syntax tree.

The parser knows no names: whether ``oen`` is a node and whether ``steps`` belongs to it is the
checker's to say. What it reports is shape: text that is not a word, indentation, a statement or
rule that lacks a part.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from markovpy.errors import Diagnostic, ProgramError
from markovpy.lang.comments import Comment, comment_at
from markovpy.lang.explain import explain_character, explain_token
from markovpy.lang.layout import Line, arrange, check_line, probe
from markovpy.lang.syntax import Argument, Item, Rewrite, Statement, Tree, Word
from markovpy.resources import grammar_text
from markovpy.source import Source, Span

if TYPE_CHECKING:
    from lark import Lark, Token

MAX_CHARACTERS = 1_000_000
MAX_DIAGNOSTICS = 50


def parse(source: Source) -> Tree:
    """Return the syntax tree of a program.

    An empty text gives an empty tree.

    Args:
        source: The program, as :meth:`Source.decode` gives it.

    Raises:
        ProgramError: The text is no program; all faults of shape that can be told apart from
            one another are in it, in source order.
    """
    _refuse_unreadable(source)
    diagnostics: list[Diagnostic] = []
    lines = _read_lines(source, diagnostics)
    tokens = arrange(lines, source, diagnostics.append)
    items: tuple[Item, ...] | None = None
    if not diagnostics:
        items = _feed(tokens)
    if items is None:
        diagnostics.extend(_faulty_lines(lines, source))
        diagnostics.sort(key=lambda diagnostic: diagnostic.span.start if diagnostic.span else 0)
        raise ProgramError(diagnostics[:MAX_DIAGNOSTICS], source)
    return Tree(items, source)


def comments_of(source: Source) -> tuple[Comment, ...]:
    """Return the comments of a program that parses, in source order."""
    text = source.text
    found = []
    before = 0
    ends = [_bounds(token) for token in _lark().lex(text)]
    for start, end in [*ends, (len(text), len(text))]:
        mark = text.find("#", before, start)
        if mark >= 0:
            found.append(comment_at(text, mark, text[mark:start]))
        before = end
    return tuple(found)


def _refuse_unreadable(source: Source) -> None:
    """Raise for what no person wrote as a program: huge or binary input."""
    text = source.text
    if len(text) > MAX_CHARACTERS:
        message = f"the program has {len(text):,} characters, more than {MAX_CHARACTERS:,}"
        hint = 'keep large grids in files of their own: start file="…"'
        raise ProgramError([Diagnostic("too-large", message, hint=hint)], source)
    bad = text.find("\0")
    if bad < 0:
        try:
            text.encode()
        except UnicodeEncodeError as error:
            bad = error.start
    if bad >= 0:
        diagnostic = Diagnostic(
            "not-text",
            "this is not text in UTF-8",
            Span(bad, bad + 1),
            "give a program, not a picture or another binary file",
        )
        # The excerpt would show the very bytes that cannot be shown.
        shown = Source(text.encode(errors="replace").decode().replace("\0", "?"), source.name)
        raise ProgramError([diagnostic], shown)


def _read_lines(source: Source, diagnostics: list[Diagnostic]) -> list[Line]:
    """Return the lines that hold something; one with a fault in its characters is broken."""
    from lark import TextSlice, UnexpectedCharacters

    text = source.text
    lines: list[Line] = []
    start = 0
    while start < len(text):
        line = Line([])
        try:
            for token in _lark().lex(TextSlice(text, start, len(text))):
                if token.type != "_NEWLINE":
                    line.tokens.append(token)
                elif line.tokens:
                    lines.append(line)
                    line = Line([])
            start = len(text)
        except UnexpectedCharacters as error:
            offset: int = error.pos_in_stream  # type: ignore[assignment]  # a lexer always sets it
            diagnostic, ends_program = explain_character(source, offset)
            diagnostics.append(diagnostic)
            line.broken = True
            line.fault = offset
            end = text.find("\n", offset)
            start = len(text) if ends_program or end < 0 else end
        if line.tokens or line.broken:
            lines.append(line)
    for line in lines:
        fault = None if line.broken else check_line(line, text)
        if fault:
            diagnostics.append(fault)
            line.broken = True
    return lines


def _feed(tokens: list[Token]) -> tuple[Item, ...] | None:
    """Return the items that the tokens form; None where they form none."""
    from lark import UnexpectedToken

    machine = _lark().parse_interactive()
    try:
        for token in tokens:
            machine.feed_token(token)
        items: tuple[Item, ...] = machine.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken:
        return None
    return items


def _faulty_lines(lines: list[Line], source: Source) -> list[Diagnostic]:
    """Return what is wrong with the shape of single lines.

    The layout has already made the blocks fit, so that a fault of shape lies within one line
    and cannot have followed from another.
    """
    from lark import UnexpectedToken

    found = []
    for line in lines:
        if line.broken:
            continue
        machine = _lark().parse_interactive()
        for index, token in enumerate(probe(line)):
            try:
                machine.feed_token(token)
            except UnexpectedToken as error:
                found.append(explain_token(line.tokens, index, error.expected, source))
                break
        if len(found) >= MAX_DIAGNOSTICS:
            break
    return found


@cache
def _lark() -> Lark:
    """Return the parser; built on first use, since that takes longer than a small program."""
    from lark import Lark

    return Lark(
        grammar_text("mj.lark"),
        parser="lalr",
        lexer="basic",
        transformer=_TreeBuilder(),
        maybe_placeholders=False,
    )


class _TreeBuilder:
    """Makes the tree classes out of the grammar's rules; each method is named after its rule."""

    def WORD(self, token: Token) -> Word:
        start, end = _bounds(token)
        return Word(str(token), Span(start, end), "bare", start)

    def STRING(self, token: Token) -> Word:
        start, end = _bounds(token)
        return Word(str(token)[1:-1], Span(start, end), "quoted", start + 1)

    def PICTURE(self, token: Token) -> Word:
        start, end = _bounds(token)
        return Word(str(token)[1:-1], Span(start, end), "picture", start + 1)

    def COMPARE(self, token: Token) -> Word:
        start, end = _bounds(token)
        return Word(str(token), Span(start, end), "compare", start)

    def argument(self, children: list[Word]) -> Argument:
        return Argument(children[0] if len(children) > 1 else None, children[-1])

    def head(self, children: list[Any]) -> tuple[Word, tuple[Argument, ...]]:
        return children[0], tuple(children[1:])

    def suite(self, children: list[Item]) -> tuple[Item, ...]:
        return tuple(children)

    def statement(self, children: list[Any]) -> Statement:
        name, arguments = children[0]
        body = children[1] if len(children) > 1 else None
        span = name.span.to(arguments[-1].span) if arguments else name.span
        return Statement(name, arguments, body, span)

    def rewrite(self, children: list[Any]) -> Rewrite:
        left, right, *arguments = children
        last = arguments[-1] if arguments else right
        return Rewrite(left, right, tuple(arguments), left.span.to(last.span))

    def start(self, children: list[Item]) -> tuple[Item, ...]:
        return tuple(children)


def _bounds(token: Token) -> tuple[int, int]:
    start: int = token.start_pos  # type: ignore[assignment]  # set by the lexer
    return start, start + len(token)
