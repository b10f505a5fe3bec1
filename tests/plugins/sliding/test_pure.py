"""The searches give the same uncompiled."""

from __future__ import annotations

from pathlib import Path

from markovpy.engine.random import Random
from markovpy.plugins.sliding import distances, find_solution, shuffle, tables
from markovpy.plugins.sliding.geometry import Shape
from markovpy.plugins.sliding.tables import PatternSearch
from support.pure import run_pure, uncompiled

SCRIPT = """
from markovpy.plugins.sliding import distances, find_solution, tables
from markovpy.plugins.sliding.geometry import Shape
assert tables.__file__.endswith(".py")
result = [distances(3, 2), tables.PatternSearch(Shape(3, 3), (1, 5), 0).run().tolist()]
for board, width in argument:
    found = find_solution(board, width, limit=3000)
    result.append([list(found.tiles), found.bound, found.states])
"""


def test_uncompiled(tmp_path: Path) -> None:
    """Both searches: 3x3 in the fewest moves, 11x6 by beams too."""
    assert not str(tables.__file__).endswith(".py"), "this run tests no compiled search"
    rng = Random(3)
    boards = [(shuffle(w, h, rng), w) for w, h in [(3, 3), (2, 3), (3, 3), (11, 6), (5, 1)]]
    expected: list[object] = [distances(3, 2)]
    expected.append(PatternSearch(Shape(3, 3), (1, 5), 0).run().tolist())
    for board, width in boards:
        found = find_solution(board, width, limit=3000)
        expected.append([list(found.tiles), found.bound, found.states])
    assert run_pure(uncompiled(tmp_path), SCRIPT, boards) == expected
