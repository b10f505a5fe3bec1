"""Growth: a rainbow, frost, snow crystals."""

import pytest

from support.regions import (
    degrees,
    drawn,
    is_connected,
    one_of,
    places,
    program,
)

SEEDS = range(100)
RAINBOW = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
FROST = "12345678"


@pytest.mark.parametrize("seed", SEEDS)
def test_every_cell_of_the_rainbow_grew_from_one_of_the_color_before(seed: int) -> None:
    cells = drawn(program("rainbow", 31, 25).run(seed))
    reached = set()
    wave = {(12, 15)}
    color = 0
    while wave:
        reached |= wave
        color = (color + 1) % len(RAINBOW)
        around = {
            (y + dy, x + dx) for y, x in wave for dy, dx in ((0, 1), (1, 0), (0, -1), (-1, 0))
        }
        following = set(places(cells == RAINBOW[color]))
        wave = (around & following) - reached
    assert cells[12, 15] == "a"
    assert len(reached) == cells.size


@pytest.mark.parametrize("seed", SEEDS)
def test_frost_keeps_every_particle_and_is_one_crystal_at_any_age(seed: int) -> None:
    run = program("dendrite", 25, 25).begin(seed)
    run.advance(1)
    particles = (drawn(run) == "~").sum()
    run.finish()
    cells = drawn(run)
    assert particles > 50
    assert one_of(cells, FROST).sum() == particles + 1
    assert one_of(cells, "." + FROST).all()
    assert cells[12, 12] == "1"
    for age in range(1, len(FROST) + 1):
        assert is_connected(one_of(cells, FROST[:age]))


def test_snow_crystals_are_symmetric_connected_and_of_many_shapes() -> None:
    shapes = set()
    for seed in SEEDS:
        run = program("snowflake", 41, 41).run(seed)
        cells = drawn(run)
        ice = cells != "B"
        assert (cells == cells.T).all()
        assert (cells == cells[::-1]).all()
        assert (cells == cells[:, ::-1]).all()
        assert is_connected(ice)
        assert ice[20, 20]
        assert degrees(ice)[0].max() == 0
        shapes.add(ice.tobytes())
    assert len(shapes) > 90
