"""Generated puzzles have one solution and what was wished; what cannot be had is refused."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from markovpy.engine.random import Random
from markovpy.plugins.sudoku import (
    LEVELS,
    PuzzleError,
    Shape,
    check,
    count,
    fill,
    generate,
    grade,
    is_unique,
    solve,
)
from markovpy.plugins.sudoku.symmetry import KINDS, orbits


def needless(text: str, box: tuple[int, int] | None = None) -> list[int]:
    """Return the givens that can go, one at a time."""
    givens = [cell for cell, digit in enumerate(text) if digit != "."]
    return [c for c in givens if is_unique(text[:c] + "." + text[c + 1 :], box)]


@pytest.mark.parametrize("level", LEVELS)
def test_levels(level: str) -> None:
    for seed in range(6):
        made = generate(seed, level=level)
        assert count(made.text) == 1
        assert solve(made.text).cells == made.solution
        assert made.grade == grade(made.text)
        assert made.grade.level == level


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
def test_200_seeds_of_each_level(level: str) -> None:
    made = [generate(seed, level=level) for seed in range(200)]
    assert len({puzzle.text for puzzle in made}) == 200
    for puzzle in made:
        assert count(puzzle.text) == 1
        assert grade(puzzle.text).level == level


def test_same_seed_same_puzzle() -> None:
    wishes = {"clues": (28, 32), "symmetric": True}
    assert generate(5, **wishes) == generate(5, **wishes)  # type: ignore[arg-type]
    assert generate(5).text != generate(6).text
    assert generate(Random(5)).text == generate(5).text
    made = generate()
    assert made.seed is not None
    assert generate(made.seed).text == made.text


@pytest.mark.parametrize("clues", [24, 30, 40, 80, 81, (36, 40), (81, 81)])
def test_the_number_of_givens(clues: int | tuple[int, int]) -> None:
    least, most = (clues, clues) if isinstance(clues, int) else clues
    for seed in range(4):
        made = generate(seed, clues=clues)
        assert least <= made.clues <= most
        assert is_unique(made.text)
    assert {generate(seed, clues=(36, 40)).clues for seed in range(40)} == set(range(36, 41))


def test_minimal_puzzles_have_no_needless_given() -> None:
    for wishes in ({}, {"symmetric": True}, {"clues": (22, 24)}, {"level": "hard"}):
        made = generate(2, minimal=True, **wishes)  # type: ignore[arg-type]
        assert is_unique(made.text)
        assert needless(made.text) == []
    assert needless(generate(2, clues=40).text)
    small = generate(2, 6, (2, 3), minimal=True)
    assert needless(small.text, (2, 3)) == []


@pytest.mark.parametrize("kind", KINDS)
def test_symmetries(kind: str) -> None:
    made = generate(3, symmetric=kind)
    given = np.frombuffer(made.cells, dtype=np.uint8).reshape(9, 9) > 0
    images = {
        "half-turn": given[::-1, ::-1],
        "quarter-turn": np.rot90(given),
        "left-right": given[:, ::-1],
        "top-bottom": given[::-1],
        "diagonal": given.T,
        "antidiagonal": given[::-1, ::-1].T,
    }
    assert (given == images[kind]).all()
    assert is_unique(made.text)
    assert sorted(cell for orbit in orbits(9, kind) for cell in orbit) == list(range(81))


def test_full_grids_are_valid_and_differ() -> None:
    for shape in (Shape(2, 2), Shape(2, 3), Shape(3, 2), Shape(), Shape(3, 4), Shape(5, 5)):
        box = (shape.box_height, shape.box_width)
        rng = Random(1)
        grids = [fill(rng, shape) for _ in range(5)]
        for grid in grids:
            rows = np.frombuffer(grid, dtype=np.uint8).reshape(shape.side, shape.side)
            assert check(rows, box).solved
        assert len(set(grids)) > 1


def test_full_grids_come_about_evenly() -> None:
    """A 4x4 board has 288 grids; none is left out, and each first cell is as frequent."""
    rng = Random(3)
    grids = Counter(fill(rng, Shape(2, 2)) for _ in range(6000))
    assert len(grids) == 288
    first = Counter(grid[0] for grid in grids.elements())
    assert max(first.values()) < 1.2 * min(first.values())


@pytest.mark.parametrize(("side", "box"), [(4, None), (6, (2, 3)), (6, (3, 2)), (12, (3, 4))])
def test_other_sizes(side: int, box: tuple[int, int] | None) -> None:
    made = generate(1, side, box)
    assert is_unique(made.text, box)
    assert solve(made.text, box).cells == made.solution
    easy = generate(1, side, box, level="easy")
    assert grade(easy.text, box).level == "easy"


def test_a_board_of_25() -> None:
    made = generate(1, 25, clues=450)
    assert made.clues == 450
    assert solve(made.text).cells == made.solution


@pytest.mark.parametrize(
    ("wishes", "told"),
    [
        ({"clues": 16}, "no puzzle with 16 givens has exactly one solution"),
        ({"clues": 10}, "a 9x9 puzzle needs at least 17"),
        ({"clues": 82}, "82 givens on 81 cells"),
        ({"clues": (40, 36)}, "40 to 36 givens"),
        ({"side": 4, "clues": 3}, "needs at least 4"),
        ({"side": 6}, "boxes of a 6x6 board can have several shapes"),
        ({"level": "hrad"}, "there is no level 'hrad'"),
        ({"symmetric": "half turn"}, "did you mean 'half-turn'?"),
        ({"seed": -1}, "seed -1"),
        ({"seed": 1.5}, "seed 1.5"),
        ({"clues": "30"}, "clues='30' is no number of givens"),
        ({"clues": (30,)}, "clues=(30,) is no number of givens"),
        ({"box": "3x3"}, "box='3x3' is not the shape of a box"),
        ({"side": 26, "box": (2, 13)}, "there is no board of side 26"),
    ],
)
def test_wishes_that_make_no_sense_are_refused(wishes: dict, told: str) -> None:
    with pytest.raises(PuzzleError) as caught:
        generate(**{"seed": 1, **wishes})
    assert told in str(caught.value)


def test_wishes_out_of_reach_end_and_say_what_was_reached() -> None:
    with pytest.raises(PuzzleError, match=r"reached (19|2\d) givens, not 17, in 1,000 tries"):
        generate(1, clues=17)
    with pytest.raises(PuzzleError, match=r"reached 2\d givens, not 40, in 1,000 tries"):
        generate(1, clues=40, minimal=True)
    with pytest.raises(PuzzleError, match="reached level easy, not expert, in 1,000 tries"):
        generate(1, 4, level="expert")
