"""What every node kind does: values that follow from its meaning."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections import Counter

import pytest

import markovpy
from markovpy.errors import MarkovError


def rows(text: str, seed: int = 0, **options: object) -> str:
    """Return the final grid of a program, rows joined by ``/``."""
    run = markovpy.parse(text).run(seed=seed, **options)  # type: ignore[arg-type]
    return run.text().strip().replace("\n", "/")


def spread(text: str, seeds: int) -> Counter[str]:
    """Return how often each final grid occurs over some seeds."""
    program = markovpy.parse(text)
    return Counter(program.run(seed=s).text().strip().replace("\n", "/") for s in range(seeds))


def near(count: int, expected: float, trials: int) -> bool:
    """Return whether a count lies within five standard deviations."""
    share = expected / trials
    return abs(count - expected) <= 5 * math.sqrt(trials * share * (1 - share))


# ---- one, all, prl (cases A08, A10, A11, A06, A20)


@pytest.mark.parametrize("kind", ["one", "all"])
def test_overlapping_matches_leave_one_cell(kind: str) -> None:
    found = spread(f"grid 5x1 values=BW\n{kind}: BB -> WW", 100)
    assert set(found) == {"BWWWW", "WWBWW", "WWWWB"}


def test_prl_applies_overlapping_matches() -> None:
    assert set(spread("grid 5x1 values=BW\nprl: BB -> WW", 20)) == {"WWWWW"}


def test_one_draws_among_matches_not_rules() -> None:
    text = 'grid 4x1 values=ABX\nstart "ABBB"\none steps=1:\n    A -> X\n    B -> X'
    found = spread(text, 1000)
    assert near(found["XBBB"], 250, 1000)
    assert sum(found.values()) == 1000
    assert set(found) == {"XBBB", "AXBB", "ABXB", "ABBX"}


def test_a_symmetric_pattern_has_no_double_weight() -> None:
    # BB matches twice in BBB, RB matches once in each of its two places.
    text = 'grid 5x1 values=BWR\nstart "BBBRB"\nonce: RB -> WW\n'
    assert set(spread(text, 20)) == {"BBWWB", "BBBWW"}
    # 'BB' alone: 2 places, each once, although mirrored it is the same.
    found = spread('grid 4x1 values=BWR\nstart "BBBR"\nonce:\n    BB -> WW\n    R -> B', 1500)
    assert near(found["BBBB"], 500, 1500)


def test_prl_tosses_a_coin_per_match() -> None:
    found = spread("grid 1x1 values=BW\nprl once: B -> W p=0.5", 1000)
    assert near(found["W"], 500, 1000)


def test_prl_ends_in_a_turn_in_which_every_coin_fails() -> None:
    found = spread("grid 1x1 values=BW\nprl: B -> W p=0.5", 1000)
    assert near(found["W"], 500, 1000)
    two = spread("grid 2x1 values=BW\nprl: B -> W p=0.5", 2000)
    # From BB: 1/4 ends, 1/4 to WW, 1/2 to one W, then half of those to WW.
    assert near(two["BB"], 500, 2000)
    assert near(two["WW"], 1000, 2000)


def test_p_of_the_node_is_the_default_of_its_rules() -> None:
    assert rows("grid 3x1 values=BW\nprl p=0: B -> W") == "BBB"
    assert rows("grid 3x1 values=BW\nprl once p=0: B -> W p=1") == "WWW"


@pytest.mark.parametrize("rule", ["B -> B", "B -> *", "* -> *", "[BW]B -> *B"])
@pytest.mark.parametrize("kind", ["one", "all", "prl"])
def test_a_rule_that_changes_nothing_is_left_out(kind: str, rule: str) -> None:
    program = markovpy.parse(f"grid 3x1 values=BW\n{kind}: {rule}")
    assert [w.code for w in program.warnings] == ["no-effect"]
    run = program.run(seed=1)
    assert (run.stopped, run.text().strip()) == ("done", "BBB")
    assert run.turns <= 1


@pytest.mark.parametrize("kind", ["one", "all", "prl"])
def test_an_imported_rule_that_changes_nothing_ends_at_the_cap_at_the_latest(kind: str) -> None:
    program = markovpy.parse(f'<{kind} values="BW" in="B" out="B"/>', size=(3, 1))
    run = program.run(seed=1)
    assert run.text().strip() == "BBB"
    assert run.stopped in ("done", "cap")


def test_a_pattern_larger_than_the_grid_never_matches() -> None:
    program = markovpy.parse("grid 2x1 values=BW\none: BBB -> WWW")
    run = program.run(seed=0)
    assert (run.text().strip(), run.stopped) == ("BB", "done")
    assert [w.code for w in program.warnings] == ["larger-than-grid"]


def test_an_endless_program_stops_at_the_cap_and_says_where() -> None:
    run = markovpy.parse("grid 2x1 values=BR\nput R at 0,0\none: RB -> BR").run(seed=0)
    assert (run.stopped, run.turns) == ("cap", 50_000)
    assert run.message is not None
    assert run.message.span is not None
    assert sorted(run.text().strip()) == ["B", "R"]


# ---- steps, once


def test_steps_bound_the_turns() -> None:
    assert rows("grid 9x1 values=BW\none steps=4: B -> W").count("W") == 4
    assert rows("grid 9x1 values=BW\none steps=0: B -> W").count("W") == 0
    assert rows("grid 9x1 values=BW\none once: B -> W").count("W") == 1
    assert rows("grid 9x1 values=BW\nonce: B -> W").count("W") == 1
    assert rows("grid 9x1 values=BW\none steps=(area - 2)*1: B -> W").count("W") == 7


def test_a_range_of_steps_is_drawn_evenly() -> None:
    found: Counter[int] = Counter()
    program = markovpy.parse("grid 9x1 values=BW\none steps=2..4: B -> W")
    for seed in range(900):
        found[program.run(seed=seed).text().count("W")] += 1
    assert set(found) == {2, 3, 4}
    assert all(near(count, 300, 900) for count in found.values())


def test_steps_count_per_activation_of_the_block() -> None:
    assert rows("grid 4x1 values=BW\nmarkov:\n    one steps=1: B -> W").count("W") == 1  # A04
    assert rows("grid 4x1 values=BW\nrepeat:\n    one steps=1: B -> W") == "WWWW"
    assert rows("grid 4x1 values=BW\nrepeat 3:\n    one steps=1: B -> W").count("W") == 3
    text = "grid 6x1 values=BW\nrepeat 2:\n    markov:\n        one steps=2: B -> W"
    assert rows(text).count("W") == 4


# ---- markov, sequence, repeat


def test_markov_prefers_earlier_children() -> None:
    text = 'grid 4x1 values=BWR\nstart "BBBB"\nmarkov:\n    one: W -> R\n    one: B -> W'
    run = markovpy.parse(text).begin(seed=3)
    seen = []
    while run.advance():
        seen.append(run.text().strip())
    assert all(state.count("W") <= 1 for state in seen)
    assert seen[-1] == "RRRR"


def test_bare_rules_in_a_markov_are_nodes_of_their_own() -> None:
    one = "grid 8x8 values=BWR\nput R at center\nmarkov:\n    RB -> WR\n    RW -> BB\n"
    two = one.replace("    RB", "    one: RB").replace("    RW", "    one: RW")
    assert rows(one, seed=5) == rows(two, seed=5)


def test_a_child_block_of_markov_runs_to_its_end() -> None:
    text = """\
