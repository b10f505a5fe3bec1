"""What only a process of its own shows: Ctrl-C, pipes, encodings, terminals, watching."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from markovpy.api import engine

COMMAND = [sys.executable, "-m", "markovpy"]
PATIENCE = 30
needs_signals = pytest.mark.skipif(os.name == "nt", reason="sends SIGINT, or needs a terminal")


def run(*words: str, **settings: object) -> subprocess.CompletedProcess[bytes]:
    """Run the command line to its end."""
    variables = {**os.environ, **settings.pop("env", {})}  # type: ignore[dict-item]
    return subprocess.run(  # type: ignore[call-overload,no-any-return]
        [*COMMAND, *words], capture_output=True, timeout=PATIENCE, env=variables, **settings
    )


@contextmanager
def started(*words: str, stdout: int = subprocess.PIPE) -> Iterator[subprocess.Popen[bytes]]:
    """Start the command line; it is gone afterwards."""
    with subprocess.Popen([*COMMAND, *words], stdout=stdout, stderr=subprocess.PIPE) as process:
        try:
            yield process
        finally:
            process.kill()


def wait_for(condition: Callable[[], bool]) -> None:
    """Wait, not for ever, until something holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def _rest(terminal: int) -> bytes:
    """Return what a terminal still shows until its other end is closed."""
    shown = b""
    try:
        while piece := os.read(terminal, 65536):
            shown += piece
    except OSError:  # how Linux says that it is closed
        pass
    return shown


@pytest.fixture
def endless(folder: Path) -> Path:
    """Return a program that never ends and shows when it has begun to run."""
    path = folder / "endless.mj"
    path.write_text("grid 50x50 values=BR\nput R at center\none:\n  RB -> BR\n")
    return path


@needs_signals
def test_ctrl_c_saves_what_is_done(endless: Path) -> None:
    import pty

    words = ["run", "endless.mj", "--steps", "0", "--seed", "1", "--json"]
    words += ["-o", "a.png", "-o", "a.gif", "--scale", "1"]
    terminal, inner = pty.openpty()
    command = [*COMMAND, *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=inner) as process:
        os.close(inner)
        try:
            shown = b""
            while b"turns," not in shown:  # the bar: it runs
                shown += os.read(terminal, 65536)
            process.send_signal(signal.SIGINT)
            shown += _rest(terminal)
            out, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
            os.close(terminal)
    assert process.returncode == 130
    data = json.loads(out)
    assert data["stopped"] == "interrupted"
    assert data["turns"] > 0
    assert data["outputs"] == ["a.png", "a.gif"]
    assert b"interrupted; drawing what is done so far" in shown
    assert b"Traceback" not in shown
    with Image.open("a.png") as png, Image.open("a.gif") as gif:
        assert png.info["markovpy.turns"] == str(data["turns"])
        gif.seek(gif.n_frames - 1)  # type: ignore[attr-defined]
        assert png.convert("RGB").tobytes() == gif.convert("RGB").tobytes()
    assert not list(Path().glob(".markovpy*"))


@needs_signals
def test_sigterm_leaves_no_temporary_file(folder: Path) -> None:
    (folder / "long.mj").write_text("grid 60x60 values=BW\none: B -> W\n")
    with started("run", "long.mj", "--seed", "1", "-o", "a.gif", "--scale", "16") as process:
        wait_for(lambda: any(folder.glob(".markovpy*")))
        process.send_signal(signal.SIGTERM)
        _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 128 + signal.SIGTERM
    assert b"Traceback" not in err
    assert not list(folder.glob(".markovpy*"))
    assert not (folder / "a.gif").exists()


@needs_signals
def test_ctrl_c_while_frames_are_written(endless: Path, folder: Path) -> None:
    words = ["run", "endless.mj", "--steps", "50000", "--seed", "1", "--every", "1"]
    with started(*words, "--frames", "f", "-o", "a.txt") as process:
        wait_for(lambda: len(list(folder.glob("f/frame_*.png"))) > 3)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert b"cut short" in out
    assert b"Traceback" not in err
    assert (folder / "a.txt").exists()
    for path in folder.glob("f/*"):
        with Image.open(path) as image:
            image.load()


