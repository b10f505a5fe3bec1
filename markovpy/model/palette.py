"""Colours of symbols: the default palette and palette files.

The letters have the colours of MarkovJunior's ``resources/palette.xml`` (Maxim Gumin, MIT
licence; it builds on the palettes of PICO-8 and DB32). Digits, ``_`` and ``.`` have colours
chosen here, and every other character one computed from its code point, so that a program
looks the same everywhere without naming a colour.
"""

from __future__ import annotations

import colorsys
import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias
from xml.parsers import expat

from markovpy.errors import Diagnostic, ProgramError
from markovpy.source import Source, Span

RGB: TypeAlias = tuple[int, int, int]
"""Red, green and blue, each 0 to 255."""

_TABLE = """
B 000000 Black    b 291814 Soft black
I 1D2B53 Indigo   i 111D35 Dark indigo
P 7E2553 Purple   p 422136 Dark purple
E 008751 Emerald  e 125359 Dark emerald
N AB5236 Brown    n 742F29 Dark brown
D 5F574F Dark     d 49333B Darker
A C2C3C7 Gray     a A28879 Warm gray
W FFF1E8 White    w F3EF7D Pale yellow
R FF004D Red      r BE1250 Dark red
O FFA300 Orange   o FF6C24 Dark orange
Y FFEC27 Yellow   y A8E72E Yellow green
G 00E436 Green    g 00B543 Mid green
U 29ADFF Blue     u 065AB5 Dark blue
S 83769C Slate    s 754665 Dark slate
K FF77A8 Pink     k FF6E59 Coral pink
F FFCCAA Fawn     f FF9D81 Dark fawn
C 00FFFF Cyan     c 5FCDE4 Soft cyan
H E4BB40 Honey    h 8A6F30 Dark honey
J 4B692F Jungle   j 45107E Violet
L 847E87 Light    l 696A6A Mid gray
M FF00FF Magenta  m 9C09CC Dark magenta
Q 9BADB7 Aqua     q 3F3F74 Dark aqua
T 37946E Teal     t 323C39 Dark teal
V 8F974A Olive    v 524B24 Dark olive
X FF0000 Pure red    x D95763 Soft red
Z FFFFFF Pure white  z CBDBFC Pale blue
_ E6E2D6 Paper       . 34383F Charcoal
0 9AA0A8 Digit gray    1 2F6FDE Digit blue
2 2FA84F Digit green   3 E23B3B Digit red
4 8E44C9 Digit violet  5 F08A24 Digit orange
6 1FB5B5 Digit teal    7 F2D230 Digit yellow
8 F27BB5 Digit pink    9 9A6233 Digit brown
"""

_ENTRY = re.compile(r"(\S) ([0-9A-F]{6}) (\S+(?: \S+)*)")
_HEX = re.compile(r"#?([0-9A-Fa-f]{6}|[0-9A-Fa-f]{3})")
_WORD = re.compile(r'"[^"]*"|\S+')
_SHADES = ((0.55, 0.85), (0.8, 0.8), (0.62, 0.4), (0.5, 1.0), (0.7, 0.95))
_RESERVED = frozenset(' */[]{}"')
_COLOR_HINT = "write six hexadecimal digits, such as 29ADFF"


def parse_color(text: str) -> RGB | None:
    """Return the colour written as ``rrggbb`` or ``rgb``, with or without ``#``, else None."""
    match = _HEX.fullmatch(text)
    if match is None:
        return None
    digits = match[1]
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def _read_table() -> tuple[dict[str, RGB], dict[str, str]]:
    colors: dict[str, RGB] = {}
    names: dict[str, str] = {}
    for symbol, digits, name in _ENTRY.findall(_TABLE):
        colors[symbol] = (int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16))
        names[symbol] = name
    return colors, names


_colors, _names = _read_table()
DEFAULT_COLORS: Mapping[str, RGB] = MappingProxyType(_colors)
"""The chosen colours: all letters but a few, the digits, ``_`` and ``.``."""
COLOR_NAMES: Mapping[str, str] = MappingProxyType(_names)
"""What the colour of each symbol of :data:`DEFAULT_COLORS` is called."""


def default_color(symbol: str) -> RGB:
    """Return the colour of a symbol that the program gives none.

    Args:
        symbol: One character. One without a chosen colour gets a bright colour computed from
            its code point: neighbouring code points lie far apart on the colour circle.
    """
    chosen = DEFAULT_COLORS.get(symbol)
    if chosen is not None:
        return chosen
    code = ord(symbol)
    hue = (code * 0x9E3779B1 % 2**32) / 2**32
    lightness, saturation = _SHADES[code % len(_SHADES)]
    red, green, blue = colorsys.hls_to_rgb(hue, lightness, saturation)
    return round(red * 255), round(green * 255), round(blue * 255)


