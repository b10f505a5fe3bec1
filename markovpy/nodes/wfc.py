"""``wfc``: go on with a new grid that looks like a sample, or is laid out of tiles."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from markovpy.engine.random import Random
from markovpy.engine.wave import CONTRADICTION, DECIDED, MOST_PATTERNS, UNDECIDED, Wave
from markovpy.errors import Diagnostic
from markovpy.nodes import wfc_sample, wfc_tiles
from markovpy.nodes.kind import Body, KindError, NewGrid, NodeKind
from markovpy.nodes.parameter import NEW_VALUES, SYMMETRY, Parameter
from markovpy.nodes.sequence import Sequence

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.engine.node import Node
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder, CheckedNode
    from markovpy.nodes.kind import Stage, Surroundings
    from markovpy.nodes.wfc_sample import Model

DEFAULT_TRIES = 1000
LARGEST_WAVE = 2**32
"""Bytes that the possibilities of all cells may take."""
_PIECE = 64


class Wfc(Sequence):
    """Finds a filling of the new grid in its first turn, and shows it draw by draw.

    In the first turn seeds are drawn from the run's generator until one leads to no
    contradiction, and the new grid is begun, empty. Then each turn decides one cell; one more
    turn writes the grid; then the children run on it, as a sequence. Where every try fails the
    program ends, with the old grid. (MarkovJunior, WFCNode.)

    Since the draws of the good try are noted, the turns after the first only repeat them, and
    only where someone looks: a grid of which not all is decided shows at each cell the value
    that most of the patterns left would give it, the lowest of several. (The reference draws
    such pictures with noise of its own, and only when it records them.)

    Args:
        number: See :class:`Node`.
        children: What runs on the new grid.
        stage: The new grid.
        model: What may stand where.
        choices: Per value of the old grid, the patterns it allows.
        shannon: See :class:`Wave`.
        tries: How many seeds are tried.
    """

    def __init__(
        self,
        number: int,
        children: list[Node],
        stage: Stage,
        model: Model,
        choices: dict[int, NDArray[np.bool_]],
        shannon: bool,
        tries: int,
    ) -> None:
        super().__init__(number, children, True)
        self.stage = stage
        self.model = model
        self.choices = choices
        self.shannon = shannon
        self.tries = tries
        self.wave: Wave | None = None
        self.turns = 0
        self.written = False
        self.live = False

    def step(self, state: State) -> bool:
        """Find a filling, show one more draw of it, or let the next child that can act."""
        if self.written:
            return Sequence.step(self, state)
        if self.wave is None:
            return self.collapse(state)
        if self.turns < self.wave.observed:
            self.turns += 1
            if self.live:
                self.wave.repeat(self.turns - 1)
                self.write(state, self.wave)
        else:
            self.write(state, self.wave)
            self.written = True
            self.wave = None
        return True

    def reset(self) -> None:
        """Forget the new grid."""
        Sequence.reset(self)
        self.wave = None
        self.written = False

    def collapse(self, state: State) -> bool:
        """Go on with the new grid if a try succeeds, else end the program."""
        self.parent = None
        model = self.model
        self.wave = Wave(
            self.model.wave_shape,
            model.allowed,
            model.weights,
            model.window,
            model.periodic,
            self.shannon,
            model.strict,
        )
        if not self.wave.allow(state.grid, self.choices) or not self.find(state, self.wave):
            self.wave = None
            message = "every try ended in a contradiction: no way to fill the new grid was found"
            hint = "allow more tries=, or more with its rules and samples or tiles; try other seeds"
            state.end("contradiction", self, message, hint)
            return True
        observed = self.wave.observed
        self.live = state.watched
        if self.live:
            self.wave.rewind()
        self.turns = 0
        state.change_grid(self.stage.shape, self.stage.number)
        return observed >= 0

    def find(self, state: State, wave: Wave) -> bool:
        """Try seeds until one leads to no contradiction; False where none does."""
        wave.keep()
        for attempt in range(self.tries):
            if attempt:
                wave.restore()
            rng = Random(state.rng.sample())
            outcome = UNDECIDED
            while outcome == UNDECIDED:  # in pieces, so that a Ctrl-C is heard
                outcome = wave.attempt(rng, _PIECE)
            if outcome == DECIDED:
                return True
            assert outcome == CONTRADICTION
        return False

    def write(self, state: State, wave: Wave) -> None:
        """Write what is decided, and what most speaks for elsewhere, into the new grid."""
        alive = wave.alive_array.astype(bool)
        self.model.write(alive, state.grid)
        state.unlogged = True


def prepare(values: Mapping[str, Any], surroundings: Surroundings) -> Model:
    """Return the patterns of a sample, or the tiles of a tileset."""
    if (values["sample"] is None) == (values["tileset"] is None):
        hint = 'write sample="picture.png" or tileset="tiles.xml"'
        if surroundings.lenient:
            hint = 'name one by sample="…" or tileset="…", without its ending'
        raise KindError("missing-argument", "'wfc' needs a sample or a tileset, one of them", hint)
    module: Any = wfc_sample if values["sample"] is not None else wfc_tiles
    kind = "sample" if module is wfc_sample else "tileset"
    for name in _ONLY_WITH["tileset" if kind == "sample" else "sample"]:
        if values[name] not in (None, False):
            message = f"'{name}' has no meaning with a {kind}"
            raise KindError("unknown-argument", message, "remove it", name)
    model: Model = module.read(values, surroundings)
    if len(model.weights) > MOST_PATTERNS:
        message = f"there are {len(model.weights):,} patterns, more than {MOST_PATTERNS:,}"
        raise KindError("too-many-patterns", message, "take a smaller n or sample", kind)
    cells = int(np.prod(model.wave_shape))
    if cells * len(model.weights) * (4 * len(model.allowed) + 10) > LARGEST_WAVE:
        message = f"{cells:,} cells of {len(model.weights):,} patterns each need too much memory"
        raise KindError("out-of-memory", message, "take a smaller grid", kind)
    return model


def review(node: CheckedNode, surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Warn of tiles that no run can use."""
    if not isinstance(node.data, wfc_tiles.Tiles):
        return
    for name in node.data.unplaceable():
        message = f"the tile '{name}' is never used: nothing of the tileset fits beside it"
        hint = f"add a neighbor of {name} on each side that meets another tile, or remove it"
        yield Diagnostic("unused-tile", message, node.places["tileset"], hint, "warning")


