"""Playing a program: sessions with undo and levels, moves as text, replays."""

from markovpy.model.moves import read_moves, write_moves
from markovpy.play.replay import Replay, is_replay, read_replay, replay_of, resume
from markovpy.play.session import Session

__all__ = [
    "Replay",
    "Session",
    "is_replay",
    "read_moves",
    "read_replay",
    "replay_of",
    "resume",
    "write_moves",
]
