"""The keyboard while a search goes on: the first key stops it."""

from __future__ import annotations

import _thread
import threading
from typing import TYPE_CHECKING

from markovpy.engine.interrupt import let_signals_in
from markovpy.play.terminal.keys import KeyReader

if TYPE_CHECKING:
    from types import TracebackType

    from markovpy.play.terminal.device import Terminal
    from markovpy.play.terminal.keys import Press

_ESCAPE_PAUSE = 0.05


class KeyWatch:
    """Reads keys on a thread of its own; the first one interrupts the main thread, as Ctrl-C does.

    So a search ends that asks nobody whether it may go on, as those of plugins.

    Args:
        terminal: Where keys come from.
        keys: Reads them.

    Attributes:
        presses: What was pressed: first what stopped the search, then what followed at once.
    """

    def __init__(self, terminal: Terminal, keys: KeyReader) -> None:
        self._terminal = terminal
        self._keys = keys
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.presses: list[Press] = []

    def __enter__(self) -> KeyWatch:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """End the watch.

        Raises:
            KeyboardInterrupt: A key was pressed just as the search ended.
        """
        self._over.set()
        try:
            self._thread.join()
            let_signals_in()
        except KeyboardInterrupt:
            self._thread.join()
            raise

    def _watch(self) -> None:
        while not self._over.is_set():
            try:
                data = self._terminal.read(_ESCAPE_PAUSE)
            except EOFError:  # who reads next is told too
                _thread.interrupt_main()
                return
            self.presses = self._keys.feed(data) if data else self._keys.expire()
            if self.presses:
                _thread.interrupt_main()
                return
            if not data:  # it returns at once while a change of the window is not yet shown
                self._over.wait(_ESCAPE_PAUSE)
