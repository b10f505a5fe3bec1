"""Which key does what: moves of the game, and commands of the host."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from markovpy.model.events import ARROWS, KEY, Event, is_key

Command: TypeAlias = Literal[
    "undo",
    "restart",
    "previous",
    "next",
    "new",
    "hint",
    "finish",
    "save",
    "quit",
    "choose",
    "pause",
    "keys",
]

_CHOOSE, _PAUSE, _KEYS = "tab", "escape", "?"
"""The keys of commands that no game can take."""
_LETTERS: dict[Command, tuple[str, str]] = {
    # the letter alone, and behind Ctrl: Ctrl-H, I, J and M are other keys
    "undo": ("u", "u"),
    "restart": ("r", "r"),
    "previous": ("p", "p"),
    "next": ("n", "n"),
    "new": ("g", "g"),
    "hint": ("h", "t"),
    "finish": ("f", "f"),
    "save": ("v", "v"),
    "quit": ("q", "q"),
}
_WORDS: dict[Command, str] = {
    "undo": "undo",
    "restart": "restart",
    "previous": "level",
    "next": "",
    "new": "new game",
    "hint": "hint",
    "finish": "finish",
    "save": "save replay",
    "quit": "quit",
}
_STEERING = {"w": "up", "a": "left", "s": "down", "d": "right"}


@dataclass(frozen=True)
class Controls:
    """Which key does what in a game.

    Args:
        events: What the game takes, see :attr:`markovpy.Session.events`.
        levels: How many levels there are; 0 for a game without.
        helps: Whether there is something to ask for help.
        varies: Whether another seed gives another game.
        words: What keys of the game do, in a word or two, as far as it says so.
        selects: Whether arrows select a cell already, in the game itself.
        choosing: Whether the player wants arrows to choose cells, not to move.
    """

    events: Set[str]
    levels: int
    helps: bool
    varies: bool = False
    words: Mapping[str, str] = field(default_factory=dict)
    selects: bool = False
    choosing: bool = False
    commands: dict[str, Command] = field(init=False)

    def __post_init__(self) -> None:
        commands: dict[str, Command] = {"ctrl-c": "quit", _KEYS: "keys"}
        if self.can_choose:
            commands[_CHOOSE] = "choose"
        if "tick" in self.events:
            commands[_PAUSE] = "pause"
        for command in self._offered:
            letter, control = _LETTERS[command]
            commands[f"ctrl-{control}" if self.takes_letters else letter] = command
        if not self.takes_letters:
            commands.setdefault("backspace", "undo")
        if "space" not in self.events and not self.has_cursor:
            commands["space"] = "restart"
        object.__setattr__(self, "commands", commands)

    @property
    def _offered(self) -> tuple[Command, ...]:
        """The commands that there are, in the order in which they are shown."""
        around: tuple[Command, ...] = ("previous", "next") if self.levels > 1 else ()
        around += ("new",) if self.varies else ()
        help_: tuple[Command, ...] = ("hint", "finish") if self.helps else ()
        return ("undo", "restart", *around, *help_, "save", "quit")

    @property
    def takes_letters(self) -> bool:
        """Whether letters belong to the game, so that commands are behind Ctrl."""
        return KEY in self.events or any(
            event.startswith(KEY + " ") and event[-1].isalpha() for event in self.events
        )

    @property
    def takes_arrows(self) -> bool:
        """Whether arrows are moves of the game."""
        return not self.events.isdisjoint(ARROWS)

    @property
    def takes_clicks(self) -> bool:
        """Whether clicks are moves of the game."""
        return "click" in self.events

    @property
    def can_choose(self) -> bool:
        """Whether the player can have arrows choose cells in place of moving."""
        return self.takes_clicks and self.takes_arrows and not self.selects

    @property
    def has_cursor(self) -> bool:
        """Whether arrows choose the cell to click: they are no moves, or not now."""
        free = not self.takes_arrows or (self.can_choose and self.choosing)
        return self.takes_clicks and free

    def event(self, key: str) -> Event | None:
        """Return the move that a key is; None for none."""
        if is_key(key.lower()) and self.takes_key(key.lower()):
            return Event(KEY, key=key.lower())
        if key in ("backspace", "delete") and self.takes_key("0"):
            return Event(KEY, key="0")
        arrow = self.arrow(key)
        if arrow in self.events and not self.has_cursor:
            return Event(arrow)
        if key == "space" and "space" in self.events:
            return Event("space")
        clicks = self.has_cursor and key == "enter"
        if key in ("enter", "x", "X") and "action" in self.events and not clicks:
            return Event("action")
        return None

    def takes_key(self, key: str) -> bool:
        """Return whether a letter or digit is a move of the game."""
        return KEY in self.events or f"{KEY} {key}" in self.events

    def arrow(self, key: str) -> str:
        """Return the arrow that a key stands for; empty for none."""
        return key if key in ARROWS else _STEERING.get(key.lower(), "")

    def key_of(self, command: Command) -> str:
        """Return how a command's key is shown; empty where there is no such command."""
        if command not in self._offered:
            return ""
        letter, control = _LETTERS[command]
        return f"^{control.upper()}" if self.takes_letters else letter

    def quits(self, key: str) -> bool:
        """Return whether a key ends the game."""
        return self.commands.get(key.lower()) == "quit"

    def brief_help(self) -> list[tuple[str, str]]:
        """Return what has to be known where there is no room for all of :meth:`help`."""
        return [(_KEYS, "keys"), (self.key_of("quit"), "quit")]

    def help(self) -> list[tuple[str, str]]:
        """Return what there is to press, and what it does, in order."""
        found = []
        if self.has_cursor:
            found.append(("arrows", "choose"))
            found.append(("mouse/Enter", "click"))
        else:
            found += self.steering()
            found += [("mouse", "click")] if self.takes_clicks else []
        if self.can_choose:
            found.append(("Tab", "move" if self.choosing else "choose"))
        found += self.other_moves()
        found += [("Esc", "pause")] if "tick" in self.events else []
        shown = (command for command in self._offered if command not in ("next", "quit"))
        found += [(self._shown_key(command), _WORDS[command]) for command in shown]
        return [*found, *self.brief_help()]

    def _shown_key(self, command: Command) -> str:
        """Return what is shown for a command; ``next`` stands beside ``previous``."""
        if command == "previous":
            return f"{self.key_of('previous')}/{self.key_of('next')}"
        also = "space/" if self.commands.get("space") == command else ""
        return also + self.key_of(command)

    def steering(self) -> list[tuple[str, str]]:
        """Return the keys that are arrows of the game, and what they do."""
        if not self.takes_arrows:
            return []
        steering = all(event in self.events for event in ARROWS)
        lettered = steering and not any(map(self.takes_key, _STEERING))
        return [("arrows/WASD" if lettered else "arrows", "choose" if self.selects else "move")]

    def other_moves(self) -> list[tuple[str, str]]:
        """Return the other keys that play, and what they do."""
        keys = sorted(event[-1] for event in self.events if event.startswith(KEY + " "))
        told = {word: [key for key in keys if self.words.get(key) == word] for word in self._said}
        found = [(_ranges(alike), word) for word, alike in told.items() if alike]
        rest = [key for key in keys if key not in self.words]
        words = ["letters, digits"] if KEY in self.events else [_ranges(rest)] if rest else []
        words += ["space"] if "space" in self.events and not self.words else []
        found += [(", ".join(words), "press")] if words else []
        if "action" in self.events:
            takes_x, takes_enter = not self.takes_key("x"), not self.has_cursor
            found.append(("/".join(["Enter"] * takes_enter + ["x"] * takes_x), "act"))
        return found

    @property
    def _said(self) -> list[str]:
        """What the game says of its keys, each once."""
        return list(dict.fromkeys(self.words.values()))


def _ranges(keys: list[str]) -> str:
    """Return keys in words, runs of three and more as ``1-9``."""
    parts: list[str] = []
    first = 0
    for place in range(1, len(keys) + 1):
        if place < len(keys) and ord(keys[place]) == ord(keys[place - 1]) + 1:
            continue
        run = keys[first:place]
        parts += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else run
        first = place
    return " ".join(parts)
