"""The header statements: grid, values, names, start, looks.

They may stand in any order, so they are read in a fixed one: what others need comes first.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from markovpy.compiler.arguments import symmetry_name
from markovpy.compiler.context import size_names
from markovpy.compiler.dimensions import read_grid, read_names
from markovpy.compiler.levels import ProgramLevel, read_levels
from markovpy.compiler.looks import read_about, read_appearance
from markovpy.compiler.numbers import read_number
from markovpy.compiler.places import read_put
from markovpy.compiler.program import Appearance, Put, Settings
from markovpy.compiler.start import read_start, start_size
from markovpy.compiler.statements import repeated_keys, single
from markovpy.compiler.symbols import read_alphabet
from markovpy.lang.syntax import Statement
from markovpy.nodes import find_kind, look_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markovpy.compiler.context import Context
    from markovpy.compiler.grids import Cells
    from markovpy.lang.syntax import Item

DEFAULT_SIZE = (59, 59, 1)
ONCE_ONLY = (
    "grid",
    "symmetry",
    "start",
    "glyphs",
    "lines",
    "title",
    "author",
    "about",
    "resources",
    "tick",
    "tiles",
)
HEADER_NAMES = (
    *(*ONCE_ONLY, "let", "union", "facing", "legend", "put", "color", "define"),
    *("goal", "win", "lose", "level", "levels", "sprite"),
)
DEFAULT_TICK = 4.0
FASTEST_TICK = 60


@dataclass(frozen=True)
class Header:
    """What the header says besides what the context keeps.

    Args:
        symmetry: The plain name of the program's default symmetry.
        start: What to start from; None for nothing.
        levels: The levels.
        tick: Events a second that the host sends.
        puts: What is placed before the first turn.
        appearance: How pictures look.
        about: ``title``, ``author``, ``about``.
    """

    symmetry: str = "all"
    start: Cells | None = None
    levels: tuple[ProgramLevel, ...] = ()
    tick: float = DEFAULT_TICK
    puts: tuple[Put, ...] = ()
    appearance: Appearance = field(default_factory=Appearance)
    about: dict[str, str] = field(default_factory=dict)


def read_header(context: Context, settings: Settings) -> Header:
    """Read all header statements, into the context and the header."""
    found: dict[str, list[Statement]] = {}
    for statement in _statements(context.tree.items, HEADER_NAMES):
        found.setdefault(statement.name.text, []).append(statement)
    for statement in (s for same in found.values() for s in same if s.name.text != "legend"):
        repeated_keys(statement, context)
    for name in () if context.lenient else ONCE_ONLY:
        for again in found.get(name, [])[1:]:
            message = f"'{name}' stands here a second time"
            context.error("repeated-statement", message, again.name.span, "keep one of them")
    _read_size(context, settings, found)
    read_names(found.get("let", []), context, settings)
    read_alphabet(context, found)
    for statement in found.get("define", []):
        _read_define(statement, context)
    for statement in found.get("resources", []):
        single(statement, context, 'for example: resources "../resources"')
    symmetry = "all"
    for statement in found.get("symmetry", []):
        word = single(statement, context, "for example: symmetry x")
        if word is not None:
            symmetry = symmetry_name(word, context) or symmetry
    return Header(
        symmetry,
        read_start(context, settings, found),
        read_levels(context, settings, found),
        _read_tick(found.get("tick", []), context),
        tuple(put for statement in found.get("put", []) for put in read_put(statement, context)),
        read_appearance(context, found),
        read_about(context, found),
    )


def _statements(items: Sequence[Item], names: Sequence[str]) -> Iterator[Statement]:
    """Yield the header statements of a program, out of its blocks too where others need them.

    Only unions may stand in blocks; the checker says so of the rest.
    """
    for item in items:
        if isinstance(item, Statement):
            if item.name.text in names:
                yield item
            kind = find_kind(item.name.text)
            own = ["union"] if kind is None or kind.new_grid is None else []
            inner = [name for name in (*own, "define", "let") if name in names]
            yield from _statements(item.body or (), inner)


def unions_in(items: Sequence[Item]) -> list[Statement]:
    """Return the unions of a block on a grid of its own."""
    return list(_statements(items, ["union"]))


def _read_size(context: Context, settings: Settings, found: dict[str, list[Statement]]) -> None:
    grids = found.get("grid", [])
    written = [read_grid(statement, context) for statement in grids[:1]]
    size = settings.size or next(iter(written), None)
    width, height, depth = size or start_size(context, settings, found) or DEFAULT_SIZE
    context.shape = (depth, height, width)
    context.names.update(size_names(context.shape))


def _read_tick(statements: Sequence[Statement], context: Context) -> float:
    """Return how often a second the host is to send a tick."""
    for statement in statements[:1]:
        word = single(statement, context, "for example: tick 5")
        number = None if word is None else read_number(word, context)
        if number is None:
            continue
        if 0 < number <= FASTEST_TICK:
            return float(number)
        assert word is not None
        message = f"{number} ticks a second"
        hint = f"write a number above 0, at most {FASTEST_TICK}"
        context.error("bad-tick", message, word.span, hint)
    return DEFAULT_TICK


def _read_define(statement: Statement, context: Context) -> None:
    word = single(statement, context, "for example: define walls:")
    if word is None:
        return
    if word.text in (*HEADER_NAMES, "for", "rule", "else", "on") or look_up(word.text) is not None:
        message = f"'{word.text}' is a word of the language"
        context.error("bad-name", message, word.span, "take another name")
    elif statement.body is None:
        hint = f"write define {word.text}: and its block below"
        context.error("missing-block", "define needs a block", statement.span, hint)
    elif word.text in context.defines:
        message = f"'{word.text}' is defined twice"
        context.error("repeated-name", message, word.span, "take another name")
    context.defines[word.text] = statement
