"""Winning moves: against known optima, exhaustive searches, and the game itself."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import markovpy
from markovpy import ProgramError, RunError, Session
from markovpy.play import hint, hopeless, solve
from markovpy.play.solution import INTERRUPTED
from support.games import SOKOBAN, exhaustive, moves_between
from support.shared import shared

HEAD = SOKOBAN[: SOKOBAN.index("level smallest")]
TAIL = SOKOBAN[SOKOBAN.index("on arrows") :]


def sokoban(*rows: str) -> Session:
    return Session(markovpy.parse(f"{HEAD}level it {{\n{chr(10).join(rows)}\n}}\n{TAIL}"))


def after(session: Session, moves: str) -> Session:
    session.play(moves)
    return session


def test_claire_has_sixteen_moves_and_seven_pushes() -> None:
    session = Session(markovpy.parse(SOKOBAN), level=2)
    found = solve(session, optimal=True)
    assert (found.outcome, found.move_count, found.push_count) == ("solved", 16, 7)
    assert found.fewest
    assert session.moves == ""
    assert after(session, found.moves).status == "won"


def test_what_is_solved_at_the_start_takes_no_moves() -> None:
    found = solve(markovpy.parse(SOKOBAN), level=4, optimal=True)
    assert (found.outcome, found.moves, found.move_count, found.fewest) == ("solved", "", 0, True)


@pytest.mark.parametrize(
    "rows",
    [
        ("#####", "#@ .#", "#  $#", "#####"),
        ("######", "#@$$.#", "#   .#", "######"),
        ("#######", "#     #", "# $ $ #", "# @.  #", "#     #", "#######"),
        ("######", "#@ $.#", "####.#", "#   $#", "######"),
    ],
    ids=["corner", "two in a row", "more boxes than goals", "no way to it"],
)
def test_what_cannot_be_solved_is_proved_so_at_once(rows: tuple[str, ...]) -> None:
    found = solve(sokoban(*rows))
    assert (found.outcome, found.moves) == ("impossible", "")
    assert found.reason
    assert found.states <= 5
    assert exhaustive(sokoban(*rows)) == ("impossible", 0)


def test_a_limit_gives_up_and_proves_nothing() -> None:
    program = markovpy.parse(SOKOBAN)
    found = solve(program, level=2, optimal=True, limit=20)
    assert (found.outcome, found.states) == ("gave-up", 20)
    assert "20 states" in found.reason
    assert solve(program, level=2, seconds=0.0).outcome == "gave-up"
    assert solve(program, level=2, progress=lambda states: False).reason == INTERRUPTED


def test_microban_has_the_listed_optima() -> None:
    with shared("data", "microban_optimal.tsv").open(encoding="utf-8") as file:
        listed = list(csv.DictReader(file, delimiter="\t"))
    path = shared("data", "microban_1_60.xsb")
    program = markovpy.parse(SOKOBAN, levels=path)
    for row in listed:
        session = Session(program, int(row["level"]))
        for measure in ("move_opt", "push_opt"):
            session.play(row[f"{measure}_lurd"])
            assert session.status == "won"
            assert session.push_count == int(row[f"{measure}_pushes"])
            session.restart()
        best = solve(session, optimal=True)  # the fewest moves, not the fewest pushes
        assert (best.move_count, best.fewest) == (int(row["move_opt_moves"]), True)
        found = solve(session)
        assert found.outcome == "solved"
        assert found.move_count >= best.move_count
    best = solve(program, level=34, optimal=True)
    assert (best.move_count, best.push_count) == (30, 10)


def test_all_sixty_levels_of_microban_are_solved() -> None:
    program = markovpy.parse(SOKOBAN, levels=shared("data", "microban_1_60.xsb"))
    for level in range(1, 61):
        session = Session(program, level)
        best, found = solve(session, optimal=True), solve(session)
        assert best.outcome == found.outcome == "solved"
        assert best.move_count <= found.move_count
        assert after(session, best.moves).status == "won"


def sliding(rows: str) -> str:
    """Return a game that is won in words which leave it to the general search."""
    width, height = len(rows.split("/")[0]), rows.count("/") + 1
    tiles = "".join(sorted(rows.replace("/", "").replace(".", "")))
    won = "\n".join((tiles + ".")[y * width : (y + 1) * width] for y in range(height))
    return (
        f"grid {width}x{height} values=.{tiles}\nstart {{\n{rows.replace('/', chr(10))}\n}}\n"
        f"on arrows:\n    for t in {tiles}:\n        .t -> t.\n"
        f"win count . == 1 and grid is {{\n{won}\n}}\n"
    )


def slides(width: int) -> Callable[[str], Iterable[str]]:
    def after(board: str) -> Iterable[str]:
        gap = board.index(".")
        x = gap % width
        steps = [*([-1] if x else []), *([1] if x < width - 1 else []), -width, width]
        for other in (gap + step for step in steps):
            if 0 <= other < len(board):
                cells = list(board)
                cells[gap], cells[other] = cells[other], "."
                yield "".join(cells)

    return after


@pytest.mark.parametrize(
    ("width", "height", "most"), [(2, 2, 6), (3, 2, 21), (2, 3, 21), (4, 2, 36)]
)
def test_the_farthest_sliding_boards_take_the_known_moves(
    width: int, height: int, most: int
) -> None:
    home = "1234567"[: width * height - 1] + "."
    depths = {home: 0}
    layer = [home]
    while layer:
        last = layer
        reached = {board: 0 for old in layer for board in slides(width)(old)}
        layer = [board for board in reached if board not in depths]
        depths.update((board, depths[last[0]] + 1) for board in layer)
    assert depths[last[0]] == most
    for board in (*last, *list(depths)[:: max(1, len(depths) // 20)]):
        rows = "/".join(board[y * width : (y + 1) * width] for y in range(height))
        found = solve(markovpy.parse(sliding(rows)), optimal=True)
        assert (found.outcome, found.move_count) == ("solved", depths[board])


def test_half_of_the_sliding_boards_are_proved_impossible() -> None:
    found = solve(markovpy.parse(sliding("213/45.")))
    assert (found.outcome, found.states) == ("impossible", 360)


LIGHTS = """
grid 3x3 values=BW
start {{
    {}
}}
on click:
    prl once:
        B -> W
        W -> B
    prl once:
        *B -> *W
        *W -> *B
