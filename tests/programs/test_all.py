"""What holds of every program of these folders."""

from importlib.resources import files

import pytest

import markovpy

FOLDERS = ("art", "caves", "growth", "land", "three_d", "towns")
NAMES = sorted(
    entry.name.removesuffix(".mj")
    for folder in FOLDERS
    for entry in (files("markovpy.programs") / folder).iterdir()
    if entry.name.endswith(".mj")
)
FIXED = ("gather", "glider_gun", "hilbert", "peg_solitaire")
"""Those whose start picture gives the size, and one that grows it 64 times."""
SIZES = [(1, 1), (2, 3), (3, 2), (7, 5), (9, 9), (12, 31), (31, 12)]


def test_there_are_enough() -> None:
    assert len(NAMES) >= 14


@pytest.mark.parametrize("name", NAMES)
def test_a_program_says_what_it_draws_and_has_nothing_odd(name: str) -> None:
    program = markovpy.load(name)
    first = program.source.text.split("\n")[0]
    assert first.startswith("# ")
    assert first.endswith(".")
    assert program.warnings == ()


def is_solid(name: str) -> bool:
    """Return whether a program is meant for three dimensions."""
    return markovpy.load(name).size[2] > 1


@pytest.mark.parametrize("name", NAMES)
def test_a_seed_gives_one_grid_and_another_seed_another(name: str) -> None:
    size = (20, 20, 8) if is_solid(name) else (24, 24)
    program = markovpy.load(name, size=None if name in FIXED else size)
    runs = [program.run(seed, steps=5000) for seed in (7, 7, 8, 9, 10, 11)]
    assert runs[0].sha256 == runs[1].sha256
    if name not in ("pascal", "sandpile", "glider_gun", "hilbert"):
        assert len({run.sha256 for run in runs}) > 1


@pytest.mark.parametrize("name", [name for name in NAMES if name not in FIXED])
def test_a_small_grid_does_no_harm(name: str) -> None:
    for size in SIZES:
        layers = (6,) if is_solid(name) else ()
        program = markovpy.load(name, size=size + layers)
        assert program.run(seed=3).stopped == "done"
