"""Pattern databases made once and kept in the user's cache folder."""

from __future__ import annotations

import json
import os
import tempfile
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from platformdirs import user_cache_path

from markovpy.plugins.sliding.geometry import Shape, standard, symmetries
from markovpy.plugins.sliding.guide import MOST_CELLS, Groups, Guide, groups_of, view
from markovpy.plugins.sliding.tables import PatternSearch

FORMAT = 1
_MAGIC = b"markovpy sliding puzzle databases\n"
_WORTH_KEEPING = 1 << 20
_DIGEST = 32

Tables = tuple[NDArray[np.uint8], ...]


def folder() -> Path:
    """Return the folder that databases are kept in."""
    return user_cache_path("markovpy", appauthor=False) / "sliding"


def must_be_made(shape: Shape, gap: int) -> bool:
    """Return whether a solution has to wait until large databases are made.

    Args:
        shape: The board's size.
        gap: The goal cell of the gap.
    """
    if min(shape.width, shape.height) == 1 or shape.cells > MOST_CELLS:
        return False
    symmetry = standard(shape, gap)
    shape, gap = symmetry.shape, symmetry.place[gap]
    groups = groups_of(shape, gap)
    return _is_kept(shape, groups) and not _file(shape, gap, groups)[0].exists()


def memory_of(shape: Shape, gap: int) -> int:
    """Return about how many bytes a search takes with its databases, while they are made too.

    Args:
        shape: The board's size.
        gap: The goal cell of the gap.
    """
    if min(shape.width, shape.height) == 1 or shape.cells > MOST_CELLS:
        return 0
    symmetry = standard(shape, gap)
    sizes = _sizes(symmetry.shape, groups_of(symmetry.shape, symmetry.place[gap]))
    masks = max(sizes) * 2 * -(-shape.cells // 16)
    return 2 * sum(sizes) + masks


@lru_cache(maxsize=4)
def guide(shape: Shape, gap: int) -> Guide:
    """Return what guides a search to the goal whose gap is in a cell.

    The second view is the first one mirrored where the goal's gap lies on the diagonal of a
    square; else it has databases of its own.

    Args:
        shape: The board's size, two cells or more each way.
        gap: The goal cell of the gap.
    """
    unchanged, *others = symmetries(shape)
    groups = groups_of(shape, gap)
    tables = databases(shape, gap, groups)
    first = view(shape, groups, tables, unchanged)
    if len(groups) == 1 or shape.cells > MOST_CELLS:
        return Guide(shape, gap, (first,))
    mirror = next(s for s in others if s.place[1] == s.shape.width and s.place[0] == 0)
    if mirror.shape == shape and mirror.place[gap] == gap:
        return Guide(shape, gap, (first, view(shape, groups, tables, mirror)))
    groups = groups_of(shape, gap, across=True)
    tables = databases(shape, gap, groups)
    return Guide(shape, gap, (first, view(shape, groups, tables, unchanged)))


def databases(shape: Shape, gap: int, groups: Groups) -> Tables:
    """Return the moves of each group's placements, from the cache folder if they are there.

    What is missing there or damaged is made anew and written whole or not at all; where it
    cannot be written it is made again by the next process.
    """
    if shape.cells > MOST_CELLS:
        return tuple(steps_alone(shape, group[0]) for group in groups)
    if not _is_kept(shape, groups):
        return build(shape, gap, groups)
    path, text = _file(shape, gap, groups)
    tables = read(path, text, _sizes(shape, groups))
    if tables is None:
        tables = build(shape, gap, groups)
        with suppress(OSError):
            write(path, text, tables)
    return tables


def _sizes(shape: Shape, groups: Groups) -> list[int]:
    return [shape.cells ** len(group) for group in groups]


def _is_kept(shape: Shape, groups: Groups) -> bool:
    return sum(_sizes(shape, groups)) >= _WORTH_KEEPING


def _file(shape: Shape, gap: int, groups: Groups) -> tuple[Path, bytes]:
    """Return where databases are kept, and what the file begins with."""
    head = {"format": FORMAT, "width": shape.width, "height": shape.height, "gap": gap}
    text = _MAGIC + json.dumps({**head, "groups": groups}).encode() + b"\n"
    name = f"{shape.width}x{shape.height}-{gap}-{sha256(text).hexdigest()[:12]}.tables"
    return folder() / name, text


def build(shape: Shape, gap: int, groups: Groups) -> Tables:
    """Make the databases of some groups."""
    return tuple(PatternSearch(shape, group, gap).run() for group in groups)


def steps_alone(shape: Shape, goal: int) -> NDArray[np.uint8]:
    """Return the moves of one tile by its place, the other tiles out of the way."""
    steps = [shape.distance(cell, goal) for cell in range(shape.cells)]
    return np.array(steps, dtype=np.uint8)


def read(path: Path, head: bytes, sizes: list[int]) -> Tables | None:
    """Return the databases of a file; None where it is absent, damaged or of other groups."""
    try:
        content = path.read_bytes()
    except OSError:
        return None
    start = len(head) + _DIGEST
    if len(content) != start + sum(sizes) or not content.startswith(head):
        return None
    body = memoryview(content)[start:]
    if sha256(body).digest() != content[len(head) : start]:
        return None
    ends = np.cumsum(sizes)
    whole = np.frombuffer(body, dtype=np.uint8)
    return tuple(np.split(whole, ends[:-1]))


def write(path: Path, head: bytes, tables: Tables) -> None:
    """Write databases into a file that appears whole or not at all.

    Raises:
        OSError: The folder or the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    digest = sha256()
    for table in tables:
        digest.update(table.data)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(head + digest.digest())
            for table in tables:
                file.write(table.data)
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
