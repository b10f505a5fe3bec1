"""Art: automata, an ant, a sandpile, dominoes, sorting, curves, traces, pegs."""

from itertools import pairwise
from math import comb

import numpy as np
import pytest
from numpy.typing import NDArray

from support.regions import (
    OPPOSITE,
    STEPS,
    beside,
    components,
    drawn,
    inversions,
    is_closed_curve,
    is_connected,
    one_of,
    path_ends,
    places,
    program,
    rectangle,
)

SEEDS = range(100)


@pytest.mark.parametrize("height", range(1, 101))
def test_pascal_holds_the_binomials_modulo_three(height: int) -> None:
    cells = program("pascal", 2 * height + 1, height).run(seed=height)
    want = np.zeros((height, 2 * height + 1), np.int64)
    for row in range(height):
        for place in range(row + 1):
            want[row, height - row + 2 * place] = comb(row, place) % 3
    assert ["".join(row) for row in drawn(cells)] == ["".join(map(str, row)) for row in want]


@pytest.mark.parametrize("seed", SEEDS)
def test_rule_110_equals_its_number_in_bits(seed: int) -> None:
    cells = drawn(program("rule_110", 30, 24).run(seed))
    alive = one_of(cells, "abcde")
    assert 0 < alive[0].sum() < 28
    row = [bool(value) for value in alive[0]]
    for y in range(1, 24):
        codes = [4 * row[x - 1] + 2 * row[x] + row[x + 1] for x in range(1, 29)]
        row = [False, *(bool(110 >> code & 1) for code in codes), False]
        assert alive[y].tolist() == row
        letters = ["0", "e", "d", "c", "0", "b", "a", "0"]
        assert "".join(cells[y, 1:-1]) == "".join(letters[code] for code in codes)


def walked(cells: NDArray[np.str_], steps: int) -> tuple[NDArray[np.int64], tuple[int, int, str]]:
    """Return the colours after steps of the ant LLRR, and its place and direction."""
    ((y, x),) = places(one_of(cells, "rdlu"))
    side = str(cells[y, x])
    colors = np.zeros(cells.shape, np.int64)
    for _ in range(steps):
        turn = -1 if colors[y, x] < 2 else 1
        side = "rdlu"[("rdlu".index(side) + turn) % 4]
        colors[y, x] = (colors[y, x] + 1) % 4
        y, x = y + STEPS[side][0], x + STEPS[side][1]
    return colors, (y, x, side)


ANTS = {
    symbol: (color, side)
    for color, four in enumerate(["rdlu", "RDLU", "→↓←↑", "►▼◄▲"])
    for symbol, side in zip(four, "rdlu")
}


def test_the_ant_walks_as_its_rule_says_in_all_four_directions() -> None:
    directions = set()
    for seed in SEEDS:
        run = program("turmite", 41, 41).begin(seed)
        run.advance(1)
        start = drawn(run)
        steps = run.advance(800 + seed)
        colors, (y, x, side) = walked(start, steps)
        cells = drawn(run)
        assert ANTS[str(cells[y, x])] == (colors[y, x], side)
        shown = np.array([[ANTS.get(s, (s, ""))[0] for s in row] for row in cells.tolist()])
        assert (shown.astype(np.int64) == colors).all()
        directions.add(str(start[20, 20]))
    assert directions == set("rdlu")


def test_the_ant_stays_on_its_grid() -> None:
    run = program("turmite").run(seed=5)
    assert run.turns == 45002


