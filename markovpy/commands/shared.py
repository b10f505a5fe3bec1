"""Options that several commands have, also those of plugins."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol, TypeVar

import click

from markovpy.commands import options
from markovpy.engine.random import MAXIMUM_SEED

_Command = TypeVar("_Command", bound=Callable[..., object])

SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
"""What every group of commands is made with."""


class Option(Protocol):
    """What adds an option to the function of a command."""

    def __call__(self, command: _Command, /) -> _Command:
        """Return the function, with the option added."""


program = click.argument("program", metavar="FILE|NAME|-")
size = click.option("--size", type=options.size, metavar="WxH[xD]", help="Cells, such as 80x50.")
settings = click.option(
    "--set",
    "settings",
    type=options.setting,
    multiple=True,
    metavar="NAME=VALUE",
    help="Change a 'let' of the program; repeatable.",
)
resources = click.option(
    "--resources", metavar="DIR", help="The folder with a MarkovJunior model's resources."
)
strict = click.option("--strict", is_flag=True, help="Take warnings for errors.")
picture = click.option(
    "--picture", metavar="FILE", help="Cut this picture into the pieces of a sliding puzzle."
)
levels = click.option(
    "--levels", metavar="FILE", help="Levels (XSB) in place of the program's own."
)


def number(
    name: str,
    lowest: int | None,
    highest: int | None,
    text: str,
    *,
    default: int | None = None,
    metavar: str = "N",
) -> Option:
    """Return an option that takes a whole number.

    Args:
        name: The option, with its dashes.
        lowest: The least allowed, or None.
        highest: The most allowed, or None.
        text: Its help.
        default: The number where it is not given.
        metavar: What stands for the number in the help.
    """
    number_type = options.whole(lowest, highest)
    given = None if default is None else str(default)
    return click.option(name, type=number_type, default=given, metavar=metavar, help=text)


def seed(text: str, default: int | None = None) -> Option:
    """Return the option that names the seed."""
    return number("--seed", 0, MAXIMUM_SEED, text, default=default)


def level(text: str, default: int | None = None) -> Option:
    """Return the option that names a level of a game."""
    return number("--level", 1, None, text, default=default)


def moves(text: str) -> Option:
    """Return the option that takes moves of a game."""
    return click.option("--moves", metavar="TEXT", help=text)


def output(metavar: str, text: str) -> Option:
    """Return the option that names the one file to write."""
    return click.option("-o", "output", type=Path, metavar=metavar, help=text)


def outputs(read: Callable[[str], Path], text: str) -> Option:
    """Return the option that names files to write, whose endings say what is written.

    Args:
        read: Reads a path, and refuses an ending that is not known.
        text: Its help.
    """
    return click.option("-o", "outputs", type=read, multiple=True, metavar="OUT", help=text)


def as_json(text: str = "Print data instead of words.") -> Option:
    """Return the flag that asks for data."""
    return click.option("--json", "as_json", is_flag=True, help=text)


def quiet(text: str) -> Option:
    """Return the flag that asks for few words."""
    return click.option("--quiet", is_flag=True, help=text)


def force(text: str = "Replace a file of this name.") -> Option:
    """Return the flag that allows to replace what is there."""
    return click.option("--force", is_flag=True, help=text)
