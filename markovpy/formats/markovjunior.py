"""MarkovJunior's XML models, read into the same syntax tree as ``.mj`` text.

Source: the models and the loading code of MarkovJunior (M. Gumin, 2022, MIT).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from markovpy.errors import Diagnostic, ProgramError, did_you_mean
from markovpy.lang.syntax import Argument, Item, Rewrite, Statement, Tree, Word
from markovpy.source import Source, Span

RULE_NODES = ("one", "all", "prl", "convolution")
BLOCKS = ("markov", "sequence")
LEAVES = ("path", "convchain")
GUIDED_NODES = ("one", "all")
INFERENCE = {"observe": "value", "field": "for"}
"""What steers a rule node, and the attribute that names its value."""
MAX_CHARACTERS = 1_000_000
MAX_DEPTH = 60
NEW_GRIDS = ("map", "wfc")
_ROOT_ONLY = ("values", "origin", "folder")
_RULE_PATTERNS = ("in", "out", "fin", "fout", "file", "legend")
_ATTRIBUTE = re.compile(r"\s+([^\s=]+)\s*=\s*(\"[^\"]*\"|'[^']*')")
_RULE_ARGUMENTS = {"convolution": ("p", "sum", "values")}
_RENAMED = {"fail": "search", "depth": "depthCoefficient"}
"""Arguments that no attribute is called by, and the attributes that they come from."""
_FLAGS = {
    "convolution": ("periodic",),
    "path": ("inertia", "longest", "edges", "vertices"),
    **dict.fromkeys(GUIDED_NODES, ("search",)),
    "field": ("recompute", "essential"),
    "wfc": ("periodic", "shannon", "periodicInput"),
}
_RESOURCES = {"sample": "samples/{}.png", "tileset": "tilesets/{}.xml", "tiles": "tilesets/{}"}
"""The attributes that name a file or a folder, and its path relative to the resources."""


@dataclass
class _Element:
    """An XML element with positions.

    Args:
        name: Its name.
        attributes: The values of its attributes.
        span: Its start tag, up to the last attribute.
        keys: Where the names of its attributes stand.
        words: Where their values stand, quotes included.
        children: The elements in it.
    """

    name: str
    attributes: dict[str, str]
    span: Span
    keys: dict[str, Span]
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
        self.place = (0, 0)
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
            hint = 'for example: <one values="BW" in="B" out="W"/>'
            if self.stack:
                line = self.source.position(self.stack[-1].span.start)[0]
                hint = f"'{self.stack[-1].name}' of line {line} is still open here"
            raise self.error("not-xml", message, Span(place, place + 1), hint) from None
        assert self.root is not None
        return self.root

    def offset(self, place: int) -> int:
        """Return the character offset of a byte offset; most are asked for in order."""
        byte, character = self.place if self.place[0] <= place else (0, 0)
        character += len(self.data[byte:place].decode("utf-8", "replace"))
        self.place = (place, character)
        return character

    def error(self, code: str, message: str, span: Span, hint: str = "") -> ProgramError:
        """Return an error at a place."""
        return ProgramError([Diagnostic(code, message, span, hint)], self.source)

    def refuse(self, *_: object) -> None:
        """Refuse document types, and with them entities."""
        place = max(self.source.text.find("<!DOCTYPE"), 0)
        message = "a model has no document type and no entities"
        raise self.error("doctype", message, Span(place, place + 9), "remove the declaration")

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """Open an element."""
        place = self.offset(self.parser.CurrentByteIndex)
        if len(self.stack) >= MAX_DEPTH:
            message = f"more than {MAX_DEPTH} elements inside each other"
            raise self.error("too-deep", message, Span(place, place + 1), "use fewer")
        keys, words = {}, {}
        end = place + 1 + len(name)
        while found := _ATTRIBUTE.match(self.source.text, end):
            keys[found[1]] = Span(*found.span(1))
            words[found[1]] = Span(*found.span(2))
            end = found.end()
        element = _Element(name, attributes, Span(place, end), keys, words)
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
        self.diagnostics: list[Diagnostic] = []
        self.folder = root.attributes.get("folder")

    def tree(self) -> Tree:
        """Return the whole program; raise with everything that is no model."""
        items = [*self.header(), *self.node(self.root, under="root")]
        if self.diagnostics:
            place = [(d.span.start if d.span else 0) for d in self.diagnostics]
            order = sorted(range(len(place)), key=place.__getitem__)
            raise ProgramError([self.diagnostics[i] for i in order], self.source)
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
        if "origin" in known:
            yield from self.origin(known["origin"])

    def origin(self, word: Word) -> Iterator[Statement]:
        """Yield what ``origin="True"`` stands for: the second value at the center."""
        wanted = word.text.strip().lower()
        if wanted not in ("true", "false"):
            message = f"'{word.text}' is no answer"
            self.fault("bad-origin", message, word.span, 'write origin="True" or leave it out')
        if wanted != "true":
            return
        symbols = self.root.attributes.get("values", "").replace(" ", "")
        if len(symbols) < 2:
            message = "origin needs a second value"
            self.fault("no-origin", message, word.span, 'for example values="BW"')
            return
        parts = [
            Word(text, word.span, "quoted", word.offset) for text in (symbols[1], "at", "center")
        ]
        arguments = tuple(Argument(None, part) for part in parts)
        yield Statement(self.name("put", self.root), arguments, None, word.span)

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
                yield from self.node(child, under)

    def node(self, element: _Element, under: str) -> Iterator[Statement]:
        """Yield a node; ``under`` names the kind of block it stands in."""
        hidden = {"comment", *(_ROOT_ONLY if element is self.root else ())}
        pairs = [(name, element.word(name)) for name in element.attributes if name not in hidden]
        if element.name in RULE_NODES:
            yield self.rule_node(element, pairs)
            return
        if element.name in NEW_GRIDS:
            yield self.new_grid(element, pairs)
            return
        if element.name == "convchain":
            pairs = [(name, self.resource(name, word)) for name, word in pairs]
        if element.name in LEAVES:
            for child in element.children:
                self.unknown(child, ())
            yield self.statement(element.name, element, self.arguments(element, pairs))
            return
        if element.name not in BLOCKS:
            self.unknown(element, (*RULE_NODES, *LEAVES, *BLOCKS, *NEW_GRIDS))
            return
        name, body = element.name, tuple(self.items(element, under=element.name))
        arguments: list[tuple[str | None, Word]] = list(pairs)
        if under == "sequence" and name == "sequence":
            name = "repeat"
        elif under == "sequence":
            span = element.span
            arguments.append((None, Word("again", span, "bare", span.start)))
        yield self.statement(name, element, arguments, body)

    def unknown(self, element: _Element, known: Sequence[str]) -> None:
        """Report an element that is not known where it stands."""
        span = self.name(element.name, element).span
        if "markov" in known:
            hint = "nodes are, for example, one, all, prl, markov and sequence"
        else:
            hint = f"known here: {', '.join(known)}" if known else "remove it"
        if element.name in (*RULE_NODES, *BLOCKS, "rule", "union"):
            self.fault("misplaced", f"'{element.name}' does not stand here", span, hint)
        else:
            near = did_you_mean(element.name, list(known))
            self.fault("unknown-node", f"unknown node '{element.name}'", span, near or hint)

    def rule_node(self, element: _Element, pairs: list[tuple[str, Word]]) -> Statement:
        """Return a node whose block holds rules."""
        rules = [child for child in element.children if child.name == "rule"]
        moved = (*_rule_arguments(element.name), *_RULE_PATTERNS) if not rules else ()
        own = [pair for pair in pairs if pair[0] not in moved]
        arguments = self.arguments(element, own)
        body = [item for rule in rules or [element] for item in self.rule(rule)]
        for child in element.children:
            if child.name in INFERENCE and element.name in GUIDED_NODES:
                body.append(self.guide(child))
            elif child.name != "rule" and not (child.name == "union" and element is self.root):
                known = ("rule", *INFERENCE) if element.name in GUIDED_NODES else ("rule",)
                self.unknown(child, known)
        return self.statement(element.name, element, arguments, tuple(body))

    def arguments(
        self, element: _Element, pairs: list[tuple[str, Word]]
    ) -> list[tuple[str | None, Word]]:
        """Return a node's arguments: ``True`` makes a word of its own, no limit is none."""
        arguments: list[tuple[str | None, Word]] = []
        for name, word in pairs:
            if name in _FLAGS.get(element.name, ()):
                called = {"periodicInput": "bounded_sample"}.get(name, name)
                if self.truth(name, word) == (called == name):
                    arguments.append((None, Word(called, word.span, "bare", word.offset)))
                    if name == "search":
                        arguments.append(("fail", Word("random", word.span, "quoted", word.offset)))
            elif element.name in GUIDED_NODES and name in _RENAMED:
                message = f"'{element.name}' takes no argument '{name}' in a model"
                self.fault("unknown-argument", message, word.span, "depth is depthCoefficient")
            elif name == "depthCoefficient":
                arguments.append(("depth", word))
            elif not _is_no_limit(name, word):
                arguments.append((name, word))
        return arguments

    def guide(self, element: _Element) -> Statement:
        """Return an ``observe`` or ``field``."""
        for child in element.children:
            self.unknown(child, ())
        main = INFERENCE[element.name]
        named = [(name, element.word(name)) for name in element.attributes if name != "comment"]
        first: list[tuple[str | None, Word]] = [(None, word) for n, word in named if n == main]
        rest = self.arguments(element, [pair for pair in named if pair[0] != main])
        return self.statement(element.name, element, [*first, *rest])

    def truth(self, name: str, word: Word) -> bool:
        """Return what ``True`` or ``False`` means; report anything else."""
        text = word.text.strip().lower()
        if text not in ("true", "false"):
            hint = f'write {name}="True" or {name}="False"'
            message = f"'{word.text}' is neither True nor False"
            self.fault("not-a-truth", message, word.span, hint)
        return text == "true"

    def new_grid(self, element: _Element, pairs: list[tuple[str, Word]]) -> Statement:
        """Return a ``map`` or ``wfc`` with its unions, its rules and its nodes."""
        if element is self.root and "values" in element.attributes:
            pairs = [*pairs, ("values", element.word("values"))]
        own = [(name, self.resource(name, word)) for name, word in pairs if name != "folder"]
        arguments = self.arguments(element, own)
        if "sample" in element.attributes:
            arguments = [pair for pair in arguments if pair[1].text != "periodic"]
        outer, self.folder = self.folder, element.attributes.get("folder")
        body: list[Item] = list(self.unions(element))
        for child in element.children:
            if child.name == "rule":
                body += self.rule(child)
            elif child.name != "union":
                body += self.node(child, under="sequence")
        self.folder = outer
        return self.statement(element.name, element, arguments, tuple(body))

    def resource(self, name: str, word: Word) -> Word:
        """Return the path, relative to the resources, of what an attribute names."""
        if name not in _RESOURCES:
            return word
        return Word(_RESOURCES[name].format(word.text), word.span, "quoted", word.offset)

    def rule(self, element: _Element) -> Iterator[Item]:
        """Yield one rule: of a ``rule`` element, or of a node that has none."""
        hidden = {"comment", *_RULE_PATTERNS}
        if element.name == "rule":
            for child in element.children:
                self.unknown(child, ())
        else:
            hidden |= set(element.attributes) - {*_rule_arguments(element.name)}
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
            yield Statement(self.name("rule", element), (*arguments, *extra), None, element.span)
            return
        missing = [side for side in ("in", "out") if not {side, f"f{side}"} & given]
        for side in missing:
            message = f"this rule has no '{side}'"
            self.fault("incomplete-rule", message, element.span, f'add {side}="…"')
        if missing:
            return
        if {"in", "out"} <= given:
            left, right = element.word("in", "literal"), element.word("out", "literal")
            yield Rewrite(left, right, tuple(extra), element.span)
            return
        for side in ("out", "in"):
            if side in given:
                arguments.insert(0, Argument(None, element.word(side, "literal")))
            else:
                span = element.keys[f"f{side}"]
                key = Word(side, span, "bare", span.start)
                arguments.insert(0, Argument(key, self.file(f"f{side}", element)))
        yield Statement(self.name("rule", element), (*arguments, *extra), None, element.span)

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
        """Return an argument's key."""
        span = element.keys[_RENAMED.get(text, text)]
        return Word(text, span, "bare", span.start)

    def fault(self, code: str, message: str, span: Span, hint: str) -> None:
        """Keep an error."""
        self.diagnostics.append(Diagnostic(code, message, span, hint))


def _rule_arguments(name: str) -> tuple[str, ...]:
    """Return the arguments of a node's rules that the node itself may carry for its only one."""
    return _RULE_ARGUMENTS.get(name, ("p",))


def _is_no_limit(name: str, word: Word) -> bool:
    """Return whether an argument is a limit that the reference takes for none."""
    pattern = {"steps": r"\s*(0+|-\d+)\s*", "limit": r"\s*-\d+\s*"}.get(name)
    return pattern is not None and re.fullmatch(pattern, word.text) is not None
