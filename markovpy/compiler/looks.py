"""How a program wants its pictures: colours, glyphs, lines."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from markovpy.compiler.images import report_unreadable
from markovpy.compiler.numbers import read_whole
from markovpy.compiler.program import Appearance
from markovpy.compiler.statements import single, unknown_argument
from markovpy.errors import UnreadableFileError
from markovpy.lang.syntax import Statement
from markovpy.model.palette import RGB, parse_color
from markovpy.nodes import find_kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from markovpy.compiler.context import Context
    from markovpy.lang.syntax import Item, Word

_BOX = re.compile(r"0*([1-9]\d{0,5})[x×]0*([1-9]\d{0,5})", re.ASCII)


def read_appearance(context: Context, found: dict[str, list[Statement]]) -> Appearance:
    """Read ``color``, ``sprite``, ``tiles``, ``glyphs`` and ``lines``; the goals are known."""
    colors: dict[tuple[str, str], RGB] = {}
    sprites: dict[tuple[str, str], NDArray[np.uint8]] = {}
    others = _values_of_new_grids(context.tree.items)
    for statement in found.get("color", []):
        _read_color(statement, context, colors, others)
    for statement in found.get("sprite", []):
        _read_sprite(statement, context, sprites)
    tiles = None
    for statement in found.get("tiles", []):
        tiles = _read_tiles(statement, context, found)
    lines = down = 0
    for statement in found.get("lines", []):
        lines, down = _read_lines(statement, context)
    for statement in found.get("glyphs", []):
        for argument in statement.arguments:
            unknown_argument(argument, "glyphs", [], context)
    plain = {symbol or goal: rgb for (symbol, goal), rgb in colors.items() if not (symbol and goal)}
    on_goals = {key: rgb for key, rgb in colors.items() if all(key)}
    characters: dict[tuple[int, int], str] = {}
    for character, reading in context.legend.items():
        characters.setdefault((reading.value, reading.mark), character)
    glyphs = bool(found.get("glyphs"))
    return Appearance(plain, glyphs, lines, on_goals, sprites, tiles, down, characters)


def read_about(context: Context, found: dict[str, list[Statement]]) -> dict[str, str]:
    """Read ``title``, ``author`` and ``about``."""
    about = {}
    for name in ("title", "author", "about"):
        for statement in found.get(name, []):
            word = single(statement, context, f'for example: {name} "…"')
            if word is not None:
                about[name] = word.text
    return about


def _values_of_new_grids(items: Sequence[Item]) -> str:
    """Return the symbols that nodes name for their new grids."""
    symbols = ""
    for item in items:
        if isinstance(item, Statement):
            symbols += _values_of_new_grids(item.body or ())
            kind = find_kind(item.name.text)
            if kind is not None and kind.new_grid is not None:
                symbols += "".join(
                    a.value.text for a in item.arguments if a.key and a.key.text == "values"
                )
    return symbols


def _read_color(
    statement: Statement, context: Context, colors: dict[tuple[str, str], RGB], others: str
) -> None:
    parts = _parts(statement)
    if parts is None:
        hint = "for example: color W ffffff"
        context.error("bad-color", "color needs symbols and a colour", statement.span, hint)
        return
    symbols, goal, word = parts
    rgb = parse_color(word.text)
    if rgb is None:
        message = f"'{word.text}' is no colour"
        context.error("bad-color", message, word.span, "write six hexadecimal digits: ff0000")
        return
    colors.update(dict.fromkeys(_shown(symbols, goal, context, others), rgb))


def _read_sprite(
    statement: Statement, context: Context, sprites: dict[tuple[str, str], NDArray[np.uint8]]
) -> None:
    parts = _parts(statement)
    if parts is None:
        hint = 'for example: sprite P "player.png", or sprite C on G "done.png"'
        context.error("bad-sprite", "sprite needs symbols and a picture", statement.span, hint)
        return
    symbols, goal, word = parts
    shown = _shown(symbols, goal, context)
    picture = _picture(word, context)
    if picture is not None:
        sprites.update(dict.fromkeys(shown, picture))


def _parts(statement: Statement) -> tuple[Word, Word | None, Word] | None:
    """Return the symbols, the goal and the value of ``SYMBOLS [on GOAL] VALUE``."""
    words = [argument.value for argument in statement.arguments if argument.key is None]
    if len(words) != len(statement.arguments):
        return None
    if len(words) == 2:
        return words[0], None, words[1]
    if len(words) == 4 and words[1].text == "on" and words[1].kind == "bare":
        return words[0], words[2], words[3]
    return None


def _shown(
    symbols: Word, goal: Word | None, context: Context, others: str = ""
) -> list[tuple[str, str]]:
    """Return the pairs of value and goal that are meant; report what is neither.

    Args:
        symbols: Values; without a goal, goals too.
        goal: The goal that they lie on.
        context: The program.
        others: The values of other grids.
    """
    if goal is not None and goal.text not in context.goals:
        hint = context.near(goal.text, context.goals) or f"add goal {goal.text} from=… to=…"
        context.error("unknown-goal", f"'{goal.text}' is no goal", goal.span, hint)
        return []
    shown = []
    for place, symbol in enumerate(symbols.text):
        if context.alphabet.value(symbol) >= 0 or symbol in others:
            shown.append((symbol, goal.text if goal else ""))
        elif goal is None and symbol in context.goals:
            shown.append(("", symbol))
        else:
            context.unknown_symbol(symbol, symbols.at(place), unions=False)
    return shown


def _read_tiles(
    statement: Statement, context: Context, found: dict[str, list[Statement]]
) -> NDArray[np.uint8] | None:
    word = single(statement, context, 'for example: tiles "photo.jpg"')
    if word is None:
        return None
    if not (found.get("start") or found.get("level") or found.get("levels")):
        message = "the picture is cut by where each value stands in the start"
        hint = "add the finished grid: start { … }"
        context.error("tiles-without-start", message, statement.span, hint)
    elif context.three_dimensional:
        context.error("only-2d", "'tiles' is for 2-D grids", statement.span, "remove it")
    return _picture(word, context)


def _picture(word: Word, context: Context) -> NDArray[np.uint8] | None:
    """Return the picture of a file; None where a problem was reported."""
    try:
        return context.files.picture(word.text)
    except UnreadableFileError as error:
        report_unreadable(word, error, context)
        return None


def _read_lines(statement: Statement, context: Context) -> tuple[int, int]:
    """Return every how many cells a thick line is drawn, across and down."""
    across = down = 1
    for argument in statement.arguments:
        text = argument.value.text
        if argument.key and argument.key.text == "every":
            if both := _BOX.fullmatch(text):
                across, down = int(both[1]), int(both[2])
            else:
                across = down = read_whole(argument.value, context, 1) or 1
        elif argument.key is None and text.isdecimal():
            message = f"lines takes no argument '{text}'"
            context.error("unknown-argument", message, argument.span, f"write lines every={text}")
        else:
            unknown_argument(argument, "lines", ["every="], context)
    return across, down