_ONLY_WITH = {
    "sample": ("n", "bounded", "bounded_sample"),
    "tileset": ("tiles", "overlap", "overlapz", "periodic"),
}


def build(node: CheckedNode, builder: Builder) -> Wfc:
    """Return the running node."""
    assert node.opens is not None
    model: Model = node.data
    choices: dict[int, NDArray[np.bool_]] = {}
    for choice in node.choices:
        chosen = np.any([model.choice(name) for name in choice.names], axis=0)
        for value in range(choice.mask.bit_length()):
            if choice.mask >> value & 1:
                choices[value] = chosen
    tries = node.arguments["tries"]
    return Wfc(
        node.number,
        builder.children(node.children),
        node.opens,
        model,
        choices,
        node.arguments["shannon"],
        DEFAULT_TRIES if tries is None else tries,
    )


KIND = NodeKind(
    name="wfc",
    summary="a new grid by wave function collapse: one whose every small window stands in a "
    "sample picture, or one of tiles that fit together; rules say what a value of the old grid "
    "may become (`B -> N|g`: values that the window's first cell may have; `P -> Stone|Empty`: "
    "tiles); then its nodes run on the new grid, and the program ends",
    markovjunior="`<wfc>`",
    body=Body.RULES_AND_NODES,
    parameters=(
        Parameter(
            "sample",
            "text",
            "the picture to imitate; its colours, in the order in which "
            "they first stand in it, are the values of the new grid",
        ),
        Parameter(
            "tileset",
            "text",
            "the XML file that names the tiles, their weights and what fits beside what",
        ),
        Parameter(
            "tiles",
            "text",
            "the folder of the tileset's `.vox` files",
            default="the tileset's name",
        ),
        NEW_VALUES,
        Parameter("n", "count", "the side of a sample's windows", minimum=1, default="3"),
        Parameter(
            "periodic",
            "flag",
            "a grid of tiles wraps around at its edges; one of a sample does anyway",
        ),
        Parameter("bounded", "flag", "a grid of a sample does not wrap around"),
        Parameter("bounded_sample", "flag", "the windows of a sample do not wrap around in it"),
        Parameter(
            "shannon",
            "flag",
            "decide next where the weights leave least open, not where fewest patterns are left",
        ),
        Parameter(
            "overlap",
            "count",
            "how many cells neighbouring tiles share; below 0, how many stay free between them",
            minimum=-64,
            default="0",
        ),
        Parameter("overlapz", "count", "the same from layer to layer", minimum=-64, default="0"),
        Parameter("tries", "count", "how many seeds to try", minimum=1, default="1000"),
        SYMMETRY,
    ),
    build=build,
    prepare=prepare,
    review=review,
    new_grid=NewGrid(
        shape=lambda model: model.new_shape, choices=lambda model: (model.names, model.noun)
    ),
)
