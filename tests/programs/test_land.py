"""Land: realms, countries, a river, an island."""

import numpy as np
import pytest

from support.regions import (
    beside,
    components,
    drawn,
    is_connected,
    one_of,
    path_ends,
    places,
    program,
)

SEEDS = range(100)
REALMS = ["Aa0", "Bb1", "Cc2", "Dd3", "Ee4", "Ff5", "Gg6", "Hh7", "Ii8", "Jj9"]


def rounds(down: int, right: int) -> int:
    """Return after how many rounds, of four and eight neighbours in turn, a cell is reached."""
    turn = 0
    while max(down, right) > turn or down + right > turn + turn // 2:
        turn += 1
    return turn


def test_rounds_count_octagons() -> None:
    assert [rounds(0, n) for n in range(4)] == [0, 1, 2, 3]
    assert [rounds(n, n) for n in range(4)] == [0, 2, 3, 4]
    assert rounds(1, 3) == 3


@pytest.mark.parametrize("seed", SEEDS)
def test_every_cell_belongs_to_a_nearest_seed(seed: int) -> None:
    cells = drawn(program("regions", 40, 30).run(seed))
    table = np.array([[rounds(down, right) for right in range(40)] for down in range(30)])
    rows, columns = np.indices(cells.shape)
    ways, lines, owner = [], [], np.full(cells.shape, -1)
    for number, symbols in enumerate(REALMS):
        realm = one_of(cells, symbols)
        ((y, x),) = places(cells == symbols[0])
        owner[realm] = number
        ways.append(table[abs(rows - y), abs(columns - x)])
        lines.append(np.hypot(rows - y, columns - x))
        assert len(components(realm, diagonal=True)) == 1
    assert owner.min() >= 0
    own = np.take_along_axis(np.array(ways), owner[None], 0)[0]
    assert (own == np.min(ways, 0)).all()
    straight = np.take_along_axis(np.array(lines), owner[None], 0)[0]
    assert (straight <= 1.12 * np.min(lines, 0) + 1.5).all()
    rings = one_of(cells, "0123456789")
    assert (rings == ((own % 5 == 0) & (own > 0))).all()


@pytest.mark.parametrize("seed", SEEDS)
def test_no_two_neighboring_countries_share_a_color(seed: int) -> None:
    cells = drawn(program("four_colors", 40, 30).run(seed))
    parts = [part for color in "1234" for part in components(cells == color)]
    assert one_of(cells, "1234").all()
    # Had two neighbours one colour, they would be one part, and parts fewer than countries.
    assert len(parts) == 26


@pytest.mark.parametrize("seed", SEEDS)
def test_the_river_is_one_path_from_top_to_bottom_between_banks(seed: int) -> None:
    cells = drawn(program("river", 60, 70).run(seed))
    ends = path_ends(cells == "D")
    assert ends is not None
    assert [y for y, _ in ends] == [0, 69]
    water = one_of(cells, "DW")
    assert is_connected(water)
    assert one_of(cells, "DWSGFT").all()
    assert one_of(cells[beside(cells == "D")], "DW").all()
    assert one_of(cells[beside(water)], "DWS").all()
    assert one_of(cells[beside(cells == "S")], "DWSGT").all()


@pytest.mark.parametrize("seed", SEEDS)
def test_the_island_is_one_and_rises_step_by_step_from_its_beach(seed: int) -> None:
    cells = drawn(program("island", 44, 34).run(seed))
    land = one_of(cells, "sgfrn")
    assert is_connected(land)
    assert land.sum() >= land.size // 4
    assert not any(side.any() for side in (land[0], land[-1], land[:, 0], land[:, -1]))
    sea = next(part for part in components(~land) if part[0, 0])
    assert ((cells == "s") == (land & beside(sea))).all()
    height = np.select([cells == level for level in "sgfrn"], list(range(1, 6)), 0)
    for axis in (0, 1):
        both = np.minimum(*(np.roll(land, s, axis) for s in (0, 1)))
        steps = abs(height - np.roll(height, 1, axis))
        assert steps[both].max() <= 1
