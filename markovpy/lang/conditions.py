"""Expressions, ranges and the conditions of ``if while require win lose``: text to a tree.

This reads the shape. Which names are known and whether a pattern fits the grid is the checker's
to say: patterns stay words here. Behind ``any``, ``no`` and ``count`` every word is a pattern,
``or`` and ``not`` too.
"""

from __future__ import annotations

from typing import NoReturn, TypeAlias, cast, get_args

from markovpy.errors import Diagnostic
from markovpy.lang.pictures import Report
from markovpy.lang.scanner import Fault, Lexeme, Scanner, fail
from markovpy.lang.syntax import Argument, Word
from markovpy.lang.terms import (
    And,
    Binary,
    Compare,
    Comparison,
    Condition,
    CountOf,
    Exists,
    Expression,
    GridIs,
    Marked,
    Name,
    Negate,
    Not,
    Number,
    Operator,
    Or,
    Quantifier,
)
from markovpy.source import Source, Span

__all__ = [
    "And",
    "Binary",
    "Compare",
    "Condition",
    "CountOf",
    "Exists",
    "Expression",
    "GridIs",
    "Marked",
    "Name",
    "Negate",
    "Not",
    "Number",
    "Or",
    "read_condition",
    "read_expression",
    "read_range",
]

_MAX_DIGITS = 18
_COMPARISONS = get_args(Comparison)
_QUANTIFIERS: dict[str, Quantifier] = {
    **dict.fromkeys(("none", "without", "zero"), "no"),
    **dict.fromkeys(("all", "each"), "every"),
    **dict.fromkeys(("exists", "has", "some"), "any"),
}
"""What is meant by words that are none of the language, before a pattern."""
_Part: TypeAlias = Condition | Expression


def read_condition(
    arguments: tuple[Argument, ...],
    source: Source,
    report: Report,
    head: Span | None = None,
) -> Condition | None:
    """Return the condition that a statement's arguments form; None if a fault was reported.

    Args:
        arguments: All arguments of the statement.
        source: The text they stand in.
        report: Called with the first fault.
        head: Where to point if there are no arguments: the statement.
    """
    if not arguments:
        hint = "write a condition, for example: any R"
        report(Diagnostic("missing-condition", "the condition is missing", head, hint))
        return None
    span = arguments[0].span.to(arguments[-1].span)
    try:
        return _Reader(source.slice(span), span.start, conditions=True).condition()
    except Fault as fault:
        report(fault.diagnostic)
        return None


def read_expression(word: Word, report: Report) -> Expression | None:
    """Return the expression that a word holds; None if a fault was reported.

    Args:
        word: The word; an expression with blanks stands in parentheses.
        report: Called with the first fault.
    """
    try:
        return _read(word, 0, len(word.text))
    except Fault as fault:
        report(fault.diagnostic)
        return None


def read_range(word: Word, report: Report) -> tuple[Expression, Expression] | None:
    """Return the ends of ``low..high``; a single expression is both of them.

    Whether the low end is below the high one is not looked at here.

    Args:
        word: The word.
        report: Called with the first fault.
    """
    dots = word.text.find("..")
    if dots < 0:
        single = read_expression(word, report)
        return (single, single) if single else None
    try:
        if not word.text[:dots].strip() or not word.text[dots + 2 :].strip():
            hint = "write both ends, such as 2..5"
            fail("missing-operand", "a range without its end", word.at(dots, 2), hint)
        return _read(word, 0, dots), _read(word, dots + 2, len(word.text))
    except Fault as fault:
        report(fault.diagnostic)
        return None


def _read(word: Word, start: int, end: int) -> Expression:
    text = word.text[start:end]
    if word.kind == "picture" or not text.strip():
        fail("missing-operand", "no number here", word.span, "write a number or a name")
    return _Reader(text, word.offset + start, conditions=False).expression()


