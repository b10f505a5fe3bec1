"""What sliding puzzles add to markovpy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from markovpy.nodes.plugin import Plugin
from markovpy.plugins.sliding.nodes import SHUFFLE, SOLVE

if TYPE_CHECKING:
    from markovpy.nodes.plugin import Adviser


def adviser() -> Adviser:
    """Return what solves games that are sliding puzzles."""
    from markovpy.plugins.sliding.advice import advise

    return advise


PLUGIN = Plugin(interface=1, kinds=(SHUFFLE, SOLVE), adviser=adviser)
