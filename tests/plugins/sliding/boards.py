"""Sliding done plainly, to check solutions with, and the boards of the shared data."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from support.shared import shared

Board = tuple[int, ...]


def slid(board: Sequence[int], width: int, moves: Iterable[int]) -> Board:
    """Return a board after moves, each of which must be that of a tile beside the gap."""
    tiles = list(board)
    for tile in moves:
        gap, cell = tiles.index(0), tiles.index(tile)
        across, down = abs(gap % width - cell % width), abs(gap // width - cell // width)
        assert across + down == 1, f"{tile} is not beside the gap"
        tiles[gap], tiles[cell] = tile, 0
    return tuple(tiles)


def reached(goal: Board, width: int) -> dict[Board, int]:
    """Return every board that can be reached from one, with its distance."""
    found = {goal: 0}
    queue = deque([goal])
    while queue:
        board = queue.popleft()
        gap = board.index(0)
        beside = [gap - width, gap + width]
        beside += [gap - 1] * (gap % width > 0) + [gap + 1] * (gap % width < width - 1)
        for cell in beside:
            if 0 <= cell < len(board):
                later = slid(board, width, [board[cell]])
                if later not in found:
                    found[later] = found[board] + 1
                    queue.append(later)
    return found


def numbers(text: str) -> Board:
    """Return a board written as digits, ``.`` or 0 the gap, rows apart by ``/`` or not."""
    return tuple(int(tile) for tile in text.replace("/", "").replace(".", "0"))


def counted(name: str) -> list[int]:
    """Return the boards per distance of a line of ``eight_puzzle.txt``."""
    lines = shared("data", "eight_puzzle.txt").read_text(encoding="utf-8").splitlines()
    (line,) = (line for line in lines if line.startswith(f"COUNTS {name}"))
    return [int(count) for count in line.rpartition(": ")[2].split()]


def korf() -> list[tuple[Board, int]]:
    """Return Korf's instances with the moves of a shortest solution; goal 0, 1, 2 … 15."""
    lines = shared("data", "korf100.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split("|") for line in lines if not line.startswith("#")]
    return [(tuple(int(tile) for tile in row[1].split()), int(row[3])) for row in rows]