@needs_signals
def test_a_closed_pipe_is_no_fault(folder: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with started("run", "fill.mj", "--seed", "1", stdout=writer) as process:
        os.close(writer)
        assert process.wait(PATIENCE) == 0
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert (folder / "fill_1.png").exists()


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_that_cannot_show_a_symbol(folder: Path, encoding: str) -> None:
    (folder / "wide.mj").write_text('grid 3x1 values="►B"\n"►Q" -> "B►"\n', encoding="utf-8")
    found = run("check", "wide.mj", env={"PYTHONIOENCODING": encoding})
    assert found.returncode == 1
    assert b"Traceback" not in found.stderr
    assert b"?Q" in found.stderr
    (folder / "►.mj").write_text("grid 3x1 values=BW\nB -> W\n", encoding="utf-8")
    found = run("run", "►.mj", "--seed", "1", env={"PYTHONIOENCODING": encoding})
    assert found.returncode == 0
    assert b"wrote ?_1.png" in found.stdout
    assert (folder / "►_1.png").exists()


def test_the_same_seed_is_the_same_whatever_the_hash_seed(folder: Path) -> None:
    found = {
        run("run", "walk.mj", "--seed", "5", "-o", "a.txt", "--json", env=env).stdout[:200]
        and (folder / "a.txt").read_bytes()
        for env in ({"PYTHONHASHSEED": str(number)} for number in range(3))
    }
    assert len(found) == 1


def test_no_display_is_needed(folder: Path) -> None:
    variables = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    words = [*COMMAND, "run", "fill.mj", "--seed", "1"]
    assert subprocess.run(words, env=variables, capture_output=True, timeout=PATIENCE).stdout


def test_importing_the_library_does_not_import_what_only_some_need() -> None:
    code = "import markovpy, sys; print({'PIL', 'click', 'lark', 'tkinter'} & set(sys.modules))"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=PATIENCE)
    assert found.stdout.strip() == b"set()"


def in_terminal(*words: str, **variables: str) -> bytes:
    """Return what a command prints on a terminal."""
    import pty

    terminal, inner = pty.openpty()
    chosen = {**os.environ, "TERM": "xterm-256color", **variables}
    with subprocess.Popen([*COMMAND, *words], stdout=inner, stderr=inner, env=chosen) as process:
        os.close(inner)
        try:
            return _rest(terminal)
        finally:
            process.wait(PATIENCE)
            os.close(terminal)


@needs_signals
def test_a_colour_terminal_shows_a_small_picture(folder: Path) -> None:
    shown = in_terminal("run", "fill.mj", PYTHONIOENCODING="utf-8")
    assert b"\x1b[38;2;" in shown
    assert "▀".encode() in shown
    assert b"\x1b[" not in in_terminal("run", "fill.mj", NO_COLOR="1")
    assert b"\x1b[" not in in_terminal("run", "fill.mj", "-o", "a.png")
    assert "▀".encode() not in in_terminal("run", "fill.mj", PYTHONIOENCODING="ascii")
    assert b"\x1b[48;2;255;241;232m" in in_terminal("palette")


@needs_signals
@pytest.mark.skipif(engine() == "pure", reason="takes minutes without the compiled engine")
def test_a_long_run_shows_a_bar_on_a_terminal_only(endless: Path) -> None:
    words = ["run", "endless.mj", "--steps", "20000000", "--seed", "1", "-o", "a.txt"]
    shown = in_terminal(*words)
    assert b"of at most 20,000,000 turns" in shown
    assert shown.rstrip().endswith(b"wrote a.txt")
    assert run(*words).stderr == b""
    assert b"of at most" not in in_terminal(*words, "--quiet")


@needs_signals
def test_watching_runs_again_and_keeps_the_seed(folder: Path) -> None:
    program = folder / "w.mj"
    log = (folder / "log").open("wb")
    program.write_text("grid 4x1 values=BW\none steps=1: B -> W\n")
    words = [*COMMAND, "run", "w.mj", "--watch", "-o", "out/a.txt"]
    with subprocess.Popen(words, stdout=log, stderr=log) as process:
        try:

            def printed() -> str:
                return (folder / "log").read_text()

            wait_for(lambda: printed().count("watching") == 1)
            program.write_text("grid 4x1 values=BW\noen: B -> W\n")
            wait_for(lambda: printed().count("watching") == 2)
            assert "w.mj:2:1: error[unknown-node]" in printed()
            program.write_text('grid 4x1 values=BW\nrule file="r.png" legend=BW\n')
            wait_for(lambda: printed().count("watching") == 3)
            assert "there is no such file" in printed()
            image = Image.new("RGB", (2, 1))
            image.putpixel((1, 0), (255, 255, 255))
            image.save(folder / "r.png")
            wait_for(lambda: printed().count("watching") == 4)
            image.putpixel((0, 0), (255, 0, 0))
            image.save(folder / "r.png")
            wait_for(lambda: printed().count("watching") == 5)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
            log.close()
    seeds = [
        line.split("seed ")[1].split(":")[0] for line in printed().split("\n") if "seed" in line
    ]
    assert len(seeds) == 3
    assert len(set(seeds)) == 1
    assert "Traceback" not in printed()


def test_watching_needs_a_file(folder: Path) -> None:
    found = run("run", "-", "--watch", input=b"")
    assert found.returncode == 2
    assert b"--watch needs" in found.stderr


def test_a_ctrl_c_while_it_is_still_being_imported() -> None:
    lead = """
import runpy, sys
class Typed:
    def find_spec(self, name, path=None, target=None):
        if name == "markovpy.cli":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Typed())
runpy.run_module("markovpy", run_name="__main__")
"""
    found = subprocess.run([sys.executable, "-c", lead], capture_output=True, timeout=PATIENCE)
    assert (found.returncode, found.stderr.split()) == (130, [b"interrupted"])
