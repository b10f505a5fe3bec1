"""The queue of a best-first search."""

from __future__ import annotations

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython

if not cython.compiled:
    from markovpy.engine.memory import doubles, ints


class Frontier:
    """States by rank, the least first.

    A heap with four children a node, as .NET's PriorityQueue, so that ties come out alike.

    Attributes:
        count: How many states wait.
    """

    def __init__(self) -> None:
        self.clear()

    def clear(self) -> None:
        """Forget all states and give their memory back."""
        self.count = 0
        self.take(np.empty(256, dtype=np.float64), np.empty(256, dtype=np.int32))

    def take(self, ranks: np.ndarray, states: np.ndarray) -> None:
        """Use arrays of equal length as memory."""
        self.capacity = len(ranks)
        self.rank_array = ranks
        self.state_array = states
        self.ranks = doubles(ranks)
        self.states = ints(states)

    def push(self, state: int, rank: float) -> None:
        """Put a state into the queue."""
        if self.count == self.capacity:
            capacity = 2 * self.capacity
            self.take(np.resize(self.rank_array, capacity), np.resize(self.state_array, capacity))
        place = self.count
        self.count += 1
        while place > 0:
            above = (place - 1) >> 2
            if not rank < self.ranks[above]:
                break
            self.ranks[place] = self.ranks[above]
            self.states[place] = self.states[above]
            place = above
        self.ranks[place] = rank
        self.states[place] = state

    def pop(self) -> int:
        """Take the state of the least rank out of the queue."""
        taken = self.states[0]
        self.count -= 1
        count = self.count
        rank = self.ranks[count]
        state = self.states[count]
        place = 0
        below = 1
        while below < count:
            least = below
            for other in range(below + 1, min(below + 4, count)):
                if self.ranks[other] < self.ranks[least]:
                    least = other
            if rank <= self.ranks[least]:
                break
            self.ranks[place] = self.ranks[least]
            self.states[place] = self.states[least]
            place = least
            below = 4 * place + 1
        if count > 0:
            self.ranks[place] = rank
            self.states[place] = state
        return taken
