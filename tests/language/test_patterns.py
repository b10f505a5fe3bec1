"""Patterns, symbols, symmetry, header statements: values that follow from their meaning."""

from __future__ import annotations

import itertools
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

import markovpy
from markovpy.model.rule import LEAVE, Rule
from markovpy.model.symmetry import CUBE_GROUPS, Facing, group, variants


def rows(text: str, seed: int = 0, **options: object) -> str:
    """Return the final grid of a program, rows joined by ``/``, layers by ``//``."""
    run = markovpy.parse(text).run(seed=seed, **options)  # type: ignore[arg-type]
    return run.text().strip().replace("\n---\n", "//").replace("\n", "/")


# ---- patterns


def test_a_wildcard_matches_anything_and_leaves_it() -> None:
    assert rows('grid 3x1 values=BWR\nstart "BWR"\nprl once symmetry=none: *W* -> R*B') == "RWB"


def test_a_dot_is_a_wildcard_unless_it_is_a_symbol() -> None:
    assert rows('grid 3x1 values=BWR\nstart "BWR"\nprl once symmetry=none: .W. -> R.B') == "RWB"
    text = 'grid 3x1 values=".WR"\nstart ".WR"\nprl once symmetry=none: .W* -> R.W'
    assert rows(text) == "R.W"
    union = 'grid 3x1 values=BWR\nunion . = R\nstart "BWR"\nprl once symmetry=none: . -> B'
    assert rows(union) == "BWB"


def test_sets() -> None:
    start = 'grid 4x1 values=BWRX\nstart "BWRB"\n'
    assert rows(start + "prl once: [BR] -> X") == "XWXX"
    assert rows(start + "prl once: [^BR] -> X") == "BXRB"
    assert rows(start + 'prl once: "[^B]" -> X') == "BXXB"
    assert rows('grid 3x1 values="B^X"\nstart "B^B"\nprl once: "[B^]" -> X') == "XXX"


def test_unions_hold_for_the_whole_program() -> None:
    text = 'grid 4x1 values=BWRX\nstart "BWRB"\nprl once: ? -> X\nunion ? = BR'
    assert rows(text) == "XWXX"
    inner = 'grid 4x1 values=BWRX\nstart "BWRB"\nprl once:\n    ? -> X\none:\n'
    inner += "    union ? = BR\n    ? -> X"
    assert rows(inner) == "XWXX"
    nested = 'grid 3x1 values=BWRX\nstart "BWR"\nunion ? = BR\nunion ! = ?W\nprl once: ! -> X'
    assert rows(nested) == "XXX"


def test_quoted_symbols() -> None:
    text = 'grid 3x1 values="#-=>"\nstart "#-="\nprl once symmetry=none: "#-" -> ">#"'
    assert rows(text) == ">#="


def test_rows_go_down_and_patterns_stay_inside() -> None:
    text = 'grid 2x2 values=BWR\nstart "BW/RB"\nprl once symmetry=none: BW/R* -> RR/*W'
    assert rows(text) == "RR/RW"
    assert rows("grid 2x2 values=BW\nall: BBB -> WWW") == "BB/BB"


def test_layers_are_listed_from_the_top() -> None:
    text = 'grid 1x1x3 values=BWR\nstart "R//B//W"\nprl once symmetry=none: B//W -> W//R'
    program = markovpy.parse(text)
    start = program.begin(seed=0).grid
    assert start[:, 0, 0].tolist() == [1, 0, 2]  # z up: W below B below R
    assert program.run(seed=0).grid[:, 0, 0].tolist() == [2, 1, 2]
    assert rows(text) == "R//W//R"


def test_a_picture_is_the_bare_rule_it_shows() -> None:
    bare = "grid 9x9 values=BWR\nput R at center\none steps=12: RB*/BB[BW] -> WR*/*WB"
    picture = """\
grid 9x9 values=BWR
put R at center
one steps=12:
    rule {
        RB*         WR*
        BB[BW]  ->  *WB
    }
"""
    assert [rows(bare, seed=s) for s in range(5)] == [rows(picture, seed=s) for s in range(5)]
    line = "grid 5x1 values=BW\none steps=1: rule { BB -> WW }"
    assert rows(line, seed=3) == rows("grid 5x1 values=BW\none steps=1: BB -> WW", seed=3)


