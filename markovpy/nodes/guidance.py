"""What steers the nodes ``one`` and ``all``: ``observe``, ``field``, temperature, search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from markovpy.engine.field import FieldRule
from markovpy.engine.guidance import Guidance, Observation, SearchRule
from markovpy.engine.inference import Guide
from markovpy.errors import Diagnostic
from markovpy.nodes.kind import Element, Surroundings
from markovpy.nodes.parameter import Parameter

if TYPE_CHECKING:
    from markovpy.engine.table import RuleTable
    from markovpy.nodes.checked import CheckedElement, CheckedNode
    from markovpy.source import Span

DEFAULT_DEPTH = 0.5
LARGEST_TABLE = 2**31 - 1
_SEARCH_ONLY = ("limit", "depth", "fail")

OBSERVE = Element(
    "observe",
    "says what is to become of the cells that hold a value now: the node takes the matches that "
    "lead there soonest by a lower bound, and ends when all is as observed; cells of values that "
    "are not observed are to end as they are, and the node does nothing while an observed value "
    "is nowhere in the grid",
    (
        Parameter(
            "value",
            "symbol",
            "the value whose cells are meant",
            positional=True,
            required=True,
        ),
        Parameter(
            "from",
            "symbol",
            "what these cells are turned to before the first turn",
            default="as they are",
        ),
        Parameter("to", "symbols", "what they may hold in the end", required=True),
    ),
    "`<observe>`",
)
FIELD = Element(
    "field",
    "draws a value towards other values or drives it away from them: a match counts by how much "
    "the walking distance of the values that it writes and replaces shrinks (`to=`) or grows "
    "(`from=`); a match that writes the value where no walk leads is not taken",
    (
        Parameter(
            "value", "symbol", "the value that follows the field", positional=True, required=True
        ),
        Parameter("to", "symbols", "the values to be near to; they are at distance 0"),
        Parameter("from", "symbols", "the values to be far from; they are at distance 0"),
        Parameter("on", "symbols", "the values that the walk leads over", required=True),
        Parameter(
            "recompute",
            "flag",
            "find the distances anew every turn (otherwise when the node makes its first turn)",
        ),
        Parameter(
            "essential",
            "flag",
            "the node ends where none of the `to=` or `from=` values is in the grid (otherwise it "
            "ends where that holds for all of its fields)",
        ),
    ),
    "`<field>`",
)
ELEMENTS = (OBSERVE, FIELD)
GUIDED_PARAMETERS = (
    Parameter(
        "temperature",
        "decimal",
        "how far the choice strays from the best match: at 0 hardly; a match worse "
        "by as much as the temperature is about e times as unlikely; needs a field or observe",
        default="0",
    ),
    Parameter(
        "search",
        "flag",
        "look for a whole sequence of turns that leads to what is observed before the first turn, "
        "then play it; needs observe",
    ),
    Parameter(
        "limit",
        "count",
        "how many states one try of the search may keep; with a limit there are 20 tries",
        default="no limit",
    ),
    Parameter(
        "depth",
        "decimal",
        "what turns made count against turns still expected: greater finds shorter "
        "solutions, 0 finds one sooner, below 0 goes deepest first",
        default="0.5",
    ),
    Parameter(
        "fail",
        "choice",
        "what follows a search that finds nothing: `stop`, the node is done and the "
        "grid as before; `random`, it goes on at random as MarkovJunior does",
        choices=("stop", "random"),
        default="stop",
    ),
)


def prepare(values: Mapping[str, Any], surroundings: Surroundings) -> Surroundings:
    """Keep what is known of the place, for :func:`guide`."""
    return surroundings


def guide(node: CheckedNode, table: RuleTable) -> Guide:
    """Return what steers a node that has elements."""
    surroundings: Surroundings = node.data
    fields = {e.arguments["value"]: _field(e) for e in node.elements if e.name == "field"}
    observations = {
        e.arguments["value"]: Observation(
            e.arguments["value"],
            e.arguments["value"] if e.arguments["from"] is None else e.arguments["from"],
            e.arguments["to"],
        )
        for e in node.elements
        if e.name == "observe"
    }
    search = None
    if node.arguments["search"] and observations:
        limit, depth = node.arguments["limit"], node.arguments["depth"]
        search = SearchRule(
            -1 if limit is None else limit,
            DEFAULT_DEPTH if depth is None else depth,
            node.arguments["fail"] != "random",
        )
    guidance = Guidance(
        surroundings.shape,
        len(surroundings.alphabet.symbols),
        tuple(fields.values()),
        tuple(observations.values()),
        node.arguments["temperature"] or 0.0,
        search,
        node.kind.name == "all",
        surroundings.alphabet.symbols,
    )
    return Guide(guidance, table.variants)


def _field(element: CheckedElement) -> FieldRule:
    arguments = element.arguments
    away = arguments["from"] is not None
    return FieldRule(
        arguments["value"],
        arguments["from"] if away else arguments["to"],
        arguments["on"],
        away,
        arguments["recompute"],
        arguments["essential"],
    )


def review(node: CheckedNode, surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Yield what is wrong about the elements of a node and the arguments that belong to them."""
    severity = "warning" if surroundings.lenient else "error"
    yield from _fields(node, surroundings)
    seen: set[tuple[str, int]] = set()
    for element in node.elements:
        key = element.name, element.arguments["value"]
        if key in seen:
            symbol = surroundings.alphabet.symbols[element.arguments["value"]]
            verb = "is observed" if element.name == "observe" else "has a field"
            hint = "remove one of them: the last one counts" if surroundings.lenient else ""
            yield Diagnostic(
                "repeated-element",
                f"'{symbol}' {verb} twice",
                element.places.get("value", element.span),
                hint or "remove one of them, or write all values behind one to=",
                severity,
            )
        seen.add(key)
    for name, message, hint in _loose(node, surroundings):
        yield Diagnostic("no-aim", message, _place(node, name), hint, severity)
    depth, height, width = surroundings.shape
    if (
        node.elements
        and depth * height * width * len(surroundings.alphabet.symbols) > LARGEST_TABLE
    ):
        message = "the grid is too large for observe and field: more than 2,147,483,647 distances"
        yield Diagnostic("too-large", message, node.elements[0].span, "take a smaller grid")


