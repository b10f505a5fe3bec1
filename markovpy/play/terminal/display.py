"""Shows screens on a terminal: only the lines that changed, or all of them where it is dumb."""

from __future__ import annotations

from collections.abc import Callable

_CLEAR = "\x1b[2J"
_WHOLE_LINE = "\x1b[2K"
_BELOW = "\x1b[J"


class Display:
    """Shows screens, one after another.

    Args:
        write: Sends text to the terminal.
        rolls: Whether the terminal knows no commands: screens are printed one below another.
    """

    def __init__(self, write: Callable[[str], None], *, rolls: bool) -> None:
        self._write = write
        self._rolls = rolls
        self._shown: list[str] | None = None

    def forget(self) -> None:
        """Take nothing as shown any more: the window changed, or others wrote into it."""
        self._shown = None

    def show(self, lines: list[str]) -> None:
        """Show a screen that fits the window; its lines may be as wide as that."""
        before, self._shown = self._shown, list(lines)
        if lines == before:
            return
        if self._rolls:
            self._write("\n".join(["", *(line.rstrip() for line in lines), ""]))
            return
        parts = [_CLEAR] if before is None else []
        shown = before or []
        for row, line in enumerate(lines):
            if row >= len(shown) or shown[row] != line:
                # erased first: behind a full line it would take the last column away
                parts.append(f"\x1b[{row + 1};1H{_WHOLE_LINE}{line}")
        if len(lines) < len(shown):
            parts.append(f"\x1b[{len(lines) + 1};1H{_BELOW}")
        self._write("".join(parts))
