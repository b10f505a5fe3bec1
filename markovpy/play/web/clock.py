"""How long a game has been played."""

from __future__ import annotations

import time
from collections.abc import Callable


class Clock:
    """A stopwatch.

    Args:
        now: What tells the time, in seconds.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._before = 0.0
        self._since: float | None = None

    @property
    def running(self) -> bool:
        """Whether time counts."""
        return self._since is not None

    @property
    def seconds(self) -> float:
        """What has been counted."""
        return self._before + (0.0 if self._since is None else self._now() - self._since)

    def run(self, wanted: bool) -> None:
        """Let time count, or not."""
        if wanted != self.running:
            self._before = self.seconds
            self._since = self._now() if wanted else None

    def reset(self) -> None:
        """Begin at 0, and wait."""
        self._before, self._since = 0.0, None
