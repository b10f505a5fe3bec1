"""MarkovJunior's XML models, read into the same syntax tree as ``.mj`` text.

Source: the models and the loading code of MarkovJunior (M. Gumin, 2022, MIT).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.parsers import expat

from markovpy.errors import Diagnostic, ProgramError
from markovpy.lang.syntax import Argument, Item, Rewrite, Statement, Tree, Word
from markovpy.source import Source, Span

RULE_NODES = ("one", "all", "prl")
BLOCKS = ("markov", "sequence")
MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 60
_ROOT_ONLY = ("values", "origin", "folder")
_RULE_PATTERNS = ("in", "out", "file", "legend")
_ATTRIBUTES = {"fail": "search", "depth": "depthCoefficient"}
_SYMBOLS = {"observe": "value", "field": "for"}


@dataclass
class _Element:
    """An XML element with positions."""

    name: str
    attributes: dict[str, str]
    span: Span
    words: dict[str, Span]
    children: list[_Element] = field(default_factory=list)

    def word(self, attribute: str, kind: str = "quoted") -> Word:
        """Return an attribute's value as a written word."""
        span = self.words[attribute]
        assert kind in ("quoted", "literal")
        return Word(self.attributes[attribute], span, kind, span.start + 1)  # type: ignore[arg-type]


def parse_model(source: Source, three_dimensional: bool) -> Tree:
    """Return the syntax tree of a MarkovJunior model.

    Args:
        source: The XML text.
        three_dimensional: Whether the grid it is read for is 3-D: rule files are then ``.vox``.

    Raises:
        ProgramError: The text is no XML, or no model.
    """
    root = _read(source)
    return _Importer(source, root, ".vox" if three_dimensional else ".png").tree()


def _read(source: Source) -> _Element:
    if len(source.text) > MAX_CHARACTERS:
        message = f"the model has more than {MAX_CHARACTERS:,} characters"
        raise ProgramError([Diagnostic("too-large", message)], source)
    return _Reader(source).read()


class _Reader:
    """Feeds the XML parser and keeps positions."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.data = source.text.encode("utf-8", "surrogatepass")
        self.ascii = len(self.data) == len(source.text)
        self.stack: list[_Element] = []
        self.root: _Element | None = None
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self.start
        self.parser.EndElementHandler = self.end
        self.parser.StartDoctypeDeclHandler = self.refuse

    def read(self) -> _Element:
        """Return the root element."""
        try:
            self.parser.Parse(self.data, True)
        except expat.ExpatError as error:
            place = self.offset(self.parser.ErrorByteIndex)
            place = min(place, max(len(self.source.text) - 1, 0))
            message = f"this is not well-formed XML: {expat.ErrorString(error.code)}"
            raise self.error("not-xml", message, Span(place, place + 1)) from None
        assert self.root is not None
        return self.root

    def offset(self, place: int) -> int:
        """Return the character offset of a byte offset."""
        return place if self.ascii else len(self.data[:place].decode("utf-8", "replace"))

    def error(self, code: str, message: str, span: Span, hint: str = "") -> ProgramError:
        """Return an error at a place."""
        return ProgramError([Diagnostic(code, message, span, hint)], self.source)

    def refuse(self, *_: object) -> None:
        """Refuse document types, and with them entities."""
        place = self.offset(self.parser.CurrentByteIndex)
        message = "a model has no document type and no entities"
        raise self.error("doctype", message, Span(place, place + 9), "remove the declaration")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open an element."""
        place = self.offset(self.parser.CurrentByteIndex)
        if len(self.stack) >= MAX_DEPTH:
            message = f"more than {MAX_DEPTH} elements inside each other"
            raise self.error("too-deep", message, Span(place, place + 1))
        words = {}
        end = place + 1 + len(name)
        for attribute in attributes:
            pattern = re.compile(rf"\s({re.escape(attribute)})\s*=\s*(\"[^\"]*\"|'[^']*')")
            found = pattern.search(self.source.text, place)
            assert found is not None
            words[attribute] = Span(*found.span(2))
            end = max(end, found.end(2))
        element = _Element(name, attributes, Span(place, end), words)
        if self.stack:
            self.stack[-1].children.append(element)
        else:
            self.root = element
        self.stack.append(element)

    def end(self, _: str) -> None:
        """Close an element."""
        self.stack.pop()


