"""Check a program: every problem, in source order, and what it means if there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markovpy.compiler import advice
from markovpy.compiler.arguments import argument_places, read_arguments
from markovpy.compiler.blame import blaming
from markovpy.compiler.context import Context, Scope
from markovpy.compiler.expansion import body, expansion, loops
from markovpy.compiler.games import GameReader
from markovpy.compiler.header import HEADER_NAMES, read_header, unions_in
from markovpy.compiler.hints import node_hint
from markovpy.compiler.preparation import prepared
from markovpy.compiler.program import Checked, CheckedLevel, Settings
from markovpy.compiler.rulebook import RuleReader, read_rule
from markovpy.compiler.sokoban import checked_levels
from markovpy.compiler.symbols import read_unions
from markovpy.errors import Diagnostic, PluginError, ProgramError
from markovpy.lang.explain import ARROW_SIGNS
from markovpy.lang.syntax import Item, Rewrite, Statement, Tree
from markovpy.model import symmetry
from markovpy.model.alphabet import Alphabet
from markovpy.nodes import look_up, registry
from markovpy.nodes.kind import Body, CheckedNode, NodeKind, Stage, Surroundings
from markovpy.source import Span

if TYPE_CHECKING:
    from markovpy.nodes.kind import Files

MAXIMUM_REPORTED = 100
PLUGIN_CODES = {"plugin-clash", "plugin-import", "plugin-version", "bad-plugin"}


def check(tree: Tree, settings: Settings, files: Files) -> Checked:
    """Check a program as it would run with the given settings.

    Args:
        tree: The program.
        settings: Size, names and start that override its own.
        files: Reads the files it names.

    Raises:
        ProgramError: With every problem, in source order.
        PluginError: There is none but that plugins cannot be used.
    """
    context = Context(tree, files)
    if not any(isinstance(i, Statement) and i.name.text == "grid" for i in tree.items):
        raise ProgramError([_no_grid(tree)], tree.source)
    header = read_header(context, settings)
    context.open_stage(context.shape, context.alphabet)
    checker = Checker(context)
    nodes, game = GameReader(checker, context).read(tree.items, Scope(header.symmetry))
    advice.behind_new_grid(nodes, context)
    levels: tuple[CheckedLevel, ...] = ()
    if not any(d.severity == "error" for d in context.diagnostics):
        advice.unused(context)  # a use of a name may stand in what was not understood
        as_written = game is not None and not nodes and not header.puts
        levels = checked_levels(header.levels, context, as_written)
        if game:
            advice.never_won(game, context)
        elif not _hold_rules(nodes):
            message = "the program has no rules"
            rule = '<one in="B" out="W"/>' if context.lenient else "B -> W"
            context.warn("no-rules", message, tree.items[-1].span, f"add one, for example: {rule}")
    context.diagnostics += [fault for level in levels for fault in level.faults]
    found = list(dict.fromkeys(sorted(context.diagnostics, key=_order)))
    errors = {diagnostic.code for diagnostic in found if diagnostic.severity == "error"}
    if errors:
        kind = PluginError if errors <= PLUGIN_CODES else ProgramError
        raise kind(found[:MAXIMUM_REPORTED], tree.source)
    return Checked(
        tree.source,
        context.shape,
        context.alphabet,
        header.start,
        dict(context.goals),
        dict(context.legend),
        levels,
        header.tick,
        game,
        tuple(header.puts),
        nodes,
        header.appearance,
        header.about,
        dict(context.names),
        tuple(context.stages),
        tuple(found),
    )


def _order(problem: Diagnostic) -> tuple[bool, int]:
    """Return what sorts problems: in source order, those of other files behind them."""
    return problem.source is not None, problem.span.start if problem.span else -1


def _hold_rules(nodes: Sequence[CheckedNode]) -> bool:
    """Return whether the nodes hold rules, or nodes that act without any."""
    return any(
        node.kind.body in (Body.RULES, Body.RULES_AND_NODES)
        or (node.kind.body is Body.NONE and "condition" not in node.arguments)
        or _hold_rules(node.children)
        or _hold_rules(node.otherwise)
        for node in nodes
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


class Checker:
    """Walks the nodes of a program.

    Args:
        context: The program.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.kinds = registry()
        self.at_margin = {id(item) for item in context.tree.items}

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
            self._inside_a_block(item)
            return []
        if name == "for":
            return [
                node
                for inner in loops(item, self.context, scope)
                for node in self.nodes(body(item, self.context), inner, parent)
            ]
        if name in HEADER_NAMES:
            self._check_header_place(item, scope)
            return []
        if self._is_defined(name):
            return self._expanded(item, scope, parent)
        kind = look_up(name)
        if kind is None:
            self._unknown(item)
            return []
        if isinstance(kind, Diagnostic):
            self.context.report(replace(kind, span=item.name.span))
            return []
        if kind.takes and id(item) not in self.at_margin:
            self._inside_a_block(item)
        node = self._known(item, kind, scope, parent)
        return [] if node is None else [node]

    def _inside_a_block(self, item: Statement) -> None:
        message = f"'{item.name.text}' stands inside a block"
        self.context.error("misplaced", message, item.name.span, "move it to the left margin")

    def _check_header_place(self, item: Statement, scope: Scope) -> None:
        if item.name.text != "union" and id(item) not in self.at_margin:
            self._inside_a_block(item)
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
        self, item: Statement, kind: NodeKind, scope: Scope, parent: NodeKind | None
    ) -> CheckedNode | None:
        number = self.context.number()
        values = read_arguments(
            item.arguments, kind.parameters, f"'{kind.name}'", item.span, self.context, scope
        )
        inner = self._inside(values or {}, scope)
        data = prepared(item, kind, values, self._surroundings(inner), self.context)
        chance = (values or {}).get("p")
        if chance is not None and self.context.lenient:
            message = "'p' is not read where the node has rules of its own"
            hint = "write it in the rules"
            self.context.warn("p-without-coin", message, item.name.span, hint)
            chance = None
        reader = RuleReader(kind, self.context, chance, data)
        left = self._block(item, kind)
        if kind.new_grid is not None:
            if values is None:
                return None
            self._check_weight(item, values, parent)
            return self._on_new_grid(item, kind, number, values, data, inner, left, reader)
        if kind.body is not Body.NODES:
            left = reader.read(left, inner)
        children: tuple[CheckedNode, ...] = ()
        if kind.body in (Body.NODES, Body.RULES_AND_NODES):
            children = self.nodes(left, inner, kind)
            if not kind.draws:
                advice.behind_new_grid(children, self.context)
        else:
            for other in left:
                self._not_a_rule(other, kind, inner)
        if values is None:
            return None
        self._check_weight(item, values, parent)
        if values.get("once") and values.get("steps"):
            message = "'once' and 'steps=' exclude each other"
            self.context.error("repeated-argument", message, item.span, "keep one of them")
        node = CheckedNode(
            kind,
            number,
            values,
            tuple(reader.rules),
            children,
            once=not ((parent and parent.reenters) or values.get("again")),
            span=item.span,
            elements=tuple(reader.elements),
            data=data,
            places=argument_places(item.arguments, kind.parameters),
            stage=self.context.stage,
        )
        self._review(node, inner)
        advice.on_node(node, self.context)
        return node

    def _review(self, node: CheckedNode, scope: Scope) -> None:
        """Report what a kind says of a node as a whole."""
        if node.kind.review is not None:
            with blaming(node.kind, node.span, self.context.tree.source):
                for diagnostic in node.kind.review(node, self._surroundings(scope)):
                    self.context.report(diagnostic)

    def _check_weight(
        self, item: Statement, values: Mapping[str, Any], parent: NodeKind | None
    ) -> None:
        if values.get("weight") and not (parent and parent.draws):
            message = "'weight=' has a meaning directly below 'choose' only"
            self.context.error("weight-without-choose", message, item.span, "remove it")

    def _inside(self, values: Mapping[str, Any], scope: Scope) -> Scope:
        """Return what holds in the block of a node with the given arguments."""
        name = values.get("symmetry")
        return replace(scope, symmetry=name) if name else scope

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
        rules = [inner for inner in left if self.is_rule(inner)]
        if data is not None:
            if kind.new_grid.choices is not None:
                reader.names = kind.new_grid.choices(data)
            context.opened = stage.alphabet.symbols
            reader.read(rules, scope)
            context.opened = ""
        inside = self._scope_inside(stage, item, kind, scope) if data is not None else scope
        with context.inside(stage):
            others = [inner for inner in left if inner not in rules]
            children = self.nodes(others, inside, kind)
            advice.behind_new_grid(children, context)
        node = CheckedNode(
            kind,
            number,
            values,
            tuple(reader.rules),
            children,
            once=True,
            span=item.span,
            elements=tuple(reader.elements),
            data=data,
            places=argument_places(item.arguments, kind.parameters),
            stage=context.stage,
            opens=stage,
            choices=tuple(reader.choices),
        )
        self._review(node, scope)
        return node

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

    def _surroundings(self, scope: Scope) -> Surroundings:
        context = self.context
        return Surroundings(
            context.shape, context.alphabet, scope.symmetry, context.files, context.lenient
        )

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

    def _not_a_rule(self, item: Item, kind: NodeKind, scope: Scope) -> None:
        assert isinstance(item, Statement)
        name = item.name.text
        if name == "else" or look_up(name) is not None:
            message = f"'{name}' is a node: the block of '{kind.name}' holds rules"
            hint = "use markov:, sequence: or repeat: around nodes"
            self.context.error("node-among-rules", message, item.name.span, hint)
        elif owners := [k for k in self.kinds if name in self.kinds[k].element_names]:
            message = f"'{kind.name}' takes no '{name}'"
            hint = f"{', '.join(owners)} take it"
            self.context.error("misplaced", message, item.name.span, hint)
        elif name in HEADER_NAMES:
            self._check_header_place(item, scope)
        else:
            self._unknown(item)

    def _expanded(
        self, item: Statement, scope: Scope, parent: NodeKind | None
    ) -> list[CheckedNode]:
        nodes: list[CheckedNode] = []
        for inner in expansion(item, self.context, scope):
            inside = body(self.context.defines[item.name.text], self.context)
            nodes += self.nodes(inside, inner, parent)
        return nodes

    def _unknown(self, item: Statement) -> None:
        name = item.name.text
        if owners := [k for k in self.kinds if name in self.kinds[k].element_names]:
            message = f"'{name}' stands in the block of a node"
            hint = f"write it below the rules of {', '.join(owners)}"
            self.context.error("misplaced", message, item.name.span, hint)
            return
        arrow = next((a.value for a in item.arguments if a.value.text in ARROW_SIGNS), None)
        if arrow is not None:
            message = f"'{arrow.text}' is no sign of the language"
            self.context.error("bad-arrow", message, arrow.span, "write the arrow as ->")
            return
        self.context.error(
            "unknown-node",
            f"unknown node '{name}'",
            item.name.span,
            node_hint(item.name, self.context),
        )