def _place(node: CheckedNode, name: str) -> Span:
    return node.places.get(name, node.span)


def _fields(node: CheckedNode, surroundings: Surroundings) -> Iterable[Diagnostic]:
    for element in node.elements:
        if element.name != "field":
            continue
        given = [name for name in ("to", "from") if element.arguments[name] is not None]
        if not given:
            hint = "write to= with the values to be near to, or from= with those to be far from"
            yield Diagnostic("missing-argument", "'field' needs to or from", element.span, hint)
        elif len(given) == 2:
            message = "'to=' and 'from=' exclude each other in a field"
            where = element.places["to"]
            if surroundings.lenient:
                hint = "'from' counts, 'to' is not read"
                yield Diagnostic("repeated-argument", message, where, hint, "warning")
            else:
                yield Diagnostic("repeated-argument", message, where, "keep one of them")


def _searching(name: str, surroundings: Surroundings) -> str:
    """Return what to write for an argument that belongs to a search."""
    return 'add search="True"' if surroundings.lenient else f"write search {name}=…"


def _loose(node: CheckedNode, surroundings: Surroundings) -> Iterator[tuple[str, str, str]]:
    """Yield arguments that mean nothing without others: name, message, hint."""
    arguments = node.arguments
    observed = any(element.name == "observe" for element in node.elements)
    temperature = arguments["temperature"]
    if temperature is not None and not node.elements:
        message = "'temperature=' means nothing without a field or observe"
        yield "temperature", message, "add one to its block, or remove it"
    if temperature is not None and temperature < 0:
        yield "temperature", "a temperature is not below 0", "0 takes the best match"
    if arguments["search"] and not observed:
        example = "observe I from=B to=W"
        if surroundings.lenient:
            example = '<observe value="I" from="B" to="W"/>'
        hint = f"add what is to be in the end, for example: {example}"
        yield "search", "'search' has nothing to look for without observe", hint
    if arguments["search"] and surroundings.shape[0] > 1:
        message = "'search' looks at the lowest layer only"
        yield "search", message, "leave it out in 3-D: observe works without it"
    if not arguments["search"]:
        for name in _SEARCH_ONLY:
            if arguments[name] is not None and name in node.places:
                message = f"'{name}=' means nothing without search"
                hint = "for at most so many turns write steps=" if name == "limit" else ""
                yield name, message, hint or _searching(name, surroundings)
