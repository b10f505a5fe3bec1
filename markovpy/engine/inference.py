"""Inference: observations, and the choice among matches that they and fields lead to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.field import Field
from markovpy.engine.ranking import Ranking
from markovpy.engine.search import GAVE_UP, IMPOSSIBLE, SOLVED, Search
from markovpy.engine.spread import Spread

if not cython.compiled:
    from math import pow  # noqa: A004  (C's, which the compiled module takes from libc)

    from markovpy.engine.memory import doubles, ints, masks, octets
    from markovpy.engine.pure import exp
    from markovpy.engine.rules import holds

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.engine.guidance import Guidance
    from markovpy.engine.rules import RuleNode
    from markovpy.engine.state import State
    from markovpy.model.rule import Rule

UNDEFINED = -2_147_483_648
STOP, PLAYED, PLAIN, STEER = 0, 1, 2, 3
"""What a guided node does in a turn: nothing, a move of a solution that was just played, what it
does without a guide, or the matches that lead nearer."""
_REMEMBERED = 512
_TRIES = 20


class Guide:
    """What a guided node knows: its aim, the potentials, and the moves of a found solution.

    A potential says for a value and a cell how far the value is from being right there. The
    heuristic of a match is the sum over the cells it changes of new minus old potential;
    it is undefined where a new value has no potential.

    Source: MarkovJunior (M. Gumin, 2022): RuleNode, Field, Observation.

    Note:
        With a temperature, keys are computed by C's ``pow`` and ``exp``, whose last bit can
        differ between platforms, and with it the choice between keys almost equal.

    Args:
        guidance: What steers the node.
        variants: The node's oriented rules.
    """

    def __init__(self, guidance: Guidance, variants: Sequence[Rule]) -> None:
        self.guidance = guidance
        self.variants = tuple(variants)
        self.values = guidance.values
        self.size = guidance.shape[0] * guidance.shape[1] * guidance.shape[2]
        self.temperature = guidance.temperature
        self.observed = bool(guidance.observations)
        self.searching = guidance.search is not None
        self.stops = guidance.search is not None and guidance.search.stops
        self.failed = False
        self.aimed = False
        self.arrays: list = []
        self.fields = [
            Field(rule, guidance.shape, self.values)
            for rule in sorted(guidance.fields, key=lambda rule: rule.value)
        ]
        self.steers = bool(self.fields) or (self.observed and not self.searching)
        self.moves: np.ndarray | None = None
        self.length = 0
        self.outcome = ""
        self._lay_out_changes(guidance.shape)
        self._lay_out_aim()
        self._lay_out_work()
        self.backward: Spread | None = None
        self.search: Search | None = None

    def _keep(self, numbers: Sequence[float], dtype: type) -> np.ndarray:
        array = np.array(numbers, dtype=dtype)
        self.arrays.append(array)
        return array

    def _ints(self, numbers: Sequence[int]):  # noqa: ANN202  (a pointer when compiled)
        array = self._keep(numbers, np.int32)
        return ints(array)

    def _doubles(self, numbers: Sequence[float]):  # noqa: ANN202  (a pointer when compiled)
        array = self._keep(numbers, np.float64)
        return doubles(array)

    def _lay_out_changes(self, shape: tuple[int, int, int]) -> None:
        """Lay out, per variant, the cells whose new value its left side excludes."""
        starts, offsets, values = [0], [], []
        for rule in self.variants:
            for (x, y, z), mask, value in zip(rule.cells(), rule.lhs, rule.rhs):
                if value >= 0 and not mask >> value & 1:
                    offsets.append(x + (y + z * shape[1]) * shape[2])
                    values.append(value)
            starts.append(len(offsets))
        self.change_start = self._ints(starts)
        self.change_offset = self._ints(offsets or [0])
        self.change_value = self._ints(values or [0])

    def _lay_out_aim(self) -> None:
        signs = [1] * self.values
        for rule in self.guidance.fields:
            signs[rule.value] = -1 if rule.away else 1
        self.signs = self._ints(signs)
        goals, starts = [0] * self.values, list(range(self.values))
        for observation in self.guidance.observations:
            goals[observation.value] = observation.goal
            starts[observation.value] = observation.start
        self.starts = self._ints(starts)
        goal_array = self._keep(goals, np.uint64)
        self.future_array = self._keep([0] * (self.size if self.observed else 1), np.uint64)
        self.goals = masks(goal_array)
        self.future = masks(self.future_array)

    def _lay_out_work(self) -> None:
        """Take memory for the potentials and for powers."""
        self.potential_array = np.zeros(self.values * self.size if self.steers else 1, np.int32)
        self.potentials = ints(self.potential_array)
        self.exponents = self._doubles([-1.0] * _REMEMBERED)
        self.ranking = Ranking()

    def reset(self, node: RuleNode) -> None:
        """Forget the aim and the node's matches: the enclosing block starts anew.

        Marks stay where no match is listed, as in the reference.
        """
        self.aimed = False
        self.failed = False
        if node.match_count and node.marks_array is not None:
            node.marks_array[:] = 0
            node.match_count = 0

    def lead(self, state: State, node: RuleNode) -> int:
        """Return what the node does this turn; a move of a found solution is played here."""
        if not node.due(state) or not self.admits(state, node):
            return STOP
        if self.moves is not None:
            return PLAYED if self.follow(state, node) else STOP
        return STEER if self.steers else PLAIN

    def admits(self, state: State, node: RuleNode) -> bool:
        """Aim where that is to be done, and bring matches and fields up to date.

        Returns:
            Whether the node goes on. Where it does not, the turn from which it will look for
            new matches stays as it was (so does the reference).
        """
        if self.failed:
            return False
        if self.observed and not self.aimed and not self.aim(state, node):
            return False
        if node.cursor < 0:
            node.match_count = 0
            node.scan_grid(state)
        else:
            node.scan_log(state)
        if not self.refresh(state, node):
            return False
        node.cursor = state.turn_start
        return True

    def refresh(self, state: State, node: RuleNode) -> bool:
        """Find the distances anew where that is due; False where the node ends with it."""
        computed = False
        found = False
        for number in range(len(self.fields)):
            field: Field = self.fields[number]
            if node.counter == 0 or field.recompute:
                computed = True
                if field.compute(state, self.potentials, field.value * self.size):
                    found = True
                elif field.essential:
                    return False
        return found or not computed

    def aim(self, state: State, node: RuleNode) -> bool:
        """Note what every cell is to hold in the end; False where the node ends with it."""
        before = state.grid.copy() if self.stops else None
        absent = self.mark(state)
        if absent >= 0:
            symbol = self.guidance.symbols[absent]
            text = f"the observed value '{symbol}' is nowhere in the grid"
            state.notes.setdefault((node.number, "absent-value"), (state.turn, text, False))
            return False
        self.aimed = True
        if self.searching:
            return self.seek(state, node, before)
        if self.backward is None:
            self.backward = Spread(self.variants, self.guidance.shape, self.values, True)
        self.backward.from_future(self.future_array, self.potential_array)
        for number in range(len(self.fields)):
            field: Field = self.fields[number]
            field.forget()
        return True

    def mark(self, state: State) -> int:
        """Set every cell's future, and the marked cells to what they start from.

        Returns:
            An observed value that is absent, -1 for none. The cells of the others are set
            all the same, as in the reference.
        """
        present = np.zeros(self.values, dtype=np.uint8)
        seen = octets(present)
        for cell in range(self.size):
            value = state.cells[cell]
            seen[value] = 1
            if self.goals[value]:
                self.future[cell] = self.goals[value]
                if self.starts[value] != value:
                    state.cells[cell] = self.starts[value]
                    state.unlogged = True
                    state.census.turn = -1
            elif cython.compiled:
                self.future[cell] = cython.cast(cython.ulonglong, 1) << value
            else:
                self.future[cell] = 1 << value
        for value in range(self.values):
            if self.goals[value] and not seen[value]:
                return value
        return -1

    def seek(self, state: State, node: RuleNode, before: np.ndarray | None) -> bool:
        """Look for a solution: one draw a try; False where there is none and the node stops."""
        rule = self.guidance.search
        assert rule is not None
        if self.search is None:
            self.search = Search(
                self.variants,
                self.guidance.shape,
                self.values,
                self.guidance.simultaneous,
                rule.limit,
                rule.depth,
            )
        search = self.search
        self.moves = None
        self.length = 0
        outcome = -1
        search.begin(state.grid.reshape(-1), self.future_array)
        for _ in range(1 if rule.limit < 0 else _TRIES):
            seed = state.rng.sample()  # drawn for a try that is not made, too
            if not search.exhausted:
                outcome = search.attempt(seed)
            if outcome == SOLVED:
                break
        if outcome == SOLVED:
            self.take_moves(search.solution)
            self.outcome = "solved"
            text = f"solved in {self.length:,} turns after looking at {search.kept:,} states"
        elif outcome == IMPOSSIBLE:
            self.outcome = "impossible"
            text = "proved impossible: no sequence of turns leads to what is observed"
        else:
            assert outcome == GAVE_UP
            self.outcome = "gave-up"
            text = search.reason
        search.forget()
        stopped = self.stops and outcome != SOLVED
        if outcome != SOLVED and not stopped:
            text += "; going on at random"
        key = node.number, f"search-{self.outcome}"
        state.notes.setdefault(key, (state.turn, text, stopped))
        if not stopped:
            return True
        state.grid[:] = before
        state.census.turn = -1
        self.failed = True
        return False

    def take_moves(self, moves: np.ndarray) -> None:
        """Keep the states of a solution: uint8, shape ``(turns, cells)``."""
        self.moves = moves
        self.length = len(moves)

    def follow(self, state: State, node: RuleNode) -> bool:
        """Make the next move of the solution; False behind the last."""
        if self.moves is None or node.counter >= self.length:
            return False
        state.grid.reshape(-1)[:] = self.moves[node.counter]
        state.unlogged = True
        state.actor = node.number
        node.counter += 1
        return True

    def reached(self, state: State) -> bool:
        """Return whether every cell holds what was to be in the end."""
        for cell in range(self.size):  # noqa: SIM110  (a generator is slow when compiled)
            if not self.future[cell] >> state.cells[cell] & 1:
                return False
        return True

    def heuristic(self, state: State, variant: int, anchor: int) -> int:
        """Return how much farther a match leads from the aim, or UNDEFINED."""
        total = 0
        for i in range(self.change_start[variant], self.change_start[variant + 1]):
            cell = anchor + self.change_offset[i]
            value = self.change_value[i]
            new = self.potentials[value * self.size + cell]
            if new < 0:
                return UNDEFINED
            before = state.cells[cell]
            old = self.potentials[before * self.size + cell]
            if old < 0:
                old = -1
            total += self.signs[value] * new - self.signs[before] * old
        return total

    def exponent(self, difference: int) -> float:
        """Return exp(difference / temperature)."""
        place = difference + _REMEMBERED // 2
        if place < 0 or place >= _REMEMBERED:
            return exp(difference / self.temperature)
        if self.exponents[place] < 0:
            self.exponents[place] = exp(difference / self.temperature)
        return self.exponents[place]

    def choose(self, state: State, node: RuleNode) -> int:
        """Return the place of the match with the greatest key, -1 for none.

        Matches that no longer hold leave the list. One NextDouble a match that has a
        heuristic; keys as in :meth:`rank`.
        """
        table = node.table
        best = -1000.0
        chosen = -1
        first = UNDEFINED
        k = 0
        while k < node.match_count:
            match = node.matches[k]
            variant = match & ((1 << table.shift) - 1)
            anchor = match >> table.shift
            if not holds(table, state.cells, variant, anchor):
                node.marks[match >> 3] &= ~(1 << (match & 7)) & 255
                node.match_count -= 1
                node.matches[k] = node.matches[node.match_count]
                continue
            value = self.heuristic(state, variant, anchor)
            if value != UNDEFINED:
                if first == UNDEFINED:
                    first = value
                key = state.rng.fraction()
                if self.temperature > 0:
                    power = self.exponent(value - first)
                    if power < 1 or key > best:  # a power of 1 or more makes no key greater
                        key = pow(key, power)
                else:
                    key = 0.001 * key - value
                if key > best:
                    best = key
                    chosen = k
            k += 1
        return chosen

    def rank(self, state: State, node: RuleNode) -> None:
        """Keep the matches that have a heuristic, ordered by their keys, the greatest first.

        The others leave the list but keep their marks (as in the reference).
        Keys: u ** exp((h - h0) / temperature), with h0 the first match's heuristic; without
        temperature 0.001 u - h. One NextDouble u a match. Equal keys keep their order.
        """
        table = node.table
        ranking = self.ranking
        ranking.make_room(node.match_count)
        keys = ranking.keys
        matches = ranking.matches
        count = 0
        first = UNDEFINED
        for k in range(node.match_count):
            match = node.matches[k]
            value = self.heuristic(state, match & ((1 << table.shift) - 1), match >> table.shift)
            if value != UNDEFINED:
                if first == UNDEFINED:
                    first = value
                key = state.rng.fraction()
                if self.temperature > 0:
                    key = pow(key, self.exponent(value - first))
                else:
                    key = 0.001 * key - value
                keys[count] = key
                matches[count] = match
                count += 1
        ranking.sort(count, node.matches)
        node.match_count = count
