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
NEW_GRIDS = ("map", "wfc")
_ROOT_ONLY = ("values", "origin", "folder")
_RULE_PATTERNS = ("in", "out", "fin", "fout", "file", "legend")
_FLAGS = {"periodic": "periodic", "shannon": "shannon", "periodicInput": "bounded_sample"}
"""What the attributes that are true or false are called, or their opposites."""


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
        self.folder = root.attributes.get("folder")

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
        yield from self.unions(root)
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

    def unions(self, grid: _Element) -> Iterator[Statement]:
        """Yield the unions of an element with a grid, breadth first, as the reference does."""
        queue = [grid]
        while queue:
            element = queue.pop(0)
            queue += [c for c in element.children if c.name in (*BLOCKS, "union")]
            if element.name == "union":
                if {"symbol", "values"} <= element.attributes.keys():
                    argument = Argument(element.word("symbol"), element.word("values"))
                    name = self.name("union", element)
                    yield Statement(name, (argument,), None, element.span)
                else:
                    yield self.statement("union", element, [])

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
        if element.name in NEW_GRIDS:
            return self.new_grid(element, pairs)
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
        arguments: list[tuple[str | None, Word]] = [
            pair for pair in pairs if pair[0] not in moved and not _is_no_limit(*pair)
        ]
        body: list[Item] = [self.rule(rule) for rule in rules or [element]]
        body += [
            self.statement(child.name, child, [])
            for child in element.children
            if child.name not in ("rule", "union")
        ]
        return self.statement(element.name, element, arguments, tuple(body))

    def new_grid(self, element: _Element, pairs: list[tuple[str, Word]]) -> Statement:
        """Return a ``map`` or ``wfc`` with its unions, its rules and its nodes."""
        if element is self.root and "values" in element.attributes:
            pairs = [*pairs, ("values", element.word("values"))]
        arguments: list[tuple[str | None, Word]] = []
        for name, word in pairs:
            if name == "folder":
                continue
            if name in _FLAGS and element.name == "wfc":
                given = word.text.strip().lower()
                if given not in ("true", "false"):
                    message = f"'{word.text}' is neither True nor False"
                    raise self.fault("not-a-flag", message, word.span)
                if (given == "true") != (name == "periodicInput"):
                    bare = Word(_FLAGS[name], word.span, "bare", word.offset)
                    arguments.append((None, bare))
                continue
            arguments.append((name, self.resource(name, word)))
        if "sample" in element.attributes:
            arguments = [pair for pair in arguments if pair[1].text != "periodic"]
        outer, self.folder = self.folder, element.attributes.get("folder")
        body: list[Item] = list(self.unions(element))
        for child in element.children:
            if child.name == "rule":
                body.append(self.rule(child))
            elif child.name != "union":
                body.append(self.node(child, under="sequence"))
        self.folder = outer
        return self.statement(element.name, element, arguments, tuple(body))

    def resource(self, name: str, word: Word) -> Word:
        """Return the path, relative to the resources, of what an attribute names."""
        forms = {"sample": "samples/{}.png", "tileset": "tilesets/{}.xml", "tiles": "tilesets/{}"}
        if name not in forms:
            return word
        return Word(forms[name].format(word.text), word.span, "quoted", word.offset)

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
        given = set(element.attributes)
        arguments: list[Argument] = []
        if "legend" in given:
            arguments.append(Argument(self.key("legend", element), element.word("legend")))
        if "file" in given and not {"in", "out", "fin", "fout"} & given:
            arguments.insert(0, Argument(self.key("file", element), self.file("file", element)))
            return Statement(self.name("rule", element), (*arguments, *extra), None, element.span)
        for side in ("in", "out"):
            if not {side, f"f{side}"} & given:
                message = f"this rule has no '{side}'"
                raise self.fault("incomplete-rule", message, element.span)
        if {"in", "out"} <= given:
            left, right = element.word("in", "literal"), element.word("out", "literal")
            return Rewrite(left, right, tuple(extra), element.span)
        for side in ("out", "in"):
            if side in given:
                arguments.insert(0, Argument(None, element.word(side, "literal")))
            else:
                key = Word(side, element.words[f"f{side}"], "bare", element.words[f"f{side}"].start)
                arguments.insert(0, Argument(key, self.file(f"f{side}", element)))
        return Statement(self.name("rule", element), (*arguments, *extra), None, element.span)

    def file(self, attribute: str, element: _Element) -> Word:
        """Return the path of a rule's file, relative to the resources."""
        folder = [self.folder] if self.folder else []
        path = "/".join(["rules", *folder, element.attributes[attribute]])
        word = element.word(attribute)
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
        span = element.words[text]
        return Word(text, span, "bare", span.start)

    def fault(self, code: str, message: str, span: Span) -> ProgramError:
        """Return an error at a place."""
        return ProgramError([Diagnostic(code, message, span)], self.source)


def _is_no_limit(name: str, word: Word) -> bool:
    """Return whether an argument is a number of steps that the reference takes for none."""
    return name == "steps" and re.fullmatch(r"\s*(0+|-\d+)\s*", word.text) is not None
