"""Best-first search for a sequence of turns that leads to what is observed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.arena import Arena
from markovpy.engine.frontier import Frontier
from markovpy.engine.interrupt import let_signals_in
from markovpy.engine.random import Random
from markovpy.engine.reach import Reach
from markovpy.engine.spread import Spread
from markovpy.engine.tiling import Tiling
from markovpy.model.rule import LEAVE

if not cython.compiled:
    from markovpy.engine.memory import doubles, ints, masks, octets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from markovpy.model.rule import Rule

SOLVED = 0
IMPOSSIBLE = 1
GAVE_UP = 2
_DEEPEST_FIRST = 1000


class Search:
    """Expands the most promising state until one is found that fulfils the observations.

    A state's rank is its estimate backward plus forward plus twice ``depth_weight`` times its
    depth (1000 minus the depth if ``depth_weight`` is negative), plus up to 0.0001 at random,
    one NextDouble of the try's own generator each time a state enters the queue. States out of
    reach are kept too, marked so, since they come up again and again.

    Source: MarkovJunior (M. Gumin, 2022), Search.

    Args:
        variants: The oriented rules.
        shape: The grid's ``(depth, height, width)``; rules are matched in the lowest layer and
            without their depth, as in the reference.
        values: How many values the grid knows.
        simultaneous: Whether a turn applies matches everywhere: every way to choose windows
            that do not overlap, each time covering the cell that most windows cover.
        limit: How many states within reach a try may keep; -1 for any number.
        depth_weight: See above.

    Attributes:
        kept: How many states within reach the last try kept.
        exhausted: Whether another try can find nothing more.
        reason: Why the last try gave up.
        solution: The states of a found solution, uint8, shape ``(turns, cells)``.
    """

    def __init__(
        self,
        variants: Sequence[Rule],
        shape: tuple[int, int, int],
        values: int,
        simultaneous: bool,
        limit: int,
        depth_weight: float,
    ) -> None:
        self.depth, self.height, self.width = shape
        self.size = self.depth * self.height * self.width
        self.values = values
        self.simultaneous = simultaneous
        self.limit = limit
        self.depth_weight = depth_weight
        self.rules = tuple(rule for rule in variants if rule.depth <= self.depth)
        self.sound = all(_is_sound(rule, values) for rule in variants)
        self.arrays: dict = {}
        self.arena = Arena(self.size)
        self.frontier = Frontier()
        self._lay_out()
        self.reach = Reach(variants, shape, values)
        self.forward = Spread(variants, shape, values, False)
        self.backward = Spread(variants, shape, values, True)
        self.solution: NDArray[np.uint8] | None = None
        self.reason = ""
        self.exhausted = False

    def _ints(self, name: str, numbers):  # noqa: ANN001, ANN202  (a pointer when compiled)
        array = np.array(numbers, dtype=np.int32)
        self.arrays[name] = array
        return ints(array)

    def _bytes(self, name: str, array: NDArray[np.uint8]):  # noqa: ANN202  (likewise)
        self.arrays[name] = array
        return octets(array)

    def _longs(self, name: str, array: NDArray[np.uint64]):  # noqa: ANN202  (likewise)
        self.arrays[name] = array
        return masks(array)

    def _doubles(self, name: str, array: NDArray[np.float64]):  # noqa: ANN202  (likewise)
        self.arrays[name] = array
        return doubles(array)

    def _lay_out(self) -> None:
        """Lay out what the rules test and write."""
        everything = (1 << self.values) - 1
        test_start, test_offset, test_mask = [0], [], []
        write_start, write_offset, write_value = [0], [], []
        for rule in self.rules:
            layer = rule.width * rule.height
            tests = [
                (place % rule.width + place // rule.width * self.width, mask)
                for place, mask in enumerate(rule.lhs)
                if mask != everything
            ]
            for offset, mask in sorted(tests, key=lambda test: test[1].bit_count()):
                test_offset.append(offset)
                test_mask.append(mask)
            for place, value in enumerate(rule.rhs[:layer] if self.simultaneous else rule.rhs):
                if value != LEAVE:
                    place %= layer
                    write_offset.append(place % rule.width + place // rule.width * self.width)
                    write_value.append(value)
            test_start.append(len(test_offset))
            write_start.append(len(write_offset))
        self.count = len(self.rules)
        self.widths = self._ints("widths", [*(rule.width for rule in self.rules), 0])
        self.heights = self._ints("heights", [*(rule.height for rule in self.rules), 0])
        self.test_start = self._ints("test_start", test_start)
        self.test_offset = self._ints("test_offset", [*test_offset, 0])
        self.test_mask = self._longs("test_mask", np.array([*test_mask, 0], dtype=np.uint64))
        self.write_start = self._ints("write_start", write_start)
        self.write_offset = self._ints("write_offset", [*write_offset, 0])
        self.write_value = self._ints("write_value", [*write_value, 0])
        self.board = self._bytes("board", np.zeros(self.size, dtype=np.uint8))
        self.old = self._bytes("old", np.zeros(self.size, dtype=np.uint8))
        self.new = self._bytes("new", np.zeros(self.size, dtype=np.uint8))
        self.changed = self._ints("changed", [0] * self.size)
        generator = np.random.default_rng(0)
        codes = generator.integers(0, 2**64, self.values * self.size, dtype=np.uint64)
        self.atom_code = self._longs("atom_code", codes)
        tiled = self.rules if self.simultaneous else ()
        widths, heights = [rule.width for rule in tiled], [rule.height for rule in tiled]
        self.tiling = Tiling(self.width, self.height, widths, heights)

    def begin(self, present: NDArray[np.uint8], future: NDArray[np.uint64]) -> None:
        """Set the problem.

        Args:
            present: The state to start from, flat.
            future: Per cell, the mask of the values it may hold in the end.
        """
        self.exhausted = False
        self.reason = ""
        self.solution = None
        self.kept = 0
        distances = np.empty(self.values * self.size, dtype=np.int32)
        self.backward.from_future(future, distances)
        self.distance = self._ints("distance", distances)
        start = present.astype(np.int64) * self.size + np.arange(self.size)
        self.root_back = -1 if (distances[start] < 0).any() else int(distances[start].sum())
        times = np.empty(self.values * self.size, dtype=np.int32)
        self.forward.from_grid(present, times)
        # A relaxed plan from a later state is one from the root, if estimates are sound.
        possible = times >= 0 if self.sound else np.ones(len(times), dtype=bool)
        self.reach.aim(future, possible.astype(np.uint8))
        self.arrays["board"][:] = present
        self.arrays["root"] = present.copy()
        self.reach.load(self.board)
        self.root_front = self.reach.estimate(self.old, self.new, self.changed, 0)

    def attempt(self, seed: int) -> int:
        """Search once.

        Args:
            seed: Of the generator that breaks ties.

        Returns:
            SOLVED, IMPOSSIBLE or GAVE_UP.
        """
        if self.root_back < 0 or self.root_front < 0:
            return self.nothing_more(True)
        if self.root_back == 0:
            self.solution = np.empty((0, self.size), dtype=np.uint8)
            return SOLVED
        self.rng = Random(seed)
        self.arena.clear()
        self.frontier.clear()
        self.kept = 0
        self.dropped = 0
        self.looked = 0
        root = self.arrays["root"]
        self.arrays["board"][:] = root
        code = np.bitwise_xor.reduce(
            self.arrays["atom_code"][root.astype(np.int64) * self.size + np.arange(self.size)]
        )
        self.keep(int(code), -1, 0, self.root_back, self.root_front)
        self.enqueue(0)
        while self.frontier.count > 0 and (self.limit < 0 or self.kept < self.limit):
            if self.expand(self.frontier.pop()):
                self.solution = self.arena.trail(self.arena.count - 1)
                return SOLVED
        if self.frontier.count == 0:
            return self.nothing_more(self.dropped > 0)
        self.reason = f"gave up after {self.kept:,} states (limit={self.limit})"
        if self.limit >= 0:
            self.reason += ", in each of 20 tries"
        return GAVE_UP

    def nothing_more(self, by_estimate: bool) -> int:
        """Return what it means that no state is left to look at.

        Args:
            by_estimate: Whether states were left out because their estimate said so.
        """
        self.exhausted = True
        if by_estimate and not (self.sound and not self.reach.doubtful):
            self.reason = "gave up: estimates say that no solution is in reach, but may be wrong"
            self.reason += " (a left side has sets, or it is far)"
            return GAVE_UP
        if self.simultaneous and self.root_back >= 0 and self.root_front >= 0:
            self.reason = "gave up: no choice of matches among those that are tried leads there"
            return GAVE_UP
        return IMPOSSIBLE

    def forget(self) -> None:
        """Give the memory of the last try back."""
        self.arena.clear()
        self.frontier.clear()
        self.solution = None

    def keep(self, code: int, parent: int, depth: int, back: int, front: int) -> int:
        """Keep the state on the board, which is known to be new; return its number."""
        number = self.arena.keep(self.board, code, parent, depth)
        self.arena.back[number] = back
        self.arena.front[number] = front
        if front < 0:
            self.dropped += 1
        else:
            self.kept += 1
        return number

    def enqueue(self, state: int) -> None:
        """Put a state into the queue, with its rank (one draw)."""
        arena = self.arena
        if self.depth_weight < 0:
            rank = _DEEPEST_FIRST - arena.depths[state] + 0.0
        else:
            rank = arena.front[state] + arena.back[state] + 0.0
            rank = rank + 2.0 * self.depth_weight * arena.depths[state]
        self.frontier.push(state, rank + 0.0001 * self.rng.fraction())

    def expand(self, state: int) -> bool:
        """Look at all states one turn after a state; True when the goal is among them."""
        self.arena.load(state, self.board)
        self.reach.load(self.board)
        self.changes = 0
        if self.simultaneous:
            self.lay_tiles()
            return self.cover(state)
        for rule in range(self.count):
            for y in range(self.height - self.heights[rule] + 1):
                for x in range(self.width - self.widths[rule] + 1):
                    anchor = y * self.width + x
                    if self.matches(rule, anchor):
                        self.write(rule, anchor)
                        done = self.consider(state)
                        self.take_back(0)
                        if done:
                            return True
        return False

    def matches(self, rule: int, anchor: int) -> bool:
        """Return whether a rule's window on the board matches."""
        for i in range(self.test_start[rule], self.test_start[rule + 1]):
            if not self.test_mask[i] >> self.board[anchor + self.test_offset[i]] & 1:
                return False
        return True

    def write(self, rule: int, anchor: int) -> None:
        """Apply a rule to the board, noting what changes."""
        for i in range(self.write_start[rule], self.write_start[rule + 1]):
            cell = anchor + self.write_offset[i]
            value = self.write_value[i]
            if self.depth > 1 and self.rewritten(cell, value):
                continue
            if self.board[cell] != value:
                self.changed[self.changes] = cell
                self.old[self.changes] = self.board[cell]
                self.new[self.changes] = value
                self.board[cell] = value
                self.changes += 1

    def rewritten(self, cell: int, value: int) -> bool:
        """Write a cell that was changed already, as patterns with layers do."""
        for i in range(self.changes):
            if self.changed[i] == cell:
                self.new[i] = value
                self.board[cell] = value
                return True
        return False

    def take_back(self, changes: int) -> None:
        """Undo all changes of the board but the first so many."""
        while self.changes > changes:
            self.changes -= 1
            self.board[self.changed[self.changes]] = self.old[self.changes]

    def consider(self, parent: int) -> bool:
        """Look at the state on the board, a child; True when it is the goal."""
        self.looked += 1
        if self.looked & 4095 == 0:
            let_signals_in()
        arena = self.arena
        code = arena.code[parent]
        for i in range(self.changes):
            code ^= self.atom_code[self.old[i] * self.size + self.changed[i]]
            code ^= self.atom_code[self.new[i] * self.size + self.changed[i]]
        depth = arena.depths[parent] + 1
        number = arena.find(self.board, code)
        if number >= 0:
            if arena.front[number] >= 0 and depth < arena.depths[number]:
                arena.depths[number] = depth
                arena.parent[number] = parent
                self.enqueue(number)
            return False
        back = arena.back[parent]
        for i in range(self.changes):
            later = self.distance[self.new[i] * self.size + self.changed[i]]
            if later < 0:
                back = -1
                break
            back += later - self.distance[self.old[i] * self.size + self.changed[i]]
        front = -1
        if back >= 0:
            front = self.reach.estimate(self.old, self.new, self.changed, self.changes)
        number = self.keep(code, parent, depth, back, front)
        if front > 0:
            self.enqueue(number)
        return front == 0

    def lay_tiles(self) -> None:
        """List the matches on the board."""
        self.tiling.clear()
        for y in range(self.height):
            for x in range(self.width):
                for rule in range(self.count):
                    if (
                        x + self.widths[rule] <= self.width
                        and y + self.heights[rule] <= self.height
                        and self.matches(rule, y * self.width + x)
                    ):
                        self.tiling.add(rule, x, y)

    def cover(self, parent: int) -> bool:
        """Choose a tile for the cell that most tiles cover, in every way, until none is left."""
        tiling = self.tiling
        cell = tiling.fullest()
        if cell < 0:
            return self.consider(parent)
        first = tiling.stacked
        tiling.gather(cell)
        last = tiling.stacked
        for k in range(first, last):
            tile = tiling.stack[k]
            before = self.changes
            self.write(tiling.rule[tile], tiling.top[tile] * self.width + tiling.left[tile])
            tiling.hide(tile)
            done = self.cover(parent)
            tiling.show(last)
            self.take_back(before)
            if done:
                return True
        tiling.stacked = first
        return False


def _is_sound(rule: Rule, values: int) -> bool:
    """Return whether times counted with a rule are never too great, forward and backward."""
    everything = (1 << values) - 1
    return all(
        mask & (mask - 1) == 0 or (mask == everything and right == LEAVE)
        for mask, right in zip(rule.lhs, rule.rhs)
    )
