"""Read the nodes of a program: every problem with them, and what they are if there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from markovpy.compiler import advice
from markovpy.compiler.arguments import argument_places, read_arguments
from markovpy.compiler.blame import blaming
from markovpy.compiler.context import Context, Scope
from markovpy.compiler.expansion import body, expansion, loops
from markovpy.compiler.header import HEADER_NAMES
from markovpy.compiler.misplaced import Misplaced
from markovpy.compiler.newgrid import open_grid, scope_inside
from markovpy.compiler.preparation import prepared
from markovpy.compiler.rulebook import RuleReader, read_rule
from markovpy.errors import Diagnostic
from markovpy.lang.syntax import Item, Rewrite, Statement
from markovpy.nodes import look_up, registry
from markovpy.nodes.checked import CheckedNode
from markovpy.nodes.kind import Body, NodeKind, Stage, Surroundings


class NodeReader:
    """Walks the nodes of a program.

    Args:
        context: The program.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.kinds = registry()
        self.misplaced = Misplaced(context)

    def nodes(
        self, items: Sequence[Item], scope: Scope, parent: NodeKind | None
    ) -> tuple[CheckedNode, ...]:
        """Return the nodes that a block holds.

        Args:
            items: What is written in it.
            scope: What holds there.
            parent: The kind of the block; None where its children are one after another.
        """
        nodes: list[CheckedNode] = []
        open_if: int | None = None
        inside_if = scope
        for item in items:
            if self.context.count_item(item.span):
                break
            alternative = isinstance(item, Statement) and item.name.text == "else"
            if alternative:
                self._alternative(item, nodes, open_if, inside_if)
                open_if = None
                continue
            with self.context.noting(scope):
                nodes += self._node(item, scope, parent)
            is_if = isinstance(item, Statement) and item.name.text == "if"
            open_if = len(nodes) - 1 if is_if and nodes and nodes[-1].kind.alternative else None
            if is_if:
                found = nodes[open_if] if open_if is not None else None
                inside_if = self._inside(found.arguments if found else {}, scope)
                open_if = -1 if open_if is None else open_if
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
        if item.arguments:
            hint = "write else: and, if needed, an if inside its block"
            span = item.arguments[0].span.to(item.arguments[-1].span)
            self.context.error("unknown-argument", "else takes no condition", span, hint)
        with self.context.noting(scope):
            inside = self.nodes(body(item, self.context), scope, parent=None)
            advice.behind_new_grid(inside, self.context)
        if place is not None and place >= 0:
            nodes[place] = replace(nodes[place], otherwise=inside)

    def _node(self, item: Item, scope: Scope, parent: NodeKind | None) -> list[CheckedNode]:
        """Return the nodes that one item stands for: more than one for a loop."""
        if isinstance(item, Rewrite) or item.name.text == "rule":
            return self._bare_rule(item, scope)
        name = item.name.text
        if name == "on" and not self.context.lenient:
            self.misplaced.inside_a_block(item)
            return []
        if name == "for":
            return [
                node
                for inner in loops(item, self.context, scope)
                for node in self.nodes(body(item, self.context), inner, parent)
            ]
        if name in HEADER_NAMES:
            self.misplaced.in_header(item)
            return []
        if self._is_defined(name):
            return self._expanded(item, scope, parent)
        kind = look_up(name)
        if kind is None:
            self.misplaced.unknown(item)
            return []
        if isinstance(kind, Diagnostic):
            self.context.report(replace(kind, span=item.name.span))
            return []
        if kind.takes:
            self.misplaced.inside_a_block(item)
        node = self._known(item, kind, scope, parent)
        return [] if node is None else [node]

    def _expanded(
        self, item: Statement, scope: Scope, parent: NodeKind | None
    ) -> list[CheckedNode]:
        nodes: list[CheckedNode] = []
        for inner in expansion(item, self.context, scope):
            inside = body(self.context.defines[item.name.text], self.context)
            nodes += self.nodes(inside, inner, parent)
        return nodes

    def _bare_rule(self, item: Item, scope: Scope) -> list[CheckedNode]:
        rule = read_rule(item, self.kinds["one"], self.context, scope, standing=True)
        if rule is None:
            return []
        arguments: dict[str, Any] = {p.name: None for p in self.kinds["one"].parameters}
        number, stage = self.context.number(), self.context.stage
        one = self.kinds["one"]
        return [CheckedNode(one, number, arguments, (rule,), (), True, item.span, stage=stage)]

    def _known(
        self, item: Statement, kind: NodeKind, scope: Scope, parent: NodeKind | None
    ) -> CheckedNode | None:
        number = self.context.number()
        values = read_arguments(
            item.arguments, kind.parameters, f"'{kind.name}'", item.span, self.context, scope
        )
        inner = self._inside(values or {}, scope)
        data = prepared(item, kind, values, self._surroundings(inner), self.context)
        reader = RuleReader(kind, self.context, self._chance(item, values or {}), data)
        items = self._block(item, kind)
        stage: Stage | None = None
        if kind.new_grid is None:
            children = self._in_block(items, reader, inner)
        elif values is not None:
            stage, children = self._on_new_grid(item, reader, values["values"] or "?", inner, items)
        if values is None:
            return None
        self._check_arguments(item, values, parent)
        lasts = bool((parent and parent.reenters) or values.get("again"))
        node = CheckedNode(
            kind,
            number,
            values,
            tuple(reader.rules),
            children,
            once=stage is not None or not lasts,
            span=item.span,
            elements=tuple(reader.elements),
            data=data,
            places=argument_places(item.arguments, kind.parameters),
            stage=self.context.stage,
            opens=stage,
            choices=tuple(reader.choices),
        )
        self._review(node, inner)
        advice.on_node(node, self.context)
        return node

    def _chance(self, item: Statement, values: Mapping[str, Any]) -> float | None:
        """Return the ``p`` of a node, for rules without their own."""
        chance: float | None = values.get("p")
        if chance is None or not self.context.lenient:
            return chance
        message = "'p' is not read where the node has rules of its own"
        self.context.warn("p-without-coin", message, item.name.span, "write it in the rules")
        return None

    def _in_block(
        self, items: Sequence[Item], reader: RuleReader, scope: Scope
    ) -> tuple[CheckedNode, ...]:
        """Read the block of a node on the same grid; return its nodes."""
        kind = reader.kind
        if kind.body is not Body.NODES:
            items = reader.read(items, scope)
        if kind.body in (Body.NODES, Body.RULES_AND_NODES):
            children = self.nodes(items, scope, kind)
            if not kind.draws:
                advice.behind_new_grid(children, self.context)
            return children
        for other in items:
            self.misplaced.among_rules(other, kind)
        return ()

    def _on_new_grid(
        self,
        item: Statement,
        reader: RuleReader,
        symbols: str,
        scope: Scope,
        items: Sequence[Item],
    ) -> tuple[Stage, tuple[CheckedNode, ...]]:
        """Read the block of a node whose own nodes run on a new grid; return grid and nodes.

        Args:
            item: The node.
            reader: Reads its rules.
            symbols: Those of the new grid.
            scope: What holds in its block.
            items: What its block holds.
        """
        kind, data, context = reader.kind, reader.data, self.context
        assert kind.new_grid is not None
        stage = open_grid(kind.new_grid, data, symbols, items, context)
        reader.target = stage
        rules = [inner for inner in items if self.is_rule(inner)]
        if data is not None:
            if kind.new_grid.choices is not None:
                reader.names = kind.new_grid.choices(data)
            context.opened = stage.alphabet.symbols
            reader.read(rules, scope)
            context.opened = ""
            scope = scope_inside(stage, item, scope, context)
        with context.inside(stage):
            others = [inner for inner in items if inner not in rules]
            children = self.nodes(others, scope, kind)
            advice.behind_new_grid(children, context)
        return stage, children

    def _review(self, node: CheckedNode, scope: Scope) -> None:
        """Report what a kind says of a node as a whole."""
        if node.kind.review is not None:
            with blaming(node.kind, node.span, self.context.tree.source):
                for diagnostic in node.kind.review(node, self._surroundings(scope)):
                    self.context.report(diagnostic)

    def _check_arguments(
        self, item: Statement, values: Mapping[str, Any], parent: NodeKind | None
    ) -> None:
        """Report arguments that do not go together, or not with the block around the node."""
        if values.get("weight") and not (parent and parent.draws):
            message = "'weight=' has a meaning directly below 'choose' only"
            self.context.error("weight-without-choose", message, item.span, "remove it")
        if values.get("once") and values.get("steps"):
            message = "'once' and 'steps=' exclude each other"
            self.context.error("repeated-argument", message, item.span, "keep one of them")

    def _inside(self, values: Mapping[str, Any], scope: Scope) -> Scope:
        """Return what holds in the block of a node with the given arguments."""
        name = values.get("symmetry")
        return replace(scope, symmetry=name) if name else scope

    def _block(self, item: Statement, kind: NodeKind) -> Sequence[Item]:
        if kind.body is Body.NONE:
            if item.body is not None:
                message = f"'{kind.name}' takes no block"
                self.context.error("unexpected-block", message, item.name.span, "remove the colon")
            return ()
        optional = kind.new_grid is not None and kind.new_grid.choices is not None
        if item.body is None and not optional:
            hint = f"write {kind.name}: and its {kind.body.value} indented below"
            message = f"'{kind.name}' has no {kind.body.value}"
            self.context.error("missing-block", message, item.span, hint)
        return body(item, self.context)

    def is_rule(self, item: Item) -> bool:
        """Return whether an item is a rule, or stands for rules only."""
        if isinstance(item, Rewrite) or item.name.text == "rule":
            return True
        name = item.name.text
        if name == "for":
            inside = item.body or ()
        elif self._is_defined(name):
            inside = self.context.defines[name].body or ()
        else:
            return False
        return bool(inside) and all(self.is_rule(inner) for inner in inside)

    def _is_defined(self, name: str) -> bool:
        return name in self.context.defines and look_up(name) is None

    def _surroundings(self, scope: Scope) -> Surroundings:
        context = self.context
        return Surroundings(
            context.shape, context.alphabet, scope.symmetry, context.files, context.lenient
        )
