"""The hard boards of 4x4, with the databases that a user gets."""

from __future__ import annotations

import pytest

from markovpy.plugins.sliding import find_solution
from plugins.sliding.boards import korf, slid


@pytest.mark.slow
def test_all_of_korf() -> None:
    for board, moves in korf():
        solution = find_solution(board, 4, range(16))
        assert slid(board, 4, solution.tiles) == tuple(range(16))
        assert (solution.moves, solution.optimal) == (moves, True)


@pytest.mark.slow
def test_hard_boards_of_4x4_in_the_fewest_moves() -> None:
    """A transposed goal, and one of the boards that are 80 moves away."""
    board = (1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0)
    solution = find_solution(board, 4)
    assert slid(board, 4, solution.tiles) == (*range(1, 16), 0)
    assert solution.optimal
    far = (0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1)
    assert find_solution(far, 4).moves == 80
