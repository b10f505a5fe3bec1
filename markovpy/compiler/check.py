"""Check a program: every problem, in source order, and what it means if there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markovpy.compiler import advice
from markovpy.compiler.arguments import RULE_PARAMETERS, read_arguments
from markovpy.compiler.context import Context, Scope
from markovpy.compiler.header import HEADER_NAMES, read_header
from markovpy.compiler.program import Checked, Settings
from markovpy.compiler.rules import image_rule, pictured_rule, written_rule
from markovpy.errors import Diagnostic, ProgramError, did_you_mean
from markovpy.lang.explain import ARROW_SIGNS
from markovpy.lang.syntax import Item, Rewrite, Statement, Tree, Word
from markovpy.nodes import registry
from markovpy.nodes.kind import Body, CheckedNode, CheckedRule, NodeKind
from markovpy.source import Span

if TYPE_CHECKING:
    from markovpy.compiler.context import Files

LATER = (
    *("goal", "on", "win", "lose", "level", "levels", "sprite", "tiles", "tick"),
    *("map", "path", "convolution", "convchain", "wfc", "observe", "field", "search"),
)
MAXIMUM_ITEMS = 100_000
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
    checker = _Checker(context)
    nodes = checker.nodes(tree.items, Scope(header.symmetry), reenters=False)
    if not any(d.severity == "error" for d in context.diagnostics):
        advice.unused(context)  # a use of a name may stand in what was not understood
    if not _hold_rules(nodes) and not any(d.severity == "error" for d in context.diagnostics):
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
        tuple(found),
    )


def _hold_rules(nodes: Sequence[CheckedNode]) -> bool:
    """Return whether any rule stands in the nodes."""
    return any(
        node.kind.body is Body.RULES or _hold_rules(node.children) or _hold_rules(node.otherwise)
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


class _Checker:
    """Walks the nodes of a program.

    Args:
        context: The program.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.kinds = registry()
        self.items = 0
        self.at_margin = {id(item) for item in context.tree.items}

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
            if self._counted(item):
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

    def _counted(self, item: Item) -> bool:
        self.items += 1
        if self.items == MAXIMUM_ITEMS:
            message = f"the program has more than {MAXIMUM_ITEMS:,} nodes and rules when expanded"
            self.context.error("too-many-nodes", message, item.span)
        return self.items >= MAXIMUM_ITEMS

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
            body = self.nodes(self._body(item), scope, reenters=False)
        if place is not None and place >= 0:
            nodes[place] = replace(nodes[place], otherwise=body)

    def _node(self, item: Item, scope: Scope, reenters: bool) -> list[CheckedNode]:
        """Return the nodes that one item stands for: more than one for a loop."""
        if isinstance(item, Rewrite) or item.name.text == "rule":
            return self._bare_rule(item, scope)
        name = item.name.text
        if name == "for":
            return [
                node
                for inner in self._loops(item, scope)
                for node in self.nodes(self._body(item), inner, reenters)
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
        if item.name.text != "union" and id(item) not in self.at_margin:
            message = f"'{item.name.text}' stands inside a block"
            self.context.error("misplaced", message, item.name.span, "move it to the left margin")
        if item.body is not None and item.name.text != "define":
            message = f"'{item.name.text}' takes no block"
            self.context.error("unexpected-block", message, item.name.span, "remove the colon")

    def _bare_rule(self, item: Item, scope: Scope) -> list[CheckedNode]:
        rule = self._rule(item, self.kinds["one"], scope, standing=True)
        if rule is None:
            return []
        arguments: dict[str, Any] = {p.name: None for p in self.kinds["one"].parameters}
        number = self.context.number()
        return [CheckedNode(self.kinds["one"], number, arguments, (rule,), (), True, item.span)]

    def _known(
        self, item: Statement, kind: NodeKind, scope: Scope, reenters: bool
    ) -> CheckedNode | None:
        number = self.context.number()
        owner = f"'{kind.name}'"
        values = read_arguments(
            item.arguments, kind.parameters, owner, item.span, self.context, scope
        )
        inner = scope
        if values and values.get("symmetry"):
            inner = replace(scope, symmetry=values["symmetry"])
        body = self._block(item, kind)
        rules: tuple[CheckedRule, ...] = ()
        children: tuple[CheckedNode, ...] = ()
        if kind.body is Body.RULES:
            chance = (values or {}).get("p")
            if chance is not None and self.context.lenient:
                message = "'p' is not read where the node has rules of its own"
                hint = "write it in the rules"
                self.context.warn("p-without-coin", message, item.name.span, hint)
                chance = None
            rules = self._rules(body, kind, inner, chance)
        elif kind.body is Body.NODES:
            children = self.nodes(body, inner, kind.reenters)
        if values is None:
            return None
        if values.get("once") and values.get("steps"):
            message = "'once' and 'steps=' exclude each other"
            self.context.error("repeated-argument", message, item.span, "keep one of them")
        once = not (reenters or values.get("again"))
        node = CheckedNode(kind, number, values, rules, children, once, item.span)
        advice.on_node(node, self.context)
        return node

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
        return self._body(item)

    def _body(self, item: Statement) -> tuple[Item, ...]:
        if item.body is None and item.name.text in ("for", "else"):
            message = f"'{item.name.text}' has no block"
            hint = "end the line with a colon and indent what belongs to it"
            self.context.error("missing-block", message, item.span, hint)
        return item.body or ()

    def _rules(
        self, items: Sequence[Item], kind: NodeKind, scope: Scope, chance: float | None
    ) -> tuple[CheckedRule, ...]:
        """Return the rules of a rule node's block."""
        rules: list[CheckedRule] = []
        for item in items:
            if self._counted(item):
                break
            if isinstance(item, Statement) and item.name.text == "for":
                for inner in self._loops(item, scope):
                    rules += self._rules(self._body(item), kind, inner, chance)
            elif isinstance(item, Statement) and item.name.text == "union":
                continue
            elif isinstance(item, Statement) and item.name.text in self.context.defines:
                for inner_scope in self._expansion(item, scope):
                    body = self._body(self.context.defines[item.name.text])
                    rules += self._rules(body, kind, inner_scope, chance)
            elif isinstance(item, Rewrite) or item.name.text == "rule":
                with self.context.noting(scope):
                    rule = self._rule(item, kind, scope, chance=chance)
                rules += [] if rule is None else [rule]
            else:
                self._not_a_rule(item, kind, scope)
        return tuple(rules)

    def _not_a_rule(self, item: Statement, kind: NodeKind, scope: Scope) -> None:
        name = item.name.text
        if name in self.kinds or name == "else":
            message = f"'{name}' is a node: the block of '{kind.name}' holds rules"
            hint = "use markov:, sequence: or repeat: around nodes"
            self.context.error("node-among-rules", message, item.name.span, hint)
        elif name in HEADER_NAMES:
            self._check_header_place(item, scope)
        else:
            self._unknown(item)

    def _rule(
        self,
        item: Item,
        kind: NodeKind,
        scope: Scope,
        chance: float | None = None,
        standing: bool = False,
    ) -> CheckedRule | None:
        parameters = (*RULE_PARAMETERS, *kind.rule_parameters)
        owner = "a rule" if standing else f"a rule of '{kind.name}'"
        if isinstance(item, Rewrite):
            values = read_arguments(
                item.arguments, parameters, owner, item.span, self.context, scope
            )
            self._default_chance(values, chance)
            if values is None and self.context.diagnostics[-1].code == "blank-in-pattern":
                return None
            return written_rule(item, values or {}, self.context, scope)
        return self._statement_rule(item, parameters, owner, scope, chance)

    def _statement_rule(
        self,
        item: Statement,
        parameters: Sequence[Any],
        owner: str,
        scope: Scope,
        chance: float | None,
    ) -> CheckedRule | None:
        """Return the rule of ``rule { … }`` or ``rule file="…" legend="…"``."""
        keyed = {a.key.text: a.value for a in item.arguments if a.key}
        pictures = [a.value for a in item.arguments if a.key is None]
        special = ("file", "legend")
        rest = [a for a in item.arguments if a.key and a.key.text not in special]
        values = read_arguments(rest, parameters, owner, item.span, self.context, scope)
        self._default_chance(values, chance)
        if item.body is not None:
            message = "'rule' takes no block"
            self.context.error("unexpected-block", message, item.name.span, "write rule { … }")
        if len(pictures) == 1 and "file" not in keyed:
            return pictured_rule(pictures[0], values or {}, self.context, scope)
        if not pictures and "file" in keyed:
            legend: Word | None = keyed.get("legend")
            return image_rule(keyed["file"], legend, values or {}, self.context, scope)
        hint = 'write rule { … } or rule file="…" legend="…"'
        self.context.error("bad-rule", "'rule' needs one picture or file", item.span, hint)
        return None

    def _default_chance(self, values: dict[str, Any] | None, chance: float | None) -> None:
        if values is not None and chance is not None and values.get("p") is None:
            values["p"] = chance

    def _loops(self, item: Statement, scope: Scope) -> list[Scope]:
        """Return the scopes of a loop's turns."""
        words = [argument.value for argument in item.arguments]
        places = [i for i, word in enumerate(words) if word.text == "in" and word.kind == "bare"]
        keyed = any(argument.key for argument in item.arguments)
        if keyed or not places or not 0 < places[0] < len(words) - 1:
            hint = "for example: for t in 123:"
            self.context.error("bad-for", "for needs symbols, 'in' and values", item.span, hint)
            return []
        names, tuples = words[: places[0]], words[places[0] + 1 :]
        if not all(self._loop_name(word, scope) for word in names):
            return []
        if len(names) == 1 and len(tuples) == 1:
            turns = [(value, tuples[0].at(i)) for i, value in enumerate(tuples[0].text)]
        else:
            turns = [(word.text, word.span) for word in tuples]
        symbols = "".join(word.text for word in names)
        for place, word in enumerate(names):
            if word.text in symbols[:place]:
                message = f"the loop symbol '{word.text}' is named twice"
                self.context.error("bad-for", message, word.span, "take another character")
                return []
        scopes = []
        for values, span in turns:
            if len(values) != len(symbols):
                count = f"{len(values)} value{'s' * (len(values) != 1)}"
                message = f"'{values}' has {count} for {len(symbols)} loop symbols"
                self.context.error("bad-for", message, span, "give one value for each symbol")
                return []
            unknown = [v for v in values if not self.context.alphabet.mask(scope.symbols(v))]
            if unknown:
                self.context.unknown_symbol(unknown[0], span)
                return []
            scopes.append(scope.looping(symbols, scope.symbols(values)))
        return scopes

    def _loop_name(self, word: Word, scope: Scope) -> bool:
        if len(word.text) != 1:
            message = f"'{word.text}' is not one symbol"
            self.context.error("bad-for", message, word.span, "a loop symbol is one character")
        elif self.context.alphabet.mask(word.text):
            message = f"the loop symbol '{word.text}' is a value or union"
            self.context.error("bad-for", message, word.span, "take another character")
        elif word.text in scope.loop:
            message = f"'{word.text}' is the symbol of an outer loop"
            self.context.error("bad-for", message, word.span, "take another character")
        else:
            return True
        return False

    def _expansion(self, item: Statement, scope: Scope) -> list[Scope]:
        """Return the scope of a named block's expansion; nothing where it is not possible."""
        name = item.name.text
        self.context.used.add(f"define {name}")
        for argument in item.arguments:
            message = f"'{name}' takes no arguments"
            self.context.error("unknown-argument", message, argument.span, "remove it")
        if item.body is not None:
            message = f"'{name}' takes no block"
            self.context.error("unexpected-block", message, item.name.span, "remove the colon")
        if name in scope.expanding:
            message = f"'{name}' contains itself"
            self.context.error("recursion", message, item.name.span, "use repeat: to loop")
            return []
        return [replace(scope, expanding=(*scope.expanding, name))]

    def _expanded(self, item: Statement, scope: Scope, reenters: bool) -> list[CheckedNode]:
        nodes: list[CheckedNode] = []
        for inner in self._expansion(item, scope):
            body = self._body(self.context.defines[item.name.text])
            nodes += self.nodes(body, inner, reenters)
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
