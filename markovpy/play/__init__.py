"""Playing a program: sessions with undo and levels, moves as text, replays, winning moves."""

from markovpy.model.moves import read_moves, write_moves
from markovpy.play.outlook import Hopeless, hopeless
from markovpy.play.replay import Replay, is_replay, read_replay, replay_of, resume
from markovpy.play.session import Session
from markovpy.play.solution import Solution
from markovpy.play.solving import hint, solve

__all__ = [
    "Hopeless",
    "Replay",
    "Session",
    "Solution",
    "hint",
    "hopeless",
    "is_replay",
    "read_moves",
    "read_replay",
    "replay_of",
    "resume",
    "solve",
    "write_moves",
]
