"""``markovpy fmt``: programs in the one layout."""

from __future__ import annotations

import difflib
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from markovpy import api
from markovpy.commands.console import say, tell
from markovpy.commands.saving import print_text, replace_text
from markovpy.errors import MarkovError, input_error
from markovpy.lang.parser import comments_of, parse
from markovpy.lang.shape import shape
from markovpy.lang.writer import write
from markovpy.source import Source

STDIN = "<stdin>"


def format_programs(targets: Iterable[str], check: bool, diff: bool) -> int:
    """Lay out files anew, or say which would change.

    Args:
        targets: Paths, those of folders for all .mj files below, or ``-`` for stdin to stdout.
        check: Whether to write nothing and name what would change.
        diff: Whether to write nothing and show what would change.

    Returns:
        1 where a file is wrong or, with ``check``, would change.
    """
    code = 0
    for target in _spread(targets):
        try:
            source, data = _read(target)
            text = formatted(source)
        except MarkovError as error:
            tell(str(error))
            code = 1
            continue
        changed = text.encode() != data
        if diff:
            _show(source, text)
        elif target == "-" and not check:
            print_text(text)
        elif changed and not check:
            replace_text(Path(target), text)
            say(f"{target}: formatted")
        if check and changed:
            code = 1
            if not diff:
                say(source.name)
    return code


def _spread(targets: Iterable[str]) -> Iterator[str]:
    """Yield the files that are meant; a folder without one stays as it is, for its error."""
    for target in targets:
        inside = sorted(str(path) for path in Path(target).rglob("*.mj")) if target != "-" else []
        yield from inside or [target]


def formatted(source: Source) -> str:
    """Return a program in the one layout.

    Raises:
        ProgramError: It is no program.
    """
    if source.text.lstrip().startswith("<"):
        hint = f"convert it first: markovpy convert {source.name}"
        raise input_error("not-mj", "this is a MarkovJunior model", source.name, hint)
    tree = parse(source)
    text = write(tree, comments_of(source))
    assert shape(parse(Source(text, source.name))) == shape(tree), "the layout changed the meaning"
    return text


def _read(target: str) -> tuple[Source, bytes]:
    """Return a program, and its bytes."""
    if target == "-":
        data = sys.stdin.buffer.read(api.LARGEST_PROGRAM + 1)
        return api.decode_source(data, STDIN), data
    source = api.read_source(Path(target))
    return source, Path(target).read_bytes()


def _show(source: Source, text: str) -> None:
    """Print the difference, if there is one."""
    before, after = source.text.splitlines(), text.splitlines()
    names = (source.name, f"{source.name} (formatted)")
    for line in difflib.unified_diff(before, after, *names, lineterm=""):
        say(line)
