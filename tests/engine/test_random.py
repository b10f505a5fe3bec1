"""The generator gives the numbers of .NET's ``System.Random``."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from markovpy.engine.random import MAXIMUM_SEED, Random
from markovpy.engine.table import passing_samples

SEEDS = st.integers(0, MAXIMUM_SEED)


def wrapped(number: int) -> int:
    """Return a number as it is after overflow in 32 bits."""
    return (number + 2**31) % 2**32 - 2**31


def documented(seed: int, count: int) -> list[int]:
    """Draw samples the way .NET's documentation and source describe, cell by cell."""
    table = [0] * 56
    table[55] = last = 161_803_398 - seed
    following = 1
    for i in range(1, 55):
        table[21 * i % 55] = following
        following = last - following
        if following < 0:
            following += MAXIMUM_SEED
        last = table[21 * i % 55]
    for _ in range(4):
        for i in range(1, 56):
            table[i] = wrapped(table[i] - table[1 + (i + 30) % 55])
            if table[i] < 0:
                table[i] += MAXIMUM_SEED
    samples = []
    first, second = 0, 21
    for _ in range(count):
        first = 1 if first == 55 else first + 1
        second = 1 if second == 55 else second + 1
        sample = wrapped(table[first] - table[second])
        if sample == MAXIMUM_SEED:
            sample -= 1
        if sample < 0:
            sample += MAXIMUM_SEED
        table[first] = sample
        samples.append(sample)
    return samples


@pytest.mark.parametrize(
    ("seed", "first"), [(0, 1_559_595_546), (1, 534_011_718), (42, 1_434_747_710)]
)
def test_known_first_numbers(seed: int, first: int) -> None:
    assert Random(seed).sample() == first
    assert Random(seed).below(100) == int(first / 2_147_483_647 * 100)


@given(SEEDS)
def test_every_seed_gives_the_documented_numbers(seed: int) -> None:
    rng = Random(seed)
    assert [rng.sample() for _ in range(200)] == documented(seed, 200)


@pytest.mark.parametrize("seed", [MAXIMUM_SEED, MAXIMUM_SEED - 1, 161_803_398, 161_803_399])
def test_extreme_seeds(seed: int) -> None:
    rng = Random(seed)
    assert [rng.sample() for _ in range(200)] == documented(seed, 200)


@given(SEEDS, st.integers(1, MAXIMUM_SEED))
def test_numbers_below_a_bound(seed: int, bound: int) -> None:
    assert 0 <= Random(seed).below(bound) < bound


@given(st.floats(0, 1) | st.sampled_from([0.0, 1.0, 0.5, 1e-9, 1e-10]))
def test_a_coin_passes_up_to_its_chance(chance: float) -> None:
    largest = passing_samples(chance)
    assert largest < 0 or largest * (1.0 / MAXIMUM_SEED) <= chance
    assert largest >= MAXIMUM_SEED - 1 or (largest + 1) * (1.0 / MAXIMUM_SEED) > chance
