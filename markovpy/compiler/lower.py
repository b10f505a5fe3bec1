"""Checked program to compiled program: what can be run any number of times."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

import numpy as np

from markovpy.compiler.blame import blaming
from markovpy.compiler.program import Checked, CheckedGame, CheckedReaction
from markovpy.engine.game import Game
from markovpy.engine.interactive import Interactive, Keyed
from markovpy.engine.machine import Machine
from markovpy.engine.moves import Priority
from markovpy.engine.node import Block, Node
from markovpy.engine.parts import Parts, Player, Reaction, Responder, steps
from markovpy.engine.random import Random
from markovpy.engine.rules import RuleNode
from markovpy.engine.state import State
from markovpy.engine.table import RuleTable
from markovpy.engine.trace import Trace
from markovpy.errors import Diagnostic, MarkovError, RunError
from markovpy.model.events import KEY, Event
from markovpy.nodes.checked import CheckedNode
from markovpy.nodes.kind import NodeError, NodeKind, Stage
from markovpy.nodes.require import Require
from markovpy.nodes.sequence import Sequence as SequenceBlock
from markovpy.source import Span

ROOT_KINDS = ("markov", "sequence")


def lower(checked: Checked) -> CompiledProgram:
    """Return a program that can be run."""
    by_number: dict[int, CheckedNode] = {}

    def collect(nodes: Sequence[CheckedNode]) -> None:
        for node in nodes:
            by_number[node.number] = node
            collect(node.children)
            collect(node.otherwise)

    collect(checked.nodes)
    if checked.game is not None:
        collect(checked.game.nodes)
    return CompiledProgram(checked, by_number)


@dataclass(frozen=True)
class CompiledProgram:
    """A program laid out for one grid shape; runs of it share its tables, nothing else.

    Args:
        checked: The program.
        by_number: Its nodes by their number.
    """

    checked: Checked
    by_number: dict[int, CheckedNode]
    _tables: dict[int, RuleTable] = field(default_factory=dict)

    def begin(self, seed: int, traced: bool = False) -> Machine | Game:
        """Return a run before its first turn; a program that is played gives a game.

        Args:
            seed: From 0 to 2,147,483,647.
            traced: Whether every change is recorded.
        """
        state = State(self.checked.shape, Random(seed))
        self._fill(state)
        builder = _Builder(self, state)
        trace = Trace(state) if traced else None
        game = self.checked.game
        if game is None:
            return Machine(state, self._root(builder), self._start_over, trace)
        before = steps(builder.children(self.checked.nodes))
        machine = Machine(state, before, self._start_over, trace)
        return Game(machine, self._fill, _parts(game, builder))

    def advance(self, machine: Machine | Game, turns: int) -> int:
        """Make at most so many turns of a run; return how many were made.

        Raises:
            RunError: The run cannot go on.
            PluginError: The code of a plugin failed.
        """
        with self.guarding(machine.state):
            return int(machine.advance(turns))

    def send(self, game: Game, event: Event) -> None:
        """Start a move of a game; see :meth:`advance` for what it raises."""
        with self.guarding(game.state):
            game.send(event)

    @contextmanager
    def guarding(self, state: State) -> Iterator[None]:
        """Tell what goes wrong meanwhile with the place of the node that was asked to act."""
        source = self.checked.source
        try:
            yield
        except NodeError as error:
            span = self.by_number[state.entered].span
            raise RunError(
                [Diagnostic(error.code, error.message, span, error.hint)], source
            ) from error
        except (MarkovError, MemoryError):
            raise
        except Exception:
            node = self.by_number.get(state.entered)
            if node is None:
                raise
            with blaming(node.kind, node.span, source):
                raise

    def table(self, node: CheckedNode) -> RuleTable:
        """Return the tables of a node's rules, built once."""
        if node.number not in self._tables:
            variants = [variant for rule in node.rules for variant in rule.variants]
            stage = self.checked.stages[node.stage]
            values = len(stage.alphabet.symbols)
            firsts = [first for rule in node.rules for first in rule.firsts]
            self._tables[node.number] = RuleTable(variants, stage.shape, values, firsts)
        return self._tables[node.number]

    def rule_span(self, number: int, variant: int | None) -> Span | None:
        """Return where the rule stands that a node's variant comes from; the node for None."""
        node = self.by_number.get(number)
        if variant is None:
            return node.span if node else None
        for rule in node.rules if node else ():
            variant -= len(rule.variants)
            if variant < 0:
                return rule.span
        return node.span if node else None

    def _root(self, builder: _Builder) -> Block:
        """Build the outermost block: a program of one block is that block."""
        nodes = self.checked.nodes
        if len(nodes) == 1 and nodes[0].once and nodes[0].kind.name in ROOT_KINDS:
            (root,) = builder.children(nodes)
            assert isinstance(root, Block)
            return root
        return SequenceBlock(0, builder.children(nodes), True)

    def _fill(self, state: State) -> None:
        """Put a grid to its start: start picture, then what is put, in order."""
        if state.stage:
            state.change_grid(self.checked.shape, 0)
        if self.checked.start is None:
            state.grid[:] = 0
        else:
            state.grid[:] = self.checked.start.values
        if self.checked.game is not None or self.checked.goals:
            start = self.checked.start
            state.marks = np.zeros_like(state.grid) if start is None else start.marks.copy()
        cells = state.grid.reshape(-1)
        for put in self.checked.puts:
            chosen = [state.rng.below(state.size)] if put.cells is None else list(put.cells)
            cells[chosen] = put.value
        state.start = state.grid.copy()

    def _start_over(self, state: State) -> None:
        """Put a grid to its start again, or give up."""
        node = cast(Require, state.restart)
        if node.failures >= node.tries:
            span = self.by_number[node.number].span
            tries = "1 try" if node.tries == 1 else f"{node.tries:,} tries"
            message = f"the condition did not hold in {tries}"
            hint = f"ask for less, or allow more tries: tries={10 * node.tries}"
            raise RunError([Diagnostic("require-failed", message, span, hint)], self.checked.source)
        self._fill(state)


