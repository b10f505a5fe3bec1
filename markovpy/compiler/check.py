"""Check a program: every problem, in source order, and what it means if there is none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from markovpy.compiler import advice
from markovpy.compiler.context import Context, Scope
from markovpy.compiler.games import GameReader
from markovpy.compiler.header import read_header
from markovpy.compiler.nodes import NodeReader
from markovpy.compiler.program import Checked, CheckedLevel, Settings
from markovpy.compiler.sokoban import checked_levels
from markovpy.errors import Diagnostic, PluginError, ProgramError
from markovpy.lang.syntax import Item, Rewrite, Statement, Tree
from markovpy.nodes.kind import Body
from markovpy.source import Span

if TYPE_CHECKING:
    from markovpy.nodes.checked import CheckedNode
    from markovpy.nodes.kind import Files

MAXIMUM_REPORTED = 100
PLUGIN_CODES = {"plugin-clash", "plugin-import", "plugin-version", "bad-plugin"}


def check(tree: Tree, settings: Settings, files: Files) -> Checked:
    """Check a program as it would run with the given settings.

    Args:
        tree: The program.
        settings: Size, names and start that override its own.
        files: Reads the files it names.

    Raises:
        ProgramError: With every problem, in source order.
        PluginError: There is none but that plugins cannot be used.
    """
    context = Context(tree, files)
    if not any(isinstance(i, Statement) and i.name.text == "grid" for i in tree.items):
        raise ProgramError([_no_grid(tree)], tree.source)
    header = read_header(context, settings)
    context.open_stage(context.shape, context.alphabet)
    reader = NodeReader(context)
    nodes, game = GameReader(reader, context).read(tree.items, Scope(header.symmetry))
    advice.behind_new_grid(nodes, context)
    levels: tuple[CheckedLevel, ...] = ()
    if not any(d.severity == "error" for d in context.diagnostics):
        advice.unused(context)  # a use of a name may stand in what was not understood
        as_written = game is not None and not nodes and not header.puts
        levels = checked_levels(header.levels, context, as_written)
        if game:
            advice.never_won(game, context)
        elif not _hold_rules(nodes):
            message = "the program has no rules"
            rule = '<one in="B" out="W"/>' if context.lenient else "B -> W"
            context.warn("no-rules", message, tree.items[-1].span, f"add one, for example: {rule}")
    context.diagnostics += [fault for level in levels for fault in level.faults]
    found = list(dict.fromkeys(sorted(context.diagnostics, key=_order)))
    errors = {diagnostic.code for diagnostic in found if diagnostic.severity == "error"}
    if errors:
        kind = PluginError if errors <= PLUGIN_CODES else ProgramError
        raise kind(found[:MAXIMUM_REPORTED], tree.source)
    return Checked(
        tree.source,
        context.shape,
        context.alphabet,
        header.start,
        dict(context.goals),
        dict(context.legend),
        levels,
        header.tick,
        game,
        tuple(header.puts),
        nodes,
        header.appearance,
        header.about,
        dict(context.names),
        tuple(context.stages),
        tuple(found),
    )


def _order(problem: Diagnostic) -> tuple[bool, int]:
    """Return what sorts problems: in source order, those of other files behind them."""
    return problem.source is not None, problem.span.start if problem.span else -1


def _hold_rules(nodes: Sequence[CheckedNode]) -> bool:
    """Return whether the nodes hold rules, or nodes that act without any."""
    return any(
        node.kind.body in (Body.RULES, Body.RULES_AND_NODES)
        or (node.kind.body is Body.NONE and "condition" not in node.arguments)
        or _hold_rules(node.children)
        or _hold_rules(node.otherwise)
        for node in nodes
    )


def _no_grid(tree: Tree) -> Diagnostic:
    """Return the error for a program without a grid, proposing the symbols it uses."""
    used: dict[str, None] = {}

    def collect(items: Sequence[Item]) -> None:
        for item in items:
            if isinstance(item, Rewrite):
                used.update(dict.fromkeys(item.left.text + item.right.text))
            else:
                collect(item.body or ())

    collect(tree.items)
    symbols = "".join(symbol for symbol in used if symbol not in "*./[]^ ")
    span = tree.items[0].span if tree.items else Span(0, 0)
    message = "the program has no grid" if tree.items else "the program is empty"
    hint = f"begin with its values, the first one fills it: grid values={symbols or 'BW'}"
    return Diagnostic("no-grid", message, span, hint)
