"""No game is searched in which something hangs on chance: every kind, wherever it may stand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from textwrap import indent

import numpy as np
import pytest
from PIL import Image

import markovpy
from markovpy import ProgramError, RunError, Session
from markovpy.engine.explorer import FEWEST
from markovpy.engine.random import Random
from markovpy.model.events import Event
from markovpy.nodes import registry
from markovpy.play import solve
from markovpy.play.plans import play_plan
from markovpy.play.session import run_game

SEEDS = tuple(range(0, 2**31 - 1, 2**28 - 1))
START = "ABB\nBEB\nBBC\n"

CERTAIN = {
    "one": ["one: A -> C", "one once:\n    A -> C\n    D -> B"],
    "once": ["once: A -> C"],
    "all": ["all once: B -> C"],
    "prl": [
        "prl once: B -> C",
        "prl once: BB -> CD",
        "prl once p=1: B -> D",
    ],
    "markov": ["markov:\n    prl: A -> D\n    prl once: C -> D"],
    "sequence": ["sequence:\n    prl once: A -> D\n    prl once: C -> D"],
    "repeat": ["repeat 2:\n    prl once: A -> D"],
    "choose": ["choose:\n    prl once weight=3: A -> D"],
    "if": ["if any D:\n    once: B -> D\nelse:\n    prl once: A -> D"],
    "while": ["while any A:\n    prl once: A -> D"],
    "convolution": ["convolution neighborhood=Moore once:\n    A -> D sum=2 values=B"],
}
"""By kind, nodes of which all follows from the grid ``START``."""

OPEN = {
    "one": [
        "one once: B -> C",
        "one steps=0..1: A -> C",
        "one once temperature=1:\n    B -> C\n    field C from=C on=BA",
        "one:\n    B -> C\n    B -> D\n    observe C to=CD\n    observe B to=CD",
        "one search:\n    B -> C\n    B -> D\n    observe C to=CD\n    observe B to=CD",
    ],
    "once": ["once: B -> C"],
    "all": ["all once: BB -> CD", "all steps=0..1: A -> C"],
    "prl": [
        "prl once p=1/2: A -> C",
        "prl once: AB -> CD p=1/2",
        "prl steps=0..1: A -> C",
        "prl once p=1/2: A -> C\nprl once: C -> D",
    ],
    "markov": [
        "markov:\n    prl once: A -> D\n    once: B -> C",
        "markov:\n    one steps=0..1: D -> A\n    prl once: A -> D",
    ],
    "sequence": ["sequence:\n    prl once: A -> D p=1/2\n    prl once: C -> D"],
    "repeat": [
        "repeat 0..1:\n    prl once: A -> D",
        "repeat 1..2:\n    prl once:\n        A -> D\n        D -> C",
    ],
    "choose": [
        "choose:\n    prl once: A -> D\n    prl once: A -> C",
        "choose steps=0..1:\n    prl once: A -> D",
    ],
    "if": ["if any A:\n    once: B -> D"],
    "while": ["while count B > 5:\n    once: B -> D"],
    "convolution": ["convolution neighborhood=Moore once:\n    A -> D sum=2 values=B p=1/2"],
    "convchain": ['convchain sample="sample.png" n=2 on=B black=C white=D steps=1'],
    "path": ["path from=A to=C on=B color=D once"],
}
"""By kind, nodes that draw something on which it hangs what becomes of ``START``."""

KEPT_OUT = {
    "require": "require any A",
    "map": "map values=AB scale=2:\n    A -> B/B",
    "wfc": 'wfc sample="sample.png" n=2 values=AB:\n    A -> B',
}
"""Kinds that cannot stand behind the first ``on``."""

PLACES = {
    "a move": "on space:\n    {}\n",
    "tried first": "on space:\n    {}\n    prl once: E -> F\n",
    "tried last": "on space:\n    prl once: E -> F\n    {}\n",
    "the first of two blocks": "on space:\n    {}\non space: E -> F\n",
    "inside": "on space:\n    sequence:\n        if any A:\n            {}\n"
    "        prl once: E -> F\n",
    "the answer": "on space: E -> F\n{}\n",
}


def game(node: str, place: str, folder: Path) -> markovpy.Program:
    """Return a game with a node in a place."""
    before, _, _ = place.partition("{}")
    margin = before[before.rfind("\n") + 1 :]
    inside = indent(node, margin).removeprefix(margin)
    text = f"grid 3x3 values=ABCDEF\nstart {{\n{START}}}\n{place.format(inside)}win count D == 9\n"
    path = folder / "game.mj"
    path.write_text(text, encoding="utf-8")
    return markovpy.load(path)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with a picture to learn from."""
    pixels = np.array([[0, 255, 0], [255, 255, 0], [0, 0, 255]], dtype=np.uint8)
    Image.fromarray(pixels).convert("RGBA").save(tmp_path / "sample.png")
    return tmp_path


def outcomes(session: Session) -> set[str]:
    """Return what becomes of a game by one move, whatever is drawn."""
    start = session.game.snapshot()
    found = set()
    for seed in SEEDS:
        session.game.restore(replace(start, generator=Random(seed).snapshot()))
        session.compiled.send(session.game, Event("space"))
        run_game(session.game, session.compiled)
        found.add(session.text())
    session.game.restore(start)
    return found


def is_refused(session: Session, seed: int) -> bool:
    """Return whether a search says that it is left to chance what becomes of the first grid."""
    game = session.game
    game.restore(replace(game.snapshot(), generator=Random(seed).snapshot()))
    plan = play_plan(session)
    explorer = plan.explorer(plan.sure, FEWEST, 10_000)
    try:
        explorer.advance(1)
    except RunError as error:
        assert [found.code for found in error.diagnostics] == ["left-to-chance"]
        return True
    finally:
        game.restore(plan.before)
    return False


def cases(nodes: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(node, place) for found in nodes.values() for node in found for place in PLACES]


@pytest.mark.parametrize(("node", "place"), cases(CERTAIN))
def test_what_follows_from_the_grid_is_searched(node: str, place: str, folder: Path) -> None:
    session = Session(game(node, PLACES[place], folder))
    assert len(outcomes(session)) == 1
    assert not any(is_refused(session, seed) for seed in SEEDS)


@pytest.mark.parametrize(("node", "place"), cases(OPEN))
def test_what_hangs_on_chance_is_refused_whatever_is_drawn(
    node: str, place: str, folder: Path
) -> None:
    session = Session(game(node, PLACES[place], folder))
    assert len(outcomes(session)) > 1
    assert all(is_refused(session, seed) for seed in SEEDS)


def test_these_are_all_kinds(folder: Path) -> None:
    assert set(registry()) == {*CERTAIN, *OPEN, *KEPT_OUT}
    for node in KEPT_OUT.values():
        with pytest.raises(ProgramError) as caught:
            game(node, PLACES["a move"], folder)
        assert "misplaced" in {found.code for found in caught.value.diagnostics}


def test_chance_before_the_first_move_is_none() -> None:
    text = (
        "grid 6x1 values=BPG\nput P at random\nonce: B -> G\non arrows:\n    PG -> BP\n"
        "    PB -> BP\nwin no G\n"
    )
    for seed in SEEDS:
        session = Session(markovpy.parse(text), seed=seed)
        distance = abs(session.text().index("P") - session.text().index("G"))
        assert solve(session, optimal=True).move_count == distance
