"""``convolution``: cellular automata, by sums over the neighbours of each cell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from markovpy.engine.automaton import Convolution
from markovpy.engine.neighborhood import MIDDLE, MOORE, SIDES, THREE, Change, Neighborhood
from markovpy.errors import did_you_mean
from markovpy.model.rule import LEAVE
from markovpy.nodes.kind import Body, KindError, NodeKind
from markovpy.nodes.parameter import ONCE, STEPS, WEIGHT, Parameter

if TYPE_CHECKING:
    from markovpy.nodes.checked import Builder, CheckedNode, CheckedRule
    from markovpy.nodes.kind import Surroundings

ROWS_2D: Mapping[str, Mapping[tuple[int, int], int]] = {
    "VonNeumann": {(-1, 0): MIDDLE, (0, 0): SIDES, (1, 0): MIDDLE},
    "Moore": MOORE,
}
ROWS_3D: Mapping[str, Mapping[tuple[int, int], int]] = {
    "VonNeumann": {
        **dict.fromkeys([(0, -1), (0, 1)], MIDDLE),
        **ROWS_2D["VonNeumann"],
    },
    "NoCorners": {
        **dict.fromkeys([(-1, -1), (-1, 1), (1, -1), (1, 1)], MIDDLE),
        **dict.fromkeys([(0, -1), (0, 1)], THREE),
        **ROWS_2D["Moore"],
    },
    "Moore": {
        **{(dy, dz): THREE for dy in (-1, 0, 1) for dz in (-1, 1)},
        **ROWS_2D["Moore"],
    },
}
"""By name: for each row of neighbours, as ``(dy, dz)``, which of its cells count."""


def prepare(values: Mapping[str, Any], around: Surroundings) -> Neighborhood:
    """Return the neighbourhood that the arguments name."""
    known = ROWS_3D if around.shape[0] > 1 else ROWS_2D
    name = values["neighborhood"]
    if name not in known:
        dimension = "3-D" if around.shape[0] > 1 else "2-D"
        message = f"a {dimension} grid knows no neighbourhood '{name}'"
        hint = did_you_mean(name, known) or f"it knows {', '.join(known)}"
        raise KindError("unknown-neighborhood", message, hint, "neighborhood")
    if values["periodic"] and values["outside"] is not None:
        message = "'periodic' and 'outside=' exclude each other"
        raise KindError("repeated-argument", message, "keep one of them", "outside")
    return Neighborhood(around.shape, known[name], values["periodic"], values["outside"])


def check_rule(rule: CheckedRule, neighborhood: Neighborhood | None) -> None:
    """Refuse a rule that is not about one cell, or whose sums cannot be."""
    if not rule.variants:
        return
    pattern, values = rule.variants[0], rule.arguments
    if len(pattern.lhs) != 1:
        message = "a rule of 'convolution' gives one cell a new value"
        raise KindError("not-one-cell", message, "write one symbol on each side")
    if pattern.rhs[0] == LEAVE:
        message = "'*' on the right side leaves the cell as it is"
        raise KindError("not-one-cell", message, "write the value that the cell gets")
    if (values["sum"] is None) != (values["values"] is None):
        given, missing = ("sum", "values") if values["values"] is None else ("values", "sum")
        hint = "write both: how many neighbours, and of which values"
        raise KindError("missing-argument", f"'{given}=' needs '{missing}='", hint, given)
    if values["sum"] is not None and neighborhood is not None:
        largest = values["sum"].bit_length() - 1
        if largest > neighborhood.size:
            message = f"the neighbourhood has {neighborhood.size} cells, {largest} is no sum of it"
            hint = f"sums go from 0 to {neighborhood.size}"
            raise KindError("impossible-sum", message, hint, "sum", soft=True)


def changes_of(rules: Sequence[CheckedRule]) -> list[Change]:
    """Return what rules do, per value; what changes nothing is left out."""
    changes = []
    for rule in rules:
        counted, sums = rule.arguments["values"] or 0, rule.arguments["sum"] or 0
        for variant in rule.variants:
            mask, new = variant.lhs[0], variant.rhs[0]
            changes += [
                Change(old, new, counted, sums, variant.probability)
                for old in range(mask.bit_length())
                if mask >> old & 1 and old != new
            ]
    return changes


def build(node: CheckedNode, builder: Builder) -> Convolution:
    """Return the running node."""
    return Convolution(node.number, node.limits, node.data, changes_of(node.rules))


KIND = NodeKind(
    name="convolution",
    summary="a cellular automaton: each turn every cell gets a new value by its own and by how "
    "many of its neighbours hold certain values; of the rules for its value the first that fits "
    "wins; done when no cell changes",
    markovjunior="`<convolution>`",
    body=Body.RULES,
    parameters=(
        Parameter(
            "neighborhood",
            "text",
            "which cells are neighbours, the cell itself never: `VonNeumann` (those that share a "
            "side) or `Moore` (all around); in 3-D also `NoCorners` (those that share a side or "
            "an edge)",
            required=True,
        ),
        Parameter("periodic", "flag", "opposite edges of the grid meet"),
        Parameter(
            "outside",
            "symbol",
            "the value of the cells beyond the edge; without it cells at the edge have fewer "
            "neighbours",
            native=True,
        ),
        STEPS,
        ONCE,
        WEIGHT,
    ),
    rule_parameters=(
        Parameter(
            "sum",
            "sums",
            "the counts of neighbours that fit, numbers and ranges: `0..1,4..8`",
            default="any",
        ),
        Parameter("values", "symbols", "the values that are counted for `sum=`"),
        Parameter(
            "p", "fraction", "the chance that the rule is tried for a cell at all", default="1"
        ),
    ),
    cellwise=True,
    prepare=prepare,
    check_rule=check_rule,
    build=build,
)
