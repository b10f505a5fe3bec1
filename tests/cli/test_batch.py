"""``markovpy run --seeds``: many seeds at once, their files, sheets, failures, Ctrl-C."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

import markovpy
from markovpy.commands import console, memory, options, workers
from markovpy.commands.request import Request
from markovpy.commands.workers import run_beside

COIN = "grid 1x1 values=BWR\nonce:\n  B -> W\n  B -> R\nrequire count W == 1 tries=1\n"
"""Fails for about half of the seeds."""
TRAP = "grid 3x1 values=BRWG\nonce:\n  BBB -> RBB\n  BBB -> GGG\none: RB -> BR\n"
"""Never ends for about half of the seeds."""


@pytest.fixture(autouse=True)
def _programs(folder: Path) -> None:
    (folder / "coin.mj").write_text(COIN)
    (folder / "trap.mj").write_text(TRAP)


def lines(text: str) -> list[dict[str, Any]]:
    """Return the objects of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def good(name: str, wanted: bool) -> list[int]:
    """Return three seeds for which a program ends well, or not."""
    found = []
    for seed in range(100):
        try:
            well = markovpy.load(name).run(seed=seed, steps=50).stopped == "done"
        except markovpy.RunError:
            well = False
        if well == wanted:
            found.append(seed)
    return found[:3]


@pytest.mark.parametrize(
    ("text", "expected"),
    [("0:3", (0, 1, 2)), ("3,7,9", (3, 7, 9)), (" 9 , 2:4", (9, 2, 3)), ("5:6", (5,))],
)
def test_seeds_are_ranges_and_lists(text: str, expected: tuple[int, ...]) -> None:
    assert options.seeds(text) == expected


def test_a_number_alone_draws_so_many_seeds() -> None:
    found = options.seeds("24")
    assert len(set(found)) == 24
    assert found != options.seeds("24")
    assert options.seeds("2147483646:2147483648")[-1] == 2**31 - 1


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_seed_is_reported_in_order_and_written(call: Any, folder: Path, jobs: int) -> None:
    found = call("run", "walk.mj", "--seeds", "4:7", "-o", "o/{seed}.txt", "--jobs", jobs)
    assert found.code == 0
    for seed, line in zip((4, 5, 6), found.out.splitlines(), strict=True):
        run = markovpy.load("walk.mj").run(seed=seed)
        assert line.startswith(f"walk 30x30 seed {seed}: {run.turns:,} turn")
        assert line.endswith(f"done; wrote o/{seed}.txt")
        assert (folder / "o" / f"{seed}.txt").read_text() == run.text() + "\n"


def test_results_do_not_depend_on_the_jobs(call: Any, folder: Path) -> None:
    printed, written = [], []
    for jobs in (1, 3):
        words = ["--seeds", "0:7", "--jobs", jobs, "--sheet", "s.png", "-o", "{seed}.png", "--json"]
        found = call("run", "walk.mj", *words, "-o", "{seed}.gif")
        printed.append([{**line, "seconds": 0} for line in lines(found.out)])
        written.append({path.name: path.read_bytes() for path in folder.glob("*.[pg][ni][gf]")})
    assert printed[0] == printed[1]
    assert [line["seed"] for line in printed[0]] == list(range(7))
    assert len(written[0]) == 15
    assert written[0] == written[1]


def test_drawn_seeds_are_reported(call: Any) -> None:
    found = lines(call("run", "walk.mj", "--seeds", "3", "--json", "--sheet", "s.png").out)
    assert len(found) == 3
    for line in found:
        assert line["outputs"] == []
        assert markovpy.load("walk.mj").run(seed=line["seed"]).sha256 == line["sha256"]
    with Image.open("s.png") as image:
        assert image.info["markovpy.seed"] == ",".join(str(line["seed"]) for line in found)


def test_without_outputs_each_seed_has_its_picture(call: Any, folder: Path) -> None:
    assert call("run", "fill.mj", "--seeds", "1:3", "--jobs", 1).code == 0
    assert sorted(path.name for path in folder.glob("*.png")) == ["fill_1.png", "fill_2.png"]


