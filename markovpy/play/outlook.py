"""A game laid out for search, and what can be said of it without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from markovpy.engine.aims import Bound, Field, bounds_of, fields_of, needs_of
from markovpy.engine.explorer import NO_WAY
from markovpy.engine.grounding import Ground, LooseMover, TooLargeError, ground, narrowed
from markovpy.nodes.checked import every_node
from markovpy.play.chance import moving_nodes
from markovpy.play.movers import movers_of

if TYPE_CHECKING:
    from markovpy.engine.aims import Need
    from markovpy.engine.game import Game
    from markovpy.play.session import Session


@dataclass(frozen=True)
class Hopeless:
    """Why a game cannot be won any more.

    Args:
        reason: It in words.
        cells: The cells to blame, ``(x, y)`` or ``(x, y, z)``.
        framed: The reason for a player who sees these cells framed, and no symbols; empty where
            it is the same.
    """

    reason: str
    cells: tuple[tuple[int, ...], ...] = ()
    framed: str = ""

    @property
    def told(self) -> str:
        """The reason for a player who sees the cells framed."""
        return self.framed or self.reason


@dataclass(frozen=True)
class Outlook:
    """The steps of a game and lower bounds on the moves that it needs.

    Args:
        ground: The steps.
        needs: What every won grid must be like.
        fields: How far the values that it speaks of are from home.
        bounds: The bounds.
    """

    ground: Ground
    needs: tuple[Need, ...]
    fields: tuple[Field, ...]
    bounds: tuple[Bound, ...]

    @classmethod
    def of(cls, ground: Ground, needs: tuple[Need, ...]) -> Outlook:
        """Return what follows from the steps and needs."""
        fields = tuple(fields_of(ground, needs))
        return cls(ground, needs, fields, tuple(bounds_of(ground, needs, fields)))

    @property
    def bound(self) -> int:
        """No win takes fewer moves from the start."""
        return max((bound.of(self.ground.start) for bound in self.bounds), default=0)

    def blamed(self, cells: Sequence[int]) -> list[int]:
        """Return the cells whose values can never get to where they have to be."""
        return [
            cell
            for cell, value in enumerate(cells)
            if any(bound.weights.get((cell, value), 0) >= NO_WAY for bound in self.bounds)
        ]

    def narrowed(self) -> Outlook:
        """Return what is left without the steps after which the game cannot be won."""
        found = self
        while True:
            barred = {
                place
                for bound in found.bounds
                for place, weight in bound.weights.items()
                if weight >= NO_WAY
            }
            steps = found.ground
            lost = {n for n, step in enumerate(steps.steps) if barred.intersection(step.writes)}
            if lost <= steps.lost:
                return found
            found = Outlook.of(narrowed(steps, steps.lost | lost), self.needs)


def cells_of(game: Game) -> list[int]:
    """Return a game's values, flat: x fastest, then y, then z."""
    cells: list[int] = game.state.grid.reshape(-1).tolist()
    return cells


def survey(session: Session) -> Outlook | None:
    """Return the outlook from where a game is; None for one that has to be played."""
    game = session.game
    movers = None if game.parts.answer.count else movers_of(session)
    if movers is None:
        return None
    try:
        steps = ground(movers, game.state.grid)
    except TooLargeError:
        return None
    needs = needs_of(game.parts.wins, game.state)
    return Outlook.of(steps, needs)


def loose_outlook(session: Session) -> Outlook | None:
    """Return how far things are from a win, at a guess; None where nothing is known.

    For a game that has to be played: as if any of its rules might act at any time.
    """
    checked = session.compiled.checked.game
    assert checked is not None
    nodes = list(every_node(moving_nodes(checked)))
    rules = [variant for node in nodes for rule in node.rules for variant in rule.variants]
    try:
        steps = ground([LooseMover(rules)], session.game.state.grid)
    except TooLargeError:
        return None
    needs = needs_of(session.game.parts.wins, session.game.state)
    return Outlook.of(steps, needs) if needs else None


_known: WeakKeyDictionary[Game, Outlook] = WeakKeyDictionary()


def _known_outlook(session: Session) -> Outlook | None:
    """Return an outlook that may be of an earlier place in the game."""
    game = session.game
    found = _known.get(game)
    if found is None or not found.ground.covers(cells_of(game)):
        found = survey(session)
        if found is not None:
            _known[game] = found
    return found


def hopeless(session: Session) -> Hopeless | None:
    """Say at once why a game cannot be won any more, as far as its rules tell without a search.

    Args:
        session: The game.

    Returns:
        The reason; None where nothing is known against it.
    """
    game = session.game
    if game.status != "playing" or not game.parts.wins:
        return None
    outlook = _known_outlook(session)
    return None if outlook is None else hopeless_grid(outlook, session)


def hopeless_grid(outlook: Outlook, session: Session) -> Hopeless | None:
    """Return why the present grid cannot be won; None where nothing is known against it."""
    cells = cells_of(session.game)
    shape = outlook.ground.shape
    for field in outlook.fields:
        if field.crowded(cells):
            items = [cell for cell, value in enumerate(cells) if field.need.values >> value & 1]
            return _crowded(items, len(field.need.targets), session, shape)
    blamed = outlook.blamed(cells)
    if blamed:
        first = place_of(blamed[0], shape)
        where = f"column {first[0] + 1}, row {first[1] + 1}"
        never = "can never get where it has to be"
        reason = f"the {_sign(session, blamed[0])} in {where} {never}"
        places = tuple(place_of(cell, shape) for cell in blamed)
        return Hopeless(reason, places, f"what is framed {never}")
    if any(bound.of(cells) >= NO_WAY for bound in outlook.bounds):
        return Hopeless("no move can bring about what 'win' asks for")
    return None


def _crowded(
    items: Sequence[int], room: int, session: Session, shape: tuple[int, int, int]
) -> Hopeless:
    """Return that there are more items than cells for them.

    Args:
        items: The cells in which they are.
        room: How many cells there are for them.
        session: The game.
        shape: The grid's.
    """
    names = "".join(dict.fromkeys(_sign(session, cell, on_goal=False) for cell in items))
    cells = f"{room} cell{'s' * (room != 1)}"
    free = f"is {room or 'no'} cell" if room < 2 else f"are {room} cells"
    framed = f"the {len(items)} that are framed" if len(items) > 1 else "what is framed"
    return Hopeless(
        f"{len(items)} {names} would have to end on {cells}",
        tuple(place_of(item, shape) for item in items),
        f"there {free} for {framed}",
    )


def _sign(session: Session, cell: int, *, on_goal: bool = True) -> str:
    """Return how levels write what is in a cell: by the legend's character, else its symbol.

    Args:
        session: The game.
        cell: The cell.
        on_goal: Whether it matters on which goals it lies.
    """
    state = session.game.state
    value = int(state.grid.reshape(-1)[cell])
    marks = int(state.marks.reshape(-1)[cell]) if on_goal else 0
    characters = session.compiled.checked.appearance.characters
    plain = characters.get((value, 0), session.symbols[value])
    return characters.get((value, marks), plain)


def place_of(cell: int, shape: tuple[int, int, int]) -> tuple[int, ...]:
    """Return ``(x, y)`` of a cell's index, or ``(x, y, z)`` in 3-D."""
    depth, height, width = shape
    place = (cell % width, cell // width % height)
    return place if depth == 1 else (*place, cell // (width * height))
