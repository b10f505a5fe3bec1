"""Patterns, rule pictures and grids: text to cells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

from markovpy.errors import Diagnostic
from markovpy.lang.parser import parse
from markovpy.lang.patterns import (
    Cell,
    PatternText,
    read_grid,
    read_pattern,
    read_rule_picture,
)
from markovpy.lang.syntax import Word
from markovpy.source import Source, Span

T = TypeVar("T")


def no_fault(diagnostic: Diagnostic) -> None:
    pytest.fail(diagnostic.message)


def word_of(text: str) -> tuple[Source, Word]:
    """Return the value that stands in a program as ``text``."""
    source = Source(f"p {text}")
    return source, parse(source).items[0].arguments[0].value


def read(reader: Callable[[Word, Callable[[Diagnostic], None]], T | None], text: str) -> T:
    found: list[Diagnostic] = []
    result = reader(word_of(text)[1], found.append)
    assert not found
    assert result is not None
    return result


def faults(
    reader: Callable[[Word, Callable[[Diagnostic], None]], object], text: str
) -> list[tuple[str, str, str]]:
    """Return code, marked text and message of what a reader reports."""
    source, word = word_of(text)
    found: list[Diagnostic] = []
    assert reader(word, found.append) is None
    return [(d.code, source.slice(d.span or Span(0, 0)), d.message) for d in found]


def drawn(pattern: PatternText) -> tuple[tuple[int, int, int], str]:
    cells = "".join(
        f"[{'^' * cell.negated}{cell.symbols}]"
        if cell.negated or len(cell.symbols) > 1
        else cell.symbols
        for cell in pattern.cells
    )
    return (pattern.width, pattern.height, pattern.depth), cells


@pytest.mark.parametrize(
    ("text", "size", "cells"),
    [
        ("RBB", (3, 1, 1), "RBB"),
        ("BBB/BWB", (3, 2, 1), "BBBBWB"),
        ("AB//CD", (2, 1, 2), "CDAB"),
        ("AB/CD//EF/GH", (2, 2, 2), "EFGHABCD"),
        ("[RG][^W]*", (3, 1, 1), "[RG][^W]*"),
        ('"@$."', (3, 1, 1), "@$."),
        ('"a-b/#=^"', (3, 2, 1), "a-b#=^"),
        ('"[^^-]"', (1, 1, 1), "[^^-]"),
        ('"[a^]"', (1, 1, 1), "[a^]"),
        ("►◄", (2, 1, 1), "►◄"),
        ("{ AB }", (2, 1, 1), "AB"),
        ("{\n  AB\n  [CE]-\n}", (2, 2, 1), "AB[CE]-"),
        ("{\n\n  AB  \n  CD\n\n  }", (2, 2, 1), "ABCD"),
        ("{\n  A\n  B\n  ---\n  C\n  D\n}", (1, 2, 2), "CDAB"),
        ("{ A\n  B }", (1, 2, 1), "AB"),
    ],
)
def test_pattern(text: str, size: tuple[int, int, int], cells: str) -> None:
    assert drawn(read(read_pattern, text)) == (size, cells)


def test_cells() -> None:
    source, word = word_of("[^RG]*.")
    pattern = read_pattern(word, no_fault)
    assert pattern is not None
    assert pattern.cells == (
        Cell("RG", negated=True, wildcard=False, span=Span(2, 7)),
        Cell("*", negated=False, wildcard=True, span=Span(7, 8)),
        Cell(".", negated=False, wildcard=False, span=Span(8, 9)),
    )
    assert pattern.span == word.span
    assert source.slice(pattern.span) == "[^RG]*."


def test_spans_follow_rows_layers_and_indentation() -> None:
    source, word = word_of("{\n    AB\n    C[DE]\n    ---\n    FG\n    HI\n}")
    pattern = read_pattern(word, no_fault)
    assert pattern is not None
    slices = [source.slice(cell.span) for cell in pattern.cells]
    assert slices == ["F", "G", "H", "I", "A", "B", "C", "[DE]"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('""', [("empty-pattern", '""', "an empty pattern")]),
        ('"  "', [("empty-pattern", '"  "', "an empty pattern")]),
        ("{\n}", [("empty-pattern", "{\n}", "an empty pattern")]),
        ("RB/B", [("ragged-pattern", "B", "row 2 has 1 cell, row 1 has 2")]),
        ("[RB]/BB", [("ragged-pattern", "BB", "row 2 has 2 cells, row 1 has 1")]),
        (
            "A//BC",
            [("ragged-pattern", "BC", "layer 2, row 1 has 2 cells, row 1 of layer 1 has 1")],
        ),
        ("A//B/C", [("ragged-layers", "B/C", "layer 2 has 2 rows, layer 1 has 1")]),
        ("{\nA\n---\n}", [("ragged-layers", "{\nA\n---\n}", "layer 2 has 0 rows, layer 1 has 1")]),
        ("A/", [("empty-row", "", "row 2 is empty")]),
        ("/A", [("empty-row", "/", "row 1 is empty")]),
        ("{\nA\n\nB\n}", [("empty-row", "\n", "row 2 is empty")]),
        ('"RB BR"', [("blank-in-pattern", " ", "a blank inside a pattern")]),
        ("{\nA B\n}", [("blank-in-pattern", " ", "a blank inside a pattern")]),
        ("A[RG", [("unclosed-set", "[", "this '[' is never closed")]),
        ("A[RG/B]", [
            ("unclosed-set", "[", "this '[' is never closed"),
            ("stray-bracket", "]", "']' without '['"),
        ]),
        ("A[]", [("empty-set", "[]", "an empty set")]),
        ("[^]", [("empty-set", "[^]", "an empty set")]),
        ("A]", [("stray-bracket", "]", "']' without '['")]),
        ("[A[B]]", [("nested-set", "[", "'[' inside a set")]),
        ("[A*]", [("no-symbol", "*", "'*' inside a set")]),
        ('"a{"', [("no-symbol", "{", "'{' cannot be a symbol")]),
        ("{\nA/B\n}", [("no-symbol", "/", "'/' cannot be a symbol")]),
        ("a-b", [("needs-quotes", "-", "'-' stands in quotes")]),
        ("a+b^", [("needs-quotes", "+", "'+' stands in quotes")]),
        ("(a)", [("needs-quotes", "(", "'(' stands in quotes")]),
        ("<", [("needs-quotes", "<", "'<' stands in quotes")]),
        ("#abc", [("needs-quotes", "#", "'#' stands in quotes")]),
        ("{\nA\tB\n}", [("odd-character", "\t", "a tab")]),
        ('"A\u0301"', [("odd-character", "\u0301",
            "a combining character (U+0301), which takes no cell of its own")]),
        ('"A\u00a0"', [("odd-character", "\u00a0", "an unprintable character (U+00A0)")]),
    ],
)  # fmt: skip
def test_faulty_pattern(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert faults(read_pattern, text) == expected


def test_hint_shows_the_quoted_form() -> None:
    found: list[Diagnostic] = []
    read_pattern(word_of("a-b")[1], found.append)
    assert [d.hint for d in found] == ['write "a-b"']


def literal(text: str, raw: str = "") -> Word:
    """Return a word as the XML reader makes it; ``raw`` is its text with entities."""
    raw = raw or text
    return Word(text, Span(10, 12 + len(raw)), "literal", 11)


@pytest.mark.parametrize(
    ("text", "size", "cells"),
    [
        ("RB/WW", (2, 2, 1), "RBWW"),
        ("RB BR", (2, 1, 2), "BRRB"),
        ("A/B C/D", (1, 2, 2), "CDAB"),
        ("[A]-#", (5, 1, 1), "[A]-#"),
    ],
)
def test_literal(text: str, size: tuple[int, int, int], cells: str) -> None:
    pattern = read_pattern(literal(text), no_fault)
    assert pattern is not None
    assert drawn(pattern) == (size, cells)
    source = Source(f"{'x' * 10}'{text}'")
    assert "".join(source.slice(cell.span) for cell in pattern.cells) == cells


def test_literal_keeps_the_wildcard() -> None:
    pattern = read_pattern(literal("*["), no_fault)
    assert pattern is not None
    assert [cell.wildcard for cell in pattern.cells] == [True, False]


def test_literal_with_entities_points_at_the_whole_word() -> None:
    word = literal("A>", "A&gt;")
    pattern = read_pattern(word, no_fault)
    assert pattern is not None
    assert {cell.span for cell in pattern.cells} == {word.span}


RULE = """{
    PB*      WWW
    BBB  ->  W[^A]*
  }"""


def test_rule_picture() -> None:
    source, word = word_of(RULE)
    sides = read_rule_picture(word, no_fault)
    assert sides is not None
    assert [drawn(side) for side in sides] == [
        ((3, 2, 1), "PB*BBB"),
        ((3, 2, 1), "WWWW[^A]*"),
    ]
    assert [source.slice(cell.span) for cell in sides[1].cells][-2:] == ["[^A]", "*"]
    assert [source.slice(side.span) for side in sides] == ["PB*", "WWW"]


def test_rule_picture_in_one_line() -> None:
    sides = read(read_rule_picture, "{ AB -> CD }")
    assert [drawn(side) for side in sides] == [((2, 1, 1), "AB"), ((2, 1, 1), "CD")]


def test_rule_picture_with_layers() -> None:
    text = "{\n  A -> B\n  C    D\n  ---\n  E    F\n  G -> H\n}"
    sides = read(read_rule_picture, text)
    assert [drawn(side) for side in sides] == [((1, 2, 2), "EGAC"), ((1, 2, 2), "FHBD")]


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("{\n A  B\n C  D\n}", "missing-arrow", "A  B"),
        ("{\n A -> B\n ---\n A  B\n}", "missing-arrow", "A  B"),
        ("{\n A -> B\n C -> D\n}", "second-arrow", "->"),
        ("{\n A -> B C\n}", "third-column", "C"),
        ("{\n A -> B\n C\n}", "missing-side", "C"),
        ("{\n A -> B\n\n C  D\n}", "missing-side", "\n"),
        ("{ -> A }", "missing-side", "-> A"),
        ("{ A -> }", "missing-side", "A ->"),
        ("{A->B}", "missing-side", "A->B"),
        ("{\n A -> B\n ---\n}", "empty-pattern", "{\n A -> B\n ---\n}"),
        ("{ }", "empty-pattern", "{ }"),
        ("{\n A -> BC\n A    B\n}", "ragged-pattern", "B"),
        ("{ A\t-> B }", "odd-character", "\t"),
        ("AB", "not-picture", "AB"),
    ],
)
def test_faulty_rule_picture(text: str, code: str, marked: str) -> None:
    [fault] = faults(read_rule_picture, text)
    assert fault[:2] == (code, marked)


def test_ragged_row_of_a_rule_picture_is_the_shorter_one() -> None:
    [(code, marked, message)] = faults(read_rule_picture, "{\n AB -> CD\n A     EF\n}")
    assert (code, marked, message) == ("ragged-pattern", "A", "row 2 has 1 cell, row 1 has 2")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('"53..7"', (("53..7",),)),
        ('"ab/c"', (("ab", "c "),)),
        ('"ab//cd"', (("cd",), ("ab",))),
        ("{\n   ab\n  c d\n}", ((" ab", "c d"),)),
        ("{ab}", (("ab",),)),
        ("{\n####\n#@ #\n}", (("####", "#@ #"),)),
        ("{\n====\n    \n----\n}", (("====", "    ", "----"),)),
        ("{\n ab\n ---\n c\n d\n}", (("c ", "d "), ("ab", "  "))),
        ('{\n "\n [\n}', (('"', "["),)),
    ],
)
def test_grid(text: str, rows: tuple[tuple[str, ...], ...]) -> None:
    grid = read(read_grid, text)
    assert grid.rows == rows
    assert (grid.depth, grid.height, grid.width) == (len(rows), len(rows[0]), len(rows[0][0]))


def test_grid_span() -> None:
    source, word = word_of("{\n  ab\n  c\n}")
    grid = read_grid(word, no_fault)
    assert grid is not None
    assert source.slice(grid.span(1, 0)) == "b"
    assert source.slice(grid.span(0, 1, 0)) == "c"
    assert source.slice(grid.span(1, 1)) == "\n"


@pytest.mark.parametrize("text", ["{}", '""', "{\n\n}", "{\n---\n}"])
def test_empty_grid(text: str) -> None:
    assert [fault[0] for fault in faults(read_grid, text)] == ["empty-grid"]


def test_tab_in_a_grid() -> None:
    assert faults(read_grid, "{\n a\tb\n}") == [("odd-character", "\t", "a tab")]
