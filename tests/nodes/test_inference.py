"""``observe``, ``field``, temperature and search, against plain independent computations."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from collections import deque
from pathlib import Path
from types import FrameType

import numpy as np
import pytest

import markovpy
from markovpy.errors import ProgramError

PUSHES = "    RB -> BR\n    RWB -> BRW\n"
AIM = "    observe I from=B to=W\n" + "".join(f"    observe {v} to=BR\n" for v in "BWR")


def sokoban(rows: str, head: str = "one search") -> str:
    """Return a program that pushes boxes W to the places I."""
    height, width = rows.count("/") + 1, rows.index("/") if "/" in rows else len(rows)
    picture = "\n".join("    " + row for row in rows.split("/"))
    observed = "".join(line for line in AIM.splitlines(True) if line.split()[1] in rows)
    return (
        f"grid {width}x{height} values=BRWID\nstart {{\n{picture}\n}}\n{head}:\n{PUSHES}{observed}"
    )


def shortest(rows: str) -> int | None:
    """Return how many pushes and steps a puzzle needs, by plain breadth-first search."""
    lines = rows.split("/")
    height, width = len(lines), len(lines[0])
    goals = frozenset((x, y) for y in range(height) for x in range(width) if lines[y][x] == "I")
    boxes = frozenset((x, y) for y in range(height) for x in range(width) if lines[y][x] == "W")
    walls = frozenset((x, y) for y in range(height) for x in range(width) if lines[y][x] == "D")
    players = frozenset((x, y) for y in range(height) for x in range(width) if lines[y][x] == "R")
    start = (players, boxes)
    seen, queue = {start: 0}, deque([start])
    while queue:
        state = queue.popleft()
        players, boxes = state
        if boxes == goals:
            return seen[state]
        for x, y in players:
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                one, two = (x + dx, y + dy), (x + 2 * dx, y + 2 * dy)
                taken = walls | players
                moved = boxes
                if one in boxes:
                    if (
                        two in boxes
                        or two in taken
                        or not (0 <= two[0] < width and 0 <= two[1] < height)
                    ):
                        continue
                    moved = boxes - {one} | {two}
                elif one in taken or not (0 <= one[0] < width and 0 <= one[1] < height):
                    continue
                child = (players - {(x, y)} | {one}, moved)
                if child not in seen:
                    seen[child] = seen[state] + 1
                    queue.append(child)
    return None


def puzzles() -> list[str]:
    """Return small random puzzles, solvable or not."""
    rng = random.Random(7)
    found = []
    for _ in range(60):
        width, height = rng.randint(2, 5), rng.randint(1, 4)
        boxes = rng.randint(1, 2)
        cells = ["R", *"W" * boxes, *"I" * boxes, *"D" * rng.randint(0, 2)]
        cells = (cells + ["B"] * 20)[: width * height]
        if "I" not in cells or cells.count("I") != boxes:
            continue
        rng.shuffle(cells)
        rows = ["".join(cells[y * width : (y + 1) * width]) for y in range(height)]
        found.append("/".join(rows))
    return found


@pytest.mark.parametrize("rows", puzzles())
def test_breadth_first_search_finds_the_shortest_solution(rows: str) -> None:
    run = markovpy.parse(sokoban(rows, "one search depth=1000")).run(seed=1)
    length = shortest(rows)
    codes = [note.code for note in run.notes]
    if length is None:
        assert codes == ["search-impossible"]
        assert run.text().replace("\n", "/").rstrip("/") == rows
    else:
        assert codes == ["search-solved"]
        assert run.turns == length + 1
        assert {
            (run.symbols[v]) for v, r in zip(run.grid.flat, rows.replace("/", "")) if r == "I"
        } == {"W"}


def test_three_outcomes_of_a_search() -> None:
    solved = markovpy.parse(sokoban("RBWBIBB")).run(seed=1)
    assert solved.text().strip() == "BBBRWBB"
    assert [(n.code, n.severity) for n in solved.notes] == [("search-solved", "note")]
    cornered = markovpy.parse(sokoban("WBI/BRB/BBB")).run(seed=1)
    assert [(n.code, n.severity) for n in cornered.notes] == [("search-impossible", "warning")]
    far = markovpy.parse(sokoban("RBWBIBB/BBBBBBB", "one search limit=2")).run(seed=1)
    assert [(n.code, n.severity) for n in far.notes] == [("search-gave-up", "warning")]
    assert far.text().split() == ["RBWBIBB", "BBBBBBB"]


def test_failed_search_stops_and_the_program_goes_on() -> None:
    text = sokoban("WBI/BRB/BBB") + "once: R -> D\n"
    run = markovpy.parse(text).run(seed=3)
    assert run.text().split() == ["WBI", "BDB", "BBB"]


def test_failed_search_can_go_on_at_random() -> None:
    program = markovpy.parse(sokoban("WBI/BRB/BBB", "one search fail=random steps=20"))
    run = program.run(seed=3)
    assert run.turns == 21
    assert "I" not in run.text()


def test_failed_search_of_a_model_goes_on_at_random_with_a_warning() -> None:
    model = (
        '<one values="BRWI" search="True" steps="9"><rule in="B" out="R"/><rule in="R" out="B"/>'
        '<observe value="I" from="B" to="W"/><union symbol="?" values="BR"/></one>'
    )
    run = markovpy.parse(model, size=(3, 1)).run(seed=1)
    assert [note.code for note in run.notes] == ["absent-value"]
    model = model.replace('value="I" from="B"', 'value="B"')
    run = markovpy.parse(model, size=(3, 1)).run(seed=1)
    assert run.turns == 10
    assert [note.severity for note in run.notes] == ["warning"]


def test_search_over_sets_does_not_claim_a_proof() -> None:
    text = "grid 3x1 values=BWAG\nstart {\n    WGB\n}\none search:\n    [BW]G -> GA\n"
    text += "    observe G to=W\n"
    run = markovpy.parse(text + "    observe W to=WG\n    observe B to=B\n").run(seed=1)
    assert [note.code for note in run.notes] == ["search-gave-up"]


def test_two_move_at_once() -> None:
    text = "grid 5x1 values=BRI\nstart {\n    RBBBR\n}\n"
    text += "all search:\n    RB -> BR\n    observe B to=B\n"
    assert markovpy.parse(text).run(seed=1).turns == 1  # all is as observed already
    text = "grid 6x1 values=BRI\nstart {\n    RIBBIR\n}\nall search:\n    RB -> BR\n"
    text += "    observe I from=B to=R\n    observe R to=B\n    observe B to=B\n"
    run = markovpy.parse(text).run(seed=1)
    assert (run.text().strip(), run.turns) == ("BRBBRB", 2)


def test_a_search_can_be_interrupted() -> None:
    def ring(_: int, __: FrameType | None) -> None:
        raise KeyboardInterrupt

    rows = "RBBBBBBB/BWBWBWBB/BBBBBBBB/BWBWBWBB/BBBBBBBB/BIIIIIIB/BBBBBBBB"
    run = markovpy.parse(sokoban(rows, "one search depth=50")).begin(seed=1)
    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.3)
    try:
        with pytest.raises(KeyboardInterrupt):
            run.finish()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_absent_observed_value_ends_the_node() -> None:
    text = "grid 3x1 values=BRW\none:\n    B -> W\n    observe R to=W\n"
    run = markovpy.parse(text).run(seed=1)
    assert run.text().strip() == "BBB"
    (note,) = run.notes
    assert (note.code, note.severity) == ("absent-value", "note")
    assert "'R'" in note.message
    after = markovpy.parse(text + "once: B -> R\n").run(seed=1)
    assert after.text().count("R") == 1


@pytest.mark.parametrize("kind", ["one", "all"])
def test_observation_is_reached(kind: str) -> None:
    text = f"grid 9x7 values=BRGW\nput R at 0,0\nput G at 8,6\n{kind}:\n    RB -> WR\n"
    text += "    observe G from=B to=R\n    observe R to=W\n    observe B to=BW\n"
    run = markovpy.parse(text).run(seed=5, steps=14)
    assert run.symbols[run.grid[6, 8]] == "R"
    assert run.turns == 14
    assert run.text().count("W") == 14


def distances(grid: np.ndarray, zero: set[int], on: set[int]) -> np.ndarray:
    """Return walking distances, -1 for out of reach, by plain breadth-first search."""
    found = np.full(grid.shape, -1)
    queue = deque()
    for place in np.ndindex(*grid.shape):
        if int(grid[place]) in zero:
            found[place] = 0
            queue.append(place)
    while queue:
        place = queue.popleft()
        for axis in range(3):
            for step in (-1, 1):
                other = list(place)
                other[axis] += step
                if not 0 <= other[axis] < grid.shape[axis]:
                    continue
                key = tuple(other)
                if found[key] < 0 and int(grid[key]) in on:
                    found[key] = found[place] + 1
                    queue.append(key)
    return found


@pytest.mark.parametrize("size", ["9x7", "12x1", "1x9", "5x4x3"])
@pytest.mark.parametrize("seed", range(6))
def test_fields_are_walking_distances(size: str, seed: int) -> None:
    text = f"grid {size} values=BRGW\nprl once:\n    B -> R p=0.1\n    B -> G p=0.15\n"
    text += "    B -> W p=0.2\none temperature=4 steps=40:\n    RB -> BR\n    W -> B\n    B -> G\n"
    text += "    GB -> BG\n    field R to=G on=BR recompute\n    field G from=R on=B recompute\n"
    run = markovpy.parse(text).begin(seed=seed)
    node = run._machine.state.rule_nodes[-1]
    run.advance()
    for _ in range(30):
        grid = run._machine.state.grid.copy()
        if not run.advance():
            break
        potentials = node.guide.potential_array.reshape(4, *grid.shape)
        if (grid == 2).any():
            assert (np.maximum(potentials[1], -1) == distances(grid, {2}, {0, 1})).all()
        if (grid == 1).any():
            assert (np.maximum(potentials[2], -1) == distances(grid, {1}, {0})).all()


def test_field_leads_the_shortest_way() -> None:
    text = "grid 7x5 values=BRGWN\nstart {\n    RBWBBBB\n    BBWBWWB\n    BBBBWGB\n    WWWWWWB\n"
    text += "    BBBBBBB\n}\none:\n    RB -> NR\n    RG -> NR\n    field R to=G on=B\n"
    run = markovpy.parse(text).run(seed=2)
    assert run.turns == 14  # 13 cells from R to G, and the idle last turn
    assert run.text().split()[2][5] == "R"


def test_essential_field_ends_the_node() -> None:
    text = "grid 4x1 values=BRG\nput R at 0,0\none:\n    RB -> BR\n    field R to=G on=B{}\n"
    assert markovpy.parse(text.format(" essential")).run(seed=1).text().strip() == "RBBB"
    assert markovpy.parse(text.format("")).run(seed=1).text().strip() == "RBBB"
    both = text.format("") + "    field B to=R on=B{}\n"
    assert markovpy.parse(both.format("")).run(seed=1, steps=3).text().strip() == "RBBB"


def test_temperature_makes_worse_matches_rarer() -> None:
    program = markovpy.parse(
        "grid 5x1 values=BRG\nstart {\n    BBRBG\n}\none once temperature=2:\n    RB -> BR\n"
        "    field R to=G on=BR\n"
    )
    right = sum(program.run(seed=s).text().strip() == "BBBRG" for s in range(4000))
    # h is -1 to the right and +1 to the left: weights e^(1/2) and e^(-1/2).
    assert abs(right / 4000 - np.e / (np.e + 1)) < 0.03


ERRORS = [
    ("one:\n    B -> W\n    observe R to=W\n    observe R to=B", "repeated-element", "R"),
    ("one:\n    B -> W\n    field R to=W on=B\n    field R from=B on=B", "repeated-element", "R"),
    ("one:\n    B -> W\n    field R on=B", "missing-argument", "field R on=B"),
    ("one:\n    B -> W\n    field R to=W from=B on=B", "repeated-argument", "to=W"),
    ("one:\n    B -> W\n    field R to=W", "missing-argument", "field R to=W"),
    ("one:\n    B -> W\n    observe R from=B", "missing-argument", "observe R from=B"),
    ("one temperature=2:\n    B -> W", "no-aim", "temperature=2"),
    ("one temperature=-2:\n    B -> W\n    observe R to=W", "no-aim", "temperature=-2"),
    ("all search:\n    B -> W\n    field R to=W on=B", "no-aim", "search"),
    ("one limit=4:\n    B -> W\n    observe R to=W", "no-aim", "limit=4"),
    ("one fail=stop:\n    B -> W\n    observe R to=W", "no-aim", "fail=stop"),
    ("one depth=2:\n    B -> W\n    observe R to=W", "no-aim", "depth=2"),
    ("one search fail=never:\n    B -> W\n    observe R to=W", "unknown-choice", "never"),
    ("one:\n    B -> W\n    observe Q to=W", "unknown-symbol", "Q"),
    ("one:\n    B -> W\n    observe R to=WQ", "unknown-symbol", "Q"),
    ("prl:\n    B -> W\n    observe R to=W", "misplaced", "observe"),
    ("B -> W\nfield R to=W on=B", "misplaced", "field"),
]


@pytest.mark.parametrize(("text", "code", "marked"), ERRORS)
def test_errors(text: str, code: str, marked: str) -> None:
    with pytest.raises(ProgramError) as caught:
        markovpy.parse(f"grid 3x3 values=BRW\n{text}\n")
    (found,) = caught.value.diagnostics
    assert found.span is not None
    assert (found.code, caught.value.source.slice(found.span)) == (code, marked)


def test_search_in_three_dimensions_is_an_error() -> None:
    with pytest.raises(ProgramError, match="lowest layer"):
        markovpy.parse("grid 3x3x3 values=BRW\none search:\n    B -> W\n    observe R to=W\n")


@pytest.mark.parametrize(
    ("model", "code"),
    [
        ('<one values="BW" in="B" out="W" limit="1"/>', "no-aim"),
        ('<one values="BW" in="B" out="W" temperature="1"/>', "no-aim"),
        (
            '<one values="BW"><rule in="B" out="W"/><observe value="B" to="W"/>'
            '<observe value="B" to="B"/></one>',
            "repeated-element",
        ),
        (
            '<one values="BW"><rule in="B" out="W"/><field for="B" to="W" from="B" on="B"/></one>',
            "repeated-argument",
        ),
    ],
)
def test_odd_models_are_warned_of(model: str, code: str) -> None:
    program = markovpy.parse(model, size=(4, 1))
    assert [warning.code for warning in program.warnings] == [code]


def test_limit_without_search_is_no_bound() -> None:
    program = markovpy.parse('<one values="BW" in="B" out="W" limit="1"/>', size=(4, 1))
    assert program.run(seed=1).text().strip() == "WWWW"


def test_a_truth_is_true_or_false() -> None:
    model = (
        '<one values="BW"><rule in="B" out="W"/><field for="B" to="W" on="B" recompute="2"/></one>'
    )
    with pytest.raises(ProgramError, match="neither True nor False"):
        markovpy.parse(model, size=(4, 1))


@pytest.mark.parametrize(
    ("head", "code"),
    [("one search", 4), ("one search limit=2", 3), ("one search fail=random steps=5", 0)],
)
def test_exit_code_of_a_search_without_a_solution(tmp_path: Path, head: str, code: int) -> None:
    rows = "RBWBIBB/BBBBBBB" if "limit" in head else "WBI/BRB/BBB"
    path = tmp_path / "puzzle.mj"
    path.write_text(sokoban(rows, head))
    command = [sys.executable, "-m", "markovpy", "run", str(path), "--seed", "1", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == code, done.stderr
    found = json.loads(done.stdout)["diagnostics"]
    assert [d["code"] for d in found][-1] == (
        "search-gave-up" if code == 3 else "search-impossible"
    )