def read_palette(source: Source) -> dict[str, RGB]:
    """Return the colours that a palette file gives, by symbol.

    Args:
        source: Lines ``SYMBOLS rrggbb`` (``"#" 552200`` for symbols in quotes; what follows a
            ``#`` is a comment), or a ``palette.xml`` of MarkovJunior, told by its first ``<``.

    Raises:
        ProgramError: Every wrong line, in order.
    """
    reader = _PaletteReader(source)
    if source.text.lstrip().startswith("<"):
        reader.read_xml()
    else:
        reader.read_lines()
    if reader.problems:
        raise ProgramError(reader.problems, source)
    return reader.colors


class _PaletteReader:
    """Collects the colours and the problems of one palette file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.colors: dict[str, RGB] = {}
        self.problems: list[Diagnostic] = []

    def read_lines(self) -> None:
        offset = 0
        for line in self.source.text.split("\n"):
            if line.strip() and not line.lstrip().startswith("#"):
                self._read_line(line, offset)
            offset += len(line) + 1

    def _read_line(self, line: str, offset: int) -> None:
        symbols, *others = _WORD.finditer(line)
        text, start = symbols[0], offset + symbols.start()
        color = others[0][0] if others else "#"
        if color.startswith("#") and parse_color(color) is None:
            hint = f"write the symbols, a blank and a colour: {text} 29ADFF"
            self._report("palette-line", f"no colour after {text}", start, text, hint)
        elif len(others) > 1 and not others[1][0].startswith("#"):
            rest = line[others[1].start() :].rstrip()
            hint = "one colour a line; a comment starts with #"
            rest_start = offset + others[1].start()
            self._report("palette-line", "text after the colour", rest_start, rest, hint)
        else:
            if text.startswith('"') and text.endswith('"') and len(text) > 1:
                text, start = text[1:-1], start + 1
            self._add(text, start, color, offset + others[0].start())

    def read_xml(self) -> None:
        parser = expat.ParserCreate("utf-8")
        data = self.source.text.encode("utf-8", "surrogatepass")

        def position() -> int:
            return len(data[: parser.CurrentByteIndex].decode("utf-8", "surrogatepass"))

        def refuse(*_: object) -> None:
            raise _DoctypeError

        parser.StartDoctypeDeclHandler = refuse
        parser.StartElementHandler = self._element_reader(position)
        try:
            parser.Parse(data, True)
        except _DoctypeError:
            message = "a palette may not declare a document type or entities"
            hint = "remove the <!DOCTYPE …> declaration"
            start = self.source.text.rfind("<!DOCTYPE", 0, position())
            self._report("palette-xml", message, start, "<!DOCTYPE", hint)
        except expat.ExpatError as error:
            message = f"the XML is broken: {expat.ErrorString(error.code)}"
            self._report("palette-xml", message, min(position(), len(self.source.text)), " ")

    def _element_reader(self, position: Callable[[], int]) -> Callable[[str, dict[str, str]], None]:
        def read(tag: str, attributes: dict[str, str]) -> None:
            if tag != "color":
                return
            start = position()
            missing = [name for name in ("symbol", "value") if name not in attributes]
            if missing:
                hint = 'write <color symbol="U" value="29ADFF"/>'
                message = f"the colour has no {missing[0]}"
                self._report("palette-line", message, start, "<color", hint)
                return
            symbol, value = attributes["symbol"], attributes["value"]
            symbol_start = self._attribute(start, "symbol")
            self._add(symbol, symbol_start, value, self._attribute(start, "value"))

        return read

    def _attribute(self, start: int, name: str) -> int:
        """Return where the value of an attribute starts in the tag at an offset."""
        match = re.compile(rf"\s{name}\s*=\s*[\"']").search(self.source.text, start)
        return match.end() if match else start

    def _add(self, symbols: str, start: int, color: str, color_start: int) -> None:
        parsed = parse_color(color)
        if parsed is None:
            self._report("bad-color", f"'{color}' is no colour", color_start, color, _COLOR_HINT)
            return
        if not symbols:
            self._report("palette-line", "no symbol before the colour", start, '"')
        for position, symbol in enumerate(symbols, start):
            if symbol in _RESERVED or not symbol.isprintable():
                message = f"{symbol!r} cannot be a symbol"
                self._report("bad-symbol", message, position, symbol)
            elif symbol in self.colors:
                hint = "keep one of the two lines"
                message = f"'{symbol}' has a colour already"
                self._report("repeated-color", message, position, symbol, hint)
            else:
                self.colors[symbol] = parsed

    def _report(self, code: str, message: str, start: int, marked: str, hint: str = "") -> None:
        span = Span(start, start + len(marked))
        self.problems.append(Diagnostic(code, message, span, hint))


class _DoctypeError(Exception):
    """Ends the reading of a file with a document type."""
