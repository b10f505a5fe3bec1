"""Snake, played to the win on a terminal by a player that sees the screen alone."""

from __future__ import annotations

import os
from collections import deque
from pathlib import Path

import pytest

if os.name == "nt":
    pytest.skip("needs a terminal of POSIX", allow_module_level=True)

from support.terminal import GameTerminal

Cell = tuple[int, int]
APPLES = 25
HEADS = "►▼◄▲"
KEYS = {(1, 0): "\x1b[C", (-1, 0): "\x1b[D", (0, -1): "\x1b[A", (0, 1): "\x1b[B"}
ENDS = {"R": (1, 0), "L": (-1, 0), "U": (0, -1), "D": (0, 1)}
UNDO = "u"
"""Taking a step back stops time until a key is pressed, so that there is time to think."""


class Eyes:
    """What is seen on a screen without colours."""

    def __init__(self, text: str) -> None:
        rows = [line.strip()[::2] for line in text.split("\n")]
        rows = [row for row in rows if row[:1] == "W" == row[-1:]]
        self.cells = {(x, y): symbol for y, row in enumerate(rows) for x, symbol in enumerate(row)}
        self.head = next(cell for cell, symbol in self.cells.items() if symbol in HEADS)
        self.apple = next((cell for cell, symbol in self.cells.items() if symbol == "F"), None)
        self.body = self._body()

    def _body(self) -> list[Cell]:
        """Return the cells of the snake from the end of its tail to its head."""
        body = [next(cell for cell, symbol in self.cells.items() if symbol in ENDS)]
        while body[-1] != self.head:
            (x, y), (dx, dy) = body[-1], ENDS[self.cells[body[-1]].upper()]
            body.append((x + dx, y + dy))
        return body

    def way(self) -> list[Cell]:
        """Return the steps of a shortest way to the apple, past where the tail will have been."""
        left_after = {cell: place + 1 for place, cell in enumerate(self.body)}
        came: dict[Cell, tuple[Cell, Cell]] = {}
        queue = deque([(self.head, 1)])
        while queue:
            cell, turn = queue.popleft()
            for step in KEYS:
                beside = (cell[0] + step[0], cell[1] + step[1])
                is_free = self.cells[beside] != "W" and turn > left_after.get(beside, 0)
                if is_free and beside not in came:
                    came[beside] = cell, step
                    queue.append((beside, turn + 1))
        assert self.apple in came, "the snake has shut itself in"
        steps: list[Cell] = []
        cell = self.apple
        while cell != self.head:
            cell, step = came[cell]
            steps.append(step)
        return steps[::-1]


def test_all_apples_are_eaten(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with GameTerminal("play", "snake_play", "--seed", "3", NO_COLOR="1") as game:
        game.sees("Press any key to begin")
        for eaten in range(APPLES):
            seen = Eyes(game.text)
            assert len(seen.body) == 3 + eaten
            steps = seen.way()
            keys = "".join(KEYS[step] for step in steps)
            is_last = eaten == APPLES - 1
            game.press(keys + ("" if is_last else KEYS[steps[-1]] + UNDO))
            game.until(lambda before=eaten: "W" in game.text and _length(game) == 4 + before)
        game.sees("Won! Enter: another game")
        game.press("q")
        assert game.ends() == 0


def _length(game: GameTerminal) -> int:
    """Return how long the snake is, also where it has won or met its end."""
    rows = [line.strip()[::2] for line in game.text.split("\n")]
    return sum(symbol not in ".WF" for row in rows if row[:1] == "W" == row[-1:] for symbol in row)