win no W
"""
CROSSES = [
    sum(1 << 3 * v + u for u, v in product(range(3), repeat=2) if abs(u - x) + abs(v - y) <= 1)
    for y, x in product(range(3), repeat=2)
]


@pytest.mark.parametrize("lit", [0b111101111, 0b000010000, 0b100010001, 0b000000101])
def test_lights_out_takes_the_fewest_clicks(lit: int) -> None:
    clicks = min(
        sum(chosen)
        for chosen in product((0, 1), repeat=9)
        if lit == _xor(cross for cross, pressed in zip(CROSSES, chosen) if pressed)
    )
    rows = ["".join("BW"[lit >> 3 * y + x & 1] for x in range(3)) for y in range(3)]
    found = solve(markovpy.parse(LIGHTS.format("\n    ".join(rows))), optimal=True)
    assert (found.outcome, found.move_count, found.fewest) == ("solved", clicks, True)


def _xor(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total ^= mask
    return total


def peg_jumps(width: int) -> Callable[[str], Iterable[str]]:
    def after(board: str) -> Iterable[str]:
        for place, step in product(range(len(board)), (-1, 1, -width, width)):
            over, to = place + step, place + 2 * step
            straight = abs(step) > 1 or place // width == to // width
            if (
                0 <= to < len(board)
                and straight
                and board[place] + board[over] + board[to] == "OO."
            ):
                cells = list(board)
                cells[place] = cells[over] = "."
                cells[to] = "O"
                yield "".join(cells)

    return after


@pytest.mark.parametrize(
    "rows", [("OOOO", "O.OO", "OOOO"), ("O..O", ".OO.", "OOO."), ("O.O", "...", "O.O")]
)
@pytest.mark.parametrize("most", [1, 2])
def test_peg_solitaire_is_solved_where_it_can_be(rows: tuple[str, ...], most: int) -> None:
    board = "".join(rows)
    expected = moves_between(
        board, lambda state: str(state).count("O") <= most, peg_jumps(len(rows[0]))
    )
    text = (
        f"grid {len(rows[0])}x{len(rows)} values=.O\nstart {{\n{chr(10).join(rows)}\n}}\n"
        f"on click:\n    OO. -> ..O\nwin count O <= {most}\n"
    )
    found = solve(markovpy.parse(text), optimal=True)
    assert found.outcome == ("impossible" if expected is None else "solved")
    assert found.move_count == (expected or 0)


WINS = [
    "no C off G",
    "every C on G",
    "no C on G",
    "no C",
    "no [BC]",
    "count C == 1",
    "count C < 2 and no B on G",
    "any AC and not any CB",
    "grid is { ABC/CBA }".replace("/", "\n"),
    "count A * 2 >= count C + 3",
    "no A off G or no C",
]
sides = st.text("ABC*", min_size=1, max_size=3)


@st.composite
def games(draw: st.DrawFn) -> str:
    """Draw a game on six cells: any rules, a way to win, perhaps one to lose."""
    rules = []
    for _ in range(draw(st.integers(1, 3))):
        left = draw(sides)
        right = draw(st.text("ABC*", min_size=len(left), max_size=len(left)))
        rules.append(f"    {left} -> {right}")
    event = draw(st.sampled_from(["arrows", "click", "space", "left down"]))
    if event == "click" and draw(st.booleans()):
        rules = [f"    prl once:\n    {rule}" for rule in rules]
    cells = draw(st.text("ABCabc", min_size=6, max_size=6))
    won = draw(st.sampled_from(WINS))
    lose = draw(st.sampled_from(["", "lose any CCC\n", "lose count B == 0\n"]))
    return (
        'grid 3x2 values=ABC\ngoal G from=A to=C\nlegend "a"=A+G "b"=B+G "c"=C+G\n'
        f"level x {{\n{cells[:3]}\n{cells[3:]}\n}}\non {event}:\n"
        + "\n".join(rules)
        + f"\nwin {won}\n{lose}"
    )


@settings(max_examples=150, deadline=None)
@given(games())
def test_any_game_is_solved_as_by_playing_every_move(text: str) -> None:
    try:
        session = Session(markovpy.parse(text))
    except markovpy.ProgramError:
        return  # a rule that changes nothing, for one
    outcome, fewest = exhaustive(session)
    best, found = solve(session, optimal=True), solve(session)
    assert best.outcome == found.outcome == outcome
    assert best.move_count == fewest
    assert found.move_count >= best.move_count
    assert not (outcome == "solved" and hopeless(session))


@st.composite
def rooms(draw: st.DrawFn) -> tuple[str, ...]:
    """Draw a room of four by four with some walls, up to two boxes, and goals."""
    inside = list(
        draw(st.permutations("@" + "$" * draw(st.integers(1, 2)) + ".." + "#" * 3 + " " * 9))
    )
    inside = (inside + [" "] * 16)[:16]
    if "@" not in inside:
        inside[0] = "@"
    rows = ["".join(inside[4 * y : 4 * y + 4]) for y in range(4)]
    return ("######", *(f"#{row}#" for row in rows), "######")


@settings(max_examples=25, deadline=None)
@given(rooms())
def test_any_room_is_solved_as_by_playing_every_move(rows: tuple[str, ...]) -> None:
    session = sokoban(*rows)
    outcome, fewest = exhaustive(session)
    best, found = solve(session, optimal=True), solve(session)
    assert best.outcome == found.outcome == outcome
    assert best.move_count == fewest


ICE = """
grid 7x7 values=BP►▼◄▲WE
facing ►▼◄▲
start {
    WWWWWWW
    W►BBBBW
    WBBWBBW
    WWBBBBW
    WBBBWBW
    WBBBBEW
    WWWWWWW
}
on arrows:
    [►▼◄▲]B -> B►
    [►▼◄▲]E -> B►
