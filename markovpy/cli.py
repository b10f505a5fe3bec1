"""The command line: which commands and options there are; ``commands/`` does the work."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from markovpy.commands import console, fail
from markovpy.commands.options import (
    decimal,
    folder,
    output,
    seeds,
    setting,
    sheet,
    size,
    span,
    whole,
)
from markovpy.engine.random import MAXIMUM_SEED
from markovpy.errors import MarkovError

INTERRUPTED = 130
HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and return its exit code.

    Args:
        arguments: The words after ``markovpy``; None for those of this process.
    """
    console.prepare()
    words = list(sys.argv[1:] if arguments is None else arguments)
    try:
        code = markovpy.main(words, "markovpy", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except (MarkovError, click.ClickException, MemoryError, OSError) as error:
        return _reported(error, "--json" in words)
    except (KeyboardInterrupt, click.Abort):
        console.tell("interrupted")
        return INTERRUPTED


def _reported(error: Exception, as_json: bool) -> int:
    """Say what was wrong; where even that cannot be written, say it on stderr or not at all."""
    try:
        return fail.report(error, as_json)
    except OSError as second:
        with contextlib.suppress(OSError):
            console.tell(f"markovpy: {second.strerror}")
        return 1


class _Commands(click.Group):
    """The commands, and those of plugins, which are imported when one of them is asked for.

    A program's name in place of a command gets the right one named.
    """

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        from markovpy.commands.plugins import plugin_command

        return plugin_command(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        from markovpy.commands.plugins import plugins_with_commands

        return sorted({*self.commands, *plugins_with_commands()})

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from markovpy.resources import programs

        word = args[0]
        known = self.get_command(ctx, word) is not None
        if not known and (word in programs() or Path(word).suffix):
            raise click.UsageError(f"'{word}' is no command; to run it: markovpy run {word}", ctx)
        return super().resolve_command(ctx, args)


def _show_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if not wanted:
        return
    from importlib.metadata import version

    from markovpy.api import engine

    compiled = engine() == "compiled"
    advice = "" if compiled else " (slow: install a C compiler, then markovpy again)"
    console.say(f"markovpy {version('markovpy')}, engine {engine()}{advice}")
    ctx.exit()


@click.group(cls=_Commands, invoke_without_command=True, context_settings=HELP)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version, and whether the engine is compiled.",
)
@click.pass_context
def markovpy(ctx: click.Context) -> None:
    """Write rewrite rules for a grid, get a picture.

    \b
    Start here:
      markovpy run maze_dfs             draw a maze into maze_dfs_SEED.png
      markovpy list                     see what else is there
      markovpy show maze_dfs -o my.mj   take a program to change it
      markovpy run my.mj --watch        draw it again whenever you save it
    """  # noqa: D301  (click reads \b: keep these lines)
    if ctx.invoked_subcommand is None:
        console.say(ctx.get_help())


_size = click.option("--size", type=size, metavar="WxH[xD]", help="Cells, such as 80x50.")
_resources = click.option(
    "--resources", metavar="DIR", help="The folder with a MarkovJunior model's resources."
)
_strict = click.option("--strict", is_flag=True, help="Take warnings for errors.")
_json = click.option("--json", "as_json", is_flag=True, help="Print data instead of words.")


@markovpy.command()
@click.argument("program", metavar="FILE|NAME|-")
@click.option(
    "--seed",
    type=whole(0, MAXIMUM_SEED, f"a whole number from 0 to {MAXIMUM_SEED:,}"),
    metavar="N",
    help="Same seed, same picture; drawn and shown if not given.",
)
@click.option(
    "--seeds",
    type=seeds,
    metavar="A:B|A,B,...|N",
    help="Run many: 0:24 are 0 to 23, 24 alone are so many drawn ones.",
)
@click.option("--sheet", type=sheet, metavar="OUT", help="A .png with the pictures of all seeds.")
@click.option(
    "--jobs",
    type=whole(1, 256, "a whole number from 1 to 256"),
    metavar="N",
    help="Seeds that run at a time (one for each core).",
)
@_size
@click.option(
    "--steps",
    type=whole(0, 2**62, "a whole number from 0 on"),
    metavar="N",
    help="At most so many turns; 0 for no limit.",
)
@click.option(
    "--set",
    "settings",
    type=setting,
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a 'let' of the program; repeatable.",
)
@click.option(
    "--start",
    metavar="FILE",
    help="Start grid: rows of symbols, a PNG with a pixel a cell, or values as .npy.",
)
@click.option(
    "--view",
    type=click.Choice(["isometric", "layers"]),
    default="isometric",
    help="How 3-D grids are drawn: as blocks, or layers side by side.",
)
@click.option("--palette", metavar="FILE", help="Colours; see markovpy palette for the form.")
@click.option(
    "--scale",
    type=whole(1, 10_000, "a whole number from 1 to 10,000"),
    metavar="PX",
    help="Pixels a cell.",
)
@click.option(
    "-o",
    "outputs",
    type=output,
    multiple=True,
    metavar="OUT",
    help="Write a .png, .gif, .txt, .npy or .vox; repeatable; {seed} in it is replaced. "
    "Without: NAME_SEED.png.",
)
@click.option("--frames", type=folder, metavar="DIR", help="Write numbered PNGs, in time order.")
@click.option(
    "--every",
    type=whole(1, 2**62, "a whole number from 1 on"),
    metavar="K",
    help="A frame for every K turns (GIF, frames).",
)
@click.option(
    "--fps",
    type=decimal(0.01, 1000, "a number from 0.01 to 1000"),
    metavar="N",
    help="Frames a second of a GIF (30; 8 where moves are made).",
)
@click.option(
    "--hold",
    type=decimal(0, 3600, "a number of seconds from 0 to 3600"),
    metavar="SECONDS",
    help="How long a GIF rests on its last frame (2).",
)
@click.option(
    "--level",
    type=whole(1, 10**9, "a whole number from 1 on"),
    metavar="N",
    help="The level to start from.",
)
@click.option("--levels", metavar="FILE", help="Levels (XSB) in place of the program's own.")
@click.option("--moves", metavar="TEXT", help="Moves of a game, such as rruULd.")
@click.option("--moves-file", metavar="FILE", help="A file with moves, or a saved replay.")
@_resources
@_strict
@_json
@click.option("--quiet", is_flag=True, help="Print nothing but errors.")
@click.option("--force", is_flag=True, help="Replace any file; write outputs of any size.")
@click.option("--watch", is_flag=True, help="Run again whenever the program is saved.")
def run(**given: Any) -> int:
    """Run a program and draw what comes out.

    FILE is a program (.mj) or a MarkovJunior model (.xml), NAME a shipped program (see
    markovpy list), - standard input.

    \b
    Exit codes: 0 fine, 1 program or input wrong (or a seed failed), 2 usage,
    3 gave up at the cap (the result is saved), 4 no solution,
    130 interrupted (what was done is saved).
    """  # noqa: D301
    from markovpy.commands.request import Request
    from markovpy.commands.run import run_program

    return run_program(Request(**given))


@markovpy.command()
@click.argument("program", metavar="FILE|NAME|-")
@click.option(
    "--level",
    type=whole(1, 10**9, "a whole number from 1 on"),
    default="1",
    metavar="N",
    help="The level to solve.",
)
@click.option("--levels", metavar="FILE", help="Levels (XSB) in place of the program's own.")
@click.option("--moves", metavar="TEXT", help="Moves to make first, such as rruULd.")
@click.option("--optimal", is_flag=True, help="Find the fewest moves, not just any.")
@click.option(
    "--limit",
    type=whole(1, 2**31 - 1, "a whole number from 1 to 2,147,483,647"),
    metavar="N",
    help="Give up at so many states.",
)
@click.option(
    "--memory",
    type=whole(1, 10**6, "a whole number from 1 to 1,000,000"),
    default="2000",
    metavar="MB",
    help="Give up when the states need more memory (2000).",
)
@click.option(
    "--seconds",
    type=decimal(0, 10**7, "a number of seconds"),
    metavar="S",
    help="Give up after so long.",
)
@click.option(
    "--seed",
    type=whole(0, MAXIMUM_SEED, f"a whole number from 0 to {MAXIMUM_SEED:,}"),
    metavar="N",
    help="The seed of the shuffle; drawn if not given.",
)
@_size
@click.option(
    "--set",
    "settings",
    type=setting,
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a 'let' of the program; repeatable.",
)
@_json
@click.option("--quiet", is_flag=True, help="Print the moves only.")
def solve(**given: Any) -> int:
    """Find moves that win a game.

    The moves are printed as run --moves takes them. Only games whose moves draw nothing at
    random can be solved.

    \b
    Exit codes: 0 solved, 1 program or input wrong, 2 usage, 3 gave up at a limit,
    4 proved impossible, 130 interrupted.
    """  # noqa: D301
    from markovpy.commands.solve import Task, solve_game

    return solve_game(Task(**given))


@markovpy.command()
@click.argument("programs", nargs=-1, required=True, metavar="FILE|NAME|-...")
@_size
@_resources
@_strict
@_json
def check(
    programs: tuple[str, ...],
    size: tuple[int, int, int] | None,
    resources: str | None,
    strict: bool,
    as_json: bool,
) -> int:
    """Show every problem of programs without running them."""
    from markovpy.commands.programs import check_programs

    return check_programs(programs, size, resources, strict, as_json)


@markovpy.command()
@click.argument("model", metavar="MODEL.xml|-")
@click.option(
    "-o", "output", type=Path, metavar="OUT.mj", help="The file to write; stdout if not given."
)
@_size
@_resources
@_strict
@click.option("--force", is_flag=True, help="Replace a file of this name.")
def convert(
    model: str,
    output: Path | None,
    size: tuple[int, int, int] | None,
    resources: str | None,
    strict: bool,
    force: bool,
) -> int:
    """Write a MarkovJunior model as an .mj program that runs equal to it.

    The size decides whether that is a 2-D or a 3-D program.
    """
    from markovpy.commands.convert import convert_model

    return convert_model(model, output, size, resources, strict, force)


@markovpy.command()
@click.argument("programs", nargs=-1, required=True, metavar="FILE|-...")
@click.option("--check", is_flag=True, help="Write nothing; name what would change, exit with 1.")
@click.option("--diff", is_flag=True, help="Write nothing; show what would change.")
def fmt(programs: tuple[str, ...], check: bool, diff: bool) -> int:
    """Lay out .mj programs in the one common way.

    Files, and all .mj files in folders, are rewritten in place, standard input (-) to standard
    output. Comments and meaning stay; a file that is no program is left alone.
    """
    from markovpy.commands.format import format_programs

    return format_programs(programs, check, diff)


@markovpy.command("list")
@_json
def list_(as_json: bool) -> int:
    """Name the shipped programs and what they draw."""
    from markovpy.commands.programs import list_programs

    return list_programs(as_json)


@markovpy.command()
@click.argument("name")
@click.option(
    "-o",
    "output",
    type=Path,
    metavar="OUT.mj|DIR",
    help="Write it there, and beside it the files that it reads.",
)
@click.option("--force", is_flag=True, help="Replace files of the same names.")
def show(name: str, output: Path | None, force: bool) -> int:
    """Print the text of a shipped program, or take a copy of it."""
    from markovpy.commands.programs import show_program

    return show_program(name, output, force)


@markovpy.command("make-levels")
@click.argument("program", metavar="FILE|NAME|-")
@click.option("-o", "--output", type=Path, metavar="FILE", help="Write them there, as XSB.")
@click.option(
    "--count",
    type=whole(1, 10_000, "a whole number from 1 to 10,000"),
    default="10",
    metavar="N",
    help="How many levels (10).",
)
@click.option(
    "--pushes",
    type=span,
    default="5..100",
    metavar="LOW..HIGH",
    help="Pushes of a solution with the fewest moves (5..100).",
)
@click.option(
    "--seed",
    type=whole(0, MAXIMUM_SEED, f"a whole number from 0 to {MAXIMUM_SEED:,}"),
    default="1",
    metavar="N",
    help="The first seed that is tried (1).",
)
@click.option(
    "--tries",
    type=whole(1, 10**7, "a whole number from 1 to 10,000,000"),
    metavar="N",
    help="How many seeds are tried at most (100 for each level).",
)
@_size
@click.option(
    "--set",
    "settings",
    type=setting,
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a 'let' of the program; repeatable.",
)
@click.option("--force", is_flag=True, help="Replace a file of this name.")
@click.option("--quiet", is_flag=True, help="Print nothing but levels and errors.")
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


@markovpy.command()
@click.argument("file", metavar="FILE|-")
@click.option(
    "--level",
    type=whole(-(2**31), 2**31, "a whole number"),
    metavar="N",
    help="Show level N instead, as it is read.",
)
@_json
def levels(file: str, level: int | None, as_json: bool) -> int:
    """List the levels of a Sokoban collection (XSB), and what is wrong with them."""
    from markovpy.commands.levels import list_levels, show_level

    return list_levels(file, as_json) if level is None else show_level(file, level, as_json)


@markovpy.command()
@click.argument("program", metavar="FILE|NAME")
@click.option(
    "--level",
    type=whole(1, 10**9, "a whole number from 1 on"),
    default="1",
    metavar="N",
    help="The level to begin with.",
)
@click.option("--levels", metavar="FILE", help="Levels (XSB) in place of the program's own.")
@click.option(
    "--seed",
    type=whole(0, MAXIMUM_SEED, f"a whole number from 0 to {MAXIMUM_SEED:,}"),
    metavar="N",
    help="Same seed, same game; drawn if not given.",
)
@click.option("--web", is_flag=True, help="Play in the browser, on this machine only.")
@click.option(
    "--port",
    type=whole(0, 65_535, "a whole number from 0 to 65,535"),
    metavar="N",
    help="Where to serve the page (any port that is free).",
)
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


@markovpy.command()
@_json
def palette(as_json: bool) -> int:
    """Show the colours that symbols have by default."""
    from markovpy.commands.programs import show_palette

    return show_palette(as_json)


@markovpy.command()
@_json
def plugins(as_json: bool) -> int:
    """Name the installed plugins, what they add, and what is wrong."""
    from markovpy.commands.plugins import list_plugins

    return list_plugins(markovpy.commands, as_json)
