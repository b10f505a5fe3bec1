"""The rules that stand in the block of a node."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from markovpy.compiler.arguments import RULE_PARAMETERS, argument_places, read_arguments
from markovpy.compiler.blame import blaming
from markovpy.compiler.expansion import body, expansion, loops
from markovpy.compiler.images import image_rule, image_side
from markovpy.compiler.patterns import left_masks
from markovpy.compiler.rules import (
    Side,
    joined,
    left_side,
    pictured_rule,
    right_context,
    right_side,
    written_rule,
)
from markovpy.compiler.statements import repeated_keys
from markovpy.errors import did_you_mean
from markovpy.lang.patterns import read_pattern
from markovpy.lang.syntax import Rewrite, Statement, Word
from markovpy.nodes.checked import CheckedChoice, CheckedElement, CheckedRule
from markovpy.nodes.kind import KindError, NodeKind
from markovpy.nodes.parameter import CLICK, KEEP, Parameter

if TYPE_CHECKING:
    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Item
    from markovpy.nodes.kind import Stage

_FILE_WORDS = ("file", "in", "out", "legend")


@dataclass
class RuleReader:
    """Reads the rules and elements of one node.

    Args:
        kind: The node's kind.
        context: The program.
        chance: The ``p`` of the node, for rules without their own.
        data: What the kind prepared.
        target: The grid of the right sides, where that is another one.
        names: What the right sides choose from, where they are names, and how such a name is
            called.
    """

    kind: NodeKind
    context: Context
    chance: float | None = None
    data: Any = None
    target: Stage | None = None
    names: tuple[Sequence[str], str] | None = None
    choices: list[CheckedChoice] = field(default_factory=list)
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
        if self.names is not None:
            self._read_choice(item, *self.names, scope)
            return
        if self.kind.cellwise:
            scope = replace(scope, symmetry="none")
        rule = read_rule(item, self.kind, self.context, scope, self.chance, target=self.target)
        if rule is not None and self._allowed(rule, item):
            self.rules.append(rule)

    def _allowed(self, rule: CheckedRule, item: Item) -> bool:
        """Return whether the kind has nothing against a rule; report it where it has."""
        if self.kind.check_rule is None or not rule.arguments:
            return True
        try:
            with blaming(self.kind, rule.span, self.context.tree.source):
                self.kind.check_rule(rule, self.data)
        except KindError as error:
            words = {a.key.text: a.value for a in item.arguments if a.key}
            span = words[error.parameter].span if error.parameter in words else rule.span
            tolerated = error.soft and self.context.lenient
            report = self.context.warn if tolerated else self.context.error
            report(error.code, error.message, span, error.hint)
            return tolerated
        return True

    def _read_choice(self, item: Item, known: Sequence[str], what: str, scope: Scope) -> None:
        """Read a rule whose right side names what a value may become."""
        context = self.context
        if not isinstance(item, Rewrite):
            hint = f"write a value and what it may become: {context.alphabet.symbols[:1]} -> …"
            context.error("bad-rule", f"'{self.kind.name}' takes no such rules", item.span, hint)
            return
        read_arguments(
            item.arguments, (), f"a rule of '{self.kind.name}'", item.span, context, scope
        )
        pattern = read_pattern(item.left, context.report)
        masks = None if pattern is None else left_masks(pattern, context, scope)
        if masks is None:
            return
        if len(masks) > 1:
            message = "the left side of this rule is one value"
            context.error("bad-rule", message, item.left.span, "write one value or a set: [RG]")
            return
        place = 0
        names = item.right.text.split("|")
        for name in names:
            if name not in known:
                hint = did_you_mean(name, known) or f"it knows {', '.join(known)}"
                span = item.right.at(place, max(1, len(name)))
                context.error("unknown-choice", f"'{name}' is no {what}", span, hint)
            place += len(name) + 1
        if any(choice.mask & masks[0] for choice in self.choices):
            message = "there is a rule for this value already"
            context.error("repeated-rule", message, item.left.span, "join them with |")
        self.choices.append(CheckedChoice(masks[0], tuple(names), item.span))

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
    target: Stage | None = None,
) -> CheckedRule | None:
    """Return one rule; None where a problem was reported.

    Args:
        item: What is written.
        kind: The kind of the node it belongs to.
        context: The program.
        scope: What holds at its place.
        chance: The chance it has if it names none.
        standing: Whether it stands where a node may stand.
        target: The grid of its right side, where that is another one.
    """
    common = (KEEP,) if kind.cellwise else RULE_PARAMETERS
    parameters = (*common, *kind.rule_parameters, *((CLICK,) if scope.anchored else ()))
    owner = "a rule" if standing else f"a rule of '{kind.name}'"
    if isinstance(item, Rewrite):
        values = read_arguments(item.arguments, parameters, owner, item.span, context, scope)
        _default_chance(values, chance)
        if values is None and context.diagnostics[-1].code == "blank-in-pattern":
            return None
        return written_rule(item, values or {}, context, scope, target)
    return _statement_rule(item, parameters, owner, context, scope, chance, target)


def _statement_rule(
    item: Statement,
    parameters: Sequence[Parameter],
    owner: str,
    context: Context,
    scope: Scope,
    chance: float | None,
    target: Stage | None,
) -> CheckedRule | None:
    """Return the rule of ``rule { … }``, or of one with a side or both in an image."""
    repeated_keys(item, context)
    keyed = {a.key.text: a.value for a in item.arguments if a.key and a.key.text in _FILE_WORDS}
    flags = [p.name for p in parameters if p.type == "flag"]
    words = [a for a in item.arguments if a.key is None and a.value.text in flags]
    sides = [a.value for a in item.arguments if a.key is None and a not in words]
    rest = [a for a in item.arguments if a in words or (a.key and a.key.text not in _FILE_WORDS)]
    values = read_arguments(rest, parameters, owner, item.span, context, scope)
    _default_chance(values, chance)
    if item.body is not None:
        message = "'rule' takes no block"
        context.error("unexpected-block", message, item.name.span, "write rule { … }")
    given = sorted({*keyed} - {"legend"})
    if len(sides) == 1 and not given:
        return pictured_rule(sides[0], values or {}, context, scope, target)
    if not sides and given == ["file"]:
        legend: Word | None = keyed.get("legend")
        return image_rule(keyed["file"], legend, values or {}, context, scope, target)
    if given and "file" not in given and len(given) + len(sides) == 2:
        word = sides[0] if sides else None
        left = _side(keyed.get("in"), word, keyed.get("legend"), context, scope, right=False)
        with right_context(context, target):
            right = _side(keyed.get("out"), word, keyed.get("legend"), context, scope, right=True)
        return joined(left, right, item.span, values or {}, context, scope, target)
    hint = 'write rule { … } or rule file="…" legend="…"'
    context.error("bad-rule", "'rule' needs one picture or file", item.span, hint)
    return None


def _side(
    file: Word | None,
    word: Word | None,
    legend: Word | None,
    context: Context,
    scope: Scope,
    *,
    right: bool,
) -> Side | None:
    """Return a side of a rule: of an image, or as it is written."""
    if file is not None:
        return image_side(file, legend, context, scope, right=right)
    assert word is not None
    pattern = read_pattern(word, context.report)
    if pattern is None:
        return None
    return (right_side if right else left_side)(pattern, context, scope)


def _default_chance(values: dict[str, Any] | None, chance: float | None) -> None:
    if values is not None and chance is not None and values.get("p") is None:
        values["p"] = chance