ANSWER
    ►B -> B►
win no E
"""


@pytest.mark.parametrize("answer", ["prl:", "one:"])
def test_answers_that_leave_nothing_to_chance_are_played(answer: str) -> None:
    session = Session(markovpy.parse(ICE.replace("ANSWER", answer)))
    best, found = solve(session, optimal=True), solve(session)
    assert (best.outcome, best.move_count, best.fewest) == ("solved", 3, True)
    assert (found.outcome, found.fewest) == ("solved", True)
    assert after(session, found.moves).status == "won"


def test_what_win_asks_for_leads_the_way_where_moves_have_to_be_played() -> None:
    text = (
        "grid 12x1 values=PBAE\nstart { PBBBBBBBBBBE }\non arrows:\n    PB -> BP\n    PE -> BP\n"
        "on space: P -> A\nprl: A -> P\nwin no E\n"
    )
    found = solve(markovpy.parse(text))
    assert (found.outcome, found.moves) == ("solved", "R" * 10 + "r")


def test_what_leaves_a_move_to_chance_is_named() -> None:
    text = "grid 5x1 values=PBEW\nstart { PBBBE }\non arrows:\n    P[BW] -> BP\n    PE -> BP\n"
    session = Session(markovpy.parse(text + "once: B -> W\nwin no E"), seed=1)
    with pytest.raises(RunError, match="left-to-chance") as caught:
        solve(session)
    assert ":6:1" in str(caught.value)
    assert session.text() == "PBBBE"


def test_a_hint_is_the_first_of_moves_that_win() -> None:
    session = Session(markovpy.parse(SOKOBAN), level=3)
    while (event := hint(session)) is not None:
        assert session.send(event).acted
    assert session.status == "won"


def test_a_box_in_a_corner_is_hopeless() -> None:
    session = sokoban("#######", "#  .  #", "# @$  #", "#     #", "#######")
    assert hopeless(session) is None
    session.play("RR")
    found = hopeless(session)
    assert found is not None
    assert found.cells == ((5, 2),)
    assert found.reason == "the $ in column 6, row 3 can never get where it has to be"
    assert found.told == "what is framed can never get where it has to be"
    session.undo()
    assert hopeless(session) is None


def test_a_game_without_a_win_is_neither_hopeless_nor_searched() -> None:
    program = markovpy.parse("grid 3x1 values=BR\nput R at left\non arrows: RB -> BR\n")
    assert hopeless(Session(program, seed=1)) is None
    with pytest.raises(ProgramError, match="no-win"):
        solve(program)


def test_boxes_without_room_are_named_as_levels_write_them_and_framed() -> None:
    found = hopeless(sokoban("########", "#@ $$ .#", "#      #", "########"))
    assert found is not None
    assert found.reason == "2 $ would have to end on 1 cell"
    assert found.cells == ((3, 1), (4, 1))
    assert found.told == "there is 1 cell for the 2 that are framed"
    text = (
        "grid 3x1 values=BCP\ngoal G from=B to=C\nput C at 0,0\nput C at 1,0\non right: CP -> PC\n"
    )
    found = hopeless(Session(markovpy.parse(text + "win no C off G\n"), seed=1))
    assert found is not None
    assert found.reason == "2 C would have to end on 0 cells"  # there is no legend
    assert found.told == "there is no cell for the 2 that are framed"
