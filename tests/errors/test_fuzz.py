"""Whatever is given: a run or a MarkovError, soon.

``MARKOVPY_FUZZ=5000`` sets the number of examples.
"""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import markovpy
from markovpy.errors import MarkovError
from support.mutation import mutated

EXAMPLES = int(os.environ.get("MARKOVPY_FUZZ", "200"))
SECONDS = 10.0
FUZZ = settings(
    max_examples=EXAMPLES,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
HERE = Path(__file__).parent

MJ = [
    """\
# every header statement
grid 8x8 values=_W►▼◄▲XFrdl
facing ►▼◄▲
union ? = XF
legend "#"=W " "=_
color W #fff1e8
let rooms = area/16
let n = (rooms * 2)
symmetry x
title "a title"
author "someone"
about "something"
glyphs
lines every=3
put W at border
put ► at center
put X at rooms,height-2
define grow:
    one steps=n: X_ -> XF
grow
once symmetry=none: __► -> rd*
all: [XF]? -> *_
prl once p=0.5: X -> F
""",
    """\
grid values=BW
start {
    BWB
    B#B
    ---
}
legend "#"=W
prl: B -> W p=0.45
require count B >= area/30 tries=5
markov symmetry=none:
    if any BB and not no W or grid is start:
        choose steps=1..3:
            one weight=3: BB -> WW
            repeat 2..4:
                once: W -> B
            WB -> BB
    else:
        while count W > 2 * 1 + width % 3:
            one steps=(area / 8): W/B -> */W
""",
    """\
grid 3x3x3 values=.AB12
symmetry "(xyz+)"
put A at 1,1,1
start "AAAAAAAAAAAAAAAAAAAAAAAAAAA"
one:
    rule {
        A1  ->  B2
        B*      1.
        ---
        A1  ->  B2
        B*      1.
    }
    for t u in 12 21:
        tA//[^B]u -> uB//*t symmetry=none
    rule { A -> B } symmetry=xy
sequence:
    repeat: AB -> BA
    once: [^A12]. -> **
""",
    """\
grid 6x6 values=BWRG
put R at random
markov:
    RBB -> GGR
    RGG -> WWR
for t in WG:
    one: Rt -> tR
    if grid is {
        BBB
        BBB
    }:
        all: t -> B
one steps=5: "RB/B*" -> "*R/*W"
""",
]
XML = [
    """\
<sequence values="BWR" origin="True" symmetry="(xy)" comment="x">
  <union symbol="?" values="BR"/>
  <one in="RB" out="WR" steps="5"/>
  <markov>
    <all><rule in="R?" out="*W"/><rule in="WB/BW" out="**/RR" symmetry="()"/></all>
    <prl in="W" out="B" p=".25"/>
  </markov>
  <sequence><one in="BBW" out="**R" steps="1"/></sequence>
</sequence>
""",
    """\
<!-- &amp; -->
<markov values="B W" symmetry="(x)">
  <one>
    <rule file="Nothing" legend="BW*"/>
    <rule in="B" out="W" p="1"/>
  </one>
</markov>
""",
    '\ufeff<one values="BW" in="B&#66;" out="W*"/>\r\n',
]
MJ_SCRAPS = (
    *("\n", "    ", "  ", " ", ":", "->", "/", "//", "{", "}", "[", "]", "(", ")", '"', "*", "^"),
    *("#", "# ", "=", "-", "..", "...", "---", "+", ",", "<", ">=", "!=", "0", "-1", "99999999999"),
    *("1e9", "0.5", "1/0", "area", "width", "2147483647", "9" * 400, ".", "%", "_", "\t", "\0"),
    *("one:", "all:", "prl:", "once", "markov:", "sequence:", "repeat 3:", "repeat:", "choose:"),
    *("if any B:", "else:", "while no B:", "require any B tries=3\n", "for t in BW:", "rule", "in"),
    *("not", "and", "or", "any", "no", "count", "every", "on", "off", "grid", "is", "start", "let"),
    *("union", "facing", "define", "symmetry=x", "steps=3", "weight=0", "p=2", "once:", "at"),
    *("values=", "file=", "legend=", "values=BW", "3x3", "3x3x3", "0x0", "center", "corners"),
    *(
        "again",
        "symmetry=all",
        'symmetry="(xy+)"',
        "\u0301",
        "\u00a0",
        "\u202e",
        "→",
        "𝔸",
        "\ud800",
    ),
)
XML_SCRAPS = (
    *("<", ">", "/>", "</", '"', "'", "&", "&amp;", "&#0;", "&#65;", "&x;", "=", " ", "\n", "\0"),
    *("<!--", "-->", "<![CDATA[", "]]>", "<?xml version='1.0'?>", '<?xml encoding="utf-16"?>'),
    *("<!DOCTYPE a>", '<!DOCTYPE a [<!ENTITY x "y">]>', "<one>", "</one>", "<rule/>", "<path/>"),
    *("<sequence>", "</sequence>", "<markov>", "</markov>", "<union/>", 'in="B"', 'out="W"'),
    *('in=""', 'steps="0"', 'steps="x"', 'p="0,25"', 'values="B"', 'values=""', 'origin="true"'),
    *(
        'file=""',
        'file="../x"',
        'legend=""',
        'symmetry="xy"',
        'temperature="1"',
        'fin="B"',
        "xmlns:a='b'",
    ),
    *("*", "B", "Q", "?", "\u0301", "\ud800", "é", "a:b='c'", "a:in='B'", "\t", "in='>'"),
)
XML_CHARACTERS = st.characters()


def run(text: str) -> None:
    """Check a text and run what can run."""
    began = time.process_time()
    try:
        program = markovpy.parse(text, name="fuzz", folder=HERE)
        str([d.format(program.source) for d in program.warnings])
        if program.size[0] * program.size[1] * program.size[2] <= 10_000:
            found = program.run(seed=7, steps=50)
            assert found.turns <= 50
            found.text()
    except MarkovError as error:
        assert error.diagnostics
        for diagnostic in error.diagnostics:
            assert diagnostic.message
            found_at = diagnostic.as_dict(error.source)
            assert found_at["line"] is None or found_at["line"] >= 1
        starts = [d.span.start for d in error.diagnostics if d.span]
        assert starts == sorted(starts)
        str(error)
    assert time.process_time() - began < SECONDS


@given(mutated(MJ, MJ_SCRAPS))
@FUZZ
def test_mutated_programs(text: str) -> None:
    run(text)


@given(mutated(XML, XML_SCRAPS))
@FUZZ
def test_mutated_models(text: str) -> None:
    run(text)


@given(st.lists(st.sampled_from(MJ_SCRAPS), max_size=40))
@FUZZ
def test_scraps(scraps: list[str]) -> None:
    run("grid 4x4 values=BW\n" + " ".join(scraps))


@pytest.mark.parametrize("text", [*MJ, *XML])
def test_what_is_mutated_is_nearly_right(text: str) -> None:
    run(text)
