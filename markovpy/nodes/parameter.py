"""Arguments that node kinds take, and those that many of them share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

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
