"""A program that can be run."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markovpy import arguments
from markovpy.api.looks import all_symbols, look_of
from markovpy.api.run import Run
from markovpy.api.values import (
    checked_moves,
    checked_names,
    checked_palette,
    checked_seed,
    checked_size,
    checked_start,
)
from markovpy.compiler.check import check
from markovpy.compiler.lower import CompiledProgram, lower
from markovpy.compiler.program import Settings
from markovpy.errors import Diagnostic

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

    from markovpy.compiler.program import CheckedLevel
    from markovpy.formats.files import FolderFiles
    from markovpy.lang.syntax import Tree
    from markovpy.model.level import Level
    from markovpy.model.moves import Move
    from markovpy.render.look import Look
    from markovpy.source import Source

SIZE_NAMES = ("width", "height", "depth", "area")


class Program:
    """A program that can be run.

    Args:
        tree: Its syntax tree.
        files: Reads the files it names.
        size: ``(width, height)`` or ``(width, height, depth)`` in cells; None for its own.
        levels: Levels in place of its own.

    Raises:
        ProgramError: With every problem of the program, in source order.
    """

    def __init__(
        self,
        tree: Tree,
        files: FolderFiles,
        size: tuple[int, ...] | None = None,
        levels: Sequence[Level] | None = None,
    ) -> None:
        self._tree = tree
        self._files = files
        self._size = size
        self._levels = None if levels is None else tuple(levels)
        self._compiled: dict[Any, CompiledProgram] = {}
        self._default = self.compiled()

    @property
    def source(self) -> Source:
        """The program's text."""
        return self._tree.source

    @property
    def symbols(self) -> str:
        """The symbols of its grid: ``symbols[value]`` is how a value is written."""
        return self._default.checked.alphabet.symbols

    @property
    def size(self) -> tuple[int, int, int]:
        """Width, height and depth in cells."""
        depth, height, width = self._default.checked.shape
        return width, height, depth

    @property
    def is_game(self) -> bool:
        """Whether it is played: it has ``on`` blocks, or a node that takes events."""
        return self._default.checked.game is not None

    @property
    def levels(self) -> tuple[str, ...]:
        """The titles of its levels, from level 1 on; empty where it has none."""
        return tuple(level.title for level in self.checked_levels)

    @property
    def checked_levels(self) -> tuple[CheckedLevel, ...]:
        """Its levels as they are written, and what is wrong with them."""
        return self._default.checked.levels

    @property
    def about(self) -> Mapping[str, str]:
        """Its ``title``, ``author`` and ``about``, as far as given."""
        return self._default.checked.about

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is odd about the program, and wrong with its levels, though it can run."""
        return self._found("warning")

    @property
    def notes(self) -> tuple[Diagnostic, ...]:
        """What is worth knowing about the program, though nothing is wrong with it."""
        return self._found("note")

    def warnings_at(self, level: int) -> tuple[Diagnostic, ...]:
        """Return the warnings without those about other levels than one, numbered from 1."""
        levels = enumerate(self.checked_levels, 1)
        others = {fault for number, each in levels if number != level for fault in each.faults}
        return tuple(warning for warning in self.warnings if warning not in others)

    def _found(self, severity: str) -> tuple[Diagnostic, ...]:
        return tuple(d for d in self._default.checked.warnings if d.severity == severity)

    @property
    def names(self) -> Mapping[str, float]:
        """Its ``let`` names and their values, which ``set`` can change."""
        names = self._default.checked.names
        return {name: names[name] for name in names if name not in SIZE_NAMES}

    @property
    def files(self) -> tuple[Path, ...]:
        """The files that it names, as far as they were found."""
        return tuple(self._files.found)

    @property
    def digest(self) -> str:
        """The SHA-256 of its text."""
        return hashlib.sha256(self.source.text.encode()).hexdigest()

    def look(self, palette: Mapping[str, tuple[int, int, int]] | None = None) -> Look:
        """Return how its pictures look, whichever of its grids they show.

        The values of :attr:`Run.shown` are drawn with it. See :meth:`Run.look`.
        """
        checked = self._default.checked
        return look_of(checked, all_symbols(checked), checked_palette(palette))

    def begin(
        self,
        seed: int | None = None,
        size: tuple[int, ...] | None = None,
        steps: int | None = None,
        start: NDArray[Any] | str | None = None,
        set: Mapping[str, float] | None = None,  # noqa: A002  (as on the command line)
        *,
        level: int = 1,
        moves: Sequence[Move] | str = (),
        traced: bool = False,
    ) -> Run:
        """Return a run before its first turn, for a host that drives it turn by turn.

        Args:
            seed: From 0 to 2,147,483,647; None to draw one.
            size: ``(width, height)`` or ``(width, height, depth)`` in cells; None for the
                program's.
            steps: At most so many turns; 0 for no limit; None for the larger of 50,000 and
                ten turns a cell.
            start: The grid to start from: values of shape ``(height, width)`` or
                ``(depth, height, width)``, or a text of symbols, a line a row.
            set: Values for the program's ``let`` names.
            level: The level to start from, from 1.
            moves: In a game, the moves to make at the input point: a text such as ``rruU``, or
                what ``read_moves`` makes of one.
            traced: Whether the run keeps all changes (:attr:`Run.trace`).

        Raises:
            ProgramError: An argument is wrong, or the program does not fit it.
        """
        seed = checked_seed(seed)
        if steps is not None:
            steps = arguments.whole_number(steps, "steps", 0, code="bad-steps")
        made = checked_moves(moves)
        return Run(self.compiled(size, start, set, level), seed, steps, traced, made)

    def run(
        self,
        seed: int | None = None,
        size: tuple[int, ...] | None = None,
        steps: int | None = None,
        start: NDArray[Any] | str | None = None,
        set: Mapping[str, float] | None = None,  # noqa: A002  (as on the command line)
        *,
        level: int = 1,
        moves: Sequence[Move] | str = (),
        traced: bool = False,
    ) -> Run:
        """Run the program to its end; the arguments are those of :meth:`begin`.

        Raises:
            ProgramError: An argument is wrong, or the program does not fit it.
            RunError: A ``require`` never held.
        """
        run = self.begin(seed, size, steps, start, set, level=level, moves=moves, traced=traced)
        run.finish()
        return run

    def frames(
        self,
        seed: int | None = None,
        size: tuple[int, ...] | None = None,
        steps: int | None = None,
        start: NDArray[Any] | str | None = None,
        set: Mapping[str, float] | None = None,  # noqa: A002  (as on the command line)
        *,
        level: int = 1,
        moves: Sequence[Move] | str = (),
        every: int = 1,
    ) -> Iterator[NDArray[np.uint8]]:
        """Yield the grid before the first turn, after every ``every``-th, and at the end.

        N turns are N + 1 frames at ``every=1``. No frame is kept. The other arguments are
        those of :meth:`begin`.

        Yields:
            Values, shape ``(height, width)`` or ``(depth, height, width)``, each a copy.
        """
        run = self.begin(seed, size, steps, start, set, level=level, moves=moves)
        every = arguments.whole_number(every, "every", 1, code="bad-every")
        run.watch()
        yield run.grid.copy()
        while run.advance(every):
            yield run.grid.copy()

    def compiled(
        self,
        size: tuple[int, ...] | None = None,
        start: NDArray[Any] | str | None = None,
        names: Mapping[str, float] | None = None,
        level: int = 1,
    ) -> CompiledProgram:
        """Return the program compiled for a size, start and level; see :meth:`begin`."""
        whole = checked_size(size if size is not None else self._size)
        names = checked_names(names)
        level = arguments.whole_number(level, "level", code="bad-level")
        if start is not None:
            if not isinstance(start, str):
                start = checked_start(start)
            return self._lower(Settings(whole, names, start, level, self._levels))
        key = (whole, tuple(sorted(names.items())), level)
        if key not in self._compiled:
            self._compiled[key] = self._lower(Settings(whole, names, None, level, self._levels))
        return self._compiled[key]

    def _lower(self, settings: Settings) -> CompiledProgram:
        return lower(check(self._tree, settings, self._files))
