"""What a user reads about a program that has no shape: code, place and hint."""

from __future__ import annotations

import re

import pytest

from markovpy.errors import Diagnostic, ProgramError
from markovpy.lang import explain, parser
from markovpy.lang.parser import parse
from markovpy.resources import grammar_text
from markovpy.source import Source


def faults(text: str) -> list[Diagnostic]:
    with pytest.raises(ProgramError) as error:
        parse(Source.decode(text))
    return list(error.value.diagnostics)


CASES = [
    # text, code, line, column, what the carets mark, a part of the hint
    ("RB → BR", "bad-arrow", 1, 4, "→", "->"),
    ("RB ⇒ BR", "bad-arrow", 1, 4, "⇒", "->"),
    ("one: RB → BR", "bad-arrow", 1, 9, "→", "->"),
    ("RB - > BR", "bad-arrow", 1, 4, "- >", "->"),
    ("RB => BR", "bad-arrow", 1, 4, "=>", "->"),
    ("all RB => BR", "bad-arrow", 1, 8, "=>", "->"),
    ("RB --> BR", "bad-arrow", 1, 4, "-->", "->"),
    ("RB <- BR", "bad-arrow", 1, 4, "<-", "other way round"),
    ("R B -> W W", "blank-in-pattern", 1, 1, "R B", "R/B"),
    ("all: R B -> W W", "blank-in-pattern", 1, 6, "R B", "RB"),
    ('"a" b -> c', "missing-arrow", 1, 5, "b", "->"),
    ("one steps=3 RB -> BR", "missing-colon", 1, 11, "3 RB", "one steps=3: RB -> BR"),
    ("all RB -> BR", "missing-colon", 1, 1, "all RB", "all: RB -> BR"),
    ("one steps=3 -> BR", "missing-side", 1, 13, "->", "left side"),
    ("-> BR", "missing-side", 1, 1, "->", "before"),
    ("all: -> BR", "missing-side", 1, 6, "->", "before"),
    ("RB ->", "missing-side", 1, 4, "->", "becomes"),
    ("A -> B -> C", "second-arrow", 1, 8, "->", "two rules"),
    ('"ab"', "missing-arrow", 1, 1, '"ab"', "->"),
    ("A -> B:\n    C -> D", "rule-with-block", 1, 7, ":", "quotes"),
    (": A -> B", "missing-name", 1, 1, ":", "name"),
    ("one::\n    A -> B", "missing-name", 1, 5, ":", "quotes"),
    ("x = 5", "stray-equal", 1, 3, "=", "let x = 5"),
    ("let x = = 5", "stray-equal", 1, 9, "=", "=="),
    ("A -> B=C", "stray-equal", 1, 7, "=", "quotes"),
    ("one steps=", "missing-value", 1, 5, "steps=", "behind"),
    ("one steps=:\n    A -> B", "missing-value", 1, 10, "=", "behind"),
    ("A -> >", "needs-quotes", 1, 6, ">", '">"'),
    ("{A}", "bare-picture", 1, 1, "{", "rule {"),
    ("one: A -> {B}", "bare-picture", 1, 11, "{", "rule {"),
    ("rule {A} -> B", "bare-picture", 1, 6, "{", "rule {"),
    ("< 3", "syntax", 1, 1, "<", "a word or pattern"),
    ('start "abc', "unclosed-quote", 1, 7, '"', "at the end"),
    ("x\nstart {\n  A\n  B", "unclosed-brace", 2, 7, "{", "}"),
    ("start {\n  A\none: rule { A -> B }", "unclosed-brace", 1, 7, "{", "cannot hold"),
    ("one steps=(3:\n  A -> B", "unclosed-parenthesis", 1, 11, "(", ")"),
    ('let x = (a "b)', "unclosed-quote", 1, 9, "(", "before the ')'"),
    ("let x = ((((((((1))))))))", "too-deep", 1, 9, "(", "let"),
    ("A -> B }", "stray-brace", 1, 8, "}", "remove"),
    ("A -> B)", "stray-parenthesis", 1, 7, ")", "remove"),
    ("grid values=BW#", "stray-hash", 1, 15, "#", "quotes"),
    ("#BV -> **W", "stray-hash", 1, 1, "#", "blank"),
    ("#fff -> **W", "stray-hash", 1, 1, "#", "blank"),
    ("A -> B #loop", "stray-hash", 1, 8, "#", "blank"),
    ('RB"x" -> A', "missing-blank", 1, 1, 'RB"x"', "quotes"),
    ("A\u00a0-> B", "odd-blank", 1, 2, "\u00a0", "ordinary blank"),
    ("A\u200b-> B", "odd-blank", 1, 2, "\u200b", "remove"),
    ("A\x07 -> B", "odd-character", 1, 2, "\x07", "remove"),
    ("one:\n\tA -> B\n\tB -> A", "tab-indentation", 2, 1, "\t", "spaces"),
    ("  A -> B", "unexpected-indent", 1, 1, "  ", "remove"),
    ("one steps=3\n  A -> B\n  B -> A", "unexpected-indent", 2, 1, "  ", "line 1 with ':'"),
    ("A -> B\n  B -> A", "unexpected-indent", 2, 1, "  ", "remove"),
    ("one:\n    A -> B\n  B -> A\n    A -> B", "bad-dedent", 3, 1, "  ", "align"),
    ("x:\n  one:\n     A -> B\n    B -> A", "bad-dedent", 4, 1, "    ", "0, 2"),
    ("one:\nA -> B", "missing-block", 1, 1, "one:", "indent"),
    ("on x: one steps=3:", "missing-block", 1, 7, "one steps=3:", "indent"),
    ("x:\n  one:\nA -> B", "missing-block", 2, 3, "one:", "indent"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "line", "column", "marked", "hint"), CASES)
