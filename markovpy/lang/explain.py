"""Faults of shape in the user's words: what stands wrongly where, and what to type instead.

Nothing of the parser generator's own words may pass through here.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from markovpy.errors import Diagnostic
from markovpy.source import Source, Span

if TYPE_CHECKING:
    from lark import Token

LABELS = {
    "WORD": "a word or pattern",
    "STRING": 'a text in quotes "…"',
    "PICTURE": "a picture block { … }",
    "COMPARE": "a comparison such as >=",
    "ARROW": "'->'",
    "COLON": "':'",
    "EQUAL": "'='",
    "_NEWLINE": "the end of the line",
    "_INDENT": "an indented block",
    "_DEDENT": "the end of the block",
    "$END": "the end of the program",
}
ARROW_SIGNS = frozenset("→⇒⟶⟹➔➙➛➜➝➞➡⭢⇨↦")
_CHARACTER_FAULTS = {
    "#": (
        "stray-hash",
        "'#' starts no comment here",
        "for a comment put a blank before and behind the '#'; a pattern with '#' stands in quotes",
    ),
    '"': ("unclosed-quote", "this quote is never closed", 'put a second " at the end of the text'),
    "}": ("stray-brace", "'}' without '{'", "remove it"),
    ")": ("stray-parenthesis", "')' without '('", "remove it"),
}
_STATEMENT_NAME = re.compile(r"[a-z][a-z0-9_.]+")
_WRITE_ARROW = "write the arrow as ->"
_NO_ARROW = "'=>' is no sign of the language"
_ARROW_OR_COMPARE = "write a rule's arrow as ->, 'at least' as >="


def span_of(token: Token) -> Span:
    """Return the span of a token."""
    start = token.start_pos or 0
    return Span(start, start + len(token))


def statement_start(tokens: Sequence[Token], index: int) -> int:
    """Return where the statement or rule that holds or ends at ``tokens[index]`` begins."""
    start = index
    while start > 0 and tokens[start - 1].type != "COLON":
        start -= 1
    return start


def explain_character(source: Source, offset: int) -> tuple[Diagnostic, bool]:
    """Explain a character that begins no word.

    Returns:
        The diagnostic, and whether the rest of the text must be given up: after an unclosed
        picture nobody can tell what was meant to be data.
    """
    character = source.text[offset]
    span = Span(offset, offset + 1)
    if character in _CHARACTER_FAULTS:
        code, message, hint = _CHARACTER_FAULTS[character]
        return Diagnostic(code, message, span, hint), False
    if character == "{":
        hint = "end the picture with '}'"
        if "}" in source.text[offset:]:
            hint += "; a picture cannot hold '{'"
        return Diagnostic("unclosed-brace", "this '{' is never closed", span, hint), True
    if character == "(":
        return _explain_parenthesis(source, offset), False
    return _explain_invisible(character, span), False


def _explain_parenthesis(source: Source, offset: int) -> Diagnostic:
    end = source.text.find("\n", offset)
    line = source.text[offset : end if end >= 0 else len(source.text)]
    span = Span(offset, offset + 1)
    depth = deepest = 0
    for character in line:
        depth += (character == "(") - (character == ")")
        deepest = max(deepest, depth)
        if depth == 0 and deepest > 1:
            message = "parentheses too deep inside one another"
            hint = "remove some, or name a part with let"
            return Diagnostic("too-deep", message, span, hint)
        if depth == 0:
            message = "a quote or brace inside these parentheses is never closed"
            return Diagnostic("unclosed-quote", message, span, "close it before the ')'")
    hint = "close it with ')' in the same line"
    return Diagnostic("unclosed-parenthesis", "this '(' is never closed", span, hint)


def _explain_invisible(character: str, span: Span) -> Diagnostic:
    name = unicodedata.name(character, f"character U+{ord(character):04X}").lower()
    if character.isspace() or unicodedata.category(character) in ("Zs", "Cf"):
        hint = "replace it by an ordinary blank" if character.isspace() else "remove it"
        return Diagnostic("odd-blank", f"an invisible {name}", span, hint)
    return Diagnostic("odd-character", f"an unprintable {name}", span, "remove it")


def find_slip(tokens: Sequence[Token]) -> Diagnostic | None:
    """Return the arrow that a line meant but did not write; None for most lines."""
    if any(token.type == "ARROW" for token in tokens):
        return None
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        whole = span_of(token).to(span_of(after))
        if token.type == "EQUAL" and after == ">":
            return Diagnostic("bad-arrow", _NO_ARROW, whole, _ARROW_OR_COMPARE)
        if token == "-" and after == ">":
            message = "a rule's arrow has no blank inside"
            return Diagnostic("bad-arrow", message, whole, _WRITE_ARROW)
        if before.type == "EQUAL" or _STATEMENT_NAME.fullmatch(before):
            continue  # 'put → at center': a symbol like any other
        if token == "<" and after == "-":
            hint = "write the rule the other way round, with ->"
            return Diagnostic("bad-arrow", "a rule's arrow points to the right", whole, hint)
        if token in ARROW_SIGNS and after.type in ("WORD", "STRING"):
            message = f"the sign {token} is no arrow of the language"
            return Diagnostic("bad-arrow", message, span_of(token), _WRITE_ARROW)
    return None


def explain_token(
    tokens: Sequence[Token], index: int, expected: Iterable[str], source: Source
) -> Diagnostic:
    """Explain why a line cannot go on with its token number ``index``.

    Args:
        tokens: The line, without its end.
        index: The token that does not fit; ``len(tokens)`` for the line's end.
        expected: The terminals that would have fitted.
        source: The program.
    """
    if index >= len(tokens):
        return _explain_end(tokens)
    token = tokens[index]
    start = statement_start(tokens, index)
    head = tokens[start:index]
    if token.type == "ARROW":
        return _explain_arrow(tokens, head, index)
    if token.type == "COLON":
        return _explain_colon(token, head)
    if token.type == "PICTURE" and (not head or head[-1].type == "ARROW"):
        hint = "a rule of pictures is one block: rule { left -> right }"
        return Diagnostic(
            "bare-picture",
            "a picture block needs a word before it",
            _opening(token),
            hint,
        )
    if token.type == "EQUAL":
        return _explain_equal(token, head, tokens[index + 1 :])
    if head and len(head) == 1 and head[0].type == "STRING":
        message = f"a pattern alone: {head[0]}"
        return Diagnostic(
            "missing-arrow", message, span_of(token), "write -> between the two sides"
        )
    opens_side = head[-1].type == "ARROW" if head else _holds_arrow(tokens[index:])
    if token.type == "COMPARE" and opens_side:
        message = f"'{token}' as a pattern stands in quotes"
        return Diagnostic("needs-quotes", message, span_of(token), f'write "{token}"')
    names = " or ".join(LABELS[name] for name in sorted(expected) if name in LABELS)
    message = f"{LABELS[token.type]} does not fit here"
    return Diagnostic("syntax", message, _opening(token), f"expected {names}" if names else "")


def _holds_arrow(tokens: Sequence[Token]) -> bool:
    return any(token.type == "ARROW" for token in tokens)


def _opening(token: Token) -> Span:
    """Return the span of a token, of a picture only its brace."""
    span = span_of(token)
    return Span(span.start, span.start + 1) if token.type == "PICTURE" else span


def _explain_end(tokens: Sequence[Token]) -> Diagnostic:
    last = tokens[-1]
    head = tokens[statement_start(tokens, len(tokens) - 1) :]
    after = Span(span_of(last).end, span_of(last).end + 1)
    if last.type == "ARROW":
        hint = "write what the match becomes; * leaves a cell alone"
        return Diagnostic("missing-side", "nothing stands right of '->'", span_of(last), hint)
    if last.type == "EQUAL":
        key = tokens[-2]
        return Diagnostic(
            "missing-value",
            f"'{key}=' has no value",
            span_of(key).to(span_of(last)),
            "write the value directly behind the '='",
        )
    if head[0].type == "STRING":
        hint = f"write {head[0]} -> and what it becomes"
        return Diagnostic("missing-arrow", "a pattern alone is no rule", span_of(head[0]), hint)
    return Diagnostic("syntax", "the line ends too early", after, "write the rest of it")


def _explain_arrow(tokens: Sequence[Token], head: Sequence[Token], index: int) -> Diagnostic:
    token = tokens[index]
    arrow = span_of(token)
    if not head:
        hint = "write the pattern to look for before the '->'"
        return Diagnostic("missing-side", "nothing stands left of '->'", arrow, hint)
    if _holds_arrow(head):
        return Diagnostic("second-arrow", "a second '->' in one rule", arrow, "write two rules")
    if head[-1] == "-" or head[-1].type == "EQUAL":
        whole = span_of(head[-1]).to(arrow)
        return Diagnostic("bad-arrow", "a longer arrow than '->'", whole, _WRITE_ARROW)
    if head[-1].type == "PICTURE":
        hint = "a rule of pictures is one block: rule { left -> right }"
        return Diagnostic(
            "bare-picture",
            "a picture block is no side of a rule",
            _opening(head[-1]),
            hint,
        )
    if _STATEMENT_NAME.fullmatch(head[0]):
        return _explain_missing_colon(tokens, head, index)
    if all(other.type in ("WORD", "STRING") for other in head):
        texts = [str(other) for other in head]
        hint = f"write {'/'.join(texts)} for rows, or {''.join(texts)} for one row"
        if any(other.type == "STRING" for other in head):
            hint = "write one pattern: / separates rows, // layers"
        span = span_of(head[0]).to(span_of(head[-1]))
        return Diagnostic("blank-in-pattern", "a blank inside a pattern", span, hint)
    hint = "a rule is: pattern -> pattern"
    return Diagnostic("syntax", "'->' does not fit here", arrow, hint)


def _explain_missing_colon(
    tokens: Sequence[Token], head: Sequence[Token], index: int
) -> Diagnostic:
    """Explain ``all RB -> BR``: the last word before the arrow is the rule's left side."""
    keyed = len(head) > 2 and head[-2].type == "EQUAL"
    if keyed:
        hint = "write ':' and the rule's left side before the '->'"
        return Diagnostic(
            "missing-side", "nothing stands left of '->'", span_of(tokens[index]), hint
        )
    before, left = head[-2], head[-1]
    right = tokens[index + 1] if index + 1 < len(tokens) else "…"
    statement = "".join(
        str(other)
        if i == 0 or other.type == "EQUAL" or head[i - 1].type == "EQUAL"
        else f" {other}"
        for i, other in enumerate(head[:-1])
    )
    hint = f"write {statement}: {left} -> {right}"
    message = f"':' is missing between '{head[0]}' and its rule"
    return Diagnostic("missing-colon", message, span_of(before).to(span_of(left)), hint)


