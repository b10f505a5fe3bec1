"""What a node kind says about itself, and what the checker hands it to be built from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeAlias

from markovpy.engine.conditions import Condition
from markovpy.engine.node import Node
from markovpy.engine.table import RuleTable
from markovpy.errors import Diagnostic
from markovpy.model.alphabet import Alphabet
from markovpy.model.level import Level
from markovpy.model.rule import Rule
from markovpy.source import Span

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NO_LIMIT = (-1, -1)

ParameterType: TypeAlias = Literal[
    "count",
    "range",
    "flag",
    "fraction",
    "decimal",
    "symmetry",
    "condition",
    "symbol",
    "symbols",
    "masks",
    "sums",
    "values",
    "text",
    "choice",
]
"""``count``: a whole number, an int. ``range``: ``20`` or ``20..40``, a pair of ints.
``flag``: given or not, a bool. ``fraction``: 0 to 1, a float. ``decimal``: a float.
``symmetry``: a symmetry's name,
a str. ``condition``: all that stands before the colon, a Condition. ``symbol``: one value,
an int. ``symbols``: values and unions, a mask.
``masks``: values and unions, a tuple of masks in the order written. ``sums``: numbers and
ranges such as ``0..1,4..8``, a mask with a bit for each number.
``values``: the symbols of a new grid, a str.
``text``: as written, a str. ``choice``: one of the parameter's ``choices``, a str."""


@dataclass(frozen=True)
class Parameter:
    """An argument that a node kind takes.

    Args:
        name: What it is called where it is written ``name=value``; a flag is written bare.
        type: How it is read and what its value is.
        summary: What it means, for the documentation.
        minimum: The least whole number allowed.
        maximum: The largest; None for as large as numbers are.
        positional: Whether it is written without its name.
        required: Whether leaving it out is an error.
        choices: The words that a ``choice`` can be.
        native: Whether MarkovJunior does not know it, so that its XML cannot mean it.
        default: What counts where it is left out, for the documentation: as it would be written,
            or in words that cannot be; nothing for a flag and for what is simply not there.
        fallback: Its value where it is not written; a flag's is False.
    """

    name: str
    type: ParameterType
    summary: str
    minimum: int = 0
    maximum: int | None = None
    positional: bool = False
    required: bool = False
    choices: tuple[str, ...] = ()
    native: bool = False
    default: str = ""
    fallback: Any = None

    @property
    def value_if_missing(self) -> Any:
        """Its value where it is not written."""
        return False if self.type == "flag" else self.fallback


STEPS = Parameter(
    "steps", "range", "at most so many turns until its block starts anew", default="no limit"
)
ONCE = Parameter("once", "flag", "at most one turn, as `steps=1`", native=True)
SYMMETRY = Parameter(
    "symmetry", "symmetry", "the orientations its rules apply in", default="that in force"
)
WEIGHT = Parameter(
    "weight",
    "count",
    "its share of the draws of a `choose`",
    minimum=1,
    maximum=10_000,
    default="1",
    native=True,
)
PROBABILITY = Parameter("p", "fraction", "the chance that a match is applied", default="1")
AGAIN = Parameter(
    "again", "flag", "when it has ended, enter it anew until an entry in which nothing acts"
)
KEEP = Parameter(
    "keep",
    "flag",
    "it takes its turns and draws, though it can never change a cell",
    native=True,
)
CLICK = Parameter(
    "click",
    "count",
    "in a click's block: which of its cells is the clicked one, counted from 0 row by row",
    native=True,
    default="0",
    fallback=0,
)
NEW_VALUES = Parameter("values", "values", "the symbols of the new grid", required=True)
CONDITION = Parameter("condition", "condition", "what must hold", positional=True, required=True)
RULE_NODE_PARAMETERS = (STEPS, ONCE, SYMMETRY, WEIGHT)


class Body(Enum):
    """What the block of a node holds."""

    NONE = "nothing"
    RULES = "rules"
    NODES = "nodes"
    RULES_AND_NODES = "rules and nodes"


class Files(Protocol):
    """Reads the files that a program names, each method raising UnreadableFileError."""

    def text(self, name: str) -> str:
        """Return the text of a file."""

    def levels(self, name: str) -> Sequence[Level]:
        """Return the levels of a collection."""

    def picture(self, name: str) -> NDArray[np.uint8]:
        """Return a picture to look at, of any size and mode.

        Returns:
            Red, green, blue and opacity, shape ``(height, width, 4)``.
        """

    def colors(self, name: str) -> NDArray[np.int64]:
        """Return an image's whole pixels.

        Returns:
            One number per RGBA colour or voxel colour (-1 for no voxel), shape
            ``(depth, height, width)``, depth 1 for a picture.
        """


