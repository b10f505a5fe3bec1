"""A game being played: what every host (terminal, page, script) builds upon."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from markovpy import arguments
from markovpy.api.looks import dressed, grid_digest, is_dressed, look_of
from markovpy.api.program import Program
from markovpy.api.run import MINIMUM_CAP, TURNS_A_CELL
from markovpy.api.values import checked_scale, checked_seed, draw_seed
from markovpy.engine.game import MOST_SHUFFLES, Game, Snapshot
from markovpy.engine.interactive import Mark, Worded
from markovpy.engine.parts import Player
from markovpy.errors import Diagnostic, RunError, UnreadableFileError, input_error
from markovpy.formats.pictures import read_picture
from markovpy.model.events import Event, event_of
from markovpy.model.moves import illegal_move, read_moves, token, write_moves

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL.Image import Image

    from markovpy.compiler.lower import CompiledProgram
    from markovpy.engine.parts import Status
    from markovpy.render.look import Look


@dataclass(frozen=True)
class Outcome:
    """What came of an event.

    Args:
        acted: Whether it was a move; where not, nothing changed.
        token: The move as it is written: a capital for a push.
        changed: Whether a cell or anything else that is drawn changed.
    """

    acted: bool
    token: str = ""
    changed: bool = False


@dataclass(frozen=True)
class _Step:
    """A move that was made, and what undoes it."""

    token: str
    pushed: bool
    counts: bool
    before: Snapshot


class Session:
    """A game in the middle of being played.

    The state after a list of moves depends on program, level, seed and moves only.

    Args:
        program: A program that is a game.
        level: The level to begin with, from 1.
        seed: From 0 to 2,147,483,647; None to draw one.
        size: ``(width, height)`` or ``(width, height, depth)`` in cells; None for the program's.
        names: Values for the program's ``let`` names.

    Attributes:
        program: The program.
        level: The level that is played, from 1.
        seed: The seed of the present game.
        varies: Whether another seed gives another game: something was drawn before the first
            move.
        tiles: A picture that is cut into the cells in place of the program's own, shape
            ``(height, width, 4)``; see :meth:`use_picture`.

    Raises:
        ProgramError: The program is no game, or has no such level.
        RunError: What runs before the first move never ends, or fails, or is won at once however
            often it is drawn.
    """

    def __init__(
        self,
        program: Program,
        level: int = 1,
        seed: int | None = None,
        size: tuple[int, ...] | None = None,
        names: Mapping[str, float] | None = None,
    ) -> None:
        if not arguments.instance(program, Program, "program", "Program").is_game:
            hint = "a game has 'on' blocks, such as on arrows:"
            name = program.source.name
            raise input_error("no-moves", "this program takes no moves", name, hint)
        self.program = program
        self._size = size
        self._names = names
        self._steps: list[_Step] = []
        self._helped: set[tuple[int, int | None]] = set()
        self.tiles: NDArray[np.uint8] | None = None
        self.seed = checked_seed(seed)
        self._begin(level, self.seed)

    def _begin(self, level: int, seed: int) -> None:
        compiled = self.program.compiled(self._size, None, self._names, level)
        game = compiled.begin(seed)
        assert isinstance(game, Game)
        run_game(game, compiled)
        if game.won_by_chance:
            message = f"{MOST_SHUFFLES} draws of the start in a row give a game that is won already"
            hint = "draw more before the first 'on', or ask for more in 'win'"
            found = Diagnostic("cap", message, hint=hint)
            raise RunError([found], compiled.checked.source)
        self._compiled, self._game = compiled, game
        self.varies = game.has_drawn
        self.level, self.seed = level, seed
        self._steps = []

    def send(self, event: Event | str | Sequence[Any]) -> Outcome:
        """Let something happen to the game.

        Args:
            event: An event; ``"left"``, ``"tick"``, ``"key x"`` and so on; or
                ``("click", x, y)``.

        Returns:
            What came of it. A game that has ended refuses everything.

        Raises:
            ProgramError: It is no event.
            RunError: What follows the move never ends; the move is undone.
        """
        event = event_of(event)
        game = self._game
        before = game.snapshot()
        marks = self.marks
        try:
            self._compiled.send(game, event)
            run_game(game, self._compiled)
        except BaseException:
            game.restore(before)
            raise
        if not game.effect.acted:
            return Outcome(False)
        written = token(event, game.effect.pushed)
        self._steps.append(_Step(written, game.effect.pushed, game.effect.counts, before))
        if game.helped:
            self.note_help()
        changed = before.grid != game.state.grid.tobytes() or marks != self.marks
        return Outcome(True, written, changed)

    def play(self, moves: str) -> None:
        """Make moves as they are written, ``rruULd``.

        Raises:
            RunError: One of them is no move, or cannot be made; those before it are made.
        """
        for move in read_moves(moves):
            if self.status != "playing":
                raise illegal_move(move, f"the game is {self.status} before it")
            outcome = self.send(move.event)
            if not outcome.acted:
                raise illegal_move(move, "nothing can act on it")
            if move.pushes and not self._steps[-1].pushed:
                self.undo()
                raise illegal_move(move, "a capital, but the last alternative fired")

    def undo(self) -> bool:
        """Take back the last move; False where there is none."""
        if not self._steps:
            return False
        self._game.restore(self._steps.pop().before)
        return True

    def restart(self) -> None:
        """Begin the level again, with the same seed and shuffle."""
        self._begin(self.level, self.seed)

    def new_game(self, seed: int | None = None) -> None:
        """Begin the level with another seed, drawn if none is given."""
        self._begin(self.level, draw_seed() if seed is None else checked_seed(seed))

    def note_help(self) -> None:
        """Take note that the player was told something about how this game is won."""
        self._helped.add(self._same_game)

    @property
    def helped(self) -> bool:
        """Whether the player had help in this game, also before it was begun again.

        What one was told one still knows then, so such a game makes no record. Another level is
        another game, and so is another seed where chance has a part in it.
        """
        return self._same_game in self._helped

    @property
    def _same_game(self) -> tuple[int, int | None]:
        return self.level, self.seed if self.varies else None

    def go_to(self, level: int) -> None:
        """Begin another level with the same seed.

        Raises:
            ProgramError: There is no such level; the session is left as it is.
        """
        self._begin(level, self.seed)

    @property
    def status(self) -> Status:
        """``playing``, ``won`` or ``lost``."""
        return self._game.status

    @property
    def moves(self) -> str:
        """The moves made so far, as text."""
        return write_moves(step.token for step in self._steps)

    @property
    def move_count(self) -> int:
        """How many moves were made, without those that are no steps, such as choosing a cell."""
        return sum(step.counts for step in self._steps)

    @property
    def push_count(self) -> int:
        """In how many of them another alternative than the last of its list fired."""
        return sum(step.pushed for step in self._steps)

    @property
    def grid(self) -> NDArray[np.uint8]:
        """The values now, ``(height, width)`` or ``(depth, height, width)``; read only."""
        return _shown(self._game.state.grid)

    @property
    def start(self) -> NDArray[np.uint8] | None:
        """The start or level as it is written, shaped as :attr:`grid`; None where there is none."""
        start = self._compiled.checked.start
        return None if start is None else _shown(start.values)

    @property
    def goals(self) -> Mapping[str, NDArray[np.bool_]]:
        """Where each goal lies, by its symbol; shaped as :attr:`grid`."""
        marks = _shown(self._game.state.marks)
        goals = self._compiled.checked.goals.values()
        return {goal.symbol: (marks & goal.bit).astype(bool) for goal in goals}

    @property
    def symbols(self) -> str:
        """``symbols[value]`` is how a value is written."""
        return self._compiled.checked.alphabet.symbols

    @property
    def size(self) -> tuple[int, int, int]:
        """Width, height and depth in cells."""
        depth, height, width = self._compiled.checked.shape
        return width, height, depth

    @property
    def sha256(self) -> str:
        """The SHA-256 of the grid, as :attr:`~markovpy.api.run.Run.sha256`."""
        return grid_digest(self._game.state.grid, self.symbols)

    @property
    def title(self) -> str:
        """The level's title; empty for none."""
        levels = self.program.levels
        return levels[self.level - 1] if levels else ""

    @property
    def faults(self) -> tuple[str, ...]:
        """Why the level cannot be won as it is written, in words; empty where nothing is seen."""
        levels = self.program.checked_levels
        found = levels[self.level - 1].faults if levels else ()
        return tuple(fault.message for fault in found)

    @property
    def events(self) -> frozenset[str]:
        """What the game takes: names of events, and ``key x`` for single keys.

        ``key`` alone stands for any key.
        """
        taken: set[str] = set()
        for part in self._game.parts.responders:
            taken.update(part.takes if isinstance(part, Player) else (part[0],))
        return frozenset(taken)

    @property
    def key_words(self) -> Mapping[str, str]:
        """What single keys do, in a word or two, as far as nodes say it."""
        players = self._game.players
        return {k: w for node in players if isinstance(node, Worded) for k, w in node.words.items()}

    @property
    def tick(self) -> float | None:
        """How often a second the host is to send ``tick``; None for never."""
        return self._compiled.checked.tick if "tick" in self.events else None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """What is to be drawn over the grid."""
        return self._game.marks

    @property
    def message(self) -> str:
        """A line to show with the grid; empty for none."""
        return self._game.message

    @property
    def game(self) -> Game:
        """The running game, for a search over its moves."""
        return self._game

    @property
    def compiled(self) -> CompiledProgram:
        """The program as it is compiled for the level."""
        return self._compiled

    @property
    def shown(self) -> NDArray[np.uint8]:
        """The grid to be drawn with :meth:`look`; see :mod:`markovpy.render.dress`."""
        checked = self._compiled.checked
        if not is_dressed(checked, self.tiles):
            return self.grid
        marks = _shown(self._game.state.marks)
        return dressed(checked, self.grid, marks, self.status == "won", self.tiles)

    def look(self) -> Look:
        """Return how the game's pictures look."""
        return look_of(self._compiled.checked, self.symbols, None, self.tiles)

    def picture(self, scale: int | None = None) -> Image:
        """Return the game as a picture, with what nodes want drawn over the grid.

        Args:
            scale: Pixels a cell; None for one that gives a picture of a handy size.
        """
        from markovpy.render.overlay import draw_marks
        from markovpy.render.picture import picture

        look = replace(self.look(), scale=checked_scale(scale)).fit(self.grid.shape)
        image = picture(self.shown, look)
        return draw_marks(image, self.marks, look) if self.marks else image

    def use_picture(self, data: bytes | None) -> None:
        """Cut another picture into the cells, in place of the program's own.

        Args:
            data: A picture file; None for the program's own.

        Raises:
            ProgramError: It is no picture.
        """
        if data is None:
            self.tiles = None
            return
        try:
            self.tiles = read_picture(data)
        except UnreadableFileError as error:
            raise input_error("unreadable", error.message, "picture", error.hint) from None

    def text(self) -> str:
        """Return the grid as rows of symbols."""
        from markovpy.render.text import grid_text

        return grid_text(self.grid, self.symbols)


def run_game(game: Game, compiled: CompiledProgram) -> None:
    """Let a game run until it waits for an event.

    Raises:
        RunError: It never does, or something in it fails.
    """
    left = max(MINIMUM_CAP, TURNS_A_CELL * game.state.size)
    while not game.waiting:
        left -= compiled.advance(game, left)
        if game.state.verdict is not None:
            number, outcome, message, hint = game.state.verdict
            place = compiled.by_number[number].span
            raise RunError([Diagnostic(outcome, message, place, hint)], compiled.checked.source)
        if left <= 0 and not game.waiting:
            span = compiled.rule_span(game.state.actor, None)
            message = "the game does not come to wait for a move: this was still acting"
            hint = "bound the node with steps="
            raise RunError([Diagnostic("cap", message, span, hint)], compiled.checked.source)


def _shown(grid: NDArray[np.uint8]) -> NDArray[np.uint8]:
    shown: Any = grid[0] if grid.shape[0] == 1 else grid
    return np.asarray(memoryview(shown).toreadonly())
