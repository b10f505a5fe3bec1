"""The commands for the texts of programs, and for what ships."""

from __future__ import annotations

from pathlib import Path

import click

from markovpy.commands import shared


@click.command()
@click.argument("programs", nargs=-1, required=True, metavar="FILE|NAME|-...")
@shared.size
@shared.resources
@shared.strict
@shared.as_json()
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


@click.command()
@click.argument("model", metavar="MODEL.xml|-")
@shared.output("OUT.mj", "The file to write; stdout if not given.")
@shared.size
@shared.resources
@shared.strict
@shared.force()
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


@click.command()
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


@click.command("list")
@shared.as_json()
def list_(as_json: bool) -> int:
    """Name the shipped programs and what they draw."""
    from markovpy.commands.programs import list_programs

    return list_programs(as_json)


@click.command()
@click.argument("name")
@shared.output("OUT.mj|DIR", "Write it there, and beside it the files that it reads.")
@shared.force("Replace files of the same names.")
def show(name: str, output: Path | None, force: bool) -> int:
    """Print the text of a shipped program, or take a copy of it."""
    from markovpy.commands.programs import show_program

    return show_program(name, output, force)


@click.command()
@shared.as_json()
def palette(as_json: bool) -> int:
    """Show the colours that symbols have by default."""
    from markovpy.commands.programs import show_palette

    return show_palette(as_json)


COMMANDS = (check, convert, fmt, list_, show, palette)
