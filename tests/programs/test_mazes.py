"""Mazes: perfect at every size, as winding as they promise, and drawn with the odds they claim."""

from __future__ import annotations

from functools import cache
from statistics import mean

import numpy as np
import pytest

import markovpy
from markovpy.api import Program, Run
from markovpy.errors import ProgramError
from markovpy.resources import programs
from support.graphs import LIKELY, Graph, chi_square, maze_graph, open_graph, where

FLOOR = {"maze_dfs": "F", "maze_bfs": "CP", "maze_wilson": "F", "maze_aldous": "F"}
SEEDS = range(100)
SMALL = [(1, 1), (1, 2), (2, 2), (3, 3), (1, 9), (5, 3), (5, 5), (6, 9), (20, 20), (21, 21)]


@cache
def program(name: str) -> Program:
    """Return a shipped program."""
    return markovpy.load(name)


def graph_of(run: Run, floor: str) -> Graph:
    """Return the maze's graph; everything that is no floor is rock, the first symbol."""
    mask = where(run, floor)
    assert (run.grid[~mask] == 0).all(), "something is left that is neither floor nor rock"
    origin = (1 % mask.shape[0], 1 % mask.shape[1])
    return maze_graph(mask, origin)


@cache
def graphs(name: str, size: tuple[int, int] | None = None) -> list[Graph]:
    """Return the graphs of a maze for all seeds."""
    return [graph_of(program(name).run(seed=s, size=size), FLOOR[name]) for s in SEEDS]


@pytest.mark.parametrize("name", FLOOR)
def test_mazes_are_perfect(name: str) -> None:
    width, height, _ = program(name).size
    for graph in graphs(name):
        assert len(graph.nodes) == (width // 2) * (height // 2)
        assert graph.is_perfect


@pytest.mark.parametrize("size", SMALL, ids=str)
@pytest.mark.parametrize("name", FLOOR)
def test_mazes_are_perfect_at_every_size(name: str, size: tuple[int, int]) -> None:
    width, height = size
    for seed in range(10):
        graph = graph_of(program(name).run(seed=seed, size=size), FLOOR[name])
        assert len(graph.nodes) == max(1, width // 2) * max(1, height // 2)
        assert graph.is_perfect


def test_the_specified_sizes() -> None:
    assert program("maze_dfs").size == (41, 41, 1)
    assert program("maze_bfs").size == (31, 31, 1)


def test_depth_first_has_less_than_half_the_dead_ends() -> None:
    for size in (None, (31, 31)):
        shares = {
            name: mean(graph.dead_end_share for graph in graphs(name, size))
            for name in ("maze_dfs", "maze_bfs")
        }
        assert shares["maze_dfs"] < shares["maze_bfs"] / 2


def test_depth_first_has_the_longer_way_from_corner_to_corner() -> None:
    for name, low, high in (("maze_dfs", 60, 225), ("maze_bfs", 28, 60)):
        assert low < mean(map(way_through, graphs(name, (31, 31)))) < high


def way_through(graph: Graph) -> int:
    """Return the number of steps from the first to the last cell of a perfect maze."""
    near: dict[object, list[object]] = {node: [] for node in graph.nodes}
    for first, second in graph.edges:
        near[first].append(second)
        near[second].append(first)
    distance: dict[object, int] = {graph.nodes[0]: 0}
    waiting: list[object] = [graph.nodes[0]]
    for node in waiting:
        for other in near[node]:
            if other not in distance:
                distance[other] = distance[node] + 1
                waiting.append(other)
    return distance[graph.nodes[-1]]


def trees(maze: Program, floor: str, columns: int, rows: int, count: int) -> list[object]:
    """Return which spanning tree came out, for so many seeds."""
    size = (2 * columns + 1, 2 * rows + 1)
    return [
        frozenset(graph_of(maze.run(seed=seed, size=size), floor).edges) for seed in range(count)
    ]


@pytest.mark.parametrize("name", ["maze_wilson", "maze_aldous"])
@pytest.mark.parametrize(("columns", "rows", "count"), [(2, 2, 2000), (3, 2, 3000)])
def test_every_maze_is_equally_likely(name: str, columns: int, rows: int, count: int) -> None:
    kinds = open_graph(np.ones((rows, columns), bool)).spanning_trees()
    found = trees(program(name), FLOOR[name], columns, rows, count)
    assert len(set(found)) == kinds
    assert chi_square(found, kinds) < LIKELY[kinds - 1]


def test_the_measure_tells_unequal_odds() -> None:
    text = programs()["maze_wilson"].read_text(encoding="utf-8")
    kept = [line for line in text.splitlines() if "HQP -> URH" not in line]
    assert len(kept) == len(text.splitlines()) - 1
    never_back = trees(markovpy.parse("\n".join(kept)), "F", 3, 2, 3000)
    growing = trees(program("maze_bfs"), FLOOR["maze_bfs"], 3, 2, 3000)
    assert chi_square(never_back, 15) > 2 * LIKELY[14]
    assert chi_square(growing, 15) > 2 * LIKELY[14]


def maze_in_space(run: Run) -> Graph:
    """Return the graph of a 3-D maze, whose lattice holds the grid's middle."""
    mask = where(run, "FVUDX")
    assert (run.grid[~mask] == 0).all()
    return maze_graph(mask, tuple(side // 2 for side in mask.shape))


def test_the_maze_in_space_is_perfect() -> None:
    for seed in SEEDS:
        graph = maze_in_space(program("maze_3d").run(seed=seed))
        assert len(graph.nodes) == 7 * 7 * 5
        assert graph.is_perfect


@pytest.mark.parametrize(
    "size", [(1, 1, 2), (1, 1, 5), (2, 2, 2), (5, 5, 3), (4, 6, 8), (9, 9, 9)], ids=str
)
def test_the_maze_in_space_is_perfect_at_every_size(size: tuple[int, ...]) -> None:
    for seed in range(10):
        assert maze_in_space(program("maze_3d").run(seed=seed, size=size)).is_perfect


def test_the_maze_in_space_needs_space() -> None:
    with pytest.raises(ProgramError, match="the grid is 2-D"):
        program("maze_3d").run(seed=1, size=(9, 9))


def test_stairs_are_marked_where_shafts_are() -> None:
    for seed in SEEDS:
        run = program("maze_3d").run(seed=seed)
        mask, shaft = where(run, "FVUDX"), where(run, "V")
        above, below = np.zeros_like(mask), np.zeros_like(mask)
        above[:-1], below[1:] = shaft[1:], shaft[:-1]
        floor = mask & ~shaft
        assert (where(run, "U") == (floor & above & ~below)).all()
        assert (where(run, "D") == (floor & below & ~above)).all()
        assert (where(run, "X") == (floor & below & above)).all()
        assert not shaft[::2].any()
