"""The shape of programs: text to tree."""

from __future__ import annotations

import time

import pytest

from markovpy.errors import ProgramError
from markovpy.lang.parser import MAX_CHARACTERS, parse
from markovpy.lang.syntax import Item, Rewrite, Statement
from markovpy.source import Source


def outline(text: str) -> list[object]:
    """Return a program as nested lists: statements, rules and their bodies."""
    return [_outline(item) for item in parse(Source.decode(text)).items]


def _outline(item: Item) -> object:
    arguments = [
        (f"{argument.key.text}=" if argument.key else "") + argument.value.text
        for argument in item.arguments
    ]
    if isinstance(item, Rewrite):
        return " ".join([item.left.text, "->", item.right.text, *arguments])
    head = " ".join([item.name.text, *arguments])
    return head if item.body is None else [head, *map(_outline, item.body)]


def statement(text: str) -> Statement:
    item = parse(Source.decode(text)).items[0]
    assert isinstance(item, Statement)
    return item


DUNGEON = """\
# dungeon.mj: rooms, corridors, a bounded number of loops, no dead ends.
grid 79x79 values=BPWRG
put P at center

all: PBB -> **P                      # lay out a lattice
one:                                 # place rooms until none fits
    rule {
        PBPBP      WWWWW
        BBBBB  ->  WWWWW
    }
markov:                              # corridors
    RBP -> GGR
    P -> R
once: R -> G
markov:                              # connect the components
    all: GWW -> **G
    one: GBW -> *WG
one steps=5: GBG -> *W*              # a few loops
all: BBB/BWB -> BBB/BBB              # retract dead ends
"""


def test_dungeon() -> None:
    picture = "\n        PBPBP      WWWWW\n        BBBBB  ->  WWWWW\n    "
    assert outline(DUNGEON) == [
        "grid 79x79 values=BPWRG",
        "put P at center",
        ["all", "PBB -> **P"],
        ["one", f"rule {picture}"],
        ["markov", "RBP -> GGR", "P -> R"],
        ["once", "R -> G"],
        ["markov", ["all", "GWW -> **G"], ["one", "GBW -> *WG"]],
        ["one steps=5", "GBG -> *W*"],
        ["all", "BBB/BWB -> BBB/BBB"],
    ]


def test_maze() -> None:
    text = """\
# maze_dfs.mj: walk into unvisited cells; when stuck, back out.
grid 59x59 values=BRGW
put R at center

markov:
    RBB -> GGR
    RGG -> WWR
"""
    assert outline(text) == [
        "grid 59x59 values=BRGW",
        "put R at center",
        ["markov", "RBB -> GGR", "RGG -> WWR"],
    ]


def test_cave() -> None:
    text = """\
grid 80x80 values=BW
prl once: B -> W p=0.45
convolution neighborhood=Moore outside=W steps=5:
    B -> W sum=5..8 values=W
    W -> B sum=0..3 values=W
require count B >= area/3            # else start over
"""
    assert outline(text) == [
        "grid 80x80 values=BW",
        ["prl once", "B -> W p=0.45"],
        [
            "convolution neighborhood=Moore outside=W steps=5",
            "B -> W sum=5..8 values=W",
            "W -> B sum=0..3 values=W",
        ],
        "require count B >= area/3",
    ]


def test_sokoban() -> None:
    text = """\
grid values=BPCW
goal G from=B to=C                   # a second layer of marks
legend "#"=W " "=B "-"=B "_"=B "@"=P "$"=C "."=G "*"=C+G "+"=P+G
levels "levels/first.xsb"

on arrows:                           # written for "right"; turned to the arrow pressed
    PCB -> BPC                       # bare rules in a move: the first that fits
    PB  -> BP
win no C off G
"""
    assert outline(text) == [
        "grid values=BPCW",
        "goal G from=B to=C",
        "legend #=W  =B -=B _=B @=P $=C .=G *=C+G +=P+G",
        "levels levels/first.xsb",
        ["on arrows", "PCB -> BPC", "PB -> BP"],
        "win no C off G",
    ]


