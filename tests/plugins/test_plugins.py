"""Plugins: found when they are named, checked as built-in nodes are, and blamed by name."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import markovpy
from markovpy import installed
from markovpy.engine.random import Random
from markovpy.errors import MarkovError, PluginError, ProgramError, RunError
from markovpy.model.events import Event
from markovpy.play import solve

GRID = "grid 4x1 values=BWR\n"
GOOD = "PLUGIN = Plugin(interface=1, kinds=(kind('ink.fill'),))"
OTHER = "grid 3x1 values=BW\nB -> W"


def problem(text: str) -> MarkovError:
    """Return the error that a program gives."""
    with pytest.raises(MarkovError) as caught:
        markovpy.parse(text, name="p.mj").run(seed=1)
    return caught.value


def only(error: MarkovError) -> tuple[str, str, str]:
    """Return code, message and hint of an error's one problem."""
    (found,) = error.diagnostics
    return found.code, found.message, found.hint


def test_a_node_of_a_plugin_acts_turn_by_turn_and_its_changes_are_traced(install: Any) -> None:
    install("ink-well", GOOD, "ink")
    text = GRID + "ink.fill W steps=2+1\nonce: WB -> RR"
    run = markovpy.parse(text).run(seed=1, traced=True)
    assert run.text() == "WWRR"
    assert run.turns == 3 + 1 + 1
    changes = [[a.tolist() for a in run.trace.changes(turn)] for turn in range(3)]  # type: ignore[union-attr]
    assert changes == [[[0], [1]], [[1], [1]], [[2], [1]]]


def test_rules_see_what_a_plugin_has_written_since_they_looked(install: Any) -> None:
    install("ink-well", GOOD, "ink")
    text = GRID + "markov:\n    all: W -> R\n    ink.fill W steps=2"
    assert markovpy.parse(text).run(seed=1).text() == "RBBB"


def test_a_node_of_a_plugin_draws_from_the_generator_of_the_run(install: Any) -> None:
    text = """
class Noise(Node):
    def step(self, state):
        state.write(0, state.rng.below(3))
        state.write(1, state.rng.below(3))
        return False

PLUGIN = Plugin(1, (kind("ink.noise", lambda node, builder: Noise(node.number)),))
"""
    install("ink-well", text, "ink")
    for seed in range(10):
        run = markovpy.parse(GRID + "ink.noise W").run(seed=seed)
        rng = Random(seed)
        assert run.grid[0, :2].tolist() == [rng.below(3), rng.below(3)]


def test_a_fallback_stands_for_an_argument_that_is_not_written(install: Any) -> None:
    text = """
FAR = Parameter("far", "decimal", "how far", fallback=2.5)
DRY = Parameter("dry", "flag", "whether it is dry")
NAME = Parameter("name", "text", "what it is called")
SEEN = []

def build(node, builder):
    SEEN.append(dict(node.arguments))
    return Node(node.number)

PLUGIN = Plugin(1, (NodeKind("ink.see", "a node", Body.NONE, (FAR, DRY, NAME), build),))
"""
    install("ink-well", text, "ink")
    markovpy.parse(GRID + "ink.see\nink.see far=1/2 dry name=x").run(seed=1)
    assert sys.modules["ink_well"].SEEN == [
        {"far": 2.5, "dry": False, "name": None},
        {"far": 0.5, "dry": True, "name": "x"},
    ]


def test_no_plugin_is_looked_for_or_imported_before_its_name_is_used(install: Any) -> None:
    install("ink-well", "raise SystemExit", "ink")
    markovpy.parse(OTHER).run(seed=1)
    assert "ink_well" not in sys.modules
    assert installed._entries.cache_info().currsize == 0
    assert problem(GRID + "ink.fill W").diagnostics[0].code == "plugin-import"


def test_arguments_and_blocks_are_checked_like_those_of_built_in_nodes(install: Any) -> None:
    install("ink-well", GOOD, "ink")
    text = GRID + "ink.fill Q\nink.fill W setps=2\nink.fill W: B -> W\nink.fil W\nall: ink.fill W\n"
    error = problem(text)
    assert isinstance(error, ProgramError)
    assert [(d.code, error.source.position(d.span.start)) for d in error.diagnostics if d.span] == [
        ("unknown-symbol", (2, 10)),
        ("unknown-argument", (3, 12)),
        ("unexpected-block", (4, 1)),
        ("unknown-node", (5, 1)),
        ("node-among-rules", (6, 6)),
    ]
    assert error.diagnostics[3].hint == "did you mean 'ink.fill'?"
    assert only(problem(GRID + "B -> W\ndefine ink.fill: B -> W"))[0] == "bad-name"
    assert only(problem(GRID + "ink.pour W"))[2] == "the plugin 'ink' has ink.fill"
    assert only(problem(GRID + "inc.fill W"))[2] == "did you mean 'ink.fill'?"


