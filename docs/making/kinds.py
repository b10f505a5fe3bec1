"""The page of node kinds, ``docs/kinds.md``, from what the kinds say about themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from making.choices import EXAMPLES as CHOSEN
from making.choices import Shot
from making.fences import EXAMPLES
from markovpy.nodes import registry
from markovpy.nodes.kind import Body, Element, NodeKind
from markovpy.nodes.parameter import Parameter, ParameterType

INTRODUCTION = """\
# Node kinds

<!-- This page is made from markovpy/nodes and docs/examples by: nox -s pictures -->

What every kind of node is called, takes and holds, with an example of each and the picture that it
draws. [language.md](language.md#node-kinds) says what they mean to the last draw.
"""

BODIES = {
    Body.NONE: "no block",
    Body.RULES: "a block of rules",
    Body.NODES: "a block of nodes",
    Body.RULES_AND_NODES: "a block of rules, then nodes that run on the new grid",
}

TYPES: dict[ParameterType, str] = {
    "count": "whole number",
    "range": "whole number, or a range `20..40`",
    "flag": "a word alone",
    "fraction": "number from 0 to 1",
    "decimal": "number",
    "symmetry": "[symmetry](language.md#symmetry)",
    "condition": "[condition](language.md#conditions)",
    "symbol": "one value",
    "symbols": "values and unions",
    "masks": "values and unions",
    "sums": "numbers and ranges",
    "values": "symbols",
    "text": "text",
}
"""How the documentation calls the types of arguments; a ``choice`` lists its words."""


def shown() -> list[NodeKind]:
    """Return the kinds that the page shows, in its order."""
    return list(registry().values())


def elements() -> dict[str, Element]:
    """Return the statements that stand in the blocks of these kinds, by name."""
    return {element.name: element for kind in shown() for element in kind.elements}


def page() -> str:
    """Return the whole page."""
    parts = [INTRODUCTION, "\n".join(_contents())]
    parts += ["\n".join(_kind(kind)) for kind in shown()]
    parts.append(
        "## Statements in the block of a node\n\nThese say where the matches of a node are to "
        "lead; see [inference](language.md#inference).\n"
    )
    parts += ["\n".join(_element(element)) for element in elements().values()]
    return "\n".join(parts)


def examples(name: str) -> list[Path]:
    """Return the example programs of a kind or element: ``NAME.mj``, then ``NAME-MORE.mj``."""
    return [*EXAMPLES.glob(f"{name}.mj"), *sorted(EXAMPLES.glob(f"{name}-*.mj"))]


def _contents() -> Iterator[str]:
    """Yield a table of all that is on the page."""
    yield "| kind | its block | in MarkovJunior |"
    yield "|---|---|---|"
    for kind in shown():
        yield f"| {_link(kind.name)} | {kind.body.value} | {kind.markovjunior} |"
    for element in elements().values():
        yield f"| {_link(element.name)} | stands in a block | {element.markovjunior} |"
    yield ""


def _link(name: str) -> str:
    """Return a link to a kind or element."""
    return f"[`{name}`](#{name.lower().replace('.', '')})"


def _kind(kind: NodeKind) -> Iterator[str]:
    yield f"## `{kind.name}`\n"
    yield f"{_sentence(kind.summary)}\n"
    yield f"* It has {BODIES[kind.body]}."
    if kind.alternative:
        yield f"* An `{kind.alternative}:` may follow it."
    if kind.elements:
        links = " and ".join(_link(element.name) for element in kind.elements)
        yield f"* Its block may also hold {links}."
    yield f"* In MarkovJunior: {kind.markovjunior or 'nothing, it is new'}.\n"
    yield from _table("argument", kind.parameters)
    yield from _table("argument of a rule", kind.rule_parameters)
    yield from _shown(kind.name)


def _element(element: Element) -> Iterator[str]:
    yield f"### `{element.name}`\n"
    yield f"{_sentence(element.summary)}\n"
    yield f"* In MarkovJunior: {element.markovjunior or 'nothing, it is new'}.\n"
    yield from _table("argument", element.parameters)
    yield from _shown(element.name)


def _table(title: str, parameters: Sequence[Parameter]) -> Iterator[str]:
    if not parameters:
        return
    yield f"| {title} | what it is | default | meaning |"
    yield "|---|---|---|---|"
    for parameter in parameters:
        cells = (_written(parameter), _type(parameter), _default(parameter), parameter.summary)
        yield f"| {' | '.join(_cell(text) for text in cells)} |"
    yield ""


def _written(parameter: Parameter) -> str:
    """Return how an argument is written."""
    if parameter.positional:
        return f"`{parameter.name.upper()}`, without a name"
    return f"`{parameter.name}`" if parameter.type == "flag" else f"`{parameter.name}=`"


def _type(parameter: Parameter) -> str:
    """Return in words what an argument can be."""
    if parameter.type == "choice":
        return " or ".join(f"`{choice}`" for choice in parameter.choices)
    words = TYPES[parameter.type]
    if parameter.type == "count" and parameter.maximum is not None:
        return f"{words}, {parameter.minimum} to {parameter.maximum:,}"
    if parameter.type == "count" and parameter.minimum:
        return f"{words}, at least {parameter.minimum}"
    return words


def _default(parameter: Parameter) -> str:
    """Return in words what counts where an argument is left out."""
    if parameter.required:
        return "required"
    is_written = parameter.default[:1].isdigit() or parameter.default in parameter.choices
    return f"`{parameter.default}`" if is_written else parameter.default


def _shown(name: str) -> Iterator[str]:
    """Yield the examples of a kind or element, each with its picture."""
    for path in examples(name):
        shot = CHOSEN.get(path.stem, Shot())
        picture = f"kinds/{path.stem}{shot.suffix}"
        words = [f"picture={picture}", f"seed={shot.seed}"]
        words += [f"size={shot.size}"] if shot.size else []
        words += [f"every={shot.every}", f"fps={shot.fps}"] if shot.every else []
        text = path.read_text(encoding="utf-8")
        first, _, program = text.partition("\n")
        yield f"{first.removeprefix('# ')}\n"
        yield f"![the picture that this program draws](pictures/{picture})\n"
        yield f"```mj {' '.join(words)}\n{program.rstrip()}\n```\n"


def _sentence(text: str) -> str:
    """Return a summary as a sentence."""
    return f"{text[0].upper()}{text[1:]}."


def _cell(text: str) -> str:
    """Return a text as a cell of a table."""
    return text.replace("|", "\\|")
