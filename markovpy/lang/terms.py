"""What expressions and conditions are made of; all frozen, each with its span."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from markovpy.lang.syntax import Word
from markovpy.source import Span

Operator: TypeAlias = Literal["+", "-", "*", "/", "%"]
Comparison: TypeAlias = Literal["==", "!=", "<=", ">=", "<", ">"]
Quantifier: TypeAlias = Literal["any", "no", "every"]


@dataclass(frozen=True, slots=True)
class Number:
    """A number as written; one with a decimal point is a float."""

    value: int | float
    span: Span


@dataclass(frozen=True, slots=True)
class Name:
    """A name: of a ``let``, or ``width height depth area``."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Negate:
    """``-operand``."""

    operand: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class Binary:
    """``left op right``."""

    op: Operator
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class CountOf:
    """``count PATTERN``; in conditions only."""

    pattern: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Exists:
    """``any PATTERN`` (expected) or ``no PATTERN``."""

    pattern: Word
    expected: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Compare:
    """``left op right``."""

    op: Comparison
    left: Expression
    right: Expression
    span: Span


@dataclass(frozen=True, slots=True)
class GridIs:
    """``grid is start`` (a bare word) or ``grid is`` a picture or quoted grid."""

    target: Word
    span: Span


@dataclass(frozen=True, slots=True)
class Marked:
    """``any|no|every SYMBOL on|off GOAL``: cells with or without a goal's mark."""

    quantifier: Quantifier
    symbol: Word
    goal: Word
    on: bool
    span: Span


@dataclass(frozen=True, slots=True)
class Not:
    """``not operand``."""

    operand: Condition
    span: Span


@dataclass(frozen=True, slots=True)
class And:
    """All of two or more operands."""

    operands: tuple[Condition, ...]
    span: Span


@dataclass(frozen=True, slots=True)
class Or:
    """At least one of two or more operands."""

    operands: tuple[Condition, ...]
    span: Span


Expression: TypeAlias = Number | Name | Negate | Binary | CountOf
Condition: TypeAlias = Exists | Compare | GridIs | Marked | Not | And | Or
