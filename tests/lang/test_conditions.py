"""Expressions, ranges and conditions: text to tree."""

from __future__ import annotations

import pytest

from markovpy.errors import Diagnostic
from markovpy.lang.conditions import (
    And,
    Binary,
    Compare,
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
    Or,
    read_condition,
    read_expression,
    read_range,
)
from markovpy.lang.parser import parse
from markovpy.lang.syntax import Word
from markovpy.source import Source, Span


def no_fault(diagnostic: Diagnostic) -> None:
    pytest.fail(diagnostic.message)


def shown(part: Condition | Expression) -> str:
    """Return a tree with every pair of parentheses."""
    match part:
        case Number(value):
            return repr(value)
        case Name(name):
            return name
        case Negate(operand):
            return f"-{shown(operand)}"
        case Binary(op, left, right) | Compare(op, left, right):
            return f"({shown(left)} {op} {shown(right)})"
        case CountOf(pattern):
            return f"count<{pattern.text}>"
        case Exists(pattern, expected):
            return f"{'any' if expected else 'no'}<{pattern.text}>"
        case GridIs(target):
            return f"grid<{target.kind} {target.text}>"
        case Marked(quantifier, symbol, goal, on):
            return f"{quantifier}<{symbol.text} {'on' if on else 'off'} {goal.text}>"
        case Not(operand):
            return f"not {shown(operand)}"
        case And(operands):
            return f"({' and '.join(map(shown, operands))})"
        case Or(operands):
            return f"({' or '.join(map(shown, operands))})"


def condition(text: str, found: list[Diagnostic]) -> tuple[Condition | None, Source]:
    source = Source(f"win {text}")
    return read_condition(parse(source).items[0].arguments, source, found.append), source


def value(text: str) -> tuple[Word, Source]:
    source = Source(f"p x={text}")
    return parse(source).items[0].arguments[0].value, source


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("any R", "any<R>"),
        ("no RB/BR", "no<RB/BR>"),
        ('no "or"', "no<or>"),
        ("any not", "any<not>"),
        ("any any", "any<any>"),
        ("any on on on", "any<on on on>"),
        ("count and >= 2", "(count<and> >= 2)"),
        ("any { A\nB }", "any< A\nB >"),
        ("any [RG]*[^W]", "any<[RG]*[^W]>"),
        ("count B>=area/3", "(count<B> >= (area / 3))"),
        ("count B + count W < 3", "((count<B> + count<W>) < 3)"),
        ("count B - 1 == -x", "((count<B> - 1) == -x)"),
        ("x>3", "(x > 3)"),
        ("x!=3", "(x != 3)"),
        ("nodes > 3", "(nodes > 3)"),
        ("a + b * c - d == e % 2", "(((a + (b * c)) - d) == (e % 2))"),
        ("(a + b) * 2 > c", "(((a + b) * 2) > c)"),
        ("((((a))) > 3)", "(a > 3)"),
        ("any A or any B and not any C", "(any<A> or (any<B> and not any<C>))"),
        ("(any A or any B) and any C", "((any<A> or any<B>) and any<C>)"),
        ("any A and no B and any C", "(any<A> and no<B> and any<C>)"),
        ("not not any A", "not not any<A>"),
        ("not x > 3", "not (x > 3)"),
        ('(any R or no "a b") and x>3', "((any<R> or no<a b>) and (x > 3))"),
        ("grid is start", "grid<bare start>"),
        ("grid is {ab}", "grid<picture ab>"),
        ('grid is "ab/cd" or any X', "(grid<quoted ab/cd> or any<X>)"),
        ("any C off G", "any<C off G>"),
        ("no C off G", "no<C off G>"),
        ("every C on G and any B", "(every<C on G> and any<B>)"),
        ("grid > 3", "(grid > 3)"),
    ],
)
def test_condition(text: str, expected: str) -> None:
    found: list[Diagnostic] = []
    tree, source = condition(text, found)
    assert not found
    assert tree is not None
    assert shown(tree) == expected
    assert source.slice(tree.span) in text


def test_spans_of_a_condition() -> None:
    tree, source = condition('count B >= area/3 and no "RB"', [])
    assert isinstance(tree, And)
    assert [source.slice(part.span) for part in tree.operands] == [
        "count B >= area/3",
        'no "RB"',
    ]
    compare, exists = tree.operands
    assert isinstance(compare, Compare)
    assert isinstance(compare.left, CountOf)
    assert source.slice(compare.left.pattern.span) == "B"
    assert source.slice(compare.right.span) == "area/3"
    assert isinstance(exists, Exists)
    assert source.slice(exists.pattern.span) == '"RB"'
    assert source.text[exists.pattern.offset :].startswith("RB")


