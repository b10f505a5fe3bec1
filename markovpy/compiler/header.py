"""The header statements: grid, values, names, start, looks.

They may stand in any order, so they are read in a fixed one: what others need comes first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from markovpy.compiler.arguments import symmetry_name
from markovpy.compiler.context import Context, Scope
from markovpy.compiler.grids import describe, grid_of_file, grid_of_word
from markovpy.compiler.numbers import Amount, read_number, read_whole
from markovpy.compiler.places import read_put
from markovpy.compiler.program import Appearance, Put, Settings
from markovpy.errors import did_you_mean
from markovpy.lang.pictures import character_fault
from markovpy.lang.syntax import Statement, Word
from markovpy.model.alphabet import MAXIMUM_SYMBOLS, Alphabet
from markovpy.model.palette import parse_color
from markovpy.model.symmetry import Facing
from markovpy.source import Span

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.lang.syntax import Argument, Item

DEFAULT_SIZE = (59, 59, 1)
MAXIMUM_CELLS = 2**31 - 1
_SIZE = re.compile(r"(\d{1,10})[xX×](\d{1,10})(?:[xX×](\d{1,10}))?")
_NOT_SYMBOLS = ' */[]{}"'
_QUOTED_ONLY = "#=-<>:()^+"


@dataclass
class Header:
    """What the header says.

    Args:
        symmetry: The plain name of the program's default symmetry.
        start: Values to start from, shape ``(depth, height, width)``; None for none.
        puts: What is placed before the first turn.
        appearance: How pictures look.
        about: ``title``, ``author``, ``about``.
    """

    symmetry: str = "all"
    start: NDArray[np.uint8] | None = None
    puts: list[Put] = field(default_factory=list)
    appearance: Appearance = field(default_factory=Appearance)
    about: dict[str, str] = field(default_factory=dict)


HEADER_NAMES = (
    "grid let union facing legend symmetry start put color glyphs lines title author about define"
).split()
ONCE_ONLY = "grid facing symmetry start glyphs lines title author about".split()
_ANYWHERE = ("union",)


def statements(items: Sequence[Item], nested: bool = False) -> Iterator[Statement]:
    """Yield the header statements of a program, unions out of its blocks too."""
    for item in items:
        if isinstance(item, Statement):
            if item.name.text in (_ANYWHERE if nested else HEADER_NAMES):
                yield item
            if item.body and item.name.text != "define":
                yield from statements(item.body, nested=True)
            elif item.body:
                yield from statements(item.body, nested=True)


def read_header(context: Context, settings: Settings) -> Header:
    """Read all header statements into the context and the header."""
    header = Header()
    found: dict[str, list[Statement]] = {}
    for statement in statements(context.tree.items):
        found.setdefault(statement.name.text, []).append(statement)
    for name in ONCE_ONLY if not context.lenient else ():
        for again in found.get(name, [])[1:]:
            if name != "facing":
                message = f"'{name}' stands here a second time"
                context.error("repeated-statement", message, again.name.span, "keep one of them")
    _read_grid_and_names(context, header, settings, found)
    _read_alphabet(context, found)
    for statement in found.get("define", []):
        _read_define(statement, context)
    for statement in found.get("symmetry", []):
        word = _single(statement, context, "a symmetry, for example: symmetry x")
        if word is not None:
            header.symmetry = symmetry_name(word, context) or header.symmetry
    _read_start(context, header, settings, found.get("start", []))
    scope = Scope(header.symmetry)
    for statement in found.get("put", []):
        header.puts += read_put(statement, context, scope)
    _read_looks(context, header, found)
    return header


def _read_grid_and_names(
    context: Context, header: Header, settings: Settings, found: dict[str, list[Statement]]
) -> None:
    grids = found.get("grid", [])
    if not grids:
        span = Span(0, min(1, len(context.tree.source.text)))
        message = "the program has no grid"
        context.error("no-grid", message, span, "begin with the values, for example: grid values=BW")
    size = settings.size
    for statement in grids[:1]:
        written = _read_grid(statement, context)
        size = size or written
    width, height, depth = size or _start_size(context, settings, found) or DEFAULT_SIZE
    context.shape = (depth, height, width)
    context.names.update(
        {"width": width, "height": height, "depth": depth, "area": width * height * depth}
    )
    for statement in found.get("let", []):
        _read_let(statement, context, settings)
    known = {s.arguments[0].key.text for s in found.get("let", []) if s.arguments and s.arguments[0].key}
    for name in settings.names:
        if name not in known:
            hint = did_you_mean(name, known) or (f"it has {', '.join(sorted(known))}" if known else "it has none")
            span = Span(0, 0)
            context.error("unknown-name", f"the program has no 'let {name}'", span, hint)


def _read_grid(statement: Statement, context: Context) -> tuple[int, int, int] | None:
    """Read size and values; return the size as ``(width, height, depth)``."""
    size = None
    values: Word | None = None
    for argument in statement.arguments:
        word = argument.value
        if argument.key is not None and argument.key.text == "values":
            values = word
        elif argument.key is None and _SIZE.fullmatch(word.text):
            size = _size(word, context)
        elif argument.key is None and word.text[:1].isdigit():
            hint = "write WIDTHxHEIGHT, for example 59x59"
            context.error("bad-size", f"'{word.text}' is no size", word.span, hint)
        else:
            _unknown_argument(argument, "grid", ["values="], context)
    if values is None:
        hint = "for example: grid values=BW"
        context.error("missing-argument", "grid needs its values", statement.span, hint)
    else:
        context.alphabet = Alphabet(_symbols(values, context))
    return size


def _size(word: Word, context: Context) -> tuple[int, int, int] | None:
    matched = _SIZE.fullmatch(word.text)
    assert matched is not None
    width, height, depth = (int(part or 1) for part in matched.groups())
    problem = size_problem(width, height, depth)
    if problem:
        context.error("bad-size", problem, word.span)
        return None
    return width, height, depth


def size_problem(width: int, height: int, depth: int) -> str:
    """Return what is wrong with a size, in words; an empty string for nothing."""
    if min(width, height, depth) < 1:
        return "a grid has at least one cell in each direction"
    if width * height * depth > MAXIMUM_CELLS:
        return f"the grid has more than {MAXIMUM_CELLS:,} cells"
    return ""


def _symbols(word: Word, context: Context) -> str:
    """Read the values' symbols."""
    text = word.text.replace(" ", "") if context.lenient else word.text
    if not text:
        context.error("no-values", "the grid has no values", word.span, "for example: values=BW")
    for place, symbol in enumerate(word.text):
        if context.lenient and symbol == " ":
            continue
        check_symbol(symbol, word, place, context)
        if word.text.find(symbol) < place:
            message = f"'{symbol}' is listed twice"
            context.error("repeated-value", message, word.at(place), "remove one of them")
    if len(text) > MAXIMUM_SYMBOLS:
        message = f"{len(text)} values: a grid knows at most {MAXIMUM_SYMBOLS}"
        context.error("too-many-values", message, word.span)
        return ""
    return "".join(dict.fromkeys(text))


