"""A declarative rule language for grids: write rewrite rules, get pictures."""

from markovpy.api import Program, Run, load, parse
from markovpy.errors import Diagnostic, MarkovError, PluginError, ProgramError, RunError

__all__ = [
    "Diagnostic",
    "MarkovError",
    "PluginError",
    "Program",
    "ProgramError",
    "Run",
    "RunError",
    "load",
    "parse",
]