def test_a_picture_of_layers_is_the_bare_rule_it_shows() -> None:
    bare = "grid 4x4x4 values=BWR\nput R at center\none steps=9: RB//B* -> WR//R*"
    picture = """\
grid 4x4x4 values=BWR
put R at center
one steps=9:
    rule {
        RB  ->  WR
        ---
        B*  ->  R*
    }
"""
    assert [rows(bare, seed=s) for s in range(5)] == [rows(picture, seed=s) for s in range(5)]


# ---- rules from images (A21, A22)


def save(folder: Path, name: str, mode: str, pixels: list[object], width: int) -> None:
    image = Image.new(mode, (width, len(pixels) // width))
    image.putdata(pixels)  # type: ignore[arg-type]
    if mode == "P":
        image.putpalette([255, 0, 0, 255, 0, 0, 0, 0, 255])
    image.save(folder / name)


def image_rows(folder: Path, name: str, legend: str, start: str, values: str = "BWR") -> str:
    width = len(start)
    text = f'grid {width}x1 values={values}\nstart "{start}"\n'
    text += f'prl once symmetry=none: rule file="{name}" legend="{legend}"'
    return markovpy.parse(text, folder=folder).run(seed=0).text().strip()


def test_alpha_is_a_colour(tmp_path: Path) -> None:
    black, clear, white = (0, 0, 0, 255), (0, 0, 0, 0), (255, 255, 255, 255)
    save(tmp_path, "a.png", "RGBA", [black, clear, white, clear], 4)  # B* -> W*
    assert image_rows(tmp_path, "a.png", "B*W", "BR") == "WR"


def test_colours_of_a_palette_are_compared_not_their_numbers(tmp_path: Path) -> None:
    save(tmp_path, "p.png", "P", [0, 1, 2, 2], 4)  # both red: BB -> WW
    assert image_rows(tmp_path, "p.png", "BW", "BB") == "WW"


@pytest.mark.parametrize(
    ("mode", "pixels"),
    [
        ("LA", [(0, 255), (9, 255)]),
        ("L", [0, 200]),
        ("1", [0, 255]),
        ("RGB", [(1, 2, 3), (1, 2, 4)]),
    ],
)
def test_other_kinds_of_images(tmp_path: Path, mode: str, pixels: list[object]) -> None:
    save(tmp_path, "x.png", mode, pixels, 2)
    assert image_rows(tmp_path, "x.png", "BW", "BR") == "WR"


def test_grey_of_sixteen_bits_loads_or_is_refused(tmp_path: Path) -> None:
    Image.fromarray(np.array([[0, 40000]], dtype=np.uint16)).save(tmp_path / "s.png")
    try:
        assert image_rows(tmp_path, "s.png", "BW", "BR") == "WR"
    except markovpy.ProgramError as error:
        assert error.diagnostics[0].code in ("unreadable-file", "short-legend")


def test_the_legend_follows_the_scan_order(tmp_path: Path) -> None:
    a, b, c = (9, 0, 0), (0, 9, 0), (0, 0, 9)
    save(tmp_path, "o.png", "RGB", [c, a, b, c], 4)  # first c, then a, then b: BW -> RB
    assert image_rows(tmp_path, "o.png", "BWR", "BW") == "RB"


def test_a_rule_file_of_a_model(tmp_path: Path) -> None:
    rules = tmp_path / "resources" / "rules"
    rules.mkdir(parents=True)
    save(rules, "r.png", "RGB", [(0, 0, 0), (1, 1, 1)], 2)
    (tmp_path / "M.xml").write_text('<prl values="BW" file="r" legend="BW"/>')
    program = markovpy.load(tmp_path / "M.xml", size=(3, 1))
    assert program.run(seed=0).text().strip() == "WWW"


# ---- symmetry (A12)

SYMBOLS = {"R": 1, "B": 2, "W": 4}
VALUES = {"R": 0, "B": 1, "W": 2, "*": LEAVE}


def rule_of(left: str, right: str) -> Rule:
    """Return a rule of one layer."""
    ins, outs = left.split("/"), right.split("/")
    lhs = tuple(SYMBOLS.get(symbol, 7) for row in ins for symbol in row)
    rhs = tuple(VALUES[symbol] for row in outs for symbol in row)
    return Rule(len(ins[0]), len(ins), 1, lhs, rhs)


@pytest.mark.parametrize(
    ("left", "right", "counts"),
    [
        ("RB", "BR", (1, 2, 1, 2, 4, 4)),
        ("BB", "WW", (1, 1, 1, 1, 2, 2)),
        ("RB/BW", "**/WR", (1, 2, 2, 4, 4, 8)),
        ("RBB/B**", "WWW/W**", (1, 2, 2, 4, 4, 8)),
        ("BBB/BWB/BBB", "***/*R*/***", (1, 1, 1, 1, 1, 1)),
    ],
)
def test_the_number_of_variants(left: str, right: str, counts: tuple[int, ...]) -> None:
    rule = rule_of(left, right)
    for name, count in zip(("()", "(x)", "(y)", "(x)(y)", "(xy+)", "(xy)"), counts, strict=True):
        plain = group(name, three_dimensional=False)
        assert plain is not None
        found = variants(rule, plain, False, Facing())
        assert len(found) == len(set(found)) == count, name
        assert found[0] == rule


def test_a_turned_row_is_a_column() -> None:
    shapes = {(v.width, v.height) for v in variants(rule_of("RBW", "WBR"), "all", False, Facing())}
    assert shapes == {(3, 1), (1, 3)}


def as_array(rule: Rule) -> np.ndarray:
    return np.array(rule.lhs).reshape(rule.depth, rule.height, rule.width)


def test_the_groups_of_the_cube() -> None:
    cells = 2 * 3 * 4
    rule = Rule(4, 3, 2, tuple(1 << i for i in range(cells)), (LEAVE,) * cells)
    sizes = {name: len(variants(rule, name, True, Facing())) for name in CUBE_GROUPS}
    assert sizes == {"none": 1, "x": 2, "z": 2, "xy": 8, "xyz+": 24, "all": 48}
    # Exactly the images under all signed permutations of the axes.
    array = as_array(rule)
    images = {}
    for axes in itertools.permutations(range(3)):
        for flips in itertools.product((1, -1), repeat=3):
            image = array.transpose(axes)[:: flips[0], :: flips[1], :: flips[2]]
            even = sum(axes[i] > axes[j] for i in range(3) for j in range(i + 1, 3)) % 2 == 0
            proper = even == (flips[0] * flips[1] * flips[2] == 1)
            images[(image.shape, image.tobytes())] = (axes, flips, proper)

    def kinds(name: str) -> list[tuple[tuple[int, ...], tuple[int, ...], bool]]:
        return [
            images[(v.shape, v.tobytes())]
            for v in map(as_array, variants(rule, name, True, Facing()))
        ]

    assert len(images) == len(set(kinds("all"))) == 48
    assert all(proper for _, _, proper in kinds("xyz+"))
    assert all(axes[0] == 0 and flips[0] == 1 for axes, flips, _ in kinds("xy"))
    assert kinds("x")[1][:2] == ((0, 1, 2), (1, 1, -1))
    assert kinds("z")[1][:2] == ((0, 1, 2), (-1, 1, 1))


@pytest.mark.parametrize("name", CUBE_GROUPS)
def test_the_groups_are_closed(name: str) -> None:
    cells = 2 * 3 * 4
    rule = Rule(4, 3, 2, tuple(1 << i for i in range(cells)), (LEAVE,) * cells)
    found = set(variants(rule, name, True, Facing()))
    assert all(set(variants(other, name, True, Facing())) == found for other in found)


def test_the_innermost_symmetry_counts() -> None:
    start = 'grid 3x1 values=RBW\nstart "BRB"\n'
    assert rows(start + "symmetry none\nprl once: RB -> *W") == "BRW"
    assert rows(start + "prl once: RB -> *W") == "WRW"
    assert rows(start + "symmetry none\nprl once symmetry=x: RB -> *W") == "WRW"
    assert rows(start + "prl once symmetry=x: RB -> *W symmetry=none") == "BRW"
    assert rows(start + 'symmetry x\nmarkov symmetry="()":\n    prl once: RB -> *W') == "BRW"


# ---- facing

ARROWS = {"►": (1, 0), "▼": (0, 1), "◄": (-1, 0), "▲": (0, -1)}


@pytest.mark.parametrize("arrow", ARROWS)
def test_a_facing_value_turns_with_its_rule(arrow: str) -> None:
    text = "grid 5x5 values=_►▼◄▲\nfacing ►▼◄▲\nput {} at 2,2\nonce: ►_ -> _►"
    grid = markovpy.parse(text.format(arrow)).run(seed=0).grid
    dx, dy = ARROWS[arrow]
    assert np.argwhere(grid).tolist() == [[2 + dy, 2 + dx]]
    assert "_►▼◄▲"[grid[2 + dy, 2 + dx]] == arrow


@pytest.mark.parametrize("arrow", ARROWS)
def test_a_turn_to_the_left_stays_one_or_becomes_one_to_the_right(arrow: str) -> None:
    text = "grid 5x5 values=_►▼◄▲\nfacing ►▼◄▲\nput {} at 2,2\nonce symmetry={}: ► -> ▲"
    order = "►▼◄▲"
    index = order.index(arrow)
    left, right = order[(index + 3) % 4], order[(index + 1) % 4]
    for name, allowed in (("rotate", {left}), ("all", {left, right})):
        program = markovpy.parse(text.format(arrow, name))
        found = {"_►▼◄▲"[program.run(seed=s).grid[2, 2]] for s in range(40)}
        assert found == allowed


def test_a_mirrored_rule_exchanges_right_and_left_only() -> None:
    text = 'grid 4x1 values=_►▼◄▲\nfacing ►▼◄▲\nstart "►▼◄▲"\nprl once symmetry=x: ► -> ▼'
    assert rows(text) == "▼▼▼▲"
    text = text.replace("symmetry=x", "symmetry=y")
    assert rows(text) == "▲▼◄▲"  # both orientations match: the later one wins


# ---- for, define, let


def test_for_repeats_rules_and_nodes() -> None:
    start = 'grid 4x1 values=1234_\nstart "1234"\n'
    assert rows(start + "prl once:\n    for t in 13: t -> _") == "_2_4"
    assert rows(start + "for t in 13:\n    once: t -> _") == "_2_4"
    assert rows(start + "prl once symmetry=none:\n    for a b in 12 34: ab -> ba") == "2143"
    inner = start + "prl once symmetry=none:\n    for a in 13:\n        for b in 24: ab -> __"
    assert rows(inner) == "____"
    picture = start + "prl once symmetry=none:\n    for t in 24:\n        rule { t -> _ }"
    assert rows(picture) == "1_3_"
    sets = start + "prl once symmetry=none:\n    for t in 3: [^t4] -> _"
    assert rows(sets) == "__34"


def test_define_stands_for_its_block() -> None:
    text = "grid 6x1 values=BWR\ndefine grow:\n    once: B -> W\n    once: B -> R\ngrow\ngrow\n"
    assert Counter(rows(text)) == Counter("WWRRBB")
    rules = "grid 2x1 values=BWR\ndefine both:\n    B -> W\n    W -> R\nall: both"
    assert rules and rows(rules) == "RR"
    loop = "grid 3x1 values=BWR\ndefine fill:\n    once: B -> t\nfor t in WR:\n    fill\n"
    assert Counter(rows(loop)) == Counter("BWR")


def test_let_names_numbers_that_can_be_set() -> None:
    text = "grid 9x1 values=BW\nlet n = 2\nlet m = n*2+1\none steps=m: B -> W"
    program = markovpy.parse(text)
    assert program.run(seed=0).text().count("W") == 5
    assert program.run(seed=0, set={"n": 3}).text().count("W") == 7
    assert program.run(seed=0, set={"m": 1}).text().count("W") == 1
    assert (
        rows("grid 9x1 values=BW\nlet n = 7 / 2 % 2 + (1 - 0) * 2\none steps=n: B -> W").count("W")
        == 3
    )


def test_sizes_are_names_and_follow_the_size_given() -> None:
    text = "grid 9x1 values=BW\none steps=area/2-width%2: B -> W"
    program = markovpy.parse(text)
    assert program.run(seed=0).text().count("W") == 3
    assert program.run(seed=0, size=(4, 5)).text().count("W") == 10


# ---- put, start, legend


def put(place: str, size: str = "4x3") -> str:
    return rows(f"grid {size} values=BW\nput W at {place}\nWWWWWWWWW -> BBBBBBBBB")


def test_places() -> None:
    assert put("center") == "BBBB/BBWB/BBBB"
    assert put("border") == "WWWW/WBBW/WWWW"
    assert put("corners") == "WBBW/BBBB/WBBW"
    assert put("top") == "WWWW/BBBB/BBBB"
    assert put("bottom") == "BBBB/BBBB/WWWW"
    assert put("left") == "WBBB/WBBB/WBBB"
    assert put("right") == "BBBW/BBBW/BBBW"
    assert put("1,2") == "BBBB/BBBB/BWBB"
    assert put("width-1,center") == "BBBB/BBBW/BBBB"
    assert put("center,0") == "BBWB/BBBB/BBBB"


def test_places_in_space() -> None:
    def cells(place: str) -> set[tuple[int, int, int]]:
        text = f"grid 3x4x5 values=BW\nput W at {place}\nWWWWWW -> BBBBBB"
        grid = markovpy.parse(text).run(seed=0).grid
        return {(int(x), int(y), int(z)) for z, y, x in np.argwhere(grid)}

    everything = set(itertools.product(range(3), range(4), range(5)))
    edges = {cell: [cell[0] in (0, 2), cell[1] in (0, 3), cell[2] in (0, 4)] for cell in everything}
    assert cells("center") == {(1, 2, 2)}
    assert cells("border") == {cell for cell in everything if any(edges[cell])}
    assert cells("corners") == {cell for cell in everything if all(edges[cell])}
    assert cells("top") == {cell for cell in everything if cell[2] == 4}
    assert cells("bottom") == {cell for cell in everything if cell[2] == 0}
    assert cells("left") == {cell for cell in everything if cell[0] == 0}
    assert cells("0,1,2") == {(0, 1, 2)}


def test_a_random_place_is_any_cell() -> None:
    program = markovpy.parse("grid 4x1 values=BW\nput W at random\nWW -> BB")
    found = Counter(program.run(seed=s).text().strip() for s in range(1000))
    assert set(found) == {"WBBB", "BWBB", "BBWB", "BBBW"}
    assert all(180 < count < 320 for count in found.values())


def test_later_puts_come_on_top_wherever_they_stand() -> None:
    text = "grid 3x1 values=BWR\nput W at border\nprl once: W -> R\nput B at 0,0"
    assert rows(text) == "BRR"


def test_starts() -> None:
    picture = "grid values=BW\nstart {\n    BWB\n    WWB\n}\nWWWW -> BBBB"
    assert rows(picture) == "BWB/WWB"
    assert markovpy.parse(picture).size == (3, 2, 1)
    assert rows('grid values=BW\nstart "BWB/WWB"\nWWWW -> BBBB') == "BWB/WWB"
    assert rows('grid 3x2 values=BW\nstart "BWBWWB"\nWWWW -> BBBB') == "BWB/WWB"
    assert markovpy.parse("grid values=BW\nB -> W").size == (59, 59, 1)
    layers = "grid values=BW\nstart {\n    BW\n    ---\n    WW\n}\nWWWW -> BBBB"
    assert rows(layers) == "BW//WW"
    assert markovpy.parse(layers).size == (2, 1, 2)


def test_rows_of_a_start_are_data() -> None:  # A40
    text = 'grid values=BW\nlegend "#"=W "="=W\nstart {\n    ####\n    #  #\n    ====\n    # x\n}\n'
    text = text.replace("# x", "#")
    assert rows(text + "WWWWW -> BBBBB") == "WWWW/WBBW/WWWW/WBBB"


def test_starts_from_files(tmp_path: Path) -> None:
    (tmp_path / "level.txt").write_text("B#\n##\n")
    Image.fromarray(np.array([[[0, 0, 0], [9, 9, 9]]], dtype=np.uint8)).save(tmp_path / "p.png")
    text = 'grid values=BW\nlegend "#"=W\nstart file="{}"\nWWWWW -> BBBBB'
    found = markovpy.parse(text.format("level.txt"), folder=tmp_path).run(seed=0)
    assert found.text().split() == ["BW", "WW"]
    image = text.format("p.png").replace('"p.png"', '"p.png" legend="WB"')
    assert markovpy.parse(image, folder=tmp_path).run(seed=0).text().split() == ["WB"]


def test_a_start_given_with_the_run() -> None:
    program = markovpy.parse("grid values=BW\nprl once: B -> W")
    assert program.run(seed=0, start="BB\nWB").text().split() == ["WW", "WW"]
    assert program.run(seed=0, start=np.array([[1, 0, 1]])).text().split() == ["WWW"]
    wrong: list[object] = [np.array([[2]]), np.array([[-1]]), np.array([1]), "BQ", ""]
    for start in wrong:
        with pytest.raises(markovpy.ProgramError):
            program.run(seed=0, start=start)  # type: ignore[arg-type]


def test_the_first_value_fills_the_grid() -> None:
    assert rows("grid 2x2 values=WB\nBB -> WW") == "WW/WW"
