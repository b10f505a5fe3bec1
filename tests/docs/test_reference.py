"""The tables of ``docs/language.md`` against the source: nothing missing, nothing left over."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import markovpy
from markovpy.compiler.header import HEADER_NAMES
from markovpy.compiler.places import PLACES
from markovpy.model import symmetry
from markovpy.nodes import registry
from markovpy.nodes.discovery import find_plugins, plugin_names
from markovpy.nodes.kind import Element, NodeKind
from markovpy.nodes.parameter import Parameter

PACKAGE = Path(markovpy.__file__).parent


def page(name: str) -> str:
    """Return a page of the documentation, without headings in programs."""
    return re.sub(
        r"^```mj.*?^```$",
        lambda block: block[0].replace("\n#", "\n #"),  # a comment there is no heading
        (PACKAGE.parent / "docs" / f"{name}.md").read_text(encoding="utf-8"),
        flags=re.MULTILINE | re.DOTALL,
    )


TEXT = page("language")
OWN_PLUGINS = {
    found.name
    for name in plugin_names()
    for found in find_plugins(name)
    if found.distribution == "markovpy"
}
KINDS = [
    *registry().values(),
    *(kind for name in sorted(OWN_PLUGINS) for found in find_plugins(name) for kind in found.kinds),
]
REPORTERS = {
    "Fault",
    *("Diagnostic", "error", "warn", "fail", "fault", "input_error", "report", "warning"),
    *("_report", "_complain", "problem", "KindError", "NodeError", "PuzzleError", "end", "note"),
}

_CODE = re.compile(r"[a-z]+(?:-[a-z]+)*")
_ARGUMENT = re.compile(r"^\| (`[A-Za-z_]+=?`) \|(.*?)\| .+ \|$", re.MULTILINE)
_ROW = re.compile(r"^\| `([a-z-]+)` \| (.+) \|$", re.MULTILINE)


def first_text(node: ast.expr) -> Iterator[str]:
    """Yield the strings that an expression, or the first part of a tuple, can be."""
    if isinstance(node, ast.Tuple) and node.elts:
        node = node.elts[0]
    if isinstance(node, ast.IfExp):
        yield from first_text(node.body)
        yield from first_text(node.orelse)
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value


def codes_in(tree: ast.Module) -> Iterator[str]:
    """Yield the codes of diagnostics that a module makes.

    They are the first argument of what reports, values and arguments called ``code`` (and
    ``code, message``), and the first parts of the tuples in tables named ``…FAULTS``.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            if name in REPORTERS:
                yield from first_text(node.args[0])
        elif isinstance(node, ast.keyword) and node.arg == "code":
            yield from first_text(node.value)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                named = target.elts[0] if isinstance(target, ast.Tuple) else target
                if not isinstance(named, ast.Name):
                    continue
                if named.id == "code":
                    yield from first_text(node.value)
                elif named.id.endswith("FAULTS") and isinstance(node.value, ast.Dict):
                    for value in node.value.values:
                        yield from first_text(value)


def codes() -> set[str]:
    """Return the code of every diagnostic that the package can make."""
    found: set[str] = set()
    for path in PACKAGE.rglob("*.py"):
        found.update(codes_in(ast.parse(path.read_text(encoding="utf-8"))))
    return {code for code in found if _CODE.fullmatch(code)}


def section(heading: str, text: str = TEXT) -> str:
    """Return the text below a heading, up to the next one of its level or above."""
    level = len(heading) - len(heading.lstrip("#"))
    start = text.index(f"\n{heading}\n") + len(heading) + 2
    end = re.compile(rf"^#{{1,{level}}} ", re.MULTILINE).search(text, start)
    return text[start : end.start() if end else len(text)]


def test_codes() -> None:
    rows = [row[1] for row in _ROW.finditer(section("### All codes"))]
    found = codes()
    assert sorted(found - set(rows)) == [], "not in the documentation"
    assert sorted(set(rows) - found) == [], "not in the source"
    assert len(rows) == len(set(rows)), "documented twice"


