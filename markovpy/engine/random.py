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
    documentation describes (its lag of 21 differs from the 31 of *Numerical Recipes*). Each
    number is the one 55 draws ago less the one 34 draws ago; 55 are made at a time.

    Args:
        seed: From 0 to 2,147,483,647.

    Attributes:
        choices: How many draws something may hang on: all but those that can come out in one
            way only, or that whoever made them found to make no difference.
    """

    def __init__(self, seed: int) -> None:
        if not cython.compiled:
            self.table = [0] * 56
        self.seed(_SEED_CONSTANT - seed)
        self.head = 55
        self.choices = 0

    def seed(self, later: int) -> None:
        """Fill the table; differences wrap around at 32 bits, as .NET's do."""
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
                value = (value + 0x8000_0000 & 0xFFFF_FFFF) - 0x8000_0000
                self.table[i] = value + 2_147_483_647 if value < 0 else value

    def refill(self) -> None:
        """Turn the 55 numbers of the table into the next 55."""
        for i in range(1, 35):
            value = self.table[i] - self.table[i + 21]
            self.table[i] = value + 2_147_483_647 if value < 0 else value
        for i in range(35, 56):
            value = self.table[i] - self.table[i - 34]
            self.table[i] = value + 2_147_483_647 if value < 0 else value
        self.head = 0

    def snapshot(self) -> tuple[int, ...]:
        """Return what :meth:`restore` needs to draw the same numbers again."""
        return (self.head, *[self.table[i] for i in range(56)])

    def restore(self, snapshot: tuple[int, ...]) -> None:
        """Go back to where a snapshot was taken."""
        self.head = snapshot[0]
        for i in range(56):
            self.table[i] = snapshot[i + 1]

    def adopt(self, other: Random) -> None:
        """Draw from now on what another generator would."""
        self.head = other.head
        for i in range(56):
            self.table[i] = other.table[i]

    def sample(self) -> int:
        """Draw a whole number from 0 to 2,147,483,646."""
        if self.head == 55:
            self.refill()
        self.head += 1
        self.choices += 1
        return self.table[self.head]

    def below(self, bound: int) -> int:
        """Draw a whole number from 0 up to, not including, ``bound`` (one draw)."""
        scaled = self.fraction() * bound
        if bound <= 1:
            self.choices -= 1
        if cython.compiled:
            return cython.cast(cython.int, scaled)
        return int(scaled)

    def fraction(self) -> float:
        """Draw a number from 0 up to, not including, 1 (one draw)."""
        return self.sample() * (1.0 / 2_147_483_647)
