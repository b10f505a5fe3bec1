"""What reading the header statements has in common."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.errors import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable

    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Argument, Statement, Word


def single(statement: Statement, context: Context, hint: str) -> Word | None:
    """Return the one positional argument of a statement; None, reported, for anything else."""
    arguments = statement.arguments
    if len(arguments) == 1 and arguments[0].key is None:
        return arguments[0].value
    span = arguments[1].span if len(arguments) > 1 else statement.span
    what = "takes one value" if len(arguments) > 1 else "needs a value"
    if arguments and arguments[0].key is not None:
        span = arguments[0].span
    context.error("bad-statement", f"{statement.name.text} {what}", span, hint)
    return None


def unknown_argument(argument: Argument, owner: str, known: list[str], context: Context) -> None:
    """Report an argument that a statement does not take."""
    word = argument.key or argument.value
    hint = did_you_mean(word.text, [name.rstrip("=") for name in known])
    if not hint:
        hint = f"it takes {', '.join(known)}" if known else "remove it"
    message = f"{owner} takes no argument '{word.text}'"
    report: Callable[..., None] = context.warn if context.lenient else context.error
    report("unknown-argument", message, argument.span, hint)


def repeated_keys(statement: Statement, context: Context) -> None:
    """Report arguments that a statement is given twice."""
    seen = set()
    for argument in statement.arguments:
        if argument.key is None:
            continue
        if argument.key.text in seen:
            message = f"'{argument.key.text}' is given twice"
            context.error("repeated-argument", message, argument.span, "remove one of them")
        seen.add(argument.key.text)
