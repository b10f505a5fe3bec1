"""Towns: blocks, a village, a net of roads."""

from functools import cache
from importlib.resources import files

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from support.regions import (
    ARMS,
    STEPS,
    components,
    distances,
    drawn,
    is_connected,
    loose_arms,
    one_of,
    places,
    program,
    rectangle,
)

SEEDS = range(100)
HOUSES = {"village_cottage": "G*RCNWYD", "village_barn": "G*KWND", "village_chapel": "G*HYWD"}


@pytest.mark.parametrize("seed", SEEDS)
def test_blocks_are_rectangles_of_five_to_ten_cells_a_side(seed: int) -> None:
    cells = drawn(program("city_blocks", 62, 50).run(seed))
    assert one_of(cells, "SAHPabcdt").all()
    streets = one_of(cells, "SA")
    assert is_connected(streets)
    for block in components(~streets):
        sides = rectangle(block)
        assert sides is not None
        assert min(sides) >= 5
        assert max(sides) <= 10


@pytest.mark.parametrize("seed", SEEDS)
def test_houses_stand_alone_and_parks_are_whole_blocks(seed: int) -> None:
    cells = drawn(program("city_blocks", 40, 40).run(seed))
    roofs = one_of(cells, "abcd")
    for roof in components(roofs, diagonal=True):
        assert rectangle(roof) in {(2, 2), (2, 3), (3, 2)}
        assert len(set(cells[roof])) == 1
    for block in components(~one_of(cells, "SA")):
        assert not ({"H", "P"} <= set(cells[block]))


@cache
def house(name: str) -> NDArray[np.str_]:
    """Return the right half of a house's picture as symbols."""
    picture = files("markovpy.programs") / "towns" / f"{name}.png"
    with picture.open("rb") as file:
        pixels = np.array(Image.open(file).convert("RGB"))
    colors = list(dict.fromkeys(tuple(pixel) for row in pixels.tolist() for pixel in row))
    symbols = [[HOUSES[name][colors.index(tuple(p))] for p in row] for row in pixels.tolist()]
    return np.array(symbols)[:, pixels.shape[1] // 2 :]


@pytest.mark.parametrize("seed", SEEDS)
def test_the_village_has_whole_houses_with_shortest_paths_to_the_square(seed: int) -> None:
    cells = drawn(program("village", 51, 51).run(seed))
    stone = one_of(cells, "RNWDCYKH")
    built = np.zeros(cells.shape, np.int64)
    doors = places(cells == "D")
    assert len(doors) >= 3
    for y, x in doors:
        fits = 0
        for name in HOUSES:
            for plan in (house(name), house(name)[:, ::-1]):
                ((down, right),) = places(plan == "D")
                top, left = y - down, x - right
                if top < 0 or left < 0:
                    continue
                place = cells[top : top + plan.shape[0], left : left + plan.shape[1]]
                part = plan != "*"
                if place.shape == plan.shape and (place[part] == plan[part]).all() and not fits:
                    built[top : top + plan.shape[0], left : left + plan.shape[1]] += part
                    fits += 1
        assert fits == 1
    assert built.max() == 1
    assert ((built == 1) == stone).all()
    square = one_of(cells, "PU")
    walkable = ~stone
    walkable[0] = walkable[-1] = False
    walkable[:, 0] = walkable[:, -1] = False
    steps = distances(square, walkable)
    assert all(cells[y + 1, x] in "rdluPU" for y, x in doors)
    for y, x in places(one_of(cells, "rdlu")):
        down, right = STEPS[str(cells[y, x])]
        assert cells[y + down, x + right] in "rdluPU"
        assert steps[y + down, x + right] == steps[y, x] - 1


@pytest.mark.parametrize("seed", SEEDS)
def test_all_ends_of_roads_meet_and_only_the_edge_of_the_map_ends_them(seed: int) -> None:
    cells = drawn(program("road_net", 24, 18).run(seed))
    assert loose_arms(cells) == []
    assert is_connected(cells != ".")
    height, width = cells.shape
    for y, x in places(one_of(cells, "╺╻╸╹")):
        down, right = STEPS[ARMS[str(cells[y, x])]]
        assert not (0 <= y - down < height and 0 <= x - right < width)


def test_roads_branch_and_turn() -> None:
    pieces = "".join(program("road_net", 24, 18).run(seed).text() for seed in range(20))
    assert set(pieces) >= set("━┃┏┓┛┗┣┳┫┻╋")
