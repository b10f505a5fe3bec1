"""Programs that are played: ``on`` blocks, ``win`` and ``lose``, and what stands around them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING

from markovpy.compiler.arguments import read_arguments
from markovpy.compiler.conditions import compile_condition
from markovpy.compiler.expansion import body, expansion, loops
from markovpy.compiler.header import HEADER_NAMES
from markovpy.compiler.program import CheckedGame, CheckedReaction
from markovpy.compiler.rulebook import read_rule
from markovpy.lang.conditions import read_condition
from markovpy.lang.syntax import Item, Rewrite, Statement
from markovpy.model.events import ARROWS, KEY, NAMES, is_key
from markovpy.nodes import find_kind, priority
from markovpy.nodes.checked import CheckedNode, CheckedRule
from markovpy.nodes.parameter import SYMMETRY

if TYPE_CHECKING:
    from markovpy.compiler.context import Context, Scope
    from markovpy.compiler.nodes import NodeReader
    from markovpy.engine.conditions import Condition
    from markovpy.engine.parts import Status
    from markovpy.lang.syntax import Word

ALL_ARROWS = "arrows"
_ENDINGS: Mapping[str, Status] = {"win": "won", "lose": "lost"}


@dataclass
class _Parts:
    """The top-level items of a game by what they are."""

    before: list[Item] = field(default_factory=list)
    moves: list[Statement] = field(default_factory=list)
    after: list[Item] = field(default_factory=list)
    endings: list[Statement] = field(default_factory=list)


class GameReader:
    """Reads the top level of a program, which may be a game.

    Args:
        reader: Reads the nodes of blocks.
        context: The program.
    """

    def __init__(self, reader: NodeReader, context: Context) -> None:
        self.reader = reader
        self.context = context

    def read(
        self, items: Sequence[Item], scope: Scope
    ) -> tuple[tuple[CheckedNode, ...], CheckedGame | None]:
        """Return the nodes that run first, and the game if there is one."""
        parts = self._split(items)
        before = self.reader.nodes(parts.before, scope, parent=None)
        statements = [item for item in items if isinstance(item, Statement)]
        wins, losses = (self._conditions(statements, name, scope) for name in _ENDINGS)
        if not parts.moves:
            self._useless([*parts.endings, *(s for s in statements if s.name.text in _ENDINGS)])
            return before, None
        responders: list[CheckedReaction | CheckedNode] = []
        for item in parts.moves:
            if item.name.text == "on":
                responders += self._reactions(item, scope)
            else:
                responders += self.reader.nodes([item], scope, parent=None)
        answer = self.reader.nodes(parts.after, scope, parent=None)
        endings = self._endings(parts.endings, scope)
        game = CheckedGame(tuple(responders), answer, endings, wins, losses, self._settled())
        self._refuse(game.nodes)
        return before, game

    def _split(self, items: Sequence[Item]) -> _Parts:
        """Sort the top-level items; report what stands among the ``on`` blocks."""
        parts = _Parts()
        between: list[Item] = []
        for item in items:
            name = item.name.text if isinstance(item, Statement) else ""
            if self.context.lenient or not isinstance(item, Statement):
                between.append(item)
            elif name == "on" and self._named(item) in _ENDINGS:
                parts.endings.append(item)
            elif name == "on" or ((kind := find_kind(name)) and kind.takes):
                parts.before += self._header(between) if parts.moves else between
                between = []
                parts.moves.append(item)
            else:
                between.append(item)
        if parts.moves:
            parts.after = between
        else:
            parts.before = between
        return parts

    @staticmethod
    def _named(item: Statement) -> str:
        return item.arguments[0].value.text if item.arguments else ""

    def _header(self, items: Sequence[Item]) -> list[Item]:
        """Return the header statements among what stands between ``on`` blocks; report nodes."""
        header: list[Item] = []
        for item in items:
            if isinstance(item, Statement) and item.name.text in HEADER_NAMES:
                header.append(item)
            else:
                message = "this stands between two 'on' blocks"
                hint = "what runs first stands before them, what answers a move behind them"
                self.context.error("between-moves", message, item.span, hint)
        return header

    def _useless(self, statements: Sequence[Statement]) -> None:
        """Warn of what has a meaning in games only."""
        if self.context.lenient:
            return
        for statement in statements:
            name = statement.name.text
            message = f"'{name}' has a meaning in games only, and there is no 'on' block"
            self.context.warn("unused", message, statement.span, "add on arrows: or another event")

    def _conditions(
        self, statements: Sequence[Statement], name: str, scope: Scope
    ) -> tuple[Condition, ...]:
        """Return the conditions of all ``win`` or ``lose`` statements."""
        found = []
        for statement in statements:
            if statement.name.text != name or self.context.lenient:
                continue
            tree = read_condition(
                statement.arguments, self.context.tree.source, self.context.report, statement.span
            )
            condition = None if tree is None else compile_condition(tree, self.context, scope)
            if condition is not None:
                found.append(condition)
        return tuple(found)

    def _endings(
        self, items: Sequence[Statement], scope: Scope
    ) -> dict[Status, tuple[CheckedNode, ...]]:
        endings: dict[Status, tuple[CheckedNode, ...]] = {}
        for item in items:
            name = self._named(item)
            for argument in item.arguments[1:]:
                message = f"'on {name}' takes no argument '{argument.value.text}'"
                self.context.error("unknown-argument", message, argument.span, "remove it")
            if _ENDINGS[name] in endings:
                message = f"'on {name}' stands here a second time"
                self.context.error("repeated-statement", message, item.span, "join the two blocks")
            endings[_ENDINGS[name]] = self.reader.nodes(self._block(item), scope, parent=None)
        return endings

    def _block(self, item: Statement) -> tuple[Item, ...]:
        if item.body is None:
            message = "'on' has no rules or nodes"
            hint = "end the line with a colon and indent what belongs to it"
            self.context.error("missing-block", message, item.span, hint)
        return body(item, self.context)

    def _reactions(self, item: Statement, scope: Scope) -> list[CheckedReaction]:
        """Return what an ``on`` block does at each of its events."""
        keyed = [argument for argument in item.arguments if argument.key is not None]
        words = [argument.value for argument in item.arguments if argument.key is None]
        values = read_arguments(keyed, (SYMMETRY,), "'on'", item.span, self.context, scope)
        if not words:
            hint = "for example: on arrows:"
            self.context.error("unknown-event", "'on' needs an event", item.span, hint)
        items = self._block(item)
        chosen = (values or {}).get("symmetry")
        reactions = []
        for trigger, direction in self._triggers(words):
            inside = replace(
                scope,
                symmetry=chosen or ("none" if trigger in ARROWS else scope.symmetry),
                direction=direction,
                anchored=trigger == "click",
            )
            reactions.append(CheckedReaction(trigger, self._steps(items, inside), item.span))
        return reactions

    def _triggers(self, words: Sequence[Word]) -> list[tuple[str, str]]:
        """Return the events that are named, each with the arrow that rules are turned to."""
        found: dict[str, str] = {}
        for word in words:
            if word.text == ALL_ARROWS:
                named = {name: name for name in ARROWS}
            elif word.text in NAMES:
                named = {word.text: ""}
            elif is_key(word.text):
                named = {f"{KEY} {word.text}": ""}
            else:
                self._unknown_event(word)
                continue
            for trigger in named.keys() & found.keys():
                message = f"'{trigger}' is named twice"
                self.context.error("repeated-argument", message, word.span, "remove it")
            found.update(named)
        return list(found.items())

    def _unknown_event(self, word: Word) -> None:
        known = [ALL_ARROWS, *NAMES, *_ENDINGS]
        hint = self.context.near(word.text, known)
        if is_key(word.text.lower()):
            hint = f"write the key as {word.text.lower()}"
        if word.text in _ENDINGS:
            hint = f"give on {word.text}: a block of its own"
        hint = hint or f"events are {', '.join(known)} and single letters or digits"
        self.context.error("unknown-event", f"'{word.text}' is no event", word.span, hint)

    def _steps(self, items: Sequence[Item], scope: Scope) -> tuple[CheckedNode, ...]:
        """Return a block's nodes: bare rules that stand together are one of them."""
        found: list[CheckedNode] = []
        written = [item for item in items if not _is_union(item)]
        for are_rules, together in groupby(written, self.reader.is_rule):
            if are_rules:
                found.append(self._list(tuple(together), scope))
            else:
                found += self.reader.nodes(tuple(together), scope, parent=None)
        return tuple(found)

    def _list(self, items: Sequence[Item], scope: Scope) -> CheckedNode:
        """Return a priority list, and to which alternative each of its rules belongs."""
        rules: list[CheckedRule] = []
        alternatives: list[int] = []
        for place, item in enumerate(items):
            found = self._rules(item, scope)
            rules += found
            alternatives += [place] * len(found)
        context = self.context
        span = items[0].span.to(items[-1].span)
        return CheckedNode(
            priority.KIND,
            context.number(),
            {},
            tuple(rules),
            (),
            once=True,
            span=span,
            data=tuple(alternatives),
            stage=context.stage,
        )

    def _rules(self, item: Item, scope: Scope) -> list[CheckedRule]:
        """Return the rules that one item stands for."""
        context = self.context
        if context.count_item(item.span):
            return []
        if isinstance(item, Rewrite) or item.name.text == "rule":
            with context.noting(scope):
                kind = self.reader.kinds["one"]
                rule = read_rule(item, kind, context, scope, standing=True)
            return [] if rule is None else [rule]
        if item.name.text == "for":
            scopes, inside = loops(item, context, scope), body(item, context)
        else:
            scopes = expansion(item, context, scope)
            inside = body(context.defines[item.name.text], context)
        return [rule for inner in scopes for other in inside for rule in self._rules(other, inner)]

    def _settled(self) -> dict[int, tuple[int, int]]:
        """Return what values become at the input point: those that stand for a goal."""
        context = self.context
        settled = {
            context.alphabet.value(goal.symbol): (goal.before, goal.bit)
            for goal in context.goals.values()
        }
        for character, reading in context.legend.items():
            if reading.mark:
                settled[context.alphabet.value(character)] = (reading.value, reading.mark)
        settled.pop(-1, None)
        return settled

    def _refuse(self, nodes: Sequence[CheckedNode]) -> None:
        """Report nodes that cannot run once the game has begun."""
        for node in nodes:
            if node.kind.name == "require":
                message = "'require' stands behind the first 'on'"
                hint = "move it before the 'on' blocks: a game cannot start over by itself"
                self.context.error("misplaced", message, node.span, hint)
            elif node.kind.new_grid is not None:
                message = f"'{node.kind.name}' stands behind the first 'on'"
                hint = "a game is played on one grid"
                self.context.error("misplaced", message, node.span, hint)
            elif any(rule.firsts for rule in node.rules) and node.elements:
                message = f"'{node.elements[0].name}' stands in a click's block"
                hint = "guide rules that may match anywhere: put them behind the 'on' blocks"
                self.context.error("misplaced", message, node.elements[0].span, hint)
            self._refuse((*node.children, *node.otherwise))


def _is_union(item: Item) -> bool:
    return isinstance(item, Statement) and item.name.text == "union"
