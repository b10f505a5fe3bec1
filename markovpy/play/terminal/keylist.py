"""The screen with all keys: each with what it does, and what the game is about."""

from __future__ import annotations

import os
import textwrap
from typing import TYPE_CHECKING

from markovpy.play.terminal.text import clean, cut, flow, width

if TYPE_CHECKING:
    from markovpy.play.terminal.controls import Command, Controls
    from markovpy.play.terminal.view import Styles

_BACK = "Any key: back to the game"
_WIDEST = 76
_GAP = 3
_MOST_COLUMNS = 3
_MEANINGS: dict[Command, str] = {
    "undo": "undo, even a win",
    "restart": "begin again",
    "previous": "the level before",
    "next": "the next level",
    "new": "a new game",
    "hint": "a hint: the next move",
    "finish": "play the game to its end",
    "save": "save the moves so far",
}
_ALSO = {"undo": "Backspace", "restart": "space"}


def key_list(controls: Controls) -> list[tuple[str, str]]:
    """Return every key, and what it does.

    Args:
        controls: Which key does what.
    """
    found = _moves(controls)
    for command, meaning in _MEANINGS.items():
        if key := controls.key_of(command):
            also = _ALSO.get(command, "")
            is_one_too = controls.commands.get(also.lower()) == command
            found.append((f"{key}, {also}" if is_one_too else key, meaning))
    if "tick" in controls.events:
        found.append(("Esc", "a pause"))
    found += [("Enter", "go on, after the end"), ("?", "this list")]
    if os.name != "nt":
        found.append(("Ctrl-Z", "to the shell; fg: back"))
    return [*found, (f"{controls.key_of('quit')}, Ctrl-C", "quit")]


def _moves(controls: Controls) -> list[tuple[str, str]]:
    """Return the keys that play, and what they do."""
    found = []
    if controls.has_cursor:
        lettered = not any(map(controls.takes_key, "wasd"))
        found.append(("arrows/WASD" if lettered else "arrows", "choose a cell"))
        found.append(("Enter, space", "click the chosen cell"))
    else:
        found += controls.steering()
    if controls.takes_clicks:
        found.append(("mouse", "click a cell"))
    if controls.can_choose:
        found.append(("Tab", f"arrows {'move' if controls.choosing else 'choose a cell'}"))
    found += controls.other_moves()
    if controls.takes_key("0"):
        found.append(("Backspace, Delete", "as 0"))
    return found


def key_screen(
    controls: Controls, about: str, window: tuple[int, int], styles: Styles
) -> list[str]:
    """Return the lines of the screen, as far as there is room.

    Args:
        controls: Which key does what.
        about: What the game is about.
        window: Columns and rows.
        styles: How text stands out.
    """
    columns, rows = window
    said = textwrap.wrap(clean(about), max(1, min(columns, _WIDEST)))
    text = ["", *said] if said else []
    entries = key_list(controls)
    for side_by_side in range(1, _MOST_COLUMNS + 1):
        lines = _table(entries, side_by_side, styles)
        widest = max(width(plain) for plain, _ in lines)
        if widest <= columns and len(lines) + len(text) + 2 <= rows:
            margin = " " * max(0, (columns - max(_WIDEST, widest)) // 2)
            shown = [_BACK, "", *(styled for _, styled in lines), *text]
            return [margin + line if line else "" for line in shown]
    parts = [cut(f"{key} {meaning}", columns) for key, meaning in entries]
    flowing = [(" " * _GAP).join(line) for line in flow(parts, columns, _GAP)]
    return [cut(_BACK, columns), *flowing, *said][:rows]


def _table(
    entries: list[tuple[str, str]], side_by_side: int, styles: Styles
) -> list[tuple[str, str]]:
    """Return entries below each other in columns: each line without and with its styles."""
    down = -(-len(entries) // side_by_side)
    blocks = [entries[first : first + down] for first in range(0, len(entries), down)]
    lines = [("", "")] * down
    for block in blocks:
        keys = max(width(key) for key, _ in block)
        words = max(width(meaning) for _, meaning in block)
        for row, (key, meaning) in enumerate(block):
            plain, styled = lines[row]
            before = "" if block is blocks[0] else " " * _GAP
            blank = " " * (keys - width(key) + 2)
            after = " " * (words - width(meaning)) if block is not blocks[-1] else ""
            shown = f"{styles.reverse}{key}{styles.end}{blank}{meaning}{after}"
            lines[row] = f"{plain}{before}{key}{blank}{meaning}{after}", styled + before + shown
    return lines