grid 6x1 values=BWR
markov:
    one: R -> W
    sequence:
        one steps=2: B -> W
        one steps=1: B -> R
"""
    assert rows(text) == "WWWWWW"
    first = markovpy.parse(text).begin(seed=1)
    first.advance(3)
    assert Counter(first.text().strip()) == Counter("WWRBBB")


def test_sequence_runs_once_also_inside_another() -> None:
    flat = "grid 4x1 values=BW\none steps=1: B -> W"
    nested = "grid 4x1 values=BW\nonce: W -> W\nsequence:\n    one steps=1: B -> W\nonce: W -> W"
    assert rows(flat).count("W") == 1
    assert rows(nested).count("W") == 1


def test_repeat_without_a_number_ends_with_a_pass_in_which_nothing_acts() -> None:
    text = """\
grid 9x1 values=BWR
repeat:
    one steps=1: B -> W
    one steps=1: W -> R
"""
    assert rows(text) == "RRRRRRRRR"


def test_repeat_counts_passes_also_those_in_a_range() -> None:
    found: Counter[int] = Counter()
    program = markovpy.parse("grid 9x1 values=BW\nrepeat 1..3:\n    once: B -> W")
    for seed in range(600):
        found[program.run(seed=seed).text().count("W")] += 1
    assert set(found) == {1, 2, 3}
    assert all(near(count, 200, 600) for count in found.values())
    assert rows("grid 9x1 values=BW\nrepeat 0:\n    once: B -> W") == "B" * 9
    assert rows("grid 2x1 values=BW\nrepeat 1000000:\n    once: B -> W") == "WW"


# ---- choose


def test_choose_draws_by_weight() -> None:
    text = """\
