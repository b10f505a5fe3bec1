"""``wfc``: every window stands in the sample, every two neighbours in the tileset."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

import markovpy
from markovpy.errors import ProgramError


def sample(folder: Path, rows: str, name: str = "sample.png") -> None:
    """Write a picture of letters: each letter a colour."""
    letters = [[ord(letter) for letter in row] for row in rows.split("/")]
    Image.fromarray(np.array(letters, dtype=np.uint8)).save(folder / name)


def vox(folder: Path, name: str, layers: NDArray[np.int64]) -> None:
    """Write a voxel file: 0 for no voxel; shape (depth, height, width)."""
    depth, height, width = layers.shape
    cells = [(x, y, z, layers[z, y, x]) for z, y, x in np.argwhere(layers).tolist()]
    content = len(cells).to_bytes(4, "little") + bytes(int(n) for cell in cells for n in cell)
    size = b"".join(side.to_bytes(4, "little") for side in (width, height, depth))

    def chunk(head: bytes, data: bytes) -> bytes:
        return head + len(data).to_bytes(4, "little") + bytes(4) + data

    body = chunk(b"SIZE", size) + chunk(b"XYZI", content)
    data = b"VOX " + (150).to_bytes(4, "little") + b"MAIN" + bytes(4)
    (folder / f"{name}.vox").write_bytes(data + len(body).to_bytes(4, "little") + body)


def parse(folder: Path, text: str) -> markovpy.Program:
    """Return a program that finds its files in a folder."""
    return markovpy.parse(text, folder=folder)


def faults(folder: Path, text: str) -> list[tuple[str, str]]:
    """Return code and message of what is wrong with a program."""
    with pytest.raises(ProgramError) as caught:
        parse(folder, text)
    return [(d.code, d.message) for d in caught.value.diagnostics]


def windows(grid: NDArray[np.uint8], n: int) -> set[bytes]:
    """Return all windows of a grid that wraps around."""
    rows, columns = grid.shape
    return {
        grid[np.ix_((y + np.arange(n)) % rows, (x + np.arange(n)) % columns)].tobytes()
        for y in range(rows)
        for x in range(columns)
    }


# Samples


@pytest.mark.parametrize("shannon", ["", " shannon"])
def test_every_window_stands_in_the_sample(tmp_path: Path, shannon: str) -> None:
    rows = "AAAA/ABBA/ABBA/AAAA"
    sample(tmp_path, rows)
    text = f"grid 12x10 values=B\nwfc sample=sample.png n=2 values=AB symmetry=none{shannon}:"
    text += "\n    B -> A|B"
    source = np.array([["AB".index(letter) for letter in row] for row in rows.split("/")])
    allowed = windows(source.astype(np.uint8), 2)
    for seed in range(10):
        run = parse(tmp_path, text).run(seed=seed)
        assert run.stopped == "done"
        assert windows(np.ascontiguousarray(run.grid), 2) <= allowed


def test_orientations_of_the_windows(tmp_path: Path) -> None:
    sample(tmp_path, "AAA/BBB/CCC")
    text = "grid 9x9 values=B\nwfc sample=sample.png n=2 values=ABC symmetry={}:\n    B -> A|B|C"
    for seed in range(5):
        rows = parse(tmp_path, text.format("none")).run(seed=seed).text().split("\n")
        assert all(len(set(row)) == 1 for row in rows), "stripes that lie"
    patterns = [
        len(parse(tmp_path, text.format(name))._default.checked.nodes[0].data.weights)
        for name in ("none", "x", "all")
    ]
    assert patterns == [3, 3, 12]


def test_a_dead_end_is_a_contradiction_and_leaves_no_half_filled_grid(tmp_path: Path) -> None:
    sample(tmp_path, "ABC/ABC")
    text = (
        "grid {}x2 values=xy\nput y at center\n"
        "wfc sample=sample.png n=2 values=ABC symmetry=none bounded bounded_sample tries=5:\n"
        "    x -> A|B|C\n    one: A -> B"
    )
    run = parse(tmp_path, text.format(3).replace("\n    one: A -> B", "")).run(seed=1)
    assert (run.stopped, run.text()) == ("done", "ABC\nABC")
    for seed in range(5):
        run = parse(tmp_path, text.format(4)).run(seed=seed, traced=True)
        assert run.stopped == "contradiction"
        assert run.message is not None
        assert run.message.code == "contradiction"
        assert run.symbols == "xy"
        assert run.grid.sum() == 1, "the old grid"
        assert run.turns == 1


def test_rules_name_the_first_cell_of_a_window(tmp_path: Path) -> None:
    sample(tmp_path, "AB/BA")
    text = (
        "grid 4x4 values=.x\nstart { x...\n....\n....\n.... }\n"
        "wfc sample=sample.png n=2 values=AB symmetry=none:\n    x -> B"
    )
    for seed in range(4):
        assert parse(tmp_path, text).run(seed=seed).text() == "BABA\nABAB\nBABA\nABAB"


def test_weights_are_counted_over_the_new_grid(tmp_path: Path) -> None:
    sample(tmp_path, "AAB")
    text = "grid {}x1 values=x\nwfc sample=sample.png n=1 values=AB symmetry=none:\n    x -> A|B"
    for width, expected in ((3, [2, 1]), (4, [3, 1]), (2, [2]), (60, [40, 20])):
        model = parse(tmp_path, text.format(width))._default.checked.nodes[0].data
        assert model.weights == expected if width > 2 else model.weights == [2.0]


def test_frequencies_follow_the_weights(tmp_path: Path) -> None:
    sample(tmp_path, "AAAB")
    text = "grid 40x40 values=x\nwfc sample=sample.png n=1 values=AB symmetry=none:\n    x -> A|B"
    share = parse(tmp_path, text).run(seed=2).text().count("A") / 1600
    assert 0.7 < share < 0.8


def test_transparent_colours_are_colours(tmp_path: Path) -> None:
    pixels = np.zeros((1, 2, 4), dtype=np.uint8)
    pixels[0, 1, 3] = 255
    Image.fromarray(pixels).save(tmp_path / "sample.png")
    text = "grid 6x1 values=x\nwfc sample=sample.png n=1 values={} symmetry=none:\n    x -> A"
    assert parse(tmp_path, text.format("AB")).run(seed=1).text() == "AAAAAA"
    assert faults(tmp_path, text.format("A"))[0] == (
        *("too-many-colours", "the sample has 2 colours, the new grid 1 values"),
    )


def test_many_colours_are_told_apart(tmp_path: Path) -> None:
    rows = "ABCDE/FGHIJ/KABCD/EFGHI/JKABC"
    sample(tmp_path, rows)
    text = "grid 10x10 values=x\nwfc sample=sample.png n=3 values=ABCDEFGHIJK symmetry=none:"
    program = parse(tmp_path, f"{text}\n    x -> {'|'.join('ABCDEFGHIJK')}")
    letters = [[ord(letter) - 65 for letter in row] for row in rows.split("/")]
    source = windows(np.array(letters, dtype=np.uint8), 3)
    assert len(program._default.checked.nodes[0].data.weights) == len(source)
    run = program.run(seed=1)
    assert run.stopped == "done"
    assert windows(np.ascontiguousarray(run.grid), 3) <= source


def test_ground_stays_below(tmp_path: Path) -> None:
    sample(tmp_path, "....../....../GGGGGG")
    text = (
        "grid 8x6 values=xg\nput g at bottom\n"
        "wfc sample=sample.png n=2 values=.G symmetry=x bounded bounded_sample:\n    x -> .|G"
    )
    run = parse(tmp_path, text).run(seed=1)
    rows = run.text().split("\n")
    assert rows[0] == "........"
    assert sum(a != b for a, b in pairwise(rows)) <= 1


def test_turns_and_pictures(tmp_path: Path) -> None:
    sample(tmp_path, "AB/BA")
    text = (
        "grid 4x4 values=x\nwfc sample=sample.png n=2 values=AB symmetry=none:\n    x -> A|B\n"
        "    all: A -> C"
    ).replace("values=AB", "values=ABC")
    program = parse(tmp_path, text)
    run = program.run(seed=1)
    # 1 to find a filling, 1 draw, 1 to write, 1 for all, 1 in which wfc ends.
    assert run.turns == 5
    plain = program.begin(seed=1)
    seen = []
    while plain.advance(1):
        seen.append(plain.text().count("A"))
    assert seen == [0, 0, 8, 0, 0] or seen == [16, 16, 8, 0, 0]
    assert plain.sha256 == run.sha256
    frames = list(program.frames(seed=1))
    assert np.array_equal(frames[3], frames[2]), "after the one draw all is decided"
    traced = program.run(seed=1, traced=True)
    assert traced.trace is not None
    assert traced.sha256 == run.sha256
    for frame, other in zip(frames, traced.trace.frames()):
        assert np.array_equal(frame, other[0])


def test_a_new_start_collapses_anew(tmp_path: Path) -> None:
    sample(tmp_path, "AB")
    text = (
        "grid 5x1 values=x\nwfc sample=sample.png n=1 values=AB symmetry=none:\n    x -> A|B\n"
        "    require count A == 4"
    )
    for seed in range(5):
        run = parse(tmp_path, text).run(seed=seed, traced=True)
        assert run.text().count("A") == 4
        assert run.trace is not None
        assert np.array_equal(list(run.trace.frames())[-1][0], run.grid)


# Tilesets

DUNGEON = """<tileset>
  <tiles>
    <tile name="Empty"/>
    <tile name="Line" weight="2"/>
    <tile name="Turn"/>
  </tiles>
  <neighbors>
    <neighbor left="Empty" right="Empty"/>
    <neighbor left="Empty" right="z Line"/>
    <neighbor left="Empty" right="Turn"/>
    <neighbor left="z Line" right="z Line"/>
    <neighbor left="Line" right="Line"/>
    <neighbor left="z Line" right="Turn"/>
    <neighbor left="Turn" right="Line"/>
    <neighbor left="Turn" right="zz Turn"/>
    <neighbor left="Turn" right="zzz Turn"/>
    <neighbor left="zz Turn" right="Turn"/>
    <neighbor left="zz Turn" right="z Turn"/>
  </neighbors>
