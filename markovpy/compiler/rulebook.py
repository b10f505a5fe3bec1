"""The rules that stand in the block of a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from markovpy.compiler.arguments import RULE_PARAMETERS, argument_places, read_arguments
from markovpy.compiler.expansion import body, expansion, loops
from markovpy.compiler.rules import image_rule, pictured_rule, written_rule
from markovpy.compiler.statements import repeated_keys
from markovpy.lang.syntax import Rewrite, Statement, Word
from markovpy.nodes.kind import KEEP, CheckedElement, CheckedRule, KindError, NodeKind, Parameter

if TYPE_CHECKING:
    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Item


@dataclass
class RuleReader:
    """Reads the rules and elements of one node.

    Args:
        kind: The node's kind.
        context: The program.
        chance: The ``p`` of the node, for rules without their own.
        data: What the kind prepared.
    """

    kind: NodeKind
    context: Context
    chance: float | None = None
    data: Any = None
    rules: list[CheckedRule] = field(default_factory=list)
    elements: list[CheckedElement] = field(default_factory=list)

    def read(self, items: Sequence[Item], scope: Scope) -> list[Item]:
        """Read what is the node's own; return the other items, in order."""
        left: list[Item] = []
        for item in items:
            if self.context.count_item(item.span):
                break
            if isinstance(item, Rewrite) or item.name.text == "rule":
                with self.context.noting(scope):
                    self._read_rule(item, scope)
            elif item.name.text == "for":
                for inner in loops(item, self.context, scope):
                    left += self.read(body(item, self.context), inner)
            elif item.name.text in self.kind.element_names:
                with self.context.noting(scope):
                    self._read_element(item, scope)
            elif item.name.text in self.context.defines:
                for inner in expansion(item, self.context, scope):
                    left += self.read(
                        body(self.context.defines[item.name.text], self.context), inner
                    )
            elif item.name.text != "union":
                left.append(item)
        return left

    def _read_rule(self, item: Item, scope: Scope) -> None:
        if self.kind.cellwise:
            scope = replace(scope, symmetry="none")
        rule = read_rule(item, self.kind, self.context, scope, self.chance)
        if rule is not None and self._allowed(rule, item):
            self.rules.append(rule)

    def _allowed(self, rule: CheckedRule, item: Item) -> bool:
        """Return whether the kind has nothing against a rule; report it where it has."""
        if self.kind.check_rule is None or not rule.arguments:
            return True
        try:
            self.kind.check_rule(rule, self.data)
        except KindError as error:
            words = {a.key.text: a.value for a in item.arguments if a.key}
            span = words[error.parameter].span if error.parameter in words else rule.span
            tolerated = error.soft and self.context.lenient
            report = self.context.warn if tolerated else self.context.error
            report(error.code, error.message, span, error.hint)
            return tolerated
        return True

    def _read_element(self, item: Statement, scope: Scope) -> None:
        element = next(e for e in self.kind.elements if e.name == item.name.text)
        if item.body is not None:
            message = f"'{element.name}' takes no block"
            self.context.error("unexpected-block", message, item.name.span, "remove the colon")
        values = read_arguments(
            item.arguments, element.parameters, f"'{element.name}'", item.span, self.context, scope
        )
        if values is not None:
            places = argument_places(item.arguments, element.parameters)
            self.elements.append(CheckedElement(element.name, values, item.span, places))


def read_rule(
    item: Item,
    kind: NodeKind,
    context: Context,
    scope: Scope,
    chance: float | None = None,
    standing: bool = False,
) -> CheckedRule | None:
    """Return one rule; None where a problem was reported.

    Args:
        item: What is written.
        kind: The kind of the node it belongs to.
        context: The program.
        scope: What holds at its place.
        chance: The chance it has if it names none.
        standing: Whether it stands where a node may stand.
    """
    parameters = (*((KEEP,) if kind.cellwise else RULE_PARAMETERS), *kind.rule_parameters)
    owner = "a rule" if standing else f"a rule of '{kind.name}'"
    if isinstance(item, Rewrite):
        values = read_arguments(item.arguments, parameters, owner, item.span, context, scope)
        _default_chance(values, chance)
        if values is None and context.diagnostics[-1].code == "blank-in-pattern":
            return None
        return written_rule(item, values or {}, context, scope)
    return _statement_rule(item, parameters, owner, context, scope, chance)


def _statement_rule(
    item: Statement,
    parameters: Sequence[Parameter],
    owner: str,
    context: Context,
    scope: Scope,
    chance: float | None,
) -> CheckedRule | None:
    """Return the rule of ``rule { … }`` or ``rule file="…" legend="…"``."""
    repeated_keys(item, context)
    keyed = {a.key.text: a.value for a in item.arguments if a.key}
    flags = [p.name for p in parameters if p.type == "flag"]
    words = [a for a in item.arguments if a.key is None and a.value.text in flags]
    pictures = [a.value for a in item.arguments if a.key is None and a not in words]
    special = ("file", "legend")
    rest = [a for a in item.arguments if a in words or (a.key and a.key.text not in special)]
    values = read_arguments(rest, parameters, owner, item.span, context, scope)
    _default_chance(values, chance)
    if item.body is not None:
        message = "'rule' takes no block"
        context.error("unexpected-block", message, item.name.span, "write rule { … }")
    if len(pictures) == 1 and "file" not in keyed:
        return pictured_rule(pictures[0], values or {}, context, scope)
    if not pictures and "file" in keyed:
        legend: Word | None = keyed.get("legend")
        return image_rule(keyed["file"], legend, values or {}, context, scope)
    hint = 'write rule { … } or rule file="…" legend="…"'
    context.error("bad-rule", "'rule' needs one picture or file", item.span, hint)
    return None


def _default_chance(values: dict[str, Any] | None, chance: float | None) -> None:
    if values is not None and chance is not None and values.get("p") is None:
        values["p"] = chance