@pytest.mark.parametrize(
    ("text", "code", "marked", "hint"),
    [
        ("x = 3", "stray-equal", "=", "=="),
        ("any R and x = 3", "stray-equal", "=", "=="),
        ("1 < 2 < 3", "comparison-chain", "<", "and"),
        ("any", "missing-operand", "any", "behind 'any'"),
        ("count >= 3", "missing-operand", "count", "behind 'count'"),
        ("any R and", "missing-operand", "d", "write"),
        ("and any R", "missing-operand", "and", "write"),
        ("not", "missing-operand", "t", "write"),
        ("x >", "missing-operand", ">", "write"),
        ("> 3", "missing-operand", ">", "write"),
        ("()", "missing-operand", ")", "write"),
        ("every C", "missing-operand", "every C", "on"),
        ("any C off", "missing-operand", "off", "behind 'off'"),
        ("grid is", "missing-operand", "grid", "behind"),
        ("x", "no-condition", "x", "any x"),
        ("count R", "no-condition", "count R", "compare"),
        ('"RB"', "no-condition", '"', "any, no or count"),
        ("x > any R", "no-number", "any R", "count"),
        ("any R > 3", "no-number", "any R", "count"),
        ("any a-b", "needs-quotes", "-", "in quotes"),
        ("any R any B", "bad-expression", "any", "and, or"),
        ("2 3 > 1", "bad-expression", "3", "and, or"),
        ("x // 2 > 1", "bad-expression", "//", "single /"),
        ("$ > 1", "bad-expression", "$", "number"),
    ],
)
def test_faulty_condition(text: str, code: str, marked: str, hint: str) -> None:
    found: list[Diagnostic] = []
    tree, source = condition(text, found)
    assert tree is None
    [fault] = found
    assert fault.span is not None
    assert (fault.code, source.slice(fault.span)) == (code, marked)
    assert hint in fault.hint


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [("(any R", "unclosed-parenthesis", "("), ("any R)", "stray-parenthesis", ")")],
)
def test_parentheses_of_hand_made_arguments(text: str, code: str, marked: str) -> None:
    source = Source(text)
    word = Word(text, Span(0, len(text)), "bare", 0)
    argument = parse(Source("win x")).items[0].arguments[0]
    found: list[Diagnostic] = []
    assert read_condition((type(argument)(None, word),), source, found.append) is None
    assert [(d.code, source.slice(d.span or Span(0, 0))) for d in found] == [(code, marked)]


def test_missing_condition_points_at_the_statement() -> None:
    found: list[Diagnostic] = []
    assert read_condition((), Source("win"), found.append, Span(0, 3)) is None
    assert [(d.code, d.span) for d in found] == [("missing-condition", Span(0, 3))]


def test_long_conditions_stay_shallow() -> None:
    found: list[Diagnostic] = []
    tree, _ = condition(" and ".join(["any R"] * 101), found)
    assert isinstance(tree, And)
    assert len(tree.operands) == 101
    assert condition("not " * 5000 + "any R", found)[0] is None
    assert [d.code for d in found] == ["too-deep"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3", "3"),
        (".5", "0.5"),
        ("0.45", "0.45"),
        ("-3", "-3"),
        ("+3", "3"),
        ("area/3", "(area / 3)"),
        ("(area / 3)", "(area / 3)"),
        ("lakes*25", "(lakes * 25)"),
        ("width-2", "(width - 2)"),
        ("a-b-c", "((a - b) - c)"),
        ("2*(a+b)%7", "((2 * (a + b)) % 7)"),
        ("any+no", "(any + no)"),
        ("noise", "noise"),
        ("count", "count"),
        ('"3 * 4"', "(3 * 4)"),
    ],
)
def test_expression(text: str, expected: str) -> None:
    tree = read_expression(value(text)[0], no_fault)
    assert tree is not None
    assert shown(tree) == expected


def test_numbers_keep_their_kind() -> None:
    assert read_expression(value("3")[0], no_fault) == Number(3, Span(4, 5))
    assert read_expression(value("3.0")[0], no_fault) == Number(3.0, Span(4, 7))


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("20..40", "20", "40"),
        ("5", "5", "5"),
        ("a..b", "a", "b"),
        (".5..8", "0.5", "8"),
        ("n-1..n*2", "(n - 1)", "(n * 2)"),
        ("(n - 1)..(n + 1)", "(n - 1)", "(n + 1)"),
        ("-3..3", "-3", "3"),
    ],
)
def test_range(text: str, low: str, high: str) -> None:
    ends = read_range(value(text)[0], no_fault)
    assert ends is not None
    assert (shown(ends[0]), shown(ends[1])) == (low, high)


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("5..", "missing-operand", ".."),
        ("..5", "missing-operand", ".."),
        ("1..2..3", "bad-expression", "."),
        ("1.5.2", "bad-expression", ".2"),
        ("5.", "bad-expression", "."),
        ("2x3", "bad-expression", "x3"),
        ("3//2", "bad-expression", "//"),
        ("3+", "missing-operand", "+"),
        ("*3", "missing-operand", "*"),
        ("()", "missing-operand", ")"),
        ("{3}", "missing-operand", "{3}"),
        ('""', "missing-operand", '""'),
        ("9" * 30, "too-large", "9" * 30),
        ("(" + "1+" * 200 + "1)", "too-deep", "+"),
    ],
)
def test_faulty_range(text: str, code: str, marked: str) -> None:
    word, source = value(text)
    found: list[Diagnostic] = []
    assert read_range(word, found.append) is None
    assert [(d.code, source.slice(d.span or Span(0, 0))) for d in found] == [(code, marked)]