def check_symbol(symbol: str, word: Word, place: int, context: Context) -> bool:
    """Report a character that cannot be a symbol, or cannot stand here without quotes."""
    if symbol in _NOT_SYMBOLS or character_fault(symbol):
        message = f"{symbol!r} cannot be a symbol"
        context.error("bad-symbol", message, word.at(place), "take another character")
        return False
    if word.kind == "bare" and symbol in _QUOTED_ONLY:
        message = f"'{symbol}' stands in quotes wherever it is written"
        context.error("needs-quotes", message, word.at(place), f'write "{word.text}"')
        return False
    return True


def _read_let(statement: Statement, context: Context, settings: Settings) -> None:
    arguments = statement.arguments
    if not arguments or arguments[0].key is None:
        hint = "for example: let rooms = 20"
        context.error("bad-let", "let needs a name and a number", statement.span, hint)
        return
    key = arguments[0].key
    value: Amount | None
    if not key.text.isidentifier():
        context.error("bad-name", f"'{key.text}' is no name", key.span, "use letters, digits and _")
        return
    if key.text in context.names:
        message = f"'{key.text}' already has a value"
        context.error("repeated-name", message, key.span, "take another name")
        return
    span = Span(arguments[0].value.span.start, arguments[-1].value.span.end)
    text = context.tree.source.slice(span)
    value = read_number(Word(text, span, "bare", span.start), context)
    if key.text in settings.names:
        value = settings.names[key.text]
    context.names[key.text] = 0 if value is None else value


