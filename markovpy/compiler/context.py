"""What the checking of a program carries from statement to statement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from markovpy.errors import Diagnostic, did_you_mean
from markovpy.model.alphabet import Alphabet
from markovpy.model.symmetry import Facing
from markovpy.nodes.kind import Stage

if TYPE_CHECKING:
    from markovpy.engine.table import RuleTable
    from markovpy.lang.syntax import Statement, Tree
    from markovpy.model.rule import Rule
    from markovpy.nodes.kind import Files
    from markovpy.source import Span


@dataclass(frozen=True)
class Goal:
    """A second layer of marks, which rules do not see.

    Args:
        symbol: What a cell with such a mark is written as, where it holds the value ``before``.
        bit: The mark, one bit.
        before: The value of such a cell.
        after: The values that a marked cell should hold in the end, a mask.
    """

    symbol: str
    bit: int
    before: int
    after: int


@dataclass(frozen=True)
class Reading:
    """What a character of a level stands for.

    Args:
        value: A value of the grid.
        mark: The bit of a goal; 0 for none.
    """

    value: int
    mark: int = 0


MAXIMUM_ITEMS = 100_000
MAXIMUM_HINTS = 200


@dataclass(frozen=True)
class Scope:
    """What holds at one place of a program.

    Args:
        symmetry: The plain name of the symmetry that is in force.
        loop: What the symbols of the enclosing ``for`` loops stand for.
        expanding: The names of the ``define`` blocks being expanded.
        direction: In the block of ``on arrows``, the arrow that it is turned to.
        anchored: Whether rules lie with one of their cells, mostly the first, on the clicked one.
    """

    symmetry: str
    loop: Mapping[str, str] = field(default_factory=dict)
    expanding: tuple[str, ...] = ()
    direction: str = ""
    anchored: bool = False

    @property
    def note(self) -> str:
        """What the loop symbols stand for, in words."""
        if not self.loop:
            return ""
        return " (with " + ", ".join(f"{name} = {value}" for name, value in self.loop.items()) + ")"

    def symbols(self, text: str) -> str:
        """Return a text of symbols with the loop symbols replaced."""
        return "".join(self.loop.get(symbol, symbol) for symbol in text)

    def looping(self, names: str, values: str) -> Scope:
        """Return this scope inside one turn of a loop."""
        return replace(self, loop={**self.loop, **dict(zip(names, values))})


@dataclass
class Context:
    """The program's facts and the problems found so far.

    Args:
        tree: The program.
        files: Reads the files that the program names.
        shape: The grid's ``(depth, height, width)``.
        alphabet: Its values and unions.
        facing: The values that turn with a rule.
        names: Numbers by name: ``let`` and the grid's sizes.
        goals: The goals by their symbol.
        legend: What level and start characters stand for, where not for themselves.
        defines: The named blocks.
        tables: What conditions look for, by its orientations.
        later_names: While a ``let`` is read, the names of those behind it.
        stages: The grids found so far.
        stage: The number of the one that is looked at.
        opened: While the rules that fill a new grid are read, the new grid's values.
    """

    tree: Tree
    files: Files
    shape: tuple[int, int, int] = (1, 59, 59)
    alphabet: Alphabet = field(default_factory=lambda: Alphabet(""))
    facing: Facing = field(default_factory=Facing)
    names: dict[str, float] = field(default_factory=dict)
    goals: dict[str, Goal] = field(default_factory=dict)
    legend: dict[str, Reading] = field(default_factory=dict)
    defines: dict[str, Statement] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)
    later_names: set[str] = field(default_factory=set)
    tables: dict[tuple[Rule, ...], RuleTable] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    nodes: int = 0
    items: int = 0
    _noted: set[Diagnostic] = field(default_factory=set)
    _noted_places: set[tuple[str, Span | None]] = field(default_factory=set)
    stages: list[Stage] = field(default_factory=list)
    stage: int = 0
    opened: str = ""

    @property
    def lenient(self) -> bool:
        """Whether MarkovJunior's XML is read, where much that is odd is only warned of."""
        return self.tree.dialect == "xml"

    @property
    def three_dimensional(self) -> bool:
        """Whether the grid has more than one layer."""
        return self.shape[0] > 1

    def report(self, diagnostic: Diagnostic) -> None:
        """Add a problem."""
        self.diagnostics.append(diagnostic)

    def error(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Add an error."""
        self.report(Diagnostic(code, message, span, hint))

    def warn(self, code: str, message: str, span: Span, hint: str = "") -> None:
        """Add a warning."""
        self.report(Diagnostic(code, message, span, hint, "warning"))

    def near(self, word: str, known: Iterable[str]) -> str:
        """Return a hint that names the nearest known word; nothing when hints have become many."""
        return did_you_mean(word, known) if len(self.diagnostics) < MAXIMUM_HINTS else ""

    def unknown_symbol(self, symbol: str, span: Span, unions: bool = True) -> None:
        """Report a symbol that stands for nothing.

        Args:
            symbol: What is written.
            span: Where.
            unions: Whether a union's symbol could stand there too.
        """
        if not self.alphabet.symbols:
            return  # every symbol is unknown where the grid's values are, and that was reported
        known = [*self.alphabet.symbols, *(self.alphabet.unions if unions else ())]
        listed = f"values {self.alphabet.symbols}"
        if unions and self.alphabet.unions:
            listed += f", unions {''.join(self.alphabet.unions)}"
        what = "a value or union" if unions else "a value"
        hint = self.near(symbol, known) or "add it to the grid's values"
        if symbol in self.opened:
            hint = (
                "a bare rule here reads the old grid; for one on the new grid write 'one:' before"
            )
        self.error("unknown-symbol", f"'{symbol}' is not {what} ({listed})", span, hint)

    @contextmanager
    def noting(self, scope: Scope) -> Iterator[None]:
        """Say with each problem found meanwhile what the loop symbols stood for.

        A problem that an earlier turn of the loop has shown is dropped: mending it once is
        enough, and its one message then says the first values it was found with.
        """
        before = len(self.diagnostics)
        yield
        if scope.note:
            found = self.diagnostics[before:]
            del self.diagnostics[before:]
            for diagnostic in found:
                self._add_noted(diagnostic, scope.note)

    def _add_noted(self, diagnostic: Diagnostic, note: str) -> None:
        place = (diagnostic.code, diagnostic.span)
        if diagnostic in self._noted:  # by an inner loop
            self.diagnostics.append(diagnostic)
        elif place not in self._noted_places:
            diagnostic = replace(diagnostic, message=diagnostic.message + note)
            self._noted_places.add(place)
            self._noted.add(diagnostic)
            self.diagnostics.append(diagnostic)

    def open_stage(self, shape: tuple[int, int, int], alphabet: Alphabet) -> Stage:
        """Note a further grid."""
        stage = Stage(len(self.stages), shape, alphabet)
        self.stages.append(stage)
        return stage

    @contextmanager
    def inside(self, stage: Stage) -> Iterator[None]:
        """Look at another grid meanwhile: its shape, its values, its sizes by name."""
        before = self.shape, self.alphabet, self.facing, self.names, self.stage, self.tables
        self.facing = self.facing_in(stage.alphabet)
        self.shape, self.alphabet, self.stage = stage.shape, stage.alphabet, stage.number
        self.names = {**self.names, **size_names(stage.shape)}
        self.tables = {}
        yield
        self.shape, self.alphabet, self.facing, self.names, self.stage, self.tables = before

    def facing_in(self, alphabet: Alphabet) -> Facing:
        """Return the values of another alphabet that turn, as far as it has the symbols."""
        symbols = self.alphabet.symbols
        fours = [
            tuple(alphabet.value(symbols[value]) for value in four)
            for four in self.facing.quadruples
        ]
        return Facing(tuple((a, b, c, d) for a, b, c, d in fours if min(a, b, c, d) >= 0))

    def count_item(self, span: Span) -> bool:
        """Count an expanded node or rule; True, reported once, where there are too many."""
        self.items += 1
        if self.items == MAXIMUM_ITEMS:
            message = f"the program has more than {MAXIMUM_ITEMS:,} nodes and rules when expanded"
            self.error("too-many-nodes", message, span)
        return self.items >= MAXIMUM_ITEMS

    def number(self) -> int:
        """Return the number for the next node."""
        self.nodes += 1
        return self.nodes


def size_names(shape: tuple[int, int, int]) -> dict[str, float]:
    """Return the names that the sizes of a grid have in expressions."""
    depth, height, width = shape
    return {"width": width, "height": height, "depth": depth, "area": width * height * depth}