def test_sliding() -> None:
    text = """\
grid 4x4 values=_123456789ABCDEF
start {
    1234
    DEF_
}
one steps=200..201:                  # shuffle by legal random moves
    for t in 123456789ABCDEF:
        _t -> t_
on arrows:
    for t in 123456789ABCDEF:
        _t -> t_
on click:                            # the first cell of the left side is the cell clicked
    for t in 123456789ABCDEF:
        t_ -> _t
win grid is start
"""
    assert outline(text) == [
        "grid 4x4 values=_123456789ABCDEF",
        "start \n    1234\n    DEF_\n",
        ["one steps=200..201", ["for t in 123456789ABCDEF", "_t -> t_"]],
        ["on arrows", ["for t in 123456789ABCDEF", "_t -> t_"]],
        ["on click", ["for t in 123456789ABCDEF", "t_ -> _t"]],
        "win grid is start",
    ]


def test_snake() -> None:
    text = """\
grid 20x15 values=_W►▼◄▲XFrdluRDLU
facing ►▼◄▲                          # head
color rdluRDLU 22aa22
put W at border
once symmetry=none: __► -> Rr*
once: _ -> F
on arrows: [▲▼] -> ►                 # turned to the arrow, symbols too
on tick:
    once:
        ►[_F] -> r►
    if no F:
        once: _ -> F
    else:
        once:
            for t T in rR dD lL uU:
                Rt -> _T
lose any X
"""
    assert outline(text) == [
        "grid 20x15 values=_W►▼◄▲XFrdluRDLU",
        "facing ►▼◄▲",
        "color rdluRDLU 22aa22",
        "put W at border",
        ["once symmetry=none", "__► -> Rr*"],
        ["once", "_ -> F"],
        ["on arrows", "[▲▼] -> ►"],
        [
            "on tick",
            ["once", "►[_F] -> r►"],
            ["if no F", ["once", "_ -> F"]],
            ["else", ["once", ["for t T in rR dD lL uU", "Rt -> _T"]]],
        ],
        "lose any X",
    ]


def test_flower() -> None:
    text = """\
markov symmetry=x:
    choose:
        rule { A -> B }
        rule { C -> D } p=0.5
    one: UUU/UUU/NNN -> ***/*P*/*E*
"""
    assert outline(text) == [
        [
            "markov symmetry=x",
            ["choose", "rule  A -> B ", "rule  C -> D  p=0.5"],
            ["one", "UUU/UUU/NNN -> ***/*P*/*E*"],
        ]
    ]


def test_sudoku() -> None:
    clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    text = f'grid 9x9 values=.123456789\nstart "{clues}"\nsudoku.solve'
    assert outline(text) == ["grid 9x9 values=.123456789", f"start {clues}", "sudoku.solve"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("put R at width-2,height/2", "put R at width-2,height/2"),
        ("field R to=G on=GDAU recompute essential", "field R to=G on=GDAU recompute essential"),
        ("color W #fff1e8", "color W #fff1e8"),
        ("color W #fff # white", "color W #fff"),
        ('union "-" = OH', "union -=OH"),
        ("union ? = BR", "union ?=BR"),
        ('start file="x.png"', "start file=x.png"),
        ("let n = noise", "let n=noise"),
        ("let n = (3 * 4)", "let n=(3 * 4)"),
        ("grid 3x3 values=-AB", "grid 3x3 values=-AB"),
        ('B -> W symmetry="(xy+)"', "B -> W symmetry=(xy+)"),
        ("B -> W symmetry=(xy+)", "B -> W symmetry=(xy+)"),
        ("put → at center", "put → at center"),
        ("A->B", "A -> B"),
        ('"a-b" -> "="', "a-b -> ="),
    ],
)
def test_one_line(text: str, expected: str) -> None:
    assert outline(text) == [expected]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("map scale=2x2x1 values=DA", "map scale=2x2x1 values=DA"),
        ("one steps=(area / 3)", "one steps=(area / 3)"),
        ("one steps=-3", "one steps=-3"),
        ("repeat rooms-1", "repeat rooms-1"),
        ("for p q in PB QG", "for p q in PB QG"),
        ('if count B >= area/3 and no "RB"', "if count B >= area/3 and no RB"),
        ('if (any R or no "a b") and x>3', 'if (any R or no "a b") and x > 3'),
        ("if nodes > 3", "if nodes > 3"),
        ("while x!=3", "while x != 3"),
        ("while (((((a)))))==3", "while (((((a))))) == 3"),
    ],
)
def test_head_of_a_block(head: str, expected: str) -> None:
    assert outline(f"{head}:\n  A -> B") == [[expected, "A -> B"]]


