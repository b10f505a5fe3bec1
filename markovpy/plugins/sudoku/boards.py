"""What the nodes need of a grid to take it as a board."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from markovpy.nodes.plugin import KindError, Parameter
from markovpy.plugins.sudoku.shape import LARGEST_SIDE, PuzzleError, Shape

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markovpy.nodes.plugin import Surroundings

BOX = Parameter(
    "box",
    "text",
    "a box's size, such as `3x2` for 3 wide and 2 high; needed where the side is no square number",
)
_BOX = re.compile(r"(\d{1,2})[x×](\d{1,2})")


def check_grid(around: Surroundings) -> None:
    """Refuse a grid that is no board: a square, and as many digits as it is wide.

    Raises:
        KindError: It is none.
    """
    depth, height, width = around.shape
    if depth > 1 or height != width or width > LARGEST_SIDE:
        size = f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
        message = f"a grid of {size} is no board"
        hint = f"write grid 9x9 values=.123456789; any side up to {LARGEST_SIDE} will do"
        raise KindError("bad-board", message, hint)
    symbols = around.alphabet.symbols
    if symbols and len(symbols) != width + 1:  # where it has none, that was reported
        message = f"a board of side {width} has an empty cell and {width} digits as its values"
        example = "." + Shape.of(width, (1, width)).digits
        raise KindError("bad-board", f"{message}, not {symbols}", f"write values={example}")


def read_shape(values: Mapping[str, Any], around: Surroundings) -> Shape:
    """Return the board that ``box=`` makes of a grid.

    Raises:
        KindError: There is no such board.
    """
    text = values["box"]
    found = _BOX.fullmatch(text) if text is not None else None
    if text is not None and found is None:
        raise KindError("bad-box", f"'{text}' is no size of a box", "write box=3x2", "box")
    side = around.shape[2]
    try:
        return Shape.of(side, (int(found[2]), int(found[1])) if found else None)
    except PuzzleError:
        fitting = [f"{side // h}x{h}" for h in range(1, side + 1) if side % h == 0]
        what = f"boxes of {text}" if text else "boxes of which the size is not given"
        message = f"{what} do not make a board of side {side}"
        raise KindError("bad-box", message, f"box= is one of {', '.join(fitting)}", "box") from None
