"""Keys and clicks as terminals send them (xterm's control sequences, SGR mouse reports)."""

from __future__ import annotations

import pytest

from markovpy.play.terminal.keys import KeyReader, Press


@pytest.mark.parametrize(
    ("sent", "names"),
    [
        (b"aQ5", ["a", "Q", "5"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOD", ["up", "left"]),  # application cursor keys
        (b"\x1b[1;5C", ["right"]),  # with Ctrl
        (b"\r\n \t\x7f\x08", ["enter", "enter", "space", "tab", "backspace", "backspace"]),
        (b"\x15\x11", ["ctrl-u", "ctrl-q"]),
        (b"\x1b[3~\x1b[5~", ["delete", "page-up"]),
        (b"\x1b[200~\x1b[I\x1b[99z", []),  # a paste begins, focus, what nobody knows
        ("é⇧".encode(), ["é", "⇧"]),
        (b"\xff\xfea", ["a"]),
    ],
)
def test_keys(sent: bytes, names: list[str]) -> None:
    reader = KeyReader()
    assert [press.name for press in reader.feed(sent)] == names
    assert not reader.waits
    piecewise = KeyReader()
    pieces = [press for byte in sent for press in piecewise.feed(bytes([byte]))]
    assert [press.name for press in pieces] == names


def test_escape_alone_is_known_once_nothing_follows() -> None:
    reader = KeyReader()
    assert reader.feed(b"\x1b") == []
    assert reader.waits
    assert reader.expire() == [Press("escape")]
    assert reader.feed(b"\x1b[") == []
    assert reader.expire() == []
    assert reader.feed(b"A") == [Press("A")]


def test_only_the_left_button_going_down_is_a_click() -> None:
    sent = b"\x1b[<0;12;3M\x1b[<0;12;3m\x1b[<2;1;1M\x1b[<64;1;1M\x1b[<32;1;1M\x1b[<4;200;100M"
    assert KeyReader().feed(sent) == [Press("click", 11, 2), Press("click", 199, 99)]
