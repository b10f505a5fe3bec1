"""What there is to say of a game: how far it is, how it stands, how it ended."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from markovpy.model.events import ARROWS
from markovpy.play.clock import Clock, clock_text
from markovpy.play.terminal.text import clean, count_of

if TYPE_CHECKING:
    from markovpy.model.events import Event
    from markovpy.play.outlook import Hopeless
    from markovpy.play.records import Best
    from markovpy.play.session import Session
    from markovpy.play.terminal.coach import Coach
    from markovpy.play.terminal.controls import Controls

_BEGINNING = re.compile(r"(?:^|(?<=[.!?] ))[a-z]")
_BETTER = {"moves": "fewest moves", "pushes": "fewest pushes", "seconds": "least time"}


class Remarks:
    """Finds the words for a game.

    Args:
        session: The game.
        coach: Knows whether it can still be won.
    """

    def __init__(self, session: Session, coach: Coach) -> None:
        self._session = session
        self._coach = coach

    @property
    def counts_pushes(self) -> bool:
        """Whether pushes mean something to the player: something is pushed onto goals."""
        return bool(self._session.goals)

    def counts(self, best: Best | None, clock: Clock) -> list[str]:
        """Return how many moves and pushes were made, and how long it took, in words.

        Args:
            best: The best results so far.
            clock: How long it took.
        """
        moves, pushes = self._session.move_count, self._session.push_count
        found = [count_of(moves, "move")]
        if self.counts_pushes and (pushes or (best is not None and best.pushes)):
            found.append(count_of(pushes, "push"))
        return [*found, clock_text(clock.seconds)]

    @property
    def of_the_game(self) -> str:
        """What the game says itself."""
        return _sentences(clean(self._session.message))

    @property
    def mood(self) -> str:
        """``good`` when the game is won, ``bad`` when it is lost or cannot be won."""
        if self._coach.warning is not None or self._is_simply_lost:
            return "bad"
        return "good" if self._session.status == "won" else ""

    @property
    def _is_simply_lost(self) -> bool:
        """Whether the game is lost, and says nothing else of how it ended."""
        return self._session.status == "lost" and not self._session.message

    def standing(self, keys: Controls, waits: bool) -> str:
        """Return what is said as long as it holds.

        Args:
            keys: Which key does what.
            waits: Whether time stands still until a key is pressed.
        """
        if self._session.status == "won":
            return self._won
        if self._session.status == "lost":
            lost = "(x_x)  Lost. " if self._is_simply_lost else ""
            return f"{lost}Enter: again, {keys.key_of('undo')}: undo"
        if self._coach.warning is not None:
            return self._hopeless(self._coach.warning, keys)
        begun = self._session.move_count > 0
        about = "" if begun else clean(self._about)
        if not waits:
            return about
        what = "go on" if begun else "begin"
        return f"Press any key to {what}{'. ' if about else ''}{about}"

    def _hopeless(self, warning: Hopeless, keys: Controls) -> str:
        """Return why the game cannot be won, and what to do where that is the player's doing."""
        if self._faulty:
            return clean(self._faulty)
        reason = clean(warning.told)
        if not self._session.moves:
            return f"This cannot be won: {reason}"
        restart, undo = keys.key_of("restart"), keys.key_of("undo")
        return f"Cannot be won any more. {undo}: undo, {restart}: restart ({reason})"

    @property
    def _about(self) -> str:
        """What is said before the first move: what is wrong with the level, else what to do."""
        return self._faulty or self._session.program.about.get("about", "")

    @property
    def _faulty(self) -> str:
        """What is wrong with the level as it is written; empty where nothing is."""
        faults = "; ".join(self._session.faults)
        return f"This level is faulty: {faults}" if faults else ""

    @property
    def _won(self) -> str:
        """What is said of a level that is won, also one that was so from the start."""
        level, levels = self._session.level, len(self._session.program.levels)
        if level < levels:
            return "\\(^o^)/  Won! Enter: next level"
        if levels > 1:
            return "\\(^o^)/  Won! That was the last level. Thank you for playing!"
        return f"\\(^o^)/  Won! Enter: {'another game' if self._session.varies else 'again'}"

    def of_refusal(self, event: Event, keys: Controls) -> str:
        """Return what is said of a move that cannot be made; empty where the game goes on anyway.

        Args:
            event: The move.
            keys: Which key does what.
        """
        if self._session.tick is not None or self._session.game.players:
            return ""
        if event.name not in ARROWS:
            return "Nothing happens there" if event.cell is not None else "Nothing happens"
        return f"Nothing moves that way{'. Tab: choose a cell' if keys.can_choose else ''}"

    def of_records(self, better: Iterable[str]) -> str:
        """Return what is said of records: some of ``moves pushes seconds``; empty for nothing."""
        told = [name for name in better if name != "pushes" or self.counts_pushes]
        return f"New record: {', '.join(_BETTER[name] for name in told)}!" if told else ""


def _sentences(text: str) -> str:
    """Return a text of which all sentences begin and end as such."""
    ended = text if text[-1:] in ".!?" else text + "."
    return _BEGINNING.sub(lambda found: found[0].upper(), ended)