grid 1x1 values=BWR
choose:
    one weight=3: B -> W
    one: B -> R
"""
    found = spread(text, 2000)
    assert near(found["W"], 1500, 2000)
    assert near(found["R"], 500, 2000)


def test_choose_falls_back_to_what_can_act() -> None:
    text = "grid 5x1 values=BWR\nchoose:\n    one weight=100: R -> W\n    one: B -> W"
    assert rows(text) == "WWWWW"


def test_choose_steps_bound_the_choices() -> None:
    text = "grid 5x1 values=BWR\nchoose steps=3:\n    B -> W\n    B -> R"
    assert rows(text).count("B") == 2


def test_choose_runs_a_block_to_its_end() -> None:
    text = """\
grid 6x1 values=BWR
choose steps=1:
    sequence:
        one steps=2: B -> W
        one steps=1: B -> R
"""
    assert Counter(rows(text)) == Counter("WWRBBB")


# ---- if, while, require, conditions


@pytest.mark.parametrize(
    ("condition", "holds"),
    [
        ("any W", True),
        ("no W", False),
        ("any WW", True),
        ("no RW", False),
        ("any BR", False),
        ("count B == 4", True),
        ("count W == 2", True),
        ("count WW == 1", True),
        ("count BW == 1", True),
        ("count BB == 3", True),
        ("count [BR] == 5", True),
        ("count [^B] == 3", True),
        ("count * == 7", True),
        ("count W/B == 1", True),
        ("count W + count R == 3", True),
        ("count W * 2 - 1 >= 3", True),
        ("count W / 2 == 1", True),
        ("count W % 2 == 0", True),
        ("area == 7 and width == 7 and height == 1 and depth == 1", True),
        ("area/2 == 3", True),
        ("-count W == 0-2", True),
        ("any R and no BR", True),
        ("no R or any BW", True),
        ("not any R", False),
        ("not (no R or no W)", True),
        ("(1 + 2) * 2 == 6", True),
        ("1 < 2 and 2 <= 2 and 3 > 2 and 2 >= 2 and 1 != 2", True),
        ("grid is start", True),
        ('grid is "BBBBWWR"', True),
        ('grid is "BBBBWWB"', False),
        ("grid is { BBBBWWR }", True),
    ],
)
def test_conditions(condition: str, holds: bool) -> None:
    text = f'grid 7x1 values=BWRX\nstart "BBBBWWR"\nif {condition}: prl once: [BWR] -> X\n'
    assert rows(text) == ("XXXXXXX" if holds else "BBBBWWR")


def test_counts_with_symmetry_take_each_place_and_variant_once() -> None:
    # WWW/WWW/WWW: WW lies in 6 + 6 places; as one orientation only in 6.
    base = "grid 3x3 values=WX\nif count WW == {n}{s}: prl once: W -> X"
    assert rows(base.format(n=12, s="")) == "XXX/XXX/XXX"
    assert rows(base.format(n=6, s=" symmetry=none")) == "XXX/XXX/XXX"
    # a corner piece has four orientations in each of four places
    corner = 'grid 3x3 values=WX\nif count "WW/W*" == {n}{s}: prl once: W -> X'
    assert rows(corner.format(n=16, s="")) == "XXX/XXX/XXX"
    assert rows(corner.format(n=4, s=" symmetry=none")) == "XXX/XXX/XXX"


def test_if_and_else() -> None:
    text = "grid 3x1 values=BWR\nif any W:\n    B -> R\nelse:\n    B -> W\n"
    assert rows(text) == "WWW"
    assert rows(text.replace("any W", "no W")) == "RRR"


def test_while_looks_before_each_pass() -> None:
    text = "grid 9x1 values=BW\nwhile count B > 4:\n    once: B -> W\n"
    assert rows(text).count("B") == 4
    assert rows("grid 3x1 values=BW\nwhile no W:\n    all: B -> W\n") == "WWW"
    assert rows("grid 3x1 values=BWR\nwhile any B:\n    one: R -> W\n") == "BBB"


def test_require_starts_over_until_it_holds() -> None:
    text = "grid 1x1 values=BW\nprl once: B -> W p=0.5\nrequire any W"
    assert set(spread(text, 100)) == {"W"}


def test_require_goes_on_with_the_same_generator() -> None:
    # The number of the try in which the coin first falls right is geometric; were the generator
    # started anew, every try would fail like the first and the run would give up.
    program = markovpy.parse("grid 1x1 values=BW\nprl once: B -> W p=0.1\nrequire any W tries=500")
    assert all(program.run(seed=s).text().strip() == "W" for s in range(200))


def test_require_gives_up_after_its_tries() -> None:
    program = markovpy.parse("grid 1x1 values=BW\nrequire any W tries=3")
    with pytest.raises(markovpy.RunError) as error:
        program.run(seed=0)
    (diagnostic,) = error.value.diagnostics
    assert diagnostic.code == "require-failed"
    assert "3 tries" in diagnostic.message
    assert diagnostic.span is not None
    assert error.value.source.slice(diagnostic.span) == "require any W tries=3"


# ---- reference models (A03, A04, A02, A19, A31, A32)


def model(text: str, size: tuple[int, ...], seed: int = 0) -> str:
    return markovpy.parse(text, size=size).run(seed=seed).text().strip().replace("\n", "/")


def test_a_nested_sequence_repeats() -> None:
    inner = '<one in="B" out="W" steps="1"/>'
    nested = f'<sequence values="BW"><sequence>{inner}</sequence></sequence>'
    assert model(nested, (4, 1)) == "WWWW"
    assert model(f'<sequence values="BW">{inner}</sequence>', (4, 1)).count("W") == 1
    assert model(f'<markov values="BW">{inner}</markov>', (4, 1)).count("W") == 1


def test_repeat_is_the_nested_sequence_of_the_reference() -> None:
    inner = '<one in="BW" out="WW"/><one in="B" out="W" steps="1"/>'
    xml = f'<sequence values="BW"><sequence>{inner}</sequence></sequence>'
    mj = "grid 8x8 values=BW\nsequence:\n    repeat:\n        BW -> WW\n        once: B -> W"
    for seed in range(5):
        ours, theirs = markovpy.parse(mj), markovpy.parse(xml, size=(8, 8))
        assert ours.run(seed=seed).sha256 == theirs.run(seed=seed).sha256


@pytest.mark.parametrize(
    ("size", "place"),
    [((5, 5), (2, 2)), ((4, 4), (2, 2)), ((4, 3), (2, 1)), ((2, 1), (1, 0)), ((1, 1), (0, 0))],
)
def test_the_origin_is_the_integer_half(size: tuple[int, int], place: tuple[int, int]) -> None:
    xml = '<one values="BR" origin="{}" in="RRR" out="BBB"/>'
    for spelling in ("True", "true"):
        grid = markovpy.parse(xml.format(spelling), size=size).run(seed=0).grid
        assert [tuple(map(int, found)) for found in zip(*grid.nonzero(), strict=True)] == [
            (place[1], place[0])
        ]
    program = markovpy.parse(f"grid {size[0]}x{size[1]} values=BR\nput R at center\nRRR -> BBB")
    assert program.run(seed=0).grid[place[1], place[0]] == 1


@pytest.mark.parametrize("root", ["one", "all", "prl"])
def test_the_root_may_be_a_rule_node(root: str) -> None:
    assert model(f'<{root} values="BW" in="B" out="W"/>', (4, 1)) == "WWWW"


def test_details_of_models_that_trip_importers() -> None:
    text = '\ufeff<prl values="B W" in="B" out="W" p=".25" steps="1" />\r\n'
    found = Counter(model(text, (1, 1), seed) for seed in range(1000))
    assert near(found["W"], 250, 1000)
    assert model('<one values="BW" in="B" out="W" limit="1"/>', (4, 1)) == "WWWW"
    assert model('<one values="BRW" origin="True" in="RB" out="*W" symmetry="()"/>', (3, 3)) == (
        "BBB/BRW/BBB"
    )


# ---- the same seed (A24)


def test_the_same_in_every_process() -> None:
    code = (
        "import markovpy\n"
        "p = markovpy.parse('''grid 12x12 values=BWRGP\nunion ? = RG\nput R at random\n"
        "choose:\n    R[BW] -> GR\n    one weight=2: ?B -> *P\n    all: GB -> WW\n''')\n"
        "r = p.run(seed=5, steps=200)\nprint(r.turns, r.sha256, p.run(seed=5, steps=200).sha256)\n"
    )
    outputs = set()
    for hash_seed in ("1", "2", "3"):
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(
            [sys.executable, "-c", code],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        outputs.add(done.stdout)
    assert len(outputs) == 1
    _, first, second = outputs.pop().split()
    assert first == second


def test_another_seed_is_another_run() -> None:
    assert len(spread("grid 5x5 values=BW\none steps=5: B -> W", 50)) > 40


def test_wrong_seeds_are_refused() -> None:
    program = markovpy.parse("grid 3x3 values=BW\nB -> W")
    for seed in (-1, 2**31):
        with pytest.raises(MarkovError):
            program.run(seed=seed)