def settled(pile: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return a pile of sand after all that topples has toppled."""
    pile = np.pad(pile, 1)
    while pile.max() >= 4:
        falls = pile // 4
        pile -= 4 * falls
        for axis in (0, 1):
            for step in (1, -1):
                pile += np.roll(falls, step, axis)
        pile[0] = pile[-1] = 0
        pile[:, 0] = pile[:, -1] = 0
    return pile[1:-1, 1:-1]


@pytest.mark.parametrize("width", range(3, 13))
@pytest.mark.parametrize("height", range(3, 13))
def test_the_sandpile_is_the_identity(width: int, height: int) -> None:
    cells = drawn(program("sandpile", width, height).run(seed=1))
    inner = cells[1:-1, 1:-1]
    assert (cells == "X").sum() == cells.size - inner.size
    pile = inner.astype(np.int64)
    assert pile.max() <= 3
    six = np.full(pile.shape, 6)
    assert (pile == settled(six - settled(six))).all()
    assert (settled(pile + pile) == pile).all()
    everywhere = settled(np.full(pile.shape, 3) + pile)
    assert (everywhere == 3).all()


TURNED = dict(zip("►▼◄▲→↓←↑", "rdlurdlu"))


def test_dominoes_cover_the_diamond_and_freeze_in_its_corners() -> None:
    frozen = np.zeros(4)
    middle = dict.fromkeys("►▼◄▲", 0)
    order = 12
    for seed in SEEDS:
        cells = drawn(program("arctic_circle", 28, 28).run(seed, set={"rings": order - 1}))
        rows, columns = np.indices(cells.shape) - 13.5
        assert ((cells != "B") == (abs(rows) + abs(columns) <= order)).all()
        for y, x in places(cells != "B"):
            side = TURNED[str(cells[y, x])]
            other = str(cells[y + STEPS[side][0], x + STEPS[side][1]])
            assert TURNED[other] == OPPOSITE[side]
            assert (other in "►▼◄▲") != (cells[y, x] in "►▼◄▲")
        tips = [cells[2:5, 13:15], cells[-5:-2, 13:15], cells[13:15, 2:5], cells[13:15, -5:-2]]
        frozen += [
            {TURNED[symbol] for symbol in tip.flat} == set("lr" if place < 2 else "ud")
            for place, tip in enumerate(tips)
        ]
        for symbol in middle:
            middle[symbol] += int((cells[9:19, 9:19] == symbol).sum())
    assert frozen.min() > 60
    total = sum(middle.values())
    assert min(middle.values()) > 0.15 * total


@pytest.mark.parametrize("seed", SEEDS)
def test_sorting_swaps_neighbors_until_the_row_is_in_order(seed: int) -> None:
    grid = program("sorting", 24, 40).run(seed).grid
    disorder = [inversions(row) for row in grid]
    for (above, below), (before, after) in zip(pairwise(grid), pairwise(disorder)):
        assert sorted(above) == sorted(below)
        changed = np.flatnonzero(above != below)
        assert (np.diff(changed.reshape(-1, 2)) == 1).all()
        assert before - after == len(changed) // 2
    assert all(b > a or b == 0 for b, a in pairwise(disorder[:-1]))
    assert disorder[-1] == 0


def test_the_shipped_size_ends_sorted() -> None:
    for seed in range(5):
        assert inversions(program("sorting").run(seed).grid[-1]) == 0


@pytest.mark.parametrize("seed", SEEDS)
def test_the_curve_is_closed_and_parts_inside_from_outside(seed: int) -> None:
    cells = drawn(program("jordan", 31, 27).run(seed))
    curve, inside, outside = (one_of(cells, symbols) for symbols in ("VE", "I", "OX"))
    assert (curve | inside | outside).all()
    assert is_closed_curve(curve)
    assert is_connected(inside)
    assert is_connected(outside)
    assert not (beside(inside) & outside).any()
    lattice = [(y % 2, x % 2) for y, x in places(cells == "V")]
    assert len(set(lattice)) == 1
    assert curve.sum() > 200


@pytest.mark.parametrize("seed", SEEDS)
def test_traces_run_from_pad_to_pad_and_touch_nothing(seed: int) -> None:
    cells = drawn(program("circuit", 41, 35).run(seed))
    assert one_of(cells, "BTPKQ").all()
    parts = components(cells != "B", diagonal=True)
    traces = [part for part in parts if "T" in set(cells[part]) or "P" in set(cells[part])]
    assert len(traces) >= 5
    for trace in traces:
        ends = path_ends(trace)
        assert ends is not None
        assert set(ends) == set(places(trace & (cells == "P")))
        assert set(cells[trace]) <= {"T", "P"}
    chips = [part for part in parts if "K" in set(cells[part])]
    assert len(chips) == 2
    for chip in chips:
        assert rectangle(chip & (cells == "K")) in {(9, 3), (3, 9)}
        assert (chip & (cells == "Q")).sum() == 8


@pytest.mark.parametrize("seed", SEEDS)
def test_pegs_are_left_that_cannot_jump_and_that_parity_allows(seed: int) -> None:
    run = program("peg_solitaire").run(seed)
    cells = drawn(run)
    pegs = cells == "●"
    assert (cells == "·").sum() == 16
    assert 1 <= pegs.sum() <= 4
    for line in [*cells, *cells.T]:
        text = "".join(line)
        assert "●●○" not in text
        assert "○●●" not in text
    rows, columns = np.indices(cells.shape)
    for diagonals in (rows + columns, rows - columns):
        counts = [int(pegs[diagonals % 3 == rest].sum()) % 2 for rest in range(3)]
        # A jump changes the parity of all three classes; at the start the hole's is even.
        assert counts[0] != counts[1] == counts[2]
