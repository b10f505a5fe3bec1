"""Playing a program: sessions with undo and levels, moves as text, replays."""

from markovpy.model.moves import read_moves, write_moves
from markovpy.play.session import Session

__all__ = ["Session", "read_moves", "write_moves"]
