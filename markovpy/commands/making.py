"""``markovpy make-levels``: levels out of a game that generates its own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from markovpy.commands import inputs
from markovpy.commands.console import Interrupts, Progress, say, tell
from markovpy.commands.saving import check_output, print_text, replace_text
from markovpy.errors import RunError
from markovpy.formats.xsb import write_levels
from markovpy.play.making import Wish, make_levels
from markovpy.play.session import Session

if TYPE_CHECKING:
    from markovpy.api.program import Program

_EXIT_TOO_FEW = 3
_EXIT_INTERRUPTED = 130


@dataclass(frozen=True)
class Order:
    """The arguments of ``markovpy make-levels``, as the command line names them."""

    program: str
    count: int = 10
    pushes: tuple[int, int] = (1, 10**6)
    seed: int = 1
    tries: int | None = None
    output: Path | None = None
    size: tuple[int, int, int] | None = None
    settings: tuple[tuple[str, float], ...] = ()
    force: bool = False
    quiet: bool = False


def write_made_levels(order: Order) -> int:
    """Make levels and write or print them; return the exit code.

    Raises:
        MarkovError: The program is no game that makes levels, or the file cannot be written.
        UsageError: A name to set does not exist.
    """
    program = inputs.load(order.program, order.size, None)
    if order.output is not None:
        check_output(order.output, [Path(order.program), *program.files], order.force)
    names: Mapping[str, float] = dict(order.settings)
    wrong = inputs.check_names(names, program)
    if wrong:
        raise click.UsageError(wrong + ".")
    inputs.check_game(program)
    tries = order.count * 100 if order.tries is None else order.tries
    wish = Wish(order.count, order.pushes, order.seed, tries)
    bar = Progress("making levels", "seeds", exact=False, quiet=order.quiet)
    with Interrupts() as interrupts, bar:

        def going_on(tried: int, found: int) -> bool:
            bar.show(tried, tries)
            return not interrupts.requested

        levels = list(make_levels(program, wish, order.size, names, going_on))
        interrupted = interrupts.requested
    if levels and order.output is not None:
        replace_text(order.output, write_levels(levels))
        if not order.quiet:
            say(f"{order.output}: {len(levels)} level{'s' * (len(levels) != 1)}")
    elif levels:
        print_text(write_levels(levels))
    if len(levels) == order.count:
        return 0
    said = f"only {len(levels)} of {order.count} levels were found from seed {order.seed} on"
    same = order.count > 1 and not interrupted and not _varies(program, order, names)
    tell(f"{said}: the game's start draws nothing, so each seed gives the same" if same else said)
    return _EXIT_INTERRUPTED if interrupted else _EXIT_TOO_FEW


def _varies(program: Program, order: Order, names: Mapping[str, float]) -> bool:
    """Return whether another seed gives another start, as far as that is known."""
    try:
        return Session(program, 1, order.seed, order.size, names).varies
    except RunError:
        return True
