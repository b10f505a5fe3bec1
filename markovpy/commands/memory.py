"""How much memory runs take, before they begin."""

from __future__ import annotations

import math
import os
import sys
from typing import TYPE_CHECKING

import numpy as np

from markovpy.errors import input_error
from markovpy.nodes.checked import every_node

if TYPE_CHECKING:
    from markovpy.api import Program
    from markovpy.compiler.program import Checked
    from markovpy.nodes.checked import CheckedNode

_CELL = 12
"""Bytes that each cell of a grid takes: its value, the log of changes, what is drawn."""
_MATCH = 8
_FIRST_MATCHES = 64
_STEERING = 16
"""Bytes a cell and value of a node that is steered by fields or observations."""


def check_memory(program: Program) -> None:
    """Refuse a run that cannot fit into this machine.

    Raises:
        ProgramError: It does not fit.
    """
    memory, need = _memory(), bytes_of_run(program)
    if need > memory > 0:
        width, height, depth = program.size
        cells = f"{width * height * depth:,} cells need about {need / 2**30:,.0f} GB"
        message = f"{cells}, and this machine has {memory / 2**30:,.0f} GB"
        raise input_error("out-of-memory", message, "size", "take a smaller one, such as 500x500")


def runs_that_fit(program: Program) -> int:
    """Return how many runs can go on at a time, at least 1."""
    return max(1, (_memory() or sys.maxsize) // bytes_of_run(program))


def bytes_of_run(program: Program) -> int:
    """Return about how much memory a run takes.

    The matches are those on grids full of the value that is the most frequent in the start;
    what a run makes of its grid may have more of them, or fewer.
    """
    checked = program.compiled().checked
    grids = sum(_CELL * math.prod(stage.shape) for stage in checked.stages)
    game = checked.game.nodes if checked.game else ()
    nodes = list(every_node((*checked.nodes, *game)))
    kept = sum(_kept(node, checked) for node in nodes)
    return grids + kept + max((_matches(node, checked) for node in nodes), default=0)


def _kept(node: CheckedNode, checked: Checked) -> int:
    """Return what a node keeps: a bit a cell and rule, and what steers it."""
    stage = checked.stages[node.stage]
    cells = math.prod(stage.shape)
    rules = sum(len(rule.variants) for rule in node.rules)
    bits = 1 << max(0, rules - 1).bit_length() if rules else 0
    steered = _STEERING * len(stage.alphabet.symbols) if node.elements else 0
    return cells * steered + cells * bits // 8


def _matches(node: CheckedNode, checked: Checked) -> int:
    """Return what the list of a node's matches takes, which doubles as it grows."""
    value = 0
    if node.stage == 0 and checked.start is not None:
        value = int(np.bincount(checked.start.values.reshape(-1)).argmax())
    fitting = sum(
        all(mask >> value & 1 for mask in variant.lhs)
        for rule in node.rules
        for variant in rule.variants
    )
    count = fitting * math.prod(checked.stages[node.stage].shape)
    return _MATCH * max(_FIRST_MATCHES, 1 << max(0, count - 1).bit_length()) if count else 0


def _memory() -> int:
    """Return the bytes of memory that this machine has; 0 where it does not say."""
    try:
        return max(0, os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return 0
