"""What is written once and stands for more: ``for`` families and ``define`` blocks."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from markovpy.lang.syntax import Statement, Word

if TYPE_CHECKING:
    from markovpy.compiler.context import Context, Scope
    from markovpy.lang.syntax import Item


def loops(item: Statement, context: Context, scope: Scope) -> list[Scope]:
    """Return the scopes of a loop's turns."""
    words = [argument.value for argument in item.arguments]
    places = [i for i, word in enumerate(words) if word.text == "in" and word.kind == "bare"]
    keyed = any(argument.key for argument in item.arguments)
    if keyed or not places or not 0 < places[0] < len(words) - 1:
        hint = "for example: for t in 123:"
        context.error("bad-for", "for needs symbols, 'in' and values", item.span, hint)
        return []
    names, tuples = words[: places[0]], words[places[0] + 1 :]
    if not all(_is_loop_symbol(word, context, scope) for word in names):
        return []
    if len(names) == 1 and len(tuples) == 1:
        turns = [(value, tuples[0].at(i)) for i, value in enumerate(tuples[0].text)]
    else:
        turns = [(word.text, word.span) for word in tuples]
    symbols = "".join(word.text for word in names)
    for place, word in enumerate(names):
        if word.text in symbols[:place]:
            message = f"the loop symbol '{word.text}' is named twice"
            context.error("bad-for", message, word.span, "take another character")
            return []
    scopes = []
    for values, span in turns:
        if len(values) != len(symbols):
            count = f"{len(values)} value{'s' * (len(values) != 1)}"
            message = f"'{values}' has {count} for {len(symbols)} loop symbols"
            context.error("bad-for", message, span, "give one value for each symbol")
            return []
        unknown = [v for v in values if not context.alphabet.mask(scope.symbols(v))]
        if unknown:
            context.unknown_symbol(unknown[0], span)
            return []
        scopes.append(scope.looping(symbols, scope.symbols(values)))
    return scopes


def _is_loop_symbol(word: Word, context: Context, scope: Scope) -> bool:
    """Return whether a word can name what a loop replaces; report it where not."""
    if len(word.text) != 1:
        message = f"'{word.text}' is not one symbol"
        context.error("bad-for", message, word.span, "a loop symbol is one character")
    elif word.text in "*./[]{}^ ":
        message = f"'{word.text}' has a meaning of its own in patterns"
        context.error("bad-for", message, word.span, "take another character")
    elif context.alphabet.mask(word.text):
        message = f"the loop symbol '{word.text}' is a value or union"
        context.error("bad-for", message, word.span, "take another character")
    elif word.text in scope.loop:
        message = f"'{word.text}' is the symbol of an outer loop"
        context.error("bad-for", message, word.span, "take another character")
    else:
        return True
    return False


def expansion(item: Statement, context: Context, scope: Scope) -> list[Scope]:
    """Return the scope of a named block's expansion; nothing where it is not possible."""
    name = item.name.text
    context.used.add(f"define {name}")
    for argument in item.arguments:
        message = f"'{name}' takes no arguments"
        context.error("unknown-argument", message, argument.span, "remove it")
    if item.body is not None:
        message = f"'{name}' takes no block"
        context.error("unexpected-block", message, item.name.span, "remove the colon")
    if name in scope.expanding:
        message = f"'{name}' contains itself"
        context.error("recursion", message, item.name.span, "use repeat: to loop")
        return []
    return [replace(scope, expanding=(*scope.expanding, name))]


def body(item: Statement, context: Context) -> tuple[Item, ...]:
    """Return what a block holds; report a statement that needs one and has none."""
    if item.body is None and item.name.text in ("for", "else"):
        message = f"'{item.name.text}' has no block"
        hint = "end the line with a colon and indent what belongs to it"
        context.error("missing-block", message, item.span, hint)
    return item.body or ()
