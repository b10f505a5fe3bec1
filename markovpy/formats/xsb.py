"""XSB, the text format of Sokoban levels: read in all common forms, written in one.

Read are ``#@+$*.`` with blank, ``-`` or ``_`` as floor, run lengths (``12#``), ``|`` between
rows, titles above or below a level, remarks behind ``;`` or ``::``, ``Title:``, ``Author:``,
``Comment:`` up to ``Comment-End:``, and solutions.

Source: the level format and puzzle format pages of sokobano.de.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from markovpy.errors import Diagnostic, ProgramError
from markovpy.formats.level_remarks import Gap, Remark, with_remarks
from markovpy.model.level import Level
from markovpy.model.sokoban import FLOOR, WALL
from markovpy.source import Source, Span

LONGEST_SIDE = 1000
_ROW = re.compile(r"(?:\d*[#@+$*. _-]|\|)+")
_RUN = re.compile(r"(\d*)([#@+$*. _-])")
_ODD_ROW = re.compile(r"\d*#(?:[^\d|#@+$*. _-]?[\d|#@+$*. _-])*[^\d|#@+$*. _-]?#")
_ODD = re.compile(r"[^\d|#@+$*. _-]")
_PIECES = re.compile(r"[@+$*.]")
_RULE = re.compile(r"([^\w\s#])\1*|_+")
_SOLUTION = re.compile(r"(solution|snapshot)\b[^:]*(?::(.*))?", re.IGNORECASE)
_MOVES = re.compile(r"[lurdLURD\d\s]*")
_COMMENT = re.compile(r"\s*comment\s*:\s*(.*)", re.IGNORECASE)
_COMMENT_END = re.compile(r"\s*comment[-_ ]?end\s*:?\s*", re.IGNORECASE)
_SYMBOL = re.compile(r"[#@+$*.]")
_LEAST_ROWS = 3
_MOSTLY = 0.75


@dataclass(frozen=True)
class _Line:
    """A line of the file; ``kind`` is ``row``, ``blank`` or ``text``."""

    number: int
    start: int
    text: str
    kind: str


@dataclass(frozen=True)
class _Row:
    """A row of a level, its end without floor, and where each of its cells is written."""

    text: str
    offsets: Sequence[int]

    @property
    def margin(self) -> int:
        """How many cells of floor it begins with."""
        return len(self.text) - len(self.text.lstrip())


@dataclass
class _Reading:
    """What was read so far.

    Args:
        source: The file.
        levels: The levels, bare.
        gaps: What stands before each of them, and behind the last.
        problems: What is wrong.
        level_end: The number of the last level's last line.
        text_end: The number of the last line of what is said since then; 0 for nothing.
    """

    source: Source
    levels: list[Level] = field(default_factory=list)
    gaps: list[Gap] = field(default_factory=lambda: [Gap()])
    problems: list[Diagnostic] = field(default_factory=list)
    level_end: int = 0
    text_end: int = 0

    def report(self, code: str, message: str, line: _Line, column: int, hint: str) -> None:
        """Note a problem with the character in a column, from 0."""
        span = Span(line.start + column, line.start + column + 1)
        self.problems.append(Diagnostic(code, message, span, hint))

    def add(self, remark: Remark, first: _Line, last: _Line) -> None:
        """Add what some lines say, to the paragraph before where no blank line parts them."""
        gap = self.gaps[-1]
        if self.text_end and self.text_end + 1 == first.number:
            gap.paragraphs[-1].append(remark)
        else:
            if not gap.paragraphs:
                gap.touches_above = bool(self.levels) and self.level_end + 1 == first.number
            gap.paragraphs.append([remark])
        self.text_end = last.number


def read_levels(text: str, name: str) -> list[Level]:
    """Return the levels of a file; :func:`check_level` says whether they can be won.

    Args:
        text: The file's text, with any line ends and with or without byte order mark.
        name: What errors call it.

    Raises:
        ProgramError: There is no level, a row has a tab or a symbol of no meaning, a run length
            is wrong, or a comment block is not closed.
    """
    levels, fault = read_good_levels(text, name)
    if fault:
        raise fault
    return levels


def read_good_levels(text: str, name: str) -> tuple[list[Level], ProgramError | None]:
    """Return the levels of a file as far as they can be read, and what is wrong with the others.

    Rows consist of level symbols only, and stand in one piece; what else there is are titles and
    remarks. Margins that all rows have in common are left out, ragged rows filled up with floor.

    Args:
        text: The file's text, with any line ends and with or without byte order mark.
        name: What errors call it.
    """
    reading = _Reading(Source.decode(text, name))
    lines = list(_lines(reading.source.text))
    place = 0
    while place < len(lines):
        kind = lines[place].kind
        if kind == "row":
            end = _run_end(lines, place)
            for block in _parts(_block(lines[place:end])):
                _read_block(block, reading)
            place = end
        else:
            place = place + 1 if kind == "blank" else _read_text(lines, place, reading)
    if not reading.levels and not reading.problems:
        hint = "a level has rows of # walls, @ player, $ boxes and . goals"
        reading.problems.append(Diagnostic("no-levels", "there is no level in it", hint=hint))
    fault = ProgramError(reading.problems, reading.source) if reading.problems else None
    return (with_remarks(reading.levels, reading.gaps) if reading.levels else []), fault


def _lines(text: str) -> Iterator[_Line]:
    """Yield the lines of a text."""
    start = 0
    for number, line in enumerate(text.split("\n"), start=1):
        kind = "blank" if not line.strip() else "row" if _is_row(line) else "text"
        yield _Line(number, start, line, kind)
        start += len(line) + 1


def _is_row(line: str) -> bool:
    """Return whether a line consists of level symbols; with run lengths there are walls around.

    So ``1.`` and ``#3.`` are titles, though they could be read as points and walls.
    """
    row = line.rstrip().expandtabs(1)
    if not _ROW.fullmatch(row):
        return False
    if not re.search(r"[\d|]", row):
        return True
    inner = re.sub(r"\d*[ _-]", "", row).lstrip("0123456789")
    return WALL in row and ("|" in row or (inner[0] == inner[-1] == WALL))


def _run_end(lines: list[_Line], place: int) -> int:
    """Return the place behind the rows that stand together from a place on."""
    while place < len(lines) and lines[place].kind == "row":
        place += 1
    return place


def _block(rows: list[_Line]) -> list[_Line]:
    """Return rows without rules drawn above and below; none if they are no level but ornament."""
    first, last = 0, len(rows)
    while last and _RULE.fullmatch(rows[last - 1].text.strip()):
        last -= 1
    while first < last and _RULE.fullmatch(rows[first].text.strip()):
        first += 1
    text = "|".join(line.text for line in rows[first:last])
    is_level = WALL in text and (text.count("|") + 1 >= _LEAST_ROWS or _PIECES.search(text))
    return rows[first:last] if is_level else []


def _parts(block: list[_Line]) -> list[list[_Line]]:
    """Return the levels of a block: a line with all rows of a level in it ends it."""
    parts = [block[:1]] if block else []
    for above, line in pairwise(block):
        if _holds_rows(above) and _holds_rows(line):
            parts.append([line])
        else:
            parts[-1].append(line)
    return parts


def _holds_rows(line: _Line) -> bool:
    """Return whether a line has several rows, and says that there are no more."""
    return "|" in line.text.rstrip().rstrip("|") and not line.text.rstrip().endswith("|")


def _read_block(block: list[_Line], reading: _Reading) -> None:
    """Add the level that some lines hold."""
    rows: list[_Row] = []
    for line in block:
        if "\t" in line.text.rstrip():
            column = line.text.index("\t")
            message = f"there is a tab in a row (column {column + 1})"
            reading.report("tab-in-level", message, line, column, "write blanks in its place")
        start = 0
        for part in line.text.rstrip().removesuffix("|").split("|"):
            rows.append(_decoded(part, start, line, reading))
            start += len(part) + 1
    margin = min((row.margin for row in rows if row.text.strip()), default=0)
    width = max(len(row.text) for row in rows)
    if max(len(rows), width) > LONGEST_SIDE:
        message = f"a level is larger than {LONGEST_SIDE} cells a side"
        reading.report("level-too-large", message, block[0], 0, "look at its run lengths")
        return
    filled = tuple(row.text[margin:].ljust(width - margin) for row in rows)
    offsets = tuple(row.offsets[margin:] for row in rows)
    reading.levels.append(Level("", "", "", "", filled, reading.source, offsets))
    gap = reading.gaps[-1]
    gap.touches_below = bool(gap.paragraphs) and reading.text_end + 1 == block[0].number
    reading.gaps.append(Gap())
    reading.level_end, reading.text_end = block[-1].number, 0


def _decoded(part: str, start: int, line: _Line, reading: _Reading) -> _Row:
    """Return a row without run lengths, blank for floor.

    Args:
        part: How it is written.
        start: The column, from 0, in which it begins.
        line: The line in which it stands.
        reading: Where problems are noted.
    """
    cells: list[str] = []
    columns: list[int] = []
    for run in _RUN.finditer(part.replace("\t", " ")):
        count = int(run[1][:9]) if run[1] else 1
        if not 1 <= count <= LONGEST_SIDE:
            message = f"'{run[1]}' is no number of cells"
            hint = f"a run length is a number from 1 to {LONGEST_SIDE}"
            reading.report("bad-run-length", message, line, start + run.start(), hint)
            count = 1
        cells.append((FLOOR if run[2] in "-_" else run[2]) * count)
        columns += [line.start + start + run.start(2)] * count
    text = "".join(cells).rstrip()
    plain = not any(character.isdigit() for character in part)
    begin = line.start + start
    return _Row(text, range(begin, begin + len(text)) if plain else tuple(columns[: len(text)]))


def _read_text(lines: list[_Line], place: int, reading: _Reading) -> int:
    """Read a solution, a comment block or a line of text; return the place behind it."""
    line = lines[place]
    text = line.text.strip()
    if odd := _odd_symbol(lines, place):
        message = f"'{text[odd - 1]}' is no symbol of a level"
        column = line.text.index(text) + odd - 1
        hint = "a row consists of # @ + $ * . and blank, - or _ for floor"
        reading.report("odd-level-symbol", message, line, column, hint)
        return place + 1
    headed = _SOLUTION.fullmatch(text)
    if headed and _MOVES.fullmatch(headed[2] or ""):
        return _read_solution(lines, place, headed, reading)
    if opened := _COMMENT.fullmatch(line.text):
        return _read_comment(lines, place, opened[1], reading)
    if not _RULE.fullmatch(text):
        reading.add(Remark.of(text), line, line)
    return place + 1


def _odd_symbol(lines: list[_Line], place: int) -> int:
    """Return which character, from 1, of a line is odd that is a row but for single characters.

    Walls around make a row of it, or beside a row that most of its characters are symbols.
    """
    text = lines[place].text.strip()
    beside = "row" in [lines[i].kind for i in (place - 1, place + 1) if 0 <= i < len(lines)]
    cells = "".join(text.split())
    mostly = WALL in cells and len(_SYMBOL.findall(cells)) >= _MOSTLY * len(cells)
    if not (_ODD_ROW.fullmatch(text) and (beside or "|" in text)) and not (mostly and beside):
        return 0
    odd = _ODD.search(text)
    return odd.start() + 1 if odd else 0


def _read_solution(lines: list[_Line], place: int, headed: re.Match[str], reading: _Reading) -> int:
    """Read a solution, or leave out a snapshot; return the place behind it."""
    moves = "".join((headed[2] or "").split())
    place += 1
    while place < len(lines):
        line = lines[place]
        if line.kind == "blank":
            if moves:
                break
        elif line.kind == "text" and _MOVES.fullmatch(line.text):
            moves += "".join(line.text.split())
        else:
            break
        place += 1
    gap = reading.gaps[-1]
    if headed[1].lower() == "solution" and not gap.solution:
        gap.solution = re.sub(r"(\d+)(\D)", lambda run: run[2] * int(run[1]), moves)
    return place


def _read_comment(lines: list[_Line], place: int, begun: str, reading: _Reading) -> int:
    """Read a comment of one line, or a block up to its end; return the place behind it."""
    first = lines[place]
    end = place + 1
    while end < len(lines) and not _COMMENT.fullmatch(lines[end].text):
        if _COMMENT_END.fullmatch(lines[end].text):
            inner = [begun, *(line.text.strip() for line in lines[place + 1 : end])]
            reading.add(Remark("\n".join(inner).strip(), "comment"), first, lines[end])
            return end + 1
        end += 1
    if not begun.strip():
        column = len(first.text) - len(first.text.lstrip())
        hint = "write Comment-End: on a line behind it"
        reading.report("unclosed-comment", "this comment is never closed", first, column, hint)
        return len(lines)
    reading.add(Remark(begun.strip(), "comment"), first, first)
    return place + 1


def write_levels(levels: Iterable[Level]) -> str:
    """Return levels as a file that :func:`read_levels` reads as the same ones."""
    return "\n".join(_written(level) for level in levels)


def _written(level: Level) -> str:
    lines = [row.rstrip() or "-" for row in level.rows]
    lines += [f"{key}: {said}" for key, said in _said(level) if said]
    if level.comment:
        lines += ["Comment:", *level.comment.split("\n"), "Comment-End:"]
    if level.solution:
        lines += ["Solution:", *textwrap.wrap(level.solution, 70)]
    return "\n".join([*lines, ""])


def _said(level: Level) -> Iterator[tuple[str, str]]:
    yield "Title", " ".join(level.title.split())
    yield "Author", " ".join(level.author.split())
