"""Interrupts during long compiled work; deliberately not compiled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar


class StoppedError(Exception):
    """Long work was told not to go on."""


_watch: ContextVar[Callable[[], bool] | None] = ContextVar("watch", default=None)


def let_signals_in() -> None:
    """Let Python handle what signals wait, which it does whenever it enters a function.

    Raises:
        StoppedError: Whoever watches the work says that it may not go on.
    """
    goes_on = _watch.get()
    if goes_on is not None and not goes_on():
        raise StoppedError


@contextmanager
def watched(goes_on: Callable[[], bool]) -> Iterator[None]:
    """Ask now and then, while long work is done inside, whether it may go on.

    Raises:
        StoppedError: It was not.
    """
    token = _watch.set(goes_on)
    try:
        yield
    finally:
        _watch.reset(token)