WORDS = (
    *("not", "any", "no", "count", "if", "else", "while", "let", "one", "all", "winB", "ifA"),
    *("nodes", "or", "and", "grid", "is", "rule", "start", "on", "for", "map", "field", "p"),
)


@pytest.mark.parametrize("word", WORDS)
def test_every_word_can_be_a_pattern(word: str) -> None:
    assert outline(f"{word} -> BBBB\n{word}->{word}") == [f"{word} -> BBBB", f"{word} -> {word}"]
    assert outline(f"all: {word} -> {word}") == [["all", f"{word} -> {word}"]]
    assert outline(f"win not any {word}") == [f"win not any {word}"]


@pytest.mark.parametrize(
    "text",
    [
        "\ufeffone:\n  A -> B\n",
        "one:\n  A -> B",
        "\n\n  \none:\n\n  A -> B\n\n",
        "one:\r\n  A -> B\r\n",
        "one:\r  A -> B\r",
        "# c\n   # c\none: # c\n# c\n  A -> B # c\n      # c\n#",
        "one:\n  A\t->\tB  ",
        "one: A -> B",
    ],
)
def test_line_ends_blank_lines_and_comments(text: str) -> None:
    assert outline(text) == [["one", "A -> B"]]


@pytest.mark.parametrize("text", ["", "\n", "  ", "# nothing", "\n  # nothing\n\n"])
def test_no_program(text: str) -> None:
    assert outline(text) == []


def test_hash_in_a_picture_is_data() -> None:
    picture = statement("start {\n####\n# @#\n# end\n}").arguments[0].value
    assert picture.kind == "picture"
    assert picture.text == "\n####\n# @#\n# end\n"


def test_words_know_where_they_stand() -> None:
    source = Source('goal G from="a b" {x}\n"l" -> r p=1')
    goal, rule = parse(source).items
    assert isinstance(goal, Statement)
    assert isinstance(rule, Rewrite)
    words = [goal.name, *(argument.value for argument in goal.arguments), rule.left, rule.right]
    assert [source.slice(word.span) for word in words] == [
        "goal", "G", '"a b"', "{x}", '"l"', "r",
    ]  # fmt: skip
    assert [word.kind for word in words] == [
        "bare", "bare", "quoted", "picture", "quoted", "bare",
    ]  # fmt: skip
    assert all(source.text[word.offset :].startswith(word.text) for word in words)
    assert source.slice(goal.span) == 'goal G from="a b" {x}'
    assert source.slice(rule.span) == '"l" -> r p=1'
    assert source.slice(goal.arguments[1].span) == 'from="a b"'


def test_compare_words_have_their_kind() -> None:
    kinds = [argument.value.kind for argument in statement("require count B >= 3").arguments]
    assert kinds == ["bare", "bare", "compare", "bare"]


def test_deep_blocks_parse() -> None:
    text = "".join(f"{' ' * depth}one:\n" for depth in range(60)) + " " * 60 + "A -> B"
    item = statement(text)
    for _ in range(59):
        assert item.body is not None
        inner = item.body[0]
        assert isinstance(inner, Statement)
        item = inner
    assert item.body is not None
    assert isinstance(item.body[0], Rewrite)


def test_too_large_is_refused_at_once() -> None:
    with pytest.raises(ProgramError) as error:
        parse(Source("x" * (MAX_CHARACTERS + 1)))
    assert [d.code for d in error.value.diagnostics] == ["too-large"]


@pytest.mark.parametrize("text", ["one\0", "A -> \ud800"])
def test_not_text(text: str) -> None:
    with pytest.raises(ProgramError) as error:
        parse(Source(text))
    assert [d.code for d in error.value.diagnostics] == ["not-text"]
    str(error.value).encode()


def test_ten_thousand_lines_are_quick() -> None:
    text = (
        "one steps=5: GBG -> *W*  # loops\nall:\n    PBB -> **P p=0.5\n    A -> B\nput R at 1,2\n"
    )
    begin = time.process_time()
    tree = parse(Source(text * 2000))
    assert time.process_time() - begin < 5
    assert len(tree.items) == 6000
