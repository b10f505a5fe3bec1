"""Default colours and palette files."""

from itertools import combinations

import pytest

from markovpy.errors import ProgramError
from markovpy.model.palette import (
    COLOR_NAMES,
    DEFAULT_COLORS,
    default_color,
    parse_color,
    read_palette,
)
from markovpy.source import Source

COMPUTED = [(43, 84, 238), (106, 204, 251), (255, 0, 42)]


def problems(text: str) -> list[tuple[str, str]]:
    """Return code and marked text of each problem of a palette."""
    source = Source(text, "colors.txt")
    with pytest.raises(ProgramError) as caught:
        read_palette(source)
    return [(d.code, source.slice(d.span)) for d in caught.value.diagnostics if d.span]


def test_letters_have_the_stock_colors() -> None:
    assert default_color("B") == (0, 0, 0)
    assert default_color("W") == (0xFF, 0xF1, 0xE8)
    assert default_color("i") == (0x11, 0x1D, 0x35)
    assert default_color("z") == (0xCB, 0xDB, 0xFC)
    assert COLOR_NAMES["I"] == "Indigo"


def test_case_matters_and_all_letters_and_digits_are_chosen() -> None:
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        assert DEFAULT_COLORS[letter] != DEFAULT_COLORS[letter.lower()]
    assert set("0123456789_.") <= set(DEFAULT_COLORS)
    assert set(COLOR_NAMES) == set(DEFAULT_COLORS)


def test_digits_are_far_apart() -> None:
    for one, other in combinations("0123456789_.", 2):
        pairs = zip(default_color(one), default_color(other), strict=True)
        assert sum((a - b) ** 2 for a, b in pairs) > 60**2, (one, other)


@pytest.mark.parametrize("symbol", [chr(code) for code in (33, 35, 64, 0x25BA, 0x6F22, 0x1F600)])
def test_other_symbols_have_bright_fixed_colors(symbol: str) -> None:
    assert max(default_color(symbol)) > 180


def test_a_computed_color_never_changes() -> None:
    assert [default_color(symbol) for symbol in "#@►"] == COMPUTED


def test_the_four_arrows_differ() -> None:
    for one, other in combinations("►▼◄▲", 2):
        pairs = zip(default_color(one), default_color(other), strict=True)
        assert sum((a - b) ** 2 for a, b in pairs) > 60**2, (one, other)


@pytest.mark.parametrize(
    ("text", "color"),
    [
        ("FFF1E8", (255, 241, 232)),
        ("#fff1e8", (255, 241, 232)),
        ("fff", (255, 255, 255)),
        ("#1a0", (0x11, 0xAA, 0)),
        ("GG0000", None),
        ("ffff", None),
        ("", None),
        ("##fff", None),
        ("fff\n", None),
        ("٣٣٣", None),
    ],
)
def test_parse_color(text: str, color: tuple[int, int, int] | None) -> None:
    assert parse_color(text) == color


def test_a_palette_of_lines() -> None:
    text = '# my colours\n\nRG ff0000\n"#" 552200 # wall\n  b  #00f#tight\n'
    with pytest.raises(ProgramError):
        read_palette(Source(text))
    assert read_palette(Source(text.replace("#tight", "\t# blue"))) == {
        "R": (255, 0, 0),
        "G": (255, 0, 0),
        "#": (0x55, 0x22, 0),
        "b": (0, 0, 255),
    }


def test_every_wrong_line_is_reported_in_order() -> None:
    text = "R GG0000\nG\nB 000 111\nW fff\nW eee\n[ 123\nK # none\n"
    assert problems(text) == [
        ("bad-color", "GG0000"),
        ("palette-line", "G"),
        ("palette-line", "111"),
        ("repeated-color", "W"),
        ("bad-symbol", "["),
        ("palette-line", "K"),
    ]


@pytest.mark.parametrize("text", ['"" 123', '"', '"" ""', "\x00\x01", '"a b" 123', 'B"C 123'])
def test_odd_lines_are_problems_not_crashes(text: str) -> None:
    assert problems(text)


def test_the_error_says_line_and_hint() -> None:
    with pytest.raises(ProgramError) as caught:
        read_palette(Source("B 000\nR GG0000\n", "colors.txt"))
    assert "colors.txt:2:3: error[bad-color]" in str(caught.value)
    assert "hint: write six hexadecimal digits" in str(caught.value)


def test_an_xml_palette() -> None:
    text = """<colors>
      <color symbol="B" value="000000" comment="Black"/>
      <color value="#FFF1E8" symbol="&lt;"/>
      <color symbol="ü" value="fff"/>
    </colors>"""
    colors = {"B": (0, 0, 0), "<": (255, 241, 232), "ü": (255, 255, 255)}
    assert read_palette(Source(text)) == colors


def test_wrong_xml_colors_have_positions() -> None:
    text = (
        '<colors>\n<!-- ü -->\n<color symbol="B" value="GG0000"/>\n<color symbol="C"/>\n</colors>'
    )
    assert problems(text) == [("bad-color", "GG0000"), ("palette-line", "<color")]


@pytest.mark.parametrize(
    "text",
    [
        '<!DOCTYPE c [<!ENTITY a "b">]><colors><color symbol="&a;" value="000"/></colors>',
        '<colors><color symbol="B" value="000"/>',
        "<colors>&undefined;</colors>",
        "<",
        '<colors><color symbol="\ud800" value="000"/></colors>',
    ],
)
def test_broken_or_dangerous_xml_is_refused(text: str) -> None:
    assert problems(text)[0][0] == "palette-xml"


def test_a_document_type_is_named_where_it_stands() -> None:
    assert problems("<?xml version='1.0'?>\n<!DOCTYPE c>\n<c/>") == [("palette-xml", "<!DOCTYPE")]
