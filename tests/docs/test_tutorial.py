"""The tutorial: its steps follow from each other, and what it says of the last one is so."""

from __future__ import annotations

import difflib
from collections import deque
from itertools import pairwise

import pytest

import markovpy
from making.fences import DOCS, blocks

BLOCKS = list(blocks(DOCS / "tutorial.md"))
STEPS = [b for b in BLOCKS if b.words.get("picture", "").startswith("tutorial/")]
CHANGES = [block for block in BLOCKS if block.language == "diff"]
LOCKED, PLAYED = (markovpy.parse(block.text) for block in STEPS[-2:])


def test_there_are_ten_steps() -> None:
    assert [block.words["picture"][9:11] for block in STEPS] == [f"{n:02}" for n in range(1, 11)]


def changed(old: str, new: str) -> list[str]:
    """Return the lines of two texts that differ, as ``-`` and ``+`` lines."""
    lines = difflib.unified_diff(old.splitlines(), new.splitlines(), n=0, lineterm="")
    return [line for line in list(lines)[2:] if line.startswith(("+", "-"))]


def test_what_changed_is_what_is_shown() -> None:
    shown = [[ln for ln in b.text.splitlines() if ln.startswith(("+", "-"))] for b in CHANGES]
    assert shown == [changed(old.text, new.text) for old, new in list(pairwise(STEPS))[1:]]


def fewest_moves(level: str) -> int | None:
    """Return the length of a shortest way to the treasure by way of the key, if there is one."""
    cells = {(x, y): c for y, row in enumerate(level.split("\n")) for x, c in enumerate(row)}
    start = next(place for place, cell in cells.items() if cell == "H")
    queue, seen = deque([(start, False, 0)]), {(start, False)}
    while queue:
        (x, y), has_key, moves = queue.popleft()
        for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            cell = cells.get(place, "B")
            if cell == "X" and has_key:
                return moves + 1
            state = place, has_key or cell == "K"
            if cell in ("FCDHKL" if has_key else "FCDHK") and state not in seen:
                seen.add(state)
                queue.append((*state, moves + 1))
    return None


@pytest.mark.parametrize("seed", range(1, 13))
def test_the_dungeon_is_thrown_away_exactly_if_it_cannot_be_won(seed: int) -> None:
    level = LOCKED.run(seed=seed)
    moves = fewest_moves(level.text())
    played = PLAYED.run(seed=seed)
    assert [note.code for note in played.notes][-1] == "search-solved"
    assert "E" in played.text() and "X" not in played.text()
    if moves is None:
        assert played.notes[0].code == "search-impossible"
    else:
        assert played.turns == level.turns + moves
        assert PLAYED.run(seed=seed, steps=level.turns - 1).text() == level.text()


def test_the_picture_shows_the_level_before_the_walk_at_the_turn_named() -> None:
    text = (DOCS / "tutorial.md").read_text(encoding="utf-8")
    assert f"--steps {LOCKED.run(seed=3).turns - 1}`" in text


def test_the_seed_of_the_sixth_step_needs_another_draw() -> None:
    block = STEPS[5]
    rooms = block.text[: block.text.index("once: F -> M")]
    without = rooms.replace("require count F >= 120", "")
    seed = int(block.words["seed"])
    assert f"has the seed {seed}" in (DOCS / "tutorial.md").read_text(encoding="utf-8")
    assert markovpy.parse(without).run(seed=seed).text().count("F") < 120
    assert markovpy.parse(rooms).run(seed=seed).text().count("F") >= 120
