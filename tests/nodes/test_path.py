"""``path``: ways against distances found independently."""

from __future__ import annotations

from collections import deque
from itertools import pairwise, product

import numpy as np
import pytest
from numpy.typing import NDArray

import markovpy
from markovpy import ProgramError

MAZE = "grid {size} values=BRWX\npath from=R to=W on=B color=X {words}"


def random_grid(shape: tuple[int, int, int], seed: int, density: float = 0.25) -> NDArray[np.uint8]:
    """Return walls (the path's own value), one start R and one goal W."""
    rng = np.random.default_rng(seed)
    grid = np.where(rng.random(shape) < density, 3, 0).astype(np.uint8)
    cells = rng.choice(grid.size, size=2, replace=False)
    grid.reshape(-1)[cells] = [1, 2]
    return grid


def distances(grid: NDArray[np.uint8], near: int) -> NDArray[np.int64]:
    """Return the number of steps to the nearest W over B; -1 where there is no way.

    Args:
        grid: The cells.
        near: In how many axes a step may go at once.
    """
    found = np.full(grid.shape, -1)
    queue = deque([tuple(cell) for cell in np.argwhere(grid == 2)])
    for cell in queue:
        found[cell] = 0
    steps = [s for s in product((-1, 0, 1), repeat=3) if 0 < sum(map(abs, s)) <= near]
    while queue:
        cell = queue.popleft()
        for step in steps:
            other = tuple(a + b for a, b in zip(cell, step))
            inside = all(0 <= a < side for a, side in zip(other, grid.shape))
            if inside and found[other] < 0 and grid[other] in (0, 1):
                found[other] = found[cell] + 1
                if grid[other] == 0:
                    queue.append(other)
    return found


