"""The stages joined: load a program, run it, look at what came out."""

from __future__ import annotations

import hashlib
import io
import math
import numbers
import operator
import os
import random
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from markovpy.compiler.check import check
from markovpy.compiler.dimensions import size_problem
from markovpy.compiler.lower import CompiledProgram, lower
from markovpy.compiler.program import Settings
from markovpy.engine import machine
from markovpy.engine.random import MAXIMUM_SEED
from markovpy.errors import Diagnostic, did_you_mean, input_error, reason_of
from markovpy.formats.files import FolderFiles, resource_folders
from markovpy.formats.markovjunior import parse_model
from markovpy.lang.parser import parse as parse_text
from markovpy.resources import programs
from markovpy.source import Source

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable
    from os import PathLike

    from numpy.typing import NDArray
    from PIL.Image import Image

    from markovpy.compiler.program import Checked
    from markovpy.engine.trace import Trace
    from markovpy.lang.syntax import Tree
    from markovpy.render.look import Look, View

LARGEST_PROGRAM = 1_000_000
PIECE_SECONDS = 0.05
MINIMUM_CAP = 50_000
TURNS_A_CELL = 10
_FAILURES = ("search-impossible", "search-gave-up")
SIZE_NAMES = ("width", "height", "depth", "area")


class Program:
    """A program that can be run.

    Args:
        tree: Its syntax tree.
        files: Reads the files it names.
        size: ``(width, height)`` or ``(width, height, depth)`` in cells; None for its own.

    Raises:
        ProgramError: With every problem of the program, in source order.
    """

    def __init__(self, tree: Tree, files: FolderFiles, size: tuple[int, ...] | None = None) -> None:
        self._tree = tree
        self._files = files
        self._size = size
        self._compiled: dict[Any, CompiledProgram] = {}
        self._default = self._compile(None, None, None)

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
    def about(self) -> Mapping[str, str]:
        """Its ``title``, ``author`` and ``about``, as far as given."""
        return self._default.checked.about

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is odd about the program, though it can run."""
        return self._default.checked.warnings

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
        return _look(checked, all_symbols(checked), palette)

    def begin(
        self,
        seed: int | None = None,
        size: tuple[int, ...] | None = None,
        steps: int | None = None,
        start: NDArray[Any] | str | None = None,
        set: Mapping[str, float] | None = None,  # noqa: A002  (as on the command line)
        *,
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
            traced: Whether the run keeps all changes (:attr:`Run.trace`).

        Raises:
            ProgramError: An argument is wrong, or the program does not fit it.
        """
        seed = _checked_seed(seed)
        if steps is not None and _whole(steps, "steps") < 0:
            raise input_error("bad-steps", f"{steps} is no number of turns", "steps")
        compiled = self._compile(size, start, set)
        return Run(compiled, seed, steps, traced)

    def run(
        self,
        seed: int | None = None,
        size: tuple[int, ...] | None = None,
        steps: int | None = None,
        start: NDArray[Any] | str | None = None,
        set: Mapping[str, float] | None = None,  # noqa: A002  (as on the command line)
        *,
        traced: bool = False,
    ) -> Run:
        """Run the program to its end; the arguments are those of :meth:`begin`.

        Raises:
            ProgramError: An argument is wrong, or the program does not fit it.
            RunError: A ``require`` never held.
        """
        run = self.begin(seed, size, steps, start, set, traced=traced)
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
        every: int = 1,
    ) -> Iterator[NDArray[np.uint8]]:
        """Yield the grid before the first turn, after every ``every``-th, and at the end.

        N turns are N + 1 frames at ``every=1``. No frame is kept. The other arguments are
        those of :meth:`begin`.

        Yields:
            Values, shape ``(height, width)`` or ``(depth, height, width)``, each a copy.
        """
        run = self.begin(seed, size, steps, start, set)
        if every < 1:
            raise input_error("bad-every", f"every={every} is less than 1", "every")
        run.watch()
        yield run.grid.copy()
        while run.advance(every):
            yield run.grid.copy()

    def _compile(
        self,
        size: tuple[int, ...] | None,
        start: NDArray[Any] | str | None,
        names: Mapping[str, float] | None,
    ) -> CompiledProgram:
        whole = _checked_size(size if size is not None else self._size)
        names = _checked_names(names or {})
        if start is not None:
            if not isinstance(start, str):
                start = _checked_start(start)
            return lower(check(self._tree, Settings(whole, names, start), self._files))
        key = (whole, tuple(sorted(names.items())))
        if key not in self._compiled:
            self._compiled[key] = lower(check(self._tree, Settings(whole, names), self._files))
        return self._compiled[key]


