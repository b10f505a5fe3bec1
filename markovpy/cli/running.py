"""``markovpy run``."""

from __future__ import annotations

from typing import Any

import click

from markovpy.commands import options, shared


@click.command()
@shared.program
@shared.seed("Same seed, same picture; drawn and shown if not given.")
@click.option(
    "--seeds",
    type=options.seeds,
    metavar="A:B|A,B,...|N",
    help="Run many: 0:24 are 0 to 23, 24 alone are so many drawn ones.",
)
@click.option(
    "--sheet", type=options.sheet, metavar="OUT", help="A .png with the pictures of all seeds."
)
@shared.number("--jobs", 1, 256, "Seeds that run at a time (one for each core).")
@shared.size
@shared.number("--steps", 0, None, "At most so many turns; 0 for no limit.")
@shared.settings
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
@shared.number("--scale", 1, 10_000, "Pixels a cell.", metavar="PX")
@shared.outputs(
    options.output,
    "Write a .png, .gif, .txt, .npy or .vox, also over an older one; repeatable; {seed} in it is "
    "replaced. Without: NAME_SEED.png.",
)
@click.option(
    "--frames", type=options.folder, metavar="DIR", help="Write numbered PNGs, in time order."
)
@shared.number("--every", 1, None, "A frame for every K turns (GIF, frames).", metavar="K")
@click.option(
    "--fps",
    type=options.decimal(0.01, 1000, "a number from 0.01 to 1000"),
    metavar="N",
    help="Frames a second of a GIF (30; 8 where moves are made).",
)
@click.option(
    "--hold",
    type=options.decimal(0, 3600, "a number of seconds from 0 to 3600"),
    metavar="SECONDS",
    help="How long a GIF rests on its last frame (2).",
)
@shared.level("The level to start from.")
@shared.levels
@shared.picture
@shared.moves("Moves of a game, such as rruULd.")
@click.option(
    "--moves-file",
    metavar="FILE|-",
    help="A file with moves, or a saved replay; - is standard input.",
)
@shared.resources
@shared.strict
@shared.as_json()
@shared.quiet("Print nothing but errors.")
@shared.force("Replace any file; write outputs of any size.")
@click.option("--watch", is_flag=True, help="Run again whenever the program is saved.")
def run(**given: Any) -> int:
    """Run a program and draw what comes out.

    FILE is a program (.mj) or a MarkovJunior model (.xml), NAME a shipped program (see
    markovpy list), - standard input.

    \b
    Exit codes: 0 fine, 1 program or input wrong (or a seed failed), 2 usage,
    3 gave up at the cap (the result is saved), 4 no solution,
    130 interrupted (what was done is saved).
    """  # noqa: D301  (click reads \b: keep these lines)
    from markovpy.commands.request import Request
    from markovpy.commands.run import run_program

    return run_program(Request(**given))
