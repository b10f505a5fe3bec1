"""The file of a tileset: which tiles there are, and what may lie beside what."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from xml.parsers import expat

import numpy as np

from markovpy.errors import UnreadableFileError, did_you_mean
from markovpy.nodes.kind import KindError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.nodes.kind import Files

MOST_TILES = 1024
LARGEST_TILESET = 1_000_000


@dataclass
class _Element:
    """An element of a tileset's file."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list[_Element] = field(default_factory=list)

    def all(self, name: str) -> list[_Element]:
        """Return the children of a name."""
        return [child for child in self.children if child.name == name]


def _fault(name: str, line: int, message: str, hint: str = "") -> KindError:
    return KindError("bad-tileset", f"{name}, line {line}: {message}", hint, "tileset")


def _parse(text: str, name: str) -> _Element:
    """Return the outermost element of a tileset's file."""
    if len(text) > LARGEST_TILESET:
        raise _fault(name, 1, f"the file has more than {LARGEST_TILESET:,} characters")
    parser = expat.ParserCreate("utf-8")
    root = _Element("", {}, 1)
    stack = [root]

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = _Element(tag, attributes, parser.CurrentLineNumber)
        stack[-1].children.append(element)
        stack.append(element)

    def end(_: str) -> None:
        stack.pop()

    def refuse(*_: object) -> None:
        line = parser.CurrentLineNumber
        raise _fault(name, line, "a tileset has no document type", "remove the declaration")

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.StartDoctypeDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        message = f"this is not well-formed XML: {expat.ErrorString(error.code)}"
        raise _fault(name, error.lineno, message) from None
    return root.children[0]


