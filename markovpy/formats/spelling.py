"""How the values of a MarkovJunior model are written in ``.mj``: bare, in quotes, as pictures."""

from __future__ import annotations

from markovpy.lang.syntax import Word
from markovpy.source import Span

_NEVER_BARE = frozenset(' "{}()=<>:#!-+^[]\t\n')
_PATTERN_SIGNS = "*/"
_TEXTS = ("file", "legend")


def spelled(word: Word, key: str = "") -> Word:
    """Return a value as a word of ``.mj``.

    Args:
        word: A value as it stands in the model.
        key: The argument it belongs to.
    """
    if word.kind == "literal":
        return spelled_pattern(word)
    if word.kind != "quoted":
        return word
    text = word.text.replace(" ", "") if key == "values" else word.text.strip()
    signs = _NEVER_BARE.union(_PATTERN_SIGNS)
    quoted = key in _TEXTS or not text or any(sign in signs for sign in text)
    return Word(text, word.span, "quoted" if quoted else "bare", word.offset)


def spelled_pattern(word: Word) -> Word:
    """Return a pattern with ``//`` between layers, in quotes only if it needs them."""
    text = word.text.replace(" ", "//")
    quoted = any(sign in _NEVER_BARE for sign in text)
    return Word(text, word.span, "quoted" if quoted else "bare", word.offset)


def rule_picture(left: Word, right: Word, span: Span) -> Word | None:
    """Return both sides of a rule as one picture; None where lines say no more than a line does."""
    sides = [[layer.split("/") for layer in word.text.split(" ")] for word in (left, right)]
    sizes = [[[len(row) for row in layer] for layer in side] for side in sides]
    if sizes[0] != sizes[1]:
        return None  # from one grid to another
    rows = [row for layers in sides for layer in layers for row in layer]
    if sum(map(len, sides[0])) <= 2 or len(rows[0]) == 1 or "->" in rows:
        return None
    layers = []
    for lefts, rights in zip(*sides):
        lines = [f"{a} {b}" for a, b in zip(lefts, rights)]
        middle = (len(lines) - 1) // 2
        lines[middle] = f"{lefts[middle]} -> {rights[middle]}"
        layers.append("\n".join(lines))
    return Word("\n" + "\n---\n".join(layers) + "\n", span, "picture", span.start)
