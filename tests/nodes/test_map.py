"""``map``: a grid made of another one, by rules between two alphabets."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import markovpy
from markovpy.errors import ProgramError


def final(text: str, **given: object) -> list[str]:
    """Return the rows that a program ends with."""
    return markovpy.parse(text).run(seed=1, **given).text().split("\n")  # type: ignore[arg-type]


def codes(text: str) -> list[str]:
    """Return the codes of what is wrong with a program."""
    with pytest.raises(ProgramError) as caught:
        markovpy.parse(text)
    return [d.code for d in caught.value.diagnostics if d.severity == "error"]


def test_two_by_two_by_hand() -> None:
    text = "grid 2x2 values=BW\nstart { BW\nWB }\nmap scale=2x2 values=xyz:\n    W -> yz/zy"
    # W has 8 orientations, all the same; the right side has two, and the later one stays.
    assert final(text) == ["xxzy", "xxyz", "zyxx", "yzxx"]
    assert final(text.replace("values=xyz:", "values=xyz symmetry=none:")) == [
        *("xxyz", "xxzy", "yzxx", "zyxx")
    ]


def test_left_sides_wrap_around_the_edges() -> None:
    text = "grid 3x1 values=BW\nstart {BBW}\nmap scale=1x1 values=.o symmetry=none:\n    WB -> o"
    assert final(text) == ["..o"]


def test_right_sides_wrap_around_the_edges() -> None:
    text = "grid 2x1 values=BW\nstart {BW}\nmap scale=2x1 values=abcd symmetry=none:\n    W -> bcd"
    assert final(text) == ["dabc"]


def test_later_writes_stay() -> None:
    head = "grid 2x1 values=BW\nstart {WW}\nmap scale=2x1 values=abcd symmetry=none:\n"
    assert final(f"{head}    W -> bcd") == ["dcbc"]
    assert final(f"{head}    W -> b\n    W -> c") == ["caca"]
    assert final(f"{head}    W -> bb\n    W -> *c") == ["bcbc"]


@pytest.mark.parametrize(
    ("scale", "size", "expected"),
    [
        ("2x3", (4, 5), (8, 15, 1)),
        ("5/3x5/3x5/3", (7, 4, 3), (11, 6, 5)),
        ("1/3x1/3x1/3", (7, 3, 8), (2, 1, 2)),
        ("1x1x4", (2, 2, 1), (2, 2, 4)),
    ],
)
def test_sizes_are_rounded_down(
    scale: str, size: tuple[int, ...], expected: tuple[int, int, int]
) -> None:
    text = f"grid values=BW\nmap scale={scale} values=xy:\n    B -> y"
    assert markovpy.parse(text, size=size).run(seed=1).size == expected


def test_places_are_rounded_down() -> None:
    text = "grid 4x1 values=B\nmap scale=5/3x1 values=.o symmetry=none:\n    B -> o"
    # 4 * 5 / 3 = 6 cells; the cells 0, 1, 2, 3 go to 0, 1, 3, 5.
    assert final(text) == ["oo.o.o"]


def test_the_block_knows_the_new_grid() -> None:
    text = (
        "grid 3x2 values=BW\nunion ? = BW\nmap scale=2x2 values=xyz:\n    ? -> x\n"
        "    union ? = xy\n    once: ? -> z\n"
    )
    run = markovpy.parse(
        f"{text}    while count z < area/2 + width - height:\n        once: x -> z"
    ).run(seed=3)
    assert run.text().count("z") == 12 + 6 - 4
    assert run.symbols == "xyz"
    assert len(run.look().symbols) == 3


def test_turns() -> None:
    text = "grid 2x2 values=BW\nprl: B -> W\nmap scale=1x1 values=xy:\n    W -> y\n    one: y -> x"
    # 1 for prl, 1 for the map, 4 for one, and the last, in which the map ends.
    assert markovpy.parse(text).run(seed=1).turns == 7


def test_symmetry_turns_both_sides_together() -> None:
    text = "grid 3x3 values=BW\nstart { BBB\nBWB\nBBB }\nmap scale=1x1 values=.ab:\n    WB -> ab"
    assert final(text) == [".b.", "bab", ".b."]


def test_pictures_and_images(tmp_path: Path) -> None:
    head = "grid 2x1 values=BW\nstart {WB}\nmap scale=2x2 values=xyz symmetry=none:\n"
    expected = ["yxxx", "zyxx"]
    assert final(f"{head}    rule {{\n        W -> yx\n    }}") == ["yxxx", "xxxx"]
    Image.fromarray(np.array([[9, 0], [5, 9]], dtype=np.uint8)).save(tmp_path / "out.png")
    Image.fromarray(np.array([[7]], dtype=np.uint8)).save(tmp_path / "in.png")
    for rule in ('rule W out="out.png" legend="yxz"', 'rule { W } out="out.png" legend="yxz"'):
        program = markovpy.parse(f"{head}    {rule}", folder=tmp_path)
        assert program.run(seed=1).text().split("\n") == expected
    program = markovpy.parse(f'{head}    rule in="in.png" yx/zy legend="W"', folder=tmp_path)
    assert program.run(seed=1).text().split("\n") == expected


def test_images_of_ordinary_rules_must_have_one_size(tmp_path: Path) -> None:
    Image.fromarray(np.array([[9, 0]], dtype=np.uint8)).save(tmp_path / "out.png")
    with pytest.raises(ProgramError) as caught:
        markovpy.parse(
            'grid 4x4 values=BW\none:\n    rule B out="out.png" legend="WB"', folder=tmp_path
        )
    assert [d.code for d in caught.value.diagnostics] == ["different-sizes"]


def test_a_new_start_puts_the_first_grid_back() -> None:
    text = (
        "grid 3x3 values=BW\nprl once: B -> W p=0.5\nmap scale=2x2 values=xy:\n    W -> y\n"
        "    once: xy -> yy\n    require count y > 7"
    )
    program = markovpy.parse(text)
    counts = set()
    for seed in range(20):
        run = program.run(seed=seed, traced=True)
        assert run.stopped == "done"
        assert run.size == (6, 6, 1)
        counts.add(run.text().count("y"))
        trace = run.trace
        assert trace is not None
        assert np.array_equal(list(trace.frames())[-1][0], run.grid)
    assert min(counts) > 7


def test_the_trace_follows_the_change() -> None:
    text = (
        "grid 5x4 values=BW\nprl once: B -> W p=0.5\nmap scale=2x1 values=xyz:\n    W -> yx\n"
        "    all: yx -> zz\n    map scale=1/2x1/2 values=ab:\n        z -> b\n        one: b -> a"
    )
    program = markovpy.parse(text)
    traced = program.run(seed=5, traced=True)
    frames = list(program.frames(seed=5))
    assert traced.trace is not None
    replayed = list(traced.trace.frames())
    assert len(frames) == len(replayed) == traced.turns + 1
    assert {frame.shape for frame in frames} == {(4, 5), (4, 10), (2, 5)}
    for frame, other in zip(frames, replayed):
        assert np.array_equal(frame, other[0])
    assert [stage for stage, _ in traced.trace.grids.values()] == [1, 2]


def test_shown_values_are_those_of_the_look_of_all_grids() -> None:
    program = markovpy.parse("grid 2x1 values=BW\nmap scale=1x1 values=WR:\n    B -> R")
    assert program.look().symbols == "BWR"
    run = program.run(seed=1)
    assert run.grid.tolist() == [[1, 1]]
    assert run.shown.tolist() == [[2, 2]]
    assert run.shapes == ((1, 2), (1, 2))


def test_facing_values_turn_in_both_grids() -> None:
    text = (
        (
            "grid 3x3 values=_>v<^\nfacing >v<^\nstart { ___\n_>_\n___ }\n"
            "map scale=1x1 values=.^<v>:\n    > -> >"
        )
        .replace(">v<^", "►▼◄▲")
        .replace("^<v>", "▲◄▼►")
        .replace("> -> >", "► -> ►")
    )
    text = text.replace("_>_", "_►_")
    assert final(text) == ["...", ".►.", "..."]


def test_from_two_dimensions_to_three() -> None:
    text = "grid 2x2 values=BW\nput W at center\nmap scale=1x1x2 values=.o:\n    W -> o\n    {}"
    run = markovpy.parse(text.format("one symmetry=none: .//o -> o//o")).run(seed=1)
    assert run.size == (2, 2, 2)
    assert run.grid.sum() == 2
    rotated = text.replace("values=.o", "values=.o symmetry=rotate").format("one: .//o -> o//o")
    assert codes(rotated) == ["unknown-symmetry"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("map values=xy:\n    B -> x", ["missing-argument"]),
        ("map scale=2x2:\n    B -> x", ["missing-argument"]),
        ("map scale=2 values=xy:\n    B -> x", ["bad-scale"]),
        ("map scale=0x2 values=xy:\n    B -> x", ["bad-scale"]),
        ("map scale=2/0x2 values=xy:\n    B -> x", ["bad-scale"]),
        ("map scale=1/9x1 values=xy:\n    B -> x", ["bad-scale"]),
        ("map scale=1000x1000x1000 values=xy:\n    B -> x", ["bad-scale"]),
        ("map scale=2x2 values=xy:\n    B -> W", ["unknown-symbol"]),
        ("map scale=2x2 values=xy:\n    x -> y", ["unknown-symbol"]),
        ("map scale=2x2 values=xy:\n    B -> x p=0.5", ["p-without-coin"]),
        ("map scale=2x2 values=xy:\n    B -> x//y", ["too-many-layers"]),
        ("map scale=2x2 values=xy:\n    B -> x\n    one: B -> W", ["unknown-symbol"] * 2),
        ("map scale=2x2 values=xy:\n    B -> x\none: B -> W", ["unreachable"]),
        ("markov:\n    map scale=2x2 values=xy:\n        B -> x\nB -> W", ["unreachable"]),
        ("map scale=2x2 values=xy:\n    B -> x\n    map scale=2x2 values=a:\n        x -> a", []),
    ],
)
def test_faults(text: str, expected: list[str]) -> None:
    program = f"grid 4x4 values=BW\n{text}"
    if expected:
        assert codes(program) == expected
    else:
        markovpy.parse(program)


def test_what_may_be_reached_behind_a_map() -> None:
    markovpy.parse(
        "grid 4x4 values=BW\nif any W:\n    map scale=2x2 values=xy:\n        B -> x\nB -> W"
    )
    branches = (
        "grid 4x4 values=BW\nif any W:\n    map scale=2x2 values=xy:\n        B -> x\n"
        "else:\n    map scale=2x2 values=xy:\n        B -> y\nB -> W"
    )
    assert codes(branches) == ["unreachable"]


def test_attributes_of_models() -> None:
    model = (
        '<sequence values="BW"><union symbol="?" values="BW"/><map scale="2 3/2 1" values="x y" '
        'outputValues="x"><union symbol="?" values="xy"/><rule in="?" out="x"/>'
        '<sequence><one in="x" out="y" steps="1"/><prl in="?" out="y" steps="2"/></sequence>'
        "</map></sequence>"
    )
    program = markovpy.parse(model, size=(3, 3))
    assert [w.code for w in program.warnings] == ["unknown-argument"]
    run = program.run(seed=1)
    assert (run.size, run.symbols) == ((6, 4, 1), "xy")
    assert set(run.text()) == {"y", "\n"}


def test_a_map_alone_is_a_model() -> None:
    model = '<map values="BW" scale="2 2 1"><rule in="B" out="W"/></map>'
    run = markovpy.parse(model, size=(2, 1)).run(seed=1)
    assert run.text() == "W.W.\n....".replace(".", "B")
    assert run.turns == 2


def test_conditions_look_at_the_grid_they_stand_in() -> None:
    text = (
        "grid 2x1 values=BW\nif any BB:\n    once: BB -> WB\nmap scale=2x3 values=WB:\n"
        "    W -> **/**/BB symmetry=none\n    if any BB:\n        once: BB -> WB"
    )
    assert markovpy.parse(text).run(seed=1).text().count("B") == 1
