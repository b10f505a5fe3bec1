"""Every example of the documentation, as a test.

Fenced blocks of Markdown files, by the words behind the fence:

* ``mj``: a whole program; it has no error and no warning, and runs. ``picture=NAME``, with
  ``seed=`` and the like, has ``docs/pictures.py`` draw it. The files it names are in
  ``docs/examples``.
* ``mj error=CODE``, ``mj warning=CODE``: the first problem reported has this code.
* ``mj-part``: a part of a program; it parses.
* ``text seed=1``: the final grid of the program before it. More words: ``size=9x9``, ``steps=N``,
  ``turns=N`` (what is expected), ``start`` (the grid before the first turn, not the final one),
  ``moves=TEXT`` (of a game; the seed is 1 then unless given).
* ``text problem``: what is reported of the program before it, word for word.
* ``mj plugin=NAME``, ``text … plugin=NAME``: as those, with a plugin that ``tests/plugins``
  installs and runs them with.
* ``xml``: a MarkovJunior model, as ``mj``.
* ``python``: runs in a fresh namespace, as a doctest where it has prompts; the folder is empty
  but for the file ``maze.mj``, the first program of ``language.md``. ``python not-run`` is only
  compiled.

Blocks of other languages are not looked at.
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import markovpy
from making.fences import EXAMPLES, ROOT, Block, blocks, pages
from markovpy.lang.parser import parse
from markovpy.model.moves import read_moves
from markovpy.source import Source

FILES = pages()
LARGEST_SIDE = 20
MOST_TURNS = 5_000
PROGRAM_NAME = "program.mj"

BLOCKS = [block for path in FILES for block in blocks(path)]


def chosen(*languages: str) -> pytest.MarkDecorator:
    """Return the parameters for a test of the blocks of some languages."""
    found = [b for b in BLOCKS if b.language in languages and "plugin" not in b.words]
    return pytest.mark.parametrize("block", found, ids=lambda block: block.place)


def clipped(size: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return a size that is quickly run."""
    width, height, depth = (min(side, LARGEST_SIDE) for side in size)
    return width, height, depth


def program_of(text: str) -> markovpy.Program:
    """Return a program of the documentation; its files are those of the examples."""
    return markovpy.parse(text, folder=EXAMPLES, name=PROGRAM_NAME)


def problems(text: str) -> markovpy.ProgramError | None:
    """Return the error that a program gives, or None."""
    try:
        program_of(text)
    except markovpy.ProgramError as error:
        return error
    return None


def test_documentation_is_found() -> None:
    assert ROOT / "docs" / "language.md" in FILES
    assert ROOT / "docs" / "library.md" in FILES
    assert {block.language for block in BLOCKS if "mj" in block.language} <= {"mj", "mj-part"}


@chosen("mj", "xml")
def test_program(block: Block) -> None:
    if "error" in block.words:
        error = problems(block.text)
        assert error is not None, "this program has no error"
        assert error.diagnostics[0].code == block.words["error"], str(error)
        return
    program = program_of(block.text)
    reported = "\n".join(warning.format(program.source) for warning in program.warnings)
    expected = [block.words["warning"]] if "warning" in block.words else []
    assert [warning.code for warning in program.warnings][:1] == expected, reported
    size = None if "picture" in block.words else clipped(program.size)
    run = program.run(seed=1, size=size, steps=MOST_TURNS)
    assert run.stopped in ("done", "steps", "input", "won")


@chosen("mj-part")
def test_part_parses(block: Block) -> None:
    assert parse(Source.decode(block.text)).items


@chosen("text")
def test_text(block: Block) -> None:
    words = block.words
    if "problem" in words:
        error = problems(block.program)
        if error is not None:
            found = str(error)
        else:
            program = program_of(block.program)
            found = "\n".join(warning.format(program.source) for warning in program.warnings)
        assert found + "\n" == block.text
        return
    if not {"seed", "moves"} & words.keys():
        assert not words, "this block says nothing of how it is checked"
        return
    size = tuple(map(int, words["size"].split("x"))) if "size" in words else None
    steps = int(words["steps"]) if "steps" in words else None
    moves = read_moves(words.get("moves", ""))
    run = program_of(block.program).begin(
        seed=int(words.get("seed", 1)), size=size, steps=steps, moves=moves
    )
    if "start" not in words:
        run.finish()
        assert run.stopped in ("done", "steps", "input", "won")
    assert run.text() + "\n" == block.text
    if "turns" in words:
        assert run.turns == int(words["turns"])


@chosen("python")
def test_python(block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    specification = blocks(ROOT / "docs" / "language.md")
    first = next(other for other in specification if other.language == "mj")
    Path("maze.mj").write_text(first.text, encoding="utf-8")
    if ">>>" not in block.text:
        code = compile(block.text, block.place, "exec")
        if "not-run" not in block.words:
            exec(code, {"__name__": "__main__"})
        return
    test = doctest.DocTestParser().get_doctest(block.text, {}, block.place, block.place, 0)
    report: list[str] = []
    outcome = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=report.append)
    assert outcome.attempted and not outcome.failed, "".join(report)


def modules() -> list[str]:
    """Return the package's modules, without the one that runs the command line."""
    found = pkgutil.walk_packages(markovpy.__path__, "markovpy.")
    return ["markovpy", *(module.name for module in found if module.name != "markovpy.__main__")]


@pytest.mark.parametrize("name", modules())
def test_docstrings(name: str) -> None:
    assert not doctest.testmod(importlib.import_module(name)).failed
