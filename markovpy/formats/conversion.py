"""The tree of a MarkovJunior model as a person would write it in ``.mj``.

What only the checker can know comes as facts, by the spans of the model's text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from markovpy.formats.spelling import rule_picture, spelled, spelled_pattern
from markovpy.lang.comments import Comment, comment_at
from markovpy.lang.patterns import read_pattern
from markovpy.lang.syntax import Argument, Item, Rewrite, Statement, Tree, Word
from markovpy.model import symmetry
from markovpy.source import Span

_HEADER = ("grid", "symmetry", "put", "union")
_RULE_NODES = ("one", "all", "prl")
_BLOCKS = (*_RULE_NODES, "markov", "sequence", "repeat")


@dataclass(frozen=True)
class Facts:
    """What the checker knows of a model.

    Args:
        three_dimensional: Whether its grid is 3-D.
        idle: The rules that can never change a cell.
        unread: The arguments and statements that nothing reads.
        settled: The ``markov again`` blocks that run as a plain ``markov``.
        size: The grid's size as it is to be written, or an empty string.
        resources: The folder with its files as it is to be written, or an empty string.
    """

    three_dimensional: bool
    idle: frozenset[Span]
    unread: frozenset[Span]
    settled: frozenset[Span]
    size: str = ""
    resources: str = ""


@dataclass(frozen=True)
class Converted:
    """A converted model.

    Args:
        tree: The program, with the spans and source of the model.
        comments: What is said of what was left out.
        parts: The numbers of the items that a blank line belongs before.
    """

    tree: Tree
    comments: tuple[Comment, ...]
    parts: tuple[int, ...]


def converted(tree: Tree, facts: Facts) -> Converted:
    """Return a model in the words of ``.mj``; the two run equal, turn for turn."""
    header = [item for item in tree.items if _is_header(item)]
    written, own = _program([item for item in tree.items if not _is_header(item)])
    converter = _Converter(facts, tree.source.text, _symmetry([*header, *own], facts))
    nodes = converter.nodes(written)
    if len(nodes) == 1:
        # A markov that is alone in a program would be the program, which ends a turn earlier.
        converter = replace(converter, alone=True, comments=[])
        nodes = converter.nodes(written)
    first = nodes[0].span.start if nodes else -1
    head = tuple(converter.header(header, first))
    parts = (len(head),) if nodes else ()
    items = (*head, *nodes)
    return Converted(Tree(items, tree.source), tuple(converter.comments), parts)


def _is_header(item: Item) -> bool:
    return isinstance(item, Statement) and item.body is None and item.name.text in _HEADER


def _program(items: Sequence[Item]) -> tuple[Sequence[Item], Sequence[Statement]]:
    """Return a program's nodes, and the ``sequence`` around them all: a program is one itself."""
    root = items[0] if len(items) == 1 else None
    if isinstance(root, Statement) and root.name.text == "sequence":
        return root.body or (), (root,)
    return items, ()


def _symmetry(header: Sequence[Item], facts: Facts) -> str:
    """Return the plain name of the program's own symmetry."""
    found = "all"
    for item in header:
        for argument in item.arguments:
            if "symmetry" in (_name(item), argument.key and argument.key.text):
                found = symmetry.group(argument.value.text, facts.three_dimensional) or found
    return found


def _name(item: Item) -> str:
    return item.name.text if isinstance(item, Statement) else ""


