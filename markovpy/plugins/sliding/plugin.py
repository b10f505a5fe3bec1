"""What sliding puzzles add to markovpy."""

from __future__ import annotations

from markovpy.nodes.plugin import Plugin
from markovpy.plugins.sliding.nodes import SHUFFLE, SOLVE

PLUGIN = Plugin(interface=1, kinds=(SHUFFLE, SOLVE))
