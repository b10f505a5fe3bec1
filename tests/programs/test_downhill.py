"""Programs in which something falls: rivers and their orders, contour lines, lightning."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from support.regions import (
    STEPS,
    Cell,
    beside,
    drawn,
    grids,
    is_connected,
    one_of,
    places,
    program,
)

SEEDS = range(15)
LAND = ["►▼◄▲", "→↓←↑", "⇒⇓⇐⇑", "↦↧↤↥", "↠↡↞↟"]
RIVERS = ["abcd", "efgh", "ijkl", "mnop"]


def downstream(cell: Cell, symbol: str) -> Cell:
    """Return the cell that a piece of river flows to."""
    (side,) = (arrows.index(symbol) for arrows in RIVERS if symbol in arrows)
    step = STEPS["rdlu"[side]]
    return cell[0] + step[0], cell[1] + step[1]


def order(cell: Cell, inflows: dict[Cell, list[Cell]]) -> int:
    """Return Strahler's order of a cell of a river."""
    orders = sorted((order(other, inflows) for other in inflows.get(cell, [])), reverse=True)
    if len(orders) > 1 and orders[0] == orders[1]:
        return orders[0] + 1
    return orders[0] if orders else 1


@pytest.mark.parametrize("seed", SEEDS)
def test_rivers_run_downhill_to_the_sea_and_are_as_wide_as_strahler_says(seed: int) -> None:
    run = program("watershed", 70, 54).begin(seed)
    land = drawn(run)
    for cells in grids(run):
        if one_of(cells, "".join(RIVERS)).any():
            break
        land = cells
    run.finish()
    cells = drawn(run)
    height = np.select([one_of(land, level) for level in LAND], list(range(1, 6)), 0)
    river = one_of(cells, "".join(RIVERS))
    widths = np.select([one_of(cells, arrows) for arrows in RIVERS], list(range(1, 5)), 0)
    inflows: dict[Cell, list[Cell]] = {}
    for cell in places(river):
        to = downstream(cell, str(cells[cell]))
        assert height[to] <= height[cell]
        assert river[to] or cells[to] in "~s"
        inflows.setdefault(to, []).append(cell)
    for cell in places(river):
        assert widths[cell] == min(order(cell, inflows), 4)
        if cell not in inflows:
            assert height[cell] >= 3
    assert river.sum() > 100
    assert widths.max() >= 2
    assert all(reaches_the_sea(cell, cells) for cell in places(river))


def reaches_the_sea(cell: Cell, cells: NDArray[np.str_]) -> bool:
    """Return whether a river comes to the sea, and not back to itself."""
    for _ in range(cells.size):
        if cells[cell] in "~s":
            return True
        cell = downstream(cell, str(cells[cell]))
    return False


@pytest.mark.parametrize("seed", SEEDS)
def test_contour_lines_stand_for_one_step_each_and_none_is_left_out(seed: int) -> None:
    cells = drawn(program("contours", 10, 8).run(seed))
    assert cells.shape == (64, 80)
    lines = one_of(cells, "abcdefghi")
    height = np.select([one_of(cells, pair) for pair in level_symbols()], list(range(10)), -1)
    assert height.min() >= 0
    assert len(np.unique(height)) >= 4
    lower = np.zeros(cells.shape, np.bool_)
    for axis in (0, 1):
        assert abs(np.diff(height, axis=axis)).max() == 1
    for level in range(1, 10):
        lower |= (height == level) & beside(height == level - 1)
    assert (lines == lower).all()


def level_symbols() -> list[str]:
    """Return for each height its symbols: the plain one and that of its contour line."""
    return ["0", *("123456789"[n] + "abcdefghi"[n] for n in range(9))]


@pytest.mark.parametrize("seed", SEEDS)
def test_lightning_is_one_way_from_the_cloud_to_the_town_and_all_leaders_hang_on_it(
    seed: int,
) -> None:
    cells = drawn(program("lightning").run(seed))
    stroke = one_of(cells, "RDLU")
    leaders = one_of(cells, "rdlu")
    ends = followed(cells)
    assert len(ends) == stroke.sum()
    assert cells[ends[-1][0] + 1, ends[-1][1]] in "GW"
    assert ends[0][0] <= cells.shape[0] // 8
    assert is_connected(stroke | leaders)
    assert leaders.sum() > 50
    for cell in places(leaders):
        step = STEPS[str(cells[cell])]
        assert cells[cell[0] + step[0], cell[1] + step[1]] in "rdluRDLU"


def followed(cells: NDArray[np.str_]) -> list[Cell]:
    """Return the cells of the return stroke from the cloud down, each the parent of the next."""
    children = {}
    for cell in places(one_of(cells, "RDLU")):
        step = STEPS[str(cells[cell]).lower()]
        parent = (cell[0] + step[0], cell[1] + step[1])
        assert parent not in children
        children[parent] = cell
    (root,) = [cell for cell in children if cell not in children.values()]
    chain = [children[root]]
    while chain[-1] in children:
        chain.append(children[chain[-1]])
    return chain
