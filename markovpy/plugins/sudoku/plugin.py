"""What sudoku adds to markovpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.nodes.plugin import Plugin
from markovpy.plugins.sudoku import generating, playing, solving

if TYPE_CHECKING:
    import click


def _command() -> click.Command:
    from markovpy.plugins.sudoku.commands.group import sudoku

    return sudoku


PLUGIN = Plugin(interface=1, kinds=(solving.KIND, generating.KIND, playing.KIND), command=_command)
