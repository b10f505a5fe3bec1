"""What a host can ask about a game's solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from markovpy.play.session import Session


class Advice(Protocol):
    """Knows about solutions."""

    @property
    def hints(self) -> bool:
        """Whether it can give hints."""

    def hint(self, session: Session) -> str:
        """Return what to do next, in words, or why nothing can be said."""

    def hopeless(self, session: Session) -> bool:
        """Return whether it is proved that the game cannot be won any more; quickly."""


class _NoAdvice:
    """Knows nothing."""

    hints = False

    def hint(self, session: Session) -> str:
        """Return nothing."""
        return ""

    def hopeless(self, session: Session) -> bool:
        """Return that nothing is proved."""
        return False


NO_ADVICE: Advice = _NoAdvice()
