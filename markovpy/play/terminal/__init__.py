"""Playing a game on a terminal."""

from markovpy.play.terminal.host import can_play, play

__all__ = ["can_play", "play"]
