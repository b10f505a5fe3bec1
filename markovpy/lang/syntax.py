"""The syntax tree: shape only, each part with its span.

The tree says how a program is written (a name, its arguments, its body), not what the names
mean: a statement that no node kind knows parses like any other and is reported by the checker.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from markovpy.source import Source, Span

WordKind: TypeAlias = Literal["bare", "quoted", "picture", "literal", "compare"]


@dataclass(frozen=True)
class Word:
    """One written value.

    Args:
        text: The characters without quotes or braces; ``text[i]`` stands at ``offset + i``
            of the source.
        span: Where it stands, quotes and braces included.
        kind: ``bare``; ``quoted`` (in quotes); ``picture`` (in braces, line ends kept);
            ``literal`` (from another format, MarkovJunior XML: blanks separate layers,
            no sets); ``compare`` (one of ``== != <= >= < >``).
        offset: The source offset of the first character of ``text``.
    """

    text: str
    span: Span
    kind: WordKind
    offset: int

    def at(self, start: int, length: int = 1) -> Span:
        """Return the span of ``text[start:start + length]``."""
        return Span(self.offset + start, self.offset + start + length)


@dataclass(frozen=True)
class Argument:
    """An argument of a statement or rule: ``value`` or ``key=value``.

    Args:
        key: The word before ``=``; None for a positional argument.
        value: The value.
    """

    key: Word | None
    value: Word

    @property
    def span(self) -> Span:
        """The key and the value."""
        return self.key.span.to(self.value.span) if self.key else self.value.span


@dataclass(frozen=True)
class Rewrite:
    """A rule line ``left -> right arguments``."""

    left: Word
    right: Word
    arguments: tuple[Argument, ...]
    span: Span


@dataclass(frozen=True)
class Statement:
    """A statement ``name arguments`` with an optional body.

    Args:
        name: Its first word.
        arguments: What stands between the name and the colon or the line's end.
        body: The items of its block; None where there is no colon.
        span: The head: from the name to the last argument.
    """

    name: Word
    arguments: tuple[Argument, ...]
    body: tuple[Item, ...] | None
    span: Span


Item: TypeAlias = "Statement | Rewrite"


@dataclass(frozen=True)
class Tree:
    """A whole program.

    Args:
        items: Its top-level statements and rules, in source order.
        source: The text it was read from.
        dialect: ``mj``, or ``xml`` where MarkovJunior's rules of strictness hold.
    """

    items: tuple[Item, ...]
    source: Source
    dialect: Literal["mj", "xml"] = field(default="mj")

    @property
    def named_folder(self) -> str:
        """The folder that ``resources`` names, relative to the program's; empty for none."""
        for item in self.items:
            if isinstance(item, Statement) and item.name.text == "resources" and item.arguments:
                return item.arguments[0].value.text
        return ""
