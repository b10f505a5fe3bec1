"""What ``docs/language.md`` says of random draws and of turns, looked at with the generator."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import markovpy
from markovpy.engine.random import Random

SEEDS = range(40)


def last_row(text: str, seed: int) -> str:
    """Return the only row that a program of one row ends with."""
    return markovpy.parse(text).run(seed=seed).text()


def with_cells(width: int, symbol: str, *cells: int) -> str:
    """Return a row of B with a symbol in some cells."""
    row = ["B"] * width
    for cell in cells:
        row[cell] = symbol
    return "".join(row)


def check(text: str, expected: Callable[[Random], str]) -> None:
    """Check a program of one row against what the generator lets one expect."""
    for seed in SEEDS:
        assert last_row(text, seed) == expected(Random(seed)), seed


def test_put_at_random_draws_one_of_all_cells_in_source_order() -> None:
    def expected(rng: Random) -> str:
        row = list("BBBBBBBB")
        row[rng.below(8)] = "W"
        row[rng.below(8)] = "R"
        return "".join(row)

    text = "grid 8x1 values=BWR\nput W at random\nput R at random\none: BBBBBBBBB -> WWWWWWWWW"
    check(text, expected)


def test_one_draws_one_of_the_matches() -> None:
    check("grid 8x1 values=BR\nonce: B -> R", lambda rng: with_cells(8, "R", rng.below(8)))


def test_one_draws_again_where_the_drawn_match_no_longer_holds() -> None:
    def expected(rng: Random) -> str:
        first = [1, 0][rng.below(2)]  # the places of BB in a row of three, as first found
        rng.below(1)  # the other one, which no longer holds
        row = with_cells(3, "R", first, first + 1)
        white = first + rng.below(2)
        return row[:white] + "W" + row[white + 1 :]

    check("grid 3x1 values=BRW\none: BB -> RR\nonce: R -> W", expected)


def test_first_look_goes_in_steps_of_the_pattern_size() -> None:
    def expected(rng: Random) -> str:
        place = [1, 0, 3, 2, 5, 4, 6][rng.below(7)]
        return with_cells(8, "R", place, place + 1)

    check("grid 8x1 values=BR\nonce symmetry=none: BB -> RR", expected)


def test_rules_come_before_orientations_and_orientations_before_places() -> None:
    def expected(rng: Random) -> str:
        variant, place = divmod(rng.below(6), 2)
        place = [1, 0][place]
        written = ["RG", "GR", "WW"][variant]
        return "B" * place + written + "B" * (1 - place)

    check("grid 3x1 values=BRGW\nonce:\n    BB -> RG\n    BB -> WW", expected)


def test_all_takes_the_matches_in_a_shuffled_order() -> None:
    def expected(rng: Random) -> str:
        places = [1, 0, 3, 2]  # the places of BB in a row of five
        for i in range(4):
            drawn = rng.below(i + 1)
            places[i], places[drawn] = places[drawn], places[i]
        row = list("BBBBB")
        for place in places:
            if row[place] == row[place + 1] == "B":
                row[place] = row[place + 1] = "R"
        return "".join(row)

    check("grid 5x1 values=BR\nall: BB -> RR", expected)


def test_prl_draws_for_each_match_even_without_p() -> None:
    def expected(rng: Random) -> str:
        for _ in range(8):
            rng.fraction()
        place = rng.below(8)
        return "G" * place + "R" + "G" * (7 - place)

    check("grid 8x1 values=BGR\nprl: B -> G\nonce: G -> R", expected)


def test_prl_applies_a_match_where_the_draw_is_not_above_p() -> None:
    def expected(rng: Random) -> str:
        return "".join("R" if rng.fraction() <= 0.4 else "B" for _ in range(8))

    check("grid 8x1 values=BR\nprl once: B -> R p=0.4", expected)


def test_range_of_steps_is_drawn_before_the_first_turn_even_without_a_match() -> None:
    def expected(rng: Random) -> str:
        rng.below(3)
        return with_cells(8, "R", rng.below(8))

    check("grid 8x1 values=BWR\none steps=2..4: W -> R\nonce: B -> R", expected)


def test_range_in_a_block_is_drawn_each_time_the_block_is_entered() -> None:
    def expected(rng: Random) -> str:
        places = list(range(8))
        chosen = []
        for _ in range(2):
            rng.below(3)
            drawn = rng.below(len(places))
            chosen.append(places[drawn])
            places[drawn] = places[-1]
            places.pop()
        return with_cells(8, "G", *chosen)

    text = """