def test_needs_and_arguments_are_refused_with_a_position(install: Any) -> None:
    text = """
def needs(around):
    if around.shape[2] < 5:
        raise KindError("too-small", "the grid is too narrow", "make it 5 wide")

def prepare(values, around):
    if values["value"] == 0:
        raise KindError("not-first", "the first value is ground", "take another", "value")
    return around.alphabet.symbols[values["value"]]

PLUGIN = Plugin(interface=1, kinds=(kind("ink.fill", needs=needs, prepare=prepare),))
"""
    install("ink-well", text, "ink")
    error = problem(GRID + "oen: B -> W\nink.fill B")
    assert [d.code for d in error.diagnostics] == ["unknown-node", "too-small"]
    error = problem("grid 5x1 values=BWR\nink.fill B")
    assert only(error) == ("not-first", "the first value is ground", "take another")
    assert error.source.position(error.diagnostics[0].span.start) == (2, 10)  # type: ignore[union-attr]


def test_a_run_that_cannot_go_on_says_at_which_node(install: Any) -> None:
    text = """
class Full(Node):
    def step(self, state):
        raise NodeError("no-room", "there is no room left", "take a larger grid")

PLUGIN = Plugin(1, (kind("ink.full", lambda node, builder: Full(node.number)),))
"""
    install("ink-well", text, "ink")
    error = problem(GRID + "markov:\n    once: B -> W\n    ink.full W")
    assert type(error) is RunError
    assert str(error).startswith("p.mj:4:5: error[no-room]: there is no room left")


@pytest.mark.parametrize("place", ["step", "build", "prepare", "needs"])
def test_a_fault_of_a_plugin_is_told_with_its_owner_and_line(
    install: Any, place: str, tmp_path: Path
) -> None:
    text = f"""
def broken(*given):
    return 1 / 0

class Broken(Node):
    step = broken

{place} = broken
if {place!r} == "step":
    build = lambda node, builder: Broken(node.number)
    kinds = (kind("ink.fill", build),)
else:
    kinds = (kind("ink.fill", {place}=broken),)
PLUGIN = Plugin(1, kinds)
"""
    install("ink-well", text, "ink", "2.1")
    lines = (tmp_path / "site" / "ink_well.py").read_text().split("\n")
    line = 1 + lines.index("    return 1 / 0")
    error = problem(GRID + "B -> W\n  \nink.fill W")
    assert type(error) is PluginError
    told = f"ZeroDivisionError: division by zero (ink_well.py, line {line})"
    assert only(error)[:2] == ("plugin-failed", f"'ink.fill' of ink-well 2.1 failed: {told}")
    assert error.source.position(error.diagnostics[0].span.start) == (4, 1)  # type: ignore[union-attr]
    assert isinstance(error.__cause__, ZeroDivisionError)


def test_a_fault_in_what_a_plugin_calls_is_told_with_the_line_that_calls_it(
    install: Any, tmp_path: Path
) -> None:
    text = """
import numpy
from fractions import Fraction

def broken(node, builder):
    return numpy.broadcast_shapes(Fraction("no number"))

PLUGIN = Plugin(1, (kind("ink.fill", broken),))
"""
    install("ink-well", text, "ink")
    lines = (tmp_path / "site" / "ink_well.py").read_text().split("\n")
    line = next(number for number, each in enumerate(lines, 1) if "no number" in each)
    told = only(problem(GRID + "ink.fill W"))[1]
    assert told.endswith(f"'no number' (ink_well.py, line {line})")


def test_a_node_can_end_the_program_where_there_is_no_solution(install: Any) -> None:
    text = """
class End(Node):
    def step(self, state):
        state.write(0, 2)
        state.end("no-solution", self, "this cannot be filled", "change a cell")
        return True

PLUGIN = Plugin(1, (kind("ink.end", lambda node, builder: End(node.number)),))
"""
    install("ink-well", text, "ink")
    run = markovpy.parse(GRID + "while any B:\n    ink.end W\n    B -> W").run(seed=1)
    assert (run.text(), run.turns, run.stopped) == ("RBBB", 1, "no-solution")
    assert run.message is not None and run.message.span is not None
    assert (run.message.code, run.message.span.start) == ("no-solution", len(GRID) + 17)


