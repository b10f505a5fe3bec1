"""The interface that plugins are written against: what they import is all here.

A plugin is an object :class:`Plugin` that an entry point of the group ``markovpy.nodes`` names.
See ``docs/plugins.md``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from markovpy.engine.grounding import Step
from markovpy.engine.interactive import Interactive, Mark
from markovpy.engine.limited import Limited
from markovpy.engine.node import Block, Node
from markovpy.model.events import Event
from markovpy.nodes.advice import Advice, Adviser, Puzzle
from markovpy.nodes.checked import CheckedNode
from markovpy.nodes.kind import Body, KindError, NodeError, NodeKind, Surroundings
from markovpy.nodes.parameter import ONCE, STEPS, SYMMETRY, WEIGHT, Parameter

INTERFACE = 1
"""The version of this interface; it goes up when a plugin written for the one before would not
work any more."""

__all__ = [
    "INTERFACE",
    "ONCE",
    "STEPS",
    "SYMMETRY",
    "WEIGHT",
    "Advice",
    "Adviser",
    "Block",
    "Body",
    "CheckedNode",
    "Event",
    "Interactive",
    "KindError",
    "Limited",
    "Mark",
    "Node",
    "NodeError",
    "NodeKind",
    "Parameter",
    "Plugin",
    "Puzzle",
    "Step",
    "Surroundings",
]


@dataclass(frozen=True)
class Plugin:
    """What a plugin adds to markovpy.

    The name of its entry point is the plugin's name, and the first part of the names of its
    node kinds: the plugin ``sudoku`` has ``sudoku.solve``.

    Args:
        interface: The version of the interface that it is written for, a plain number.
        kinds: Its node kinds.
        adviser: Imports and returns what solves a sort of puzzle; None for nothing.
    """

    interface: int
    kinds: tuple[NodeKind, ...] = ()
    adviser: Callable[[], Adviser] | None = None
