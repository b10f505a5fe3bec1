"""The analysis itself, on grids drawn by hand."""

import numpy as np

from support.regions import (
    Mask,
    beside,
    components,
    degrees,
    distances,
    edges,
    grid,
    inversions,
    is_closed_curve,
    is_connected,
    is_tree,
    loose_arms,
    one_of,
    path_ends,
    rectangle,
)


def mask(text: str) -> Mask:
    return one_of(grid(text), "#")


TWO = mask("""
    ##..
    ..##
    ..#.
""")
RING = mask("""
    .....
    .###.
    .#.#.
    .###.
    .....
""")
SNAKE = mask("""
    ##..#
    .#..#
    .####
""")


def test_parts_hang_together_by_sides_unless_corners_count() -> None:
    assert sorted(part.sum() for part in components(TWO)) == [2, 3]
    assert len(components(TWO, diagonal=True)) == 1
    assert components(np.zeros((2, 2), np.bool_)) == []
    assert is_connected(RING)
    assert not is_connected(TWO)


def test_parts_of_layers_hang_together_upwards() -> None:
    solid = np.zeros((3, 2, 2), np.bool_)
    solid[0, 0, 0] = solid[1, 0, 0] = solid[2, 1, 1] = True
    assert sorted(part.sum() for part in components(solid)) == [1, 2]
    assert edges(solid) == 1


def test_degrees_count_neighbors_inside_and_outside_the_mask() -> None:
    assert degrees(SNAKE).tolist() == [[1, 2, 1, 1, 1], [2, 2, 2, 2, 2], [1, 2, 2, 2, 2]]
    assert degrees(RING)[2, 2] == 4
    assert degrees(RING, diagonal=True)[2, 2] == 8
    assert beside(TWO).tolist()[2] == [False, True, True, True]


def test_paths_curves_and_trees_are_told_apart() -> None:
    assert path_ends(SNAKE) == [(0, 0), (0, 4)]
    assert path_ends(RING) is None
    assert path_ends(TWO) is None
    branch = mask("""
        .#.
        ###
    """)
    assert is_tree(branch)
    assert path_ends(branch) is None
    assert is_closed_curve(RING)
    assert not is_closed_curve(SNAKE)
    assert not is_closed_curve(np.ones((3, 3), np.bool_))
    assert not is_tree(RING)


def test_distances_go_round_walls() -> None:
    cells = grid("""
        s#..
        .#.#
        ....
    """)
    steps = distances(cells == "s", cells != "#")
    assert steps.tolist() == [[0, -1, 6, 7], [1, -1, 5, -1], [2, 3, 4, 5]]
    assert distances(cells == "s", cells == "s")[1, 0] == -1


def test_rectangles_are_filled() -> None:
    assert rectangle(np.ones((2, 5), np.bool_)) == (5, 2)
    assert rectangle(TWO[:1]) == (2, 1)
    assert rectangle(SNAKE) is None


def test_inversions_are_pairs_in_the_wrong_order() -> None:
    assert inversions(np.array([1, 2, 2, 3], np.uint8)) == 0
    assert inversions(np.array([3, 2, 2, 1], np.uint8)) == 5


def test_loose_arms_are_found_where_nothing_meets_them() -> None:
    joined = grid("""
        ┏━╸
        ┗╸.
    """)
    assert loose_arms(joined) == []
    broken = grid("""
        ┏━╸
        ╺╸┃
    """)
    assert loose_arms(broken) == [((0, 0), "d"), ((1, 2), "d"), ((1, 2), "u")]
    assert loose_arms(grid("━.")) == [((0, 0), "r"), ((0, 0), "l")]


def test_one_of_finds_symbols() -> None:
    assert one_of(grid("abc"), "ac").tolist() == [[True, False, True]]
