"""The nodes that sudoku adds to markovpy; its commands are in ``commands/group.py``."""

from markovpy.nodes.plugin import Plugin
from markovpy.plugins.sudoku import generating, playing, solving

PLUGIN = Plugin(interface=1, kinds=(solving.KIND, generating.KIND, playing.KIND))