grid 8x1 values=BGW
markov:
    sequence:
        one steps=2..4: W -> B
    one steps=2: B -> G
"""
    check(text, expected)


def test_range_of_passes_is_drawn_when_the_first_pass_begins() -> None:
    def expected(rng: Random) -> str:
        return f"{2 + rng.below(3)}"

    for seed in SEEDS:
        row = last_row("grid 8x1 values=BR\nrepeat 2..4:\n    once: B -> R", seed)
        assert str(row.count("R")) == expected(Random(seed))


def test_a_range_with_equal_ends_draws_nothing() -> None:
    text = "grid 8x1 values=BR\none steps=1..1: B -> R"
    check(text, lambda rng: with_cells(8, "R", rng.below(8)))


def test_choose_draws_by_weight_without_replacement() -> None:
    def expected(rng: Random) -> str:
        place = rng.below(6)
        if place == 5:  # the last child cannot act
            place = rng.below(5)
        return with_cells(8, "G" if place < 2 else "R", rng.below(8))

    text = """
grid 8x1 values=BGRW
choose steps=1:
    one weight=2: B -> G
    one weight=3: B -> R
    one: W -> R
"""
    check(text, expected)


def test_conditions_and_blocks_draw_nothing() -> None:
    text = """
grid 8x1 values=BR
if any B:
    while count B > 7:
        sequence:
            markov:
                once: B -> R
require any R
"""
    check(text, lambda rng: with_cells(8, "R", rng.below(8)))


def test_require_starts_over_with_the_same_generator_and_counts_turns_on() -> None:
    text = "grid 8x1 values=BWR\nput W at random\nonce: B -> R\nrequire no WR"
    for seed in SEEDS:
        rng = Random(seed)
        white = red = tries = 0
        while abs(white - red) < 2:
            white = rng.below(8)
            red = [place for place in range(8) if place != white][rng.below(7)]
            tries += 1
        run = markovpy.parse(text).run(seed=seed)
        assert (run.text().index("W"), run.text().index("R")) == (white, red)
        assert run.turns == tries + 1


def test_prl_lets_the_later_match_win_unless_it_restores_the_cell() -> None:
    text = "grid 3x1 values=BWRG\nput W at 0,0\nput W at 2,0\nprl once symmetry=none:\n    "
    assert last_row(text + "WB -> *R\n    BW -> G*", 1) == "WGW"
    assert last_row(text + "WB -> *R\n    BW -> BG", 1) == "WRG"


TURNS = {
    "the program ends in a turn of its own": ("B -> W", 4),
    "markov as the whole program": ("markov:\n    B -> W", 4),
    "sequence as the whole program": ("sequence:\n    B -> W", 4),
    "markov beside another node": ("markov:\n    B -> W\nonce: B -> W", 5),
    "sequence beside another node": ("sequence:\n    B -> W\nonce: B -> W", 5),
    "a block that cannot act": ("B -> W\nmarkov:\n    B -> W\nsequence:\n    B -> W", 4),
    "repeat: each pass that acted": ("repeat:\n    once: B -> W", 7),
    "repeat N": ("repeat 5:\n    once: B -> W", 4),
    "if": ("if any B:\n    B -> W", 4),
    "while": ("while any B:\n    once: B -> W", 4),
    "choose": ("choose:\n    B -> W", 4),
    "nothing to do": ("once: W -> B", 1),
    "steps=0": ("one steps=0: B -> W", 1),
    "repeat in markov": ("markov:\n    repeat:\n        once: B -> W", 8),
    "markov again": ("markov again:\n    one steps=1: B -> W\nonce: W -> B", 8),
    "a match that changes nothing": ("[BW] -> W", 7),
    "markov without again": ("markov:\n    one steps=1: B -> W\nonce: W -> B", 4),
}


@pytest.mark.parametrize("name", TURNS)
def test_turns_of_three_cells(name: str) -> None:
    body, turns = TURNS[name]
    run = markovpy.parse(f"grid 3x1 values=BW\n{body}").run(seed=1)
    assert (run.stopped, run.turns) == ("done", turns)