class _Reader:
    """Recursive descent over one text.

    ``(a + b) * 2 > c`` and ``(a > b) or c > d`` cannot be told apart before the parenthesis
    closes. So conditions and numbers share all levels, and each operator asks for what it needs.

    Args:
        text: The text.
        offset: Where it stands in the source.
        conditions: Whether it may hold conditions; ``any`` is a name like others if not.
    """

    def __init__(self, text: str, offset: int, *, conditions: bool) -> None:
        self._scanner = Scanner(text, offset)
        self._conditions = conditions

    def condition(self) -> Condition:
        """Return the whole text as a condition."""
        return _condition(self._all_of_it())

    def expression(self) -> Expression:
        """Return the whole text as an expression."""
        return _number(self._all_of_it())

    def _all_of_it(self) -> _Part:
        part = self._either() if self._conditions else self._sum()
        rest = self._scanner.peek()
        if rest.kind != "end":
            self._unexpected(rest)
        return part

    def _either(self) -> _Part:
        parts = [self._both()]
        while self._scanner.take_operator("or"):
            parts.append(self._both())
        if len(parts) == 1:
            return parts[0]
        return Or(tuple(map(_condition, parts)), parts[0].span.to(parts[-1].span))

    def _both(self) -> _Part:
        parts = [self._inverse()]
        while self._scanner.take_operator("and"):
            parts.append(self._inverse())
        if len(parts) == 1:
            return parts[0]
        return And(tuple(map(_condition, parts)), parts[0].span.to(parts[-1].span))

    def _inverse(self) -> _Part:
        if token := self._scanner.take_operator("not"):
            operand = _condition(self._inverse())
            return Not(operand, token.span.to(operand.span))
        return self._comparison()

    def _comparison(self) -> _Part:
        part = self._sum()
        token = self._scanner.take_if(*_COMPARISONS)
        if token is None:
            if self._scanner.peek().text == "=":
                self._unexpected(self._scanner.peek())
            return part
        left, right = _number(part), _number(self._sum())
        again = self._scanner.peek()
        if again.text in _COMPARISONS:
            hint = "join two comparisons with and"
            fail("comparison-chain", "a comparison of a comparison", again.span, hint)
        return Compare(cast(Comparison, token.text), left, right, left.span.to(right.span))

    def _sum(self) -> _Part:
        part = self._product()
        while token := self._scanner.take_operator("+", "-"):
            part = _binary(token, part, self._product())
        return part

    def _product(self) -> _Part:
        part = self._signed()
        while token := self._scanner.take_operator("*", "/", "%"):
            if token.text == "/" and (second := self._scanner.take_if("/")):
                hint = "write a single /, which divides whole numbers"
                fail(
                    "bad-expression",
                    "'//' is no operator",
                    token.span.to(second.span),
                    hint,
                )
            part = _binary(token, part, self._signed())
        return part

    def _signed(self) -> _Part:
        if token := self._scanner.take_operator("-", "+"):
            operand = _number(self._signed())
            return Negate(operand, token.span.to(operand.span)) if token.text == "-" else operand
        if token := self._scanner.take_operator("("):
            return self._parentheses(token)
        return self._atom(self._scanner.take())

    def _parentheses(self, opening: Lexeme) -> _Part:
        part = self._either() if self._conditions else self._sum()
        closing = self._scanner.peek()
        if closing.kind == "end":
            hint = "close it with ')'"
            fail("unclosed-parenthesis", "this '(' is never closed", opening.span, hint)
        if closing.text != ")":
            self._unexpected(closing)
        self._scanner.take()
        return part

    def _atom(self, token: Lexeme) -> _Part:
        if token.kind == "number":
            return _literal(token)
        if token.kind == "name" and self._conditions:
            if token.text in ("any", "no", "every"):
                return self._exists(token)
            if token.text == "count":
                pattern = self._pattern(token)
                return CountOf(pattern, token.span.to(pattern.span))
            if token.text == "grid" and self._scanner.take_if("is"):
                target = self._pattern(token)
                return GridIs(target, token.span.to(target.span))
        if token.kind == "name" and not (self._conditions and token.text in ("and", "or", "not")):
            self._check_quantifier(token)
            return Name(token.text, token.span)
        _missing(token)

    def _check_quantifier(self, token: Lexeme) -> None:
        """Raise for a word before a pattern that means ``any``, ``no`` or ``every``."""
        meant = _QUANTIFIERS.get(token.text) if self._conditions else None
        after = self._scanner.peek()
        if meant is None or after.kind != "name" or after.text in ("and", "or", "not"):
            return
        goal = " on and the goal's symbol" if meant == "every" else ""
        hint = f"write {meant} {after.text}{goal}"
        fail("bad-expression", f"'{token.text}' does not fit here", token.span, hint)

    def _exists(self, token: Lexeme) -> Condition:
        pattern = self._pattern(token)
        mark = self._scanner.take_if("on", "off")
        if mark:
            goal = self._pattern(mark)
            quantifier = cast(Quantifier, token.text)
            span = token.span.to(goal.span)
            return Marked(quantifier, pattern, goal, mark.text == "on", span)
        span = token.span.to(pattern.span)
        if token.text == "every":
            hint = f"write every {pattern.text} on and the goal's symbol"
            fail("missing-operand", "'every' without 'on' or 'off'", span, hint)
        return Exists(pattern, token.text == "any", span)

    def _pattern(self, word: Lexeme) -> Word:
        pattern = self._scanner.take_pattern()
        if pattern is None:
            hint = f"write it behind '{word.text}'; signs such as ( = > - stand in quotes"
            fail("missing-operand", f"'{word.text}' without a pattern", word.span, hint)
        return pattern

    def _unexpected(self, token: Lexeme) -> NoReturn:
        """Raise the fault for a token that cannot follow what stands before it."""
        if token.text == ")":
            fail("stray-parenthesis", "')' without '('", token.span, "remove it")
        if token.text == "=":
            hint = "write == to compare" if self._conditions else "write one number or name"
            fail("stray-equal", "a single '=' does not compare", token.span, hint)
        hint = "write an operator (+ - * / %) before it, or remove it"
        if self._conditions:
            hint = "join conditions with and, or; a pattern with such a sign stands in quotes"
        fail("bad-expression", f"'{token.text}' does not fit here", token.span, hint)


