"""What the checker hands to a node kind: nodes, rules and statements that are known to be right."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from markovpy.engine.conditions import Condition
    from markovpy.engine.node import Node
    from markovpy.engine.table import RuleTable
    from markovpy.model.rule import Rule
    from markovpy.nodes.kind import NodeKind, Stage
    from markovpy.source import Span

NO_LIMIT = (-1, -1)


@dataclass(frozen=True)
class CheckedRule:
    """A rule in all its orientations.

    Args:
        variants: The oriented rules, duplicates dropped.
        span: Where it stands.
        arguments: The values of its parameters by name.
        across: For a rule from one grid to another, which has no ``variants``: what a window
            of the old grid must hold and what a window of the new one gets, orientation by
            orientation.
        firsts: In the block of ``on click``, per variant the cell of its window, ``(x, y, z)``,
            that has to lie on the clicked cell.
    """

    variants: tuple[Rule, ...]
    span: Span
    arguments: Mapping[str, Any] = field(default_factory=dict)
    across: tuple[tuple[Rule, Rule], ...] = ()
    firsts: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class CheckedChoice:
    """A rule whose right side names what a value may become.

    Args:
        mask: The values of the old grid that it is for.
        names: What they may become.
        span: Where it stands.
    """

    mask: int
    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class CheckedElement:
    """A statement of a node's own, known to be right.

    Args:
        name: What it is called.
        arguments: The values of its parameters by name.
        span: Where it stands.
        places: Where its arguments stand, by name, as far as they are written.
    """

    name: str
    arguments: Mapping[str, Any]
    span: Span
    places: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True)
class CheckedNode:
    """A node whose every argument is known to be right.

    Args:
        kind: Its kind.
        number: Its place among the program's nodes, from 0.
        arguments: The values of its parameters by name, all present.
        rules: The rules of its body.
        children: The nodes of its body.
        once: Whether, as a block, it stays ended until the enclosing block starts anew.
        span: Where its head stands.
        otherwise: The nodes of its alternative block.
        elements: The statements of its own in its block.
        data: What its kind prepared.
        places: Where its arguments stand, by name, as far as they are written.
        stage: The number of the grid that it runs on.
        opens: The grid that its own nodes run on, where that is a new one.
        choices: Its rules, where their right sides are names.
    """

    kind: NodeKind
    number: int
    arguments: Mapping[str, Any]
    rules: tuple[CheckedRule, ...]
    children: tuple[CheckedNode, ...]
    once: bool
    span: Span
    otherwise: tuple[CheckedNode, ...] = ()
    elements: tuple[CheckedElement, ...] = ()
    data: Any = None
    places: Mapping[str, Span] = field(default_factory=dict)
    stage: int = 0
    opens: Stage | None = None
    choices: tuple[CheckedChoice, ...] = ()

    @property
    def limits(self) -> tuple[int, int]:
        """The turns (or choices) allowed until its block starts anew."""
        if self.arguments.get("once"):
            return (1, 1)
        return self.arguments.get("steps") or NO_LIMIT

    @property
    def condition(self) -> Condition:
        """Its condition."""
        condition: Condition = self.arguments["condition"]
        return condition


class Builder(Protocol):
    """What a node kind may ask for while it builds a node."""

    def table(self, node: CheckedNode) -> RuleTable:
        """Return the tables of the node's rules."""

    def stage(self, node: CheckedNode) -> Stage:
        """Return the grid that the node runs on."""

    def children(self, nodes: Sequence[CheckedNode]) -> list[Node]:
        """Build the given nodes."""


def every_node(nodes: Sequence[CheckedNode]) -> Iterator[CheckedNode]:
    """Yield nodes and all nodes inside them."""
    for node in nodes:
        yield node
        yield from every_node(node.children)
        yield from every_node(node.otherwise)
