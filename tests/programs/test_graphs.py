"""The measurements themselves, on drawings with known answers."""

import numpy as np
import pytest

from support.graphs import (
    Graph,
    beside,
    cells,
    chi_square,
    contracted,
    dead_ends,
    drawn,
    flood,
    is_connected,
    maze_graph,
    neighbours,
    open_graph,
    path,
    rooms,
)

TWO_PARTS = drawn("""
    ##..#
    .#..#
    .####
    .....
    ##...
""")
PLAN = drawn("""
    ....#####
    .####...#
    .#......#
    ###..####
    ###..#...
    ###..#...
""")
MAZE = drawn("""
    .......
    .###.#.
    ...#.#.
    .#####.
    .......
""")


def grid_graph(width: int, height: int) -> Graph:
    """Return the graph of a block of cells."""
    return open_graph(np.ones((height, width), bool))


def test_neighbours_share_a_side_and_lie_inside() -> None:
    assert sorted(neighbours((0, 0), (2, 3))) == [(0, 1), (1, 0)]
    assert sorted(neighbours((1, 1), (3, 3))) == [(0, 1), (1, 0), (1, 2), (2, 1)]
    assert len(list(neighbours((1, 1, 1), (3, 3, 3)))) == 6
    assert list(neighbours((0,), (1,))) == []


def test_beside_is_the_rim() -> None:
    assert cells(
        beside(
            drawn("""
        ...
        .#.
        ...
    """)
        )
    ) == [(0, 1), (1, 0), (1, 2), (2, 1)]


def test_flood_stays_in_its_part() -> None:
    assert flood(TWO_PARTS, [(0, 0)]).sum() == 9
    assert cells(flood(TWO_PARTS, [(4, 1)])) == [(4, 0), (4, 1)]
    assert not flood(TWO_PARTS, [(0, 2)]).any()


def test_connection() -> None:
    assert not is_connected(TWO_PARTS)
    assert is_connected(PLAN)
    assert is_connected(np.zeros((2, 2), bool))
    assert not is_connected(drawn("#.\n.#"))


def test_dead_ends_have_one_way_out_or_none() -> None:
    assert dead_ends(TWO_PARTS) == [(0, 0), (0, 4), (4, 0), (4, 1)]
    assert dead_ends(PLAN) == [(5, 5)]
    assert dead_ends(drawn("#")) == [(0, 0)]
    assert dead_ends(drawn("##\n##")) == []


def test_loops_of_known_graphs() -> None:
    assert Graph((1, 2, 3), ((1, 2), (2, 3))).loops == 0
    assert Graph((1, 2, 3), ((1, 2), (2, 3), (3, 1))).loops == 1
    assert Graph((1, 2, 3), ((1, 2), (1, 2))).loops == 1
    assert Graph((1, 2, 3), ((1, 2), (1, 2))).parts == 2
    assert grid_graph(3, 3).loops == 4


def test_a_maze_is_read_as_a_graph() -> None:
    graph = maze_graph(MAZE[1:4, 1:6], (0, 0))
    assert sorted(graph.nodes, key=str) == [(0, 0), (0, 2), (0, 4), (2, 0), (2, 2), (2, 4)]
    assert graph.is_perfect
    assert graph.dead_end_share == 1 / 2
    assert sorted(graph.degrees.values()) == [1, 1, 1, 2, 2, 3]


def test_a_maze_with_a_loop_or_in_parts_is_not_perfect() -> None:
    assert not maze_graph(drawn("###\n#.#\n###"), (0, 0)).is_perfect
    assert not maze_graph(drawn("###\n...\n###"), (0, 0)).is_perfect
    assert maze_graph(drawn("###\n#..\n###"), (0, 0)).is_perfect


@pytest.mark.parametrize("picture", ["###\n###\n###", "##.\n...\n###"])
def test_what_is_no_maze_is_refused(picture: str) -> None:
    with pytest.raises(ValueError, match="lattice"):
        maze_graph(drawn(picture), (0, 0))


def test_a_maze_in_three_dimensions() -> None:
    block = np.zeros((3, 3, 3), bool)
    block[::2, ::2, ::2] = True
    block[0, 0, 1] = block[1, 2, 2] = True
    graph = maze_graph(block, (0, 0, 0))
    assert len(graph.nodes) == 8
    assert set(graph.edges) == {((0, 0, 0), (0, 0, 2)), ((0, 2, 2), (2, 2, 2))}
    assert graph.parts == 6


def test_rooms_are_made_of_squares() -> None:
    found = rooms(PLAN)
    assert [int(room.sum()) for room in found] == [9]
    assert cells(found[0])[0] == (3, 0)
    assert rooms(MAZE) == []


def test_loops_with_rooms_contracted() -> None:
    ring_through_a_room = drawn("""
        ######
        #....#
        ##...#
        ######
    """)
    assert contracted(PLAN).loops == 0
    assert contracted(ring_through_a_room).loops == 1
    assert contracted(drawn("###\n###\n###")).nodes == (("room", 0),)
    assert open_graph(drawn("###\n###\n###")).loops == 4


def test_a_path_is_followed() -> None:
    worm = drawn("""
        ###.
        ..#.
        ..##
    """)
    assert path(worm, (0, 0)) == [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (2, 3)]
    assert path(worm, (2, 3)) == path(worm, (0, 0))[::-1]


@pytest.mark.parametrize(
    ("picture", "start"),
    [("###\n.#.", (0, 0)), ("##.#", (0, 0)), ("###", (0, 1)), ("##\n##", (0, 0)), (".#", (0, 0))],
)
def test_what_is_no_path_is_refused(picture: str, start: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="path"):
        path(drawn(picture), start)


def test_known_numbers_of_spanning_trees() -> None:
    assert grid_graph(2, 2).spanning_trees() == 4
    assert grid_graph(3, 2).spanning_trees() == 15
    assert grid_graph(3, 3).spanning_trees() == 192
    assert grid_graph(4, 4).spanning_trees() == 100352


def test_chi_square() -> None:
    assert chi_square("aabb", 2) == 0
    assert chi_square("aaab", 2) == 1
    assert chi_square("aaaa", 2) == 4
