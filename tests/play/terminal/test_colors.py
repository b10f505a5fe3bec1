"""Which colours a terminal has, and the nearest of 256."""

from __future__ import annotations

import pytest

from markovpy.play.terminal.colors import color_depth, encoding_of, nearest


@pytest.mark.parametrize(
    ("color", "number"),
    [
        ((0, 0, 0), 16),
        ((255, 255, 255), 231),
        ((255, 0, 0), 196),
        ((95, 135, 175), 67),
        ((128, 128, 128), 244),
        ((8, 8, 8), 232),
        ((250, 3, 2), 196),
        ((0, 90, 0), 22),
    ],
)
def test_the_nearest_of_256(color: tuple[int, int, int], number: int) -> None:
    """As xterm's 256colres.pl lays them out: a cube from 16 on, grays from 232 on."""
    assert nearest(color) == number


@pytest.mark.parametrize(
    ("variables", "encoding", "depth"),
    [
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "utf-8", "true"),
        ({"TERM": "screen-256color"}, "utf-8", "256"),
        ({"TERM": "xterm-kitty"}, "utf-8", "true"),
        ({"TERM": "vt100"}, "utf-8", "none"),
        ({"TERM": "dumb", "COLORTERM": "truecolor"}, "utf-8", "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, "utf-8", "none"),
        ({"TERM": "xterm-256color", "NO_COLOR": ""}, "utf-8", "256"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, "ascii", "none"),
        ({"TERM": "no-such-terminal"}, "utf-8", "none"),
    ],
)
def test_the_colours_that_there_are(variables: dict[str, str], encoding: str, depth: str) -> None:
    assert color_depth(variables, encoding) == depth


@pytest.mark.parametrize(
    ("variables", "encoding"),
    [
        ({"LANG": "en_US.UTF-8"}, "utf-8"),
        ({"LANG": "C"}, "ascii"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "ascii"),  # as Python itself sets it then
        ({"LC_ALL": "POSIX", "LANG": "de_DE.UTF-8"}, "ascii"),
        ({"LANG": "C", "LC_CTYPE": "de_DE.UTF-8"}, "utf-8"),
        ({"LANG": "C", "LC_ALL": "C.UTF-8"}, "utf-8"),
        ({"LANG": "C", "PYTHONIOENCODING": "utf-8"}, "utf-8"),
        ({}, "utf-8"),
    ],
)
def test_a_locale_without_utf_8_is_believed(variables: dict[str, str], encoding: str) -> None:
    assert encoding_of(variables, "utf-8") == encoding