def _read_alphabet(context: Context, found: dict[str, list[Statement]]) -> None:
    unions: dict[str, int] = {}
    for statement in found.get("union", []):
        _read_union(statement, context, unions)
    context.alphabet = Alphabet(context.alphabet.symbols, unions)
    quadruples = [
        four for s in found.get("facing", []) if (four := _read_facing(s, context)) is not None
    ]
    context.facing = Facing(tuple(quadruples))
    for statement in found.get("legend", []):
        _read_legend(statement, context)


def _read_union(statement: Statement, context: Context, unions: dict[str, int]) -> None:
    argument = statement.arguments[0] if len(statement.arguments) == 1 else None
    if argument is None or argument.key is None or len(argument.key.text) != 1:
        hint = "for example: union ? = BR"
        context.error("bad-union", "union needs one symbol and its values", statement.span, hint)
        return
    key, word = argument.key, argument.value
    if not check_symbol(key.text, key, 0, context):
        return
    if key.text in context.alphabet.symbols or key.text in unions:
        what = "union" if key.text in unions else "value"
        context.error("repeated-symbol", f"'{key.text}' is already a {what}", key.span)
        return
    mask = 0
    for place, symbol in enumerate(word.text):
        known = Alphabet(context.alphabet.symbols, unions).mask(symbol)
        if not known:
            message = f"'{symbol}' is not a value (values {context.alphabet.symbols})"
            context.error("unknown-symbol", message, word.at(place), did_you_mean(symbol, context.alphabet.symbols))
        mask |= known
    unions[key.text] = mask or 1


def _read_facing(statement: Statement, context: Context) -> tuple[int, int, int, int] | None:
    hint = "name the values that look right, down, left and up: facing ►▼◄▲"
    word = _single(statement, context, hint)
    if word is None:
        return None
    if len(word.text) != 4 or len(set(word.text)) != 4:
        context.error("bad-facing", "facing needs four different values", word.span, hint)
        return None
    values = [context.alphabet.value(symbol) for symbol in word.text]
    for place, value in enumerate(values):
        if value < 0:
            message = f"'{word.text[place]}' is not a value (values {context.alphabet.symbols})"
            context.error("unknown-symbol", message, word.at(place), "add it to the grid's values")
            return None
    right, down, left, up = values
    return right, down, left, up


def _read_legend(statement: Statement, context: Context) -> None:
    if not statement.arguments:
        context.error("bad-legend", "legend is empty", statement.span, 'for example: legend "#"=W')
    for argument in statement.arguments:
        key, word = argument.key, argument.value
        if key is None or len(key.text) != 1:
            message = "a legend entry is CHARACTER=SYMBOL"
            context.error("bad-legend", message, argument.span, 'for example: "#"=W')
        elif "+" in word.text and len(word.text) == 3:
            message = "goals are not built yet"
            context.error("not-built", message, word.span, "leave the mark out")
        elif context.alphabet.value(word.text) < 0 or len(word.text) != 1:
            message = f"'{word.text}' is not a value (values {context.alphabet.symbols})"
            context.error("unknown-symbol", message, word.span, did_you_mean(word.text, context.alphabet.symbols))
        elif key.text in context.legend:
            context.error("repeated-entry", f"'{key.text}' is in the legend twice", key.span)
        else:
            context.legend[key.text] = word.text


def _read_define(statement: Statement, context: Context) -> None:
    word = _single(statement, context, "for example: define walls:")
    if word is None or statement.body is None:
        if word is not None:
            message = "define needs a block"
            context.error("missing-block", message, statement.span, f"write define {word.text}: …")
        return
    if word.text in context.defines:
        context.error("repeated-name", f"'{word.text}' is defined twice", word.span)
    context.defines[word.text] = statement


