"""What keys and clicks do to a game: its moves, and what the host adds to them."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from markovpy.errors import MarkovError
from markovpy.model.events import Event
from markovpy.model.palette import RGB
from markovpy.play.clock import Clock
from markovpy.play.replay import save_replay
from markovpy.play.terminal.chooser import Chooser
from markovpy.play.terminal.coach import Coach
from markovpy.play.terminal.controls import Command, Controls
from markovpy.play.terminal.focus import Focus
from markovpy.play.terminal.remarks import Remarks
from markovpy.play.terminal.text import clean, count_of

if TYPE_CHECKING:
    from markovpy.play.advice import Advice, Going
    from markovpy.play.records import Best, Records
    from markovpy.play.session import Session

Cell = tuple[int, ...]
_BLAMED: RGB = (255, 60, 60)
_CHOSEN: RGB = (255, 60, 220)
_HINTED: RGB = (0, 220, 120)
_NO_WATCH = nullcontext()
_STOPS = "any key stops"


class Player:
    """A game with all that a host adds: commands, time, records, messages.

    Args:
        session: The game.
        records: The best results of its levels.
        advice: What knows about solutions; None where nothing does.
        now: Returns the time in seconds.

    Attributes:
        session: The game.
        clock: How long it has been played.
        coach: Gives hints and warnings.
        remarks: What there is to say of the game.
        shows_keys: Whether the player wants to see what there is to press, and nothing else.
        quitting: Whether the player wants to end.
    """

    def __init__(
        self,
        session: Session,
        records: Records,
        advice: Advice | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.session = session
        self.clock = Clock(now)
        self.quitting = False
        self.shows_keys = False
        self._chooser = Chooser(session)
        self._records = records
        self._is_first_win = False
        self.coach = Coach(session, advice)
        self.remarks = Remarks(session, self.coach)
        self._steered = Focus(session)
        self._notice = clean(records.problem)
        self._began()

    @property
    def controls(self) -> Controls:
        """Which key does what now."""
        session = self.session
        return Controls(
            session.events,
            len(session.program.levels),
            self.coach.can_help,
            session.varies,
            session.key_words,
            selects=bool(session.game.players),
            choosing=self._chooser.chooses,
        )

    @property
    def cursor(self) -> Cell | None:
        """The cell that is chosen where arrows choose one; else None."""
        return self._chooser.place if self.controls.has_cursor else None

    @property
    def best(self) -> Best | None:
        """The best results of the level."""
        return self._records.best(self.session.level)

    @property
    def best_before(self) -> Best | None:
        """The same, unless they are nothing but what this game just made."""
        return None if self._is_first_win else self.best

    @property
    def counts(self) -> list[str]:
        """How many moves and pushes were made, and how long it took, in words."""
        return self.remarks.counts(self.best, self.clock)

    @property
    def frames(self) -> list[tuple[Cell, RGB]]:
        """The cells that are framed, and in which colour: later ones are drawn on top."""
        found: list[tuple[Cell, RGB]] = []
        if self.session.status == "won":
            return found
        if self.coach.warning is not None:
            found += [(cell, _BLAMED) for cell in self.coach.warning.cells]
        if self.cursor is not None:
            found.append((self.cursor, _CHOSEN))
        if self.coach.pointed is not None:
            found.append((self.coach.pointed, _HINTED))
        return found

    @property
    def focus(self) -> Cell | None:
        """The cell that has to be seen; None for any."""
        chosen = self.coach.pointed or self.cursor
        if chosen is not None:
            return chosen
        framed = [(mark.x, mark.y) for mark in self.session.marks if mark.frame is not None]
        return framed[-1] if framed else self._steered.cell

    @property
    def waits(self) -> bool:
        """Whether time stands still until a key is pressed."""
        return self.session.tick is not None and not self.clock.runs and self._is_played

    @property
    def period(self) -> float | None:
        """After how many seconds :meth:`pulse` is to be called; None for never."""
        if self.coach.is_showing:
            return self.coach.pace
        tick = self.session.tick
        return None if tick is None or not self.clock.runs else 1 / tick

    @property
    def _is_played(self) -> bool:
        return self.session.status == "playing"

    @property
    def message(self) -> str:
        """What there is to say: a line by the game itself, then what the host says."""
        said = [self.remarks.of_the_game, self._notice or self._standing]
        return "\n".join(part for part in said if part)

    @property
    def _standing(self) -> str:
        """What the host says as long as it holds."""
        return self.remarks.standing(self.controls, self.waits)

    def press(self, key: str, cell: Cell | None = None) -> None:
        """Answer a key, or a click.

        Args:
            key: The key's name, see :class:`~markovpy.play.terminal.keys.Press`.
            cell: For ``click``, the cell; None where there is none.
        """
        self._notice = ""
        self.coach.stop()
        if self.shows_keys:
            self.shows_keys = False
            if key != "ctrl-c":
                return
        waited = self.waits
        controls = self.controls
        command = controls.commands.get(key.lower())
        if command is not None:
            self._command(command)
        elif key == "enter" and not self._is_played:
            self._go_on()
        elif (event := controls.event(key)) is not None:
            self._send(event)
        elif key == "click":
            self._click(cell)
        elif key == "escape" and controls.choosing and controls.has_cursor:
            self._turn()
        elif controls.has_cursor:
            self._use_cursor(key, controls)
        if waited and not self.quitting and self._is_played:
            self.clock.start()

    def pulse(self) -> None:
        """Let time pass, or the next move of a game that is played to its end be made."""
        self._send(self.coach.next() if self.coach.is_showing else Event("tick"))

    def search(self, going: Going, watch: AbstractContextManager[object] = _NO_WATCH) -> None:
        """Find what the player asked for; a KeyboardInterrupt ends that.

        Args:
            going: Is told how far the search is, for a screen to be shown.
            watch: What is in force meanwhile, and may interrupt.
        """

        def report(states: int, line: str) -> None:
            what = clean(line) or f"Searching ... {count_of(states, 'position')}"
            self._notice = f"{what}, {_STOPS}"
            going(states, line)

        try:
            with watch:
                self._notice = self.coach.answer(report)
        except KeyboardInterrupt:
            self.coach.stop()
            self._notice = "The search was stopped."

    def _click(self, cell: Cell | None) -> None:
        if cell is None or not self.controls.takes_clicks:
            return
        self._chooser.place = cell
        self._send(Event("click", cell))

    def _use_cursor(self, key: str, controls: Controls) -> None:
        """Move the cursor, or click where it is."""
        if key in ("enter", "space"):
            self._send(Event("click", self._chooser.place))
        else:
            self._chooser.move(controls.arrow(key))

    def _send(self, event: Event) -> None:
        """Make a move, and say what came of it."""
        was_played = self._is_played
        try:
            outcome = self.session.send(event)
        except MarkovError as error:
            self._notice = clean(error.diagnostics[0].message)
            return
        if not outcome.acted:
            if was_played and self.coach.warning is None:
                self._notice = self.remarks.of_refusal(event, self.controls)
            return
        self._chooser.look(both=self.controls.can_choose)
        self.clock.start()
        if was_played and not self._is_played:
            self._ended()
        elif outcome.changed and event.name != "tick":
            self.coach.look()

    def _ended(self) -> None:
        self.clock.stop()
        self.coach.look()
        if self.session.status != "won":
            return
        if self.session.helped:
            self._notice = f"{self._standing}   (this game had help: no record)"
            return
        is_first = self.best is None
        try:
            better = self._records.add(self.session, self.clock.seconds)
        except OSError as error:
            reason = error.strerror or str(error)
            self._notice = f"{self._standing}   (the record cannot be kept: {clean(reason)})"
            return
        self._is_first_win = is_first
        if told := "New record!" if is_first else self.remarks.of_records(better):
            self._notice = f"{self._standing}   {told}"

    def _command(self, command: Command) -> None:
        level = self.session.level
        if command == "quit":
            self.quitting = True
        elif command == "undo":
            self._undo()
        elif command == "restart":
            self._begin(self.session.restart)
        elif command == "new":
            self._begin(self.session.new_game)
        elif command == "next":
            self._turn_to(level + 1, "This is the last level.")
        elif command == "previous":
            self._turn_to(level - 1, "This is the first level.")
        elif command in ("hint", "finish"):
            self.coach.ask(command)
            self._notice = f"Searching ... {_STOPS}" if self.coach.asked else ""
        elif command == "choose":
            self._turn()
        elif command == "pause":
            self.clock.stop()
        elif command == "keys":
            self.shows_keys = True
        else:
            self._save()

    def _undo(self) -> None:
        if not self.session.undo():
            self._notice = "There is nothing to undo."
            return
        self._is_first_win = False
        self._chooser.look(both=self.controls.can_choose)
        self.coach.look()
        if self.session.tick is not None:
            self.clock.stop()
        else:
            self.clock.start()

    def _go_on(self) -> None:
        """Begin what comes after a game that has ended."""
        levels = len(self.session.program.levels)
        if self.session.status == "lost":
            self._begin(self.session.restart)
        elif self.session.level < levels:
            self._turn_to(self.session.level + 1, "")
        elif levels <= 1:
            self._begin(self.session.new_game if self.session.varies else self.session.restart)

    def _turn_to(self, level: int, otherwise: str) -> None:
        if 1 <= level <= len(self.session.program.levels):
            self._begin(lambda: self.session.go_to(level))
        else:
            self._notice = otherwise

    def _begin(self, begin: Callable[[], None]) -> None:
        """Begin a game; where that fails the present one stays."""
        try:
            begin()
        except MarkovError as error:
            self._notice = clean(error.diagnostics[0].message)
            return
        self._began()

    def _turn(self) -> None:
        """Let arrows choose cells, or move again."""
        self._chooser.turn()
        if self._chooser.chooses:
            self._notice = "Arrows choose a cell, Enter clicks it. Tab: arrows move again"

    def _began(self) -> None:
        self.clock.reset()
        self._is_first_win = False
        self.coach.begin()
        self._chooser.begin(both=self.controls.can_choose)

    def _save(self) -> None:
        try:
            path = save_replay(self.session, Path())
        except OSError as error:
            self._notice = clean(f"The replay cannot be saved: {error.strerror or error}")
            return
        self._notice = clean(f"Saved {path}: markovpy run takes it as --moves-file")