class _Importer:
    """Turns elements into statements.

    Args:
        source: The model's text.
        root: Its outermost element.
        extension: What rule files end in.
    """

    def __init__(self, source: Source, root: _Element, extension: str) -> None:
        self.source = source
        self.root = root
        self.extension = extension

    def tree(self) -> Tree:
        """Return the whole program."""
        items: list[Item] = list(self.header())
        if self.root.name == "sequence":
            items += self.items(self.root, under="sequence")
        else:
            items.append(self.node(self.root, under="root"))
        return Tree(tuple(items), self.source, "xml")

    def header(self) -> Iterator[Statement]:
        """Yield the statements that the root's attributes stand for."""
        root = self.root
        known = {name: root.word(name) for name in root.attributes}
        if "values" in known:
            values = known["values"]
            yield self.statement("grid", root, [("values", values)])
        else:
            yield self.statement("grid", root, [])
        for union in self.unions():
            if "symbol" in union.attributes and "values" in union.attributes:
                key = union.word("symbol")
                yield Statement(
                    self.name("union", union),
                    (Argument(key, union.word("values")),),
                    None,
                    union.span,
                )
            else:
                yield self.statement("union", union, [])
        if root.name == "sequence" and "symmetry" in known:
            yield self.statement("symmetry", root, [(None, known["symmetry"])])
        if known.get("origin") and known["origin"].text.strip().lower() == "true":
            yield self.origin(known["origin"])
        if root.name == "sequence":
            extra = set(known) - {*_ROOT_ONLY, "symmetry", "comment"}
            if extra:
                pairs = [(name, known[name]) for name in known if name in extra]
                yield self.statement("grid", root, [("values", known["values"]), *pairs])

    def origin(self, word: Word) -> Statement:
        """Return what ``origin="True"`` stands for: the second value at the center."""
        symbols = self.root.attributes.get("values", "").replace(" ", "")
        if len(symbols) < 2:
            message = "origin needs a second value"
            hint = 'for example values="BW"'
            raise ProgramError([Diagnostic("no-origin", message, word.span, hint)], self.source)
        parts = [
            Word(text, word.span, "quoted", word.offset) for text in (symbols[1], "at", "center")
        ]
        arguments = tuple(Argument(None, part) for part in parts)
        return Statement(self.name("put", self.root), arguments, None, word.span)

    def unions(self) -> Iterator[_Element]:
        """Yield the unions, breadth first, where the reference looks for them."""
        queue = [self.root]
        while queue:
            element = queue.pop(0)
            if element.name == "union":
                yield element
            queue += [c for c in element.children if c.name in (*BLOCKS, "union")]

    def items(self, element: _Element, under: str) -> Iterator[Item]:
        """Yield the nodes of a block."""
        for child in element.children:
            if child.name != "union":
                yield self.node(child, under)

    def node(self, element: _Element, under: str) -> Statement:
        """Return a node; ``under`` names the kind of block it stands in."""
        hidden = {"comment", *(_ROOT_ONLY if element is self.root else ())}
        pairs = [(name, element.word(name)) for name in element.attributes if name not in hidden]
        if element.name in RULE_NODES:
            return self.rule_node(element, pairs)
        if element.name not in BLOCKS:
            return self.statement(element.name, element, [])
        name, body = element.name, tuple(self.items(element, under=element.name))
        arguments: list[tuple[str | None, Word]] = list(pairs)
        if under == "sequence" and name == "sequence":
            name = "repeat"
        elif under == "sequence":
            span = element.span
            arguments.append((None, Word("again", span, "bare", span.start)))
        return self.statement(name, element, arguments, body)

    def rule_node(self, element: _Element, pairs: list[tuple[str, Word]]) -> Statement:
        """Return a ``one``, ``all`` or ``prl`` with its rules."""
        rules = [child for child in element.children if child.name == "rule"]
        moved = ("p", *_RULE_PATTERNS) if not rules else ()
        arguments: list[tuple[str | None, Word]] = []
        for pair in pairs:
            if pair[0] not in moved and not _is_no_limit(*pair):
                arguments += self.guiding(element, pair)
        body: list[Item] = [self.rule(rule) for rule in rules or [element]]
        body += [
            self.guide(child) for child in element.children if child.name not in ("rule", "union")
        ]
        return self.statement(element.name, element, arguments, tuple(body))

    def guiding(
        self, element: _Element, pair: tuple[str, Word]
    ) -> Iterator[tuple[str | None, Word]]:
        """Yield what one argument of a rule node stands for, where it may steer it."""
        name, word = pair
        if element.name == "prl":
            yield pair
        elif name == "search":
            if self.truth(word):
                start = word.span.start
                yield None, Word("search", word.span, "bare", start)
                yield "fail", Word("random", word.span, "quoted", start)
        elif name == "depthCoefficient":
            yield "depth", word
        else:
            yield pair

    def guide(self, element: _Element) -> Statement:
        """Return an ``observe`` or ``field``."""
        if element.name not in _SYMBOLS:
            return self.statement(element.name, element, [])
        arguments: list[tuple[str | None, Word]] = []
        for name in element.attributes:
            word = element.word(name)
            if name == _SYMBOLS[element.name]:
                arguments.append((None, word))
            elif name in ("recompute", "essential") and element.name == "field":
                if self.truth(word):
                    arguments.append((None, Word(name, word.span, "bare", word.span.start)))
            elif name != "comment":
                arguments.append((name, word))
        return self.statement(element.name, element, arguments)

    def truth(self, word: Word) -> bool:
        """Return whether an attribute says True."""
        text = word.text.strip().lower()
        if text not in ("true", "false"):
            message = f"'{word.text}' is neither True nor False"
            raise self.fault("not-a-truth", message, word.span)
        return text == "true"

    def rule(self, element: _Element) -> Item:
        """Return one rule: of a ``rule`` element, or of a node that has none."""
        hidden = {"comment", *_RULE_PATTERNS}
        if element.name != "rule":
            hidden |= set(element.attributes) - {"p"}
        extra = [
            Argument(self.key(name, element), element.word(name))
            for name in element.attributes
            if name not in hidden
        ]
        if "file" in element.attributes and not {"in", "out"} & set(element.attributes):
            arguments = [Argument(self.key("file", element), self.file(element))]
            if "legend" in element.attributes:
                arguments.append(Argument(self.key("legend", element), element.word("legend")))
            return Statement(self.name("rule", element), (*arguments, *extra), None, element.span)
        for side in ("in", "out"):
            if side not in element.attributes:
                f_name = {"in": "fin", "out": "fout"}[side]
                if f_name in element.attributes:
                    message = f"'{f_name}' is not built yet"
                    raise self.fault("not-built", message, element.words[f_name])
                message = f"this rule has no '{side}'"
                raise self.fault("incomplete-rule", message, element.span)
        left, right = element.word("in", "literal"), element.word("out", "literal")
        return Rewrite(left, right, tuple(extra), element.span)

    def file(self, element: _Element) -> Word:
        """Return the path of a rule's file, relative to the resources."""
        folder = self.root.attributes.get("folder")
        path = "/".join(["rules", *([folder] if folder else []), element.attributes["file"]])
        word = element.word("file")
        return Word(path + self.extension, word.span, "quoted", word.offset)

    def statement(
        self,
        name: str,
        element: _Element,
        arguments: list[tuple[str | None, Word]],
        body: tuple[Item, ...] | None = None,
    ) -> Statement:
        """Return a statement at an element."""
        made = tuple(
            Argument(self.key(key, element) if key else None, word) for key, word in arguments
        )
        return Statement(self.name(name, element), made, body, element.span)

    def name(self, text: str, element: _Element) -> Word:
        """Return a statement's name, placed at the element's."""
        start = element.span.start + 1
        return Word(text, Span(start, start + len(element.name)), "bare", start)

    def key(self, text: str, element: _Element) -> Word:
        """Return an argument's key, placed at the attribute's value."""
        span = element.words[_ATTRIBUTES.get(text, text)]
        return Word(text, span, "bare", span.start)

    def fault(self, code: str, message: str, span: Span) -> ProgramError:
        """Return an error at a place."""
        return ProgramError([Diagnostic(code, message, span)], self.source)


def _is_no_limit(name: str, word: Word) -> bool:
    """Return whether an argument is a limit that the reference takes for none."""
    pattern = {"steps": r"\s*(0+|-\d+)\s*", "limit": r"\s*-\d+\s*"}.get(name)
    return pattern is not None and re.fullmatch(pattern, word.text) is not None
