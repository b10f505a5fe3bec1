"""MarkovJunior's XML models, read into the same syntax tree as ``.mj`` text.

Source: the models and the loading code of MarkovJunior (M. Gumin, 2022, MIT).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from markovpy.errors import Diagnostic, ProgramError, did_you_mean
from markovpy.formats.elements import Element, read_elements
from markovpy.lang.syntax import Argument, Item, Rewrite, Statement, Tree, Word
from markovpy.source import Source, Span

RULE_NODES = ("one", "all", "prl", "convolution")
BLOCKS = ("markov", "sequence")
LEAVES = ("path", "convchain")
GUIDED_NODES = ("one", "all")
INFERENCE = {"observe": "value", "field": "for"}
"""What steers a rule node, and the attribute that names its value."""
NEW_GRIDS = ("map", "wfc")
_ROOT_ONLY = ("values", "origin", "folder")
_RULE_PATTERNS = ("in", "out", "fin", "fout", "file", "legend")
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


def parse_model(source: Source, three_dimensional: bool) -> Tree:
    """Return the syntax tree of a MarkovJunior model.

    Args:
        source: The XML text.
        three_dimensional: Whether the grid it is read for is 3-D: rule files are then ``.vox``.

    Raises:
        ProgramError: The text is no XML, or no model.
    """
    root = read_elements(source)
    return _Importer(source, root, ".vox" if three_dimensional else ".png").tree()


class _Importer:
    """Turns elements into statements.

    Args:
        source: The model's text.
        root: Its outermost element.
        extension: What rule files end in.
    """

    def __init__(self, source: Source, root: Element, extension: str) -> None:
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

    def unions(self, grid: Element) -> Iterator[Statement]:
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

    def items(self, element: Element, under: str) -> Iterator[Item]:
        """Yield the nodes of a block."""
        for child in element.children:
            if child.name != "union":
                yield from self.node(child, under)

    def node(self, element: Element, under: str) -> Iterator[Statement]:
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

    def unknown(self, element: Element, known: Sequence[str]) -> None:
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

    def rule_node(self, element: Element, pairs: list[tuple[str, Word]]) -> Statement:
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
        self, element: Element, pairs: list[tuple[str, Word]]
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

    def guide(self, element: Element) -> Statement:
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

    def new_grid(self, element: Element, pairs: list[tuple[str, Word]]) -> Statement:
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

    def rule(self, element: Element) -> Iterator[Item]:
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

    def file(self, attribute: str, element: Element) -> Word:
        """Return the path of a rule's file, relative to the resources."""
        folder = [self.folder] if self.folder else []
        path = "/".join(["rules", *folder, element.attributes[attribute]])
        word = element.word(attribute)
        return Word(path + self.extension, word.span, "quoted", word.offset)

    def statement(
        self,
        name: str,
        element: Element,
        arguments: list[tuple[str | None, Word]],
        body: tuple[Item, ...] | None = None,
    ) -> Statement:
        """Return a statement at an element."""
        made = tuple(
            Argument(self.key(key, element) if key else None, word) for key, word in arguments
        )
        return Statement(self.name(name, element), made, body, element.span)

    def name(self, text: str, element: Element) -> Word:
        """Return a statement's name, placed at the element's."""
        start = element.span.start + 1
        return Word(text, Span(start, start + len(element.name)), "bare", start)

    def key(self, text: str, element: Element) -> Word:
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