def test_fault(text: str, code: str, line: int, column: int, marked: str, hint: str) -> None:
    source = Source.decode(text)
    [fault] = faults(text)
    assert fault.span is not None
    assert (fault.code, *source.position(fault.span.start)) == (code, line, column)
    assert source.slice(fault.span) == marked
    assert hint in fault.hint


@pytest.mark.parametrize("case", CASES)
def test_no_word_of_the_parser_generator_is_shown(case: tuple[str, ...]) -> None:
    for fault in faults(case[0]):
        shown = (fault.message + fault.hint).replace(case[0], "")
        assert not re.search(
            r"\b(WORD|STRING|_?NEWLINE|INDENT|DEDENT|token|terminal|Lark)\b", shown
        )
        assert not fault.message.endswith(".")


def test_every_terminal_has_a_label() -> None:
    names = {terminal.name for terminal in parser._lark().terminals}
    declared = set(re.findall(r"\b_[A-Z]+\b", grammar_text("mj.lark").split("%declare")[1]))
    ignored = {name for name in names if name.startswith("__")} | {"COMMENT"}
    assert (names - ignored) | declared | {"$END"} == set(explain.LABELS)


def test_all_faults_are_reported_in_source_order() -> None:
    text = 'a "b\nall RB -> BR\none:\n  R B -> W W\n  A -> B }\nx:\ny BW#\n'
    source = Source(text)
    found = [(source.position(f.span.start)[0], f.code) for f in faults(text) if f.span]
    assert found == [
        (1, "unclosed-quote"),
        (2, "missing-colon"),
        (4, "blank-in-pattern"),
        (5, "stray-brace"),
        (6, "missing-block"),
        (7, "stray-hash"),
    ]


def test_a_broken_head_causes_no_fault_in_its_block() -> None:
    assert [f.code for f in faults('if any "x:\n    A -> B\n    B -> A\nC -> D')] == [
        "unclosed-quote"
    ]


def test_too_many_blocks() -> None:
    text = "".join(f"{' ' * depth}one:\n" for depth in range(61)) + " " * 61 + "A -> B"
    assert [f.code for f in faults(text)] == ["too-deep"]
    assert [f.code for f in faults("a:" * 500 + " A -> B")] == ["too-deep"]


def test_the_whole_message() -> None:
    with pytest.raises(ProgramError) as error:
        parse(Source("grid 3x3\nall RB -> BR", "maze.mj"))
    assert str(error.value) == (
        "maze.mj:2:1: error[missing-colon]: ':' is missing between 'all' and its rule\n"
        "  |\n"
        "2 | all RB -> BR\n"
        "  | ^^^^^^\n"
        "  = hint: write all: RB -> BR"
    )
