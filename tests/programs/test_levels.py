"""A level of a jumping game: a player of modest powers comes to the flag and to every coin."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest
from numpy.typing import NDArray

from support.regions import Cell, drawn, one_of, places, program

HIGH = 2
FAR = 4


class Player:
    """One cell tall; walks, jumps straight up, flies level, falls."""

    def __init__(self, cells: NDArray[np.str_]) -> None:
        """Stand where the level says."""
        self.solid = one_of(cells, "GEBP")
        self.deadly = one_of(cells, "AL")
        (self.start,) = places(cells == "S")
        self.touched: set[Cell] = set()
        self.stood = self.everywhere()

    def free(self, y: int, x: int) -> bool:
        """Return whether a cell can be passed without harm."""
        height, width = self.solid.shape
        return 0 <= y < height and 0 <= x < width and not (self.solid | self.deadly)[y, x]

    def fall(self, y: int, x: int) -> Cell | None:
        """Return where a fall ends on firm ground; None if it ends badly."""
        while self.free(y, x):
            self.touched.add((y, x))
            if y + 1 >= self.solid.shape[0]:
                return None
            if self.solid[y + 1, x]:
                return y, x
            y += 1
        return None

    def moves(self, y: int, x: int) -> list[Cell]:
        """Return where one step or one jump leads."""
        found = []
        for up in range(HIGH + 1):
            if not self.free(y - up, x):
                break
            for side in (-1, 1):
                for along in range(1, (FAR if up else 1) + 1):
                    if not self.free(y - up, x + side * along):
                        break
                    landing = self.fall(y - up, x + side * along)
                    if landing is not None:
                        found.append(landing)
            self.touched.add((y - up, x))
        return found

    def everywhere(self) -> set[Cell]:
        """Return all places where the player can come to stand."""
        seen = {self.start}
        queue = deque(seen)
        while queue:
            for place in self.moves(*queue.popleft()):
                if place not in seen:
                    seen.add(place)
                    queue.append(place)
        return seen


@pytest.mark.parametrize("seed", range(60))
def test_the_level_can_be_won_with_every_coin(seed: int) -> None:
    cells = drawn(program("platformer").run(seed))
    player = Player(cells)
    assert player.start[1] == 0
    (flag,) = places(cells == "F")
    assert flag[1] == cells.shape[1] - 2
    assert any(x == cells.shape[1] - 2 for _, x in player.stood)
    assert set(places(cells == "o")) <= player.touched


@pytest.mark.parametrize("size", [(30, 16), (60, 24), (200, 40)], ids=str)
def test_levels_of_other_sizes(size: tuple[int, int]) -> None:
    for seed in range(10):
        cells = drawn(program("platformer", *size).run(seed))
        assert (cells == "F").sum() == 1
        assert any(x == size[0] - 2 for _, x in Player(cells).stood)


def test_the_player_of_the_test_is_no_bird() -> None:
    wall = ["......", "...G..", "...G..", "S..G..", "GGGGGG"]
    gap = ["......", "......", "......", "S.....", "G....G"]
    for text, end in ((wall, (3, 4)), (gap, (3, 5))):
        assert end not in Player(np.array([list(row) for row in text])).stood
