"""What stands between the levels of a file, and which level it belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from markovpy.model.level import Level

_KEY = re.compile(r"(title|author|comment)\s*:\s*(.*)", re.IGNORECASE)


@dataclass(frozen=True)
class Remark:
    """A line, or a comment block, between levels.

    Args:
        text: What it says, without the key and the mark of a comment.
        key: ``title``, ``author``, ``comment``, or empty for plain text.
        marked: Whether it stands behind ``;`` or ``::``.
    """

    text: str
    key: str = ""
    marked: bool = False

    @classmethod
    def of(cls, line: str) -> Remark:
        """Return what one line says."""
        text = line.strip()
        marked = text.startswith((";", "::"))
        text = text.lstrip(";").removeprefix("::").strip() if marked else text
        keyed = _KEY.fullmatch(text)
        return cls(keyed[2], keyed[1].lower(), marked) if keyed else cls(text, "", marked)


@dataclass
class Gap:
    """What stands before the first level, between two levels, or behind the last one.

    Args:
        paragraphs: The remarks, as blank lines part them.
        touches_above: Whether the first paragraph stands right below a level.
        touches_below: Whether the last paragraph stands right above a level.
        solution: The first solution in it.
    """

    paragraphs: list[list[Remark]] = field(default_factory=list)
    touches_above: bool = False
    touches_below: bool = False
    solution: str = ""


def with_remarks(levels: Sequence[Level], gaps: Sequence[Gap]) -> list[Level]:
    """Return levels with their titles, authors, comments and solutions.

    A paragraph belongs to the level that it touches. One that touches none or both belongs to the
    level above or below, as most others of the file do; an author named at the beginning, apart
    from the first level, is that of all levels without one of their own.

    Args:
        levels: The levels, bare.
        gaps: What stands before each of them, and behind the last.
    """
    below = _titles_stand_above(gaps)
    opening, first = _opening(gaps[0], below)
    author = next((r.text for p in opening for r in p if r.key == "author"), "")
    own: list[list[list[Remark]]] = [[] for _ in levels]
    own[0].extend(first)
    for number, gap in enumerate(gaps[1:], start=1):
        for place, paragraph in enumerate(gap.paragraphs):
            above = gap.touches_above and place == 0
            under = gap.touches_below and place == len(gap.paragraphs) - 1
            goes_below = below if above == under else under
            own[number if goes_below and number < len(levels) else number - 1].append(paragraph)
    return [
        _described(level, [r for p in paragraphs for r in p], author, gap.solution)
        for level, paragraphs, gap in zip(levels, own, gaps[1:], strict=True)
    ]


def _titles_stand_above(gaps: Sequence[Gap]) -> bool:
    """Return whether what is said of a level stands above it, in most of a file."""
    above = sum(gap.touches_below and not gap.touches_above for gap in gaps)
    under = sum(gap.touches_above and not gap.touches_below for gap in gaps)
    if above != under:
        return above > under
    if bool(gaps[0].paragraphs) != bool(gaps[-1].paragraphs):
        return bool(gaps[0].paragraphs)
    keys = {r.key for gap in gaps[1:] for paragraph in gap.paragraphs for r in paragraph}
    return "title" not in keys


def _opening(gap: Gap, titles_stand_above: bool) -> tuple[list[list[Remark]], list[list[Remark]]]:
    """Return the paragraphs before the first level: those on all levels, those on the first."""
    if not gap.paragraphs or not (gap.touches_below or titles_stand_above):
        return gap.paragraphs, []
    return gap.paragraphs[:-1], gap.paragraphs[-1:]


def _described(level: Level, remarks: list[Remark], author: str, solution: str) -> Level:
    """Return a level with what its remarks say."""
    own = next((r for r in remarks if r.key == "author"), None)
    title = next(
        (
            remark
            for wanted in (("title", False), ("title", True), ("", False), ("", True))
            for remark in remarks
            if (remark.key, remark.marked) == wanted and remark.text
        ),
        None,
    )
    rest = [r.text for r in remarks if r is not title and r is not own and r.text]
    return replace(
        level,
        title=title.text if title else "",
        author=own.text if own else author,
        comment="\n".join(rest),
        solution=solution,
    )
