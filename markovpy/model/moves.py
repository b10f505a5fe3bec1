"""Moves as they are written: ``rruULd``, ``c3,4``, ``.``, ``_``, ``k(x)``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from markovpy import arguments
from markovpy.errors import Diagnostic, RunError
from markovpy.model.events import KEY, Event, is_key
from markovpy.source import Source, Span

LETTERS = {"l": "left", "u": "up", "r": "right", "d": "down", "a": "action"}
SIGNS = {".": "tick", "_": "space"}
MOST_MOVES = 1_000_000
_NUMBER = re.compile(r"\d+", re.ASCII)
_CLICK = re.compile(r"[cC](\d+),(\d+)(?:,(\d+))?", re.ASCII)
_KEY = re.compile(r"[kK]\((.)\)", re.DOTALL)


@dataclass(frozen=True)
class Move:
    """A move as it is written.

    Args:
        event: The event.
        pushes: Whether it is written as a capital: an alternative other than the last of its
            list has to fire.
        index: Its place among the moves, from 1.
        source: The text it stands in.
        span: Where.
    """

    event: Event
    pushes: bool
    index: int
    source: Source
    span: Span


def token(event: Event, pushed: bool) -> str:
    """Return an event as it is written, as a capital where it pushed.

    Ticks and the space bar have no capitals.
    """
    if event.name == "click":
        assert event.cell is not None
        written = "c" + ",".join(map(str, event.cell))
    elif event.name == KEY:
        return f"{'K' if pushed else 'k'}({event.key})"
    else:
        names = {name: sign for sign, name in {**LETTERS, **SIGNS}.items()}
        written = names[event.name]
    return written[:1].upper() + written[1:] if pushed else written


def write_moves(tokens: Iterable[str]) -> str:
    """Return tokens as one text that reads as the same moves.

    A blank stands where a click's number would run into a repetition or another click.
    """
    return "".join(f"{text} " if "," in text else text for text in tokens).rstrip()


def read_moves(text: str, name: str = "moves") -> list[Move]:
    """Return the moves that a text holds; blanks and line breaks in it mean nothing.

    Args:
        text: The text.
        name: What errors call it.

    Raises:
        RunError: Something in it is no move; the message names its index.
    """
    source = Source.decode(arguments.text(text, "moves"), name)
    text = source.text
    moves: list[Move] = []
    place = 0
    count: tuple[int, Span] | None = None
    while place < len(text):
        if text[place].isspace():
            place += 1
        elif number := _NUMBER.match(text, place):
            if count is not None:
                _fail(source, count[1], len(moves) + 1, "a number without a move behind it")
            count = (int(number[0]), Span(place, number.end()))
            place = number.end()
        else:
            event, end = _event(text, place, source, len(moves) + 1)
            span = Span(place, end)
            times, start = count or (1, span)
            if not 1 <= times <= MOST_MOVES - len(moves):
                _fail(source, start, len(moves) + 1, f"{times} times is no number of moves")
            pushes = text[place].isupper()
            moves += [
                Move(event, pushes, len(moves) + i, source, span) for i in range(1, times + 1)
            ]
            place, count = end, None
    if count is not None:
        _fail(source, count[1], len(moves) + 1, "a number without a move behind it")
    return moves


def _event(text: str, place: int, source: Source, index: int) -> tuple[Event, int]:
    """Return the event that is written at a place, and where it ends."""
    letter = text[place]
    if letter.lower() in LETTERS:
        return Event(LETTERS[letter.lower()]), place + 1
    if letter in SIGNS:
        return Event(SIGNS[letter]), place + 1
    if click := _CLICK.match(text, place):
        return Event("click", tuple(int(part) for part in click.groups() if part)), click.end()
    if (key := _KEY.match(text, place)) and is_key(key[1].lower()):
        return Event(KEY, key=key[1].lower()), key.end()
    raise _unknown(source, Span(place, place + 1), index, f"'{letter}' is no move")


def _unknown(source: Source, span: Span, index: int, what: str) -> RunError:
    hint = "moves are l u r d, a (action), c3,4 (a click), . (a tick), _ (space), k(x) (a key)"
    message = f"move {index}: {what}"
    return RunError([Diagnostic("unknown-move", message, span, hint)], source)


def _fail(source: Source, span: Span, index: int, what: str) -> None:
    raise _unknown(source, span, index, what)


def illegal_move(move: Move, reason: str) -> RunError:
    """Return the error for a move that cannot be made as it is written."""
    message = f"move {move.index} ({move.event}): {reason}"
    hint = "write it small" if move.pushes and "capital" in reason else ""
    return RunError([Diagnostic("illegal-move", message, move.span, hint)], move.source)
