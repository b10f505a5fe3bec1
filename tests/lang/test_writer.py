"""The one layout: what it looks like, and that it keeps meaning and comments."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markovpy.errors import ProgramError
from markovpy.lang.parser import comments_of, parse
from markovpy.lang.shape import shape
from markovpy.lang.writer import write
from markovpy.resources import programs
from markovpy.source import Source

SHIPPED = {name: entry.read_text(encoding="utf-8") for name, entry in programs().items()}
PIECES = st.sampled_from(
    [
        *(
            "# ",
            " # c\n",
            "\n\n\n",
            "  ",
            "    ",
            ": ",
            ":\n    ",
            "=",
            " = ",
            " -> ",
            '"',
            "{",
            "}",
        ),
        *(
            "rule { A -> B }",
            "rule {\n A -> B\n}",
            "[",
            "]",
            "(a + b)",
            " >= ",
            "!",
            "#fff",
            "keep",
        ),
    ]
) | st.text('AB*/[]{}()"#=<>:-.^+! \n→宽', max_size=3)


def fmt(text: str) -> str:
    source = Source(text)
    return write(parse(source), comments_of(source))


def check(text: str) -> None:
    """Lay a text out; nothing but its looks may change, and once is enough."""
    before = Source.decode(text)
    tree, comments = parse(before), comments_of(before)
    after = Source(write(tree, comments))
    assert shape(parse(after)) == shape(tree)
    kept = sorted(comment.text for comment in comments_of(after))
    assert kept == sorted(comment.text for comment in comments)
    assert fmt(after.text) == after.text


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_programs(name: str) -> None:
    check(SHIPPED[name])


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_changed_programs(data: st.DataObject) -> None:
    text = SHIPPED[data.draw(st.sampled_from(sorted(SHIPPED)))]
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(text)))
        end = data.draw(st.sampled_from([begin, begin, begin + 1, begin + 4]))
        text = text[:begin] + data.draw(PIECES) + text[end:]
    try:
        parse(Source.decode(text))
    except ProgramError:
        return
    check(text)


@given(st.lists(st.sampled_from(["a", "b:", "c -> d", "e f=g", "", "# x", "rule { a -> b }"])))
@settings(max_examples=400, deadline=None)
def test_lines_at_any_depth(lines: list[str]) -> None:
    depth = 0
    text = ""
    for number, line in enumerate(lines):
        text += "   " * max(depth - number % 3, 0) + line + (" # y\n" if number % 4 == 1 else "\n")
        depth = depth - number % 3 + line.endswith(":") if line and line[0] != "#" else depth
        depth = max(depth, 0)
    try:
        parse(Source(text))
    except ProgramError:
        return
    check(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("\n\n", ""),
        ("# only this", "# only this\n"),
        ("a  b=c\td = e", "a b=c d=e\n"),
        ("let  n=3\nunion ?=BR", "let n = 3\nunion ? = BR\n"),
        ("all:\n  B->W", "all: B -> W\n"),
        ("all:\n  B->W\n  BB -> WW", "all:\n    B  -> W\n    BB -> WW\n"),
        ("all: # why\n B -> W", "all:  # why\n    B -> W\n"),
        ("markov:\n one:\n  B -> W", "markov:\n    one: B -> W\n"),
        ("markov: one: B -> W", "markov: one: B -> W\n"),
        ("a\n\n\n\nb", "a\n\nb\n"),
        ("a:\n\n  b\n\n  c\n\nd", "a:\n    b\n\n    c\n\nd\n"),
        ("a # x\nlong b # y", "a       # x\nlong b  # y\n"),
        ("a      # x\nb      # y", "a      # x\nb      # y\n"),
        ("a # x\n\nlong b # y", "a  # x\n\nlong b  # y\n"),
        ("a:\n  b\n  # in\n# out\nc", "a:\n    b\n    # in\n# out\nc\n"),
        ("if count B>=3 and any [R<G]: a", "if count B>=3 and any [R<G]: a\n"),
        ("a b! = c", "a b! = c\n"),
        ("color W  #fff # white", "color W #fff  # white\n"),
        ("a #fff : b", "a #fff : b\n"),
    ],
)
def test_layout(text: str, expected: str) -> None:
    assert fmt(text) == expected
    assert fmt(expected) == expected


def test_arrows_far_apart_are_left() -> None:
    text = "one:\n    B -> W\n    " + "B" * 40 + " -> " + "W" * 40 + "\n"
    assert fmt(text) == text


def test_rule_pictures_are_laid_out() -> None:
    text = "one:\n  rule {\n      AB   ->   CD\n      A[BC]     C*\n   ---\n  AA CC\n  AA -> CC\n"
    text += "  }  p=1"
    assert fmt(text) == (
        "one:\n    rule {\n        AB    -> CD\n        A[BC]    C*\n        ---\n"
        "        AA    -> CC\n        AA       CC\n    } p=1\n"
    )


def test_other_pictures_are_data() -> None:
    text = "start  {\n  # @ \n ab   \n\n  ---\n x }\nif grid is {\n#\n}:\n  a"
    assert fmt(text) == "start {\n  # @ \n ab   \n\n  ---\n x }\nif grid is {\n#\n}:\n    a\n"


def test_faulty_rule_picture_is_left() -> None:
    assert fmt("rule {  AB  CD }") == "rule {  AB  CD }\n"
