"""Syntax tree to ``.mj`` text: the one layout that ``fmt`` and ``convert`` give a program.

The writer knows shape only, as the grammar does: a node that no kind knows is written like any
other. Words are written as they are (bare, in quotes, in braces), so that the text parses to the
same tree. Only the picture of a ``rule`` is laid out anew; what stands in other braces is data.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from markovpy.errors import columns
from markovpy.lang.comments import Comment, after_blank
from markovpy.lang.patterns import rule_picture_rows
from markovpy.lang.remarks import Line, annotated
from markovpy.lang.shape import is_rule
from markovpy.lang.syntax import Argument, Item, Rewrite, Statement, Tree, Word

INDENTATION = "    "
LONGEST_LINE = 64  # of a node with its rule, where they stood on lines of their own
WIDEST_SPREAD = 24
_SPACED = ("let", "union")  # written NAME = VALUE
_ARROW = " -> "


def write(tree: Tree, comments: Sequence[Comment] = (), parts: Collection[int] = ()) -> str:
    """Return the text of a program.

    * Blocks are indented by four blanks. A block of one short rule stands on the line of its node,
      and so does a block that stood there before.
    * The arrows of rules that follow each other stand in one column, unless that tears them apart.
    * At most one blank line is kept, where the source had one or more.
    * Comments stay where they were; those behind statements that follow each other stand in
      one column.

    Args:
        tree: The program. Its spans say where its parts stood in its source.
        comments: The comments, in the order of their offsets in the same source.
        parts: The numbers of the top-level items that a blank line is wanted before.
    """
    writer = _Writer(tree, [comment.offset for comment in comments])
    lines = writer.block(tree.items, 0)
    for line in lines:
        line.blank = after_blank(tree.source.text, line.start)
    heads = [line for line in lines if line.depth == 0]
    for number in parts:
        heads[number].part = True
    text = "\n".join(annotated(lines, comments, tree.source.text, INDENTATION))
    return f"{text}\n" if text else ""


@dataclass
class _Writer:
    """Lays out statements.

    Args:
        tree: The program.
        marks: The offsets of its comments, in order.
    """

    tree: Tree
    marks: Sequence[int]
    text: str = field(init=False)

    def __post_init__(self) -> None:
        self.text = self.tree.source.text

    def block(self, items: Sequence[Item], depth: int) -> list[Line]:
        """Return the lines of the items of one block."""
        widths = self._arrow_columns(items)
        lines: list[Line] = []
        for item, width in zip(items, widths):
            if isinstance(item, Rewrite):
                lines.append(Line(depth, _rewrite(item, width), item.span.start))
            else:
                lines += self._statement(item, depth)
        return lines

    def _arrow_columns(self, items: Sequence[Item]) -> list[int]:
        """Return for each item how wide its left side is made."""
        widths = [columns(_word(i.left)) if isinstance(i, Rewrite) else 0 for i in items]
        begin = 0
        for end in range(1, len(items) + 1):
            ends = end == len(items) or not widths[end] or not widths[begin]
            if ends or after_blank(self.text, items[end].span.start):
                widest = max(widths[begin:end])
                if widest - min(widths[begin:end]) <= WIDEST_SPREAD:
                    widths[begin:end] = [widest] * (end - begin)
                begin = end
        return widths

    def _statement(self, item: Statement, depth: int) -> list[Line]:
        head = self._head(item, depth)
        if item.body is None:
            return [Line(depth, head, item.span.start)]
        ends_in_color = item.arguments and item.arguments[-1].value.text.startswith("#")
        head += " :" if ends_in_color else ":"
        inner = self.block(item.body, depth + 1)
        if self._joins(item, head, inner):
            return [Line(depth, f"{head} {inner[0].text}", item.span.start)]
        return [Line(depth, head, item.span.start), *inner]

    def _joins(self, item: Statement, head: str, inner: list[Line]) -> bool:
        """Return whether a block stands on the line of its head."""
        if len(inner) != 1 or item.body is None or "\n" in head + inner[0].text:
            return False
        end, start = item.span.end, inner[0].start
        if bisect_left(self.marks, start) > bisect_left(self.marks, end):
            return False
        if self.text[end:start].strip(" \t") == ":":
            return True
        short = columns(head) + 1 + columns(inner[0].text) <= LONGEST_LINE
        return short and isinstance(item.body[0], Rewrite)

    def _head(self, item: Statement, depth: int) -> str:
        """Return a statement without its block."""
        parts = [item.name.text]
        before: Word | None = None
        for place, argument in enumerate(item.arguments):
            value = argument.value
            first = argument.key or value
            parts.append("" if before and _touch(before, first) else " ")
            if argument.key:
                spaced = place == 0 and item.name.text in _SPACED
                spaced |= argument.key.text.endswith("!")
                parts.append(_word(argument.key) + (" = " if spaced else "="))
            if value.kind == "picture" and is_rule(item):
                parts.append(_rule_picture(value, depth))
            else:
                parts.append(_word(value))
            before = value
        return "".join(parts)


def _touch(before: Word, after: Word) -> bool:
    """Return whether two words stay together, as they may be one pattern in a condition."""
    return "compare" in (before.kind, after.kind) and before.span.end == after.span.start


def _word(word: Word) -> str:
    """Return a word as it is written."""
    if word.kind == "quoted":
        return f'"{word.text}"'
    if word.kind == "picture":
        return f"{{{word.text}}}"
    return word.text


def _rewrite(item: Rewrite, width: int) -> str:
    left = _word(item.left)
    padding = " " * (width - columns(left))
    return f"{left}{padding}{_ARROW}{_word(item.right)}" + "".join(
        " " + _argument(argument) for argument in item.arguments
    )


def _argument(argument: Argument) -> str:
    if argument.key is None:
        return _word(argument.value)
    sign = " = " if argument.key.text.endswith("!") else "="
    return f"{_word(argument.key)}{sign}{_word(argument.value)}"


def _rule_picture(word: Word, depth: int) -> str:
    """Return a rule picture in columns; as it is where it has a fault."""
    layers = rule_picture_rows(word)
    if layers is None:
        return _word(word)
    if len(layers) == len(layers[0]) == 1 and "\n" not in word.text:
        left, right = layers[0][0]
        return f"{{ {left}{_ARROW}{right} }}"
    widest = max(columns(left) for layer in layers for left, _ in layer)
    rows: list[str] = []
    for layer in layers:
        if rows:
            rows.append("---")
        for place, (left, right) in enumerate(layer):
            sign = _ARROW if place == (len(layer) - 1) // 2 else " " * len(_ARROW)
            rows.append(left + " " * (widest - columns(left)) + sign + right)
    margin = "\n" + INDENTATION * (depth + 1)
    return "{" + "".join(margin + row for row in rows) + "\n" + INDENTATION * depth + "}"
