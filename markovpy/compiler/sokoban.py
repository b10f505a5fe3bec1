"""What is known of a program's levels before they are played, and what is wrong with them.

A game's levels are Sokoban's if they are played as they are written (nothing runs before the
first move) and are read as XSB has it: ``#``, ``@``, ``$`` and blank are four values, ``.`` is
a goal on floor that wants ``$``, and ``*`` and ``+``, where they have a meaning, are ``$`` and
``@`` on that goal. A level with anything else in it is left alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from markovpy.compiler.context import Reading
from markovpy.compiler.grids import reading_of
from markovpy.compiler.program import CheckedLevel
from markovpy.errors import Diagnostic
from markovpy.lang.pictures import GridText, read_grid
from markovpy.lang.syntax import Word
from markovpy.model.level import Place
from markovpy.model.sokoban import Fault, faults_of

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.compiler.levels import ProgramLevel
    from markovpy.source import Span


def checked_levels(
    levels: Sequence[ProgramLevel], context: Context, as_written: bool
) -> tuple[CheckedLevel, ...]:
    """Return what is known of a program's levels, whose characters are known to mean something.

    Args:
        levels: The levels.
        context: The program.
        as_written: Whether it is a game that is played from what is written.
    """
    signs = _signs(context) if as_written else {}
    return tuple(_checked(level, signs, context) for level in levels)


def _signs(context: Context) -> Mapping[Reading, str]:
    """Return how XSB writes what a cell holds; nothing where the levels are not Sokoban's."""
    read = {sign: reading_of(sign, context) for sign in " #@$.*+"}
    floor, wall, player, box, goal = (read[sign] for sign in " #@$.")
    if floor is None or wall is None or player is None or box is None or goal is None:
        return {}
    things = (floor, wall, player, box)
    if len({thing.value for thing in things}) < len(things) or any(t.mark for t in things):
        return {}
    wanted = {each.after for each in context.goals.values() if each.bit == goal.mark}
    if goal.value != floor.value or wanted != {1 << box.value}:
        return {}
    on_goal = {"*": Reading(box.value, goal.mark), "+": Reading(player.value, goal.mark)}
    if any(read[sign] not in (None, reading) for sign, reading in on_goal.items()):
        return {}
    pairs = [*zip(" #@$", things, strict=True), (".", goal), *on_goal.items()]
    return {reading: sign for sign, reading in pairs}


def _checked(level: ProgramLevel, signs: Mapping[Reading, str], context: Context) -> CheckedLevel:
    written = level.written
    where: Callable[[Place | None], Span | None]
    if isinstance(written, Word):
        text = read_grid(written, lambda problem: None)
        assert text is not None
        layers, shape, author, source = text.rows, _shape(text, context), "", None
        where = _in_text(text)
        ragged = _short_row(text, level, context)
    else:
        ragged = None
        layers, shape = (written.rows,), (1, written.height, written.width)
        author, source, where = written.author, written.source, written.span
    rows = _as_xsb(layers, signs, context) if signs else ()

    def problem(fault: Fault) -> Diagnostic:
        message = fault.named(f"level {level.number}")
        span = where(fault.place)
        return Diagnostic(fault.code, message, span, fault.hint, "warning", source)

    faults = tuple(problem(fault) for fault in faults_of(rows)) if rows else ()
    if ragged is not None and not rows:
        context.report(ragged)
    return CheckedLevel(level.title, author, shape, layers, rows, faults)


def _short_row(text: GridText, level: ProgramLevel, context: Context) -> Diagnostic | None:
    """Return a note on the first row that is shorter than others; None where none is.

    Sokoban's levels are ragged by custom, and their walls are looked at; elsewhere a character
    is missing more often.
    """
    filler = reading_of(" ", context)
    assert filler is not None  # a blank always has a meaning
    for place in (place for layer in text.places for place in layer):
        length = place.end - place.start
        if 0 < length < text.width:
            rest = f"the rest of it is {context.alphabet.symbols[filler.value]}"
            message = f"level {level.number}: a row of {length} cells, the longest has {text.width}"
            hint = "fill it up, so that one sees that nothing is missing"
            return Diagnostic("ragged-level", f"{message}; {rest}", place, hint, "note")
    return None


def _shape(text: GridText, context: Context) -> tuple[int, int, int]:
    """Return the shape of a written level; a single row may fill the grid row by row."""
    shape = (text.depth, text.height, text.width)
    depth, height, width = context.shape
    fills = text.depth == text.height == 1 and text.width == depth * height * width
    return context.shape if fills else shape


def _in_text(text: GridText) -> Callable[[Place | None], Span]:
    """Return what says where a cell of a flat grid is written; None is its first row."""
    return lambda place: text.places[0][0] if place is None else text.span(place[1], place[0])


def _as_xsb(
    layers: Sequence[Sequence[str]], signs: Mapping[Reading, str], context: Context
) -> tuple[str, ...]:
    """Return the rows of a level in the symbols of XSB; nothing where it has others."""
    if len(layers) > 1:
        return ()
    table: dict[int, str] = {}
    for character in set("".join(layers[0])):
        reading = reading_of(character, context)
        if reading is None or reading not in signs:
            return ()
        table[ord(character)] = signs[reading]
    return tuple(row.translate(table) for row in layers[0])