def _taken(node: object, kind: NodeKind) -> frozenset[str]:
    """Return what events a node takes: its kind's, and of all keys only its own."""
    if KEY not in kind.takes or not isinstance(node, Keyed):
        return kind.takes
    return kind.takes - {KEY} | {f"{KEY} {key}" for key in node.keys}


def _parts(game: CheckedGame, builder: _Builder) -> Parts:
    """Build the nodes of a game, besides those before the input point."""
    responders: list[Responder] = []
    for part in game.responders:
        if isinstance(part, CheckedReaction):
            block = steps(builder.children(part.nodes))
            lists = tuple(node for node in block.children if isinstance(node, Priority))
            responders.append((part.trigger, Reaction(block, lists, part.trigger == "click")))
        else:
            (node,) = builder.children([part])
            takes = _taken(node, part.kind)
            responders.append(Player(cast(Interactive, node), takes, part.number))
    return Parts(
        tuple(responders),
        steps(builder.children(game.answer)),
        {status: steps(builder.children(nodes)) for status, nodes in game.endings.items()},
        game.wins,
        game.losses,
        game.settled,
    )


class _Builder:
    """Makes the nodes of one run.

    Args:
        program: The program.
        state: The run's state.
    """

    def __init__(self, program: CompiledProgram, state: State) -> None:
        self.program = program
        self.state = state

    def table(self, node: CheckedNode) -> RuleTable:
        """Return the tables of the node's rules."""
        return self.program.table(node)

    def stage(self, node: CheckedNode) -> Stage:
        """Return the grid that the node runs on."""
        return self.program.checked.stages[node.stage]

    def children(self, nodes: Sequence[CheckedNode]) -> list[Node]:
        """Build the given nodes."""
        built = []
        for node in nodes:
            with blaming(node.kind, node.span, self.program.checked.source):
                made = node.kind.build(node, self)
            if isinstance(made, RuleNode):
                self.state.rule_nodes.append(made)
            built.append(made)
        return built
