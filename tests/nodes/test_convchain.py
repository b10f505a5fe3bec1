"""``convchain``: textures that follow a sample."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import markovpy
from markovpy import ProgramError
from markovpy.nodes.convchain import pattern_weights, places

PROGRAM = (
    "grid 20x16 values=BDAW\n{before}"
    'convchain sample="sample.png" n=2 steps=8 on=B black=D white=A {words}\n'
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a sample of stripes."""
    pixels = np.zeros((4, 4, 4), dtype=np.uint8)
    pixels[:, :, 3] = 255
    pixels[:, ::2, :3] = 255
    Image.fromarray(pixels).save(tmp_path / "sample.png")
    return tmp_path


def ran(folder: Path, words: str = "", before: str = "", seed: int = 1) -> markovpy.Run:
    """Run the program with further words and statements."""
    text = PROGRAM.format(words=words, before=before)
    return markovpy.parse(text, folder=folder).run(seed=seed)


def test_only_the_ground_is_filled(folder: Path) -> None:
    run = ran(folder, before="put W at border\n")
    assert (run.grid == 0).sum() == 0
    edge = np.ones((16, 20), dtype=bool)
    edge[1:-1, 1:-1] = False
    assert ((run.grid == 3) == edge).all()
    assert set(run.grid[~edge].tolist()) == {1, 2}
    assert run.turns == 9


def test_stripes_come_out_striped(folder: Path) -> None:
    """With the sample read as it stands, cells agree with those above more than beside."""
    shares = []
    for seed in range(4):
        grid = ran(folder, "symmetry=none temperature=0.3", seed=seed).grid == 2
        above = (grid == np.roll(grid, 1, axis=0)).mean()
        beside = (grid == np.roll(grid, 1, axis=1)).mean()
        shares.append((above, beside))
    assert all(above > 0.75 > 0.35 > beside for above, beside in shares)


def test_first_turn_is_even_noise(folder: Path) -> None:
    program = markovpy.parse(PROGRAM.format(words="", before=""), folder=folder)
    grid = program.run(seed=4, steps=1).grid
    assert 0.4 < (grid == 2).mean() < 0.6
    assert ((grid == 1) | (grid == 2)).all()


def test_temperature_zero_never_gets_less_likely(folder: Path) -> None:
    def likelihood(grid: NDArray[np.uint8]) -> float:
        white = np.asarray(Image.open(folder / "sample.png"))[:, :, 0] == 255
        weights = pattern_weights(white, 2, tuple(range(8)))
        numbers = sum(
            np.roll(grid == 2, (-y, -x), axis=(0, 1)).astype(int) << x + 2 * y
            for y in range(2)
            for x in range(2)
        )
        return float(np.log(weights[numbers]).sum())

    text = PROGRAM.format(words="temperature=0", before="")
    run = markovpy.parse(text, folder=folder).begin(seed=2)
    run.advance()
    last = likelihood(run.grid)
    for _ in range(7):
        run.advance()
        assert likelihood(run.grid) >= last - 1e-9
        last = likelihood(run.grid)


def test_without_ground_nothing_acts(folder: Path) -> None:
    run = ran(folder, before="all: B -> W\n")
    assert run.turns == 2 and (run.grid == 3).all()


def test_weights_count_each_orientation() -> None:
    white = np.array([[True, False], [False, False]])
    alone = pattern_weights(white, 2, (0,))
    assert alone[[1, 2, 4, 8]].tolist() == [1, 1, 1, 1]  # the sample's edges meet
    assert alone[0] == 0.1
    corner = np.zeros((5, 5), dtype=bool)
    corner[2, 2] = corner[2, 3] = corner[3, 2] = True  # an L: white but for the lower right
    assert pattern_weights(corner, 2, (0,))[[7, 11, 13, 14]].tolist() == [1, 0.1, 0.1, 0.1]
    assert pattern_weights(corner, 2, (0, 1))[[7, 11, 13, 14]].tolist() == [1, 1, 0.1, 0.1]
    assert pattern_weights(corner, 2, (0, 2, 4, 6))[[7, 11, 13, 14]].tolist() == [1, 1, 1, 1]
    assert pattern_weights(corner, 2, (0, 2))[[7, 11, 13, 14]].tolist() == [1, 0.1, 1, 0.1]


def test_places_of_a_cell_in_its_windows() -> None:
    assert places(3, 20) == [2, 1, 0, -1, -1]
    assert places(3, 4) == [2, 1, 0, -1, 2]  # a window that begins 2 behind comes round again
    assert places(1, 9) == [0]


@pytest.mark.parametrize(
    ("words", "code", "marked"),
    [
        ("n=5 on=B black=D white=A", "too-large", "5"),
        ("n=0 on=B black=D white=A", "too-small", "0"),
        ("on=B black=D white=D", "repeated-value", "D"),
        ("on=B black=D white=X", "unknown-symbol", "X"),
        ("on=B black=D white=A temperature=-1", "bad-temperature", "-1"),
        ("black=D white=A", "missing-argument", 'convchain sample="sample.png" black=D white=A'),
    ],
)
def test_wrong_arguments(folder: Path, words: str, code: str, marked: str) -> None:
    with pytest.raises(ProgramError) as caught:
        markovpy.parse(
            f'grid 9x9 values=BDA\nconvchain sample="sample.png" {words}\n', folder=folder
        )
    found = caught.value
    assert (code, marked) in [
        (d.code, found.source.slice(d.span)) for d in found.diagnostics if d.span
    ]


def test_missing_sample_and_third_dimension(folder: Path) -> None:
    line = 'convchain sample="simple.png" on=B black=D white=A steps=3'
    with pytest.raises(ProgramError, match=r"did you mean 'sample\.png'"):
        markovpy.parse(f"grid 9x9 values=BDA\n{line}\n", folder=folder)
    with pytest.raises(ProgramError, match="2-D grids only"):
        markovpy.parse(f"grid 9x9x2 values=BDA\n{line}\n", folder=folder)


def test_without_a_bound_it_is_warned_of(folder: Path) -> None:
    line = 'convchain sample="sample.png" on=B black=D white=A'
    program = markovpy.parse(f"grid 9x9 values=BDA\n{line}\n", folder=folder)
    assert [d.code for d in program.warnings] == ["endless"]
    run = program.run(seed=1)
    assert run.message is not None and run.message.span is not None
