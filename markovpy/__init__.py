"""A declarative rule language for grids: write rewrite rules, get pictures.

``load`` and ``parse`` give a :class:`Program`, its ``run`` a :class:`Run`; a :class:`Session` plays
one that is a game. The stages behind them
are imported when one of these names is first used, so that ``import markovpy`` costs little.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from markovpy.api import Program, Run, load, parse
    from markovpy.errors import Diagnostic, MarkovError, PluginError, ProgramError, RunError
    from markovpy.play import Session

_HOMES = {
    "Diagnostic": "markovpy.errors",
    "MarkovError": "markovpy.errors",
    "PluginError": "markovpy.errors",
    "Program": "markovpy.api",
    "ProgramError": "markovpy.errors",
    "Run": "markovpy.api",
    "RunError": "markovpy.errors",
    "Session": "markovpy.play",
    "load": "markovpy.api",
    "parse": "markovpy.api",
}

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


def __getattr__(name: str) -> Any:
    """Import one of the public names when it is first asked for."""
    if name not in _HOMES:
        raise AttributeError(f"module 'markovpy' has no attribute '{name}'")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
