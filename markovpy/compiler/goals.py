"""``goal``: a second layer of marks, which rules do not see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.compiler.characters import check_symbol
from markovpy.compiler.context import Goal
from markovpy.compiler.statements import unknown_argument

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Statement, Word

MOST_GOALS = 8


def read_goal(statement: Statement, context: Context) -> None:
    """Read ``goal G from=B to=C`` into the context."""
    keyed = {a.key.text: a.value for a in statement.arguments if a.key}
    plain = [a.value for a in statement.arguments if a.key is None]
    for argument in statement.arguments:
        if argument.key and argument.key.text not in ("from", "to"):
            unknown_argument(argument, "goal", ["from=", "to="], context)
            return
    if len(plain) != 1 or len(plain[0].text) != 1 or keyed.keys() != {"from", "to"}:
        message = "goal needs a symbol, from= and to="
        context.error("bad-goal", message, statement.span, "for example: goal G from=B to=C")
        return
    word = plain[0]
    if not _is_free(word, context):
        return
    before = _mask(keyed["from"], context, unions=False)
    after = _mask(keyed["to"], context, unions=True)
    if before and after:
        bit = 1 << len(context.goals)
        context.goals[word.text] = Goal(word.text, bit, before.bit_length() - 1, after)


def _is_free(word: Word, context: Context) -> bool:
    """Return whether a symbol can be that of a goal; report it where not."""
    if not check_symbol(word.text, word, 0, context):
        return False
    taken = "union" if word.text in context.alphabet.unions else "goal"
    if word.text in context.alphabet.unions or word.text in context.goals:
        message = f"'{word.text}' is already a {taken}"
        context.error("repeated-symbol", message, word.span, "take another character")
        return False
    if len(context.goals) == MOST_GOALS:
        context.error("too-many-goals", f"more than {MOST_GOALS} goals", word.span, "remove some")
        return False
    return True


def _mask(word: Word, context: Context, unions: bool) -> int:
    """Return the values that a word names, one or, with unions, a set; 0 where reported."""
    single = len(word.text) == 1
    mask = context.alphabet.mask(word.text) if single else 0
    if not unions and mask and context.alphabet.value(word.text) < 0:
        mask = 0
    if not mask:
        context.unknown_symbol(word.text, word.span, unions=unions)
    context.used.add(f"union {word.text}")
    return mask
