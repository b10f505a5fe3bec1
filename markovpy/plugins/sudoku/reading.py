"""Puzzles as they are given (text, lists, arrays) to bytes: a byte a cell, 0 for an empty one."""

from __future__ import annotations

from collections.abc import Sequence
from math import isqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from markovpy.plugins.sudoku.shape import DIGITS, PuzzleError, Shape, box_sides

if TYPE_CHECKING:
    from numpy.typing import NDArray

BLANKS = " 0._*-Xx"
Box = tuple[int, int]
Puzzle = str | Sequence[Any] | np.ndarray
_WRONG = 255


def _values() -> bytes:
    values = bytearray([_WRONG] * 256)
    for value, digit in enumerate(DIGITS, start=1):
        values[ord(digit)] = values[ord(digit.lower())] = value
    for blank in BLANKS:
        values[ord(blank)] = 0
    return bytes(values)


_VALUES = _values()
_VALID = {
    side: b"".join(bytes([i]) for i in range(256) if _VALUES[i] <= side) for side in range(1, 26)
}
_RANGES = [bytes(range(side + 1)) for side in range(26)]
_NINE = Shape()


def read(puzzle: Puzzle, box: Box | None = None) -> tuple[bytes, Shape]:
    """Return a puzzle's cells, rows from the top, and its shape.

    Args:
        puzzle: Text with a character a cell (digits ``1-9A-P``; blank is one of ``0 . _ * - X``
            or a space; line ends do not count), a list of such rows, a list of numbers, flat or
            by rows, or an array of shape ``(cells,)`` or ``(side, side)``; in lists and arrays 0,
            None and NaN are blank. It is not changed.
        box: ``(height, width)`` of a box; None where the side is a square number.

    Raises:
        PuzzleError: It is no puzzle; the message says where.
    """
    if isinstance(puzzle, str):
        return _read_text(puzzle, box)
    if isinstance(puzzle, (list, tuple)) and puzzle and all(_is_row(row) for row in puzzle):
        return _read_text("".join(puzzle), box)
    array = _array(puzzle)
    if array.ndim == 2 and array.shape[0] == array.shape[1] and array.dtype.kind in "iu":
        shape = _shape(array.size, box)
        small = array.astype(np.uint8)
        raw = small.tobytes()
        if not raw.translate(None, _RANGES[shape.side]) and (
            array.dtype.itemsize == 1 or not (small != array).any()
        ):
            return raw, shape
    values = _numbers(array)
    if values.ndim == 2 and values.shape[0] != values.shape[1]:
        raise PuzzleError(
            "bad-puzzle", f"{values.shape[0]} rows of {values.shape[1]} cells are no square board"
        )
    if values.ndim not in (1, 2):
        raise PuzzleError("bad-puzzle", f"an array of {values.ndim} dimensions is no board")
    shape = _shape(values.size, box)
    return _bytes(values.reshape(1, -1), shape).tobytes(), shape


def read_many(puzzles: Puzzle, box: Box | None = None) -> tuple[NDArray[np.uint8], Shape]:
    """Return the cells of many puzzles of one shape, uint8, ``(n, cells)``, and the shape.

    Args:
        puzzles: A list of texts, or an array of shape ``(n, cells)`` or ``(n, side, side)``.
        box: As in :func:`read`.

    Raises:
        PuzzleError: One of them is no puzzle; the message gives its number, from 1.
    """
    if isinstance(puzzles, (list, tuple)) and all(isinstance(p, str) for p in puzzles):
        return _read_texts(puzzles, box)
    values = _numbers(_array(puzzles))
    if values.ndim == 3 and values.shape[1] == values.shape[2]:
        values = values.reshape(len(values), -1)
    if values.ndim != 2:
        text = " x ".join(str(length) for length in values.shape)
        raise PuzzleError(
            "bad-puzzle",
            f"an array of shape {text} is no list of boards",
            "give (n, cells) or (n, side, side)",
        )
    shape = _shape(values.shape[1], box)
    return _bytes(values, shape), shape


def _is_row(row: object) -> bool:
    return isinstance(row, str) and len(row) > 1


def _read_text(text: str, box: Box | None) -> tuple[bytes, Shape]:
    if len(text) == 81 and box is None:
        shape = _NINE
    else:
        text = text.replace("\r", "").replace("\n", "")
        shape = _shape(len(text), box)
    raw = text.encode("ascii", "replace")
    if raw.translate(None, _VALID[shape.side]):
        raise _wrong_character(text, shape, "")
    return raw.translate(_VALUES), shape