def test_codes_of_the_corpus_of_errors_are_found() -> None:
    assert {"stray-hash", "unknown-node", "tab-indentation", "blank-in-pattern", "cap"} <= codes()


def test_the_plugins_that_ship_are_found() -> None:
    assert {"sliding", "sudoku"} <= OWN_PLUGINS, "install markovpy again: pip install -e ."


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_node_kind(kind: NodeKind) -> None:
    plugin = kind.name.partition(".")[0]
    text = section(f"### `{kind.name}`", page(plugin) if kind.from_plugin else TEXT)
    assert "```mj" in text, "no example"
    for parameter in kind.parameters:
        assert written(parameter) in text, parameter.name
    for parameter in kind.rule_parameters:
        assert written(parameter) in text, parameter.name
    if kind.alternative:
        assert f"`{kind.alternative}:`" in text


@pytest.mark.parametrize("kind", registry().values(), ids=lambda kind: kind.name)
def test_defaults_of_a_node_kind(kind: NodeKind) -> None:
    documented = {
        name: default.strip().replace("`", "")
        for name, default in _ARGUMENT.findall(section(f"### `{kind.name}`"))
    }
    declared = {
        written(parameter): "required" if parameter.required else parameter.default
        for parameter in (*kind.parameters, *kind.rule_parameters)
    }
    assert documented == {name: text.replace("`", "") for name, text in declared.items()}


ELEMENTS = {element.name: element for kind in registry().values() for element in kind.elements}


@pytest.mark.parametrize("element", ELEMENTS.values(), ids=ELEMENTS)
def test_statement_of_a_node(element: Element) -> None:
    text = section("## Inference")
    assert f"`{element.name} " in text
    for parameter in element.parameters:
        assert (parameter.positional and "| first |" in text) or written(parameter) in text


@pytest.mark.parametrize("public", [markovpy.Program, markovpy.Run])
def test_members_of_the_library(public: type) -> None:
    text = (PACKAGE.parent / "docs" / "library.md").read_text(encoding="utf-8")
    rows = " ".join(re.findall(r"^\| (`[^|]+) \|", text, re.MULTILINE))
    named = set(re.findall(r"`(\w+)", rows))
    assert [name for name in vars(public) if name[0] != "_" and name not in named] == []


def written(parameter: Parameter) -> str:
    """Return how a parameter stands in the tables of arguments."""
    if parameter.type == "condition":
        return "`CONDITION`"
    if parameter.positional:
        return "`N`"
    return f"`{parameter.name}`" if parameter.type == "flag" else f"`{parameter.name}=`"


def test_only_known_node_kinds() -> None:
    found = re.findall(r"^### `(.+)`$", section("## Node kinds"), re.MULTILINE)
    assert sorted(found) == sorted(registry())


@pytest.mark.parametrize("name", HEADER_NAMES)
def test_header_statement(name: str) -> None:
    assert re.search(rf"^\| `{name}\b.*` \| .+ \|$", section("## Header statements"), re.MULTILINE)


def test_places() -> None:
    assert [place for place in PLACES if f"| `{place}` |" not in TEXT] == []


@pytest.mark.parametrize("heading", ["### In 2-D", "### In 3-D"])
def test_symmetries(heading: str) -> None:
    three_dimensional = heading.endswith("3-D")
    groups = symmetry.CUBE_GROUPS if three_dimensional else symmetry.SQUARE_GROUPS
    rows = re.findall(r'^\| `(.+?)` \| `"(.+?)"` \| (\d+) \|', section(heading), re.MULTILINE)
    assert [(name, int(count)) for name, _, count in rows] == [
        (name, len(numbers)) for name, numbers in groups.items()
    ]
    assert [symmetry.group(other, three_dimensional) for _, other, _ in rows] == list(groups)
