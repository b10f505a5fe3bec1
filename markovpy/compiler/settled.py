"""Which blocks would do nothing if they were entered again right after their end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from markovpy.model.rule import LEAVE, Rule
from markovpy.nodes.checked import NO_LIMIT

if TYPE_CHECKING:
    from markovpy.nodes.checked import CheckedNode

_LISTING = ("one", "all")
_RULE_NODES = (*_LISTING, "once", "prl")
_BLOCKS = ("markov", "sequence", "repeat")
_HARMLESS = ("symmetry", "again", "steps", "once", "p")  # p: looked at rule by rule


def settled_markovs(nodes: Sequence[CheckedNode]) -> Iterator[CheckedNode]:
    """Yield each ``markov again`` that runs as a plain ``markov`` would."""
    for node in nodes:
        if node.kind.name == "markov" and node.arguments.get("again") and is_settled(node):
            yield node
        yield from settled_markovs((*node.children, *node.otherwise))


def is_settled(markov: CheckedNode) -> bool:
    """Return whether it is certain that a ``markov`` that has ended can do nothing.

    In its last turn every child was asked and none acted. To be asked again is the same,

    * for a rule node without a limit, if its list held all matches: each match that it applied
      changed a cell, so that what is left of it was looked at again;
    * for a block, whose children were reset when it last ended, always;
    * and for both only if they draw nothing where they do not act: no coins.
    """
    return all(_answers_alike(child, fresh=False) for child in markov.children)


def _answers_alike(node: CheckedNode, fresh: bool) -> bool:
    """Return whether a node that did not act will not act if it is reset and asked again.

    Args:
        node: The node.
        fresh: Whether it had just been reset when it did not act.
    """
    kind = node.kind.name
    written = {name for name, value in node.arguments.items() if value not in (None, False)}
    if node.elements or not written <= set(_HARMLESS):
        return False
    if kind in _BLOCKS:
        return all(_answers_alike(child, fresh=True) for child in node.children)
    if kind not in _RULE_NODES or node.children:
        return False
    variants = [variant for rule in node.rules for variant in rule.variants]
    if kind == "prl" and any(variant.probability < 1 for variant in variants):
        return False
    if fresh:
        return True
    if kind == "once" or node.limits != NO_LIMIT:
        return False
    return kind not in _LISTING or all(map(_always_changes, variants))


def _always_changes(rule: Rule) -> bool:
    """Return whether each match of a rule changes a cell."""
    return any(new != LEAVE and not mask >> new & 1 for mask, new in zip(rule.lhs, rule.rhs))
