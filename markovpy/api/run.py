"""A run of a program."""

from __future__ import annotations

import io
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from markovpy import arguments
from markovpy.api.looks import all_symbols, dressed, grid_digest, is_dressed, look_of
from markovpy.api.values import checked_palette, checked_scale
from markovpy.engine.game import Game
from markovpy.engine.interactive import Overlaid
from markovpy.engine.node import Block
from markovpy.errors import Diagnostic, input_error
from markovpy.model.moves import illegal_move

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    from markovpy.compiler.lower import CompiledProgram
    from markovpy.engine.interactive import Mark
    from markovpy.engine.node import Node
    from markovpy.engine.trace import Trace
    from markovpy.model.moves import Move
    from markovpy.render.look import Look, View

PIECE_SECONDS = 0.05
MINIMUM_CAP = 50_000
TURNS_A_CELL = 10
_FAILURES = ("search-impossible", "search-gave-up")


class Run:
    """A run of a program: its state, and what came out.

    Args:
        compiled: The program.
        seed: The seed.
        steps: See :meth:`Program.begin`.
        traced: Whether all changes are kept.
        moves: In a game, the moves to make at the input point.

    Attributes:
        seed: The seed.
        stopped: Why the run ended; None while it goes on.
        opening: The turns that a game made before its first move; None as long as there was none.
    """

    def __init__(
        self,
        compiled: CompiledProgram,
        seed: int,
        steps: int | None,
        traced: bool,
        moves: Sequence[Move] = (),
        tiles: NDArray[np.uint8] | None = None,
    ) -> None:
        self._compiled = compiled
        self._tiles = tiles
        self._machine = compiled.begin(seed, traced)
        self._machine.state.watched = traced
        self._asked = steps is not None
        self._limit = self._cap if steps is None else steps
        self.seed = seed
        self.stopped: str | None = None
        self.opening: int | None = None
        self._moves = tuple(moves)
        self._sent = 0
        self._checked = 0
        self._pushes = 0
        if moves and not isinstance(self._machine, Game):
            raise input_error("no-moves", "the program takes no moves", "moves")
        self._note_end()

    @property
    def grid(self) -> NDArray[np.uint8]:
        """The values now, ``(height, width)`` or ``(depth, height, width)``.

        A view that cannot be written to and changes as the run goes on; copy it to keep it.
        """
        grid = self._machine.state.grid
        shown: Any = grid[0] if grid.shape[0] == 1 else grid
        return np.asarray(memoryview(shown).toreadonly())

    @property
    def shapes(self) -> tuple[tuple[int, ...], ...]:
        """The shapes, as :attr:`grid` has them, of the grids that the program goes through."""
        shapes = [stage.shape for stage in self._compiled.checked.stages]
        return tuple(shape if shape[0] > 1 else shape[1:] for shape in shapes)

    @property
    def shown(self) -> NDArray[np.uint8]:
        """The grid now, to be drawn with :meth:`Program.look`.

        Its values are places in that look's symbols, which are those of all grids that the
        program goes through, or say what cells show besides a colour (see
        :mod:`markovpy.render.dress`); mostly this is :attr:`grid`.
        """
        checked = self._compiled.checked
        if is_dressed(checked, self._tiles):
            marks = self._machine.state.marks
            marks = np.zeros_like(self.grid) if marks is None else marks.reshape(self.grid.shape)
            won = isinstance(self._machine, Game) and self._machine.status == "won"
            return dressed(checked, self.grid, marks, won, self._tiles)
        if self._machine.state.stage == 0:
            return self.grid
        places = [all_symbols(checked).index(symbol) for symbol in self.symbols]
        shown: NDArray[np.uint8] = np.array(places, dtype=np.uint8)[self.grid]
        return shown

    @property
    def symbols(self) -> str:
        """``symbols[value]`` is how a value of the present grid is written."""
        return self._compiled.checked.stages[self._machine.state.stage].alphabet.symbols

    @property
    def size(self) -> tuple[int, int, int]:
        """Width, height and depth of the present grid in cells."""
        depth, height, width = self._machine.state.grid.shape
        return width, height, depth

    @property
    def turns(self) -> int:
        """How many turns were made."""
        return int(self._machine.state.turn)

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return self._sent

    @property
    def pushes(self) -> int:
        """In how many of them another alternative than the last of its list fired."""
        return self._pushes

    @property
    def has_goals(self) -> bool:
        """Whether the program has goals, so that pushes mean something to a player."""
        return bool(self._compiled.checked.goals)

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What nodes want drawn over the grid; in a game those that take events."""
        if isinstance(self._machine, Game):
            return self._machine.marks
        overlaid = [node for node in _inside(self._machine.root) if isinstance(node, Overlaid)]
        return tuple(mark for node in overlaid for mark in node.overlay(self._machine.state))

    @property
    def trace(self) -> Trace | None:
        """All changes, if the run keeps them."""
        return self._machine.trace

    @property
    def sha256(self) -> str:
        """The SHA-256 of ``WIDTHxHEIGHTxDEPTH:`` and the symbols, x fastest, then y, then z."""
        return grid_digest(self._machine.state.grid, self.symbols)

    def advance(self, turns: int = 1) -> int:
        """Make at most so many turns.

        Returns:
            The number of turns made; fewer where the run ends (see :attr:`stopped`).

        Raises:
            RunError: A ``require`` never held.
        """
        turns = arguments.whole_number(turns, "turns", 0)
        made = 0
        while made < turns and self.stopped is None:
            made += self._advance(turns - made)
        return made

    def _advance(self, turns: int) -> int:
        """Make at most so many turns; none at all where the run only starts over."""
        begun = self.turns
        end = begun + (turns if self._limit == 0 else min(turns, self._limit - begun))
        self._compiled.advance(self._machine, end - begun)
        self._note_end()
        while self.turns < end and self.stopped is None and self._waiting is not None:
            self._next_move(self._waiting)
            self._compiled.advance(self._machine, end - self.turns)
            self._note_end()
        return self.turns - begun

    @property
    def _cap(self) -> int:
        """The turns that a run, or in a game each move, has if none are asked for."""
        return max(MINIMUM_CAP, TURNS_A_CELL * self._machine.state.size)

    @property
    def _waiting(self) -> Game | None:
        """The game, where it waits for a move."""
        game = self._machine
        return game if isinstance(game, Game) and game.waiting else None

    def _next_move(self, game: Game) -> None:
        """Send the next move."""
        move = self._moves[self._sent]
        if game.status != "playing":
            raise illegal_move(move, f"the game is {game.status} before it")
        self._sent += 1
        if not self._asked:
            self._limit = self.turns + self._cap
        self._compiled.send(game, move.event)

    def _check_move(self, game: Game) -> None:
        """Raise where the last move that was sent did not do what it is written as."""
        if self._checked == self._sent:
            return
        move = self._moves[self._checked]
        if not game.effect.acted:
            raise illegal_move(move, "nothing can act on it")
        if move.pushes and not game.effect.pushed:
            raise illegal_move(move, "a capital, but the last alternative fired")
        self._checked += 1
        self._pushes += game.effect.pushed

    def finish(self, progress: Callable[[int, int], None] | None = None) -> None:
        """Make all turns that are left.

        Args:
            progress: Called a few times a second with the turns made and the limit (0 for
                none).

        Raises:
            RunError: A ``require`` never held.
        """
        turns = 64
        while self.stopped is None:
            began = time.perf_counter()
            self._advance(turns)
            took = time.perf_counter() - began
            if took < PIECE_SECONDS / 2:
                turns *= 2
            elif took > 2 * PIECE_SECONDS:
                turns = max(1, turns // 2)
            if progress is not None:
                progress(self.turns, self._limit)

    def watch(self) -> None:
        """Have the grid show, after each turn, what a ``wfc`` has not decided yet.

        Without it the new grid holds its first value until all is decided.
        """
        self._machine.state.watched = True

    def _note_end(self) -> None:
        state = self._machine.state
        if (game := self._waiting) is not None:
            self.opening = self.turns if self.opening is None else self.opening
            self._check_move(game)
            if self._sent == len(self._moves):
                self.stopped = "input" if game.status == "playing" else game.status
                return
        if self._limit and not self._asked:
            self._limit = max(self._limit, self._cap)
        if state.current is None and (state.verdict or not isinstance(self._machine, Game)):
            self.stopped = state.verdict.outcome if state.verdict else "done"
        elif self._limit and self.turns >= self._limit:
            self.stopped = "steps" if self._asked else "cap"

    @property
    def message(self) -> Diagnostic | None:
        """What to say of a run that a node ended, or that ended at its cap."""
        state = self._machine.state
        if self.stopped is not None and state.verdict is not None:
            number, outcome, message, hint = state.verdict
            place = self._compiled.by_number[number].span
            return Diagnostic(outcome, message, place, hint, "warning")
        if self.stopped != "cap":
            return None
        actor = next((n for n in state.rule_nodes if n.number == state.actor), None)
        span = self._compiled.rule_span(state.actor, actor.fired if actor else None)
        what = "rule was still firing" if actor else "node was still acting"
        message = f"stopped at the cap of {self._limit:,} turns; this {what}"
        hint = "bound the node with steps=, or choose the cap: --steps N (0 for none)"
        return Diagnostic("cap", message, span, hint, "warning")

    @property
    def notes(self) -> tuple[Diagnostic, ...]:
        """What happened in the run that is worth saying, each once a node, first first.

        Codes: ``absent-value`` (an observed value was nowhere in the grid), ``search-solved``,
        ``search-impossible``, ``search-gave-up``, and those of plugins; the last two and those
        of plugins are warnings.
        """
        found = []
        for (number, code), (turn, text, _) in self._machine.state.notes.items():
            node = self._compiled.by_number[number]
            warned = code in _FAILURES or node.kind.from_plugin
            severity: Literal["warning", "note"] = "warning" if warned else "note"
            found.append(Diagnostic(code, f"turn {turn}: {text}", node.span, severity=severity))
        return tuple(found)

    @property
    def unsolved(self) -> Literal["impossible", "gave-up"] | None:
        """What stopped a node whose search found nothing; None where none was stopped."""
        stopped = [key[1] for key, note in self._machine.state.notes.items() if note[2]]
        if not stopped:
            return None
        return "impossible" if stopped[0] == "search-impossible" else "gave-up"

    def text(self) -> str:
        """Return the grid as rows of symbols; layers, top first, are separated by ``---``."""
        from markovpy.render.text import grid_text

        return grid_text(self.grid, self.symbols)

    def look(self, palette: Mapping[str, tuple[int, int, int]] | None = None) -> Look:
        """Return how the program's pictures look.

        Args:
            palette: RGB by symbol, before the program's own colours and the default ones.
        """
        checked = self._compiled.checked
        return look_of(checked, self.symbols, checked_palette(palette), self._tiles)

    def image(self, scale: int | None = None, view: View = "isometric") -> Image:
        """Return the grid as a picture (a Pillow image in mode P).

        Args:
            scale: Pixels a cell; None for one that gives a picture of a handy size.
            view: How a 3-D grid is drawn: as blocks, or as ``"layers"`` side by side.
        """
        from markovpy.render.look import View
        from markovpy.render.overlay import draw_marks
        from markovpy.render.picture import picture

        arguments.one_of(view, get_args(View), "view")
        look = self.look()
        grid = self.grid if look.dress is None else self.shown
        look = replace(look, scale=checked_scale(scale), view=view).fit(grid.shape)
        image = picture(grid, look)
        return draw_marks(image, self.marks, look) if self.marks else image

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.image().save(buffer, "PNG")
        return buffer.getvalue()

    def __repr__(self) -> str:
        width, height, depth = self.size
        size = f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
        return f"<Run {size} seed={self.seed} turns={self.turns} stopped={self.stopped}>"


def _inside(node: Node) -> Iterator[Node]:
    """Yield a node and all that are in its block, in source order."""
    yield node
    for child in node.children if isinstance(node, Block) else ():
        yield from _inside(child)