</tileset>"""


@pytest.fixture
def tiles(tmp_path: Path) -> Path:
    """A folder with a tileset of lines on tiles of 3x3x1."""
    folder = tmp_path / "dungeon"
    folder.mkdir()
    (tmp_path / "dungeon.xml").write_text(DUNGEON)
    pictures = {"Empty": "111/111/111", "Line": "111/222/111", "Turn": "121/122/111"}
    for name, rows in pictures.items():
        vox(folder, name, np.array([[[int(n) for n in row] for row in rows.split("/")]]))
    return tmp_path


def edges_meet(grid: NDArray[np.uint8], side: int) -> bool:
    """Return whether lines go on from tile to tile."""
    height, width = grid.shape
    across = all(np.array_equal(grid[:, x - 1], grid[:, x]) for x in range(side, width, side))
    return across and all(np.array_equal(grid[y - 1], grid[y]) for y in range(side, height, side))


@pytest.mark.parametrize("flags", ["", " periodic", " shannon", " periodic shannon"])
def test_neighbours_fit(tiles: Path, flags: str) -> None:
    text = f"grid 6x5 values=B\nwfc tileset=dungeon.xml values=.o{flags}:\n    B -> Line|Turn|Empty"
    shapes = set()
    for seed in range(12):
        run = parse(tiles, text).run(seed=seed)
        assert run.stopped == "done"
        assert run.size == (18, 15, 1)
        assert edges_meet(run.grid, 3)
        if "periodic" in flags:
            assert edges_meet(np.roll(run.grid, (3, 3), (0, 1)), 3)
            assert np.array_equal(run.grid[:, -1], run.grid[:, 0])
            assert np.array_equal(run.grid[-1], run.grid[0])
        shapes.add(run.text())
    assert len(shapes) > 6


def test_a_tile_that_fits_nowhere_is_named(tiles: Path) -> None:
    text = "grid {}\nwfc tileset=dungeon.xml values=.o{}:\n    B -> Line|Turn|Empty"
    assert not parse(tiles, text.format("6x5 values=B", " periodic")).warnings
    kept = [line for line in DUNGEON.split("\n") if "Turn" not in line or "<tile " in line]
    # Bar and Dot lie beside each other only; in rows of both nothing fits below Bar.
    pair = '<neighbor left="z Bar" right="Dot"/></neighbors>'
    lone = "\n".join(kept).replace("</neighbors>", pair)
    lone = lone.replace("</tiles>", '<tile name="Bar"/><tile name="Dot"/></tiles>')
    for name, rows in {"Bar": "111/212/111", "Dot": "111/121/111"}.items():
        layer = [[int(n) for n in row] for row in rows.split("/")]
        vox(tiles / "dungeon", name, np.array([layer]))
    (tiles / "dungeon.xml").write_text(lone)
    assert not parse(tiles, text.format("1x1 values=B", "")).warnings
    for flag in ("", " periodic"):
        program = parse(tiles, text.format("2x2 values=B", flag))
        assert {d.code for d in program.warnings} == {"unused-tile"}
        assert [d.message.split("'")[1] for d in program.warnings] == ["Turn", "Bar", "Dot"]
        assert program.run(seed=1).stopped == "done"


def test_rules_name_tiles(tiles: Path) -> None:
    text = "grid 6x5 values=BW\nput W at center\nwfc tileset=dungeon.xml values=.o:\n    {}\n"
    for seed in range(8):
        middle = parse(tiles, text.format("W -> Turn")).run(seed=seed).grid[6:9, 9:12]
        assert middle.sum() == 3
        assert middle[1, 1] == 1
        run = parse(tiles, text.format("B -> Empty\n    W -> Empty")).run(seed=seed)
        assert not run.grid.any()
    run = parse(tiles, text.format("B -> Empty\n    W -> Line")).run(seed=1)
    assert (run.stopped, run.turns, run.symbols) == ("contradiction", 1, "BW")


def test_overlap_and_gaps(tiles: Path) -> None:
    text = "grid 4x3 values=B\nwfc tileset=dungeon.xml values=.o overlap={}:\n    B -> Line|Empty"
    assert parse(tiles, text.format(1)).run(seed=1).size == (9, 7, 1)
    run = parse(tiles, text.format(-2)).run(seed=1)
    assert run.size == (18, 13, 1)
    assert not run.grid[:, 3:5].any()
    assert not run.grid[3:5].any()
    assert faults(tiles, text.format(3))[0][0] == "bad-overlap"


def test_nodes_run_on_the_tiles(tiles: Path) -> None:
    text = (
        "grid 4x4 values=B\nwfc tileset=dungeon.xml values=.oP:\n    B -> Line|Turn|Empty\n"
        "    all: o -> P"
    )
    run = parse(tiles, text).run(seed=4)
    assert "o" not in run.text()
    assert run.symbols == ".oP"


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ('weight="2"', 'weight="0"', "the weight '0' is no number above 0"),
        ('weight="2"', 'weight="nan"', "the weight 'nan' is no number above 0"),
        ('weight="2"', 'weight="much"', "the weight 'much' is no number above 0"),
        ('name="Turn"', 'name="Line"', "there is a tile 'Line' already"),
        ('name="Turn"', 'name="Trun"', "dungeon/Trun.vox: there is no such file"),
        ('name="Turn"', 'nom="Turn"', "this <tile> has no 'name'"),
        ('left="zz Turn"', 'left="z Trun"', "there is no tile 'Trun'"),
        ('left="zz Turn"', 'left="y Turn"', "'y' is no turn here"),
        ('left="zz Turn"', 'left="z z Turn"', "'z z Turn' is no tile"),
        ('left="zz Turn"', 'top="z Turn"', "this <neighbor> has no 'bottom'"),
        ("<tileset>", "<tileset fullSymmetry='True'>", "the tile 'Empty' is 3x3x1"),
        ("</tileset>", "", "this is not well-formed XML: no element found"),
        ("<tileset>", "<!DOCTYPE a><tileset>", "a tileset has no document type"),
        ("<tiles>", "<tiles/><tiles>", "there are no tiles"),
    ],
)
def test_faults_of_a_tileset(tiles: Path, old: str, new: str, expected: str) -> None:
    (tiles / "dungeon.xml").write_text(DUNGEON.replace(old, new, 1))
    text = "grid 4x4 values=B\nwfc tileset=dungeon.xml values=.o:\n    B -> Empty"
    ((code, message),) = faults(tiles, text)
    assert code == "bad-tileset"
    assert message.startswith("dungeon.xml, line ")
    assert message.endswith(expected)


def test_tiles_with_more_colours_than_values(tiles: Path) -> None:
    text = "grid 4x4 values=B\nwfc tileset=dungeon.xml values=.:\n    B -> Empty"
    ((code, message),) = faults(tiles, text)
    assert (code, message.split(": ")[1]) == (
        *("bad-tileset", "with 'dungeon/Line.vox' the tiles have 2 colours"),
    )


def test_cubes_turn_in_all_directions(tmp_path: Path) -> None:
    folder = tmp_path / "pipes"
    folder.mkdir()
    empty = np.ones((3, 3, 3), dtype=np.int64)
    line = empty.copy()
    line[1, 1, :] = 2
    vox(folder, "Empty", empty)
    vox(folder, "Line", line)
    (tmp_path / "pipes.xml").write_text(
        '<tileset fullSymmetry="True"><tiles><tile name="Empty"/><tile name="Line"/></tiles>'
        '<neighbors><neighbor left="Empty" right="Empty"/><neighbor left="Line" right="Line"/>'
        '<neighbor left="Empty" right="z Line"/><neighbor left="Empty" right="y Line"/>'
        '<neighbor left="z Line" right="z Line"/><neighbor left="z Line" right="y Line"/>'
        '<neighbor left="y Line" right="y Line"/></neighbors></tileset>'
    )
    text = "grid 4x4x4 values=B\nwfc tileset=pipes.xml values=.o:\n    B -> Empty|Line"
    directions = set()
    for seed in range(6):
        grid = parse(tmp_path, text).run(seed=seed).grid
        assert grid.shape == (12, 12, 12)
        for axis in range(3):
            turned = np.moveaxis(grid, axis, 0)
            for place in range(3, 12, 3):
                assert np.array_equal(turned[place - 1], turned[place])
            if turned[0].any():
                directions.add(axis)
    assert directions == {0, 1, 2}


# Arguments


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("wfc values=AB:", ["missing-argument"]),
        ("wfc sample=sample.png tileset=a.xml values=AB:", ["missing-argument"]),
        ("wfc sample=sample.png:", ["missing-argument"]),
        ("wfc sample=smaple.png values=AB:", ["unreadable-file"]),
        ("wfc tileset=a.xml values=AB:", ["unreadable-file"]),
        ("wfc sample=sample.png n=0 values=AB:", ["too-small"]),
        ("wfc sample=sample.png n=5 values=AB:", ["too-large"]),
        ("wfc sample=sample.png n=3 bounded_sample values=AB:", ["small-sample"]),
        ("wfc sample=sample.png overlap=1 values=AB:", ["unknown-argument"]),
        ("wfc sample=sample.png periodic values=AB:", ["unknown-argument"]),
        ("wfc sample=sample.png values=A:", ["too-many-colours"]),
        ("wfc sample=sample.png values=AB tries=0:", ["too-small"]),
        ("wfc sample=sample.png values=AB:\n    C -> A", ["unknown-symbol"]),
        ("wfc sample=sample.png values=AB:\n    xx -> A", ["bad-rule"]),
        ("wfc sample=sample.png values=AB:\n    x -> A|C", ["unknown-choice"]),
        ("wfc sample=sample.png values=AB:\n    x -> A\n    x -> B", ["repeated-rule"]),
        ("wfc sample=sample.png values=AB:\n    x -> A p=0.5", ["p-without-coin"]),
        ("wfc sample=sample.png values=AB:\n    rule { x -> A }", ["bad-rule"]),
        ("wfc sample=sample.png values=AB:\n    one: x -> A", ["unknown-symbol"]),
    ],
)
def test_faults(tmp_path: Path, head: str, expected: list[str]) -> None:
    sample(tmp_path, "AB/BA")
    text = f"grid 4x4 values=x\n{head}" + ("\n    x -> A" if "->" not in head else "")
    assert [code for code, _ in faults(tmp_path, text)] == expected


def test_a_sample_smaller_than_its_windows_says_so(tmp_path: Path) -> None:
    sample(tmp_path, "AB/BA")
    text = "grid 4x4 values=x\nwfc sample=sample.png n=5 values=AB:\n    x -> A"
    told = faults(tmp_path, text)[0][1]
    assert told == "a window of n=5 does not fit into the grid, 4x4"
    told = faults(tmp_path, text.replace("4x4", "80x80").replace("n=5", "n=70"))[0][1]
    assert told == "a window is at most 16 cells wide, n=70 is more"
    text = "grid 4x4 values=x\nwfc sample=sample.png n=3 bounded_sample values=AB:\n    x -> A"
    assert faults(tmp_path, text)[0][1] == "the sample is 2x2, smaller than n=3"
    run = parse(tmp_path, text.replace(" bounded_sample", "")).run(seed=1)
    assert run.text() == "ABAB\nBABA\nABAB\nBABA" or run.stopped == "contradiction"


def test_samples_are_for_two_dimensions(tmp_path: Path) -> None:
    sample(tmp_path, "AB/BA")
    text = "grid 4x4x2 values=x\nwfc sample=sample.png values=AB:\n    x -> A"
    assert [code for code, _ in faults(tmp_path, text)] == ["sample-in-layers"]


def test_attributes_of_models(tmp_path: Path) -> None:
    (tmp_path / "samples").mkdir()
    sample(tmp_path / "samples", "AB/BA", "Checkers.png")
    model = (
        '<sequence values="x" symmetry="()"><wfc sample="Checkers" values="AB" n="2" '
        'periodic="True" {}><rule in="x" out="A|B"/><all in="A" out="B"/></wfc></sequence>'
    )

    def load(extra: str) -> markovpy.Program:
        return markovpy.parse(model.format(extra), size=(4, 4), resources=tmp_path)

    assert load('shannon="True"').run(seed=1).text() == "\n".join(["BBBB"] * 4)
    assert not load('shannon="False" periodicInput="True"').warnings
    with pytest.raises(ProgramError) as caught:
        load('shannon="perhaps"')
    assert [d.code for d in caught.value.diagnostics] == ["not-a-truth"]
    with pytest.raises(ProgramError) as caught:
        load('periodicInput="False" n="3"'.replace(' n="3"', "") + ' tries="0"')
    assert [d.code for d in caught.value.diagnostics] == ["too-small"]
    assert [w.code for w in load('transparent="x"').warnings] == ["unknown-argument"]
