"""How long a game has been played."""

from __future__ import annotations

from collections.abc import Callable


class Clock:
    """A watch that can be stopped.

    Args:
        now: Returns the time in seconds.
    """

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._before = 0.0
        self._since: float | None = None

    @property
    def seconds(self) -> float:
        """How long it has run."""
        return self._before + (0.0 if self._since is None else self._now() - self._since)

    @property
    def runs(self) -> bool:
        """Whether it is running."""
        return self._since is not None

    def start(self) -> None:
        """Let it run."""
        if self._since is None:
            self._since = self._now()

    def stop(self) -> None:
        """Stop it where it is."""
        self._before, self._since = self.seconds, None

    def reset(self, seconds: float = 0.0) -> None:
        """Stop it at a time."""
        self._before, self._since = seconds, None


def clock_text(seconds: float) -> str:
    """Return a time as minutes and seconds, with hours if there are any."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
