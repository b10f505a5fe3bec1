"""The generated pages and the pictures: complete, and as they would be made now."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import markovpy
from making import choices, gallery, kinds
from making.fences import DOCS, EXAMPLES, PICTURES, ROOT, blocks, pages
from markovpy.lang.parser import parse
from markovpy.lang.syntax import Statement
from markovpy.nodes.kind import NodeKind
from markovpy.nodes.parameter import Parameter, ParameterType
from markovpy.resources import programs
from markovpy.source import Source

RERUN = "run: nox -s pictures"
LARGEST = 3_000_000
NAMED = [*(kind.name for kind in kinds.shown()), *kinds.elements()]
SOURCES = sorted(EXAMPLES.glob("*.mj"))


def statements(items: tuple[object, ...]) -> Iterator[Statement]:
    """Yield all statements of a tree, at any depth."""
    for item in items:
        if isinstance(item, Statement):
            yield item
            yield from statements(item.body or ())


def test_every_type_of_argument_has_words() -> None:
    assert {*kinds.TYPES, "choice"} == set(get_args(ParameterType))


@pytest.mark.parametrize("name", ["kinds.md", "gallery.md"])
def test_a_generated_page_is_up_to_date(name: str) -> None:
    page = {"kinds.md": kinds.page, "gallery.md": gallery.page}[name]
    assert (DOCS / name).read_text(encoding="utf-8") == page(), RERUN


@pytest.mark.parametrize("name", NAMED)
def test_every_kind_has_an_example_that_holds_it(name: str) -> None:
    found = kinds.examples(name)
    assert found, f"write docs/examples/{name}.mj"
    for path in found:
        tree = parse(Source.decode(path.read_text(encoding="utf-8")))
        assert name in {statement.name.text for statement in statements(tree.items)}, path.name


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.stem)
def test_an_example_runs_to_its_end_and_says_what_it_draws(path: Path) -> None:
    assert path in {example for name in NAMED for example in kinds.examples(name)}
    assert re.match(r"# [A-Z].{20,110}[.]\n", path.read_text(encoding="utf-8"))
    program = markovpy.load(path)
    assert program.warnings == ()
    run = program.run(seed=choices.EXAMPLES.get(path.stem, choices.Shot()).seed)
    assert run.stopped == "done"
    assert {note.code for note in run.notes} <= {"search-solved"}


def test_every_picture_that_a_page_shows_exists() -> None:
    missing = []
    for page in pages():
        text = page.read_text(encoding="utf-8")
        linked = re.findall(r"!\[[^]]*\]\(([^)]+)\)", text)
        drawn = [f"pictures/{b.words['picture']}" for b in blocks(page) if "picture" in b.words]
        assert set(drawn) <= set(linked), f"{page.name} draws what it does not show"
        missing += [link for link in linked if not (page.parent / link).is_file()]
    assert missing == [], RERUN


def test_every_shipped_program_has_a_picture() -> None:
    lacking = [name for name in programs() if not (PICTURES / gallery.picture(name)).is_file()]
    assert lacking == [], RERUN


def test_what_is_chosen_exists() -> None:
    assert {*choices.PROGRAMS, *choices.README} <= set(programs())
    assert set(choices.EXAMPLES) <= {path.stem for path in SOURCES}


def test_the_pictures_stay_small() -> None:
    assert sum(path.stat().st_size for path in PICTURES.rglob("*.*")) < LARGEST


def test_every_link_between_pages_leads_somewhere() -> None:
    broken = []
    for page in pages():
        for link in re.findall(r"(?<!!)\[[^]]*\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
            if link.startswith("http"):
                continue
            target, _, anchor = link.partition("#")
            path = (page.parent / target).resolve() if target else page
            if not path.is_file() or (anchor and anchor not in anchors(path)):
                broken.append(f"{page.relative_to(ROOT)}: {link}")
    assert broken == []


def anchors(page: Path) -> set[str]:
    """Return what the headings of a page are linked by."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


DEFAULTS: dict[Parameter, list[NodeKind]] = {}
for kind in kinds.shown():
    for parameter in {*kind.parameters, *kind.rule_parameters}:
        if parameter.default[:1].isdigit() or parameter.default in parameter.choices:
            DEFAULTS.setdefault(parameter, []).append(kind)


@pytest.mark.parametrize("parameter", DEFAULTS, ids=lambda parameter: parameter.name)
def test_a_default_written_out_changes_nothing(parameter: Parameter) -> None:
    compared = 0
    for path in SOURCES:
        text = path.read_text(encoding="utf-8")
        for written in with_argument(text, parameter):
            try:
                other = markovpy.parse(written, folder=EXAMPLES)
            except markovpy.ProgramError:
                continue  # an argument that has no meaning there
            assert other.run(seed=3).sha256 == markovpy.load(path).run(seed=3).sha256, path.stem
            compared += 1
    assert compared


def with_argument(text: str, parameter: Parameter) -> Iterator[str]:
    """Yield a program with an argument's default written out, once for each place for it."""
    argument = f" {parameter.name}={parameter.default}"
    for kind in DEFAULTS[parameter]:
        for head in re.finditer(rf"(?m)^ *{re.escape(kind.name)}\b[^:\n]*(?=:|$)", text):
            if parameter not in kind.parameters:
                end = text.index("\n", text.index("->", head.end()))
            else:
                end = head.end()
            if f" {parameter.name}=" not in text[head.start() : end]:
                yield f"{text[:end]}{argument}{text[end:]}"


def test_shots_are_whole() -> None:
    for shot in (*choices.PROGRAMS.values(), *choices.EXAMPLES.values()):
        assert dataclasses.astuple(shot) != dataclasses.astuple(choices.Shot())
