"""Progress, Ctrl-C, closed pipes and watching, inside this process."""

from __future__ import annotations

import errno
import io
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import markovpy
from markovpy.commands import console, fail, run, watch


class Terminal(io.StringIO):
    """A text stream that says it is a terminal."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        """Return that it is."""
        return True


def test_a_bar_appears_after_a_while_and_goes_away(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    times = iter([0.0, 0.4, 0.6, 0.65, 2.0])
    monkeypatch.setattr(console.time, "monotonic", lambda: next(times))
    with console.Progress("maze", "turns", exact=False, quiet=False) as bar:
        bar.show(1, 10)
        assert terminal.getvalue() == ""
        bar.show(5, 10)
        bar.show(6, 10)
        bar.show(7, 0)
    drawn = terminal.getvalue().split("\r\x1b[K")
    half = f"maze [{'#' * 10}{'-' * 10}] 5 of at most 10 turns, 1 s (Ctrl-C saves)"
    assert drawn == ["", half, "maze 7 turns, 2 s (Ctrl-C saves)", ""]


def test_no_bar_where_it_is_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(console, "_PATIENCE", -1)
    with console.Progress("maze", "frames", exact=True, quiet=True) as bar:
        bar.show(5, 10)
    assert terminal.getvalue() == ""


def test_the_first_ctrl_c_is_noted_the_second_one_counts() -> None:
    before = signal.getsignal(signal.SIGINT)
    with console.Interrupts() as interrupts:
        signal.raise_signal(signal.SIGINT)
        assert interrupts.requested
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is before


def test_ctrl_c_during_a_run(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    advance = markovpy.Run._advance

    def pressing(run: markovpy.Run, turns: int = 1) -> int:
        if run.turns > 100:
            signal.raise_signal(signal.SIGINT)
        return advance(run, turns)

    monkeypatch.setattr(markovpy.Run, "_advance", pressing)
    found = call("run", "endless.mj", "--seed", 1, "-o", "a.png", "--json")
    assert found.code == 130
    assert (found.data["stopped"], found.data["outputs"]) == ("interrupted", ["a.png"])
    assert found.data["turns"] > 100


def test_two_ctrl_c_end_everything(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(markovpy.Run, "finish", pressed)
    found = call("run", "endless.mj")
    assert (found.code, found.err) == (130, "\ninterrupted\n")


def test_after_the_reader_has_gone_nothing_is_printed() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as stream:
        console._write("one", stream)
        console._write("two", stream)


def test_what_a_console_cannot_show() -> None:
    console.prepare()
    shown = "a… × ► “b”".encode("ascii", "markovpy.plain")
    assert shown == b'a... x ? "b"'
    stream = io.TextIOWrapper(io.BytesIO(), encoding="cp1252")
    assert console.can_show("×", stream)
    assert not console.can_show("▀", stream)


def test_faults_of_the_system_are_said_plainly(capsys: pytest.CaptureFixture[str]) -> None:
    assert fail.report(OSError(errno.ENOSPC, "No space left on device", "a"), False) == 1
    assert fail.report(MemoryError(), False) == 1
    assert capsys.readouterr().err.splitlines() == [
        "markovpy: error: a: no space left on device",
        "markovpy: error: there is not enough memory; take a smaller --size",
    ]


def test_a_small_picture_is_printed(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "is_color_terminal", lambda _: True)
    assert "▀" in call("run", "fill.mj").out
    monkeypatch.setattr(run, "can_show", lambda *_: False)
    assert "WWWWWW" in call("run", "fill.mj", "--set", "turns=24").out


def test_ctrl_c_while_a_gif_is_written(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    advance = markovpy.Run._advance
    calls: list[int] = []

    def pressing(run: markovpy.Run, turns: int = 1) -> int:
        calls.append(turns)
        if len(calls) == 40:
            signal.raise_signal(signal.SIGINT)
        return advance(run, turns)

    monkeypatch.setattr(markovpy.Run, "_advance", pressing)
    found = call("run", "endless.mj", "--steps", 100, "-o", "a.gif")
    assert found.code == 130
    assert "100 turns" in found.out
    assert "cut short" in found.out


def test_watching(call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = folder / "fill.mj"
    text = program.read_text()
    (folder / "level.txt").write_text("BBBBBB\n" * 4)

    def edit(content: str) -> Callable[[], None]:
        return lambda: program.write_text(content) and None

    # Two looks a save: one that sees the change, one that sees it keep still.
    acts: list[Callable[[], object]] = [
        edit(text.replace("one", "oen")),
        lambda: None,
        edit(text + "# changed\n"),
        lambda: None,
        program.unlink,
        lambda: None,
        edit(text),
        lambda: None,
        lambda: (folder / "level.txt").write_text("W" * 6 + "\n" + "BBBBBB\n" * 3),
        lambda: None,
    ]

    def sleep(_: float) -> None:
        if not acts:
            raise KeyboardInterrupt
        acts.pop(0)()

    monkeypatch.setattr(watch.time, "sleep", sleep)
    found = call("run", "fill.mj", "--watch", "--start", "level.txt", "-o", "out/a.txt")
    assert found.code == 0
    assert found.out.count("wrote out/a.txt") == 4
    assert len({line.split()[3] for line in found.out.splitlines() if "seed" in line}) == 1
    assert "error[unknown-node]" in found.err
    assert found.err.count("watching fill.mj") == 5
    assert (folder / "out/a.txt").read_text().count("W") == 11


def test_watching_ends_with_a_run_that_is_interrupted(
    call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    finish = markovpy.Run.finish

    def pressing(run: markovpy.Run, progress: Any = None) -> None:
        signal.raise_signal(signal.SIGINT)
        finish(run, progress)

    monkeypatch.setattr(markovpy.Run, "finish", pressing)
    assert call("run", "endless.mj", "--watch", "--steps", 0, "-o", "a.txt").code == 0


def test_watching_clears_a_terminal(
    call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def sleep(_: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(watch.time, "sleep", sleep)
    monkeypatch.setattr(watch, "is_color_terminal", lambda _: True)
    assert call("run", "fill.mj", "--watch").out.startswith("\x1b[2J\x1b[H")
    assert "\x1b" not in call("run", "fill.mj", "--watch", "--json").out
    assert call("run", "-", "--watch").code == 2