@dataclass
class _Converter:
    """Rewrites statements; each method returns what stands in their place.

    Args:
        facts: What the checker knows.
        source: The model's text.
        symmetry: The plain name of the symmetry in force.
        alone: Whether the program has one node only.
        top: Whether these are the program's own nodes, not those of a block.
        under: The name of the block they stand in.
        comments: What is said of what was left out.
    """

    facts: Facts
    source: str
    symmetry: str
    alone: bool = False
    top: bool = True
    under: str = ""
    comments: list[Comment] = field(default_factory=list)

    def header(self, items: Sequence[Item], first: int) -> Iterator[Statement]:
        """Yield the header statements, at places before the first node."""
        read: dict[str, list[Statement]] = {}
        for item in items:
            if isinstance(item, Statement) and not self._is_unread(item):
                read.setdefault(item.name.text, []).append(item)
        for grid in read["grid"][:1]:
            size = [self._added(self.facts.size, grid.span)] if self.facts.size else []
            values = [a for a in self._arguments(grid) if a.key and a.key.text == "values"]
            yield replace(grid, arguments=(*size, *values))
            if self.facts.resources:
                path = Word(self.facts.resources, grid.span, "quoted", grid.span.start)
                name = replace(grid.name, text="resources")
                yield replace(grid, name=name, arguments=(Argument(None, path),))
            if self.symmetry != "all":
                name = replace(grid.name, text="symmetry")
                yield replace(grid, name=name, arguments=(self._added(self.symmetry, grid.span),))
            for put in read.get("put", []):
                yield replace(put, arguments=self._arguments(put), span=grid.span)
        for union in sorted(read.get("union", []), key=lambda union: union.span.start):
            place = union.span.start if first < 0 else min(union.span.start, first)
            yield replace(union, arguments=self._arguments(union), span=Span(place, place))

    def _is_unread(self, item: Statement) -> bool:
        return item.name.text == "union" and item.span in self.facts.unread

    def nodes(self, items: Sequence[Item]) -> list[Item]:
        """Return the items of a block."""
        found = []
        for item in items:
            kept = self._rewrite(item) if isinstance(item, Rewrite) else self._statement(item)
            if kept is not None:
                found.append(kept)
        return found

    def _statement(self, item: Statement) -> Item | None:
        """Return a statement; None for a block in which nothing is left."""
        arguments = self._arguments(item)
        inner = replace(self, top=False, under=item.name.text)
        for argument in item.arguments:
            if argument.key and argument.key.text == "symmetry":
                plain = symmetry.group(argument.value.text, self.facts.three_dimensional)
                inner.symmetry = plain or inner.symmetry
        if item.body is None:
            return replace(item, arguments=self._kept(arguments, item))
        body = tuple(inner.nodes(item.body))
        if not body:
            empty = replace(item, arguments=arguments, body=None)
            return None if item.name.text in _BLOCKS else empty
        return self._short(self._plain(replace(item, arguments=arguments, body=body)))

    def _plain(self, item: Statement) -> Statement:
        """Return a node in the words that say the same more simply."""
        arguments = item.arguments
        if item.span in self.facts.settled and not (self.top and self.alone):
            arguments = tuple(a for a in arguments if a.key or a.value.text != "again")
        if item.name.text not in _RULE_NODES:
            return replace(item, arguments=arguments)
        single = [a for a in arguments if a.key and (a.key.text, a.value.text) == ("steps", "1")]
        rest = tuple(a for a in arguments if a not in single)
        if not single:
            return replace(item, arguments=arguments)
        if item.name.text == "one" and not {a.key.text for a in rest if a.key} - {"symmetry"}:
            return replace(item, name=replace(item.name, text="once"), arguments=rest)
        return replace(item, arguments=(self._added("once", single[0].span), *rest))

    def _short(self, item: Statement) -> Item:
        """Return a rule in place of a node that holds nothing else, where that reads well."""
        assert item.body
        rule = item.body[0]
        lone = item.name.text == "one" and not item.arguments and len(item.body) == 1
        fits = self.under == "markov" or (self.top and self.alone)
        return rule if lone and fits and isinstance(rule, Rewrite) else item

    def _rewrite(self, item: Rewrite) -> Item | None:
        """Return a rule; None for one with layers in a 2-D grid, which never matches."""
        pattern = read_pattern(item.left, lambda _: None)
        left, right = spelled_pattern(item.left), spelled_pattern(item.right)
        if pattern is not None and pattern.depth > 1 and not self.facts.three_dimensional:
            text = f"# left out, as the grid has one layer: {left.text} -> {right.text}"
            column = comment_at(self.source, item.span.start, text).column
            self.comments.append(Comment(text, item.span.start, alone=True, column=column))
            return None
        arguments = self._kept(self._arguments(item), item)
        picture = rule_picture(item.left, item.right, item.span)
        if picture is None:
            return replace(item, left=left, right=right, arguments=arguments)
        name = Word("rule", item.span, "bare", item.span.start)
        return Statement(name, (Argument(None, picture), *arguments), None, item.span)

    def _kept(self, arguments: tuple[Argument, ...], item: Item) -> tuple[Argument, ...]:
        """Return the arguments of a rule, with the word that keeps one without effect."""
        if isinstance(item, Rewrite):
            span = item.left.span.to(item.right.span)
        else:
            files = [a.value.span for a in item.arguments if a.key and a.key.text == "file"]
            span = files[0] if files and item.name.text == "rule" else item.span
        if span not in self.facts.idle:
            return arguments
        return (*arguments, self._added("keep", item.span))

    def _arguments(self, item: Item) -> tuple[Argument, ...]:
        """Return the arguments that something reads, as words of ``.mj``."""
        made = []
        for argument in item.arguments:
            key = argument.key.text if argument.key else ""
            value = spelled(argument.value, key)
            if argument.span in self.facts.unread or (key == "p" and self._has_no_coin(item)):
                continue
            if key == "symmetry":
                plain = symmetry.group(argument.value.text, self.facts.three_dimensional)
                if plain == self.symmetry:
                    continue
                value = replace(value, text=plain or value.text, kind="bare" if plain else "quoted")
            if key == "scale":
                value = replace(value, text="x".join(value.text.split()), kind="bare")
            made.append(Argument(argument.key and spelled(argument.key), value))
        return tuple(made)

    def _has_no_coin(self, item: Item) -> bool:
        """Return whether a node's ``p`` is not read, since its rules stand in its block."""
        return isinstance(item, Statement) and item.name.span in self.facts.unread

    def _added(self, text: str, span: Span) -> Argument:
        """Return a positional argument that the model does not have."""
        return Argument(None, Word(text, span, "bare", span.start))
