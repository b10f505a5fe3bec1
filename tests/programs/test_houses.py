"""Things that are built: a castle, a house, hills."""

from pathlib import Path

import numpy as np
import pytest

from markovpy import cli
from markovpy.formats.voxels import EMPTY, read_vox
from support.regions import (
    components,
    distances,
    drawn,
    is_connected,
    offsets,
    one_of,
    places,
    program,
)

SEEDS = range(25)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_castle_is_entered_through_its_gate_only(seed: int) -> None:
    cells = drawn(program("castle").run(seed))
    court, gate = one_of(cells, "ckh"), one_of(cells, "db")
    outside = one_of(cells, "gfr")
    assert is_connected(court)
    assert not (court & (distances(outside, ~one_of(cells, "wstumndb")) >= 0)).any()
    open_to_all = distances(outside, ~one_of(cells, "wstumn")) >= 0
    assert (court <= open_to_all).all()
    (way,) = components(gate)
    assert way.sum() == 38
    walls = one_of(cells, "wstu")
    assert not (walls & (distances(outside, ~one_of(cells, "mndb")) == 1)).any()
    road = cells == "r"
    assert (road[0].any(), road[-1].any(), road[:, 0].any(), road[:, -1].any()).count(True) >= 1
    assert is_connected(road)
    assert (cells == "h").sum() > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_the_house_stands_and_has_a_roof_windows_and_one_door(seed: int) -> None:
    cells = drawn(program("town_house").run(seed))
    assert one_of(cells, ".GWwBFDRKptL").all()
    built = cells != "."
    loose = built[1:] & ~built[:-1]
    assert one_of(cells[1:][loose], "FL").all()
    for z in (3, 6, 9):
        floor, belt = cells[z] == "F", cells[z] == "B"
        assert (one_of(cells[z - 1], "Ww") == belt).all()
        assert (cells[z + 1][belt] == ("R" if z == 9 else "W")).all()
        for y, x in places(floor):
            around = [cells[z, y + v, x + u] for v, u in offsets(2)]
            assert set(around) <= {"F", "B"}
        assert ((floor | belt) == one_of(cells[0], "FBp") & one_of(cells[1], ".WD")).sum() > 0
    for z, y, x in places(cells == "w"):
        assert z % 3 == 2
        sides = [cells[z, y + v, x + u] for v, u in ((0, 1), (0, -1), (1, 0), (-1, 0))]
        assert sides[:2] == ["W", "W"] or sides[2:] == ["W", "W"]
    ((z, y, x),) = places(cells == "D")
    assert (z, cells[0, y, x]) == (1, "p")
    path = cells[0] == "p"
    edge = np.ones_like(path)
    edge[1:-1, 1:-1] = False
    assert is_connected(path)
    assert (path & edge).sum() == 1
    for z in range(10, cells.shape[0] - 1):
        for y, x in places((cells[z] == "R") & (z > 10)):
            assert one_of(cells[z - 1, y - 1 : y + 2, x - 1 : x + 2], "R").all()
    assert (cells == "K").sum() == 3
    assert (cells == "w").sum() > 20


@pytest.mark.parametrize("seed", SEEDS)
def test_hills_stand_on_their_layers_with_trees_on_grass(seed: int) -> None:
    cells = drawn(program("hills", 24, 24, 16).run(seed))
    assert one_of(cells, ".BRWgsntL").all()
    assert (cells[0] == "B").all()
    ground = one_of(cells, "BRgsn")
    assert (ground[1:] <= ground[:-1]).all()
    water = cells == "W"
    assert (water[1] == ~ground[1]).all()
    assert not water[2:].any()
    trunks = places(cells == "t")
    crowns = np.zeros_like(water)
    for z, y, x in trunks:
        assert cells[z - 1, y, x] == "g"
        crowns[z + 1, y, x] = True
        crowns[z + 2, y - 1 : y + 2, x] = crowns[z + 2, y, x - 1 : x + 2] = True
    assert ((cells == "L") == crowns).all()
    snow = places(cells == "n")
    assert all((cells[z - 6 : z, y, x] == "R").all() for z, y, x in snow)
    grass = one_of(cells, "gsn")
    assert (grass[:-1] == (ground[:-1] & ~ground[1:] & (np.arange(15) > 0)[:, None, None])).all()


def test_the_hills_can_be_looked_at_in_magicavoxel(tmp_path: Path) -> None:
    file = tmp_path / "hills.vox"
    assert cli.main(["run", "hills", "--size", "20x18x14", "--seed", "4", "-o", str(file)]) == 0
    grid = program("hills", 20, 18, 14).run(4).grid
    voxels = read_vox(file.read_bytes())
    assert ((voxels == EMPTY) == (grid == 0)).all()
    assert (voxels[grid > 0] == grid[grid > 0].astype(np.int64) + 1).all()