BROKEN = {
    "plugin-import": ("import no_such_module", "cannot be imported: ModuleNotFoundError…"),
    "older": (
        "PLUGIN = Plugin(interface=0)",
        "is written for version 0 of the plugin interface, this markovpy has version 1",
    ),
    "newer": (
        "PLUGIN = Plugin(interface=2, kinds=(kind('x.y'),))",
        "is written for version 2 of the plugin interface, this markovpy has version 1",
    ),
    "clash with a built-in": (
        "PLUGIN = Plugin(1, (kind('one'),))",
        "has a node 'one': its nodes are called 'ink.' and a word",
    ),
    "a name of another plugin": (
        "PLUGIN = Plugin(1, (kind('sudoku.fill'),))",
        "has a node 'sudoku.fill': its nodes are called 'ink.' and a word",
    ),
    "a node alone": (
        "PLUGIN = Plugin(1, kind('ink.a'))",
        "has nodes that are no tuple of NodeKind",
    ),
    "twice": ("PLUGIN = Plugin(1, (kind('ink.a'), kind('ink.a')))", "has two nodes 'ink.a'"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_plugin_that_cannot_be_used_is_named_where_it_is_used(install: Any, name: str) -> None:
    text, expected = BROKEN[name]
    install("ink-well", text, "ink", "0.3")
    error = problem(GRID + "B -> W\nink.fill W")
    assert type(error) is PluginError
    _, message, hint = only(error)
    assert message.startswith(f"the plugin 'ink' of ink-well 0.3 {expected.rstrip('…')}")
    assert "ink-well" in hint
    assert error.source.position(error.diagnostics[0].span.start) == (3, 1)  # type: ignore[union-attr]
    assert markovpy.parse(OTHER).run(seed=1).text() == "WWW"


def test_an_entry_point_that_names_no_plugin(install: Any) -> None:
    install("ink-well", "", "ink", value="Fill")
    assert only(problem(GRID + "ink.fill W"))[:2] == (
        "bad-plugin",
        "the entry point 'ink' of ink-well 1.0 names no plugin",
    )


def test_two_plugins_of_one_name_are_both_named_and_neither_is_used(install: Any) -> None:
    install("ink-well", GOOD, "ink")
    install("blot", GOOD, "ink", "3.0")
    code, message, hint = only(problem(GRID + "ink.fill W"))
    assert code == "plugin-clash"
    assert message.startswith("2 plugins are called 'ink': those of ")
    assert "ink-well 1.0" in message and "blot 3.0" in message
    assert hint.startswith("keep one of them: pip uninstall ")
    assert "blot" not in sys.modules
    assert markovpy.parse(OTHER).run(seed=1).text() == "WWW"


def test_a_broken_plugin_is_no_reason_to_hide_other_problems(install: Any) -> None:
    install("ink-well", "1 / 0", "ink")
    error = problem(GRID + "oen: B -> W\nink.fill W")
    assert type(error) is ProgramError
    assert [d.code for d in error.diagnostics] == ["unknown-node", "plugin-import"]


PLAYED = """
class Play(Node):
    def event(self, state, event):
        if event.key == "x":
            return 1 / 0
        if event.key == "y":
            raise NodeError("no-room", "there is no room left")
        state.write(event.cell[0], 1)
        return True

    def snapshot(self):
        return None

    def restore(self, snapshot):
        pass

    def marks(self, state):
        return (Mark(0, 0, frame=(255, 0, 0)),)

    def message(self, state):
        return f"{state.grid.sum()} of 4"

KIND = NodeKind(
    "ink.play", "fills by click", Body.NONE, (), lambda node, builder: Play(node.number),
    takes=frozenset({"click", "key"}),
)
PLUGIN = Plugin(1, (KIND,))
"""


def test_a_node_of_a_plugin_can_be_played(install: Any) -> None:
    install("ink-well", PLAYED, "ink")
    text = GRID + "ink.play\nonce: WW -> WR\nwin any R"
    game = markovpy.Session(markovpy.parse(text, name="p.mj"), seed=1)
    assert game.send(Event("click", (1, 0))).acted
    assert (game.text(), game.message, len(game.marks)) == ("BWBB", "1 of 4", 1)
    with pytest.raises(
        PluginError, match=r"'ink\.play' of ink-well 1\.0 failed: ZeroDivision"
    ) as bug:
        game.send("key x")
    assert bug.value.source.position(bug.value.diagnostics[0].span.start) == (2, 1)  # type: ignore[union-attr]
    with pytest.raises(RunError, match=r"p\.mj:2:1: error\[no-room\]: there is no room left"):
        game.send("key y")
    assert game.send(("click", 2, 0)).acted
    assert game.status == "won"
    game.undo()
    assert game.text() == "BWBB"


def test_what_a_node_notes_is_a_warning_of_the_run_once(install: Any) -> None:
    text = """
class Tell(Node):
    def step(self, state):
        state.note("half-full", self, "half of it is full")
        return False

PLUGIN = Plugin(1, (kind("ink.tell", lambda node, builder: Tell(node.number)),))
"""
    install("ink-well", text, "ink")
    run = markovpy.parse(GRID + "markov:\n    ink.tell W\n    B -> W").run(seed=1)
    (note,) = run.notes
    assert (note.code, note.message, note.severity) == (
        "half-full",
        "turn 0: half of it is full",
        "warning",
    )


def test_a_plugin_may_have_blocks_of_its_own(install: Any) -> None:
    text = """
class Twice(Block):
    def step(self, state):
        while not self.done:
            if self.advance(state):
                return True
            self.rewind()
            self.passes = getattr(self, "passes", 0) + 1
            self.done = self.passes == 2
        return self.leave(state)

def build(node, builder):
    return Twice(node.number, builder.children(node.children), node.once)

PLUGIN = Plugin(1, (NodeKind("ink.twice", "runs its block twice", Body.NODES, (), build),))
"""
    install("ink-well", text, "ink")
    run = markovpy.parse(GRID + "ink.twice:\n    once: B -> W\n    once: W -> R").run(seed=1)
    assert np.bincount(run.grid[0]).tolist() == [2, 0, 2]
    assert run.turns == 5


ROAD = """
grid 4x1 values=_RG
start "R__G"
on right: R_ -> _R
on left: _R -> R_
win grid is { __RG }
"""
ADVISER = """
def advise(puzzle):
    assert (puzzle.shape, puzzle.start, puzzle.goal) == ((1, 1, 4), (1, 0, 0, 2), (0, 0, 1, 2))
    right = {step.writes for step in puzzle.steps if puzzle.events[step.event] == Event("right")}
    assert right == {((cell, 0), (cell + 1, 1)) for cell in (0, 1)}
    puzzle.tell("a moment")
    return %s

PLUGIN = Plugin(interface=1, adviser=lambda: advise)
"""
MOVES = 'Advice((Event("right"),) * %d, bound=%d)'


def test_a_plugin_solves_puzzles_and_says_how_well(install: Any) -> None:
    there_and_back = ", ".join(f'Event("{way}")' for way in ("right", "left", "right", "right"))
    install("ink-well", ADVISER % f"Advice(({there_and_back}), bound=1)", "ink")
    told: list[str] = []
    game = markovpy.Session(markovpy.parse(ROAD), seed=1)
    found = solve(game, tell=told.append)
    assert (found.fewest, found.bound, found.method) == (False, 2, "ink plugin")
    assert (found.moves, told, game.moves) == ("rlrr", ["a moment"], "")
    best = solve(game, optimal=True)
    assert (best.moves, best.fewest, best.method[:2]) == ("rr", True, "A*")


def test_what_a_plugin_does_not_prove_the_rules_may(install: Any) -> None:
    install("ink-well", ADVISER % MOVES % (2, 1), "ink")
    found = solve(markovpy.parse(ROAD), optimal=True)
    assert (found.moves, found.fewest, found.bound, found.method) == ("rr", True, 2, "ink plugin")


def test_what_a_plugin_proves_impossible_or_does_not_know(install: Any) -> None:
    install("ink-well", ADVISER % 'Advice(impossible="the road is closed")', "ink")
    found = solve(markovpy.parse(ROAD))
    assert (found.outcome, found.reason) == ("impossible", "the road is closed")
    install("pen-well", ADVISER % "None", "pen")
    other = solve(markovpy.parse(ROAD.replace("win grid", "win any R and grid")))
    assert (other.moves, other.method[:4]) == ("rr", "A*, ")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero (ink_well.py, line"),
        (MOVES % (1, 1), "ValueError: the moves do not win"),
        (MOVES % (4, 4), "ValueError: 'right' is no move"),
        ("(1, 2)", "AttributeError: 'tuple' object has no attribute"),
    ],
)
def test_an_adviser_that_fails_is_blamed_by_name(install: Any, answer: str, said: str) -> None:
    install("ink-well", ADVISER % answer, "ink")
    game = markovpy.Session(markovpy.parse(ROAD), seed=1)
    with pytest.raises(PluginError) as caught:
        solve(game)
    code, message, hint = only(caught.value)
    assert (code, hint) == ("plugin-failed", "tell the author of ink-well")
    assert message.startswith(f"the adviser of ink-well 1.0 failed: {said}")
    assert game.text() == "R__G"
