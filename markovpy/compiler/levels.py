"""``level`` and ``levels``: the grids of which a run starts from one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markovpy.compiler.grids import Cells, grid_of_layers, grid_of_word, report_unknown
from markovpy.compiler.images import report_unreadable
from markovpy.compiler.statements import single
from markovpy.errors import Diagnostic, ProgramError, UnreadableFileError
from markovpy.lang.syntax import Word
from markovpy.model.level import Level, Place

if TYPE_CHECKING:
    from markovpy.compiler.context import Context
    from markovpy.compiler.program import Settings
    from markovpy.lang.syntax import Statement
    from markovpy.source import Source, Span


@dataclass(frozen=True)
class ProgramLevel:
    """One of a program's levels.

    Args:
        number: From 1.
        title: Its title; empty for none.
        written: The picture block, or the level of a file.
        span: Where problems are reported; None for a level given with the settings.
    """

    number: int
    title: str
    written: Word | Level
    span: Span | None

    def cells(self, context: Context) -> Cells | None:
        """Return what it holds; None where a problem was reported."""
        if isinstance(self.written, Word):
            return grid_of_word(self.written, context)
        written = self.written

        def unknown(character: str, place: Place) -> None:
            span, title = written.span(place), f"level {self.number}: "
            report_unknown(character, span, context, title, written.source)

        return grid_of_layers([written.rows], context, unknown)

    @property
    def place(self) -> tuple[Span | None, Source | None]:
        """Where it is reported as a whole, and in which text if not the program's."""
        if isinstance(self.written, Level) and self.span is None:
            return self.written.span(), self.written.source
        return self.span, None

    @property
    def characters(self) -> str:
        """The characters that stand in it."""
        written = self.written
        return written.text if isinstance(written, Word) else "".join(written.rows)


def read_levels(
    context: Context, settings: Settings, found: dict[str, list[Statement]]
) -> tuple[ProgramLevel, ...]:
    """Return the levels of a program, those given with the settings in place of its own."""
    if settings.levels is not None:
        given = enumerate(settings.levels, 1)
        return tuple(ProgramLevel(i, level.title, level, None) for i, level in given)
    statements = sorted(
        [*found.get("level", []), *found.get("levels", [])], key=lambda s: s.span.start
    )
    levels: list[ProgramLevel] = []
    for statement in statements:
        read = _read_level if statement.name.text == "level" else _read_file
        levels += read(statement, context, len(levels) + 1)
    return tuple(levels)


def _read_level(statement: Statement, context: Context, number: int) -> list[ProgramLevel]:
    """Read ``level NAME { … }``; the name may be missing."""
    words = [argument.value for argument in statement.arguments if argument.key is None]
    named = len(words) == 2 and words[0].kind != "picture"
    if len(words) != len(statement.arguments) or not (len(words) == 1 or named):
        message = "level needs a picture, and a name before it"
        context.error("bad-level", message, statement.span, 'for example: level "First" { … }')
        return []
    if words[-1].kind not in ("picture", "quoted"):
        message = "the level's rows stand in braces"
        context.error("bad-level", message, words[-1].span, 'for example: level "First" { … }')
        return []
    title = words[0].text if named else ""
    return [ProgramLevel(number, title, words[-1], words[-1].span)]


def _read_file(statement: Statement, context: Context, number: int) -> list[ProgramLevel]:
    word = single(statement, context, 'for example: levels "levels.xsb"')
    if word is None:
        return []
    try:
        levels: Sequence[Level] = context.files.levels(word.text)
    except UnreadableFileError as error:
        report_unreadable(word, error, context)
        return []
    except ProgramError as error:
        for found in error.diagnostics:
            place = f", line {error.source.position(found.span.start)[0]}" if found.span else ""
            message = f"{word.text}{place}: {found.message}"
            context.error("bad-level", message, word.span, found.hint)
        return []
    return [
        ProgramLevel(i, level.title, level, word.span) for i, level in enumerate(levels, number)
    ]


def chosen_level(
    context: Context, settings: Settings, found: dict[str, list[Statement]]
) -> ProgramLevel | None:
    """Return the level that a run starts from; None where there is none.

    The others are looked through too for characters that stand for nothing.
    """
    levels = read_levels(context, settings, found)
    known = {*context.alphabet.symbols, *context.legend, *context.goals, " ", "\n"}
    for level in levels:
        if not known.issuperset(level.characters):
            level.cells(context)
    if 1 <= settings.level <= len(levels):
        return levels[settings.level - 1]
    if levels or settings.level != 1:
        message = f"there is no level {settings.level}"
        hint = f"levels are 1..{len(levels)}" if levels else "this program has no levels"
        given = settings.levels[0].source if settings.levels else None
        context.report(Diagnostic("no-such-level", message, hint=hint, source=given))
    return None