def test_a_sheet_shows_all_seeds_in_exact_colors(call: Any, folder: Path) -> None:
    found = call("run", "fill.mj", "--seeds", "0:5", "--sheet", "o/s.png", "--scale", 3)
    assert found.code == 0
    assert found.out.splitlines()[-1] == "wrote o/s.png (5 pictures)"
    assert list(folder.rglob("*.png")) == [folder / "o" / "s.png"]
    with Image.open("o/s.png") as image:
        assert image.mode == "P"
        rgb = np.asarray(image.convert("RGB"))
    white = (rgb == (0xFF, 0xF1, 0xE8)).all(axis=2).sum()
    assert white == 5 * 5 * 9
    only = call("run", "fill.mj", "--seeds", "0:1", "--sheet", "o/s.png", "-o", "one.png")
    assert only.out.splitlines()[-1] == "wrote o/s.png (1 picture)"
    assert (folder / "one.png").exists()


def test_a_program_from_stdin(call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (folder / "walk.mj").read_bytes()
    for jobs in (1, 2):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text)))
        words = ["--seeds", "1:4", "--jobs", jobs, "--json", "--sheet", "s.png"]
        found = lines(call("run", "-", *words).out)
        assert [line["program"] for line in found] == ["<stdin>"] * 3
        assert found[0]["sha256"] == markovpy.load("walk.mj").run(seed=1).sha256


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_failing_seed_does_not_stop_the_rest(call: Any, folder: Path, jobs: int) -> None:
    bad, fine = good("coin.mj", False), good("coin.mj", True)
    seeds = ",".join(map(str, [bad[0], fine[0], bad[1], fine[1]]))
    words = ["--seeds", seeds, "--jobs", jobs, "-o", "{seed}.txt", "--sheet", "s.png"]
    found = call("run", "coin.mj", *words)
    assert found.code == 1
    assert [line.split()[3] for line in found.out.splitlines()[:2]] == [f"{s}:" for s in fine[:2]]
    assert f"seed {bad[0]}: coin.mj:5:1: error[require-failed]" in found.err
    assert f"seed {bad[1]}: the same" in found.err
    assert "note: 2 of 4 seeds failed" in found.err
    assert {path.name for path in folder.glob("*.txt")} == {f"{seed}.txt" for seed in fine[:2]}
    assert "wrote s.png (2 pictures)" in found.out
    found = call("run", "coin.mj", *words, "--json")
    first, second, *_ = lines(found.out)
    assert (found.code, found.err) == (1, "")
    assert (first["program"], first["seed"], first["error"]["exit"]) == ("coin.mj", bad[0], 1)
    assert first["error"]["diagnostics"][0]["code"] == "require-failed"
    assert (second["seed"], second["stopped"]) == (fine[0], "done")


def test_a_seed_at_the_cap_is_exit_code_3(call: Any) -> None:
    seeds = [good("trap.mj", True)[0], *good("trap.mj", False)[:2]]
    words = ["--seeds", ",".join(map(str, seeds)), "--sheet", "s.png", "--jobs", 1]
    found = call("run", "trap.mj", *words)
    assert found.code == 3
    assert found.err.count("warning[cap]") == 1
    assert "note: 2 of 3 seeds gave up at the cap" in found.err
    assert "wrote s.png (3 pictures)" in found.out
    assert [line["stopped"] for line in lines(call("run", "trap.mj", *words, "--json").out)] == [
        "done",
        "cap",
        "cap",
    ]


