"""The generator that makes a seed give the reference's picture."""

from __future__ import annotations

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

MAXIMUM_SEED = 2_147_483_647
_SEED_CONSTANT = 161_803_398


class Random:
    """Subtractive generator, as .NET's ``System.Random`` with a seed.

    Source: D. E. Knuth, *The Art of Computer Programming* 2, 3.2.2, in the form that .NET's
    documentation describes (its lag of 21 differs from the 31 of *Numerical Recipes*).

    Args:
        seed: From 0 to 2,147,483,647.
    """

    def __init__(self, seed: int) -> None:
        if not cython.compiled:
            self.table = [0] * 56
        self.sow(seed)

    def sow(self, seed: int) -> None:
        """Set the table up for a seed."""
        later = _SEED_CONSTANT - seed
        self.table[55] = later
        value = 1
        for i in range(1, 55):
            place = 21 * i % 55
            self.table[place] = value
            value = later - value
            if value < 0:
                value += 2_147_483_647
            later = self.table[place]
        for _ in range(4):
            for i in range(1, 56):
                value = self.table[i]
                value -= self.table[1 + (i + 30) % 55]
                if value > 2_147_483_647:  # a large seed: 32 bits wrap around here
                    value -= 4_294_967_296
                elif value < -2_147_483_648:
                    value += 4_294_967_296
                self.table[i] = value + 2_147_483_647 if value < 0 else value
        self.head = 0
        self.tail = 21

    def sample(self) -> int:
        """Draw a whole number from 0 to 2,147,483,646."""
        self.head += 1
        if self.head == 56:
            self.head = 1
        self.tail += 1
        if self.tail == 56:
            self.tail = 1
        value = self.table[self.head] - self.table[self.tail]
        if value == 2_147_483_647:
            value -= 1
        if value < 0:
            value += 2_147_483_647
        self.table[self.head] = value
        return value

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 up to, not including, ``bound`` (one draw)."""
        scaled = self.fraction() * bound
        if cython.compiled:
            return cython.cast(cython.int, scaled)
        return int(scaled)

    def fraction(self) -> float:
        """Draw a number from 0 up to, not including, 1 (one draw)."""
        return self.sample() * (1.0 / 2_147_483_647)
