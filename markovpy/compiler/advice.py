"""Warnings and notes: what can run but is hardly meant."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from markovpy.compiler.program import CheckedReaction
from markovpy.errors import Diagnostic
from markovpy.lang.syntax import Statement
from markovpy.model.rule import LEAVE, Rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.compiler.context import Context
    from markovpy.compiler.program import CheckedGame
    from markovpy.nodes.checked import CheckedNode


MAXIMUM_COMPARED = 1_000_000  # pairs of rules; what a warning may cost is bounded


def unused(context: Context) -> None:
    """Warn of names that nothing uses."""
    for item in context.tree.items:
        if not isinstance(item, Statement) or not item.arguments:
            continue
        name = item.name.text
        word = item.arguments[0].key or item.arguments[0].value
        if name in ("let", "define", "union") and f"{name} {word.text}" not in context.used:
            if name == "union" and context.lenient:
                continue
            context.warn("unused", f"nothing uses '{word.text}'", item.span, "remove it")


def on_node(node: CheckedNode, context: Context) -> None:
    """Warn of a node that never ends by itself, does everything, or never gets its turn."""
    kind = node.kind.name
    if kind in ("all", "prl") and node.limits == (-1, -1):
        _endless(node, context)
    if kind == "convchain" and node.limits == (-1, -1):
        message = "without a bound this never ends"
        hint = 'add steps="10"' if context.lenient else "add steps=10, or once"
        context.warn("endless", message, node.span, hint)
    if kind == "markov":
        _unreachable(node, context)


def _endless(node: CheckedNode, context: Context) -> None:
    for rule in node.rules:
        if any(v.matches_own_result and not v.changes_nothing for v in rule.variants):
            hint = _bound(node, context)
            message = "this rule matches its own result, so the node never ends by itself"
            context.warn("endless", message, rule.span, hint)
            return
    chances = [v.probability for rule in node.rules for v in rule.variants]
    if any(chance < 1 for chance in chances) and _one_way(node):
        message = "without a bound the coins are tossed again each turn, until none falls right"
        context.warn("does-everything", message, node.span, _bound(node, context))


def _bound(node: CheckedNode, context: Context) -> str:
    return 'add steps="1"' if context.lenient else f"write {node.kind.name} once:, or steps="


def _one_way(node: CheckedNode) -> bool:
    """Return whether no value that a rule removes is ever written again by the node."""
    after: dict[int, set[int]] = {}
    for rule in node.rules:
        for variant in rule.variants:
            for mask, new in zip(variant.lhs, variant.rhs):
                if new != LEAVE:
                    for value in range(mask.bit_length()):
                        if mask >> value & 1 and value != new:
                            after.setdefault(value, set()).add(new)
    return not any(_reaches(start, start, after, set()) for start in after)


def _reaches(start: int, goal: int, after: dict[int, set[int]], seen: set[int]) -> bool:
    for value in after.get(start, ()):
        if value == goal:
            return True
        if value not in seen:
            seen.add(value)
            if _reaches(value, goal, after, seen):
                return True
    return False


def _unreachable(node: CheckedNode, context: Context) -> None:
    """Warn of a child that a child before it always comes ahead of."""
    earlier: list[Rule] = []
    compared = 0
    for child in node.children:
        variants = [variant for rule in child.rules for variant in rule.variants]
        compared += len(variants) * len(earlier)
        if compared > MAXIMUM_COMPARED:
            return
        if variants and all(any(_covers(e, v) for e in earlier) for v in variants):
            message = "this never gets its turn: whatever it matches, a node before it matches too"
            context.warn("unreachable", message, child.span, "put it first, or remove it")
        if child.kind.name in ("one", "all") and child.limits == (-1, -1):
            earlier += variants


def never_won(game: CheckedGame, context: Context) -> None:
    """Note that a game has no ``win``, unless a node that takes events decides when it is won."""
    on_blocks = [part for part in game.responders if isinstance(part, CheckedReaction)]
    if on_blocks and len(on_blocks) == len(game.responders) and not game.wins:
        message = "the game has no 'win', so it is never won"
        hint = f"if it is to have an end, say when: win no {context.alphabet.symbols[-1]}"
        context.report(Diagnostic("no-win", message, on_blocks[0].span, hint, "note"))


def behind_new_grid(nodes: Sequence[CheckedNode], context: Context) -> None:
    """Report a node behind one that ends the program: its nodes run on a new grid."""
    for before, node in pairwise(nodes):
        if _ends_program(before):
            message = "this is never reached: the program ends with the new grid before it"
            hint = "put it into the block of the new grid, or before that"
            report = context.warn if context.lenient else context.error
            report("unreachable", message, node.span, hint)
            return


def _ends_program(node: CheckedNode) -> bool:
    """Return whether the program has ended, for certain, where a node has."""
    if node.kind.new_grid is not None:
        return True
    inside = [_ends_program(child) for child in node.children]
    if node.kind.alternative:
        return any(inside) and any(_ends_program(child) for child in node.otherwise)
    if node.kind.name == "choose":
        return bool(inside) and all(inside)
    return node.kind.name in ("markov", "sequence", "repeat") and any(inside)


def _covers(general: Rule, special: Rule) -> bool:
    """Return whether a rule matches wherever another of the same size does."""
    same_size = (general.width, general.height, general.depth) == (
        special.width,
        special.height,
        special.depth,
    )
    return same_size and all(b & ~a == 0 for a, b in zip(general.lhs, special.lhs))
