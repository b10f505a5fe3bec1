"""``markovpy`` itself: the group of its own commands and of those that plugins add."""

from __future__ import annotations

from pathlib import Path

import click

from markovpy.cli import games, programs
from markovpy.cli.running import run
from markovpy.commands import console, shared
from markovpy.commands.added import added_command, usable_names


class _Commands(click.Group):
    """The commands, and those of plugins, which are imported when one of them is asked for.

    A program's name in place of a command gets the right one named.
    """

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name in self.commands:
            return self.commands[cmd_name]
        return added_command(cmd_name)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted({*self.commands, *usable_names()})

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        from markovpy import resources

        word = args[0]
        known = self.get_command(ctx, word) is not None
        if not known and (word in resources.programs() or Path(word).suffix):
            from markovpy.commands.programs import is_game

            how = "play" if is_game(word) else "run"
            raise click.UsageError(
                f"'{word}' is no command; to {how} it: markovpy {how} {word}", ctx
            )
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


@click.group(cls=_Commands, invoke_without_command=True, context_settings=shared.SETTINGS)
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


@markovpy.command()
@shared.as_json()
def plugins(as_json: bool) -> int:
    """Name the installed plugins, what they add, and what is wrong."""
    from markovpy.commands.plugins import list_plugins

    return list_plugins(markovpy.commands, as_json)


for _command in (run, *games.COMMANDS, *programs.COMMANDS):
    markovpy.add_command(_command)