@dataclass(frozen=True)
class Surroundings:
    """What a kind may know of the place where a node of it stands.

    Args:
        shape: The grid's ``(depth, height, width)``.
        alphabet: The grid's values.
        symmetry: The plain name of the symmetry in force.
        files: Reads the files that the program names.
        lenient: Whether MarkovJunior's XML is read, where what is odd is only warned of.
    """

    shape: tuple[int, int, int]
    alphabet: Alphabet
    symmetry: str
    files: Files
    lenient: bool = False


@dataclass(frozen=True)
class Stage:
    """One of the grids that a program goes through.

    Args:
        number: From 0, the program's own.
        shape: Its ``(depth, height, width)``.
        alphabet: Its values.
    """

    number: int
    shape: tuple[int, int, int]
    alphabet: Alphabet


@dataclass(frozen=True)
class NewGrid:
    """How a kind goes on to a new grid, of the values that its argument ``values=`` names.

    Its rules have their left side in the old grid, its nodes run on the new one, and when they
    are done the program ends.

    Args:
        shape: Makes of the node's ``data`` the new grid's ``(depth, height, width)``.
        choices: Makes of the ``data`` the names that the right sides of its rules choose from
            (``P -> Stone|Empty``), and how they are called in a message; None where the right
            sides are patterns in the new grid.
    """

    shape: Callable[[Any], tuple[int, int, int]]
    choices: Callable[[Any], tuple[Sequence[str], str]] | None = None


