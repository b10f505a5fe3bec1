"""What could be meant by a name that stands for nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.compiler.header import HEADER_NAMES
from markovpy.nodes import registry
from markovpy.nodes.discovery import plugin_kinds

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Word


def node_hint(word: Word, context: Context) -> str:
    """Return a hint for a name that no node has; plugins are imported if no other is near."""
    name = word.text
    known = [*registry(), *HEADER_NAMES, *context.defines, "for", "rule", "else"]
    hint = "" if "." in name else context.near(name, known)
    hint = hint or context.near(name, ["on"]) or context.near(name, plugin_kinds())
    if hint:
        return hint
    pattern = all(context.alphabet.mask(symbol) or symbol in "*./[]^" for symbol in name)
    if pattern and word.kind == "bare":
        return f"a rule needs a right side: {name} -> …"
    if "." not in name:
        return "nodes are, for example, one, all, prl, markov and sequence"
    plugin = name.partition(".")[0]
    own = [kind for kind in plugin_kinds() if kind.startswith(f"{plugin}.")]
    if own:
        return f"the plugin '{plugin}' has {', '.join(own)}"
    return f"no plugin '{plugin}' is installed; see those that are with: markovpy plugins"
