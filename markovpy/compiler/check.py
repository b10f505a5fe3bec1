"""Check a program: every problem, in source order, and what it means if there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markovpy.compiler import advice
from markovpy.compiler.arguments import read_arguments
from markovpy.compiler.context import Context, Scope
from markovpy.compiler.expansion import body, expansion, loops
from markovpy.compiler.header import HEADER_NAMES, read_header, unions_in
from markovpy.compiler.program import Checked, Settings
from markovpy.compiler.rulebook import RuleReader, read_rule
from markovpy.compiler.symbols import read_unions
from markovpy.errors import Diagnostic, ProgramError, did_you_mean
from markovpy.lang.explain import ARROW_SIGNS
from markovpy.lang.syntax import Item, Rewrite, Statement, Tree
from markovpy.model import symmetry
from markovpy.model.alphabet import Alphabet
from markovpy.nodes import registry
from markovpy.nodes.kind import Body, CheckedNode, KindError, NodeKind, Stage, Surroundings
from markovpy.source import Span

if TYPE_CHECKING:
    from markovpy.nodes.kind import Files

LATER = (
    *("goal", "on", "win", "lose", "level", "levels", "sprite", "tiles", "tick"),
    *("path", "convolution", "convchain", "observe", "field", "search"),
)
MAXIMUM_REPORTED = 100


def check(tree: Tree, settings: Settings, files: Files) -> Checked:
    """Check a program as it would run with the given settings.

    Args:
        tree: The program.
        settings: Size, names and start that override its own.
        files: Reads the files it names.

    Raises:
        ProgramError: With every problem, in source order.
    """
    context = Context(tree, files)
    if not any(isinstance(i, Statement) and i.name.text == "grid" for i in tree.items):
        raise ProgramError([_no_grid(tree)], tree.source)
    header = read_header(context, settings)
    context.open_stage(context.shape, context.alphabet)
    checker = _Checker(context)
    nodes = checker.nodes(tree.items, Scope(header.symmetry), reenters=False)
    advice.behind_new_grid(nodes, context)
    advice.unused(context)
    if not nodes and not any(d.severity == "error" for d in context.diagnostics):
        message = "the program has no rules"
        context.warn("no-rules", message, tree.items[-1].span, "add one, for example: B -> W")
    found = sorted(context.diagnostics, key=lambda d: d.span.start if d.span else -1)
    found = list(dict.fromkeys(found))
    if any(diagnostic.severity == "error" for diagnostic in found):
        raise ProgramError(found[:MAXIMUM_REPORTED], tree.source)
    return Checked(
        tree.source,
        context.shape,
        context.alphabet,
        header.start,
        tuple(header.puts),
        nodes,
        header.appearance,
        header.about,
        dict(context.names),
        tuple(context.stages),
        tuple(found),
    )


def _no_grid(tree: Tree) -> Diagnostic:
    """Return the error for a program without a grid, proposing the symbols it uses."""
    used: dict[str, None] = {}

    def collect(items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, Rewrite):
                used.update(dict.fromkeys(item.left.text + item.right.text))
            else:
                collect(item.body or ())

    collect(tree.items)
    symbols = "".join(symbol for symbol in used if symbol not in "*./[]^ ")
    span = tree.items[0].span if tree.items else Span(0, 0)
    message = "the program has no grid" if tree.items else "the program is empty"
    hint = f"begin with its values, the first one fills it: grid values={symbols or 'BW'}"
    return Diagnostic("no-grid", message, span, hint)


class _Checker:
    """Walks the nodes of a program.

    Args:
        context: The program.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.kinds = registry()

    def nodes(self, items: Sequence[Item], scope: Scope, reenters: bool) -> tuple[CheckedNode, ...]:
        """Return the nodes that a block holds.

        Args:
            items: What is written in it.
            scope: What holds there.
            reenters: Whether the block enters a child block that has ended again.
        """
        nodes: list[CheckedNode] = []
        open_if: int | None = None
        for item in items:
            if self.context.count_item(item.span):
                break
            alternative = isinstance(item, Statement) and item.name.text == "else"
            if alternative:
                self._alternative(item, nodes, open_if, scope)
                open_if = None
                continue
            with self.context.noting(scope):
                nodes += self._node(item, scope, reenters)
            is_if = isinstance(item, Statement) and item.name.text == "if"
            open_if = len(nodes) - 1 if is_if and nodes and nodes[-1].kind.alternative else None
            if is_if and open_if is None:
                open_if = -1
        return tuple(nodes)

    def _alternative(
        self, item: Item, nodes: list[CheckedNode], place: int | None, scope: Scope
    ) -> None:
        assert isinstance(item, Statement)
        if place is None:
            message = "this 'else' has no 'if' before it"
            self.context.error(
                "else-without-if", message, item.name.span, "put it behind an if block"
            )
        for argument in item.arguments:
            hint = "write else: and, if needed, an if inside its block"
            self.context.error("unknown-argument", "else takes no condition", argument.span, hint)
        with self.context.noting(scope):
            inside = self.nodes(body(item, self.context), scope, reenters=False)
            advice.behind_new_grid(inside, self.context)
        if place is not None and place >= 0:
            nodes[place] = replace(nodes[place], otherwise=inside)

    def _node(self, item: Item, scope: Scope, reenters: bool) -> list[CheckedNode]:
        """Return the nodes that one item stands for: more than one for a loop."""
        if isinstance(item, Rewrite) or item.name.text == "rule":
            return self._bare_rule(item, scope)
        name = item.name.text
        if name == "for":
            return [
                node
                for inner in loops(item, self.context, scope)
                for node in self.nodes(body(item, self.context), inner, reenters)
            ]
        if name in HEADER_NAMES:
            self._check_header_place(item, scope)
            return []
        if name in self.context.defines and name not in self.kinds:
            return self._expanded(item, scope, reenters)
        kind = self.kinds.get(name)
        if kind is None:
            self._unknown(item)
            return []
        node = self._known(item, kind, scope, reenters)
        return [] if node is None else [node]

    def _check_header_place(self, item: Statement, scope: Scope) -> None:
        if item.name.text != "union" and item not in self.context.tree.items:
            message = f"'{item.name.text}' stands inside a block"
            self.context.error("misplaced", message, item.name.span, "move it to the left margin")
        if item.body is not None and item.name.text != "define":
            message = f"'{item.name.text}' takes no block"
            self.context.error("unexpected-block", message, item.name.span, "remove the colon")

    def _bare_rule(self, item: Item, scope: Scope) -> list[CheckedNode]:
        rule = read_rule(item, self.kinds["one"], self.context, scope, standing=True)
        if rule is None:
            return []
        arguments: dict[str, Any] = {p.name: None for p in self.kinds["one"].parameters}
        number, stage = self.context.number(), self.context.stage
        one = self.kinds["one"]
        return [CheckedNode(one, number, arguments, (rule,), (), True, item.span, stage=stage)]

    def _known(
        self, item: Statement, kind: NodeKind, scope: Scope, reenters: bool
    ) -> CheckedNode | None:
        number = self.context.number()
        values = read_arguments(
            item.arguments, kind.parameters, f"'{kind.name}'", item.span, self.context, scope
        )
        inner = scope
        if values and values.get("symmetry"):
            inner = replace(scope, symmetry=values["symmetry"])
        data = None if values is None else self._prepared(item, kind, values, inner)
        reader = RuleReader(kind, self.context, (values or {}).get("p"))
        left = self._block(item, kind)
        if kind.new_grid is not None:
            if values is None:
                return None
            return self._on_new_grid(item, kind, number, values, data, inner, left, reader)
        if kind.body is not Body.NODES:
            left = reader.read(left, inner)
        children: tuple[CheckedNode, ...] = ()
        if kind.body in (Body.NODES, Body.RULES_AND_NODES):
            children = self.nodes(left, inner, kind.reenters)
            if kind.name != "choose":
                advice.behind_new_grid(children, self.context)
        else:
            for other in left:
                self._not_a_rule(other, kind)
        if values is None:
            return None
        if values.get("once") and values.get("steps"):
            message = "'once' and 'steps=' exclude each other"
            self.context.error("repeated-argument", message, item.span, "keep one of them")
        node = CheckedNode(
            kind,
            number,
            values,
            tuple(reader.rules),
            children,
            once=not (reenters or values.get("again")),
            span=item.span,
            elements=tuple(reader.elements),
            data=data,
            stage=self.context.stage,
        )
        advice.on_node(node, self.context)
        return node

    def _on_new_grid(
        self,
        item: Statement,
        kind: NodeKind,
        number: int,
        values: dict[str, Any],
        data: Any,
        scope: Scope,
        left: Sequence[Item],
        reader: RuleReader,
    ) -> CheckedNode:
        """Return a node whose own nodes run on a new grid."""
        assert kind.new_grid is not None
        context = self.context
        shape = context.shape if data is None else kind.new_grid.shape(data)
        stage = self._stage(shape, values["values"] or "?", left)
        reader.target = stage
        rules = [inner for inner in left if self._is_rule(inner)]
        if data is not None:
            if kind.new_grid.choices is not None:
                reader.names = kind.new_grid.choices(data)
            reader.read(rules, scope)
        inside = self._scope_inside(stage, item, kind, scope) if data is not None else scope
        with context.inside(stage):
            others = [inner for inner in left if inner not in rules]
            children = self.nodes(others, inside, kind.reenters)
            advice.behind_new_grid(children, context)
        return CheckedNode(
            kind,
            number,
            values,
            tuple(reader.rules),
            children,
            once=True,
            span=item.span,
            elements=tuple(reader.elements),
            data=data,
            stage=context.stage,
            opens=stage,
            choices=tuple(reader.choices),
        )

    def _is_rule(self, item: Item) -> bool:
        """Return whether an item is a rule, or stands for rules only."""
        if isinstance(item, Rewrite) or item.name.text == "rule":
            return True
        name = item.name.text
        if name == "for":
            inside = item.body or ()
        elif name in self.context.defines and name not in self.kinds:
            inside = self.context.defines[name].body or ()
        else:
            return False
        return bool(inside) and all(self._is_rule(inner) for inner in inside)

    def _scope_inside(self, stage: Stage, item: Statement, kind: NodeKind, scope: Scope) -> Scope:
        """Return what holds on a new grid, which may have another dimension."""
        three_dimensional = stage.shape[0] > 1
        if three_dimensional == self.context.three_dimensional:
            return scope
        name = symmetry.in_dimension(scope.symmetry, three_dimensional)
        if name is None:
            message = f"the new grid is 3-D and knows no symmetry '{scope.symmetry}'"
            hint = f"give '{kind.name}' one that both know: symmetry=none, x or all"
            self.context.error("unknown-symmetry", message, item.span, hint)
        return replace(scope, symmetry=name or "all")

    def _stage(self, shape: tuple[int, int, int], symbols: str, items: Sequence[Item]) -> Stage:
        """Return a new grid with the unions that stand in its block."""
        context = self.context
        outer = context.alphabet
        context.alphabet = Alphabet(symbols)
        read_unions(context, unions_in(items))
        alphabet, context.alphabet = context.alphabet, outer
        return context.open_stage(shape, alphabet)

    def _prepared(
        self, item: Statement, kind: NodeKind, values: dict[str, Any], scope: Scope
    ) -> Any:
        """Return what the kind makes of its arguments before the run; None for nothing."""
        if kind.prepare is None:
            return None
        context = self.context
        try:
            surroundings = Surroundings(
                context.shape, context.alphabet, scope.symmetry, context.files
            )
            return kind.prepare(values, surroundings)
        except KindError as error:
            words = {a.key.text: a.value for a in item.arguments if a.key}
            span = words[error.parameter].span if error.parameter in words else item.span
            context.error(error.code, error.message, span, error.hint)
            return None

    def _block(self, item: Statement, kind: NodeKind) -> Sequence[Item]:
        if kind.body is Body.NONE:
            if item.body is not None:
                message = f"'{kind.name}' takes no block"
                self.context.error("unexpected-block", message, item.name.span, "remove the colon")
            return ()
        if item.body is None:
            hint = f"write {kind.name}: and its {kind.body.value} indented below"
            message = f"'{kind.name}' has no {kind.body.value}"
            self.context.error("missing-block", message, item.span, hint)
        return body(item, self.context)

    def _not_a_rule(self, item: Item, kind: NodeKind) -> None:
        assert isinstance(item, Statement)
        name = item.name.text
        if name in self.kinds:
            message = f"'{name}' is a node: the block of '{kind.name}' holds rules"
            hint = "use markov:, sequence: or repeat: around nodes"
            self.context.error("node-among-rules", message, item.name.span, hint)
        else:
            self._unknown(item)

    def _expanded(self, item: Statement, scope: Scope, reenters: bool) -> list[CheckedNode]:
        nodes: list[CheckedNode] = []
        for inner in expansion(item, self.context, scope):
            inside = body(self.context.defines[item.name.text], self.context)
            nodes += self.nodes(inside, inner, reenters)
        return nodes

    def _unknown(self, item: Statement) -> None:
        name = item.name.text
        if name in LATER:
            message = f"'{name}' is not built yet"
            hint = f"known nodes: {', '.join(self.kinds)}"
            self.context.error("not-built", message, item.name.span, hint)
            return
        arrow = next((a.value for a in item.arguments if a.value.text in ARROW_SIGNS), None)
        if arrow is not None:
            message = f"'{arrow.text}' is no sign of the language"
            self.context.error("bad-arrow", message, arrow.span, "write the arrow as ->")
            return
        known = [*self.kinds, *HEADER_NAMES, *self.context.defines, "for", "rule", "else"]
        hint = did_you_mean(name, known)
        if (
            not hint
            and item.name.kind == "bare"
            and all(self.context.alphabet.mask(s) or s in "*./[]^" for s in name)
        ):
            hint = f"a rule needs a right side: {name} -> …"
        message = f"unknown node '{name}'"
        self.context.error(
            "unknown-node", message, item.name.span, hint or f"known nodes: {', '.join(self.kinds)}"
        )