def _start_size(
    context: Context, settings: Settings, found: dict[str, list[Statement]]
) -> tuple[int, int, int] | None:
    """Return the size that a start picture implies, ``(width, height, depth)``."""
    if isinstance(settings.start, np.ndarray):
        depth, height, width = settings.start.shape
        return width, height, depth
    for statement in found.get("start", []):
        quiet = Context(context.tree, context.files, alphabet=context.alphabet)
        _read_alphabet(quiet, found)
        grid = _start_grid(statement, quiet, Scope("all"))
        if grid is not None:
            depth, height, width = grid.shape
            return width, height, depth
    return None


def _read_start(
    context: Context, header: Header, settings: Settings, found: list[Statement]
) -> None:
    grid, span = None, Span(0, 0)
    for statement in found[:1]:
        span = statement.span
        grid = _start_grid(statement, context, Scope(header.symmetry))
    if isinstance(settings.start, np.ndarray):
        grid = settings.start
    if grid is not None and grid.shape != context.shape:
        depth, height, width = context.shape
        want = f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
        message = f"the start is {describe(grid)}, the grid {want}"
        context.error("different-sizes", message, span, f"make it grid {describe(grid)}")
    header.start = grid


def _start_grid(
    statement: Statement, context: Context, scope: Scope
) -> NDArray[np.uint8] | None:
    keyed = {a.key.text: a.value for a in statement.arguments if a.key}
    plain = [a.value for a in statement.arguments if a.key is None]
    for argument in statement.arguments:
        if argument.key and argument.key.text not in ("file", "legend"):
            _unknown_argument(argument, "start", ["file=", "legend="], context)
    if "file" in keyed and not plain:
        return grid_of_file(keyed["file"], keyed.get("legend"), context, scope)
    if len(plain) == 1 and not keyed:
        return grid_of_word(plain[0], context, scope)
    hint = "for example: start { … } or start file=\"level.txt\""
    context.error("bad-start", "start needs a picture, a string or a file", statement.span, hint)
    return None


def _read_looks(context: Context, header: Header, found: dict[str, list[Statement]]) -> None:
    colors: dict[str, tuple[int, int, int]] = {}
    for statement in found.get("color", []):
        _read_color(statement, context, colors)
    lines = 0
    for statement in found.get("lines", []):
        lines = _read_lines(statement, context)
    header.appearance = Appearance(colors, bool(found.get("glyphs")), lines)
    for statement in found.get("glyphs", []):
        for argument in statement.arguments:
            _unknown_argument(argument, "glyphs", [], context)
    for name in ("title", "author", "about"):
        for statement in found.get(name, []):
            word = _single(statement, context, f'for example: {name} "…"')
            if word is not None:
                header.about[name] = word.text


def _read_color(
    statement: Statement, context: Context, colors: dict[str, tuple[int, int, int]]
) -> None:
    words = [argument.value for argument in statement.arguments if argument.key is None]
    if len(words) != 2 or len(words) != len(statement.arguments):
        hint = "for example: color W ffffff"
        context.error("bad-color", "color needs symbols and a colour", statement.span, hint)
        return
    symbols, word = words
    rgb = parse_color(word.text)
    if rgb is None:
        message = f"'{word.text}' is no colour"
        context.error("bad-color", message, word.span, "write six hexadecimal digits: ff0000")
        return
    for place, symbol in enumerate(symbols.text):
        if context.alphabet.value(symbol) < 0:
            message = f"'{symbol}' is not a value (values {context.alphabet.symbols})"
            hint = did_you_mean(symbol, context.alphabet.symbols)
            context.error("unknown-symbol", message, symbols.at(place), hint)
        colors[symbol] = rgb


def _read_lines(statement: Statement, context: Context) -> int:
    lines = 1
    for argument in statement.arguments:
        if argument.key and argument.key.text == "every":
            lines = read_whole(argument.value, context, 1) or 1
        else:
            _unknown_argument(argument, "lines", ["every="], context)
    return lines


def _single(statement: Statement, context: Context, hint: str) -> Word | None:
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


def _unknown_argument(
    argument: Argument, owner: str, known: list[str], context: Context
) -> None:
    word = argument.key or argument.value
    hint = did_you_mean(word.text, [name.rstrip("=") for name in known])
    if not hint:
        hint = f"it takes {', '.join(known)}" if known else "remove it"
    message = f"{owner} takes no argument '{word.text}'"
    report: Callable[..., None] = context.warn if context.lenient else context.error
    report("unknown-argument", message, argument.span, hint)