class KindError(Exception):
    """What a kind found wrong with the arguments of a node.

    Args:
        code: See :class:`markovpy.errors.Diagnostic`.
        message: Likewise.
        hint: Likewise.
        parameter: The argument to point at; the whole head where it is not written.
        soft: Whether, about a rule, it is only a warning where MarkovJunior's XML is read.
    """

    def __init__(
        self, code: str, message: str, hint: str = "", parameter: str = "", soft: bool = False
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.parameter = parameter
        self.soft = soft


class NodeError(Exception):
    """Why a run cannot go on, raised by the ``step`` of a node; its place is the node's.

    Args:
        code: See :class:`markovpy.errors.Diagnostic`.
        message: Likewise.
        hint: Likewise.
    """

    def __init__(self, code: str, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class Element:
    """A statement that only the block of certain nodes holds, such as ``observe``.

    Args:
        name: What it is called.
        summary: What it means, one sentence.
        parameters: The arguments it takes.
        markovjunior: Its element in MarkovJunior's XML, for the documentation; nothing if new.
    """

    name: str
    summary: str
    parameters: tuple[Parameter, ...]
    markovjunior: str = ""


@dataclass(frozen=True)
class NodeKind:
    """A kind of node: how it is written, and how it is made to run.

    Args:
        name: What it is called in a program.
        summary: What it does, one sentence.
        body: What its block holds.
        parameters: The arguments it takes.
        build: Makes the running node.
        rule_parameters: The arguments that its rules take, besides ``symmetry``.
        reenters: Whether a child block that has ended can be entered again.
        draws: Whether it draws among its children, by their ``weight=``.
        alternative: The name of the block that may follow it (``else``).
        elements: The statements of its own that its block may hold.
        needs: Called with the surroundings before anything else is made of a node; may raise
            KindError where the grid's shape, size or values are none that it can work on.
        prepare: Makes of the arguments what the run needs and what can be wrong before it
            (a sample, a tileset): called with the values and the surroundings, may raise
            KindError; the result is the node's ``data``.
        review: Yields what is wrong or odd about a node as a whole, which has its elements.
        cellwise: Whether its rules are about single cells, and so have no orientation.
        check_rule: Called with each rule and the node's ``data`` (None where that failed); may
            raise KindError.
        new_grid: For a kind whose nodes run on a new grid.
        markovjunior: What it is in MarkovJunior's XML, for the documentation; nothing if new.
        takes: The names of the events (see :class:`~markovpy.model.events.Event`) that its
            nodes take themselves: such a node makes the program a game, stands where it waits
            for events, and is :class:`~markovpy.engine.interactive.Interactive`. ``key x`` is
            one key; ``key`` is any, of which a search tries a to z and 0 to 9.
    """

    name: str
    summary: str
    body: Body
    parameters: tuple[Parameter, ...]
    build: Callable[[CheckedNode, Builder], Node]
    rule_parameters: tuple[Parameter, ...] = ()
    reenters: bool = False
    draws: bool = False
    alternative: str | None = None
    elements: tuple[Element, ...] = ()
    needs: Callable[[Surroundings], None] | None = None
    prepare: Callable[[Mapping[str, Any], Surroundings], Any] | None = None
    review: Callable[[CheckedNode, Surroundings], Iterable[Diagnostic]] | None = None
    cellwise: bool = False
    check_rule: Callable[[CheckedRule, Any], None] | None = None
    new_grid: NewGrid | None = None
    markovjunior: str = ""
    takes: frozenset[str] = frozenset()

    @property
    def from_plugin(self) -> bool:
        """Whether it is a plugin's: only their names have a dot."""
        return "." in self.name

    @property
    def element_names(self) -> tuple[str, ...]:
        """The names of its own statements."""
        return tuple(element.name for element in self.elements)


@dataclass(frozen=True)
class CheckedRule:
    """A rule in all its orientations.

    Args:
        variants: The oriented rules, duplicates dropped.
        span: Where it stands.
        arguments: The values of its parameters by name.
        across: For a rule from one grid to another, which has no ``variants``: what a window
            of the old grid must hold and what a window of the new one gets, orientation by
            orientation.
        firsts: In the block of ``on click``, per variant the cell of its window, ``(x, y, z)``,
            that has to lie on the clicked cell.
    """

    variants: tuple[Rule, ...]
    span: Span
    arguments: Mapping[str, Any] = field(default_factory=dict)
    across: tuple[tuple[Rule, Rule], ...] = ()
    firsts: tuple[tuple[int, int, int], ...] = ()


@dataclass(frozen=True)
class CheckedChoice:
    """A rule whose right side names what a value may become.

    Args:
        mask: The values of the old grid that it is for.
        names: What they may become.
        span: Where it stands.
    """

    mask: int
    names: tuple[str, ...]
    span: Span


@dataclass(frozen=True)
class CheckedElement:
    """A statement of a node's own, known to be right.

    Args:
        name: What it is called.
        arguments: The values of its parameters by name.
        span: Where it stands.
        places: Where its arguments stand, by name, as far as they are written.
    """

    name: str
    arguments: Mapping[str, Any]
    span: Span
    places: Mapping[str, Span] = field(default_factory=dict)


@dataclass(frozen=True)
class CheckedNode:
    """A node whose every argument is known to be right.

    Args:
        kind: Its kind.
        number: Its place among the program's nodes, from 0.
        arguments: The values of its parameters by name, all present.
        rules: The rules of its body.
        children: The nodes of its body.
        once: Whether, as a block, it stays ended until the enclosing block starts anew.
        span: Where its head stands.
        otherwise: The nodes of its alternative block.
        elements: The statements of its own in its block.
        data: What its kind prepared.
        places: Where its arguments stand, by name, as far as they are written.
        stage: The number of the grid that it runs on.
        opens: The grid that its own nodes run on, where that is a new one.
        choices: Its rules, where their right sides are names.
    """

    kind: NodeKind
    number: int
    arguments: Mapping[str, Any]
    rules: tuple[CheckedRule, ...]
    children: tuple[CheckedNode, ...]
    once: bool
    span: Span
    otherwise: tuple[CheckedNode, ...] = ()
    elements: tuple[CheckedElement, ...] = ()
    data: Any = None
    places: Mapping[str, Span] = field(default_factory=dict)
    stage: int = 0
    opens: Stage | None = None
    choices: tuple[CheckedChoice, ...] = ()

    @property
    def limits(self) -> tuple[int, int]:
        """The turns (or choices) allowed until its block starts anew."""
        if self.arguments.get("once"):
            return (1, 1)
        return self.arguments.get("steps") or NO_LIMIT

    @property
    def condition(self) -> Condition:
        """Its condition."""
        condition: Condition = self.arguments["condition"]
        return condition


class Builder(Protocol):
    """What a node kind may ask for while it builds a node."""

    def table(self, node: CheckedNode) -> RuleTable:
        """Return the tables of the node's rules."""

    def stage(self, node: CheckedNode) -> Stage:
        """Return the grid that the node runs on."""

    def children(self, nodes: Sequence[CheckedNode]) -> list[Node]:
        """Build the given nodes."""
