"""The grid to start from: the program's own, or one given with it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from markovpy.compiler.context import Context
from markovpy.compiler.grids import Cells, describe, grid_of_file, grid_of_text, grid_of_word
from markovpy.compiler.levels import chosen_level, read_levels
from markovpy.compiler.program import Settings
from markovpy.compiler.statements import unknown_argument
from markovpy.compiler.symbols import read_alphabet
from markovpy.errors import Diagnostic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.lang.syntax import Statement
    from markovpy.source import Source, Span


def start_size(
    context: Context, settings: Settings, found: dict[str, list[Statement]]
) -> tuple[int, int, int] | None:
    """Return the size that a start picture or level implies, ``(width, height, depth)``."""
    quiet = Context(context.tree, context.files, alphabet=context.alphabet)
    read_alphabet(quiet, found)
    grid = None
    if settings.start is not None:
        grid = _given_start(settings.start, quiet)
    elif found.get("start"):
        grid = _start_grid(found["start"][0], quiet)
    else:
        level = chosen_level(quiet, settings, found)
        grid = level.cells(quiet) if level is not None else None
    if grid is None:
        return None
    depth, height, width = grid.shape
    return width, height, depth


def read_start(
    context: Context, settings: Settings, found: dict[str, list[Statement]]
) -> Cells | None:
    """Return the grid to start from; None where there is none or it does not fit."""
    grid, span, source = None, None, None
    statements = found.get("start", [])
    level = chosen_level(context, settings, found)
    for statement in statements[:1]:
        grid, span = _start_grid(statement, context), statement.span
        if level is not None and level.span is not None:
            message = "a program has levels or a start, not both"
            context.error("start-and-levels", message, statement.span, "make the start a level")
    if settings.size is None and _has_size(found):
        for other in read_levels(context, settings, found):
            cells = other.cells(context) if other is not level else None
            if cells is not None and cells.shape != context.shape:
                _different_sizes(cells, *other.place, context, "level")
    if level is not None and not statements:
        grid, (span, source) = level.cells(context), level.place
    if settings.start is not None:
        grid, span, source = _given_start(settings.start, context), None, None
    if grid is not None and grid.shape != context.shape:
        what = "level" if level is not None and settings.start is None else "start"
        _different_sizes(grid, span, source, context, what, given=settings.start is not None)
        return None
    return grid


def _has_size(found: dict[str, list[Statement]]) -> bool:
    """Return whether ``grid`` names a size."""
    return any(a.key is None for statement in found.get("grid", []) for a in statement.arguments)


def _different_sizes(
    grid: Cells,
    span: Span | None,
    source: Source | None,
    context: Context,
    what: str,
    given: bool = False,
) -> None:
    """Report a start or level that does not fit the grid."""
    message = f"the {what} is {describe(grid.shape)}, the grid {describe(context.shape)}"
    hint = f"make it grid {describe(grid.shape)}"
    if what == "level":
        hint = "leave the size out of grid, and --size: each level has its own"
    elif grid.shape[:2] == (1, 1):
        hint = f"give {context.names['area']} characters, one for each cell"
    if given:
        hint += f", or run it with --size {describe(grid.shape)}"
    context.report(Diagnostic("different-sizes", message, span, hint, source=source))


def _given_start(start: NDArray[np.uint8] | str, context: Context) -> Cells | None:
    """Return what a start holds that came with the settings."""
    if isinstance(start, str):
        return grid_of_text(start, None, context)
    highest = len(context.alphabet.symbols) - 1
    if start.max() > highest:
        message = f"the start holds the value {start.max()}: the grid's values end at {highest}"
        context.report(Diagnostic("bad-start", message))
        return None
    return Cells(start, np.zeros_like(start))


def _start_grid(statement: Statement, context: Context) -> Cells | None:
    keyed = {a.key.text: a.value for a in statement.arguments if a.key}
    plain = [a.value for a in statement.arguments if a.key is None]
    for argument in statement.arguments:
        if argument.key and argument.key.text not in ("file", "legend"):
            unknown_argument(argument, "start", ["file=", "legend="], context)
            return None
    if "file" in keyed and not plain:
        return grid_of_file(keyed["file"], keyed.get("legend"), context)
    if len(plain) == 1 and not keyed:
        return grid_of_word(plain[0], context)
    hint = 'for example: start { … } or start file="level.txt"'
    context.error("bad-start", "start needs a picture, a string or a file", statement.span, hint)
    return None