def _condition(part: _Part) -> Condition:
    """Return a part that is a condition; raise for a number."""
    if isinstance(part, (Number, Name, Negate, Binary, CountOf)):
        hint = "compare it, for example: >= 1"
        if isinstance(part, Name):
            hint = f"compare it (>= 1), or write any {part.name} for a pattern"
        fail("no-condition", "a number where a condition belongs", part.span, hint)
    return part


def _number(part: _Part) -> Expression:
    """Return a part that is a number; raise for a condition."""
    if isinstance(part, (Number, Name, Negate, Binary, CountOf)):
        return part
    hint = "write count for the number of matches; join conditions with and, or"
    fail("no-number", "a condition where a number belongs", part.span, hint)


def _binary(token: Lexeme, left: _Part, right: _Part) -> Binary:
    if isinstance(left, Exists) and token.text in ("+", "-"):
        hint = f"put the whole pattern behind '{'any' if left.expected else 'no'}' in quotes"
        fail("needs-quotes", f"'{token.text}' in a pattern stands in quotes", token.span, hint)
    first, second = _number(left), _number(right)
    return Binary(cast(Operator, token.text), first, second, first.span.to(second.span))


def _literal(token: Lexeme) -> Number:
    if len(token.text) > _MAX_DIGITS:
        fail(
            "too-large",
            "a number with too many digits",
            token.span,
            "write a smaller number",
        )
    return Number(float(token.text) if "." in token.text else int(token.text), token.span)


def _missing(token: Lexeme) -> NoReturn:
    """Raise the fault for a token that stands where a number or condition belongs."""
    hint = "write a number, a name or a condition such as any R"
    if token.kind == "end":
        fail("missing-operand", "something is missing at the end", token.span, hint)
    if token.text in ("and", "or", ")", "*", "/", "%", *_COMPARISONS):
        fail(
            "missing-operand",
            f"something is missing before '{token.text}'",
            token.span,
            hint,
        )
    if token.text == "=":
        fail(
            "stray-equal",
            "a single '=' does not compare",
            token.span,
            "write == to compare",
        )
    if token.text in ('"', "{"):
        hint = "write any, no or count before the pattern"
        fail("no-condition", "a pattern alone is no condition", token.span, hint)
    fail("bad-expression", f"'{token.text}' is no number", token.span, hint)
