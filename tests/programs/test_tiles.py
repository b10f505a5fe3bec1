"""Programs that lay tiles or imitate a sample."""

from importlib.resources import files
from itertools import product
from typing import TypeAlias

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from support.regions import OPPOSITE, STEPS, components, drawn, one_of, places, program, rectangle

SEEDS = range(25)
CORDS = "abcde"
Window: TypeAlias = tuple[str, ...]


def picture(name: str, symbols: str) -> NDArray[np.str_]:
    """Return a sample as symbols, in the order in which its colours first occur."""
    with (files("markovpy.programs") / "tiles" / f"{name}.png").open("rb") as file:
        pixels = np.array(Image.open(file).convert("RGB"))
    colors = list(dict.fromkeys(tuple(pixel) for row in pixels.tolist() for pixel in row))
    assert len(colors) == len(symbols)
    return np.array([[symbols[colors.index(tuple(p))] for p in row] for row in pixels.tolist()])


def windows(cells: NDArray[np.str_], wraps: bool) -> list[Window]:
    """Return all windows of 3x3 cells."""
    if wraps:
        cells = np.pad(cells, ((0, 2), (0, 2)), mode="wrap")
    height, width = cells.shape
    corners = product(range(height - 2), range(width - 2))
    return [tuple(cells[y : y + 3, x : x + 3].flat) for y, x in corners]


def known(sample: NDArray[np.str_], turned: bool) -> set[Window]:
    """Return the windows of a sample that wraps around, and of its mirror image or all turns."""
    turns = [np.rot90(sample, quarter) for quarter in range(4 if turned else 1)]
    return {w for turn in turns for side in (turn, turn[:, ::-1]) for w in windows(side, True)}


class Cords:
    """The pieces of cord in a picture of the program ``knots``, five cells a side."""

    def __init__(self, cells: NDArray[np.str_]) -> None:
        self.cells = cells
        self.used: dict[tuple[int, int], str] = {}

    def reaches(self, block: tuple[int, int], side: str) -> str:
        """Return the colour of the cord that reaches a side of a block, or an empty string."""
        down, right = STEPS[side]
        symbol = str(self.cells[5 * block[0] + 2 + 2 * down, 5 * block[1] + 2 + 2 * right])
        return symbol if symbol in CORDS else ""

    def walk(self, start: tuple[int, int]) -> str:
        """Walk once around a cord from one of its corners; return how it passes crossings."""
        color = str(self.cells[5 * start[0] + 2, 5 * start[1] + 2])
        first = next(side for side in STEPS if self.reaches(start, side))
        block, side, passed = start, first, ""
        while True:
            self.used[block] = self.used.get(block, "") + "."
            block = (block[0] + STEPS[side][0], block[1] + STEPS[side][1])
            back = OPPOSITE[side]
            across = "ud" if side in "rl" else "rl"
            met = [
                self.reaches(
                    (block[0] + STEPS[s][0], block[1] + STEPS[s][1]),
                    OPPOSITE[s],
                )
                for s in across
            ]
            if not self.reaches(block, back):
                passed += "U"
                assert all(self.reaches(block, s) for s in across)
                continue
            assert self.reaches(block, back) == color
            if all(met) and not any(self.reaches(block, s) for s in across):
                passed += "O"
                assert self.reaches(block, side) == color
                continue
            if block == start:
                return passed
            (side,) = (s for s in STEPS if s != back and self.reaches(block, s))


@pytest.mark.parametrize("seed", SEEDS)
def test_every_cord_is_closed_and_goes_over_and_under_by_turns(seed: int) -> None:
    cells = drawn(program("knots").run(seed))
    cords = Cords(cells)
    middles = cells[2::5, 2::5]
    blocks = places(one_of(middles, CORDS))
    assert len(blocks) > 100
    for block in blocks:
        sides = [s for s in STEPS if cords.reaches(block, s)]
        if block not in cords.used and set(sides) & {"u", "d"} and set(sides) & {"r", "l"}:
            passed = cords.walk(block)
            assert len(passed) % 2 == 0
            assert "OO" not in passed * 2
            assert "UU" not in passed * 2
    crossed = sum(visits == ".." for visits in cords.used.values())
    assert set(cords.used) == set(blocks)
    assert set(cords.used.values()) <= {".", ".."}
    assert crossed > 10


@pytest.mark.parametrize("seed", SEEDS)
def test_every_track_goes_on_over_the_edge_of_its_tile(seed: int) -> None:
    cells = drawn(program("railway").run(seed))
    assert one_of(cells, "GWTRF").all()
    rails = cells == "R"
    for tracks in (rails, rails.T):
        sides = tracks.reshape(tracks.shape[0] // 7, 7, tracks.shape[1] // 7, 7)
        left, right = sides[:, :, :, 0], sides[:, :, :, 6]
        assert (right[:, :, :-1] == left[:, :, 1:]).all()
        assert not left[:, :, 0].any()
        assert not right[:, :, -1].any()
        crossing = left.any(1)
        assert (left[:, [2, 4]].all(1) == crossing).all()
        assert (left.sum(1) == 2 * crossing).all()
    assert rails.sum() > 200


@pytest.mark.parametrize("seed", SEEDS)
def test_the_garden_has_only_windows_of_its_picture_and_earth_below(seed: int) -> None:
    cells = drawn(program("garden").run(seed))
    assert set(windows(cells, True)) <= known(picture("garden", ".oysge"), turned=False)
    assert (cells[-1] == "e").all()
    assert not (cells[:-1] == "e").any()
    assert (cells == "y").any()


@pytest.mark.parametrize("seed", range(10))
def test_the_floor_plan_has_only_windows_of_the_small_one_and_rectangular_rooms(seed: int) -> None:
    cells = drawn(program("floor_plan").run(seed))
    assert set(windows(cells, False)) <= known(picture("floor_plan", "WDFR"), turned=True)
    rooms = components(one_of(cells, "FR"))
    assert len(rooms) > 5
    assert all(rectangle(room) for room in rooms)


@pytest.mark.parametrize("seed", range(4))
def test_the_coral_is_made_of_the_windows_of_its_sample(seed: int) -> None:
    sample = known(picture("brain_coral", "RG"), turned=True)
    share = {}
    for turns in (0, 30):
        run = program("brain_coral", 60, 50).begin(seed)
        ridge = run.symbols.index("R")
        while not (run.grid == ridge).any():
            run.advance()
        run.advance(turns)
        inside = [w for w in windows(drawn(run), False) if set(w) <= set("RG")]
        assert len(inside) > 700
        share[turns] = np.mean([w in sample for w in inside])
    assert share[0] < len(sample) / 2**9 + 0.05
    assert share[30] > 0.8
