"""A declarative rule language for grids: write rewrite rules, get pictures.

``load`` and ``parse`` give a :class:`Program`, its ``run`` a :class:`Run`; a :class:`Session` plays
one that is a game. The stages behind them
are imported when one of these names is first used, so that ``import markovpy`` costs little.
"""

from typing import TYPE_CHECKING

from markovpy.lazy import lazily

if TYPE_CHECKING:
    from markovpy.api import Program, Run, load, parse
    from markovpy.errors import Diagnostic, MarkovError, PluginError, ProgramError, RunError
    from markovpy.play import Session

__all__ = [
    "Diagnostic",
    "MarkovError",
    "PluginError",
    "Program",
    "ProgramError",
    "Run",
    "RunError",
    "Session",
    "load",
    "parse",
]

__getattr__, __dir__ = lazily(
    __name__,
    {
        "markovpy.api": ("Program", "Run", "load", "parse"),
        "markovpy.errors": ("Diagnostic", "MarkovError", "PluginError", "ProgramError", "RunError"),
        "markovpy.play": ("Session",),
    },
)
