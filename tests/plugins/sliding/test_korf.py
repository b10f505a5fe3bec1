"""The hard boards of 4x4, with the databases that a user gets."""

from __future__ import annotations

import pytest

from markovpy.plugins.sliding import find_solution
from plugins.sliding.boards import korf, slid


def test_all_of_korf() -> None:
    for board, moves in korf():
        solution = find_solution(board, 4, range(16))
        assert slid(board, 4, solution.tiles) == tuple(range(16))
        assert (solution.moves, solution.optimal) == (moves, True)


@pytest.mark.slow
def test_a_board_that_is_80_moves_away() -> None:
    board = (0, 12, 9, 13, 15, 11, 10, 14, 3, 7, 2, 5, 4, 8, 6, 1)
    solution = find_solution(board, 4)
    assert slid(board, 4, solution.tiles) == (*range(1, 16), 0)
    assert (solution.moves, solution.optimal) == (80, True)


@pytest.mark.slow
def test_a_search_that_spins_elsewhere_ends_at_its_limit() -> None:
    """The goal's rows as columns: both views of it are the same, so the search is long."""
    board = (1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 0)
    solution = find_solution(board, 4, limit=20_000_000)
    assert slid(board, 4, solution.tiles) == (*range(1, 16), 0)
    assert 60 <= solution.bound <= 70 < solution.moves <= 80
    assert solution.states <= 21_000_000
