"""Whatever the input: a tree or a MarkovError, quickly."""

from __future__ import annotations

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from markovpy.errors import Diagnostic, MarkovError
from markovpy.lang.conditions import read_condition, read_expression, read_range
from markovpy.lang.parser import parse
from markovpy.lang.patterns import read_grid, read_pattern, read_rule_picture
from markovpy.lang.syntax import Argument, Item, Statement, Word
from markovpy.source import Source

PROGRAM = """\
grid 20x15 values=_W►▼◄▲X
legend "#"=W " "=B
color W #fff1e8
start {
  # @ #
  ---
}
one steps=(area / 3):   # comment
    rule {
        PB      WW
        PB  ->  WW
    }
    for t T in rR dD:
        Rt//[^_F]T -> *"
if count B >= 3 and not (any R or grid is start):
    once: _ -> F p=0.45
else:
    B -> W sum=5..8
"""
ALPHABET = st.sampled_from('AB_*/[]{}()"#=<>:-.^+! \t\n→\u00a0\u0301\0') | st.characters()


def check(text: str) -> None:
    """Parse a text and read every word in every way; all faults must have a place."""
    begin = time.process_time()
    source = Source.decode(text)
    error: MarkovError | None = None
    try:
        read_everything(parse(source).items, source)
    except MarkovError as caught:
        error = caught
    if error:
        assert error.diagnostics
        assert all(d.message and d.as_dict(error.source) for d in error.diagnostics)
    assert time.process_time() - begin < 5


def read_everything(items: tuple[Item, ...], source: Source) -> None:
    found: list[Diagnostic] = []
    for item in items:
        words = [argument.value for argument in item.arguments]
        words += [item.name] if isinstance(item, Statement) else [item.left, item.right]
        for word in words:
            assert source.slice(word.span).strip('"{}') == word.text.strip('"{}')
            for reader in (read_pattern, read_rule_picture, read_grid, read_expression, read_range):
                found.clear()
                assert (reader(word, found.append) is None) == bool(found)
                assert all(d.span and d.as_dict(source) for d in found)
        found.clear()
        assert (read_condition(item.arguments, source, found.append) is None) == bool(found)
        if isinstance(item, Statement) and item.body:
            read_everything(item.body, source)


@given(st.text(ALPHABET, max_size=200))
@settings(max_examples=300, deadline=None)
def test_random_text(text: str) -> None:
    check(text)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_mutated_program(data: st.DataObject) -> None:
    text = PROGRAM
    for _ in range(data.draw(st.integers(1, 6))):
        begin = data.draw(st.integers(0, len(text)))
        end = data.draw(st.integers(begin, min(len(text), begin + 12)))
        text = text[:begin] + data.draw(st.text(ALPHABET, max_size=4)) + text[end:]
    check(text)


@given(st.lists(st.sampled_from(PROGRAM.replace("\n", " \n ").split(" ")), max_size=60))
@settings(max_examples=200, deadline=None)
def test_shuffled_words(words: list[str]) -> None:
    check(" ".join(words))


@given(st.text(ALPHABET, max_size=60))
@settings(max_examples=200, deadline=None)
def test_literal_words(text: str) -> None:
    source = Source(text)
    found: list[Diagnostic] = []
    word = Word(text, parse(Source("x")).items[0].span, "literal", 0)
    assert (read_pattern(word, found.append) is None) == bool(found)
    assert read_condition((Argument(None, word),), source, found.append) is None or source


@pytest.mark.parametrize(
    "piece",
    [
        *("(", "((a", "()", "(()", "{", "{}", "({", '"', '" ', "[", "a:", "a: ", "a=", "->", "-"),
        *("# ", "#", "a\n", "a:\n", "(\n", '"\n', "a -> b\n", "=\n", "\t\n", "\ta\n"),
        *("a\u00a0\n", "a b ", "#fff "),
    ],
)
def test_repeated_pieces_take_no_time(piece: str) -> None:
    check(piece * (20_000 // len(piece)))


def test_binary_noise() -> None:
    noise = random.Random(7).randbytes(100_000).decode("latin-1")
    check(noise)
    check(noise.replace("\0", "x"))
