"""What is said of a statement that stands where it cannot, or that nobody knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.compiler.header import HEADER_NAMES
from markovpy.compiler.hints import node_hint
from markovpy.lang.explain import ARROW_SIGNS
from markovpy.lang.syntax import Item, Statement
from markovpy.nodes import look_up, registry

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.nodes.kind import NodeKind


class Misplaced:
    """Reports statements that stand where they cannot.

    Args:
        context: The program.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self._at_margin = {id(item) for item in context.tree.items}

    def inside_a_block(self, item: Statement) -> None:
        """Report a statement of the left margin, unless it stands there."""
        if id(item) in self._at_margin:
            return
        message = f"'{item.name.text}' stands inside a block"
        self.context.error("misplaced", message, item.name.span, "move it to the left margin")

    def in_header(self, item: Statement) -> None:
        """Report what is wrong with the place of a header statement, and a block that it has."""
        if item.name.text != "union":
            self.inside_a_block(item)
        if item.body is not None and item.name.text != "define":
            message = f"'{item.name.text}' takes no block"
            self.context.error("unexpected-block", message, item.name.span, "remove the colon")

    def among_rules(self, item: Item, kind: NodeKind) -> None:
        """Report what is no rule in the block of a kind that holds only rules."""
        assert isinstance(item, Statement)
        name = item.name.text
        if name == "else" or look_up(name) is not None:
            message = f"'{name}' is a node: the block of '{kind.name}' holds rules"
            hint = "use markov:, sequence: or repeat: around nodes"
            self.context.error("node-among-rules", message, item.name.span, hint)
        elif owners := _owners(name):
            message = f"'{kind.name}' takes no '{name}'"
            self.context.error("misplaced", message, item.name.span, f"{owners} take it")
        elif name in HEADER_NAMES:
            self.in_header(item)
        else:
            self.unknown(item)

    def unknown(self, item: Statement) -> None:
        """Report a statement that is no node."""
        name = item.name.text
        if owners := _owners(name):
            message = f"'{name}' stands in the block of a node"
            hint = f"write it below the rules of {owners}"
            self.context.error("misplaced", message, item.name.span, hint)
            return
        arrow = next((a.value for a in item.arguments if a.value.text in ARROW_SIGNS), None)
        if arrow is not None:
            message = f"'{arrow.text}' is no sign of the language"
            self.context.error("bad-arrow", message, arrow.span, "write the arrow as ->")
            return
        hint = node_hint(item.name, self.context)
        self.context.error("unknown-node", f"unknown node '{name}'", item.name.span, hint)


def _owners(name: str) -> str:
    """Return the names of the kinds whose blocks hold a statement; empty for none."""
    return ", ".join(kind.name for kind in registry().values() if name in kind.element_names)
