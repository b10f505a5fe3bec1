"""Good solutions of large boards: breadth first, of each layer only the most promising boards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

try:
    import cython
except ImportError:  # pragma: no cover
    from markovpy.engine import pure as cython
from markovpy.engine.interrupt import let_signals_in

if not cython.compiled:
    from markovpy.engine.memory import ints, masks, octets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from markovpy.plugins.sliding.guide import Guide, View

_CANDIDATE = 4
_RECORD_TAIL = 4
_SUM0, _SUM1, _GAP, _CAME = 0, 1, 2, 3
_NOWHERE = 4
_FARTHEST = 1 << 16


class Beam:
    """Beam search ranked by what the pattern databases ask for.

    Args:
        guide: The databases of the goal.
        beam: Boards kept of each layer.

    Attributes:
        states: Boards looked at.
        moves: The cells the gap goes to, once a solution was found.
    """

    def __init__(self, guide: Guide, beam: int) -> None:
        cells = guide.shape.cells
        self.cells = cells
        self.beam = beam
        self.guide = guide
        self.arrays: dict = {}
        first, last = guide.ends
        self.groups = max(len(first.tables), len(last.tables))
        most = self.groups

        def padded(view: View) -> list[NDArray[np.uint8]]:
            return [*view.tables, *[view.tables[0]] * (most - len(view.tables))]

        self.sides = self._ints("sides", np.array(guide.shape.neighbours))
        self.group = self._ints("group", np.concatenate([first.group, last.group]))
        self.step = self._ints("step", np.concatenate([first.steps, last.steps]))
        self.table = self._tables("table", [*padded(first), *padded(last)])
        generator = np.random.default_rng(0)
        codes = generator.integers(0, 2**64, cells * cells, dtype=np.uint64)
        self.code_of = self._longs("code_of", codes)
        # Of a board: the tiles by cell, indices by view and group, then _SUM0, _SUM1, _GAP, _CAME.
        self.tail = cells + 2 * self.groups
        self.record = self.tail + _RECORD_TAIL
        self.board = self._ints("board", np.zeros(beam * self.record))
        self.later = self._ints("later", np.zeros(beam * self.record))
        self.code = self._longs("code", np.zeros(beam, dtype=np.uint64))
        self.later_code = self._longs("later_code", np.zeros(beam, dtype=np.uint64))
        self.candidate = self._ints("candidate", np.zeros(4 * beam * _CANDIDATE))
        self.candidate_code = self._longs("candidate_code", np.zeros(4 * beam, dtype=np.uint64))
        self.ranks = self._ints("ranks", np.zeros(_FARTHEST))
        slots = 1 << (8 * beam).bit_length()
        self.slot_mask = slots - 1
        self.slot_code = self._longs("slot_code", np.zeros(slots, dtype=np.uint64))
        self.slot_layer = self._ints("slot_layer", np.zeros(slots))

    def _ints(self, name: str, numbers: NDArray[np.int32]):  # noqa: ANN202  (a pointer)
        array = np.ascontiguousarray(numbers, dtype=np.int32)
        self.arrays[name] = array
        return ints(array)

    def _longs(self, name: str, array: NDArray[np.uint64]):  # noqa: ANN202  (likewise)
        self.arrays[name] = array
        return masks(array)

    def _tables(self, name: str, tables: Sequence[NDArray[np.uint8]]):  # noqa: ANN202  (likewise)
        if not cython.compiled:
            return [octets(table) for table in tables]
        self.arrays[name] = np.zeros(len(tables), dtype=np.uint64)
        found = cython.cast(cython.pp_uchar, masks(self.arrays[name]))
        for i in range(len(tables)):
            found[i] = octets(tables[i])
        return found

    def run(self, tiles: Sequence[int], gap: int, limit: int, below: int) -> bool:
        """Search once.

        Args:
            tiles: Per cell the goal cell of its tile.
            gap: The cell without a tile.
            limit: Boards to look at, at most.
            below: Moves of a solution that is known; only shorter ones are looked for.

        Returns:
            Whether a solution was found.
        """
        self.states = 0
        self.moves = []
        self.arrays["slot_layer"][:] = 0
        self.put(tiles, gap)
        parents: list = []
        cells: list = []
        count = 1
        self.closest = self.board[self.tail + _SUM0]
        depth = 0
        while count and self.closest and self.states < limit:
            depth += 1
            let_signals_in()
            found = self.expand(count, depth, below - depth)
            count = self.select(found)
            kept = self.arrays["board"][: count * self.record].reshape(count, self.record)
            parents.append(self.arrays["candidate"][:count].copy())
            cells.append(kept[:, self.tail + _GAP].copy())
        if not count or self.closest:
            return False
        number = int(kept[:, self.tail + _SUM0].argmin()) if depth else 0
        for parent, cell in zip(reversed(parents), reversed(cells)):
            self.moves.append(int(cell[number]))
            number = int(parent[number])
        self.moves.reverse()
        return True

    def put(self, tiles: Sequence[int], gap: int) -> None:
        """Make a board the only one of the first layer."""
        self.board[self.tail + _GAP] = gap
        self.board[self.tail + _CAME] = _NOWHERE
        for cell in range(self.cells):
            self.board[cell] = tiles[cell]
        for number, view in enumerate(self.guide.ends):
            total = 0
            for group, index in enumerate(view.indices(tiles, gap)):
                self.board[self.cells + number * self.groups + group] = index
                total += int(view.tables[group][index])
            self.board[self.tail + _SUM0 + number] = total
        self.code[0] = 0

    def expand(self, count: int, layer: int, budget: int) -> int:
        """List the boards one move further, each once; return how many.

        Args:
            count: Boards of the layer before.
            layer: The number of the new layer, from 1.
            budget: The moves from there must be fewer.
        """
        found = 0
        self.closest = _FARTHEST
        for rank in range(_FARTHEST):
            self.ranks[rank] = 0
        for number in range(count):
            base = number * self.record
            tail = base + self.tail
            gap = self.board[tail + _GAP]
            for way in range(4):
                cell = self.sides[4 * gap + way]
                if cell < 0 or way == self.board[tail + _CAME] ^ 2:
                    continue
                tile = self.board[base + cell]
                sum0 = self.board[tail + _SUM0] + self.change(base, 0, way, tile)
                sum1 = self.board[tail + _SUM1] + self.change(base, 1, way, tile)
                rank = sum0 if sum0 > sum1 else sum1
                code = self.code[number] ^ self.code_of[tile * self.cells + cell]
                code ^= self.code_of[tile * self.cells + gap]
                if rank >= budget or rank >= _FARTHEST or not self.is_new(code, layer):
                    continue
                self.candidate[_CANDIDATE * found] = number
                self.candidate[_CANDIDATE * found + 1] = way
                self.candidate[_CANDIDATE * found + 2] = sum0
                self.candidate[_CANDIDATE * found + 3] = sum1
                self.candidate_code[found] = code
                self.ranks[rank] += 1
                if sum0 < self.closest:
                    self.closest = sum0
                found += 1
        self.states += found
        return found

    def change(self, base: int, view: int, way: int, tile: int) -> int:
        """Return by how much a view's sum changes when a tile moves."""
        group = self.group[view * self.cells + tile]
        index = self.board[base + self.cells + view * self.groups + group]
        later = index + self.step[(4 * view + way) * self.cells + tile]
        group += view * self.groups
        return self.table[group][later] - self.table[group][index]

    def is_new(self, code: int, layer: int) -> bool:
        """Return whether a board's code is the first of its kind in a layer, and keep it."""
        slot = code & self.slot_mask
        while self.slot_layer[slot] == layer:
            if self.slot_code[slot] == code:
                return False
            slot = (slot + 1) & self.slot_mask
        self.slot_layer[slot] = layer
        self.slot_code[slot] = code
        return True

    def select(self, found: int) -> int:
        """Keep the most promising boards that were listed; return how many.

        Their parents are then listed where the candidates were.
        """
        room = self.beam
        cut = 0
        while cut < _FARTHEST and self.ranks[cut] <= room:
            room -= self.ranks[cut]
            cut += 1
        kept = 0
        for number in range(found):
            sum0 = self.candidate[_CANDIDATE * number + 2]
            sum1 = self.candidate[_CANDIDATE * number + 3]
            rank = sum0 if sum0 > sum1 else sum1
            if rank > cut or (rank == cut and room == 0):
                continue
            if rank == cut:
                room -= 1
            self.move(number, kept)
            kept += 1
        self.board, self.later = self.later, self.board
        self.code, self.later_code = self.later_code, self.code
        self.arrays["board"], self.arrays["later"] = self.arrays["later"], self.arrays["board"]
        return kept

    def move(self, number: int, kept: int) -> int:
        """Write the board of a candidate as one of the new layer."""
        parent = self.candidate[_CANDIDATE * number]
        way = self.candidate[_CANDIDATE * number + 1]
        base = kept * self.record
        first = parent * self.record
        for i in range(self.record):
            self.later[base + i] = self.board[first + i]
        tail = base + self.tail
        gap = self.later[tail + _GAP]
        cell = self.sides[4 * gap + way]
        tile = self.later[base + cell]
        self.later[base + cell] = self.later[base + gap]
        self.later[base + gap] = tile
        for view in range(2):
            group = self.group[view * self.cells + tile]
            place = base + self.cells + view * self.groups + group
            self.later[place] += self.step[(4 * view + way) * self.cells + tile]
        self.later[tail + _SUM0] = self.candidate[_CANDIDATE * number + 2]
        self.later[tail + _SUM1] = self.candidate[_CANDIDATE * number + 3]
        self.later[tail + _GAP] = cell
        self.later[tail + _CAME] = way
        self.later_code[kept] = self.candidate_code[number]
        self.candidate[kept] = parent
        return 0