def _read_texts(texts: Sequence[str], box: Box | None) -> tuple[NDArray[np.uint8], Shape]:
    if not texts:
        return np.zeros((0, 81), dtype=np.uint8), _NINE if box is None else Shape.of(9, box)
    joined = "".join(texts)
    cells = len(texts[0])
    if "\n" in joined or "\r" in joined:
        return _read_texts([t.replace("\r", "").replace("\n", "") for t in texts], box)
    if len(joined) != cells * len(texts) or len(set(map(len, texts))) > 1:
        number = next(i for i, text in enumerate(texts) if len(text) != cells)
        found = f"{len(texts[number])} cells, {cells} in puzzle 1"
        raise PuzzleError("bad-puzzle", f"puzzle {number + 1}: {found}", "one shape at a time")
    shape = _shape(cells, box)
    raw = joined.encode("ascii", "replace")
    if raw.translate(None, _VALID[shape.side]):
        valid = _VALID[shape.side]
        number = next(
            i for i, t in enumerate(texts) if t.encode("ascii", "replace").translate(None, valid)
        )
        raise _wrong_character(texts[number], shape, f"puzzle {number + 1}: ")
    values = np.frombuffer(raw.translate(_VALUES), dtype=np.uint8)
    return values.reshape(len(texts), cells), shape


def _wrong_character(text: str, shape: Shape, prefix: str) -> PuzzleError:
    valid = _VALID[shape.side].decode("ascii")
    cell = next(i for i, character in enumerate(text) if character not in valid)
    return PuzzleError(
        "bad-puzzle",
        f"{prefix}{text[cell]!r} in {shape.cell_name(cell)} is no digit of a "
        f"{shape.side}x{shape.side} board",
        f"digits are {shape.digits}; an empty cell is one of 0 . _ * - X or a space",
    )


def _shape(cells: int, box: Box | None) -> Shape:
    """Return the shape that so many cells make."""
    if box is not None:
        height, width = box_sides(box)
        shape = Shape.of(height * width, box)
        if shape.cells != cells:
            raise PuzzleError("bad-puzzle", f"{cells} cells, expected {shape.cells} ({shape})")
        return shape
    side = isqrt(cells)
    if side * side != cells or side == 0:
        usual = min((16, 36, 81, 256, 625), key=lambda other: abs(other - cells))
        side = isqrt(usual)
        raise PuzzleError("bad-puzzle", f"{cells} cells, expected {usual} ({side}x{side})")
    return Shape.of(side)


def _array(puzzle: object) -> NDArray[Any]:
    try:
        array = puzzle if isinstance(puzzle, np.ndarray) else np.asarray(puzzle)
    except ValueError:
        raise PuzzleError("bad-puzzle", "the rows are not all of one length") from None
    if array.dtype.kind in "iufO":
        return array
    if array.dtype.kind == "U" and array.dtype.itemsize <= 4:
        return array.astype(object)
    raise PuzzleError("bad-puzzle", f"{type(puzzle).__name__} of {array.dtype} is no puzzle")


def _numbers(array: NDArray[Any]) -> NDArray[Any]:
    """Return an array of numbers: blanks are 0, what is no number is -1."""
    if array.dtype.kind == "O":
        values = [_number(value) for value in array.ravel()]
        return np.array(values, dtype=np.int64).reshape(array.shape)
    if array.dtype.kind == "f":
        filled = np.where(np.isnan(array), 0, array)
        whole = (filled == np.floor(filled)) & (np.abs(filled) < 256)
        return np.where(whole, filled, -1).astype(np.int64)
    return array


def _number(value: Any) -> int:
    if value is None or value == "" or value != value:  # NaN is no value's equal
        return 0
    if isinstance(value, str):
        code = ord(value[0])
        return _VALUES[code] if len(value) == 1 and code < 128 and _VALUES[code] < 255 else -1
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool):
        number = float(value)
        return int(number) if abs(number) < 256 and number == int(number) else -1
    return -1


def _bytes(values: NDArray[Any], shape: Shape) -> NDArray[np.uint8]:
    """Return valid values as bytes."""
    if values.size and (values.min() < 0 or values.max() > shape.side):
        number, cell = np.argwhere((values < 0) | (values > shape.side))[0].tolist()
        prefix = f"puzzle {number + 1}: " if len(values) > 1 else ""
        value = values[number, cell]
        what = "what stands" if value < 0 else f"{value}"
        raise PuzzleError(
            "bad-puzzle",
            f"{prefix}{what} in {shape.cell_name(cell)} is no digit of a "
            f"{shape.side}x{shape.side} board",
            f"digits go from 1 to {shape.side}; 0, None and NaN are blank",
        )
    return np.ascontiguousarray(values, dtype=np.uint8)
