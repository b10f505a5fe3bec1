"""``sudoku.play``: a puzzle to be solved by whoever sits before it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from markovpy.nodes.plugin import Body, Node, NodeKind
from markovpy.plugins.sudoku import drawing
from markovpy.plugins.sudoku.boards import check_grid
from markovpy.plugins.sudoku.checking import check_cells
from markovpy.plugins.sudoku.generating import WISHES, make, prepare
from markovpy.plugins.sudoku.helping import checked, hint
from markovpy.plugins.sudoku.progress import Problem, Progress, problem_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from markovpy.engine.parts import Status
    from markovpy.engine.state import State
    from markovpy.nodes.checked import Builder
    from markovpy.nodes.plugin import CheckedNode, Event, Mark
    from markovpy.plugins.sudoku.generating import Wishes

_STEPS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
_CLEAR = ("0", " ")
_COMMANDS = {"notes": "nx", "hint": "ht", "check": "cv", "solve": "s"}
"""The key of each command, and another where that is a digit of the board."""
_WORDS = {"notes": "notes", "hint": "hint", "check": "check", "solve": "give up"}


class Play(Node):
    """Takes digits and questions, and knows when the puzzle is solved.

    What is in the grid when the game begins is the puzzle; on an empty board one is made.

    Args:
        number: See :class:`Node`.
        wishes: What a puzzle that is made is to be like.
    """

    problem: Problem
    progress: Progress

    def __init__(self, number: int, wishes: Wishes) -> None:
        super().__init__(number)
        self.wishes = wishes
        self.shape = wishes.shape
        digits = self.shape.digits.lower()
        self.commands = {
            next(key for key in keys if key not in digits): command
            for command, keys in _COMMANDS.items()
        }
        self.keys = "0" + digits + "".join(self.commands)
        self.words = {**dict.fromkeys(digits, "fill"), "0": "clear"}
        self.words |= {key: _WORDS[command] for key, command in self.commands.items()}
        self._counts = False

    def begin(self, state: State) -> bool:
        """Take the puzzle from the grid, or make one; end the program where it cannot be."""
        cells = state.grid.tobytes()
        made = not any(cells)
        if made:
            puzzle = make(state, self, self.wishes)
            if puzzle is None:
                return True
            cells = puzzle.cells
            for cell, digit in enumerate(cells):
                state.write(cell, digit)
        problem = problem_of(cells, self.shape)
        if isinstance(problem, str):
            message = f"the puzzle has no solution: {problem}"
            state.end("no-solution", self, message, "change its givens")
            return True
        self.problem = problem
        self.progress = Progress(max(cells.find(0), 0), (0,) * len(cells))
        return made

    def event(self, state: State, event: Event) -> bool:
        """Answer an event; see :class:`~markovpy.engine.interactive.Interactive`."""
        before = state.grid.tobytes()
        progress = self._answer(state, event)
        if progress is None:
            return False
        self.progress = progress
        self._counts = state.grid.tobytes() != before and not progress.gave_up
        return True

    def counts(self, state: State) -> bool:
        """Return whether the last event wrote a digit, or cleared one."""
        return self._counts

    def helped(self, state: State) -> bool:
        """Return whether a hint was given."""
        return self.progress.hints > 0

    def _answer(self, state: State, event: Event) -> Progress | None:
        """Return what an event comes to; None where it is refused."""
        if event.name == "click":
            return self._select(*(event.cell or (-1, -1))[:2])
        if event.name in _STEPS:
            y, x = divmod(self.progress.cell, self.shape.side)
            right, down = _STEPS[event.name]
            return self._select(x + right, y + down)
        key = " " if event.name == "space" else event.key
        digit = self.shape.digits.lower().find(key) + 1
        if digit or key in _CLEAR:
            if self.problem.givens[self.progress.cell]:
                return None
            return self._note(state, digit) if self._notes(digit) else self._enter(state, digit)
        return self._command(state, self.commands.get(key, ""))

    def _select(self, x: int, y: int) -> Progress | None:
        side = self.shape.side
        cell = y * side + x
        if not (0 <= x < side and 0 <= y < side) or cell == self.progress.cell:
            return None
        return replace(self.progress, cell=cell)

    def _notes(self, digit: int) -> bool:
        return digit > 0 and self.progress.writes_notes

    def _note(self, state: State, digit: int) -> Progress | None:
        """Note a digit in an empty cell, or take the note back."""
        cell, notes = self.progress.cell, list(self.progress.notes)
        if state.grid.flat[cell]:
            return None
        notes[cell] ^= 1 << digit - 1
        return replace(self.progress, notes=tuple(notes))

    def _enter(self, state: State, digit: int) -> Progress | None:
        """Write a digit into the selected cell, or clear it and its notes."""
        progress, cell = self.progress, self.progress.cell
        before = int(state.grid.flat[cell])
        if digit == before and (digit or not progress.notes[cell]):
            return None
        notes = list(progress.notes)
        notes[cell] = 0
        if digit:
            for peer in self.shape.peers[cell]:
                notes[peer] &= ~(1 << digit - 1)
        state.write(cell, digit)
        conflicts = check_cells(state.grid.tobytes(), self.shape).conflicts
        said = "; ".join(conflict.message for conflict in conflicts if cell in conflict.cells)
        left = None if before else progress.left  # of a wrong entry hints may have followed
        return replace(
            progress,
            notes=tuple(notes),
            said=said,
            framed=frozenset(),
            wrong=progress.wrong - {cell},
            left=left,
        )

    def _command(self, state: State, command: str) -> Progress | None:
        progress, cells = self.progress, state.grid.tobytes()
        if command == "notes":
            return replace(progress, writes_notes=not progress.writes_notes)
        if command == "hint":
            return hint(self.problem, progress, cells)
        if command == "check":
            found = checked(self.problem, progress, cells)
            return None if found == progress else found
        if command == "solve":
            for cell, digit in enumerate(self.problem.finished(cells)):
                state.write(cell, digit)
            return Progress(progress.cell, (0,) * len(cells), hints=progress.hints, gave_up=True)
        return None

    def snapshot(self) -> object:
        """Return everything besides the grid."""
        return self.progress

    def restore(self, snapshot: object) -> None:
        """Go back to it."""
        assert isinstance(snapshot, Progress)
        self.progress = snapshot

    def status(self, state: State) -> Status:
        """Return ``won`` where the board is full and right, ``lost`` where one gave up."""
        if self.progress.gave_up:
            return "lost"
        return "won" if check_cells(state.grid.tobytes(), self.shape).solved else "playing"

    def marks(self, state: State) -> Sequence[Mark]:
        """Return what is drawn over the grid."""
        ended = self.status(state) != "playing"
        return drawing.marks(self.problem, self.progress, state.grid.tobytes(), ended)

    def message(self, state: State) -> str:
        """Return how things stand, and what there is to be said."""
        cells, progress = state.grid.tobytes(), self.progress
        status = self.status(state)
        if status != "playing":
            return self._closing(cells, status)
        empty = cells.count(0)
        stand = f"{empty} to fill" if empty else "full, but not right"
        parts = [self.problem.level, stand, "writing notes" if progress.writes_notes else ""]
        standing = ", ".join(filter(None, parts))
        return f"{standing}. {progress.said}" if progress.said else standing

    def _closing(self, cells: bytes, status: Status) -> str:
        """Return what is said at the end."""
        if status == "lost":
            return "solved for you: this is the solution"
        level, hints = self.problem.level, self.progress.hints
        said = f"solved, {level}" if level else "solved"
        if hints:
            said += f", with {hints} hint{'s' * (hints > 1)}"
        if cells != self.problem.solution:
            said += "; right, but not the stored solution: the puzzle has several"
        return said


def build(node: CheckedNode, builder: Builder) -> Play:
    """Return the running node."""
    return Play(node.number, node.data)


KIND = NodeKind(
    name="sudoku.play",
    summary="makes the program a game: the puzzle in the grid is solved by the player; on an empty "
    "board a new one is made",
    body=Body.NONE,
    parameters=WISHES,
    needs=check_grid,
    prepare=prepare,
    build=build,
    takes=frozenset({"click", "key", "space", *_STEPS}),
)
