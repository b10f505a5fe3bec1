"""Every wrong program of the corpus gets exactly the problems written in it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

import markovpy
from errors.corpus import Case, Problem, cases
from errors.files_for_corpus import write
from markovpy.errors import MarkovError

CASES = list(cases())
PACKAGE = Path(markovpy.__file__).parent
REPORTERS = {
    "error",
    "warn",
    "report",
    "Diagnostic",
    "Fault",
    "fail",
    "fault",
    "_fail",
    "input_error",
    "KindError",
}
ELSEWHERE = {
    "too-large": "test_limits.py: a program over 1 MB",
    "not-text": "test_limits.py: binary text",
    "too-many-nodes": "test_limits.py: programs that grow without end",
    "require-failed": "test_limits.py: a require that never holds",
    "bad-start": "test_limits.py: start arrays",
    **dict.fromkeys(
        (
            *("no-levels", "no-such-level", "tab-in-level", "odd-level-symbol", "bad-run-length"),
            *("level-too-large", "unclosed-comment"),
        ),
        "formats/test_xsb.py: what is no program",
    ),
    "syntax": "what no other message of explain.py catches; no program is known that gets it",
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the files that the programs name."""
    made = tmp_path_factory.mktemp("corpus")
    write(made)
    return made


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_expected_problems(case: Case, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    found = problems(case, folder)
    missing = [p for p in case.problems if not any(p.fits(other) for other in found)]
    surplus = [p for p in found if not any(other.fits(p) for other in case.problems)]
    told = [f"missing: {p}" for p in missing] + [f"surplus: {p}" for p in surplus]
    assert not told, "\n".join(["", *told])
    assert len(found) == len(case.problems)


def problems(case: Case, folder: Path) -> list[Problem]:
    """Return what the checker finds."""
    try:
        program = markovpy.parse(case.text, size=case.size, folder=folder, name="p.mj")
        if case.names:
            program.begin(seed=0, set=case.names)
    except MarkovError as error:
        return [Problem.of(diagnostic, error.source) for diagnostic in error.diagnostics]
    found = (*program.warnings, *program.notes)
    return [Problem.of(diagnostic, program.source) for diagnostic in found]


def codes() -> set[str]:
    """Return the codes that the source can give."""
    found = set()
    for part in ("lang/*.py", "compiler/*.py", "formats/*.py", "model/sokoban.py"):
        for path in PACKAGE.glob(part):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                first: ast.expr | None = None
                if isinstance(node, ast.Call) and node.args:
                    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                    first = node.args[0] if name in REPORTERS else None
                elif isinstance(node, ast.Tuple) and len(node.elts) > 1:
                    first = node.elts[0]
                text = getattr(first, "value", None)
                pattern = "[a-z]+(-[a-z]+)*" if isinstance(node, ast.Call) else "[a-z]+(-[a-z]+)+"
                if isinstance(text, str) and re.fullmatch(pattern, text):
                    found.add(text)
    return found


def test_every_code_is_covered() -> None:
    covered = {problem.code for case in CASES for problem in case.problems}
    assert codes() - covered - set(ELSEWHERE) == set()


def test_the_reader_of_codes_sees_them() -> None:
    assert {"unknown-symbol", "odd-width", "stray-brace", "doctype", "unused"} <= codes()
    assert len(codes()) > 90


def test_messages_are_written_alike() -> None:
    for case in CASES:
        for problem in case.problems:
            assert not problem.message.endswith("."), problem
            assert problem.message[:1] not in "ABCDEFGHIJKLMNOPQRSTUVWXYZ", problem
            assert not re.search(r"None|Error|Traceback|_[A-Z]{2}|\bstr\b", problem.message), (
                problem
            )
            assert problem.hint != "", problem
