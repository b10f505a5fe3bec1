"""``convolution``: cellular automata against values worked out by hand and by numpy."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray

import markovpy
from markovpy import ProgramError

LIFE = """grid {size} values=.O
convolution neighborhood=Moore {edge}:
    . -> O sum=3 values=O
    O -> . sum=0..1,4..8 values=O
"""
SIZES = ["5x5", "6x4", "7x9", "8x8", "9x3", "16x5", "17x4", "23x6"]


def life(start: str, turns: int, edge: str = "") -> list[str]:
    """Return the rows of a Game of Life after some turns."""
    rows = start.split("/")
    text = LIFE.format(size=f"{len(rows[0])}x{len(rows)}", edge=edge)
    run = markovpy.parse(text).run(seed=1, steps=turns, start="\n".join(rows))
    return run.text().split()


def problems(text: str) -> list[tuple[str, str]]:
    """Return the code and the marked text of each error."""
    with pytest.raises(ProgramError) as caught:
        markovpy.parse(text)
    found = caught.value
    return [(d.code, found.source.slice(d.span)) for d in found.diagnostics if d.span]


def warned(text: str, size: tuple[int, ...] | None = None) -> list[str]:
    """Return the codes of the warnings."""
    return [d.code for d in markovpy.parse(text, size=size).warnings]


def test_blinker_turns_and_turns_back() -> None:
    upright = ["...", ".O.", ".O.", ".O.", "..."]
    start = "...../...../.OOO./...../....."
    assert life(start, 1) == [".".join(("", row[1], "")).center(5, ".") for row in upright]
    assert life(start, 2) == start.split("/")


def test_still_life_is_done_at_once() -> None:
    run = markovpy.parse(LIFE.format(size="4x4", edge="")).run(
        seed=1, start="....\n.OO.\n.OO.\n...."
    )
    assert (run.turns, run.stopped) == (1, "done")  # the program's own idle turn


def test_glider_comes_back_where_the_edges_meet() -> None:
    start = ".O......../..O......./OOO......./" + "/".join([".........."] * 7)
    assert life(start, 40, "periodic") == start.split("/")
    moved = np.roll([list(row) for row in start.split("/")], (1, 1), axis=(0, 1))
    assert life(start, 4, "periodic") == ["".join(row) for row in moved]


def test_glider_becomes_a_block_in_a_corner() -> None:
    start = ".O......../..O......./OOO......./" + "/".join([".........."] * 7)
    final = life(start, 60)
    assert final[-1].endswith("OO") and final[-2].endswith("OO")
    assert "".join(final).count("O") == 4


def counts(
    full: NDArray[np.bool_], name: str, edge: str, beyond: bool = False
) -> NDArray[np.int64]:
    """Count neighbours by the definition of each neighbourhood."""
    near = {"VonNeumann": 1, "NoCorners": 2, "Moore": 3}[name]
    if name == "Moore" and full.shape[0] == 1:
        near = 2
    depths = (0,) if full.shape[0] == 1 else (-1, 0, 1)
    steps = [s for s in product(depths, (-1, 0, 1), (-1, 0, 1)) if 0 < sum(map(abs, s)) <= near]
    pad = [(0 if full.shape[0] == 1 else 1,) * 2, (1, 1), (1, 1)]
    padded = (
        np.pad(full, pad, mode="wrap")
        if edge == "periodic"
        else np.pad(full, pad, constant_values=beyond)
    )
    total = np.zeros(full.shape, dtype=np.int64)
    for dz, dy, dx in steps:
        z0 = 0 if full.shape[0] == 1 else 1 + dz
        block = padded[z0 : z0 + full.shape[0]]
        total += block[:, 1 + dy : 1 + dy + full.shape[1], 1 + dx : 1 + dx + full.shape[2]]
    return total


@pytest.mark.parametrize("size", [*SIZES, "1x1", "2x2", "3x1", "5x4x3", "9x3x2", "8x8x8"])
@pytest.mark.parametrize("edge", ["", "periodic", "outside=W", "outside=B"])
def test_sums_by_definition(size: str, edge: str) -> None:
    width, height, depth = (*map(int, size.split("x")), 1)[:3]
    full = np.random.default_rng(5).random((depth, height, width)) < 0.4
    names = ["VonNeumann", "Moore", "NoCorners"][: 3 if depth > 1 else 2]
    for name in names:
        expected = counts(full, name, edge, beyond=edge == "outside=W")
        for wanted in range(int(expected.max()) + 1):
            text = (
                f"grid {size} values=BWRG\nconvolution once neighborhood={name} {edge}:\n"
                f"    [BW] -> R sum={wanted} values=W\n    [BW] -> G"
            )
            run = markovpy.parse(text).run(seed=1, start=full.astype(np.uint8))
            found = run.grid.reshape(full.shape) == 2
            assert (found == (expected == wanted)).all(), (name, wanted)


def test_corner_with_and_without_outside() -> None:
    rule = "    B -> R sum={} values=W"
    for edge, at_corner in (("", 0), ("outside=W", 5), ("outside=B", 0), ("periodic", 0)):
        text = f"grid 4x4 values=BWR\nconvolution once neighborhood=Moore {edge}:\n"
        run = markovpy.parse(text + rule.format(at_corner)).run(seed=1)
        assert run.grid[0, 0] == 2, edge


def test_inner_cell_of_a_full_cube_has_all_neighbours() -> None:
    for name, size in (("VonNeumann", 6), ("NoCorners", 18), ("Moore", 26)):
        text = (
            f"grid 5x5x5 values=WR\nconvolution once neighborhood={name}:\n"
            f"    W -> R sum={size} values=W"
        )
        grid = markovpy.parse(text).run(seed=1).grid
        assert (grid == 1).sum() == 27 and (grid[1:4, 1:4, 1:4] == 1).all()


def test_first_fitting_rule_wins() -> None:
    text = (
        "grid 3x1 values=BWRG\nconvolution once neighborhood=Moore:\n"
        "    B -> R sum=1 values=W\n    B -> G sum=0..8 values=W\n    W -> B"
    )
    run = markovpy.parse(text).run(seed=1, start="BBW")
    assert run.text() == "GRB"


def test_rules_that_count_different_values() -> None:
    text = (
        "grid 5x1 values=BWRGO\nconvolution once neighborhood=VonNeumann:\n"
        "    B -> G sum=1 values=R\n    B -> O sum=1 values=W\n    R -> W sum=1..2 values=BW"
    )
    run = markovpy.parse(text).run(seed=1, start="RBWBB")
    assert run.text() == "WGWOB"


def test_coins_change_a_share_and_are_certain_at_the_ends() -> None:
    text = "grid 100x100 values=BW\nconvolution once neighborhood=Moore:\n    B -> W p={}"
    shares = [markovpy.parse(text.format(p)).run(seed=3).grid.mean() for p in (0, 0.25, 1)]
    assert shares[0] == 0 and shares[2] == 1
    assert abs(shares[1] - 0.25) < 0.02


def test_coin_is_tossed_before_the_sum_is_looked_at() -> None:
    text = (
        "grid 8x8 values=BW\nconvolution once neighborhood=Moore:\n"
        "    B -> W sum=8 values=W p=0.5\nput W at random"
    )
    other = text.replace("B -> W sum=8 values=W p=0.5", "B -> W p=0")
    after = "\none steps=5: B -> W"
    assert (
        markovpy.parse(text + after).run(seed=9).sha256
        == markovpy.parse(other + after).run(seed=9).sha256
    )


def test_steps_bound_the_turns() -> None:
    text = "grid 9x9 values=BW\nconvolution neighborhood=Moore steps=5:\n    B -> W\n    W -> B"
    run = markovpy.parse(text).run(seed=1)
    assert run.turns == 6 and (run.grid == 1).all()
    assert markovpy.parse(text.replace("steps=5", "once")).run(seed=1).turns == 2


def test_trace_holds_every_change() -> None:
    text = LIFE.format(size="12x9", edge="periodic")
    start = np.random.default_rng(2).integers(0, 2, (9, 12)).astype(np.uint8)
    program = markovpy.parse(text)
    traced = program.run(seed=1, steps=6, start=start, traced=True)
    assert traced.trace is not None
    frames = list(traced.trace.frames())
    assert len(frames) == 7 and (frames[0][0] == start).all()
    for turn in range(1, 7):
        assert (frames[turn][0] == program.run(seed=1, steps=turn, start=start).grid).all()


def test_changes_are_not_logged() -> None:
    """As in the reference, a node that waits does not see what a convolution changed."""
    text = (
        "grid 3x1 values=BWR\nmarkov:\n    one: WW -> RR\n"
        "    convolution once neighborhood=Moore:\n        B -> W\n"
    )
    assert markovpy.parse(text).run(seed=1).text() == "WWW"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("B -> W sum=3", ("missing-argument", "3")),
        ("B -> W values=B", ("missing-argument", "B")),
        ("B -> W sum=5..9 values=B", ("impossible-sum", "5..9")),
        ("B -> W sum=1,4..2 values=B", ("backward-range", "4..2")),
        ("B -> W sum=1,,2 values=B", ("missing-operand", ",")),
        ("B -> W sum=1,x values=B", ("unknown-name", "x")),
        ("B -> W sum=1 values=X", ("unknown-symbol", "X")),
        ("BB -> WW", ("not-one-cell", "BB -> WW")),
        ("B -> W symmetry=x", ("unknown-argument", "symmetry=x")),
        ("B -> W sums=1 values=B", ("unknown-argument", "sums=1")),
        ("B -> W p=2", ("not-a-chance", "2")),
        ("once: B -> W", ("node-among-rules", "once")),
    ],
)
def test_wrong_rules(line: str, expected: tuple[str, str]) -> None:
    found = problems(f"grid 5x5 values=BW\nconvolution neighborhood=Moore:\n    {line}\n")
    assert expected in found


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("neighborhood=Mooore", ("unknown-neighborhood", "Mooore")),
        ("neighborhood=NoCorners", ("unknown-neighborhood", "NoCorners")),
        ("periodic", ("missing-argument", "convolution periodic")),
        ("neighborhood=Moore outside=X", ("unknown-symbol", "X")),
        ("neighborhood=Moore periodic outside=B", ("repeated-argument", "B")),
        ("neighborhood=Moore periodic=1", ("unknown-argument", "periodic=1")),
        ("neighborhood=Moore p=0.5", ("p-without-coin", "p=0.5")),
    ],
)
def test_wrong_heads(head: str, expected: tuple[str, str]) -> None:
    assert expected in problems(f"grid 5x5 values=BW\nconvolution {head}:\n    B -> W\n")


def test_rule_without_effect_is_warned_of() -> None:
    text = "grid 5x5 values=BW\nconvolution neighborhood=Moore:\n    B -> B\n    B -> W"
    assert warned(text) == ["no-effect"]


XML = '<sequence values="BW">{}</sequence>'


def test_xml_rule_on_the_node_itself() -> None:
    inside = '<convolution neighborhood="Moore" in="B" out="W" sum="0..5" values="W" steps="0"/>'
    run = markovpy.parse(XML.format(inside), size=(4, 4)).run(seed=1)
    assert (run.turns, (run.grid == 1).all()) == (2, True)


def test_xml_oddities_are_warnings() -> None:
    rule = '<rule in="B" out="W" sum="0..12" values="W"/>'
    text = XML.format(f'<convolution neighborhood="Moore" outside="W" x="1">{rule}</convolution>')
    assert warned(text, (4, 4)) == ["unknown-argument", "unknown-argument", "impossible-sum"]


def test_xml_truth_values() -> None:
    node = '<convolution neighborhood="Moore" periodic="{}" in="B" out="W" sum="8" values="B"/>'
    shares = {
        word: markovpy.parse(XML.format(node.format(word)), size=(5, 5)).run(seed=1).grid.mean()
        for word in ("True", "true", "False", "FALSE")
    }
    assert shares["True"] == shares["true"] == 1
    assert shares["False"] == shares["FALSE"] < 1
    assert problems(XML.format(node.format("yes"))) == [("not-a-truth", '"yes"')]