def test_notes_and_warnings_are_said_once(call: Any) -> None:
    words = ["--seeds", "0:3", "--jobs", 2, "-o", "{seed}.gif", "--fps", 90]
    found = call("run", "odd.mj", *words)
    assert found.err.count("warning[unused]") == 1
    assert found.err.count("at most 50 frames a second") == 1
    quiet = call("run", "odd.mj", *words, "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (0, "", "")


def test_frames_have_a_folder_a_seed(call: Any, folder: Path) -> None:
    assert call("run", "fill.mj", "--seeds", "2:4", "--jobs", 1, "--frames", "f/{seed}").code == 0
    for seed in (2, 3):
        assert (folder / "f" / str(seed) / "frame_0.png").exists()


def test_one_seed_has_its_placeholder_too(call: Any, folder: Path) -> None:
    found = call("run", "fill.mj", "--seed", 9, "-o", "a_{seed}.txt")
    assert "wrote a_9.txt" in found.out
    assert (folder / "a_9.txt").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--seeds", "0:2", "-o", "a.png"], "such as -o 'a_{seed}.png'"),
        (["--seeds", "0:2", "--frames", "f"], "such as --frames 'f_{seed}'"),
        (["--seeds", "0:2", "--seed", 1], "take one of them"),
        (["--seeds", "0:2", "--watch"], "--watch runs one seed"),
        (["--sheet", "a.png"], "add --seeds"),
        (["--jobs", 2], "add --seeds"),
        (["--seeds", "0:2", "--sheet", "a.gif"], "does not end in .png"),
        (["--seeds", "0:2", "--sheet", "1.png", "-o", "{seed}.png"], "named twice"),
        (["--seeds", "0:2", "-o", "{seed}.png", "-o", "x/../{seed}.png"], "same file"),
        (["--seeds", "1:12", "-o", "{seed}.png", "-o", "1{seed}.png"], "same file"),
        (["--seeds", "0:2", "--jobs", 0], "from 1 to 256"),
        (["--seeds", "3:3"], "holds no seed"),
        (["--seeds", "4:3"], "holds no seed"),
        (["--seeds", "0:2147483650"], "beyond 2,147,483,647"),
        (["--seeds", "3,4,3"], "seed 3 twice"),
        (["--seeds", "0"], "from 1 to 10,000"),
        (["--seeds", "0:10001"], "more than 10,000 seeds"),
        (["--seeds", "-1,2"], "0:24 for 0 to 23"),
        (["--seeds", "a"], "0:24 for 0 to 23"),
        (["--view", "flat"], "isometric"),
    ],
)
def test_usage_errors(call: Any, folder: Path, words: list[object], said: str) -> None:
    before = sorted(folder.iterdir())
    found = call("run", "fill.mj", *words)
    assert found.code == 2
    assert said in found.err
    assert not found.out
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--sheet", "fill.mj/s.png"], "fill.mj is not a folder"),
        (["-o", "{seed}.txt"], "2.txt: error[cannot-write]: this is a folder"),
        (["--sheet", "s.png", "--scale", 3000], "the sheet would have"),
        (["-o", "{seed}.vox", "--size", "257x1"], "0.vox: error[cannot-write]"),
        (["--start", "absent"], "no such file"),
    ],
)
def test_all_is_checked_before_the_first_run(
    call: Any, folder: Path, monkeypatch: pytest.MonkeyPatch, words: list[object], said: str
) -> None:
    def never(*_: object) -> None:
        raise AssertionError("it ran")

    (folder / "2.txt").mkdir()
    monkeypatch.setattr(markovpy.Run, "finish", never)
    found = call("run", "fill.mj", "--seeds", "0:4", "--jobs", 1, *words)
    assert found.code == 1
    assert said in found.err
    assert not found.out


