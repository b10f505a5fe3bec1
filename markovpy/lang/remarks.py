"""Comments and blank lines between the lines of a program that is written anew."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markovpy.errors import columns
from markovpy.lang.comments import Comment

GAP = 2
WIDEST = 60  # a longer line does not push the comments of its neighbours to the right


@dataclass
class Line:
    """One line, or several if a picture stands in it.

    Args:
        depth: How many blocks it stands in.
        text: The line without indentation; further lines of a picture with theirs.
        start: Where it stood in the source; -1 for a comment of its own.
        blank: Whether a blank line comes before it.
        part: Whether one is wanted before it and its comments.
        remarks: The comments behind it.
    """

    depth: int
    text: str
    start: int
    blank: bool = False
    part: bool = False
    remarks: list[Comment] = field(default_factory=list)


def annotated(
    lines: Sequence[Line], comments: Sequence[Comment], source: str, indentation: str
) -> Iterator[str]:
    """Yield the lines, indented, with comments and blank lines.

    Args:
        lines: The lines, in the order of their starts.
        comments: The comments, in the order of their offsets.
        source: The text that starts and offsets count in.
        indentation: What a block is indented by.
    """
    run: list[Line] = []
    depth: int | None = None
    for line in _merged(lines, comments, source):
        if depth is not None and (line.blank or line.part) and line.depth <= depth:
            yield from _aligned(run, indentation)
            yield ""
            run = []
        run.append(line)
        depth = line.depth
    yield from _aligned(run, indentation)


def _merged(lines: Sequence[Line], comments: Sequence[Comment], source: str) -> list[Line]:
    """Return the lines with the comments that stand alone between them."""
    starts = [line.start for line in lines]
    alone: dict[int, list[Comment]] = {}
    for comment in comments:
        place = bisect_right(starts, comment.offset)
        if comment.alone or place == 0 or place in alone:
            alone.setdefault(place, []).append(comment)
        else:
            lines[place - 1].remarks.append(comment)
    levels: dict[int, int] = {}
    merged: list[Line] = []
    for place in range(len(lines) + 1):
        after = lines[place] if place < len(lines) else None
        for comment in alone.get(place, ()):
            depth = _depth(comment, lines[place - 1] if place else None, after, levels)
            part = after is not None and after.part
            merged.append(Line(depth, comment.text, -1, comment.blank or part))
            if after is not None:
                after.part = False
        if after is not None:
            merged.append(after)
            column = _column(source, after.start)
            levels[after.depth] = max(column, levels.get(after.depth - 1, -1) + 1)
    return merged


def _depth(
    comment: Comment, before: Line | None, after: Line | None, levels: dict[int, int]
) -> int:
    """Return how many blocks a comment of its own stands in.

    Between a block's last line and what follows the block its column decides.
    """
    lowest = after.depth if after else 0
    if before is None or before.depth <= lowest:
        return lowest
    fitting = range(before.depth, lowest, -1)
    return next((d for d in fitting if levels.get(d, 0) <= comment.column), lowest)


def _column(source: str, start: int) -> int:
    return len(source[source.rfind("\n", 0, start) + 1 : start].expandtabs(4))


def _aligned(run: Sequence[Line], indentation: str) -> Iterator[str]:
    """Yield lines with the comments behind them in one column."""
    texts = [indentation * line.depth + line.text for line in run]
    widths = [columns(text.rpartition("\n")[2]) for text in texts]
    marked = [(width, line) for width, line in zip(widths, run) if line.remarks]
    column = _remark_column(marked)
    for line, text, width in zip(run, texts, widths):
        if line.remarks:
            remark = "; ".join(
                [line.remarks[0].text, *(r.text.lstrip("# ") for r in line.remarks[1:])]
            )
            text += " " * max(column - width, GAP) + remark
        yield text


def _remark_column(marked: Sequence[tuple[int, Line]]) -> int:
    """Return where comments begin: where all of them did, if there is room, else close by."""
    if not marked:
        return 0
    before = {remark.column for _, line in marked for remark in line.remarks}
    if len(before) == 1 and (column := before.pop()) >= max(w for w, _ in marked) + GAP:
        return column
    widths = [width for width, _ in marked]
    return max([w for w in widths if w <= WIDEST] or [min(widths)]) + GAP
