"""``markovpy play``."""

from __future__ import annotations

from dataclasses import dataclass

import click

from markovpy.commands.console import say, tell
from markovpy.commands.inputs import check_game, load, use_picture
from markovpy.play import Session
from markovpy.play.advice import Solver
from markovpy.play.terminal import can_play, play
from markovpy.play.web.server import serve

FINE = 0


@dataclass(frozen=True)
class Page:
    """How a game is shown in the browser.

    Args:
        port: Where it is served; 0 for any port that is free.
        opens: Whether it is opened in the user's browser.
    """

    port: int
    opens: bool


def play_program(
    target: str,
    level: int,
    levels: str | None,
    seed: int | None,
    page: Page | None,
    picture: str | None = None,
) -> int:
    """Play a game in the terminal, or the browser, until the player ends it.

    Args:
        target: What names the program.
        level: The level to begin with.
        levels: A file with levels in place of the program's own.
        seed: The seed; None to draw one.
        page: How to show it in the browser; None for the terminal.
        picture: A picture file to cut into its pieces; None for the program's own.

    Returns:
        The exit code.

    Raises:
        MarkovError: The program is wrong, is no game, or has no such level; or no page can be
            served.
        UsageError: There is no terminal.
    """
    if target == "-":
        raise click.UsageError("to play, name the program's file: standard input is for keys.")
    program = load(target, None, None, levels=levels)
    check_game(program)
    data = None if picture is None else use_picture(program, picture)
    for warning in program.warnings_at(level):
        tell(warning.format(program.source))
    if page is not None:
        serve(
            program,
            level=level,
            seed=seed,
            picture=data,
            port=page.port,
            browser=page.opens,
            say=say,
        )
        return FINE
    session = Session(program, level, seed)
    if not can_play():
        raise click.UsageError(
            "this is no terminal to play on; make moves with: markovpy run --moves TEXT."
        )
    play(session, Solver())
    return FINE
