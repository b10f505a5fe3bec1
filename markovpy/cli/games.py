"""The commands for games: to play and solve them, and for their levels."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from markovpy.commands import options, shared


@click.command()
@click.argument("program", metavar="FILE|NAME")
@shared.level("The level to begin with.", default=1)
@shared.levels
@shared.seed("Same seed, same game; drawn if not given.")
@click.option("--web", is_flag=True, help="Play in the browser, on this machine only.")
@shared.number("--port", 0, 65_535, "Where to serve the page (any port that is free).")
@click.option("--no-browser", is_flag=True, help="Print the page's address; open no browser.")
def play(
    program: str,
    level: int,
    levels: str | None,
    seed: int | None,
    web: bool,
    port: int | None,
    no_browser: bool,
) -> int:
    """Play a game in the terminal, or with --web in the browser.

    The keys are shown below the game. The best results are kept.
    """
    from markovpy.commands.play import Page, play_program

    if not web and (port is not None or no_browser):
        raise click.UsageError("--port and --no-browser are for --web.")
    page = Page(port or 0, not no_browser) if web else None
    return play_program(program, level, levels, seed, page)


@click.command()
@shared.program
@shared.level("The level to solve.", default=1)
@shared.levels
@shared.moves("Moves to make first, such as rruULd.")
@click.option("--optimal", is_flag=True, help="Find the fewest moves, not just any.")
@shared.number("--limit", 1, 2**31 - 1, "Give up at so many states.")
@shared.number(
    "--memory",
    1,
    10**6,
    "Give up when the states need more memory (2000).",
    default=2000,
    metavar="MB",
)
@click.option(
    "--seconds",
    type=options.decimal(0, 10**7, "a number of seconds"),
    metavar="S",
    help="Give up after so long.",
)
@shared.seed("The seed of the shuffle; drawn if not given.")
@shared.size
@shared.settings
@shared.as_json()
@shared.quiet("Print the moves only.")
def solve(**given: Any) -> int:
    """Find moves that win a game.

    The moves are printed as run --moves takes them. Only games whose moves draw nothing at
    random can be solved.

    \b
    Exit codes: 0 solved, 1 program or input wrong, 2 usage, 3 gave up at a limit,
    4 proved impossible, 130 interrupted.
    """  # noqa: D301  (click reads \b: keep these lines)
    from markovpy.commands.solve import Task, solve_game

    return solve_game(Task(**given))


@click.command()
@click.argument("file", metavar="FILE|NAME|-")
@shared.level("Show level N instead, as it is read.")
@shared.as_json()
def levels(file: str, level: int | None, as_json: bool) -> int:
    """List levels, and what is wrong with them.

    FILE is a Sokoban collection (XSB) or a program (.mj), NAME a shipped program, - a
    collection on standard input.
    """
    from markovpy.commands.levels import list_levels, show_level

    return list_levels(file, as_json) if level is None else show_level(file, level, as_json)


@click.command("make-levels")
@shared.program
@click.option("-o", "--output", type=Path, metavar="FILE", help="Write them there, as XSB.")
@shared.number("--count", 1, 10_000, "How many levels (10).", default=10)
@click.option(
    "--pushes",
    type=options.span,
    default="5..100",
    metavar="LOW..HIGH",
    help="Pushes of a solution with the fewest moves (5..100).",
)
@shared.seed("The first seed that is tried (1).", default=1)
@shared.number("--tries", 1, 10**7, "How many seeds are tried at most (100 for each level).")
@shared.size
@shared.settings
@shared.force()
@shared.quiet("Print nothing but levels and errors.")
def make_levels(**given: Any) -> int:
    """Make levels with a game that generates its own, such as sokoban_generate.

    Seed after seed is run, and a level is kept if the solver proves that it can be won, in
    so many pushes. Its solution is written with it.

    \b
    Exit codes: 0 all are found, 1 program or input wrong, 2 usage, 3 too few are found (those
    are written), 130 interrupted (likewise).
    """  # noqa: D301
    from markovpy.commands.making import Order, write_made_levels

    return write_made_levels(Order(**given))


COMMANDS = (play, solve, levels, make_levels)