class Run:
    """A run of a program: its state, and what came out.

    Args:
        compiled: The program.
        seed: The seed.
        steps: See :meth:`Program.begin`.
        traced: Whether all changes are kept.
    """

    def __init__(
        self, compiled: CompiledProgram, seed: int, steps: int | None, traced: bool
    ) -> None:
        self._compiled = compiled
        self._machine = compiled.begin(seed, traced)
        self._machine.state.watched = traced
        cells = self._machine.state.size
        self._asked = steps is not None
        self._limit = max(MINIMUM_CAP, TURNS_A_CELL * cells) if steps is None else steps
        self.seed = seed
        self.stopped: str | None = None
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
        program goes through; where there is one only, this is :attr:`grid`.
        """
        checked = self._compiled.checked
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
    def trace(self) -> Trace | None:
        """All changes, if the run keeps them."""
        return self._machine.trace

    @property
    def sha256(self) -> str:
        """The SHA-256 of ``WIDTHxHEIGHTxDEPTH:`` and the symbols, x fastest, then y, then z."""
        width, height, depth = self.size
        symbols = np.array([ord(symbol) for symbol in self.symbols], dtype="<u4")
        text = symbols[self._machine.state.grid.reshape(-1)].tobytes().decode("utf-32-le")
        return hashlib.sha256(f"{width}x{height}x{depth}:{text}".encode()).hexdigest()

    def advance(self, turns: int = 1) -> int:
        """Make at most so many turns.

        Returns:
            The number of turns made; fewer where the run ends (see :attr:`stopped`).

        Raises:
            RunError: A ``require`` never held.
        """
        made = 0
        while made < turns and self.stopped is None:
            made += self._advance(turns - made)
        return made

    def _advance(self, turns: int) -> int:
        """Make at most so many turns; none at all where the run only starts over."""
        left = turns if self._limit == 0 else min(turns, self._limit - self.turns)
        made = self._compiled.advance(self._machine, left)
        self._note_end()
        return made

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
        if self._limit and not self._asked:
            self._limit = max(self._limit, TURNS_A_CELL * state.size)
        if state.current is None:
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
        return _look(self._compiled.checked, self.symbols, palette)

    def image(self, scale: int | None = None, view: View = "isometric") -> Image:
        """Return the grid as a picture (a Pillow image in mode P).

        Args:
            scale: Pixels a cell; None for one that gives a picture of a handy size.
            view: How a 3-D grid is drawn: as blocks, or as ``"layers"`` side by side.
        """
        from markovpy.render.picture import picture

        return picture(self.grid, replace(self.look(), scale=scale, view=view))

    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.image().save(buffer, "PNG")
        return buffer.getvalue()

    def __repr__(self) -> str:
        width, height, depth = self.size
        size = f"{width}x{height}" + (f"x{depth}" if depth > 1 else "")
        return f"<Run {size} seed={self.seed} turns={self.turns} stopped={self.stopped}>"


def draw_seed() -> int:
    """Return a seed drawn by the system."""
    return random.SystemRandom().randrange(MAXIMUM_SEED + 1)


def engine() -> Literal["compiled", "pure"]:
    """Return how the engine runs: compiled, or as plain and slow Python."""
    return "pure" if str(machine.__file__).endswith(".py") else "compiled"


def load(
    path_or_name: str | PathLike[str],
    size: tuple[int, ...] | None = None,
    resources: str | PathLike[str] | None = None,
) -> Program:
    """Load a program: a ``.mj`` file, a MarkovJunior ``.xml`` model, or a shipped program.

    Args:
        path_or_name: The file's path, or a shipped program's name.
        size: ``(width, height)`` or ``(width, height, depth)`` in cells; None for its own.
        resources: The folder with a MarkovJunior model's resources.

    Raises:
        ProgramError: The file cannot be read, or the program is wrong.
    """
    given = Path(resources) if resources is not None else None
    path = Path(path_or_name)
    shipped = programs()
    if str(path_or_name) in shipped and not os.path.isfile(path):  # noqa: PTH113  (never raises)
        entry = shipped[str(path_or_name)]
        text = entry.read_text(encoding="utf-8")
        folder = entry.parent if isinstance(entry, Path) else None
        return _loaded(Source.decode(text, f"{path_or_name}.mj"), size, folder, None, given)
    return _loaded(read_source(path), size, path.parent, path, given)


def parse(
    text: str,
    size: tuple[int, ...] | None = None,
    folder: str | PathLike[str] = ".",
    name: str = "<text>",
    resources: str | PathLike[str] | None = None,
) -> Program:
    """Return the program that a text holds, ``.mj`` or MarkovJunior's XML.

    Args:
        text: The program.
        size: ``(width, height)`` or ``(width, height, depth)`` in cells; None for its own.
        folder: Where the files it names are.
        name: What errors call it.
        resources: The folder with a MarkovJunior model's resources.

    Raises:
        ProgramError: The program is wrong.
    """
    given = Path(resources) if resources is not None else None
    return _loaded(Source.decode(text, name), size, Path(folder), None, given)


def read_source(path: Path) -> Source:
    """Return the text of a program's file.

    Raises:
        ProgramError: It cannot be read, is too large, or is no text.
    """
    name = str(path)
    try:
        if path.is_dir():
            raise input_error("unreadable", "this is a folder", name, "name a file in it")
        with path.open("rb") as file:
            return decode_source(file.read(LARGEST_PROGRAM + 1), name)
    except (OSError, ValueError) as error:
        known = did_you_mean(name, programs())
        if isinstance(error, FileNotFoundError):
            message = "there is no such file or shipped program"
            hint = known or "see the shipped ones with: markovpy list"
            raise input_error("no-such-file", message, name, hint) from None
        reason = reason_of(error)
        raise input_error("unreadable", reason.lower(), name) from None


def decode_source(data: bytes, name: str) -> Source:
    """Return the text of a program from its bytes.

    Raises:
        ProgramError: It is too large, or no text.
    """
    if len(data) > LARGEST_PROGRAM:
        message = f"the program has more than {LARGEST_PROGRAM:,} bytes"
        raise input_error("too-large", message, name, "put large grids into files of their own")
    try:
        return Source.decode(data.decode("utf-8"), name)
    except UnicodeDecodeError:
        message = "this is not text in UTF-8"
        raise input_error("not-text", message, name, "save the program as UTF-8") from None


def all_symbols(checked: Checked) -> str:
    """Return the symbols of all grids that a program goes through, each once."""
    return "".join(dict.fromkeys("".join(stage.alphabet.symbols for stage in checked.stages)))


def _look(
    checked: Checked, symbols: str, palette: Mapping[str, tuple[int, int, int]] | None
) -> Look:
    from markovpy.model.palette import default_color
    from markovpy.render.look import Look

    appearance = checked.appearance
    chosen = {**appearance.colors, **(palette or {})}
    colors = tuple(chosen.get(symbol) or default_color(symbol) for symbol in symbols)
    return Look(colors, symbols, appearance.glyphs, appearance.lines)


def _loaded(
    source: Source,
    size: tuple[int, ...] | None,
    folder: Traversable | None,
    path: Path | None,
    resources: Path | None,
) -> Program:
    if source.text.lstrip().startswith("<"):
        whole = _checked_size(size)
        tree = parse_model(source, three_dimensional=whole is not None and whole[2] > 1)
        return Program(tree, FolderFiles(resource_folders(path, resources)), size)
    tree = parse_text(source)
    folders = [folder] if folder is not None else []
    named = tree.named_folder
    if resources is not None:
        folders.append(resources)
    elif folder is not None and named:
        folders.append(folder.joinpath(named))
    return Program(tree, FolderFiles(folders), size)


def _checked_seed(seed: int | None) -> int:
    if seed is None:
        return draw_seed()
    seed = _whole(seed, "seed")
    if not 0 <= seed <= MAXIMUM_SEED:
        message = f"{seed} is no seed: seeds are 0 to {MAXIMUM_SEED:,}"
        raise input_error("bad-seed", message, "seed")
    return seed


def _whole(value: Any, name: str) -> int:
    """Return a value as an int; anything but a whole number is an error."""
    try:
        return operator.index(value)
    except TypeError:
        message = f"{value!r} is no whole number"
        raise input_error(f"bad-{name}", message, name) from None


def _checked_names(names: Mapping[str, Any]) -> dict[str, float]:
    """Return values for ``let`` names; each has to be a finite number."""
    for name, value in names.items():
        if not isinstance(value, numbers.Real) or not math.isfinite(value):
            raise input_error("bad-set", f"{name}={value!r} is no number", "set")
    return dict(names)


def _checked_size(size: Any) -> tuple[int, int, int] | None:
    if size is None:
        return None
    if not isinstance(size, Sequence) or isinstance(size, str) or len(size) not in (2, 3):
        message = "a size has two or three numbers: (width, height) or (width, height, depth)"
        raise input_error("bad-size", message, "size")
    width, height, depth = (*(_whole(side, "size") for side in size), 1)[:3]
    problem = size_problem(width, height, depth)
    if problem:
        raise input_error("bad-size", problem, "size")
    return width, height, depth


def _checked_start(start: NDArray[Any]) -> NDArray[np.uint8]:
    try:
        array = np.asarray(start)
    except ValueError:
        array = np.empty(0)
    if array.ndim not in (2, 3) or array.size == 0 or array.dtype.kind not in "iub":
        message = (
            "a start grid is an array of whole numbers, (height, width) or (depth, height, width)"
        )
        raise input_error("bad-start", message, "start")
    if array.min() < 0 or array.max() > 255:
        raise input_error("bad-start", "a value of the start grid is no value", "start")
    return array.astype(np.uint8).reshape((1,) * (3 - array.ndim) + array.shape)
