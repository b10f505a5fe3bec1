"""What a tree says, without its places: to compare programs that are laid out differently."""

from __future__ import annotations

from typing import Any

from markovpy.lang.patterns import rule_picture_rows
from markovpy.lang.syntax import Argument, Item, Rewrite, Statement, Tree, Word


def shape(tree: Tree) -> tuple[Any, ...]:
    """Return nested tuples that are equal for two trees that differ in layout only."""
    return tuple(_item(item) for item in tree.items)


def _item(item: Item) -> tuple[Any, ...]:
    if isinstance(item, Rewrite):
        return (_word(item.left), "->", _word(item.right), _arguments(item.arguments))
    body = None if item.body is None else tuple(_item(inner) for inner in item.body)
    return (item.name.text, _arguments(item.arguments, is_rule(item)), body)


def is_rule(item: Item) -> bool:
    """Return whether an item is ``rule …``, whose pictures may be laid out anew."""
    return isinstance(item, Statement) and item.name.text == "rule"


def _arguments(arguments: tuple[Argument, ...], rule: bool = False) -> tuple[Any, ...]:
    return tuple((a.key and _word(a.key), _word(a.value, rule)) for a in arguments)


def _word(word: Word, rule: bool = False) -> tuple[Any, ...]:
    rows = rule_picture_rows(word) if rule and word.kind == "picture" else None
    return (word.kind, rows or word.text)