class Tileset:
    """Collects the tiles of a tileset, then what may lie beside what.

    Args:
        name: The tileset's file.
        folder: Where the tiles are.
        files: Reads them.
        values: How many values the new grid has.

    Attributes:
        cells: The tiles in all their orientations, each of shape ``(depth, side, side)``.
        weights: How often each is wanted.
        places: Per name, the tiles it stands for.
    """

    def __init__(self, name: str, folder: str, files: Files, values: int) -> None:
        self.name = name
        self.folder = folder
        self.files = files
        self.values = values
        self.full = False
        self.colors: dict[int, int] = {}
        self.cells: list[NDArray[np.uint8]] = []
        self.weights: list[float] = []
        self.places: dict[str, range] = {}
        self.index: dict[bytes, int] = {}
        self.turned: dict[str, list[int]] = {}
        self.pairs: list[set[tuple[int, int]]] = [set(), set(), set()]

    def read(self, text: str) -> None:
        """Read a whole file."""
        root = _parse(text, self.name)
        self.full = root.attributes.get("fullSymmetry", "").strip().lower() == "true"
        tiles = [tile for part in root.all("tiles")[:1] for tile in part.all("tile")]
        if not tiles:
            raise _fault(self.name, root.line, "there are no tiles", '<tiles><tile name="…"/>')
        for tile in tiles:
            self.read_tile(tile)
        for action in _ACTIONS:
            if self.full or action in "zXY":
                turns = [self.index.get(_ACTIONS[action](c).tobytes(), -1) for c in self.cells]
                self.turned[action] = turns
        for neighbour in [n for part in root.all("neighbors")[:1] for n in part.all("neighbor")]:
            self.read_neighbour(neighbour)

    def read_tile(self, element: _Element) -> None:
        """Read one tile, and add its orientations."""
        name = self.attribute(element, "name")
        weight = self.weight(element)
        if name in self.places:
            raise _fault(self.name, element.line, f"there is a tile '{name}' already")
        tile = self.values_of(f"{self.folder}/{name}.vox", element)
        depth, height, width = tile.shape
        if height != width or (self.full and depth != width):
            message = f"the tile '{name}' is {width}x{height}x{depth}"
            shape = "cubes" if self.full else "as wide as they are high"
            raise _fault(self.name, element.line, message, f"its tiles have to be {shape}")
        if self.cells and tile.shape != self.cells[0].shape:
            message = f"the tile '{name}' has another size than the first one"
            raise _fault(self.name, element.line, message)
        start = len(self.cells)
        for oriented in _orientations(tile, self.full):
            self.index.setdefault(oriented.tobytes(), len(self.cells))
            self.cells.append(oriented)
            self.weights.append(weight)
        self.places[name] = range(start, len(self.cells))
        if len(self.cells) > MOST_TILES:
            raise _fault(self.name, element.line, f"there are more than {MOST_TILES:,} tiles")

    def weight(self, element: _Element) -> float:
        """Return a tile's weight."""
        text = element.attributes.get("weight", "1")
        try:
            weight = float(text)
        except ValueError:
            weight = math.nan
        if not 0 < weight < 1e9:
            message = f"the weight '{text}' is no number above 0"
            raise _fault(self.name, element.line, message, "leave out a tile that is not wanted")
        return weight

    def values_of(self, file: str, element: _Element) -> NDArray[np.uint8]:
        """Return a voxel file as values: colours numbered in the order in which they appear."""
        try:
            colors = self.files.colors(file)
        except UnreadableFileError as error:
            message = f"{file}: {error.message}"
            raise _fault(self.name, element.line, message, error.hint) from None
        numbers = [self.colors.setdefault(c, len(self.colors)) for c in colors.flat]
        if len(self.colors) > self.values:
            message = f"with '{file}' the tiles have {len(self.colors)} colours"
            hint = f"the new grid has {self.values} values: name one for each colour"
            raise _fault(self.name, element.line, message, hint)
        return np.array(numbers, dtype=np.uint8).reshape(colors.shape)

    def attribute(self, element: _Element, name: str) -> str:
        """Return an attribute that has to be there."""
        if name not in element.attributes:
            message = f"this <{element.name}> has no '{name}'"
            raise _fault(self.name, element.line, message)
        return element.attributes[name]

    def oriented(self, element: _Element, side: str) -> int:
        """Return the tile that a neighbour names: turns, the last one first, and its name."""
        text = self.attribute(element, side)
        *turns, name = text.split(" ")
        if name not in self.places:
            hint = did_you_mean(name, self.places) or f"it has {', '.join(self.places)}"
            raise _fault(self.name, element.line, f"there is no tile '{name}'", hint)
        if len(turns) > 1:
            raise _fault(self.name, element.line, f"'{text}' is no tile", "write turns as: zz Name")
        tile = self.places[name].start
        for turn in reversed("".join(turns)):
            if turn not in ("xyz" if self.full else "z"):
                hint = "x, y and z with fullSymmetry, z without"
                raise _fault(self.name, element.line, f"'{turn}' is no turn here", hint)
            tile = self.turn(turn, tile)
        return tile

    def turn(self, actions: str, tile: int) -> int:
        """Return a tile turned or mirrored, the last action first."""
        for action in reversed(actions):
            tile = self.turned[action][tile]
        return tile

    def read_neighbour(self, element: _Element) -> None:
        """Read which two tiles may lie beside each other, and in which orientations with that.

        Source: MarkovJunior, TileNode.Load.
        """
        if self.full:
            left, right = self.oriented(element, "left"), self.oriented(element, "right")
            self.join(0, left, right, "x", "Y", "X")
            self.join(1, self.turn("z", left), self.turn("z", right), "y", "Z", "Y")
            self.join(2, self.turn("y", left), self.turn("y", right), "z", "X", "Z")
        elif "left" in element.attributes:
            left, right = self.oriented(element, "left"), self.oriented(element, "right")
            for mirror in ("", "Y"):
                a, b = self.turn(mirror, left), self.turn(mirror, right)
                self.pairs[0] |= {(a, b), (self.turn("X", b), self.turn("X", a))}
            down, up = self.turn("z", left), self.turn("z", right)
            for mirror in ("", "X"):
                a, b = self.turn(mirror, down), self.turn(mirror, up)
                self.pairs[1] |= {(a, b), (self.turn("Y", b), self.turn("Y", a))}
        else:
            top, bottom = self.oriented(element, "top"), self.oriented(element, "bottom")
            self.pairs[2] |= set(zip(self.around(bottom, "z", "X"), self.around(top, "z", "X")))

    def join(self, axis: int, a: int, b: int, turn: str, mirror: str, swap: str) -> None:
        """Allow two tiles along an axis, in all orientations that keep to it."""
        for one, two in zip(self.around(a, turn, mirror), self.around(b, turn, mirror)):
            self.pairs[axis] |= {(one, two), (self.turn(swap, two), self.turn(swap, one))}

    def around(self, tile: int, turn: str, mirror: str) -> list[int]:
        """Return a tile in the eight orientations that turns and a mirror give."""
        result = []
        for _ in range(4):
            result += [tile, self.turn(mirror, tile)]
            tile = self.turn(turn, tile)
        return result

    def allowed(self) -> list[NDArray[np.bool_]]:
        """Return per direction which tiles may lie beside which."""
        count = len(self.cells)
        tables = [np.zeros((count, count), dtype=bool) for _ in range(3)]
        for table, pairs in zip(tables, self.pairs):
            for a, b in pairs:
                table[a, b] = True
        along_x, along_y, along_z = tables
        return [along_x, along_y, along_x.T, along_y.T, along_z, along_z.T]


_ACTIONS: dict[str, Callable[[NDArray[np.uint8]], NDArray[np.uint8]]] = {
    "x": lambda tile: tile[::-1].transpose(1, 0, 2),
    "y": lambda tile: tile[::-1].transpose(2, 1, 0),
    "z": lambda tile: tile[:, ::-1].transpose(0, 2, 1),
    "X": lambda tile: tile[:, :, ::-1],
    "Y": lambda tile: tile[:, ::-1],
    "Z": lambda tile: tile[::-1],
}
"""Quarter turns about the axes, and mirrors along them; tiles are indexed z, y, x."""


def _orientations(tile: NDArray[np.uint8], full: bool) -> list[NDArray[np.uint8]]:
    """Return a tile's different orientations, in the order of the reference's symmetries."""
    turn_y, turn_z, mirror = _ACTIONS["y"], _ACTIONS["z"], _ACTIONS["X"]
    base = [tile]
    for _ in range(3):
        base.append(turn_z(base[-1]))
    pure = list(base)
    if full:
        rows = [base]
        for _ in range(3):
            rows.append([turn_y(other) for other in rows[-1]])
        pure = [other for row in rows for other in row]
        pure += [turn_z(other) for other in rows[1]]
        pure += [turn_z(other) for other in rows[3]]
    found: dict[bytes, NDArray[np.uint8]] = {}
    for other in pure:
        for oriented in (other, mirror(other)):
            found.setdefault(oriented.tobytes(), oriented)
    return list(found.values())
