"""Programs that are too large, too deep or no programs at all: an answer, soon."""

from __future__ import annotations

import time

import pytest

import markovpy
from markovpy.errors import MarkovError

HEAD = "grid 20x20 values=BWRG\n"
SECONDS = 30.0  # of processor time; measured: 1 to 6 for ten thousand lines


def codes(text: str) -> list[str]:
    """Return the codes of a program's problems, warnings too; fail if that takes long."""
    began = time.process_time()
    try:
        found = [d.code for d in markovpy.parse(text).warnings]
    except MarkovError as error:
        assert str(error)
        found = [d.code for d in error.diagnostics]
    assert time.process_time() - began < SECONDS
    return found


DISTINCT = "".join(
    f"    {a}{b}{c}{d}{e}{f}{g}R -> BBBBBBBB\n"
    for a in "BWR"
    for b in "BWRG"
    for c in "BWRG"
    for d in "BWRG"
    for e in "BWRG"
    for f in "BWRG"
    for g in "BWR"
)


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "one:\n" + "    RBW/BBW -> WWB/BBR\n" * 10_000,
        HEAD + "RB -> WG\n" * 10_000,
        HEAD + "one steps=5: RB -> WG\n" * 10_000,
        HEAD + "markov:\n" + DISTINCT,
        HEAD + "put R at border\n" * 10_000 + "B -> W",
        HEAD + "if any B and count W > 3: B -> W\n" * 5_000,
        HEAD + "rule {\n RB  ->  WG\n BB      WW\n}\n" * 2_500,
        HEAD + "".join(f"define d{i}: B -> W\nd{i}\n" for i in range(5_000)),
        HEAD
        + "let n0 = 1\n"
        + "".join(f"let n{i} = n{i - 1}+1\n" for i in range(1, 10_000))
        + "one steps=n9999: B -> W",
        "grid 3000x3000 values=BW\nput W at border\nB -> W",
        "<sequence values='ÄW'>" + '<one in="ÄW" out="WÄ"/>\n' * 10_000 + "</sequence>",
    ],
    ids=range(11),
)
def test_ten_thousand_lines_are_checked_in_seconds(text: str) -> None:
    assert set(codes(text)) <= {"unused", "unreachable"}


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (HEAD + "oen: B -> W\n" * 10_000, "unknown-node"),
        (HEAD + "one: Q -> W\n" * 10_000, "unknown-symbol"),
        (HEAD + "one: B ->\n" * 10_000, "missing-side"),
        (HEAD + "".join(f"let n{i} = n{i + 1}\n" for i in range(10_000)), "unknown-name"),
    ],
)
def test_ten_thousand_faults_are_not_all_told(text: str, code: str) -> None:
    found = codes(text)
    assert code in found
    assert 0 < len(found) <= 100


@pytest.mark.parametrize(
    "text",
    [
        "".join(f"define d{i}:\n  d{i + 1}\n  d{i + 1}\n" for i in range(40))
        + "define d40:\n  B -> W\nd0",
        "one:\n"
        + "".join("  " * (i + 1) + f"for {c} in BWRG:\n" for i, c in enumerate("abcdefghijklmno"))
        + "  " * 16
        + "union ? = BW",
    ],
)
def test_programs_that_grow_without_end(text: str) -> None:
    assert "too-many-nodes" in codes(HEAD + text)


def test_too_large() -> None:
    assert codes(HEAD + "# " + "x" * 1_000_000) == ["too-large"]
    assert codes("<one>" + " " * 1_000_000 + "</one>") == ["too-large"]


def test_deep_blocks() -> None:
    text = HEAD + "".join("  " * i + "markov:\n" for i in range(58)) + "  " * 58 + "B -> W"
    run = markovpy.parse(text).run(seed=0)
    assert set(run.text()) == {"W", "\n"}
    deeper = HEAD + "".join("  " * i + "markov:\n" for i in range(500)) + "  " * 500 + "B -> W"
    assert "too-deep" in codes(deeper)
    assert "too-deep" in codes(HEAD + "markov: " * 500 + "B -> W")


def test_deep_elements() -> None:
    for depth in (61, 20_000):
        inner = '<one in="B" out="W"/>'
        text = '<markov values="BW">' + "<markov>" * depth + inner + "</markov>" * depth
        assert codes(text + "</markov>") == ["too-deep"]
    text = '<markov values="BW">' + "<markov>" * 50 + inner + "</markov>" * 50 + "</markov>"
    assert markovpy.parse(text, size=(3, 1)).run(seed=0).text().strip() == "WWW"


def test_deep_expressions() -> None:
    assert "too-deep" in codes(HEAD + f"let n = {'-' * 5000}1\none steps=n: B -> W")
    assert "too-deep" in codes(HEAD + f"if {'not ' * 5000}any B: B -> W")
    assert "too-deep" in codes(HEAD + f"if {' and '.join(['any B'] * 5000)}: B -> W")


@pytest.mark.parametrize("text", ["", "\n", "  ", "# nothing", "\ufeff"])
def test_nothing(text: str) -> None:
    assert codes(text) == ["no-grid"]


@pytest.mark.parametrize("text", ["\0", "\x89PNG\r\n\x1a\n\0\0\0", "grid\0", "B -> \ud800"])
def test_no_text(text: str) -> None:
    assert codes(text) == ["not-text"]


@pytest.mark.parametrize("text", ["<", "<\0", "<\ud800/>", "<a", "<a/>b", "<?xml?>", "<!-- -->"])
def test_no_model(text: str) -> None:
    assert codes(text) == ["not-xml"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends_and_marks(end: str) -> None:
    lines = ["\ufeffgrid 2x1 values=BW", "", "B -> W", "# no end"]
    assert markovpy.parse(end.join(lines)).run(seed=0).text().strip() == "WW"


def test_a_start_of_wrong_values() -> None:
    program = markovpy.parse("grid values=BW\nB -> W")
    with pytest.raises(markovpy.ProgramError) as error:
        program.run(seed=0, start=[[0, 7]])  # type: ignore[arg-type]
    assert [d.code for d in error.value.diagnostics] == ["bad-start"]


def test_a_require_that_never_holds() -> None:
    program = markovpy.parse("grid 1x1 values=BW\nrequire any W tries=7")
    with pytest.raises(markovpy.RunError) as error:
        program.run(seed=0)
    assert [d.code for d in error.value.diagnostics] == ["require-failed"]