def test_one_bar_for_all_seeds(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(console, "_PATIENCE", -1)
    monkeypatch.setattr(console, "_REDRAW", 0)
    assert call("run", "fill.mj", "--seeds", "0:4", "--jobs", 1, "--sheet", "s.png").code == 0
    drawn = terminal.getvalue().split("\r\x1b[K")
    assert [text.split(" seeds")[0] for text in drawn if text] == [
        f"fill [{'#' * (5 * done)}{'-' * (20 - 5 * done)}] {done} of 4" for done in (1, 2, 3, 4)
    ]


def test_ctrl_c_saves_the_sheet_of_what_is_done(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    advance, calls = markovpy.Run._advance, []

    def pressing(run: markovpy.Run, turns: int = 1) -> int:
        calls.append(run.seed)
        if run.seed == 12:
            signal.raise_signal(signal.SIGINT)
        return advance(run, turns)

    monkeypatch.setattr(markovpy.Run, "_advance", pressing)
    words = ["--seeds", "10:20", "--jobs", 1, "--steps", 0, "--sheet", "s.png", "-o", "{seed}.txt"]
    found = call("run", "walk.mj", *words)
    assert found.code == 130
    assert max(calls) == 12
    assert "interrupted: " in found.err
    with Image.open("s.png") as image:
        assert image.info["markovpy.seed"].startswith("10,11")


def test_two_ctrl_c_end_everything(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(markovpy.Run, "finish", pressed)
    assert call("run", "endless.mj", "--seeds", "0:3", "--jobs", 1).code == 130


@pytest.mark.skipif(os.name == "nt", reason="sends SIGINT")
@pytest.mark.parametrize("to_all", [True, False])
def test_ctrl_c_while_processes_run(folder: Path, to_all: bool) -> None:
    seeds = [good("trap.mj", True)[0], *good("trap.mj", False)]
    words = ["--seeds", ",".join(map(str, seeds)), "--jobs", "2", "--steps", "0"]
    words += ["--sheet", "s.png", "-o", "{seed}.txt"]
    command = [sys.executable, "-m", "markovpy", "run", "trap.mj", *words]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, start_new_session=True) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            if to_all:
                os.killpg(process.pid, signal.SIGINT)
            else:
                process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=60)
        finally:
            process.kill()
    assert process.returncode == 130
    assert f"seed {seeds[0]}: ".encode() in first
    assert out == b"wrote s.png (1 picture)\n"
    assert err == b"interrupted: 1 of 4 seeds are done\n"
    assert [path.name for path in folder.glob("[0-9]*.txt")] == [f"{seeds[0]}.txt"]
    with Image.open(folder / "s.png") as image:
        assert image.info["markovpy.seed"] == str(seeds[0])


@pytest.mark.skipif(os.name == "nt", reason="sends SIGKILL")
def test_a_process_that_dies_takes_only_its_seed_along(folder: Path) -> None:
    fine, bad = good("trap.mj", True), good("trap.mj", False)
    seeds = [bad[0], *fine]
    request = Request("trap.mj", outputs=(Path("{seed}.txt"),), steps=0)
    with console.Interrupts() as interrupts:
        found, killed = {}, False
        for outcome in run_beside(request, None, seeds, None, 2, interrupts):
            if outcome is not None:
                found[outcome.seed] = outcome
            if not killed and set(found) == set(fine):
                killed = True
                for child in multiprocessing.active_children():
                    child.kill()
    assert found[bad[0]].stopped == "failed"
    assert "its process ended with -9" in found[bad[0]].problem
    assert {found[seed].stopped for seed in fine} == {"done"}
    assert not multiprocessing.active_children()


def test_the_life_of_a_worker(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a process does, in this one: a program that is gone, a wish to stop, a closed pipe."""
    monkeypatch.setattr(console, "_leader", None)
    before = signal.getsignal(signal.SIGINT)
    try:
        ours, theirs = multiprocessing.Pipe()
        ours.send(1)
        ours.send(None)
        workers.work(theirs, Request("absent.mj"), None, None)
        assert "no such file" in ours.recv().problem
        ours.send(1)
        ours.send(None)
        workers.work(theirs, Request("endless.mj", steps=0), None, None)
        assert ours.recv().stopped == "interrupted"
        ours.send(3)
        ours.close()
        workers.work(theirs, Request("fill.mj"), None, 30)
        workers.work(theirs, Request("fill.mj"), None, 30)
    finally:
        signal.signal(signal.SIGINT, before)


def test_cores_are_counted_on_every_system(monkeypatch: pytest.MonkeyPatch) -> None:
    assert workers.cores() >= 1
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    assert workers.cores() == os.cpu_count()


def test_only_as_many_runs_go_on_as_fit_into_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    program = markovpy.parse("grid 100x100 values=BW\nput W at center\nWB -> WW")
    need = memory.bytes_of_run(program)
    monkeypatch.setattr(memory, "_memory", lambda: 4 * need + 1)
    assert memory.runs_that_fit(program) == 4
    monkeypatch.setattr(memory, "_memory", lambda: need - 1)
    assert memory.runs_that_fit(program) == 1
    monkeypatch.setattr(memory, "_memory", lambda: 0)
    assert memory.runs_that_fit(program) > 1000