def _explain_colon(token: Token, head: Sequence[Token]) -> Diagnostic:
    if not head:
        hint = "write the name of the block before it; a pattern with ':' stands in quotes"
        return Diagnostic("missing-name", "nothing stands before ':'", span_of(token), hint)
    if any(other.type == "ARROW" for other in head):
        hint = "remove the ':'; a pattern with ':' stands in quotes"
        return Diagnostic("rule-with-block", "a rule has no block", span_of(token), hint)
    if head[-1].type == "EQUAL":
        key = f"{head[-2]}=" if len(head) > 1 else "="
        hint = "write the value directly behind the '='; ':' as a value stands in quotes"
        return Diagnostic("missing-value", f"'{key}' has no value", span_of(head[-1]), hint)
    hint = "write a name before it; a pattern with ':' stands in quotes"
    return Diagnostic("missing-name", "':' does not fit here", span_of(token), hint)


def _explain_equal(token: Token, head: Sequence[Token], rest: Sequence[Token]) -> Diagnostic:
    span = span_of(token)
    if rest and rest[0] == ">" and rest[0].start_pos == token.end_pos:
        return Diagnostic("bad-arrow", _NO_ARROW, span.to(span_of(rest[0])), _ARROW_OR_COMPARE)
    if any(other.type == "ARROW" for other in rest):
        message = "'=' stands in quotes wherever it is written in a pattern"
        return Diagnostic("needs-quotes", message, span, 'for example "R=" -> "B="')
    if len(head) == 1 and head[0].type == "WORD":
        value = str(rest[0]) if rest else "…"
        hint = f"write let {head[0]} = {value} to name a value, {head[0]} -> {value} for a rule"
        return Diagnostic("stray-equal", "a line cannot begin with 'name ='", span, hint)
    if head and head[-1].type == "EQUAL":
        return Diagnostic(
            "stray-equal", "two '=' in a row", span, "write '=' once, or == to compare"
        )
    hint = "write key=value with one word before the '='; a pattern with '=' stands in quotes"
    return Diagnostic("stray-equal", "'=' does not fit here", span, hint)
