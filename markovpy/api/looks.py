"""How the pictures of a program look."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from markovpy.errors import UnreadableFileError, input_error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.compiler.program import Checked
    from markovpy.model.palette import RGB
    from markovpy.render.dress import Costume
    from markovpy.render.look import Look


def all_symbols(checked: Checked) -> str:
    """Return the symbols of all grids that a program goes through, each once."""
    return "".join(dict.fromkeys("".join(stage.alphabet.symbols for stage in checked.stages)))


def look_of(
    checked: Checked,
    symbols: str,
    palette: Mapping[str, RGB] | None = None,
    tiles: NDArray[np.uint8] | None = None,
) -> Look:
    """Return how grids of the given symbols look.

    Args:
        checked: The program.
        symbols: The symbols of the values that are drawn.
        palette: RGB by symbol, before the program's own colours and the default ones.
        tiles: A picture to cut into cells in place of the program's own.
    """
    from markovpy.render.look import Look

    appearance = checked.appearance
    colors = _Colors({**appearance.colors, **(palette or {})})
    plain = tuple(map(colors.of, symbols))
    texts = tuple(appearance.texts.get(symbol, symbol) for symbol in symbols)
    picture = appearance.tiles if tiles is None else tiles
    if not is_dressed(checked, tiles):
        return Look(
            plain,
            symbols,
            appearance.glyphs,
            appearance.lines,
            lines_down=appearance.lines_down,
            texts=texts,
        )
    from markovpy.render.dress import Dress

    pairs = [("", symbol) for symbol in symbols]
    pairs += [(goal, symbol) for goal in checked.goals for symbol in symbols]
    start = checked.start
    homes = None if start is None or picture is None else start.values[0]
    return Look(
        tuple(colors.flat(symbol, goal, appearance.on_goals) for goal, symbol in pairs),
        symbols * (1 + len(checked.goals)),
        appearance.glyphs,
        appearance.lines,
        lines_down=appearance.lines_down,
        texts=texts * (1 + len(checked.goals)),
        dress=Dress(
            tuple(_costume(symbol, goal, checked, colors) for goal, symbol in pairs),
            picture,
            homes,
        ),
    )


def takes_picture(checked: Checked) -> bool:
    """Return whether a program is a puzzle of pieces that each have one place of their own.

    That is one with a picture already, or one that begins from a grid in which every value
    is once, the gap's among them.
    """
    if checked.appearance.tiles is not None:
        return True
    start = checked.start
    if start is None or start.values.shape[0] != 1 or start.values.size < 4:
        return False
    counts = np.bincount(start.values.reshape(-1))
    return bool(counts[0] == 1 and (counts <= 1).all())


def pixels_of(data: bytes) -> NDArray[np.uint8]:
    """Return a picture to cut into cells, shape ``(height, width, 4)``.

    Args:
        data: A picture file.

    Raises:
        ProgramError: It is no picture.
    """
    from markovpy.formats.pictures import read_picture

    try:
        return read_picture(data)
    except UnreadableFileError as error:
        raise input_error("unreadable", error.message, "picture", error.hint) from None


def is_dressed(checked: Checked, tiles: NDArray[np.uint8] | None = None) -> bool:
    """Return whether a program's cells show more than a colour for their value."""
    appearance = checked.appearance
    wanted = checked.goals or appearance.sprites or appearance.tiles is not None
    return len(checked.stages) == 1 and bool(wanted or tiles is not None)


@dataclass(frozen=True)
class _Colors:
    """The colours of symbols.

    Args:
        chosen: Those that are not the default ones.
    """

    chosen: Mapping[str, RGB]

    def of(self, symbol: str) -> RGB:
        """Return a symbol's colour."""
        from markovpy.model.palette import default_color

        return self.chosen.get(symbol) or default_color(symbol)

    def flat(self, symbol: str, goal: str, on_goals: Mapping[tuple[str, str], RGB]) -> RGB:
        """Return the one colour of a value, on a goal if that is named."""
        color = on_goals.get((symbol, goal))
        if not goal or color is not None:
            return color or self.of(symbol)
        (a, b, c), (x, y, z) = self.of(symbol), self.of(goal)
        return (a + x) // 2, (b + y) // 2, (c + z) // 2


def _costume(symbol: str, goal: str, checked: Checked, colors: _Colors) -> Costume:
    """Return what a value's cell shows, on a goal if that is named.

    A sprite stands on the ground, which is the grid's first value. On a goal a value that has
    nothing of its own for it gets a mark: below it where it is what a free goal holds, else on
    top.
    """
    from markovpy.render.dress import Costume

    appearance = checked.appearance
    sprites = appearance.sprites
    own = sprites.get((symbol, goal)) if goal else None
    if own is None and goal and (symbol, goal) in appearance.on_goals:
        return Costume(appearance.on_goals[symbol, goal])
    ground = checked.alphabet.symbols[0]
    sprite = sprites.get((symbol, "")) if own is None else own
    color = colors.of(symbol if sprite is None else ground)
    below = [sprites[ground, ""]] if sprite is not None and (ground, "") in sprites else []
    pictures = below if sprite is None else [*below, sprite]
    if not goal or own is not None:
        return Costume(color, tuple(pictures))
    free = checked.alphabet.value(symbol) == checked.goals[goal].before
    mark = sprites.get(("", goal))
    if mark is not None and free:
        return Costume(color, (*pictures, mark))
    return Costume(color, tuple(pictures), colors.of(goal), large=free)


def dressed(
    checked: Checked,
    grid: NDArray[np.uint8],
    marks: NDArray[np.uint8],
    won: bool,
    tiles: NDArray[np.uint8] | None = None,
) -> NDArray[np.uint8]:
    """Return a grid to be drawn with :func:`look_of`: cell numbers.

    Where a picture is cut into cells, the n-th cell that holds a value, row by row, shows the
    piece of the n-th cell that holds it in the start. Cells with the grid's first value show
    none until the game is won: there is the gap.

    Args:
        checked: The program.
        grid: Values, ``(height, width)`` or ``(depth, height, width)``.
        marks: The goals' bits, shaped alike.
        won: Whether the game is won.
        tiles: A picture in place of the program's own.
    """
    count = len(checked.alphabet.symbols)
    cells = grid.astype(np.uint16)
    for number, goal in reversed(list(enumerate(checked.goals.values(), 1))):
        here = marks & goal.bit != 0
        cells[here] = grid[here] + count * number
    if checked.start is not None and not (tiles is None and checked.appearance.tiles is None):
        first = count * (1 + len(checked.goals)) + 4
        homes = checked.start.values.reshape(-1)
        for value in range(0 if won else 1, count):
            places = np.flatnonzero(grid.reshape(-1) == value)
            pieces = np.flatnonzero(homes == value)[: len(places)]
            cells.reshape(-1)[places[: len(pieces)]] = first + pieces
    return cells.astype(np.uint8) if cells.max() < 256 else cells  # type: ignore[return-value]


def grid_digest(grid: NDArray[np.uint8], symbols: str) -> str:
    """Return the SHA-256 of ``WIDTHxHEIGHTxDEPTH:`` and the symbols of a grid.

    Args:
        grid: Values, shape ``(depth, height, width)``; x is read fastest, then y, then z.
        symbols: ``symbols[value]`` is how a value is written.
    """
    depth, height, width = grid.shape
    written = np.array([ord(symbol) for symbol in symbols], dtype="<u4")
    text = written[grid.reshape(-1)].tobytes().decode("utf-32-le")
    return hashlib.sha256(f"{width}x{height}x{depth}:{text}".encode()).hexdigest()
