"""What a node kind says about itself, and what the checker hands it to be built from."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Literal, Protocol, TypeAlias

from markovpy.engine.conditions import Condition
from markovpy.engine.node import Node
from markovpy.engine.table import RuleTable
from markovpy.model.rule import Rule
from markovpy.source import Span

NO_LIMIT = (-1, -1)

ParameterType: TypeAlias = Literal["count", "range", "flag", "fraction", "symmetry", "condition"]
"""``count``: a whole number, an int. ``range``: ``20`` or ``20..40``, a pair of ints.
``flag``: given or not, a bool. ``fraction``: 0 to 1, a float. ``symmetry``: a symmetry's name,
a str. ``condition``: all that stands before the colon, a Condition."""


@dataclass(frozen=True)
class Parameter:
    """An argument that a node kind takes.

    Args:
        name: What it is called where it is written ``name=value``; a flag is written bare.
        type: How it is read and what its value is.
        summary: What it means, for the documentation.
        minimum: The least whole number allowed.
        positional: Whether it is written without its name.
        required: Whether leaving it out is an error; a missing one is None, a flag False.
    """

    name: str
    type: ParameterType
    summary: str
    minimum: int = 0
    positional: bool = False
    required: bool = False


STEPS = Parameter("steps", "range", "at most so many turns until its block starts anew")
ONCE = Parameter("once", "flag", "at most one turn, as `steps=1`")
SYMMETRY = Parameter("symmetry", "symmetry", "the orientations its rules apply in")
WEIGHT = Parameter("weight", "count", "its share of the draws of a `choose`", minimum=1)
PROBABILITY = Parameter("p", "fraction", "the chance that a match is applied")
AGAIN = Parameter(
    "again", "flag", "when it has ended, enter it anew until an entry in which nothing acts"
)
CONDITION = Parameter("condition", "condition", "what must hold", positional=True, required=True)
RULE_NODE_PARAMETERS = (STEPS, ONCE, SYMMETRY, WEIGHT)


class Body(Enum):
    """What the block of a node holds."""

    NONE = "nothing"
    RULES = "rules"
    NODES = "nodes"


@dataclass(frozen=True)
class NodeKind:
    """A kind of node: how it is written, and how it is made to run.

    Args:
        name: What it is called in a program.
        summary: What it does, one sentence.
        body: What its block holds.
        parameters: The arguments it takes.
        build: Makes the running node.
        rule_parameters: The arguments that its rules take, besides ``symmetry``.
        reenters: Whether a child block that has ended can be entered again.
        alternative: The name of the block that may follow it (``else``).
    """

    name: str
    summary: str
    body: Body
    parameters: tuple[Parameter, ...]
    build: Callable[[CheckedNode, Builder], Node]
    rule_parameters: tuple[Parameter, ...] = ()
    reenters: bool = False
    alternative: str | None = None


@dataclass(frozen=True)
class CheckedRule:
    """A rule in all its orientations.

    Args:
        variants: The oriented rules, duplicates dropped.
        span: Where it stands.
        note: What its loop symbols stood for (``with t = 3``), or an empty string.
    """

    variants: tuple[Rule, ...]
    span: Span
    note: str = ""


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
    """

    kind: NodeKind
    number: int
    arguments: Mapping[str, Any]
    rules: tuple[CheckedRule, ...]
    children: tuple[CheckedNode, ...]
    once: bool
    span: Span
    otherwise: tuple[CheckedNode, ...] = field(default=())

    @property
    def limits(self) -> tuple[int, int]:
        """The turns (or choices) allowed until its block starts anew."""
        if self.arguments.get("once"):
            return (1, 1)
        return self.arguments["steps"] or NO_LIMIT

    @property
    def condition(self) -> Condition:
        """Its condition."""
        condition: Condition = self.arguments["condition"]
        return condition


class Builder(Protocol):
    """What a node kind may ask for while it builds a node."""

    def table(self, node: CheckedNode) -> RuleTable:
        """Return the tables of the node's rules."""

    def children(self, nodes: Sequence[CheckedNode]) -> list[Node]:
        """Build the given nodes."""
