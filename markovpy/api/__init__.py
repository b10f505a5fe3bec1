"""The stages joined: load a program, run it, look at what came out."""

from markovpy.api.loading import (
    LARGEST_PROGRAM,
    decode_source,
    engine,
    is_model,
    load,
    parse,
    read_source,
)
from markovpy.api.looks import all_symbols
from markovpy.api.program import Program
from markovpy.api.run import Run
from markovpy.api.values import draw_seed

__all__ = [
    "LARGEST_PROGRAM",
    "Program",
    "Run",
    "all_symbols",
    "decode_source",
    "draw_seed",
    "engine",
    "is_model",
    "load",
    "parse",
    "read_source",
]
