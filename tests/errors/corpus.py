"""The corpus of wrong programs: programs with their expected problems written under the lines.

A file holds several programs, each behind a line ``# ---- name`` (in XML ``<!-- ---- name -->``)
with settings in parentheses: ``# ---- name (size 3x3x3, set rooms=4)``. An expected problem
stands below the line it belongs to, as the tool itself would print it, and is taken out before
the program is read, so that it can stand in pictures and behind broken text too::

    oen: RB -> BR
    ^^^ error unknown-node: unknown node 'oen'
        hint: did you mean 'one'?

The carets pin line, column and length; ``^^^...4:3`` says that the span goes on and ends before
line 4, column 3. A problem of the program as a whole has ``-`` in place of carets. A message
that ends in ``…`` says only how it begins; the hint may be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from markovpy.errors import Diagnostic
from markovpy.source import Source

FOLDER = Path(__file__).parent / "corpus"
_HEAD = re.compile(r"(?:#|<!--) ---- (?P<name>[^(\n]*?)(?: \((?P<settings>.*)\))?(?: -->)?")
_PROBLEM = re.compile(
    r"(?P<before> *)(?P<carets>-|\^+(?:\.\.\.(?P<line>\d+):(?P<column>\d+))?)"
    r" (?P<severity>error|warning|note) (?P<code>[a-z-]+): (?P<message>.*)"
)
_HINT = re.compile(r" +hint: (?P<hint>.*)")


@dataclass(frozen=True)
class Problem:
    """What is expected, or was found, at one place.

    Args:
        line: 1-based; 0 for the program as a whole.
        column: 1-based.
        end: Line and column behind the span's last character.
        severity: ``error``, ``warning`` or ``note``.
        code: The diagnostic's code.
        message: The whole message, or its beginning and ``…``.
        hint: The whole hint; None where it does not matter.
    """

    line: int
    column: int
    end: tuple[int, int]
    severity: str
    code: str
    message: str
    hint: str | None

    @classmethod
    def of(cls, diagnostic: Diagnostic, source: Source) -> Problem:
        """Return a diagnostic as a problem."""
        line = column = 0
        end = (0, 0)
        if diagnostic.span is not None:
            line, column = source.position(diagnostic.span.start)
            end = source.position(max(diagnostic.span.end, diagnostic.span.start + 1))
            if diagnostic.span.end - diagnostic.span.start <= 1:
                end = (line, column + 1)
        severity, code = diagnostic.severity, diagnostic.code
        return cls(line, column, end, severity, code, diagnostic.message, diagnostic.hint)

    def fits(self, found: Problem) -> bool:
        """Return whether a found problem is this expected one."""
        begins = self.message.endswith("…") and found.message.startswith(self.message[:-1])
        return (
            (self.line, self.column, self.end) == (found.line, found.column, found.end)
            and (self.severity, self.code) == (found.severity, found.code)
            and (begins or self.message == found.message)
            and self.hint in (None, found.hint)
        )

    def __str__(self) -> str:
        place = f"{self.line}:{self.column}-{self.end[0]}:{self.end[1]}"
        return f"{place} {self.severity} {self.code}: {self.message} [{self.hint}]"


@dataclass(frozen=True)
class Case:
    """A wrong program and what is expected of it.

    Args:
        name: File and program.
        text: The program.
        problems: What is expected, in source order.
        size: The size it is read for; None for its own.
        names: Values for its ``let`` names.
    """

    name: str
    text: str
    problems: tuple[Problem, ...]
    size: tuple[int, ...] | None = None
    names: Mapping[str, float] = field(default_factory=dict)


def cases() -> Iterator[Case]:
    """Yield all programs of the corpus."""
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in (".mj", ".xml"):
            yield from _file_cases(path)


def _file_cases(path: Path) -> Iterator[Case]:
    head: re.Match[str] | None = None
    lines: list[str] = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        found = _HEAD.fullmatch(line)
        if found:
            if head:
                yield _case(path.name, head, lines)
            head, lines = found, []
        elif head:
            lines.append(line)
    assert head, f"{path.name} holds no '# ---- name'"
    yield _case(path.name, head, lines)


def _case(file: str, head: re.Match[str], lines: list[str]) -> Case:
    text, problems = split(lines)
    size = None
    names: dict[str, float] = {}
    for setting in filter(None, (head["settings"] or "").split(", ")):
        word, _, value = setting.partition(" ")
        if word == "size":
            size = tuple(int(side) for side in value.split("x"))
        else:
            assert word == "set", f"unknown setting '{setting}' in {file}"
            name, _, number = value.partition("=")
            names[name] = float(number)
    return Case(f"{file}: {head['name']}", text, problems, size, names)


def split(lines: list[str]) -> tuple[str, tuple[Problem, ...]]:
    """Return the program in annotated lines, and the problems expected."""
    program: list[str] = []
    problems: list[Problem] = []
    for line in lines:
        found = _PROBLEM.fullmatch(line)
        hint = _HINT.fullmatch(line)
        if found:
            problems.append(_problem(found, len(program)))
        elif hint and problems:
            last = problems.pop()
            assert last.hint is None, f"two hints: {line}"
            fields = {**vars(last), "hint": hint["hint"]}
            problems.append(Problem(**fields))
        else:
            program.append(line)
    while program and not program[-1]:
        program.pop()
    return "\n".join([*program, ""]), tuple(problems)


def _problem(found: re.Match[str], line: int) -> Problem:
    rest = (found["severity"], found["code"], found["message"], None)
    if found["carets"] == "-":
        return Problem(0, 0, (0, 0), *rest)
    column = len(found["before"]) + 1
    end = (line, column + found["carets"].count("^"))
    if found["line"]:
        end = (int(found["line"]), int(found["column"]))
    return Problem(line, column, end, *rest)