def drawn(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> int:
    """Return how many cells were drawn."""
    return int((before != after).sum())


def turns_of(cells: list[tuple[int, ...]]) -> int:
    """Count the changes of direction along a way."""
    steps = [tuple(b - a for a, b in zip(*pair)) for pair in pairwise(cells)]
    return sum(a != b for a, b in pairwise(steps))


@pytest.mark.parametrize(
    ("shape", "words", "near"),
    [
        ((1, 12, 15), "", 1),
        ((1, 12, 15), "inertia", 1),
        ((1, 12, 15), "edges", 2),
        ((1, 12, 15), "edges inertia", 2),
        ((1, 12, 15), "vertices", 1),
        ((4, 5, 6), "", 1),
        ((4, 5, 6), "edges", 2),
        ((4, 5, 6), "edges vertices", 3),
        ((4, 5, 6), "edges vertices inertia", 3),
    ],
)
def test_path_is_shortest(shape: tuple[int, int, int], words: str, near: int) -> None:
    depth, height, width = shape
    program = markovpy.parse(MAZE.format(size=f"{width}x{height}x{depth}", words=f"once {words}"))
    joined = 0
    for seed in range(12):
        grid = random_grid(shape, seed)
        away = distances(grid, near)[grid == 1][0]
        run = program.run(seed=seed, start=grid)
        assert drawn(grid, run.grid.reshape(shape)) == max(away - 1, 0)
        assert run.turns == (2 if away > 0 else 1)
        joined += away > 0
    assert joined >= 6


def test_path_touches_both_ends() -> None:
    program = markovpy.parse("grid 15x12 values=BRWX\npath once from=R to=W on=B color=X")
    for seed in range(8):
        grid = random_grid((1, 12, 15), seed, density=0)
        after = program.run(seed=seed, start=grid).grid
        if drawn(grid, after[np.newaxis]) < 2:
            continue
        ends = [tuple(np.argwhere(after == value)[0]) for value in (1, 2)]
        for end in ends:
            near = [abs(a - end[0]) + abs(b - end[1]) for a, b in np.argwhere(after == 3)]
            assert near.count(1) == 1


def test_longest_starts_farthest() -> None:
    text = "grid 9x1 values=BRWX\npath once from=R to=W on=BR color=X {}"
    start = "RBBBWBRBB"
    assert markovpy.parse(text.format("")).run(seed=1, start=start).text() == "RBBBWXRBB"
    assert markovpy.parse(text.format("longest")).run(seed=1, start=start).text() == "RXXXWBRBB"


def test_start_cells_are_not_walked_through_unless_they_are_ground() -> None:
    text = "grid 7x1 values=BRWX\npath from=R to=W on={} color=X longest once"
    assert markovpy.parse(text.format("B")).run(seed=1, start="RBRBWBB").text() == "RBRXWBB"
    assert markovpy.parse(text.format("BR")).run(seed=1, start="RBRBWBB").text() == "RXXXWBB"


def test_one_path_a_turn_until_none_is_left() -> None:
    text = "grid 5x3 values=BRWX\npath from=R to=W on=B color=X"
    run = markovpy.parse(text).run(seed=1, start="RBBBW\nXXXXX\nRBBBW", traced=True)
    assert run.text() == "RXXXW\nXXXXX\nRXXXW"
    assert run.turns == 3
    assert run.trace is not None
    assert [len(run.trace.changes(turn)[0]) for turn in range(3)] == [3, 3, 0]


def test_neighbours_are_joined_already_and_act_for_ever() -> None:
    """As in the reference: a path of no cells is one, and does not change what asks for it."""
    text = "grid 4x1 values=BRW\npath from=R to=W on=B steps=3"
    assert markovpy.parse(text).run(seed=1, start="RWBB").turns == 4


def test_color_is_the_first_start_value() -> None:
    text = "grid 5x1 values=BRWG\npath once from=GR to=W on=B"
    assert markovpy.parse(text).run(seed=1, start="RBBBW").text() == "RGGGW"


def test_inertia_turns_as_little_as_a_way_can() -> None:
    plain = "grid 20x20 values=BRWX\npath once from=R to=W on=B color=X {}"
    start = np.zeros((20, 20), dtype=np.uint8)
    start[2, 3], start[15, 17] = 1, 2
    turns: dict[str, list[int]] = {"": [], "inertia": []}
    for words, found in turns.items():
        for seed in range(20):
            run = markovpy.parse(plain.format(words)).run(seed=seed, start=start)
            cells = {tuple(cell) for cell in np.argwhere(run.grid == 3)}
            way: list[tuple[int, ...]] = [(2, 3)]
            while cells:
                y, x = way[-1]
                (near,) = cells & {(y, x + 1), (y + 1, x)}
                cells.remove(near)
                way.append(near)
            found.append(turns_of([*way, (15, 17)]))
    assert set(turns["inertia"]) == {1}
    assert min(turns[""]) >= 1 and max(turns[""]) > 1


def test_start_that_is_a_goal_too_is_left_alone() -> None:
    text = "grid 7x1 values=BRWX\npath once from=RW to=W on=B color=X"
    assert markovpy.parse(text).run(seed=1, start="RBBWBBB").text() == "RXXWBBB"


def test_written_cells_are_logged() -> None:
    text = (
        "grid 5x1 values=BRWX\nmarkov:\n    one: X -> W\n    path once from=R to=W on=B color=X\n"
    )
    assert markovpy.parse(text).run(seed=1, start="RBBBW").text() == "RWWWW"


@pytest.mark.parametrize(
    ("line", "code", "marked"),
    [
        ("path to=W on=B", "missing-argument", "path to=W on=B"),
        ("path from=R to=W on=B:", "unexpected-block", "path"),
        ("path from=R to=Q on=B", "unknown-symbol", "Q"),
        ("path from=R to=W on=B color=RW", "unknown-symbol", "RW"),
        ("path from=? to=W on=B", "missing-argument", "?"),
        ("path from=R to=W on=B inertia=True", "unknown-argument", "inertia=True"),
        ("path from=R to=W on=B intertia", "unknown-argument", "intertia"),
        ('path from="" to=W on=B', "no-values", '""'),
    ],
)
def test_wrong_paths(line: str, code: str, marked: str) -> None:
    body = "\n    B -> W" if line.endswith(":") else ""
    with pytest.raises(ProgramError) as caught:
        markovpy.parse(f"grid 5x5 values=BRW\nunion ? = RB\n{line}{body}\n")
    found = caught.value
    assert (code, marked) in [
        (d.code, found.source.slice(d.span)) for d in found.diagnostics if d.span
    ]


def test_xml_unknown_attribute_is_a_warning_with_a_suggestion() -> None:
    text = (
        '<sequence values="BRW"><path from="R" to="W" on="B" inertai="True" steps="1"/></sequence>'
    )
    found = markovpy.parse(text, size=(4, 4)).warnings
    assert [d.code for d in found] == ["unknown-argument", "unknown-argument"]
    assert "inertia" in found[0].hint
