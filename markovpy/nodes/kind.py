"""What a node kind says about itself, and what it is told of where a node of it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from markovpy.engine.node import Node
    from markovpy.errors import Diagnostic
    from markovpy.model.alphabet import Alphabet
    from markovpy.model.level import Level
    from markovpy.nodes.checked import Builder, CheckedNode, CheckedRule
    from markovpy.nodes.parameter import Parameter


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
