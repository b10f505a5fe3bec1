"""Models and their conversions run equal: random models, and what each construct becomes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markovpy
from markovpy.commands.convert import model_text
from markovpy.errors import ProgramError
from markovpy.source import Source

PATTERNS = {
    1: ["B", "W", "R", "*", "?", "."],
    2: ["BW", "WB", "RB", "?B", "BB", "*W", "B.", "WR"],
    3: ["BWR", "BBB", "W*B", "?BW"],
    4: ["B W", "* R", "B B"],
}
WRITTEN = {
    1: ["W", "R", "B", "*", "."],
    2: ["WB", "RW", "BB", "WW", "*R", "R*", ".B"],
    3: ["WWR", "*R*", "BBB"],
    4: ["W B", "R *"],
}
SYMMETRIES = ["()", "(x)", "(xy)"]


@st.composite
def rules(draw: st.DrawFn, coins: bool) -> str:
    size = draw(st.sampled_from([1, 2, 2, 2, 3, 4]))
    left, right = (draw(st.sampled_from(table[size])) for table in (PATTERNS, WRITTEN))
    p = draw(st.sampled_from(["", "", ' p="0.5"'])) if coins else ""
    symmetry = draw(st.sampled_from(["", "", ' symmetry="(x)"']))
    return f'<rule in="{left}" out="{right}"{p}{symmetry}/>'


@st.composite
def nodes(draw: st.DrawFn, depth: int) -> str:
    kind = draw(st.sampled_from(["one", "one", "all", "prl", "markov", "sequence"]))
    symmetry = f' symmetry="{draw(st.sampled_from(SYMMETRIES))}"'
    arguments = draw(st.sampled_from(["", "", symmetry]))
    if kind in ("markov", "sequence"):
        inner = draw(st.lists(nodes(depth - 1), max_size=3)) if depth else []
        return f"<{kind}{arguments}>{''.join(inner)}</{kind}>"
    arguments += draw(st.sampled_from(["", "", ' steps="1"', ' steps="3"', ' steps="0"']))
    inner = draw(st.lists(rules(kind == "prl"), min_size=1, max_size=3))
    return f"<{kind}{arguments}>{''.join(inner)}</{kind}>"


@st.composite
def models(draw: st.DrawFn) -> str:
    root = draw(st.sampled_from(["markov", "sequence", "sequence"]))
    origin = draw(st.sampled_from(["", ' origin="True"']))
    inner = "\n  ".join(draw(st.lists(nodes(3), max_size=4)))
    unions = '<union symbol="?" values="BR"/>'
    return f'<{root} values="BWR."{origin}>\n  {unions}\n  {inner}\n</{root}>'


def text_of(xml: str, size: tuple[int, int, int] | None = None) -> str:
    text, _ = model_text(Source(xml, "model.xml"), [Path()], None, size)
    return text


@given(models(), st.sampled_from([(5, 4, 1), (3, 3, 2)]), st.integers(0, 1000))
@settings(max_examples=300, deadline=None)
def test_random_models(xml: str, size: tuple[int, int, int], seed: int) -> None:
    text = text_of(xml, size)
    model, program = markovpy.parse(xml, size), markovpy.parse(text)
    assert program.size == size
    assert not [d for d in program.warnings if d.code in ("no-effect", "unused")]
    runs = [p.run(seed, steps=120, traced=True) for p in (model, program)]
    assert (runs[0].turns, runs[0].sha256) == (runs[1].turns, runs[1].sha256), text
    for turn in range(runs[0].turns):
        traces = [run.trace.changes(turn) for run in runs if run.trace]
        assert [list(part) for part in traces[0][:2]] == [list(part) for part in traces[1][:2]]


@pytest.mark.parametrize(
    ("inside", "expected"),
    [
        ('<one in="B" out="W"/><all in="W" out="B"/>', "one: B -> W\nall: W -> B\n"),
        ('<one in="B" out="W"/>', "B -> W\n"),
        ('<one in="B" out="W" steps="1"/>', "once: B -> W\n"),
        ('<all in="B" out="W" steps="1"/>', "all once: B -> W\n"),
        (
            '<map scale="5/3  2 1" values="DA"><rule in="B" out="AD"/></map>',
            "map scale=5/3x2x1 values=DA: B -> AD\n",
        ),
        ('<prl in="B" out="W" p="0.5" steps="4"/>', "prl steps=4: B -> W p=0.5\n"),
        ('<all in="B" out="W" steps="-1"/>', "all: B -> W\n"),
        ('<all in="B" out="B"/>', "all: B -> B keep\n"),
        ('<all in="BB/BB/BW" out="**/**/WW"/>', "all:\n    rule {\n        BB    **\n        BB -> "
         "**\n        BW    WW\n    }\n"),
        ('<all in="BB/BB/BB" out="BB/BB/BB"/>', "all:\n    rule {\n        BB    BB\n        BB -> "
         "BB\n        BB    BB\n    } keep\n"),
        ('<all in="B B" out="W W"/>', "# left out, as the grid has one layer: B//B -> W//W\n"),
        ('<sequence><all in="B" out="W"/></sequence>', "repeat:\n    all: B -> W\n"),
        ('<markov><one in="B" out="W"/></markov>', "markov again: B -> W\n"),
        ('<markov><one in="B" out="W"/></markov><all in="W" out="B"/>',
         "markov: B -> W\nall: W -> B\n"),
        ('<markov><one in="B" out="W" steps="2"/></markov><all in="W" out="B"/>',
         "markov again:\n    one steps=2: B -> W\nall: W -> B\n"),
        ('<markov><prl in="B" out="W" p="0.1"/></markov><all in="W" out="B"/>',
         "markov again:\n    prl: B -> W p=0.1\nall: W -> B\n"),
        ('<convolution neighborhood="Moore"><rule in="W" out="W" sum="2..3,5" values="W"/><rule '
         'in="W" out="B" p="0.5"/></convolution>',
         "convolution neighborhood=Moore:\n    W -> W sum=2..3,5 values=W keep\n"
         "    W -> B p=0.5\n"),
        ('<prl p="0.5"><rule in="B" out="W"/></prl>', "prl: B -> W\n"),
        ('<path from="B" to="W" on="BW" color="W" inertia="True" longest="False"/>',
         "path from=B to=W on=BW color=W inertia\n"),
        ('<all in="B" out="W" symmetry="(xy)"/>', "all: B -> W\n"),
        ('<all in="B" out="W" symmetry="(xy+)"/>', "all symmetry=rotate: B -> W\n"),
        ('<all in="B" out="W" d="2"/>', "all: B -> W\n"),
        ('<union symbol="?" values="BW"/><all in="?B" out="*W"/>',
         "union ? = BW\n\nall: ?B -> *W\n"),
        ('<union symbol="?" values="BW"/><all in="BB" out="*W"/>', "all: BB -> *W\n"),
    ],
)  # fmt: skip
def test_constructs(inside: str, expected: str) -> None:
    text = text_of(f'<sequence values="BW">\n{inside}\n</sequence>')
    head, found = text.split("\n", 1)
    assert head == "grid values=BW"
    assert found.lstrip("\n") == expected


@pytest.mark.parametrize(
    ("size", "expected"), [(None, "all: BB -> WW\n"), ((3, 3, 3), "all symmetry=xy: BB -> WW\n")]
)
def test_the_size_decides_the_dimension(size: tuple[int, int, int] | None, expected: str) -> None:
    text = text_of('<all values="BW" in="BB" out="WW" symmetry="(xy)"/>', size)
    assert text.endswith(expected)
    assert text.startswith("grid 3x3x3 values" if size else "grid values")


def test_signs_and_layers() -> None:
    xml = '<all values="BW#-&gt;" in="-&gt; #B" out="#B ##" symmetry="()"/>'
    text = text_of(xml, (4, 4, 4))
    assert 'grid 4x4x4 values="BW#->"' in text
    assert 'all symmetry=none: "->//#B" -> "#B//##"' in text
    runs = [p.run(1) for p in (markovpy.parse(xml, (4, 4, 4)), markovpy.parse(text))]
    assert runs[0].sha256 == runs[1].sha256


def test_comments() -> None:
    xml = """<!-- before -->
<sequence values="BW" comment="about it">
  <!-- first
       two -->
  <one in="B" out="W" comment="c1"/> <!-- c2 -->
  <all comment="c3">
    <rule in="W" out="B"/>

    <rule in="B" out="W" comment="c4"/>
    <!-- last -->
  </all> words
</sequence>
<!-- behind -->"""
    assert (
        text_of(xml)
        == """\
# before
#
# about it
#
# behind
grid values=BW

# first
# two
one: B -> W  # c1; c2
all:         # c3
    W -> B

    B -> W  # c4
    # last
# words
"""
    )


def test_wrong_models_are_no_programs() -> None:
    with pytest.raises(ProgramError, match="unknown-symbol"):
        text_of('<all values="BW" in="X" out="W"/>')
    with pytest.raises(ProgramError, match="no MarkovJunior model"):
        text_of("grid values=BW")


def test_example_of_the_documentation() -> None:
    path = Path(__file__).resolve().parents[2] / "docs" / "from-markovjunior.md"
    found = re.findall(r"^```(xml|mj)\n(.*?)^```$", path.read_text("utf-8"), re.M | re.S)
    assert [language for language, _ in found[:2]] == ["xml", "mj"]
    assert text_of(found[0][1]) == found[1][1]
