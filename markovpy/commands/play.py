"""``markovpy play``."""

from __future__ import annotations

import click

from markovpy.commands.inputs import check_game, load
from markovpy.play import Session
from markovpy.play.terminal import can_play, play
from markovpy.play.terminal.advice import Solver

FINE = 0


def play_program(target: str, level: int, levels: str | None, seed: int | None) -> int:
    """Play a game in the terminal until the player ends it; return the exit code.

    Args:
        target: What names the program.
        level: The level to begin with.
        levels: A file with levels in place of the program's own.
        seed: The seed; None to draw one.

    Raises:
        MarkovError: The program is wrong, is no game, or has no such level.
        UsageError: There is no terminal.
    """
    if target == "-":
        raise click.UsageError("to play, name the program's file: standard input is for keys.")
    program = load(target, None, None, levels=levels)
    check_game(program)
    session = Session(program, level, seed)
    if not can_play():
        raise click.UsageError(
            "this is no terminal to play on; make moves with: markovpy run --moves TEXT."
        )
    play(session, Solver())
    return FINE
